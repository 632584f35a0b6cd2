// MRED of Zhang, Ma, Wang and Xu, "MRED: an improved nonlinear RED algorithm", ICCAE 2011: the parabola of Nonlinear
// RED up to max_th, the slope of Gentle RED beyond.
#include "parts/gentle.hpp"
#include "parts/red_family.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct MredZhangLaw {
  static constexpr const char* id = "mred_z";
  static constexpr const char* name = "MRED (Zhang)";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "2 max_th <= buffer for the gentle slope to be fully reachable (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) { warn_gentle(p, true, link, check); }
  static double law(const Params& p, NoDynamic, double avg) {
    return avg < p.max_th ? quadratic_law(avg, p.min_th, p.max_th, p.max_p)
                          : gentle_slope(avg, p.max_th, 2 * p.max_th, p.max_p);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) { return {p.min_th, p.max_th, 2 * p.max_th}; }
  static double curve_end(const Params& p) { return 2 * p.max_th; }
};

const Register<SchemeOf<RedFamily<MredZhangLaw>>> registered;

}  // namespace
}  // namespace aqm
