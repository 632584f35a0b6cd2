// A curve through points: straight lines, or the cubic of Fritsch and Butland ("A method for constructing local
// monotone piecewise cubic interpolants", SIAM J. Sci. Stat. Comput. 5, 1984), which rises and falls only where the
// points do and therefore stays in [0, 1].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace aqm {

/// The slope at point i of the rows (place, value), from the slopes of the neighbouring lines.
inline double drawn_slope(std::span<const double> points, std::size_t i) {
  const std::size_t last = points.size() / 2 - 1;
  const auto width = [&](std::size_t k) { return points[2 * k + 2] - points[2 * k]; };
  const auto line = [&](std::size_t k) { return (points[2 * k + 3] - points[2 * k + 1]) / width(k); };
  if (last == 1) return line(0);
  if (i > 0 && i < last) {
    const double before = line(i - 1), after = line(i);
    if (before * after <= 0) return 0;
    // Weighted harmonic mean (eq 4 with the weights of Brodlie).
    const double w1 = 2 * width(i) + width(i - 1), w2 = width(i) + 2 * width(i - 1);
    return (w1 + w2) / (w1 / before + w2 / after);
  }
  // The parabola through three points, with a limit that keeps it monotone (Moler, "Numerical computing with MATLAB",
  // section 3.6).
  const std::size_t at = i == 0 ? 0 : last - 1, next = i == 0 ? 1 : last - 2;
  const double own = line(at), other = line(next);
  const double slope = ((2 * width(at) + width(next)) * own - width(at) * other) / (width(at) + width(next));
  if (slope * own <= 0) return 0;
  return own * other <= 0 && std::abs(slope) > 3 * std::abs(own) ? 3 * own : slope;
}

/// The value at x, which is between the first and the last place.
inline double drawn_curve(std::span<const double> points, bool smooth, double x) {
  std::size_t i = 0;
  while (2 * i + 4 < points.size() && x >= points[2 * i + 2]) ++i;
  const double x0 = points[2 * i], p0 = points[2 * i + 1], x1 = points[2 * i + 2], p1 = points[2 * i + 3];
  if (!smooth) return p0 + (p1 - p0) * (x - x0) / (x1 - x0);
  const double h = x1 - x0, t = (x - x0) / h;
  const double m0 = h * drawn_slope(points, i), m1 = h * drawn_slope(points, i + 1);
  const double cubic = p0 + t * (m0 + t * (3 * (p1 - p0) - 2 * m0 - m1 + t * (m0 + m1 - 2 * (p1 - p0))));
  return std::clamp(cubic, std::min(p0, p1), std::max(p0, p1));
}

}  // namespace aqm
