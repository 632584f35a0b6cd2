// Three-Section RED: C.-W. Feng, Huang, Xu and Chang, "Congestion control scheme performance analysis based on
// nonlinear RED", IEEE Systems Journal 11(4), 2017. A cubic, a line and a cubic over thirds of [min_th, max_th].
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct TredLaw {
  static constexpr const char* id = "tred";
  static constexpr const char* name = "Three-Section RED";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double x = (avg - p.min_th) / (p.max_th - p.min_th);
    if (x < 1.0 / 3) return 9 * p.max_p * x * x * x;  // 9 makes the sections meet: 9 / 27 = 1 / 3
    if (x < 2.0 / 3) return p.max_p * x;
    const double y = x - 1;
    return p.max_p * (1 + 9 * y * y * y);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) {
    const double d = p.max_th - p.min_th;
    return {p.min_th, p.min_th + d / 3, p.min_th + 2 * d / 3, p.max_th};
  }
};

const Register<SchemeOf<RedFamily<TredLaw>>> registered;

}  // namespace
}  // namespace aqm
