// Smart RED: Paul, Kawakami, Tachibana and Hasegawa, CCECE 2016. Gentle up to the middle of the band, aggressive beyond
// it.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct SmartRedLaw {
  static constexpr const char* id = "smred";
  static constexpr const char* name = "Smart RED";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"target", "packets", (p.min_th + p.max_th) / 2}};
  }
  /// The jump at the target, from max_p / 4 to 0.707 max_p, is intended.
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double x = (avg - p.min_th) / (p.max_th - p.min_th);
    return x < 0.5 ? p.max_p * x * x : p.max_p * std::sqrt(x);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) {
    return {p.min_th, (p.min_th + p.max_th) / 2, p.max_th};
  }
};

const Register<SchemeOf<RedFamily<SmartRedLaw>>> registered;

}  // namespace
}  // namespace aqm
