// What jumps, taken over a stated width: the regularisation of laws whose probability jumps.
//
// Of laws that jump with the queue. In the fluid model all packets see the same queue, and a law that jumps with it would switch for
// every packet of a flow at once; where packets are dropped the queue then chatters about the jump. Packets come in ones, and of
// those that arrive together each sees another queue, by about a packet. So the share of arrivals beyond a level is taken as the
// part of [q - 1, q + 1] packets that lies above it.
//
// Of curves that jump with the average, where packets are dropped. What is dropped is missing in the queue at once,
//   avg' = K (q - avg),   q' = inflow (1 - p(avg)) - C,
// and where the jump from p1 to p2 at a threshold holds 1 - C / inflow, the drops that are needed, q' has either sign on either side of it:
// a relay whose input answers in its second derivative. It crosses the threshold again and again, by K and 1/R less each time and in ever
// shorter turns, without end in finite time. What it tends to is Filippov's solution: avg = q = the threshold, and p = 1 - C / inflow.
// With a straight line in place of the jump the turns end at a shortest one, 2 pi / sqrt(K inflow (p2 - p1) / width), and the queue
// comes to rest on the line, within its width of Filippov's; as the width goes to 0, so does the difference.
// Where packets are marked, p acts a round trip later: the cycle has a period of its own, and the jump stays.
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

/// Part of a curve that is replaced by the straight line between its ends.
struct Ramp {
  double from, to;
  bool holds(double x) const { return x > from && x < to; }
};

/// Whether a curve jumps at a place.
template <class Curve>
bool jumps_at(const Curve& curve, double x) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNoJump = 1e-4;  // more than a cube root rises from one number to the next
  return std::abs(curve(std::nextafter(x, kInf)) - curve(std::nextafter(x, 0.0))) > kNoJump;
}

/// About a jump at `level`, up to `limit`, beyond which the curve is never read: the average of a queue comes no higher than the buffer.
inline Ramp ramp_about(double level, double limit, double smear = kSmear) {
  const double half = std::max(0.0, std::min({smear, 0.5 * level, limit - level}));
  return {level - half, level + half};
}

/// In ascending order; ramps that overlap are one.
template <class Ramps>
void add_ramp(const Ramp& ramp, Ramps& ramps) {
  if (!(ramp.to > ramp.from)) return;
  if (!ramps.empty() && ramp.from < ramps.back().to)
    ramps.back().to = ramp.to;
  else
    ramps.push_back(ramp);
}

/// Those of a curve that jumps at some of its knots, which ascend.
template <class Curve>
std::vector<Ramp> ramps_of(const Curve& curve, const std::vector<double>& knots, double limit, double smear = kSmear) {
  std::vector<Ramp> ramps;
  for (const double knot : knots) {
    if (jumps_at(curve, knot)) add_ramp(ramp_about(knot, limit, smear), ramps);
  }
  return ramps;
}

/// The ramp that holds x; null where none does.
template <class Ramps>
const Ramp* ramp_at(const Ramps& ramps, double x) {
  const auto found = std::find_if(ramps.begin(), ramps.end(), [x](const Ramp& ramp) { return ramp.holds(x); });
  return found == ramps.end() ? nullptr : &*found;
}

/// The line between a curve's ends of a ramp, at x.
template <class Curve>
double along(const Ramp& ramp, const Curve& curve, double x) {
  const double low = curve(ramp.from), high = curve(ramp.to);
  return low + (x - ramp.from) / (ramp.to - ramp.from) * (high - low);
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
