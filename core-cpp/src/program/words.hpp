// The names of the language: what an event can read, and what can be computed. Errors, completion, help and the
// reference in docs/programs.md are made from these two tables.
#pragma once
#include <span>
#include <string_view>

#include "parts/program_events.hpp"
#include "unit.hpp"

namespace aqm::program {

struct Reading {
  const char* name;
  Unit unit;
  bool truth;     ///< true or false, not a number
  unsigned when;  ///< events that have it
  const char* help;
};

std::span<const Reading> readings();

enum class Op : unsigned char {
  // leaves
  constant,
  name,
  // operators
  negate,
  invert,
  add,
  subtract,
  multiply,
  divide,
  less,
  less_equal,
  equal,
  differ,
  both,
  either,
  // functions, in the order of `functions()`
  min,
  max,
  clamp,
  abs,
  floor,
  exp,
  log,
  expm1,
  log1p,
  sqrt,
  cbrt,
  pow,
  powi,
  bits,
  ns,
  choose,
  average,
  spaced,
  load,
  // steps of a prepared program (code.hpp); `name` copies
  random_less,
  keep,  ///< a state's new value; a value that is not a number is stored as 0
  jump,
  jump_unless,
  jump_unless_less,
  jump_unless_random,
  decide  ///< the end, with the outcome that `to` means
};

struct Function {
  const char* name;
  Op op;
  int arguments;
  const char* signature;
  const char* help;
};
std::span<const Function> functions();

/// Words with a meaning of their own.
struct Keyword {
  const char* word;
  const char* help;
};
std::span<const Keyword> keywords();

const Function* find_function(std::string_view name);
/// Index of a reading, or -1.
int find_reading(std::string_view name);
/// Whether a name is taken by the language.
bool is_reserved(std::string_view name);

const char* name_of(Event event);

}  // namespace aqm::program
