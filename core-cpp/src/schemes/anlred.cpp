// ANLRED: Manasa S., "ANLRED: A Robust AQM Mechanism for Congestion Avoidance". The parabola of Nonlinear RED
// (coefficient 1) with the max_p of Refined Adaptive RED.
#include "parts/adaptive_max_p.hpp"
#include "parts/automatic.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct AnlredParams : AdaptiveParams {
  double alpha_gain = 0.25, beta_gain = 0.17;
  bool automatic = false;
  double target_delay = 0.005;
};

struct AnlredLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "anlred";
  static constexpr const char* name = "Adaptive Nonlinear RED";
  using Params = AnlredParams;

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 60),
         adaptive_params<Params>(0.48),
         {bind<Params, &Params::alpha_gain>("alpha_gain", "1", ParamKind::number, 0.25, {0, 1, true, false},
                                            "Increase of max_p, times how far the average is above the band."),
          bind<Params, &Params::beta_gain>("beta_gain", "1", ParamKind::number, 0.17, {0, 1, true, false},
                                           "Decrease of max_p, times how far the average is below the band.")},
         automatic_params<Params>(),
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) { check_adaptive(p, check); }
  static void derive(Params& p, const LinkInfo& link) {
    if (p.automatic) set_automatic(p, p.target_delay, link);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return joined_computed(p.automatic ? automatic_computed(p) : std::vector<Computed>{}, target_band_computed(p));
  }
  static void adapt(const Params& p, Dynamic& d, double avg) {
    d.max_p = refined_step(p, p.alpha_gain, p.beta_gain, d.max_p, avg);
  }
  /// Equation 11.
  static double law(const Params& p, const Dynamic& d, double avg) {
    return quadratic_law(avg, p.min_th, p.max_th, d.max_p);
  }
};

const Register<SchemeOf<RedFamily<AnlredLaw>>> registered;

}  // namespace
}  // namespace aqm
