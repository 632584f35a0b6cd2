// AC-RED: its parameters and its place in the catalogue.
#include "acred.hpp"

#include "parts/register.hpp"

namespace aqm {
namespace {

struct Acred : AcredLaw {
  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60), {red_max_p<Params>(0.1)}, change_params(), red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th < ac_th <= buffer", "min_th <= mid_th0 <= max_th",
            "p1_coeff = 2: P1 exceeds 1 for max_p > 3/8 and is clamped"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("max_th", p.max_th, "ac_th", p.ac_th);
    check.require(p.ac_th <= link.buffer, "ac_th", p.ac_th, "ac_th <= buffer", link.buffer);
    check.require(p.min_th <= p.mid_th0, "mid_th0", p.mid_th0, "min_th <= mid_th0", p.min_th);
    check.require(p.mid_th0 <= p.max_th, "mid_th0", p.mid_th0, "mid_th0 <= max_th", p.max_th);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"queue above average from which P1 rules", "packets", p.d_th / p.w_q}};
  }

 private:
  static double default_ac(const Params& p, const LinkInfo&) { return 1.5 * p.max_th; }
  static double default_mid(const Params& p, const LinkInfo&) { return (p.min_th + p.max_th) / 2; }

  static std::vector<ParamSpec> change_params() {
    return {
        aqm::computed<Params, default_ac>(
            with_role(bind<Params, &Params::ac_th>("ac_th", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                   "Where P2 reaches 1 (AC_th)."),
                      ParamRole::queue_threshold),
            "1.5 max_th"),
        bind<Params, &Params::d_th>(
            "d_th", "packets", ParamKind::number, 0.005, {0, 10},
            "The average rises fast when it grows by more than this an arrival, that is when the "
            "queue is more than d_th / w_q above it."),
        bind<Params, &Params::step_down>("step_down", "packets", ParamKind::number, 2.0 / 3, {0, 100},
                                         "mid_th falls by this at an arrival while the average rises fast; 0: never."),
        bind<Params, &Params::step_up>("step_up", "packets", ParamKind::number, 1.5, {0, 100},
                                       "mid_th rises by this at an arrival while the average falls; 0: never."),
        aqm::computed<Params, default_mid>(
            with_role(bind<Params, &Params::mid_th0>("mid_th0", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                     "Where the moving threshold starts."),
                      ParamRole::queue_threshold),
            "(min_th + max_th) / 2"),
        mid_update_choice<Params>(MidUpdate::always),
        bind<Params, &Params::p1_coeff>("p1_coeff", "1", ParamKind::number, 2, {0, 2, true, false},
                                        "Factor of the cube root in P1: 2 as printed, 1/3 ends at max_p."),
        toggle<Params, &Params::as_printed>("as_printed", false,
                                            "Take equation 9 literally, its values clamped to probabilities."),
    };
  }
};

const Register<SchemeOf<RedFamily<Acred>>> registered;

}  // namespace
}  // namespace aqm
