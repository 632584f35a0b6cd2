// A congestion control with `timed_out` misspelt: nothing calls `timeout`, so the sender must not compile.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Misspelt {
  static constexpr const char* id = "misspelt";
  static constexpr const char* name = "Misspelt";
  static constexpr const char* source = "nowhere";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {};
  static std::vector<ParamSpec> table() { return {}; }
  static void timeout(const Params&, NoState&, const Connection& c) { c.cwnd = 1; }
  static FluidSender fluid(const Params&) { return {}; }
};

const ControlOf<Misspelt> registered;

}  // namespace
}  // namespace aqm
