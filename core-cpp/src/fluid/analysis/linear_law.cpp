#include "linear_law.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "barrier.hpp"
#include "laws/smeared.hpp"

namespace aqm::fluid {
namespace {

/// The derivative of f at 0 by central differences, extrapolated to vanishing width (Ridders 1982). For laws, which are
/// polynomials or nearly so on a piece, it is exact except for rounding. `width` must stay within the piece.
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

/// Sums f over a normal distribution, in deviations to both sides: f(d, weight).
template <class F>
void over_normal(const F& f) {
  constexpr int kSteps = 80;
  constexpr double kReach = 4;
  for (int i = -kSteps; i <= kSteps; ++i) {
    const double d = kReach * i / kSteps;
    f(d, math::exp(-0.5 * d * d));
  }
}
/// The mean slope of f over a normal distribution about 0: E f'(d) = E (d f(d)) / deviation^2, so f may jump.
template <class F>
double mean_slope(const F& f, double deviation) {
  const double middle = f(0);
  double all = 0, sum = 0;
  over_normal([&](double d, double weight) {
    all += weight * d * d;
    sum += weight * d * (f(deviation * d) - middle);  // exactly 0 if f is constant
  });
  return sum / (all * deviation);
}
template <class F>
double mean_over_normal(const F& f, double deviation) {
  double all = 0, sum = 0;
  over_normal([&](double d, double weight) {
    all += weight;
    sum += weight * f(deviation * d);
  });
  return sum / all;
}

/// Moves `input` between low and high to where the mean of f, which rises with it, is `mean`.
template <class F>
void move_to_mean(const F& f, double mean, double deviation, double low, double high, double& input) {
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    input = 0.5 * (low + high);
    (mean_over_normal(f, deviation) < mean ? low : high) = input;
  }
}

/// Whether the queue alone determines the probability: neither states, a timer nor a reference.
bool reads_queue(const FluidLaw& law) {
  return law.states() == 0 && !std::isfinite(law.interval()) && std::isnan(law.reference(1)) && !law.sees_inflow();
}

}  // namespace

bool jumps_at_rest(const FluidLaw& law, const FluidLinkRest& rest) {
  if (!reads_queue(law)) return false;
  const auto at = [&](double q) {
    FluidQueue queue;
    queue.q = q;
    queue.inflow = rest.inflow;
    FluidMemory memory;
    const double none = 0;  // it has no states
    law.settle(queue, &none, memory);
    return law.probability(queue, &none, memory);
  };
  return at(rest.queue - 2 * kSmear) <= 0 && at(rest.queue + 2 * kSmear) >= 1;
}

LinearLaw linear_law(const FluidLaw& law, FluidQueue queue, std::vector<double> z, const FluidMemory& memory) {
  LinearLaw linear;
  const int nz = law.states();
  std::vector<double> dz(static_cast<std::size_t>(std::max(1, nz)));
  z.resize(static_cast<std::size_t>(std::max(1, nz)));

  // The differentiated quantity (a rate or the probability), after one input has moved by `d`.
  const auto moved = [&](double* input, int output) {
    return [&law, &queue, &z, &dz, &memory, input, output](double d) {
      const double kept = *input;
      *input = kept + d;
      double value = 0;
      if (output < 0) {
        value = law.probability(queue, z.data(), memory);
      } else {
        law.rates(queue, z.data(), memory, dz.data());
        value = dz[static_cast<std::size_t>(output)];
      }
      *input = kept;
      return value;
    };
  };
  // Beyond its piece the law continues in its own way: the width must not exceed a narrow piece by much.
  const auto holds = [&] {
    for (int i = 0; i < law.guards(memory); ++i) {
      if (law.slack(i, queue, z.data(), memory) < 0) return false;
    }
    return true;
  };
  const auto narrowed = [&](double* input, double width) {
    const double kept = *input, least = 1e-5 * width;
    const auto inside = [&](double at) {
      *input = at;
      const bool inside = holds();
      *input = kept;
      return inside;
    };
    while (width > least && !(inside(kept - width) && inside(kept + width))) width *= 0.5;
    return width;
  };
  const double queue_width = narrowed(&queue.q, std::min(1e-2 * (1 + queue.q), 0.5));
  double* const arrivals = law.two_queues() ? &queue.urgent : &queue.inflow;
  const double flow_width = narrowed(arrivals, 1e-3 * queue.capacity);
  const auto state_width = [&](int i) {
    double& state = z[static_cast<std::size_t>(i)];
    return narrowed(&state, std::min(1e-2 * (law.state(i).typical + std::abs(state)), 0.5));
  };
  for (int i = 0; i < nz; ++i) {
    for (int j = 0; j < nz; ++j) {
      linear.law_law.push_back(derivative(moved(&z[static_cast<std::size_t>(j)], i), state_width(j)));
    }
    linear.law_queue.push_back(queue.empty ? 0 : derivative(moved(&queue.q, i), queue_width));
    linear.law_arrivals.push_back(derivative(moved(arrivals, i), flow_width));
    linear.law_entering.push_back(queue.empty
                                      ? derivative(moved(&queue.idle, i), flow_width / queue.capacity) / -queue.capacity
                                      : derivative(moved(&queue.drift, i), flow_width));
  }
  for (int j = 0; j < nz; ++j) {
    linear.out.push_back(derivative(moved(&z[static_cast<std::size_t>(j)], -1), state_width(j)));
  }
  linear.law_packet = linear.law_entering;
  linear.out_queue = queue.empty ? 0 : derivative(moved(&queue.q, -1), queue_width);
  linear.out_arrivals = law.sees_inflow() ? derivative(moved(&queue.inflow, -1), flow_width) : 0;
  return linear;
}

void scatter_slopes(const FluidLaw& law, FluidQueue queue, std::vector<double> z, const FluidMemory& memory,
                    double probability, const LawScatter& scatter, LinearLaw& linear) {
  const auto after = [&](double& input) {
    return [&](double d) {
      const double kept = input;
      input = kept + d;
      FluidMemory there = memory;
      law.settle(queue, z.data(), there);
      const double p = std::clamp(law.probability(queue, z.data(), there), 0.0, 1.0);
      input = kept;
      return p;
    };
  };
  const bool of_average = law.table() != nullptr;
  const double width = of_average ? scatter.law[0] : scatter.queue;
  if ((of_average || reads_queue(law)) && width > 0) {
    double& read = of_average ? z[0] : queue.q;
    move_to_mean(after(read), probability, width, std::max(0.0, read - 4 * width), read + 4 * width, read);
  }
  for (std::size_t j = 0; j < linear.out.size(); ++j) {
    if (scatter.law[j] > 0) linear.out[j] = mean_slope(after(z[j]), scatter.law[j]);
  }
  if (scatter.queue > 0 && !queue.empty) linear.out_queue = mean_slope(after(queue.q), scatter.queue);
}

double scattered_slope(const FluidLaw& law, int service, const FluidQueue& queue, std::vector<double> z,
                       const FluidMemory& memory, double deviation) {
  const auto at = [&](double d) {
    const double kept = z[0];
    z[0] = kept + d;
    FluidMemory there = memory;
    law.settle(queue, z.data(), there);
    const double p = law.probability_of(service, queue, z.data(), there);
    z[0] = kept;
    return p;
  };
  if (std::isnan(law.reference(queue.capacity))) {
    const double low = std::max(0.0, z[0] - 4 * deviation), high = z[0] + 4 * deviation;
    move_to_mean(at, at(0), deviation, low, high, z[0]);
  }
  return mean_slope(at, deviation);
}

void chance_slopes(const FluidLaw& law, FluidQueue queue, std::vector<double> z, FluidMemory memory, double probability,
                   double width, LinearLaw& linear) {
  const std::size_t states = linear.out.size();
  if (law.polices(memory)) {
    const double slope = force_at_barrier(probability, width);
    std::vector<double> rates(states);
    const auto filling = [&](double& input) {
      return [&](double d) {
        const double kept = input;
        input = kept + d;
        law.rates(queue, z.data(), memory, rates.data());
        input = kept;
        return rates[0];
      };
    };
    // What is dropped does not fill the virtual queue.
    linear.law_arrivals[0] = derivative(filling(queue.inflow), 1e-3 * queue.capacity) - probability;
    linear.law_entering[0] = 0;
    linear.law_packet[0] = 1;
    for (std::size_t j = 0; j < states; ++j) linear.law_law[j] = derivative(filling(z[j]), 0.5);
    linear.law_law[0] -= queue.inflow * slope;
    linear.out.assign(states, 0);
    linear.out[0] = slope;
    linear.out_arrivals = 0;
    return;
  }
  const auto at = [&](double d) {
    const double kept = z[0];
    z[0] = kept + d;
    FluidMemory there = memory;
    law.settle(queue, z.data(), there);
    const double p = std::clamp(law.probability(queue, z.data(), there), 0.0, 1.0);
    z[0] = kept;
    return p;
  };
  move_to_mean(at, probability, width, 0, 2 * z[0] + 8 * width, z[0]);
  linear.out[0] = mean_slope(at, width);
}

}  // namespace aqm::fluid
