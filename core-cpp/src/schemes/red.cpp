// RED: Floyd and Jacobson, "Random Early Detection Gateways for Congestion Avoidance", IEEE/ACM ToN 1(4), 1993.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct RedLaw {
  static constexpr const char* id = "red";
  static constexpr const char* name = "Random Early Detection";
  static constexpr bool kAdaptsInLinux = false;
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120),
                   {red_max_p<Params>(0.1)},
                   red_common_with_linux<Params>({"rfj93", "ns2", "linux", "linux-gred"})});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }
  static double law(const Params& p, NoDynamic, double avg) { return red_law(avg, p.min_th, p.max_th, p.max_p); }
};

const Register<SchemeOf<RedFamily<RedLaw>>> registered;

}  // namespace
}  // namespace aqm
