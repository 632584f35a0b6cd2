// The pure drop laws that several members of the RED family share. All take packets and give p_b in [0, 1].
#pragma once

namespace aqm {

/// Floyd and Jacobson 1993, eq 2: a line from 0 at min_th to max_p at max_th, certain from there on.
constexpr double red_law(double avg, double min_th, double max_th, double max_p) {
  if (avg < min_th) return 0;
  if (avg >= max_th) return 1;
  return max_p * (avg - min_th) / (max_th - min_th);
}

/// A line from max_p at max_th to 1 at u_th: the slope of Gentle RED (u_th = 2 max_th) and of URED.
constexpr double gentle_slope(double avg, double max_th, double u_th, double max_p) {
  if (avg >= u_th) return 1;
  return max_p + (1 - max_p) * (avg - max_th) / (u_th - max_th);
}

/// Zhou, Yeung and Li 2006: a parabola that ends at `top` replaces the line of RED; drops are certain from max_th on.
/// With top = 1.5 max_p the area under it equals RED's.
constexpr double quadratic_law(double avg, double min_th, double max_th, double top) {
  if (avg < min_th) return 0;
  if (avg >= max_th) return 1;
  const double x = (avg - min_th) / (max_th - min_th);
  return top * x * x;
}

}  // namespace aqm
