// Programs: AQMs as text (docs/programs.md). What is said of a text without running it.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "aqm/scheme.hpp"

namespace aqm::program {

/// A stretch of the text.
struct Place {
  int from = 0, length = 0;  ///< bytes
  int line = 1, column = 1;  ///< from 1; a column is a byte
};

/// Something that is wrong with a text, or hardly meant.
struct Fault {
  Place place;
  std::string found;   ///< what stands there
  std::string rule;    ///< what has to stand there
  std::string advice;  ///< what would do; may be empty
};

/// What a word of the text is.
enum class Look : unsigned char { keyword, number, unit, text, comment, sign, reading, function, param, state, local };

struct Mark {
  Place place;
  Look look;
};

/// A part of a program's tree, for those who write it otherwise: as equations, in another language. docs/programs.md has its kinds.
struct Part {
  std::string kind;
  std::string text;  ///< a name, or a unit
  double value = 0;  ///< of a constant
  int line = 0;      ///< of a statement
  std::vector<Part> of;
};

/// Where a reader of one decision stops (aqm/recording.hpp, Stops).
enum class StopKind : unsigned char { let, set, compare, truth, decide };
struct Stop {
  StopKind kind = StopKind::let;
  int line = 0;
  std::string text;     ///< the name that got a value or is true, the comparison, the outcome: by the names of `Part`
  std::string unit;     ///< of its values
  bool turned = false;  ///< of a comparison: the text has its sides the other way
};

struct Described {
  std::shared_ptr<const Scheme> scheme;  ///< with the program's parameters and states, as far as it is sound
  std::vector<Fault> faults;             ///< none: it runs
  std::vector<Fault> warnings;
  std::vector<Mark> marks;  ///< in order
  Part tree;                ///< empty with a fault
  std::vector<Stop> stops;  ///< empty with a fault
};
Described describe(std::string_view text);

/// A word that the language gives.
struct Word {
  const char* name;
  Look look;
  std::string unit;
  const char* signature;  ///< of a function
  std::string when;       ///< of a reading: events that have it
  const char* help;
};
std::vector<Word> words();

}  // namespace aqm::program
