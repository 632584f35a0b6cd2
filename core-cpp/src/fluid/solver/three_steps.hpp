// The extension of a step that joins the two before it smoothly: Hermite's polynomial of degree 7 through value and
// slope at the ends of all three. It needs no evaluation. Its error is y^(8) / 8! times the squared distances from the
// four ends, O(h^8), but of a longer interval than the step alone.
#pragma once
#include "segment.hpp"

namespace aqm::fluid {

/// The lengths of the steps before, relative to this one's: beyond these limits the polynomial loses digits or
/// accuracy.
inline constexpr double kLeastRatio = 0.25, kLargestRatio = 2.5;

/// The data of a step of length h: value and slope at both its ends.
template <class Vector>
struct Ends {
  double h;
  const Vector &y0, &slope0, &y1, &slope1;
};

/// Sets next.c from c[1] on; next.c[0] and next.inverse_step are already known. `earlier` ends where `before` begins,
/// and `before` ends where the step begins. `gain`: the distance, in the middle of the step, from the polynomial of
/// degree 5 through the step and `before` alone, which is that polynomial's error there.
template <class System, class Vector>
[[gnu::always_inline]] inline void join_three_steps(const Ends<Vector>& ends, const Segment<System>& before,
                                                    const Segment<System>& earlier, int width, Segment<System>& next,
                                                    Vector& gain) {
  static_assert(Segment<System>::kDegree == 7);
  // The steps before begin at s = -r and s = -q.
  const double r = (before.end - before.begin) * next.inverse_step;
  const double l = (earlier.end - earlier.begin) * next.inverse_step, q = r + l;
  const double u = r * (r + 1), v = q * (q + 1);
  // 1 / w and -w' / w of w = s^2 (s - 1)^2 at -r, and of w = s^2 (s - 1)^2 (s + r)^2 at -q.
  const double inverse = 1 / (u * v * l), inverse_r = inverse * (v * l), inverse_q = inverse * u;
  const double scale_r = inverse_r * inverse_r, tilt_r = 2 * (2 * r + 1) * inverse_r;
  const double scale_q = inverse_q * inverse_q, tilt_q = 2 * (v + l * (2 * q + 1)) * inverse_q;
  // The latter is s^6 + g5 s^5 + ... + g2 s^2.
  const double g = r - 1, g5 = 2 * g, g4 = g * g - 2 * r, g3 = -2 * r * g, g2 = r * r;
  const double middle = 0.0625 * (r + 0.5) * (r + 0.5);
  const double back_r = ends.h * before.inverse_step, back_q = ends.h * earlier.inverse_step;
  for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 2) {
    const Pair y0 = load(&ends.y0[i]), rise = load(&ends.y1[i]) - y0;
    const Pair f0 = both(ends.h) * load(&ends.slope0[i]), f1 = both(ends.h) * load(&ends.slope1[i]);
    // The cubic of this step alone, and what it misses of value and slope at -r.
    const Pair c2 = both(3) * rise - (both(2) * f0 + f1), c3 = (f0 + f1) - both(2) * rise;
    const Pair value_r = (load(&before.c[0][i]) - y0) + both(r) * (f0 - both(r) * (c2 - both(r) * c3));
    const Pair slope_r = both(back_r) * load(&before.c[1][i]) - (f0 - both(r) * (both(2) * c2 - both(3 * r) * c3));
    // Degree 5, with s^2 (s - 1)^2 (a + b s) added, and what that misses at -q.
    const Pair a_r = both(scale_r) * value_r, b = both(scale_r) * slope_r + both(tilt_r) * a_r, a = a_r + both(r) * b;
    const Pair d2 = c2 + a, d3 = c3 + (b - both(2) * a), d4 = a - both(2) * b;
    const Pair value_q =
        (load(&earlier.c[0][i]) - y0) + both(q) * (f0 - both(q) * (d2 - both(q) * (d3 - both(q) * (d4 - both(q) * b))));
    const Pair slope_q =
        both(back_q) * load(&earlier.c[1][i]) -
        (f0 - both(q) * (both(2) * d2 - both(q) * (both(3) * d3 - both(q) * (both(4) * d4 - both(5 * q) * b))));
    // Degree 7, with s^2 (s - 1)^2 (s + r)^2 (m + n s) added.
    const Pair m_q = both(scale_q) * value_q, n = both(scale_q) * slope_q + both(tilt_q) * m_q, m = m_q + both(q) * n;
    store(&next.c[1][i], f0);
    store(&next.c[2][i], d2 + both(g2) * m);
    store(&next.c[3][i], d3 + (both(g3) * m + both(g2) * n));
    store(&next.c[4][i], d4 + (both(g4) * m + both(g3) * n));
    store(&next.c[5][i], b + (both(g5) * m + both(g4) * n));
    store(&next.c[6][i], m + both(g5) * n);
    store(&next.c[7][i], n);
    store(&gain[i], both(middle) * (m + both(0.5) * n));
  }
}

}  // namespace aqm::fluid
