#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "dual.hpp"
#include "fluid/model/tcp_aqm.hpp"

namespace aqm {
namespace {

using namespace fluid;

/// The derivative of f at 0 by central differences, extrapolated to vanishing width (Ridders 1982): for laws, which are polynomials
/// or close to them on a piece, exact but for rounding. `width` must stay within the piece.
template <class F>
double derivative(const F& f, double width) {
  constexpr int kLevels = 6;
  double table[kLevels][kLevels];
  double best = 0, error = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kLevels; ++i) {
    table[i][0] = (f(width) - f(-width)) / (2 * width);
    if (i == 0) best = table[0][0];
    double factor = 1;
    for (int j = 1; j <= i; ++j) {
      factor *= 4;
      table[i][j] = table[i][j - 1] + (table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1);
      const double e = std::max(std::abs(table[i][j] - table[i][j - 1]), std::abs(table[i][j] - table[i - 1][j - 1]));
      if (e < error) {
        error = e;
        best = table[i][j];
      }
    }
    width *= 0.5;
  }
  return best;
}

/// The law's partial derivatives at rest.
void linearise_law(const FluidConfig& config, const FluidRest& rest, double capacity, LinearLoop& loop) {
  const FluidLaw& law = *config.law;
  const int nz = law.states();
  FluidQueue queue;
  queue.q = rest.queue;
  queue.inflow = rest.inflow;
  queue.capacity = capacity;
  std::vector<double> z = rest.law, dz(static_cast<std::size_t>(std::max(1, nz)));
  z.resize(static_cast<std::size_t>(std::max(1, nz)));

  // What is differentiated (a rate or the probability), after one input has moved by `d`.
  const auto moved = [&](double* input, int output) {
    return [&law, &queue, &z, &dz, &rest, input, output](double d) {
      const double kept = *input;
      *input = kept + d;
      double value = 0;
      if (output < 0) {
        value = law.probability(queue, z.data(), rest.memory);
      } else {
        law.rates(queue, z.data(), rest.memory, dz.data());
        value = dz[static_cast<std::size_t>(output)];
      }
      *input = kept;
      return value;
    };
  };
  const double queue_width = std::min(1e-2 * (1 + rest.queue), 0.5);
  const double flow_width = 1e-3 * capacity;
  const auto state_width = [&](int i) {
    return std::min(1e-2 * (law.state(i).typical + std::abs(z[static_cast<std::size_t>(i)])), 0.5);
  };
  for (int i = 0; i < nz; ++i) {
    for (int j = 0; j < nz; ++j) {
      loop.law_law.push_back(derivative(moved(&z[static_cast<std::size_t>(j)], i), state_width(j)));
    }
    loop.law_queue.push_back(derivative(moved(&queue.q, i), queue_width));
    loop.law_arrivals.push_back(derivative(moved(&queue.inflow, i), flow_width));
    loop.law_drift.push_back(derivative(moved(&queue.drift, i), flow_width));
  }
  for (int j = 0; j < nz; ++j) {
    loop.out.push_back(derivative(moved(&z[static_cast<std::size_t>(j)], -1), state_width(j)));
  }
  loop.out_queue = derivative(moved(&queue.q, -1), queue_width);
  loop.out_arrivals = law.sees_inflow() ? derivative(moved(&queue.inflow, -1), flow_width) : 0;
}

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
  if (rest.kind != RestKind::interior) return false;
  return kind == Linearisation::exact || (config.classes.size() == 1 && config.classes[0].tcp == FluidTcp::reno);
}

LinearLoop linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind, double time) {
  LinearLoop loop;
  Plant plant(config, rest, time, loop);
  if (kind == Linearisation::exact)
    plant.exact();
  else
    plant.hollot();
  linearise_law(config, rest, plant.capacity(), loop);
  close_loop(loop);
  return loop;
}

}  // namespace aqm
