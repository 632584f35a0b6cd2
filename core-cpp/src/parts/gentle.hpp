// The gentle slope above max_th as a switch of a scheme: its toggle, curve, knots and warning.
#pragma once
#include "red_laws.hpp"
#include "red_params.hpp"

namespace aqm {

template <class P>
ParamSpec gentle_toggle(bool fallback) {
  return toggle<P, &P::gentle>("gentle", fallback,
                               "Above max_th rise to 1 at 2 max_th in a straight line instead of dropping everything.");
}

/// A member's curve with the current max_p: RED's, gentle or not.
constexpr double red_or_gentle(const RedParams& p, bool gentle, double max_p, double avg) {
  return gentle && avg >= p.max_th ? gentle_slope(avg, p.max_th, 2 * p.max_th, max_p)
                                   : red_law(avg, p.min_th, p.max_th, max_p);
}
inline std::vector<double> red_or_gentle_knots(const RedParams& p, bool gentle) {
  return gentle ? std::vector{p.min_th, p.max_th, 2 * p.max_th} : std::vector{p.min_th, p.max_th};
}
constexpr double red_or_gentle_end(const RedParams& p, bool gentle) { return gentle ? 2 * p.max_th : 1.2 * p.max_th; }

/// `settable`: the user sets the thresholds, they are not computed.
inline void warn_gentle(const RedParams& p, bool gentle, const LinkInfo& link, Checker& check, bool settable = true) {
  check.warn(!gentle || 2 * p.max_th <= link.buffer, "max_th", p.max_th,
             "2 max_th <= buffer, else the buffer overflows before the gentle slope ends",
             settable ? link.buffer / 2.0 : kUnset);
}

}  // namespace aqm
