#include "aqm/fluid_outlook.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm {
namespace {

/// A window under random losses: E W^2 = 2 / 1.3098^2 (E W)^2 (Ott, Kemperman and Mathis 1996), so its standard
/// deviation is 0.407 of its mean.
constexpr double kScatter = 2 / (1.3098 * 1.3098) - 1;

/// For an empty queue whose link gets a share `offered` of its capacity on average, with relative standard deviation
/// `spread`: how long the queue is below one packet. If x is offered, random arrivals leave 1 - x^2 of the time to it
/// (M/M/1), and nothing from x = 1 on.
double emptiness(double offered, double spread) {
  constexpr int kSteps = 12;
  double sum = 0, all = 0;
  for (int i = -kSteps; i <= kSteps; ++i) {
    const double z = 3.0 * i / kSteps, x = offered * (1 + spread * z), weight = math::exp(-0.5 * z * z);
    all += weight;
    if (x < 1) sum += weight * (x > 0 ? 1 - x * x : 1);
  }
  return sum / all;
}

/// The part of the scatter's variance that the loop leaves: with one half, most lanes of models/agreement/grid.json get
/// the same judgement as from packets.
constexpr double kKept = 0.35;

/// The last third of a solution, evenly in time.
struct Late {
  double mean = 0, variance = 0, empty = 0, refused = 0, lost = 0;
  double sent = 0;  ///< packets per second
};
/// `emptiness`: of a link that sends this many packets per second, and whose queue is below one packet in the solution.
template <class F>
Late look(const FluidSolution& s, const F& emptiness) {
  Late late;
  const std::size_t first = s.queue.size() * 2 / 3;
  const double count = static_cast<double>(s.queue.size() - first);
  for (std::size_t i = first; i < s.queue.size(); ++i) {
    const double admitted = s.inflow[i] * (1 - s.probability[i]), overflow = admitted * s.overflow[i];
    late.mean += s.queue[i] / count;
    if (s.queue[i] < 1) late.empty += emptiness(s.sent[i]) / count;
    late.sent += s.sent[i] / count;
    late.refused += overflow;
    late.lost += s.inflow[i] - admitted + overflow;
  }
  for (std::size_t i = first; i < s.queue.size(); ++i) {
    late.variance += (s.queue[i] - late.mean) * (s.queue[i] - late.mean) / count;
  }
  return late;
}

/// The share of lanes with this rhythm whose packets swing: a logistic regression over the 1,025 lanes of
/// models/agreement/grid.json that model and packets call steady or a swing. docs/fluid-model.md compares it with ten
/// other points.
double chance_of_swing(double rhythm) { return 1 / (1 + math::exp(3.89 - 7.32 * rhythm)); }

}  // namespace

FluidOutlook outlook(const FluidConfig& config, const FluidRest& rest, const FluidSolution& solution,
                     const FluidResponse& response, const FluidBand& band) {
  FluidOutlook out;
  if (!solution.message.empty() || solution.queue.size() < 3) return out;
  // This many round trips show the behaviour.
  constexpr double kTrips = 10;
  double longest = 0;
  for (const FluidClass& c : config.classes) longest = std::max(longest, c.propagation);
  if (solution.time.back() / 3 < kTrips * longest) return out;
  // The effect of the windows' scatter if each were independent: packets^2, and the share of all windows.
  double scatter = 0, windows = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const double flows = config.classes[i].flows.at(solution.time.back()).value, window = solution.window[i].back();
    scatter += kScatter * flows * window * window;
    windows += flows * window;
  }
  const double capacity = config.link().capacity.at(solution.time.back()).value;
  const double spread = windows > 0 ? std::sqrt(scatter) / windows : 0;
  const Late late = look(solution, [&](double sent) { return emptiness(std::min(1.0, sent / capacity), spread); });
  // A queue that chance makes, with the force that holds it, is not in the solution.
  const bool banded = !std::isnan(band.queue), by_chance = banded && rest.kind == RestKind::empty;
  const bool swings = !std::isnan(response.period) && !by_chance;
  // Whatever the band's distribution, a link that is idle by chance has an empty queue (M/M/1, as above).
  const double use = std::min(1.0, late.sent / capacity);
  out.empty = !swings && banded ? std::max(band.empty, 1 - use * use) : late.empty;
  if (late.lost > 0) out.full = late.refused / late.lost;
  if (banded && !swings) {
    out.rhythm = band.queue > 1 ? band.rhythm : 0;
  } else if (late.variance > 0) {
    out.rhythm = late.variance / (late.variance + kKept * scatter);
  }
  out.swing = chance_of_swing(out.rhythm);
  out.state = out.full > 0.5    ? QueueState::full
              : out.empty > 0.5 ? QueueState::empty
              : out.swing > 0.5 ? QueueState::swing
                                : QueueState::steady;
  return out;
}

}  // namespace aqm
