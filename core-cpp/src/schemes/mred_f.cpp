// Modified RED of G. Feng, Agarwal, Jayaraman and Siew, "Modified RED gateways under bursty traffic", IEEE
// Communications Letters 8(5), 2004: above max_th everything is dropped only if the instantaneous queue is above max_th
// too.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

/// The law while avg >= max_th > q.
enum class OverLaw : int { extend, hold };

struct MredFengLaw {
  static constexpr const char* id = "mred_f";
  static constexpr const char* name = "Modified RED (Feng G.)";
  struct Params : RedParams {
    OverLaw over_law = OverLaw::extend;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   {red_max_p<Params>(0.1), choice<Params, &Params::over_law>(
                                                "over_law", {"extend", "hold"}, 0,
                                                "Above max_th with a short queue: RED's line goes on, or stays at "
                                                "max_p.")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  static double law(const Params& p, NoDynamic, double avg, double q) {
    if (avg < p.max_th || q >= p.max_th) return red_law(avg, p.min_th, p.max_th, p.max_p);
    if (p.over_law == OverLaw::hold) return p.max_p;
    return std::min(1.0, p.max_p * (avg - p.min_th) / (p.max_th - p.min_th));
  }

  static std::vector<double> queue_levels(const Params& p) { return {p.max_th}; }

  static std::vector<CurveSpec> curves() { return {{"queue below max_th"}, {"queue at or above max_th"}}; }
  static double curve(const Params& p, int which, NoDynamic, double avg) {
    return law(p, {}, avg, which == 0 ? 0 : p.max_th);
  }
  static std::vector<double> knots(const Params& p, int which, NoDynamic) {
    std::vector<double> all{p.min_th, p.max_th};
    const double certain = p.min_th + (p.max_th - p.min_th) / p.max_p;
    if (which == 0 && p.over_law == OverLaw::extend && certain > p.max_th) all.push_back(certain);
    return all;
  }
};

const Register<SchemeOf<RedFamily<MredFengLaw>>> registered;

}  // namespace
}  // namespace aqm
