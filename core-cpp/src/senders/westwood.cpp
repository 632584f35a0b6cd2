// Westwood+ (Grieco and Mascolo, "Performance evaluation and comparison of Westwood+, New Reno, and Vegas TCP
// congestion control", ACM CCR 34(2), 2004): it grows like standard TCP, and after a loss it keeps as much in flight as
// the path was measured to carry without a queue.
#include <algorithm>

#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Westwood {
  static constexpr const char* id = "westwood";
  static constexpr const char* name = "Westwood+";
  static constexpr const char* source = "Grieco and Mascolo 2004, doi:10.1145/997150.997155";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {
    double alpha = 0.9;  ///< weight of the old estimate
  };
  struct State {
    Time rtt_min = kNever, since = kNever;
    double bandwidth = 0;     ///< estimate, segments/s; 0: there has been no sample
    std::uint32_t total = 0;  ///< delivered by `since`
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 0.9, {0, 0.9999},
                                         "Weight of the old estimate of the bandwidth against a new sample, of which "
                                         "there is one each round trip.")};
  }

  /// A sample is the delivery of one round trip, divided by its length: acknowledgements that arrive in bunches do not
  /// count as bandwidth.
  static void acknowledged(const Params& p, State& s, const Connection& c, const AckEvent& ack) {
    if (ack.rtt > 0) s.rtt_min = std::min(s.rtt_min, ack.rtt);
    if (s.since != kNever && c.now - s.since < c.srtt) return;
    if (s.since != kNever) {
      const double sample = (ack.total - s.total) / to_seconds(c.now - s.since);
      s.bandwidth = s.bandwidth == 0 ? sample : p.alpha * s.bandwidth + (1 - p.alpha) * sample;
    }
    s.since = c.now;
    s.total = ack.total;
  }

  /// Bandwidth times the shortest round trip; a loss never increases the window.
  static double after_loss(const Params&, State& s, const Connection& c, double in_network) {
    return s.bandwidth == 0 ? in_network / 2 : std::min(s.bandwidth * to_seconds(s.rtt_min), c.used);
  }

  static FluidSender fluid(const Params&) {
    FluidSender sender;
    sender.none = "What its window falls to is measured, which none of the model's equations of senders does.";
    return sender;
  }
};

const ControlOf<Westwood> registered;

}  // namespace
}  // namespace aqm
