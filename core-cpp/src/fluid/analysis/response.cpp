#include "aqm/fluid_response.hpp"

#include <algorithm>
#include <cmath>

namespace aqm {
namespace {

using Column = std::vector<double>;

bool rests(const FluidRest& rest) { return rest.kind != RestKind::jump && rest.kind != RestKind::none; }

/// Between points i and i + 1: when the queue is at `level`.
double crossing(const FluidSolution& s, std::size_t i, double level) {
  const double share = (level - s.queue[i]) / (s.queue[i + 1] - s.queue[i]);
  return s.time[i] + share * (s.time[i + 1] - s.time[i]);
}

/// When the queue is outside the band for the last time, seconds after `from`; 0 if it never is.
double settling_time(const FluidSolution& s, double rest, std::size_t first, double from) {
  const double band = std::max(0.05 * rest, 1.0);
  std::size_t inside = s.queue.size();  // from here on it stays inside
  while (inside > first && std::abs(s.queue[inside - 1] - rest) <= band) --inside;
  if (inside == first) return 0;
  const double end = s.time.back();
  if (inside == s.queue.size() || s.time[inside - 1] > end - 0.1 * (end - from)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double level = s.queue[inside - 1] > rest ? rest + band : rest - band;
  return crossing(s, inside - 1, level) - from;
}

struct Extremes {
  double low, high;
  double swing() const { return high - low; }
};
Extremes extremes(const Column& q, std::size_t first, std::size_t last) {
  const auto [low, high] = std::minmax_element(q.begin() + static_cast<std::ptrdiff_t>(first),
                                               q.begin() + static_cast<std::ptrdiff_t>(last));
  return {*low, *high};
}

/// From the points from `first` on.
void find_cycle(const FluidSolution& s, std::size_t first, FluidResponse& response) {
  const std::size_t count = s.queue.size();
  if (count < first + 8) return;
  double mean = 0;
  for (std::size_t i = first; i < count; ++i) mean += s.queue[i];
  mean /= static_cast<double>(count - first);
  const double swing = extremes(s.queue, first, count).swing();
  if (swing < std::max(1.0, 0.01 * mean)) return;
  // An oscillation that loses more than a tenth between the two halves is decaying to rest.
  const std::size_t middle = first + (count - first) / 2;
  if (extremes(s.queue, middle, count).swing() < 0.9 * extremes(s.queue, first, middle).swing()) return;

  // Upward crossings of the mean; a ripple that falls by less than a tenth of the swing does not count.
  double earliest = 0, latest = 0;
  int crossings = 0;
  bool been_low = false;
  for (std::size_t i = first; i + 1 < count; ++i) {
    been_low = been_low || s.queue[i] < mean - 0.1 * swing;
    if (!been_low || !(s.queue[i] <= mean && s.queue[i + 1] > mean)) continue;
    been_low = false;
    latest = crossing(s, i, mean);
    if (crossings++ == 0) earliest = latest;
  }
  if (crossings < 4) return;
  response.period = (latest - earliest) / (crossings - 1);
  response.swing = swing;
}

}  // namespace

FluidResponse response(const FluidSolution& solution, const FluidRest& rest, double from) {
  FluidResponse out;
  const auto index_at = [&](double t) {
    return static_cast<std::size_t>(std::lower_bound(solution.time.begin(), solution.time.end(), t) -
                                    solution.time.begin());
  };
  const std::size_t first = index_at(from);
  if (first + 2 > solution.time.size()) return out;
  if (rests(rest)) {
    out.settling_time = settling_time(solution, rest.queue, first, from);
    out.overshoot = std::max(0.0, extremes(solution.queue, first, solution.queue.size()).high - rest.queue);
  }
  find_cycle(solution, index_at(from + (solution.time.back() - from) * 2 / 3), out);
  return out;
}

}  // namespace aqm
