// Harsh RED: Jaervinen, Ding, Nyrhinen and Kojo, "Harsh RED: improving RED for limited aggregate traffic", AINA 2012.
// RED for few flows: a large weight, so that the average follows slow start, and one steep line up to the buffer's end
// instead of max_th.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct HarshRedLaw {
  static constexpr const char* id = "hred";
  static constexpr const char* name = "Harsh RED";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all =
        joined({{red_thresholds<Params>(20, 120).front(), red_max_p<Params>(1)}, red_common<Params>()});
    all[1].help = "Drop probability that the line reaches at the buffer's limit.";
    all[2].fallback = 0.05;  // w_q: slow start doubles the queue in one round trip, which is too fast for RED's 0.002
    return all;
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < buffer"}; }
  static void check_thresholds(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.min_th < link.buffer, "min_th", p.min_th, "min_th < buffer");
  }
  /// The line ends at the buffer's end.
  static void derive(Params& p, const LinkInfo& link) { p.max_th = link.buffer; }
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    return std::min(1.0, p.max_p * (avg - p.min_th) / (p.max_th - p.min_th));
  }
};

const Register<SchemeOf<RedFamily<HarshRedLaw>>> registered;

}  // namespace
}  // namespace aqm
