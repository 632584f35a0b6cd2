// New Reno: the standard TCP of RFC 5681 with the fast recovery of RFC 6582, or of RFC 6675 with SACK.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct NewReno {
  static constexpr const char* id = "newreno";
  static constexpr const char* name = "NewReno";
  static constexpr const char* source = "RFC 6582";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {};
  static std::vector<ParamSpec> table() { return {}; }
  static FluidSender fluid(const Params&) { return {}; }
};

const ControlOf<NewReno> registered;

}  // namespace
}  // namespace aqm
