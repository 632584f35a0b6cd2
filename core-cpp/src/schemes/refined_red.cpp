// Refined RED: Wang and Shin, "Refined design of random early detection gateways", GLOBECOM 1999, as described in
// AQMRD's paper: a queue that stays long first raises the weight of the average, and then max_p when the weight cannot
// rise further. The steps, and the return in reverse order, are this project's choice: factors of two for the weight,
// Adaptive RED's steps for max_p.
#include "parts/adaptive_weight.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct RefinedRedParams : AdaptiveParams {
  double w_q_top = 0.032;
  double alpha = 0.01, beta = 0.9;
};

struct RefinedRedLaw : HasAdaptiveWeight {
  static constexpr const char* id = "refined_red";
  static constexpr const char* name = "Refined RED";
  using Params = RefinedRedParams;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   adaptive_params<Params>(0.4),
                   aimd_params<Params>(),
                   {bind<Params, &Params::w_q_top>("w_q_top", "1", ParamKind::number, 0.032, {0, 1, true, true},
                                                   "The weight is doubled up to this, from w_q.")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top", "w_q <= w_q_top"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check_adaptive(p, check);
    check.require(p.w_q <= p.w_q_top, "w_q_top", p.w_q_top, "w_q <= w_q_top", p.w_q);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) { return target_band_computed(p); }
  static void adapt(const Params& p, Dynamic& d, double avg) {
    d.avg_old = avg;
    const Band target = target_band(p.min_th, p.max_th, p.band);
    if (avg > target.hi && d.w_q < p.w_q_top) {
      d.w_q = std::min(2 * d.w_q, p.w_q_top);
    } else if (avg < target.lo && d.max_p < p.max_p_bottom && d.w_q > p.w_q) {
      d.w_q = std::max(d.w_q / 2, p.w_q);
    } else {
      d.max_p = aimd_step(p, p.alpha, p.beta, d.max_p, avg);
    }
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_law(avg, p.min_th, p.max_th, d.max_p); }
};

const Register<SchemeOf<RedFamily<RefinedRedLaw>>> registered;

}  // namespace
}  // namespace aqm
