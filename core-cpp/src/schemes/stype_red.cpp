// S-type RED: Ren et al. 2021, known here only from AC-RED's paper, which gives only the form: a sigmoid in place of
// RED's line. The logistic function and its steepness are this project's choice, scaled so that the curve begins at 0
// and ends at max_p.
#include "aqm/elementary.hpp"
#include "parts/red_family.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct StypeRedLaw {
  static constexpr const char* id = "stype_red";
  static constexpr const char* name = "S-type RED";
  struct Params : RedParams {
    double steepness = 10;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   {red_max_p<Params>(0.1),
                    bind<Params, &Params::steepness>("steepness", "1", ParamKind::number, 10, {0, 100, true, false},
                                                     "How steep the S is in the middle; near 0 it is RED's line.")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }

  /// With X = (avg - min_th) / (max_th - min_th): max_p (s(X) - s(0)) / (s(1) - s(0)), s(X) = 1 / (1 + exp(-k (X -
  /// 1/2))).
  static double law(const Params& p, const NoDynamic&, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double x = (avg - p.min_th) / (p.max_th - p.min_th);
    // Both differences lose their digits as k goes to 0; there the S equals RED's line except for a relative k^2 / 48.
    if (p.steepness < 1e-5) return p.max_p * x;
    const double least = logistic(p, 0);
    return p.max_p * (logistic(p, x) - least) / (logistic(p, 1) - least);
  }

 private:
  static double logistic(const Params& p, double x) { return 1 / (1 + math::exp(-p.steepness * (x - 0.5))); }
};

const Register<SchemeOf<RedFamily<StypeRedLaw>>> registered;

}  // namespace
}  // namespace aqm
