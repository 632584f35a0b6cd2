#include <algorithm>
#include <cmath>

#include "chain_analysis.hpp"
#include "dual.hpp"
#include "fluid/model/tcp_aqm.hpp"
#include "linear_law.hpp"

namespace aqm {
namespace {

using namespace fluid;

class Plant {
 public:
  Plant(const FluidConfig& config, const FluidRest& rest, double time, LinearLoop& loop)
      : config_(config), rest_(rest), loop_(loop), lags_(lags_of(config)) {
    for (const Epoch& e : epochs_of(config)) {
      if (e.time <= time) epoch_ = e;
    }
    for (std::size_t i = 0; i < config.classes.size(); ++i) {
      flows_.push_back(epoch_.flows[i] + epoch_.flows_slope[i] * (time - epoch_.origin));
      at_.push_back(n_);
      n_ += window_states(config.classes[i].tcp);
    }
    unresponsive_ = epoch_.unresponsive + epoch_.unresponsive_slope * (time - epoch_.origin);
    queue_ = n_++;
    loop_.plant = n_;
    const auto n = static_cast<std::size_t>(n_);
    for (const double propagation : lags_.propagation) loop_.lag.push_back(propagation + rest.queue / epoch_.capacity);
    loop_.plant_now.assign(n * n, 0);
    loop_.plant_delayed.assign(loop_.lag.size(), std::vector<double>(n * n, 0));
    loop_.input_now.assign(n, 0);
    loop_.input_delayed.assign(loop_.lag.size(), std::vector<double>(n, 0));
    loop_.arrivals.assign(n, 0);
  }

  double capacity() const { return epoch_.capacity; }

  void exact() {
    // 1 - p_total = (1 - p)(1 - random loss)
    const double seen = 1 - (1 - rest_.probability) * (1 - config_.random_loss);
    for (std::size_t i = 0; i < flows_.size(); ++i) window_rows(i, seen);
    queue_row();
  }

  /// Hollot et al. 2002, equations 7 and 8.
  void hollot() {
    const double n = flows_[0], c = epoch_.capacity, r = rest_.round_trip[0];
    now(0, 0) = -2 * n / (r * r * c);
    loop_.input_delayed[0][0] = -r * c * c / (2 * n * n);
    now(queue_, 0) = n / r;
    now(queue_, queue_) = -1 / r;
    loop_.arrivals[0] = n / r;
    loop_.arrivals[static_cast<std::size_t>(queue_)] = -1 / r;
  }

 private:
  /// Inputs of a window's equation: its states and the queue, now and a round trip ago, and the probability then.
  using Number = Dual<7>;
  enum Input : std::size_t { kW0, kW1, kQueue, kThenW0, kThenW1, kThenQueue, kP };

  double& now(int i, int j) { return loop_.plant_now[static_cast<std::size_t>(i * n_ + j)]; }
  double& delayed(std::size_t k, int i, int j) { return loop_.plant_delayed[k][static_cast<std::size_t>(i * n_ + j)]; }

  Number trip_of(std::size_t lag, Input queue) const {
    return lags_.propagation[lag] + Number::input(rest_.queue, queue) / epoch_.capacity;
  }

  void window_rows(std::size_t i, double seen) {
    const FluidClass& c = config_.classes[i];
    const auto lag = static_cast<std::size_t>(lags_.of_class[i]);
    double w[2] = {0, 0};
    window_at_rest(c, seen, rest_.round_trip[i], w);
    const Number present[2] = {Number::input(w[0], kW0), Number::input(w[1], kW1)};
    const Number past[2] = {Number::input(w[0], kThenW0), Number::input(w[1], kThenW1)};
    WindowView<Number> view;
    view.trip = trip_of(lag, kQueue);
    view.then_rate = window_of(c, past) / trip_of(lag, kThenQueue);
    view.p = Number::input(seen, kP);
    Number rates[2];
    window_rates(c, present, view, rates);
    const int states = window_states(c.tcp), first = at_[i];
    for (int s = 0; s < states; ++s) {
      const auto& d = rates[s].d;
      const int row = first + s;
      for (int j = 0; j < states; ++j) {
        now(row, first + j) = d[kW0 + static_cast<std::size_t>(j)];
        delayed(lag, row, first + j) = d[kThenW0 + static_cast<std::size_t>(j)];
      }
      now(row, queue_) = d[kQueue];
      delayed(lag, row, queue_) = d[kThenQueue];
      loop_.input_delayed[lag][static_cast<std::size_t>(row)] = d[kP] * (1 - config_.random_loss);
    }
    // lambda_i = N_i W_i / R_i
    const Number rate = flows_[i] * sent_of(c, present) / view.trip;
    const double keep = c.ecn ? 1 : 1 - rest_.probability;
    for (int j = 0; j < states; ++j) {
      const double slope = rate.d[kW0 + static_cast<std::size_t>(j)];
      loop_.arrivals[static_cast<std::size_t>(first + j)] += slope;
      now(queue_, first + j) += keep * slope;
    }
    loop_.arrivals[static_cast<std::size_t>(queue_)] += rate.d[kQueue];
    now(queue_, queue_) += keep * rate.d[kQueue];
    if (!c.ecn) dropped_ += rate.v;
  }

  void queue_row() {
    if (!config_.unresponsive_ecn) dropped_ += unresponsive_;
    loop_.input_now[static_cast<std::size_t>(queue_)] = -dropped_;
  }

  const FluidConfig& config_;
  const FluidRest& rest_;
  LinearLoop& loop_;
  LagTable lags_;
  Epoch epoch_;
  std::vector<double> flows_;
  std::vector<int> at_;
  double unresponsive_ = 0, dropped_ = 0;
  int n_ = 0, queue_ = 0;
};

/// Plant and law joined: the matrices of the closed loop.
void close_loop(LinearLoop& loop) {
  const int np = loop.plant, nz = static_cast<int>(loop.out.size()), n = np + nz, queue = np - 1;
  loop.states = n;
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  loop.now.assign(size, 0);
  loop.delayed.assign(loop.lag.size(), std::vector<double>(size, 0));
  const auto at = [n](std::vector<double>& m, int i, int j) -> double& {
    return m[static_cast<std::size_t>(i * n + j)];
  };
  const auto idx = [](int i) { return static_cast<std::size_t>(i); };

  // p as a row over all states.
  std::vector<double> p(idx(n), 0);
  for (int j = 0; j < np; ++j) p[idx(j)] = loop.out_arrivals * loop.arrivals[idx(j)];
  p[idx(queue)] += loop.out_queue;
  for (int j = 0; j < nz; ++j) p[idx(np + j)] = loop.out[idx(j)];

  for (int i = 0; i < np; ++i) {
    for (int j = 0; j < np; ++j) {
      at(loop.now, i, j) = loop.plant_now[idx(i * np + j)];
      for (std::size_t k = 0; k < loop.lag.size(); ++k)
        at(loop.delayed[k], i, j) = loop.plant_delayed[k][idx(i * np + j)];
    }
    for (int j = 0; j < n; ++j) {
      at(loop.now, i, j) += loop.input_now[idx(i)] * p[idx(j)];
      for (std::size_t k = 0; k < loop.lag.size(); ++k)
        at(loop.delayed[k], i, j) += loop.input_delayed[k][idx(i)] * p[idx(j)];
    }
  }
  for (int i = 0; i < nz; ++i) {
    for (int j = 0; j < nz; ++j) at(loop.now, np + i, np + j) = loop.law_law[idx(i * nz + j)];
    at(loop.now, np + i, queue) += loop.law_queue[idx(i)];
    for (int j = 0; j < np; ++j) at(loop.now, np + i, j) += loop.law_arrivals[idx(i)] * loop.arrivals[idx(j)];
    for (int j = 0; j < n; ++j) at(loop.now, np + i, j) += loop.law_drift[idx(i)] * at(loop.now, queue, j);
  }
}

}  // namespace

bool can_linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind) {
  if (!config.chain.empty()) return kind == Linearisation::exact && can_linearise_chain(config, rest);
  if (rest.kind != RestKind::interior || is_held(*config.law, rest.probability)) return false;
  return kind == Linearisation::exact || (config.classes.size() == 1 && config.classes[0].tcp == FluidTcp::reno);
}

LinearLoop linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind, double time) {
  if (!config.chain.empty()) return linearise_chain(config, rest, time);
  LinearLoop loop;
  Plant plant(config, rest, time, loop);
  if (kind == Linearisation::exact)
    plant.exact();
  else
    plant.hollot();
  FluidQueue queue;
  queue.q = rest.queue;
  queue.inflow = rest.inflow;
  queue.capacity = plant.capacity();
  static_cast<LinearLaw&>(loop) = linear_law(*config.law, queue, rest.law, rest.memory);
  close_loop(loop);
  return loop;
}

}  // namespace aqm
