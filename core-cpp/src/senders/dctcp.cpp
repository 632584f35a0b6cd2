// DCTCP (RFC 8257): marks are counted, and a window with marks is reduced in proportion to their share.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Dctcp {
  static constexpr const char* id = "dctcp";
  static constexpr const char* name = "DCTCP";
  static constexpr const char* source = "RFC 8257";
  static constexpr EcnUse ecn = EcnUse::l4s;
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr bool accurate_echo = true;
  struct Params {
    double g = 1.0 / 16;  ///< section 3.3: gain of the estimate of the marked share
  };
  struct State {
    std::uint32_t acked = 0, marked = 0, end = 0;
    double alpha = 1;
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::g>("g", "1", ParamKind::number, 1.0 / 16, {0, 1, true},
                                     "Weight of the newest window in the estimate of the marked share.")};
  }

  /// Section 3.3: alpha follows the fraction of marked segments, once per window.
  static void acknowledged(const Params& p, State& s, const Connection& c, const AckEvent& ack) {
    s.acked += ack.segments;
    s.marked += ack.marks;
    if (ack.next < s.end || s.acked == 0) return;
    const double fraction = static_cast<double>(s.marked) / s.acked;
    s.alpha += (fraction - s.alpha) * p.g;
    s.acked = s.marked = 0;
    s.end = c.high;
  }

  static double after_echo(const Params&, State& s, const Connection& c, double /*in_network*/) {
    return c.used * (1 - s.alpha / 2);
  }

  static FluidSender fluid(const Params& p) {
    FluidSender sender{FluidTcp::dctcp};
    sender.gain = p.g;
    sender.needs_marks = true;
    return sender;
  }
};

const ControlOf<Dctcp> registered;

}  // namespace
}  // namespace aqm
