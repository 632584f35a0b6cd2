// A congestion control whose `grow` has other arguments than those of its call: it must not compile.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct OtherArguments {
  static constexpr const char* id = "other-arguments";
  static constexpr const char* name = "Other arguments";
  static constexpr const char* source = "nowhere";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {};
  static std::vector<ParamSpec> table() { return {}; }
  static void grow(const Params&, NoState&, const Connection& c) { c.cwnd += 1; }
  static FluidSender fluid(const Params&) { return {}; }
};

const ControlOf<OtherArguments> registered;

}  // namespace
}  // namespace aqm
