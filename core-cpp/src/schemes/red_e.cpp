// RED_E: Abdel-Jaber, "An Exponential Active Queue Management Method Based on Random Early Detection", 2020. An
// exponential function of the average replaces RED's line.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct RedELaw {
  static constexpr const char* id = "red_e";
  static constexpr const char* name = "RED_E (Exponential)";
  static constexpr const char* apart =
      "The curve is nearly a jump at max_th: this model swings about the jump, and the queue of packets rests below "
      "it.";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  /// max_p (e^avg - e^min) / (e^max - e^min), with every term divided by e^max, which would overflow.
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double least = math::exp(p.min_th - p.max_th);
    return p.max_p * (math::exp(avg - p.max_th) - least) / (1 - least);
  }
};

const Register<SchemeOf<RedFamily<RedELaw>>> registered;

}  // namespace
}  // namespace aqm
