// Self-tuning RED: Chen, Hu and Ji, "Self-tuning random early detection algorithm to improve performance of network
// transmission", Mathematical Problems in Engineering 2011. According to its abstract, max_p comes from the history of
// max_p and of the average, and the weight from a linear condition of stability, both for the discrete map of TCP and
// RED. The two rules are derived here from that map.
#include "self_tuning_red.hpp"

#include "parts/adaptive_max_p.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct SelfTuningParams : AdaptiveParams {
  double rtt = 0.1;     ///< s
  double margin = 0.5;  ///< of the stable weight
  double path = 0;      ///< packets, computed
  double weight = 0;    ///< of the average, computed
};

struct SelfTuningLaw : HasAdaptiveMaxP {
  static constexpr const char* id = "self_tuning_red";
  static constexpr const char* name = "Self-tuning RED";
  using Params = SelfTuningParams;

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 60),
         {initial_max_p<Params>(),
          bind<Params, &Params::interval>("interval", "s", ParamKind::number, 0.5, {0.01, 60},
                                          "Time between two adaptations of max_p."),
          with_role(bind<Params, &Params::max_p_bottom>("max_p_bottom", "1", ParamKind::number, 0.01,
                                                        {0, 1, true, false}, "max_p is not decreased below this."),
                    ParamRole::probability),
          with_role(bind<Params, &Params::max_p_top>("max_p_top", "1", ParamKind::number, 0.5, {0, 1, true, false},
                                                     "max_p is not increased above this."),
                    ParamRole::probability),
          bind<Params, &Params::rtt>("rtt", "s", ParamKind::number, 0.1, {0.001, 10},
                                     "Round trip without the queue that it is tuned for."),
          bind<Params, &Params::margin>("margin", "1", ParamKind::number, 0.5, {0, 1, true, false},
                                        "w_q is lowered to this share of the largest stable weight.")},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) { check_adaptive(p, check); }
  static void derive(Params& p, const LinkInfo& link) {
    p.path = p.rtt * mean_packets_per_second(p.mean_pkt_size, link);
    const double stable = self_tuning::stable_weight(target(p), p.min_th, p.path);
    p.weight = std::min(p.w_q, self_tuning::packet_weight(p.margin * stable, target(p) + p.path));
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"target", "packets", target(p)}, {"w_q in use", "1", p.weight}};
  }
  static double weight(const Params& p, const Dynamic&) { return p.weight; }
  static void adapt(const Params& p, Dynamic& d, double avg) {
    d.max_p =
        std::clamp(self_tuning::next_max_p(d.max_p, avg, target(p), p.min_th, p.path), p.max_p_bottom, p.max_p_top);
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_law(avg, p.min_th, p.max_th, d.max_p); }

 private:
  static double target(const Params& p) { return 0.5 * (p.min_th + p.max_th); }
};

const Register<SchemeOf<RedFamily<SelfTuningLaw>>> registered;

}  // namespace
}  // namespace aqm
