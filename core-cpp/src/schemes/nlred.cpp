// Nonlinear RED: Zhou, Yeung and Li, "Nonlinear RED: a simple yet efficient active queue management scheme", Computer
// Networks 50, 2006. A parabola replaces RED's line.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct NlredLaw {
  static constexpr const char* id = "nlred";
  static constexpr const char* name = "Nonlinear RED";
  struct Params : RedParams {
    double coeff = 1.5;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120),
                   {red_max_p<Params>(0.1),
                    bind<Params, &Params::coeff>("coeff", "1", ParamKind::number, 1.5, {0, 4, true, false},
                                                 "The parabola ends at coeff * max_p: 1.5 gives it the area of RED's "
                                                 "line, 1 the height.")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer", "coeff * max_p <= 1"}; }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check.require(p.coeff * p.max_p <= 1, "coeff", p.coeff, "coeff * max_p <= 1", 1 / p.max_p);
  }
  static double law(const Params& p, NoDynamic, double avg) {
    return quadratic_law(avg, p.min_th, p.max_th, p.coeff * p.max_p);
  }
};

const Register<SchemeOf<RedFamily<NlredLaw>>> registered;

}  // namespace
}  // namespace aqm
