// Gentle RED with `knots` misspelt: nothing calls `knotz`, so the scheme must not compile.
#include "parts/gentle.hpp"
#include "parts/red_family.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct MisspeltLaw {
  static constexpr const char* id = "misspelt";
  static constexpr const char* name = "Misspelt";
  struct Params : RedParams {};
  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {}; }
  static double law(const Params& p, NoDynamic, double avg) { return red_law(avg, p.min_th, p.max_th, p.max_p); }
  static std::vector<double> knotz(const Params& p, int, NoDynamic) { return {p.min_th, p.max_th}; }
};

const Register<SchemeOf<RedFamily<MisspeltLaw>>> registered;

}  // namespace
}  // namespace aqm
