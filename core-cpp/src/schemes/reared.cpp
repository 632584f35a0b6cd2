// Refined Adaptive RED: Kim and Lee, "Refined Adaptive RED in TCP/IP networks", SICE-ICASE 2006. The steps of max_p
// grow with the distance from a narrower target band.
#include "parts/adaptive_max_p.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct RearedParams : AdaptiveParams {
  bool gentle = false;
};

struct RearedLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "reared";
  static constexpr const char* name = "Refined Adaptive RED";
  using Params = RearedParams;
  static constexpr double kAlphaGain = 0.25, kBetaGain = 0.17;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   adaptive_params<Params>(0.48),
                   {gentle_toggle<Params>(false)},
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
    d.max_p = refined_step(p, kAlphaGain, kBetaGain, d.max_p, avg);
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_or_gentle(p, p.gentle, d.max_p, avg); }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) { return red_or_gentle_knots(p, p.gentle); }
  static double curve_end(const Params& p) { return red_or_gentle_end(p, p.gentle); }
};

const Register<SchemeOf<RedFamily<RearedLaw>>> registered;

}  // namespace
}  // namespace aqm
