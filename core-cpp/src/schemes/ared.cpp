// Adaptive RED: Floyd, Gummadi and Shenker, "Adaptive RED: An Algorithm for Increasing the Robustness of RED's Active
// Queue Management", ICSI report, 2001.
#include "parts/adaptive_max_p.hpp"
#include "parts/automatic.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct AredParams : AdaptiveParams {
  double alpha = 0.01, beta = 0.9;
  bool gentle = true;
  bool automatic = false;
  double target_delay = 0.005;
};

struct AredLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "ared";
  static constexpr const char* name = "Adaptive RED";
  static constexpr bool kAdaptsInLinux = true;
  using Params = AredParams;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   adaptive_params<Params>(0.4),
                   aimd_params<Params>(),
                   {gentle_toggle<Params>(true)},
                   automatic_params<Params>(),
                   red_common_with_linux<Params>({"rfj93", "ns2", "linux"})});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top",
            "alpha < max_p / 4 and beta > 0.83 (warning)",
            "gentle: 2 max_th <= buffer for the slope to be fully reachable (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_adaptive(p, check);
    warn_aimd(p.alpha, p.beta, p.max_p, check);
    warn_gentle(p, p.gentle && !is_linux(p), link, check, !p.automatic);
  }
  static void derive(Params& p, const LinkInfo& link) {
    if (p.automatic) set_automatic(p, p.target_delay, link);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return joined_computed(p.automatic ? automatic_computed(p) : std::vector<Computed>{}, target_band_computed(p));
  }
  static void adapt(const Params& p, Dynamic& d, double avg) { d.max_p = aimd_step(p, p.alpha, p.beta, d.max_p, avg); }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_or_gentle(p, p.gentle, d.max_p, avg); }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) { return red_or_gentle_knots(p, p.gentle); }
  static double curve_end(const Params& p) { return red_or_gentle_end(p, p.gentle); }
};

const Register<SchemeOf<RedFamily<AredLaw>>> registered;

}  // namespace
}  // namespace aqm
