// RED with a timer that adapts max_p until the average queue lies in a target band: steps, parameters, state.
#pragma once
#include <algorithm>

#include "gentle.hpp"
#include "red_family.hpp"

namespace aqm {

/// The target band of the average queue: [min_th + band D, max_th - band D] with D = max_th - min_th.
struct Band {
  double lo, hi;
};
constexpr Band target_band(double min_th, double max_th, double band) {
  const double d = max_th - min_th;
  return {min_th + band * d, min_th + (1 - band) * d};
}

struct AdaptiveParams : RedParams {
  double interval = 0.5;  ///< s
  double band = 0.4;
  double max_p_bottom = 0.01, max_p_top = 0.5;
};

/// Floyd, Gummadi and Shenker 2001: additive increase by min(alpha, max_p / 4), multiplicative decrease by beta. The
/// guards are tested before the step, as printed.
inline double aimd_step(const AdaptiveParams& p, double alpha, double beta, double max_p, double avg) {
  const Band target = target_band(p.min_th, p.max_th, p.band);
  if (avg > target.hi && max_p <= p.max_p_top) return max_p + std::min(alpha, max_p / 4);
  if (avg < target.lo && max_p >= p.max_p_bottom) return max_p * beta;
  return max_p;
}

/// Kim and Lee 2006: the steps are proportional to the distance from the band, the nearer end of the band is the
/// target, and max_p stays within its bounds.
inline double refined_step(const AdaptiveParams& p, double alpha_gain, double beta_gain, double max_p, double avg) {
  const Band target = target_band(p.min_th, p.max_th, p.band);
  if (avg < target.lo) {
    max_p *= 1 - beta_gain * (target.lo - avg) / (target.lo - p.min_th);
  } else if (avg > target.hi) {
    max_p += alpha_gain * max_p * (avg - target.hi) / target.hi;
  }
  return std::clamp(max_p, p.max_p_bottom, p.max_p_top);
}

/// Tahiliani, Shet and Basavaraju 2012: the refined step while the average moves away from the band; the steps of
/// Adaptive RED (0.9, and 0.01 but at most a quarter) while the average returns.
inline double cautious_step(const AdaptiveParams& p, double max_p, double avg, double avg_old) {
  const Band target = target_band(p.min_th, p.max_th, p.band);
  const bool leaves = avg < target.lo ? avg <= avg_old : avg > avg_old;
  if (leaves) return refined_step(p, 0.25, 0.17, max_p, avg);
  return std::clamp(aimd_step(p, 0.01, 0.9, max_p, avg), p.max_p_bottom, p.max_p_top);
}

/// The dynamic state of a law whose only state is an adapted max_p.
struct HasAdaptiveMaxP {
  struct Dynamic {
    double max_p = 0;
  };
  static Dynamic initial(const RedParams& p) { return {p.max_p}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"max_p", "1", "The adapted max_p.", ParamRole::probability}};
  }
  static void write(const Dynamic& d, double* out) { out[0] = d.max_p; }
  static Dynamic read(const RedParams&, const double* in) { return {in[0]}; }
};

template <class P>
ParamSpec initial_max_p() {
  return with_role(bind<P, &P::max_p>("max_p", "1", ParamKind::number, 0.1, {0, 1, true, false},
                                      "Drop probability just below max_th, until it is adapted for the first time."),
                   ParamRole::probability);
}

/// max_p, interval, band and bounds.
template <class P>
std::vector<ParamSpec> adaptive_params(double band) {
  return {
      initial_max_p<P>(),
      bind<P, &P::interval>("interval", "s", ParamKind::number, 0.5, {0.01, 60},
                            "Time between two adaptations of max_p."),
      bind<P, &P::band>("band", "1", ParamKind::number, band, {0, 0.5, true, true},
                        "The target band leaves out this share of [min_th, max_th] at either end."),
      with_role(bind<P, &P::max_p_bottom>("max_p_bottom", "1", ParamKind::number, 0.01, {0, 1, true, false},
                                          "max_p is not decreased below this."),
                ParamRole::probability),
      with_role(bind<P, &P::max_p_top>("max_p_top", "1", ParamKind::number, 0.5, {0, 1, true, false},
                                       "max_p is not increased above this."),
                ParamRole::probability),
  };
}

/// alpha and beta of `aimd_step`.
template <class P>
std::vector<ParamSpec> aimd_params() {
  return {
      bind<P, &P::alpha>("alpha", "1", ParamKind::number, 0.01, {0, 0.25, true, false},
                         "Added to max_p when the average is above the band, but no more than a quarter of max_p."),
      bind<P, &P::beta>("beta", "1", ParamKind::number, 0.9, {0.5, 1, false, true},
                        "max_p is multiplied by this when the average is below the band."),
  };
}

inline void check_adaptive(const AdaptiveParams& p, Checker& check) {
  check.require(p.max_p_bottom <= p.max_p, "max_p", p.max_p, "max_p_bottom <= max_p", p.max_p_bottom);
  check.require(p.max_p <= p.max_p_top, "max_p", p.max_p, "max_p <= max_p_top", p.max_p_top);
}

/// The recommendation that one step must not carry the average across the band (Floyd, Gummadi and Shenker 2001).
inline void warn_aimd(double alpha, double beta, double max_p, Checker& check) {
  check.warn(alpha < 0.25 * max_p, "alpha", alpha,
             "alpha < max_p / 4, else the first increases of max_p are limited to a quarter of it");
  check.warn(beta > 0.83, "beta", beta, "beta > 0.83, else one decrease can carry the average across the target band",
             0.9);
}

inline std::vector<Computed> joined_computed(std::vector<Computed> first, const std::vector<Computed>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

inline std::vector<Computed> target_band_computed(const AdaptiveParams& p) {
  const Band target = target_band(p.min_th, p.max_th, p.band);
  return {{"target_lo", "packets", target.lo}, {"target_hi", "packets", target.hi}};
}

}  // namespace aqm
