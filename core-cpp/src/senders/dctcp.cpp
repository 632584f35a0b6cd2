// DCTCP (RFC 8257): marks are counted, and a window with marks shrinks in proportion to their share.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct DctcpParams {
  double g = 1.0 / 16;  ///< section 3.3: gain of the estimate of the marked share
};

class DctcpController final : public Controller {
 public:
  explicit DctcpController(const DctcpParams& p) : params_(p) { counts_marks = true; }

  void open(const Connection& c) const override { c.state<State>() = {}; }

  /// Section 3.3: alpha follows the fraction of marked segments, once a window.
  void acknowledged(const Connection& c, const Acknowledged& ack) const override {
    State& s = c.state<State>();
    s.acked += ack.segments;
    if (ack.echo) s.marked += ack.segments;
    if (ack.next < s.end || s.acked == 0) return;
    const double fraction = static_cast<double>(s.marked) / s.acked;
    s.alpha += (fraction - s.alpha) * params_.g;
    s.acked = s.marked = 0;
    s.end = c.high;
  }

  double after_echo(const Connection& c, double /*in_network*/) const override {
    return c.cwnd * (1 - c.state<State>().alpha / 2);
  }

 private:
  struct State {
    std::uint32_t acked = 0, marked = 0, end = 0;
    double alpha = 1;
  };
  DctcpParams params_;
};

struct Dctcp {
  static constexpr const char* id = "dctcp";
  static constexpr const char* name = "DCTCP";
  static constexpr const char* source = "RFC 8257";
  static constexpr EcnUse ecn = EcnUse::l4s;
  static constexpr Recovery recovery = Recovery::newreno;
  using Params = DctcpParams;
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::g>("g", "1", ParamKind::number, 1.0 / 16, {0, 1, true},
                                     "Weight of the newest window in the estimate of the marked share.")};
  }
  static std::unique_ptr<const Controller> make(const Params& p) { return std::make_unique<DctcpController>(p); }
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
