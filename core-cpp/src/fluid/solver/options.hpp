// The options of the solver, and its report about its work.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace aqm::fluid {

struct SolverOptions {
  /// The local error of component i is kept below relative * (|y_i| + typical_i).
  double relative = 1e-8;
  double max_step = std::numeric_limits<double>::infinity();
  double fixed_step = 0;  ///< above 0: steps of this length, cut only at breaking points and events; no error control
  std::int64_t max_steps = 2'000'000;
  /// Limits for the past that the longest lag may need, in bytes and in steps: without them, endless steps inside one
  /// round trip would fill the memory.
  std::size_t max_past = std::size_t{256} << 20;
  std::int64_t max_past_steps = 100'000;
};

struct SolverWork {
  std::int64_t steps = 0;        ///< accepted
  std::int64_t rejected = 0;     ///< rejected for their error, or because they passed a breaking point too far
  std::int64_t evaluations = 0;  ///< of the right-hand side
  std::int64_t events = 0;       ///< guards that were met
  std::int64_t landings = 0;     ///< breaking points of delayed arguments at which a step ended
  std::int64_t iterations = 0;   ///< repetitions of steps whose delayed argument fell inside them
};

inline constexpr int kSmooth = 99;

/// What jumps at a moment, as lags see it: the lowest derivative (0: the value; kSmooth: none), and the highest
/// derivative whose jumps are still worth a breaking point if they come from here, through one lag after the other.
struct Jump {
  int order = kSmooth;
  int last = kSmooth;
  Jump with(Jump other) const {
    return {order < other.order ? order : other.order, last > other.last ? last : other.last};
  }
};
inline constexpr Jump kNoJump{kSmooth, 0};

/// A guard that holds while component `component` is on one side of a bound (side = 1: above, -1: below); component -1:
/// another kind of guard.
struct Level {
  int component = -1;
  double bound = 0, side = 1;
};

enum class Ending : std::uint8_t {
  done,
  too_many_steps,  ///< max_steps were used up: stiff, or the tolerance is too tight
  past_too_long,   ///< more than max_past or max_past_steps within the longest lag: also stiff
  step_too_small,  ///< the tolerance cannot be met in double precision
  chatters,        ///< events follow each other while time does not advance
  not_finite       ///< a derivative that is not a number or infinite, however short the step is
};

struct Outcome {
  Ending ending = Ending::done;
  double time = 0;  ///< the time that the solution reaches
  int guard = -1;   ///< for `chatters`: the guard that was met last
};

}  // namespace aqm::fluid
