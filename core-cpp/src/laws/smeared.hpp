// Jumps that are spread over a stated width: the regularisation of laws whose probability jumps.
//
// Laws that jump with the queue: in the fluid model all packets see the same queue, so such a law would switch for
// every packet of a flow at once, and if packets are dropped the queue would chatter about the jump. Real packets are
// discrete, and packets that arrive together see queues that differ by about one packet. So the share of arrivals
// beyond a level is taken as the part of [q - 1, q + 1] packets that lies above it.
//
// Curves that jump with the average, if packets are dropped: a dropped packet is missing in the queue at once,
//   avg' = K (q - avg),   q' = inflow (1 - p(avg)) - C,
// and if the jump from p1 to p2 at a threshold contains the needed drop probability 1 - C / inflow, q' has opposite
// signs on its two sides: a relay whose input responds in its second derivative. The average crosses the threshold
// again and again, less far by K and 1/R each time and in ever shorter turns, infinitely often in finite time. The
// limit is Filippov's solution: avg = q = the threshold, and p = 1 - C / inflow. With a straight line in place of the
// jump, the turns reach a shortest length, 2 pi / sqrt(K inflow (p2 - p1) / width), and the queue comes to rest on the
// line, within its width of Filippov's solution; as the width goes to 0, so does the difference. If packets are marked,
// p acts a round trip later: the cycle has a period of its own, and the jump stays.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace aqm::fluid {

inline constexpr double kSmear = 1;  ///< packets to either side

/// The share of arrivals that see at least `level` packets.
constexpr double share_above(double q, double level, double smear = kSmear) {
  return std::clamp((q - level + smear) / (2 * smear), 0.0, 1.0);
}

/// A part of a curve that is replaced by the straight line between its ends.
struct Ramp {
  double from, to;
  bool holds(double x) const { return x > from && x < to; }
};

/// Whether a curve jumps at a place.
template <class Curve>
bool jumps_at(const Curve& curve, double x) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNoJump = 1e-4;  // even a cube root rises by less between neighbouring numbers
  return std::abs(curve(std::nextafter(x, kInf)) - curve(std::nextafter(x, 0.0))) > kNoJump;
}

/// The ramp about a jump at `level`, up to `limit`. The curve is never read beyond the limit: the average of a queue
/// does not exceed the buffer.
inline Ramp ramp_about(double level, double limit, double smear = kSmear) {
  const double half = std::max(0.0, std::min({smear, 0.5 * level, limit - level}));
  return {level - half, level + half};
}

/// In ascending order; overlapping ramps become one.
template <class Ramps>
void add_ramp(const Ramp& ramp, Ramps& ramps) {
  if (!(ramp.to > ramp.from)) return;
  if (!ramps.empty() && ramp.from < ramps.back().to)
    ramps.back().to = ramp.to;
  else
    ramps.push_back(ramp);
}

/// The ramps of a curve that jumps at some of its knots, which are ascending.
template <class Curve>
std::vector<Ramp> ramps_of(const Curve& curve, const std::vector<double>& knots, double limit, double smear = kSmear) {
  std::vector<Ramp> ramps;
  for (const double knot : knots) {
    if (jumps_at(curve, knot)) add_ramp(ramp_about(knot, limit, smear), ramps);
  }
  return ramps;
}

/// The ramp that contains x; null if there is none.
template <class Ramps>
const Ramp* ramp_at(const Ramps& ramps, double x) {
  const auto found = std::find_if(ramps.begin(), ramps.end(), [x](const Ramp& ramp) { return ramp.holds(x); });
  return found == ramps.end() ? nullptr : &*found;
}

/// The value at x on the line between the curve's values at the ends of a ramp.
template <class Curve>
double along(const Ramp& ramp, const Curve& curve, double x) {
  const double low = curve(ramp.from), high = curve(ramp.to);
  return low + (x - ramp.from) / (ramp.to - ramp.from) * (high - low);
}

/// The share of arrivals that meet the forced zone, where everything is dropped; spread over the width of the ramps,
/// whether the probability jumps to 1 there or has come close to 1 before. `forced(x)`: the share at x itself.
template <class Forced, class Ramps>
double share_forced(const Forced& forced, const Ramps& ramps, double x) {
  if (const Ramp* ramp = ramp_at(ramps, x)) return forced(ramp->to) * (x - ramp->from) / (ramp->to - ramp->from);
  const double smear = ramps.empty() ? kSmear : 0.5 * (ramps.back().to - ramps.back().from);
  double low = x - smear, high = x + smear;
  const double below = forced(low), above = forced(high);
  if (below == above) return above;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (forced(middle) == below ? low : high) = middle;
  }
  return (below * (high - x + smear) + above * (x + smear - high)) / (2 * smear);
}

/// The knots of a curve with its ramps.
inline std::vector<double> with_ramps(const std::vector<double>& knots, const std::vector<Ramp>& ramps) {
  std::vector<double> all;
  for (const double knot : knots) {
    if (ramp_at(ramps, knot) == nullptr) all.push_back(knot);
  }
  for (const Ramp& ramp : ramps) {
    all.push_back(ramp.from);
    all.push_back(ramp.to);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace aqm::fluid
