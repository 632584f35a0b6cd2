// The source of the scalable control of Low, Paganini, Wang and Doyle, "Linear stability of TCP/RED and a scalable
// control", Computer Networks 43(5), 2003. Its rate is a static function of the price q of its path,
//   x = x_max exp(-alpha q / (M tau)),
// with tau its round-trip time and M at least the number of bottlenecks on the path. The loop of such sources and of
// links with the price p' = (y - gamma C) / C is stable for every delay, rate and number of flows if alpha < pi / 2.
// The source knows the price from the share of its marks, 1 - phi^-q.
//
// A reading: the paper does not say how a source estimates the share, how it starts, and what a loss does. Here the
// estimate is a moving average that lags by a constant number of round trips, and a TCP window is a second limit: a
// flow starts and answers losses as standard TCP does. Marks do not end slow start.
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct ScalableControl {
  static constexpr const char* id = "scalable_control";
  static constexpr const char* name = "Scalable control";
  static constexpr const char* source = "Low, Paganini, Wang and Doyle 2003, doi:10.1016/S1389-1286(03)00304-9";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::l4s;
  static constexpr bool counts_marks = true;
  static constexpr double kLeast = 0.1;  ///< segments: pacing sends one in ten round trips
  struct Params {
    double x_max = 1000;  ///< segments/s
    double alpha = 0.5, bottlenecks = 1, phi = 3, weight = 1;
  };
  struct State {
    double share = 0;  ///< of marked segments
    bool lost = false;
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::x_max>("x_max", "packets/s", ParamKind::number, 1000, {0, 1e9, true},
                                         "Rate of the sender where nothing is marked."),
            bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 0.5, {0, 100, true},
                                         "Gain. Below pi / 2 the loop is stable whatever the round-trip time, the rate "
                                         "and the number of flows."),
            bind<Params, &Params::bottlenecks>("bottlenecks", "1", ParamKind::number, 1, {1, 1000},
                                               "M: the largest number of bottlenecks on a path."),
            bind<Params, &Params::phi>("phi", "1", ParamKind::number, 3, {1, 1e6, true, false},
                                       "Base of the exponential by which links mark: the same as theirs."),
            bind<Params, &Params::weight>("weight", "1", ParamKind::number, 1, {0, 100, true},
                                          "Weight of one round trip in the estimate of the marked share: the estimate "
                                          "lags by 1 / weight round trips.")};
  }

  static void acknowledged(const Params& p, State& s, const Connection& c, const AckEvent& ack) {
    if (ack.delivered == 0) return;
    const double marked = std::min(1.0, static_cast<double>(ack.marks) / ack.delivered);
    s.share += (marked - s.share) * -math::expm1(-p.weight * ack.delivered / sent_in_a_trip(p, s, c));
  }
  /// The TCP window grows while it is a limit or nearly one. A mark does not end slow start, because it is no sign of
  /// loss: the law answers it.
  static void grow(const Params& p, State& s, const Connection& c, const AckEvent&) {
    if (c.cwnd < window_of_law(p, s, c)) c.cwnd += s.lost ? 1 / c.cwnd : 1;
  }
  static void slow_start(const Params& p, State& s, const Connection& c, const AckEvent&) {
    if (c.cwnd < window_of_law(p, s, c)) c.cwnd += 1;
  }
  static double after_loss(const Params&, State& s, const Connection&, double in_network) {
    s.lost = true;
    return in_network / 2;
  }
  static double after_echo(const Params&, State&, const Connection& c, double /*in_network*/) { return c.cwnd; }

  static double pacing_rate(const Params& p, State& s, const Connection& c) {
    return c.srtt == 0 ? kInfinity : sent_in_a_trip(p, s, c) / to_seconds(c.srtt);
  }
  /// Pacing sets the rate of the law. Its window limits only what collects on a stalled path.
  static double window(const Params& p, State& s, const Connection& c) {
    return std::min(c.cwnd, window_of_law(p, s, c));
  }

  static FluidSender fluid(const Params& p) {
    FluidSender sender{FluidTcp::scalable_control};
    sender.gain = p.weight;
    sender.rate = p.x_max;
    sender.price_gain = p.alpha / p.bottlenecks / math::log(p.phi);
    sender.needs_marks = true;
    sender.none_without_marks = "This sender responds to marks only.";
    return sender;
  }

 private:
  /// x tau, segments.
  static double law(const Params& p, const State& s, const Connection& c) {
    const double trip = to_seconds(c.srtt), price = -math::log1p(-s.share) / math::log(p.phi);
    return std::max(kLeast, p.x_max * trip * math::exp(-p.alpha * price / (p.bottlenecks * trip)));
  }
  static double window_of_law(const Params& p, const State& s, const Connection& c) {
    return c.srtt == 0 ? kInfinity : 2 * law(p, s, c) + 2;
  }
  static double sent_in_a_trip(const Params& p, const State& s, const Connection& c) {
    return c.srtt == 0 ? c.cwnd : std::min(c.cwnd, law(p, s, c));
  }
};

const ControlOf<ScalableControl> registered;

}  // namespace
}  // namespace aqm
