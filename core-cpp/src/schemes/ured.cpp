// Upper-Threshold RED: C. M. Patel, "URED: Upper threshold RED an efficient congestion control algorithm", ICCCNT 2013.
// Between max_th and u_th the probability rises from max_p to 1.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct UredLaw {
  static constexpr const char* id = "ured";
  static constexpr const char* name = "Upper-Threshold RED";
  struct Params : RedParams {
    double u_th = 90;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   {red_max_p<Params>(0.1),
                    computed<Params, default_u_th>(
                        with_role(bind<Params, &Params::u_th>("u_th", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                              "From this average queue on every packet is dropped."),
                                  ParamRole::queue_threshold),
                        "1.5 max_th")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th < u_th <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("max_th", p.max_th, "u_th", p.u_th);
    check.require(p.u_th <= link.buffer, "u_th", p.u_th, "u_th <= buffer", link.buffer);
  }
  static double law(const Params& p, NoDynamic, double avg) {
    return avg < p.max_th ? red_law(avg, p.min_th, p.max_th, p.max_p) : gentle_slope(avg, p.max_th, p.u_th, p.max_p);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) { return {p.min_th, p.max_th, p.u_th}; }
  static double curve_end(const Params& p) { return p.u_th; }

 private:
  static double default_u_th(const Params& p, const LinkInfo&) { return 1.5 * p.max_th; }
};

const Register<SchemeOf<RedFamily<UredLaw>>> registered;

}  // namespace
}  // namespace aqm
