// Programs: AQMs as text (docs/programs.md). This header covers what is known of a text without running it.
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
  int line = 1, column = 1;  ///< from 1; columns count bytes
};

/// Something in a text that is wrong or probably not intended.
struct Fault {
  Place place;
  std::string found;   ///< what stands there
  std::string rule;    ///< what has to stand there
  std::string advice;  ///< what would be correct; may be empty
};

/// The role of a word in the text.
enum class Look : unsigned char { keyword, number, unit, text, comment, sign, reading, function, param, state, local };

struct Mark {
  Place place;
  Look look;
};

/// A part of a program's tree, for code that writes the program in another form: as equations, or in another language.
/// docs/programs.md lists its kinds.
struct Part {
  std::string kind;
  std::string text;  ///< a name, or a unit
  double value = 0;  ///< of a constant
  int line = 0;      ///< of a statement
  std::vector<Part> of;
};

/// A point of the text at which a step-by-step reading of one decision stops (aqm/recording.hpp, Stops).
enum class StopKind : unsigned char { let, set, compare, truth, decide };
struct Stop {
  StopKind kind = StopKind::let;
  int line = 0;
  /// the name that received a value or is true, the comparison, or the outcome: the names are those of `Part`
  std::string text;
  std::string unit;     ///< of its values
  bool turned = false;  ///< for a comparison: the text has its two sides in the opposite order
};

struct Described {
  std::shared_ptr<const Scheme> scheme;  ///< with the program's parameters and states, as far as the program is valid
  std::vector<Fault> faults;             ///< none: it runs
  std::vector<Fault> warnings;
  std::vector<Mark> marks;  ///< in order
  Part tree;                ///< empty with a fault
  std::vector<Stop> stops;  ///< empty with a fault
};
Described describe(std::string_view text);

/// A word that is part of the language.
struct Word {
  const char* name;
  Look look;
  std::string unit;
  const char* signature;  ///< of a function
  std::string when;       ///< for a reading: the events that have it
  const char* help;
};
std::vector<Word> words();

}  // namespace aqm::program
