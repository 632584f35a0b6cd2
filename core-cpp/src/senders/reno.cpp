// Reno: like New Reno, but fast recovery ends with the first new acknowledgement (RFC 2581), so that several losses in
// one window cause several reductions or a timeout. It has no selective acknowledgements.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Reno {
  static constexpr const char* id = "reno";
  static constexpr const char* name = "Reno";
  static constexpr const char* source = "RFC 5681";
  static constexpr Recovery recovery = Recovery::reno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {};
  static std::vector<ParamSpec> table() { return {}; }
  static FluidSender fluid(const Params&) { return {}; }
};

const ControlOf<Reno> registered;

}  // namespace
}  // namespace aqm
