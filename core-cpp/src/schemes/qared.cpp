// Quadratic Adaptive RED: Xue, Computer Technology and Development 38(3), 2020. Adaptive RED with a parabola in place
// of the line.
#include "parts/adaptive_max_p.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct QaredParams : AdaptiveParams {
  double alpha = 0.01, beta = 0.9;
};

struct QaredLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "qared";
  static constexpr const char* name = "Quadratic Adaptive RED";
  using Params = QaredParams;

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 60), adaptive_params<Params>(0.4), aimd_params<Params>(), red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top",
            "alpha < max_p / 4 and beta > 0.83 (warning)"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check_adaptive(p, check);
    warn_aimd(p.alpha, p.beta, p.max_p, check);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) { return target_band_computed(p); }
  static void adapt(const Params& p, Dynamic& d, double avg) { d.max_p = aimd_step(p, p.alpha, p.beta, d.max_p, avg); }
  static double law(const Params& p, const Dynamic& d, double avg) {
    return quadratic_law(avg, p.min_th, p.max_th, d.max_p);
  }
};

const Register<SchemeOf<RedFamily<QaredLaw>>> registered;

}  // namespace
}  // namespace aqm
