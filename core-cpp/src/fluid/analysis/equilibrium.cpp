#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "fluid/model/tcp_aqm.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The configuration with its courses stopped at one time.
struct Moment {
  Moment(const FluidConfig& config, double time) : config(config), lags(lags_of(config)) {
    for (const Epoch& e : epochs_of(config)) {
      if (e.time <= time) epoch = e;
    }
    for (std::size_t i = 0; i < config.classes.size(); ++i) {
      flows.push_back(epoch.flows[i] + epoch.flows_slope[i] * (time - epoch.origin));
    }
    unresponsive = epoch.unresponsive + epoch.unresponsive_slope * (time - epoch.origin);
  }

  double round_trip(std::size_t i, double q) const {
    return lags.propagation[static_cast<std::size_t>(lags.of_class[i])] + q / epoch.capacity;
  }
  /// What the senders see when the law says p and the buffer refuses `overflow`.
  double total(double p, double overflow) const { return 1 - (1 - p) * (1 - overflow) * (1 - config.random_loss); }

  double window(std::size_t i, double total, double q) const {
    double w[2] = {0, 0};
    window_at_rest(config.classes[i], total, round_trip(i, q), w);
    return window_of(config.classes[i], w);
  }
  double rate(std::size_t i, double total, double q) const {
    double w[2] = {0, 0};
    window_at_rest(config.classes[i], total, round_trip(i, q), w);
    return sent_of(config.classes[i], w) / round_trip(i, q);
  }
  double inflow(double total, double q) const {
    double sum = unresponsive;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (flows[i] > 0) sum += flows[i] * rate(i, total, q);
    }
    return sum;
  }
  /// What is not dropped early.
  double admitted(double p, double total, double q) const {
    double sum = unresponsive * (config.unresponsive_ecn ? 1 : 1 - p);
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (flows[i] > 0) sum += flows[i] * rate(i, total, q) * (config.classes[i].ecn ? 1 : 1 - p);
    }
    return sum;
  }
  /// What enters less what leaves, at rest with probability p and queue q. Without losses the windows grow for ever.
  double excess(double p, double q) const {
    const double seen = total(p, 0);
    if (seen > 0) return admitted(p, std::min(seen, 1.0), q) - epoch.capacity;
    const bool any = std::any_of(flows.begin(), flows.end(), [](double n) { return n > 0; });
    return any ? std::numeric_limits<double>::infinity() : unresponsive - epoch.capacity;
  }

  FluidQueue queue(double q) const {
    FluidQueue at;
    at.q = q;
    at.capacity = at.inflow = epoch.capacity;
    return at;
  }

  const FluidConfig& config;
  LagTable lags;
  Epoch epoch;
  std::vector<double> flows;
  double unresponsive = 0;
};

/// The place in [a, b] where a function that is positive at a and not at b changes sign.
template <class F>
double sign_change(const F& f, double a, double b) {
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (a + b);
    if (middle == a || middle == b) break;
    (f(middle) > 0 ? a : b) = middle;
  }
  return b;
}

class Search {
 public:
  explicit Search(const Moment& moment) : m_(moment), law_(*moment.config.law) { z_.resize(kMaxLawStates); }

  /// `memory`: what a law with a timer has come to.
  FluidRest run(const FluidMemory* memory) {
    memory_ = memory;
    const double reference = law_.reference(m_.epoch.capacity);
    if (!std::isnan(reference)) return with_reference(reference);
    if (law_.floats()) return {};
    return with_curve();
  }

 private:
  /// The law's probability at rest with q packets waiting.
  double at_rest(double q) {
    law_.rest_at(m_.queue(q), z_.data(), rest_);
    if (memory_ != nullptr) rest_.value = memory_->value;
    law_.settle(m_.queue(q), z_.data(), rest_);
    return law_.probability(m_.queue(q), z_.data(), rest_);
  }

  FluidRest with_curve() {
    const double buffer = m_.config.buffer;
    const auto excess = [&](double q) { return m_.excess(at_rest(q), q); };
    if (!(excess(0) > 0)) return report(RestKind::empty, 0, at_rest(0), 0);
    if (excess(buffer) > 0) return overflowing(at_rest(buffer));
    const double q = sign_change(excess, 0, buffer);
    // Across a root the excess changes little; across a jump, even one whose lower end is nearly a root, it does not.
    const double below = excess(std::max(0.0, q - 1e-7 * (1 + q)));
    if (std::abs(below - excess(q)) > 1e-3 * m_.epoch.capacity) {
      // What would be needed there lies between the law's values on either side.
      const double needed = sign_change([&](double p) { return m_.excess(p, q); }, 0, 1);
      at_rest(q);
      return report(RestKind::jump, q, needed, 0);
    }
    return report(RestKind::interior, q, at_rest(q), 0);
  }

  FluidRest with_reference(double q) {
    if (q >= m_.config.buffer) return overflowing(0);
    if (!(m_.excess(0, q) > 0)) return report(RestKind::empty, 0, 0, 0);
    if (m_.excess(1, q) > 0) return overflowing(1);
    const double p = sign_change([&](double v) { return m_.excess(v, q); }, 0, 1);
    law_.rest(p, z_.data(), rest_);
    return report(RestKind::interior, q, p, 0);
  }

  /// The buffer is full, the law says p there: the overflow loss does the rest.
  FluidRest overflowing(double p) {
    const double q = m_.config.buffer;
    const auto excess = [&](double overflow) {
      const double seen = m_.total(p, overflow);
      if (!(seen > 0)) return std::numeric_limits<double>::infinity();
      return m_.admitted(p, seen, q) * (1 - overflow) - m_.epoch.capacity;
    };
    const double overflow = sign_change(excess, 0, 1);
    FluidRest rest = report(RestKind::full, q, p, overflow);
    return rest;
  }

  FluidRest report(RestKind kind, double q, double p, double overflow) {
    FluidRest rest;
    rest.kind = kind;
    rest.queue = q;
    rest.probability = p;
    rest.overflow = overflow;
    const double seen = m_.total(p, overflow);
    for (std::size_t i = 0; i < m_.flows.size(); ++i) {
      rest.window.push_back(seen > 0 ? m_.window(i, seen, q) : kNan);
      rest.round_trip.push_back(m_.round_trip(i, q));
    }
    rest.inflow = seen > 0 ? m_.inflow(seen, q) : kNan;
    rest.law.assign(z_.begin(), z_.begin() + law_.states());
    rest.memory = rest_;
    return rest;
  }

  const Moment& m_;
  const FluidLaw& law_;
  const FluidMemory* memory_ = nullptr;
  std::vector<double> z_;
  FluidMemory rest_;
};

}  // namespace

FluidRest equilibrium(const FluidConfig& config, double time) {
  const Moment moment(config, time);
  Search search(moment);
  FluidRest rest = search.run(nullptr);
  if (!std::isfinite(config.law->interval()) || !std::isnan(config.law->reference(moment.epoch.capacity))) return rest;
  // A law that adapts by a timer rests where a tick changes nothing more.
  constexpr int kMaxTicks = 20'000;
  for (int i = 0; i < kMaxTicks; ++i) {
    FluidMemory next = rest.memory;
    FluidQueue queue = moment.queue(rest.queue);
    std::vector<double> z(kMaxLawStates, rest.queue);  // the average equals the queue
    config.law->tick(queue, z.data(), next);
    double change = 0;
    for (std::size_t k = 0; k < next.value.size(); ++k) {
      change = std::max(change, std::abs(next.value[k] - rest.memory.value[k]) / (1e-9 + std::abs(next.value[k])));
    }
    if (change < 1e-12) return rest;
    rest = search.run(&next);
    rest.memory.value = next.value;
  }
  rest.kind = RestKind::none;
  return rest;
}

}  // namespace aqm
