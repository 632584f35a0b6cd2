// Proportional control: Hollot, Misra, Towsley and Gong, "On designing improved controllers for AQM routers supporting
// TCP flows", INFOCOM 2001, section III: the probability is proportional to the distance of the queue above its
// reference.
#include "parts/ecn_toggle.hpp"
#include "parts/queue_marking.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct Proportional {
  static constexpr const char* id = "pc";
  static constexpr const char* name = "Proportional controller";
  struct Params {
    double gain = 0.002;    ///< 1/packet
    double reference = 20;  ///< packets
    bool ecn = false;
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::gain>("gain", "1/packet", ParamKind::number, 0.002, {0, 1, true, false},
                                        "What each packet above the reference adds to the probability."),
            with_role(bind<Params, &Params::reference>("reference", "packets", ParamKind::number, 20, {0, 1e6},
                                                       "Up to this queue nothing is dropped."),
                      ParamRole::queue_threshold),
            ecn_toggle<Params>()};
  }
  static std::vector<const char*> constraints() { return {"reference <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.reference <= link.buffer, "reference", p.reference, "reference <= buffer", link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"queue at which everything is dropped", "packets", p.reference + 1 / p.gain}};
  }
  static double law(const Params& p, double q) { return std::clamp(p.gain * (q - p.reference), 0.0, 1.0); }
  static std::vector<double> knots(const Params& p) { return {p.reference, p.reference + 1 / p.gain}; }
};

const Register<SchemeOf<QueueMarking<Proportional>>> registered;

}  // namespace
}  // namespace aqm
