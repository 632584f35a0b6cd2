// RED with dynamic configuration: Alemu and Jean-Marie, "Dynamic configuration of RED parameters", GLOBECOM 2004. max_p
// follows the average queue: in every interval it is multiplied by the ratio of the average to the previous average.
#include "parts/adaptive_max_p.hpp"
#include "parts/apart.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct DcredParams : RedParams {
  double interval = 0.5;  ///< s
  double max_p_bottom = 0.01, max_p_top = 0.75;
};

struct DcredLaw {
  static constexpr const char* id = "dcred";
  static constexpr const char* name = "RED with dynamic configuration";
  static constexpr const char* apart = kApartRests;
  using Params = DcredParams;
  struct Dynamic {
    double max_p = 0;
    double avg_old = 0;  ///< the average one interval ago, packets
  };

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 60),
         {initial_max_p<Params>(),
          bind<Params, &Params::interval>("interval", "s", ParamKind::number, 0.5, {0.01, 60},
                                          "Time between two adaptations of max_p."),
          with_role(
              bind<Params, &Params::max_p_bottom>("max_p_bottom", "1", ParamKind::number, 0.01, {0, 1, true, false},
                                                  "max_p is not decreased below this, so that it can "
                                                  "come back after an empty queue."),
              ParamRole::probability),
          with_role(bind<Params, &Params::max_p_top>("max_p_top", "1", ParamKind::number, 0.75, {0, 1, true, false},
                                                     "max_p is not increased above this."),
                    ParamRole::probability)},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check.require(p.max_p_bottom <= p.max_p, "max_p", p.max_p, "max_p_bottom <= max_p", p.max_p_bottom);
    check.require(p.max_p <= p.max_p_top, "max_p", p.max_p, "max_p <= max_p_top", p.max_p_top);
  }

  static Dynamic initial(const Params& p) { return {p.max_p, 0}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"max_p", "1", "The adapted max_p.", ParamRole::probability},
            {"avg_old", "packets", "The average at the adaptation before."}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.max_p;
    out[1] = d.avg_old;
  }
  static Dynamic read(const Params&, const double* in) { return {in[0], in[1]}; }

  /// An empty queue gives no ratio: max_p does not change then.
  static void adapt(const Params& p, Dynamic& d, double avg) {
    if (avg > 0 && d.avg_old > 0) d.max_p = std::clamp(d.max_p * avg / d.avg_old, p.max_p_bottom, p.max_p_top);
    d.avg_old = avg;
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_law(avg, p.min_th, p.max_th, d.max_p); }
};

const Register<SchemeOf<RedFamily<DcredLaw>>> registered;

}  // namespace
}  // namespace aqm
