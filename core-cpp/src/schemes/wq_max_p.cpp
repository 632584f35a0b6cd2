// The w_q and max_p algorithm: Verma, Iyer and Karandikar, "Active queue management using Adaptive RED", Journal of
// Communications and Networks 5(3), 2003, as described in ANLRED's paper: two weights of the average in addition to
// Adaptive RED's max_p, the smaller one while the average hardly changes. The limit between small and large changes,
// and the ratio of the weights, are this project's choice.
#include "parts/adaptive_weight.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct WqMaxPParams : AdaptiveParams {
  double w_q_large = 0.02;
  double change = 0.1;
  double alpha = 0.01, beta = 0.9;
};

struct WqMaxPLaw : HasAdaptiveWeight {
  static constexpr const char* id = "wq_max_p";
  static constexpr const char* name = "w_q and max_p algorithm";
  using Params = WqMaxPParams;

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 60),
         adaptive_params<Params>(0.4),
         aimd_params<Params>(),
         {bind<Params, &Params::w_q_large>("w_q_large", "1", ParamKind::number, 0.02, {0, 1, true, true},
                                           "Weight of the average while it changes much; w_q otherwise."),
          bind<Params, &Params::change>("change", "1", ParamKind::number, 0.1, {0, 1, true, false},
                                        "A change of the average within an interval by more than this share of "
                                        "[min_th, max_th] is much.")},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top", "w_q <= w_q_large"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check_adaptive(p, check);
    check.require(p.w_q <= p.w_q_large, "w_q_large", p.w_q_large, "w_q <= w_q_large", p.w_q);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) { return target_band_computed(p); }
  static void adapt(const Params& p, Dynamic& d, double avg) {
    d.w_q = std::abs(avg - d.avg_old) > p.change * (p.max_th - p.min_th) ? p.w_q_large : p.w_q;
    d.max_p = aimd_step(p, p.alpha, p.beta, d.max_p, avg);
    d.avg_old = avg;
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_law(avg, p.min_th, p.max_th, d.max_p); }
};

const Register<SchemeOf<RedFamily<WqMaxPLaw>>> registered;

}  // namespace
}  // namespace aqm
