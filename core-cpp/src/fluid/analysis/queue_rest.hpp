// The rest of one queue while everything else is constant.
#pragma once
#include <array>
#include <cmath>
#include <limits>

#include "aqm/fluid_analysis.hpp"

namespace aqm::fluid {

struct QueueRest {
  RestKind kind = RestKind::none;
  double queue = 0, probability = 0, overflow = 0;  ///< as FluidRest has them
  std::array<double, kMaxLawStates> law{};
  FluidMemory memory;
};

/// The place in [a, b] where a function positive at a and not at b changes sign, to the last bit: by secants with
/// the Illinois weights, or by the middle if three steps have not halved [a, b]: the function may jump or be infinite.
template <class F>
double sign_change(const F& f, double a, double b) {
  constexpr double kBeside =
      4.4e-16;  // relative, two units of the last place: a secant beside one end moves the other end there
  double at_a = f(a), at_b = f(b);
  double widths[3] = {};  // before the last three steps
  bool moved_a = false, moved_b = false;
  for (int i = 0; i < 400; ++i) {
    double x = 0.5 * (a + b);
    if (x == a || x == b) break;
    const bool slow = b - a > 0.5 * widths[i % 3] && i >= 3;
    widths[i % 3] = b - a;
    const double beside = kBeside * std::fmax(std::abs(a), std::abs(b));
    if (!slow && b - a > 2 * beside) {
      const double secant = a + (b - a) * (at_a / (at_a - at_b));
      if (std::isfinite(secant)) x = std::fmin(std::fmax(secant, a + beside), b - beside);
    }
    const double at_x = f(x);
    const bool positive = at_x > 0;
    if (positive) {
      a = x;
      at_a = at_x;
      if (moved_a) at_b *= 0.5;
    } else {
      b = x;
      at_b = at_x;
      if (moved_b) at_a *= 0.5;
    }
    moved_a = positive;
    moved_b = !positive;
  }
  return b;
}

/// `seen`: the further input of a law, its inflow and its senders.
inline FluidQueue queue_at_rest(double q, double capacity, const FluidQueue& seen) {
  FluidQueue at = seen;
  at.q = q;
  at.capacity = capacity;
  return at;
}

/// The result of an adaptive law: its memory, and, if a solution has been followed, the states that are not an average.
struct Adapted {
  FluidMemory memory;
  std::array<double, kMaxLawStates> law{};
  bool followed = false;
};

/// The law's probability at rest with q waiting packets. `adapted`: what the law has adapted to; null: its start.
inline double law_at_rest(const FluidLaw& law, const FluidQueue& queue, const Adapted* adapted, double* z,
                          FluidMemory& memory) {
  law.rest_at(queue, z, memory);
  if (adapted != nullptr) {
    memory.value = adapted->memory.value;
    for (int i = 1; adapted->followed && i < law.states(); ++i) z[i] = adapted->law[static_cast<std::size_t>(i)];
  }
  law.settle(queue, z, memory);
  return law.probability(queue, z, memory);
}

/// Excess(p, q, overflow): entering minus leaving packets, at rest with probability p, q waiting packets and a buffer
/// that refuses the share `overflow`; infinite if windows grow for ever. A value of at most `tolerance` is rounding.
template <class Excess>
class QueueSearch {
 public:
  /// `seen`: as in queue_at_rest.
  QueueSearch(const FluidLaw& law, double capacity, double buffer, const FluidQueue& seen, const Excess& excess,
              double tolerance = 0)
      : law_(law), capacity_(capacity), buffer_(buffer), seen_(seen), excess_(excess), tolerance_(tolerance) {}

  /// `adapted`: what an adaptive law has adapted to.
  QueueRest run(const Adapted* adapted) {
    adapted_ = adapted;
    const double reference = law_.reference(capacity_);
    if (!std::isnan(reference)) return with_reference(std::max(0.0, reference - law_.sag(capacity_, seen_.inflow)));
    return with_curve();
  }

  /// For a law that steers a flow: `beyond(p)` is how much the flow into an empty queue exceeds the target.
  template <class Beyond>
  QueueRest with_flow(const Beyond& beyond) {
    double p = 0;
    if (beyond(0.0) > 0) p = beyond(1.0) > 0 ? 1 : sign_change(beyond, 0, 1);
    const double rounding = std::max(tolerance_, 1e-12 * capacity_);
    if (!(excess_(p, 0, 0) > rounding)) return report(RestKind::empty, 0, p, 0);
    // A queue builds up if marking every packet is not enough, or if the link's capacity is below the law's target; in
    // the latter case the law does nothing.
    if (p < 1) p = 0;
    if (excess_(p, buffer_, 0) > 0) return overflowing(p);
    return report(RestKind::interior, sign_change([&](double q) { return excess_(p, q, 0); }, 0, buffer_), p, 0);
  }

 private:
  bool exceeds(double p, double q) const { return excess_(p, q, 0) > tolerance_; }

  FluidQueue queue(double q) const { return queue_at_rest(q, capacity_, seen_); }
  double at_rest(double q) { return law_at_rest(law_, queue(q), adapted_, rest_.law.data(), rest_.memory); }

  QueueRest with_curve() {
    const auto excess = [&](double q) { return excess_(at_rest(q), q, 0); };
    if (!(excess(0) > tolerance_)) return report(RestKind::empty, 0, at_rest(0), 0);
    if (excess(buffer_) > 0) return overflowing(at_rest(buffer_));
    const double q = sign_change(excess, 0, buffer_);
    // Across a root the excess changes little; across a jump it changes much, even if the lower end of the jump is
    // nearly a root.
    const double below = excess(std::max(0.0, q - 1e-7 * (1 + q)));
    if (std::abs(below - excess(q)) > 1e-3 * capacity_) {
      // The needed probability there lies between the law's values on both sides.
      const double needed = sign_change([&](double p) { return excess_(p, q, 0); }, 0, 1);
      at_rest(q);
      return report(RestKind::jump, q, needed, 0);
    }
    const double p = at_rest(q);
    return report(law_.on_jump(rest_.law.data()) ? RestKind::held : RestKind::interior, q, p, 0);
  }

  QueueRest with_reference(double q) {
    const double top = std::min(q, buffer_);
    if (!exceeds(0, top)) return below_reference(top);
    if (q >= buffer_) return overflowing(0);
    if (most_excess(q) > 0) return above_reference(q);
    const auto at = [&](double p) { return std::min(q + law_.rise(capacity_, p), buffer_); };
    const double p = sign_change([&](double v) { return excess_(v, at(v), 0); }, 0, law_.most(q));
    if (at(p) >= buffer_) return overflowing(p);
    law_.rest(queue(at(p)), p, rest_.law.data(), rest_.memory);
    return report(RestKind::interior, at(p), p, 0);
  }
  /// The controller is held at p = 0: other losses keep the queue below its reference.
  QueueRest below_reference(double top) {
    if (!exceeds(0, 0)) return held_at(RestKind::empty, 0, 0);
    return held_at(RestKind::interior, sign_change([&](double q) { return excess_(0, q, 0); }, 0, top), 0);
  }
  /// The controller is held at its largest probability, and the queue is still above its reference.
  QueueRest above_reference(double reference) {
    if (most_excess(buffer_) > 0) return overflowing(law_.most(buffer_));
    const double q = sign_change([&](double v) { return most_excess(v); }, reference, buffer_);
    return held_at(RestKind::interior, q, law_.most(q));
  }
  QueueRest held_at(RestKind kind, double q, double p) {
    law_.rest(queue(q), p, rest_.law.data(), rest_.memory);
    law_.settle(queue(q), rest_.law.data(), rest_.memory);
    return report(kind, q, p, 0);
  }
  double most_excess(double q) const { return excess_(law_.most(q), q, 0); }

  /// The buffer is full and the law gives p there: the overflow loss supplies the rest.
  QueueRest overflowing(double p) {
    const double overflow = sign_change([&](double v) { return excess_(p, buffer_, v); }, 0, 1);
    return report(RestKind::full, buffer_, p, overflow);
  }

  QueueRest report(RestKind kind, double q, double p, double overflow) {
    rest_.kind = kind;
    rest_.queue = q;
    rest_.probability = p;
    rest_.overflow = overflow;
    return rest_;
  }

  const FluidLaw& law_;
  double capacity_, buffer_;
  FluidQueue seen_;
  const Excess& excess_;
  double tolerance_;
  const Adapted* adapted_ = nullptr;
  QueueRest rest_;
};

/// A controller at its reference is balanced by its probability; a controller held at a bound, and every curve, by the
/// queue.
inline bool balances_by_queue(const FluidLink& link, double capacity, const QueueRest& at) {
  const bool controls =
      !std::isnan(link.law->reference(capacity)) && at.probability > 0 && at.probability < link.law->most(at.queue);
  return at.kind == RestKind::interior && !controls;
}
/// The unknown that balances a queue that is not empty, by its kind: the overflow, the queue, or the probability.
inline double unknown(const FluidLink& link, double capacity, const QueueRest& at) {
  if (at.kind == RestKind::full) return at.overflow;
  return balances_by_queue(link, capacity, at) ? at.queue : at.probability;
}
/// Sets this unknown; false if this would change the kind of the queue.
inline bool set_unknown(const FluidLink& link, double capacity, const FluidQueue& seen, double value,
                        const Adapted* adapted, QueueRest& at) {
  if (balances_by_queue(link, capacity, at)) {
    if (!(value > 0 && value < link.buffer)) return false;
    at.queue = value;
    if (std::isnan(link.law->reference(capacity))) {
      at.probability = law_at_rest(*link.law, queue_at_rest(value, capacity, seen), adapted, at.law.data(), at.memory);
    } else if (at.probability > 0) {
      at.probability = link.law->most(value);
    }
    return true;
  }
  if (!(value > 0 && value < 1)) return false;
  if (at.kind == RestKind::full) {
    at.overflow = value;
  } else {
    if (at.kind == RestKind::interior)
      at.queue += link.law->rise(capacity, value) - link.law->rise(capacity, at.probability);
    at.probability = value;
  }
  return true;
}

/// A law that adapts by a timer rests where a tick changes nothing further (timer_rest.hpp).
inline bool adapts_by_timer(const FluidLaw& law, double capacity) {
  return std::isfinite(law.interval()) && std::isnan(law.reference(capacity));
}

}  // namespace aqm::fluid
