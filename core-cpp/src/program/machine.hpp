// Runs the steps of a program over its frame. It allocates nothing, and nothing can fail.
#pragma once
#include <algorithm>
#include <cmath>

#include "code.hpp"
#include "parts/program_math.hpp"

namespace aqm::program {

/// Watches nothing. A watcher of a run (probe.hpp, follow.hpp) replaces it.
struct Unwatched {
  static constexpr bool kWatches = false, kFollows = false;
};

/// `frame` is the code's frame with its readings and parameters set.
template <class Watch = Unwatched>
Outcome run(const Code& code, int entry, double* frame, [[maybe_unused]] Watch&& watch = {}) {
  const Step* const steps = code.steps.data();
  using Seen = std::remove_reference_t<Watch>;
  for (const Step* at = steps + entry;; ++at) {
    const Step& s = *at;
    if constexpr (Seen::kFollows) watch.at(static_cast<int>(at - steps));
    const double a = frame[s.a], b = frame[s.b];
    double& to = frame[s.to];
    switch (s.what) {
      case Op::constant:
      case Op::load:
      case Op::name: to = a; break;
      case Op::negate: to = -a; break;
      case Op::invert: to = a == 0 ? 1 : 0; break;
      case Op::add: to = a + b; break;
      case Op::subtract: to = a - b; break;
      case Op::multiply: to = a * b; break;
      case Op::divide: to = a / b; break;
      case Op::less: to = a < b ? 1 : 0; break;
      case Op::less_equal: to = a <= b ? 1 : 0; break;
      case Op::equal: to = a == b ? 1 : 0; break;
      case Op::differ: to = a != b ? 1 : 0; break;
      case Op::both: to = a != 0 && b != 0 ? 1 : 0; break;
      case Op::either: to = a != 0 || b != 0 ? 1 : 0; break;
      case Op::random_less:
        if constexpr (Seen::kWatches) watch.drawn(b);
        to = a < b ? 1 : 0;
        break;
      case Op::min:
        if constexpr (Seen::kWatches) watch.went(b < a);
        to = std::min(a, b);
        break;
      case Op::max:
        if constexpr (Seen::kWatches) watch.went(a < b);
        to = std::max(a, b);
        break;
      case Op::clamp: {
        const double c = frame[s.c];
        if constexpr (Seen::kWatches) {
          watch.went(a < b);
          watch.went(c < a);
        }
        to = clamped(a, b, c);
        break;
      }
      case Op::abs:
        if constexpr (Seen::kWatches) watch.went(a < 0);
        to = std::abs(a);
        break;
      case Op::floor: to = std::floor(a); break;
      case Op::exp: to = math::exp(a); break;
      case Op::log: to = math::log(a); break;
      case Op::expm1: to = math::expm1(a); break;
      case Op::log1p: to = math::log1p(a); break;
      case Op::sqrt: to = std::sqrt(a); break;
      case Op::cbrt: to = math::cbrt(a); break;
      case Op::pow: to = math::pow(a, b); break;
      case Op::powi: to = whole_power(a, b); break;
      case Op::bits: to = 8 * a; break;
      case Op::ns: to = whole_ns(a); break;
      case Op::choose:
        if constexpr (Seen::kWatches) watch.went(a != 0);
        to = a != 0 ? b : frame[s.c];
        break;
      case Op::average: to = averaged(frame, a, b, frame[s.c], frame[s.d]); break;
      case Op::spaced:
        if constexpr (Seen::kWatches) {
          to = watch.spaced(a);
        } else {
          to = spaced(a, b);
        }
        break;
      case Op::keep: to = kept(a); break;
      case Op::jump: at = steps + s.c - 1; break;
      case Op::jump_unless:
        if constexpr (Seen::kWatches) watch.went(a != 0);
        if (a == 0) at = steps + s.c - 1;
        break;
      case Op::jump_unless_less:
        if constexpr (Seen::kWatches) watch.went(a < b);
        if (!(a < b)) at = steps + s.c - 1;
        break;
      case Op::jump_unless_random:
        if constexpr (Seen::kWatches) watch.drawn(b);
        if (!(a < b)) at = steps + s.c - 1;
        break;
      case Op::decide: return static_cast<Outcome>(s.to);
    }
  }
}

}  // namespace aqm::program
