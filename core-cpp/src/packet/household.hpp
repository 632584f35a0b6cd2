// What the delays and losses of a row mean to its users: a speech quality, a grade, round trips per minute.
#pragma once

namespace aqm {

/// Transmission rating R of a call by the E-model (ITU-T G.107), with all other parameters at their defaults: 93.2
/// minus the impairments of delay (section 7.4, Idd; echo is cancelled) and of loss (section 7.5; G.711 with
/// concealment, Ie = 0 and Bpl = 25.1 of G.113 appendix I; losses at random). `delay` from mouth to ear in s, `loss` a
/// share.
double call_rating(double delay, double loss);

/// Mean opinion score of a rating (G.107 annex B): from 1 to 4.5.
double opinion_score(double rating);

/// DSLReports' grade of bufferbloat by the delay that load adds, s: 5 for A+ (below 5 ms), 4 for A (below 30), 3 for B
/// (below 60), 2 for C (below 200), 1 for D (below 400) and 0 for F; NaN for NaN.
double bloat_grade(double added);

/// Round trips per minute (draft-ietf-ippm-responsiveness) if one takes `round_trip` s.
inline double per_minute(double round_trip) { return 60 / round_trip; }

}  // namespace aqm
