// ARED with MIMD: Marquez, Gonzalez, Carrero and Sulbaran 2007, as described in ANLRED's paper: Adaptive RED in which
// max_p is multiplied in both directions. The factors are this project's choice: ARED's 0.9 and its inverse.
#include "parts/adaptive_max_p.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct AredMimdParams : AdaptiveParams {
  double alpha = 1 / 0.9, beta = 0.9;
  bool gentle = true;
};

struct AredMimdLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "ared_mimd";
  static constexpr const char* name = "ARED with MIMD";
  using Params = AredMimdParams;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   adaptive_params<Params>(0.4),
                   {bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 1 / 0.9, {1, 4, true, false},
                                                 "max_p is multiplied by this when the average is above the band."),
                    bind<Params, &Params::beta>("beta", "1", ParamKind::number, 0.9, {0.1, 1, false, true},
                                                "max_p is multiplied by this when the average is below the band."),
                    gentle_toggle<Params>(true)},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top",
            "gentle: 2 max_th <= buffer for the slope to be fully reachable (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_adaptive(p, check);
    warn_gentle(p, p.gentle, link, check);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) { return target_band_computed(p); }
  static void adapt(const Params& p, Dynamic& d, double avg) {
    const Band target = target_band(p.min_th, p.max_th, p.band);
    if (avg > target.hi) d.max_p = std::min(p.alpha * d.max_p, p.max_p_top);
    if (avg < target.lo) d.max_p = std::max(p.beta * d.max_p, p.max_p_bottom);
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_or_gentle(p, p.gentle, d.max_p, avg); }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) { return red_or_gentle_knots(p, p.gentle); }
  static double curve_end(const Params& p) { return red_or_gentle_end(p, p.gentle); }
};

const Register<SchemeOf<RedFamily<AredMimdLaw>>> registered;

}  // namespace
}  // namespace aqm
