// What a user of the solver sets, and what it tells of its work.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace aqm::fluid {

struct SolverOptions {
  /// The local error of component i is kept below relative * (|y_i| + typical_i).
  double relative = 1e-8;
  double max_step = std::numeric_limits<double>::infinity();
  double fixed_step = 0;  ///< above 0: steps of this length, cut at breaking points and events only; no error control
  std::int64_t max_steps = 2'000'000;
  /// Bytes of the past that the longest lag may need, and steps: without end inside one round trip they would fill the memory.
  std::size_t max_past = std::size_t{256} << 20;
  std::int64_t max_past_steps = 100'000;
};

struct SolverWork {
  std::int64_t steps = 0;        ///< accepted
  std::int64_t rejected = 0;     ///< for their error, or because they overshot a breaking point too far
  std::int64_t evaluations = 0;  ///< of the right-hand side
  std::int64_t events = 0;       ///< guards that were met
  std::int64_t landings = 0;     ///< breaking points of delayed arguments that a step ended on
  std::int64_t iterations = 0;   ///< repetitions of steps whose delayed argument fell inside them
};

inline constexpr int kSmooth = 99;

/// What jumps at a moment, as lags see it: the lowest derivative (0: the value; kSmooth: none), and the highest one whose jumps are
/// still worth a breaking point where they come from here, through one lag after the other.
struct Jump {
  int order = kSmooth;
  int last = kSmooth;
  Jump with(Jump other) const {
    return {order < other.order ? order : other.order, last > other.last ? last : other.last};
  }
};
inline constexpr Jump kNoJump{kSmooth, 0};

/// A guard that holds while component `component` is on one side of a bound (side = 1: above, -1: below); component -1: some
/// other guard.
struct Level {
  int component = -1;
  double bound = 0, side = 1;
};

enum class Ending : std::uint8_t {
  done,
  too_many_steps,  ///< max_steps were used up: stiff, or the tolerance is too tight
  past_too_long,   ///< more than max_past or max_past_steps within the longest lag: as stiff
  step_too_small,  ///< the tolerance cannot be met in double precision
  chatters,        ///< events follow each other without time going on
  not_finite       ///< a derivative that is not a number or infinite, however short the step
};

struct Outcome {
  Ending ending = Ending::done;
  double time = 0;  ///< how far the solution goes
  int guard = -1;   ///< of `chatters`: the guard that was met last
};

}  // namespace aqm::fluid
