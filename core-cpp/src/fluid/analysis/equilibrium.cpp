#include <algorithm>
#include <cmath>

#include "chain_analysis.hpp"
#include "fluid/model/tcp_aqm.hpp"
#include "timer_rest.hpp"

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

  template <class Of>
  double of_window(std::size_t i, double total, double q, const Of& of) const {
    double w[2] = {0, 0};
    window_at_rest(config.classes[i], total, round_trip(i, q), w);
    return of(config.classes[i], w);
  }
  double window(std::size_t i, double total, double q) const { return of_window(i, total, q, window_of<double>); }
  double rate(std::size_t i, double total, double q) const {
    return of_window(i, total, q, sent_of<double>) / round_trip(i, q);
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
  /// What enters less what leaves. Without losses the windows grow for ever.
  double excess(double p, double q, double overflow) const {
    const double seen = total(p, overflow);
    if (seen > 0) return admitted(p, std::min(seen, 1.0), q) * (1 - overflow) - epoch.capacity;
    const bool any = std::any_of(flows.begin(), flows.end(), [](double n) { return n > 0; });
    return any ? std::numeric_limits<double>::infinity() : unresponsive - epoch.capacity;
  }

  const FluidConfig& config;
  LagTable lags;
  Epoch epoch;
  std::vector<double> flows;
  double unresponsive = 0;
};

FluidRest report(const Moment& m, const FluidLaw& law, const QueueRest& at) {
  FluidRest rest;
  rest.kind = at.kind;
  if (at.kind == RestKind::none) return rest;
  rest.queue = at.queue;
  rest.probability = at.probability;
  rest.overflow = at.overflow;
  const double seen = m.total(at.probability, at.overflow);
  for (std::size_t i = 0; i < m.flows.size(); ++i) {
    rest.window.push_back(seen > 0 ? m.window(i, seen, at.queue) : kNan);
    rest.round_trip.push_back(m.round_trip(i, at.queue));
  }
  rest.inflow = seen > 0 ? m.inflow(seen, at.queue) : kNan;
  rest.law.assign(at.law.begin(), at.law.begin() + law.states());
  rest.memory = at.memory;
  return rest;
}

/// The queue, whose law may have a timer.
class TimedQueue {
 public:
  TimedQueue(const Moment& moment, const FluidLaw& law) : moment_(moment), law_(law) { at_ = search(nullptr); }

  const QueueRest& at() const { return at_; }
  std::vector<Course> courses() const { return {course_of(law_, capacity(), at_.queue, at_.memory)}; }
  QueueRest keep() const { return at_; }
  void back(const QueueRest& kept) { at_ = kept; }
  bool take(int ticks) {
    FluidMemory memory = at_.memory;
    for (int i = 0; i < ticks; ++i) memory = after_tick(law_, capacity(), at_.queue, memory);
    at_ = search(&memory);
    at_.memory.value = memory.value;
    return true;
  }

 private:
  double capacity() const { return moment_.epoch.capacity; }
  QueueRest search(const FluidMemory* memory) const {
    const auto excess = [&](double p, double q, double overflow) { return moment_.excess(p, q, overflow); };
    return QueueSearch(law_, capacity(), moment_.config.buffer, excess).run(memory);
  }

  const Moment& moment_;
  const FluidLaw& law_;
  QueueRest at_;
};

}  // namespace

FluidRest equilibrium(const FluidConfig& config, double time) {
  if (!config.chain.empty()) return chain_equilibrium(config, time);
  const Moment moment(config, time);
  const FluidLaw& law = *config.law;
  TimedQueue queue(moment, law);
  const bool rests = !adapts_by_timer(law, moment.epoch.capacity) || tick_to_rest(queue);
  FluidRest rest = report(moment, law, queue.at());
  if (!rests) rest.kind = RestKind::none;
  return rest;
}

}  // namespace aqm
