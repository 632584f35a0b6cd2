// Double-Slope RED: Zheng and Atiquzzaman, "DSRED: an active queue management scheme for next generation networks", LCN
// 2000. Two lines that meet half-way between the thresholds.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct DsredLaw {
  static constexpr const char* id = "dsred";
  static constexpr const char* name = "Double-Slope RED";
  struct Params : RedParams {
    double gamma = 0.96;
  };

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 120),
         {with_role(bind<Params, &Params::gamma>("gamma", "1", ParamKind::number, 0.96, {0, 1, true, true},
                                                 "The drop probability half-way is 1 - gamma: near 1 the first "
                                                 "slope is gentle and the second steep."),
                    ParamRole::probability)},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    const double d = p.max_th - p.min_th;
    return {{"mid", "packets", middle(p)},
            {"alpha", "1/packet", 2 * (1 - p.gamma) / d},
            {"beta", "1/packet", 2 * p.gamma / d}};
  }
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double d = p.max_th - p.min_th;
    return avg < middle(p) ? 2 * (1 - p.gamma) / d * (avg - p.min_th)
                           : 1 - p.gamma + 2 * p.gamma / d * (avg - middle(p));
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) { return {p.min_th, middle(p), p.max_th}; }

 private:
  static double middle(const Params& p) { return (p.min_th + p.max_th) / 2; }
};

const Register<SchemeOf<RedFamily<DsredLaw>>> registered;

}  // namespace
}  // namespace aqm
