// Prague (draft-briscoe-iccrg-prague-congestion-control, for the requirements of RFC 9331): like DCTCP, with a count of
// marks that survives lost acknowledgements (RFC 9768), pacing, and windows below two segments. Growth, estimate and
// reductions use a virtual round trip of at least 25 ms, so that short round trips have no larger share.
//
// Left out: how its implementations find free capacity sooner after a time without marks, the fallback at a queue that
// is not an L4S queue, and smaller segments at low rates.
#include <algorithm>

#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Prague {
  static constexpr const char* id = "prague";
  static constexpr const char* name = "Prague";
  static constexpr const char* source = "RFC 9331, draft-briscoe-iccrg-prague-congestion-control";
  static constexpr EcnUse ecn = EcnUse::l4s;
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr bool counts_marks = true;
  static constexpr double floor = 0.1;                              ///< segments: pacing sends one in ten round trips
  static constexpr double burst_seconds = 250e-6, burst_least = 1;  ///< one burst must not fill a queue of 1 ms
  struct Params {
    double g = 1.0 / 16;         ///< gain of the estimate of the marked share
    double virtual_rtt = 0.025;  ///< s
  };
  struct State {
    std::uint32_t acked = 0, marked = 0;
    std::uint32_t end = 0, reduced_end = 0;  ///< of the windows after the last estimate, and after the last reduction
    double alpha = 1;
    Time estimated = 0, reduced = 0;
  };
  static_assert(sizeof(State) <= Controller::kInline);
  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::g>("g", "1", ParamKind::number, 1.0 / 16, {0, 1, true},
                                 "Weight of the newest round trip in the estimate of the marked share."),
        bind<Params, &Params::virtual_rtt>("virtual_rtt", "s", ParamKind::number, 0.025, {0, 1},
                                           "Shorter round trips count as long as this: their flows have the share of "
                                           "one with this round trip.")};
  }

  /// The share of marks, once per window and virtual round trip.
  static void acknowledged(const Params& p, State& s, const Connection& c, const AckEvent& ack) {
    s.acked += ack.delivered;
    s.marked += ack.marks;
    if (ack.next < s.end || s.acked == 0 || c.now < s.estimated + virtual_rtt(p, c)) return;
    const double fraction = std::min(1.0, static_cast<double>(s.marked) / s.acked);
    s.alpha += (fraction - s.alpha) * p.g;
    s.acked = s.marked = 0;
    s.end = c.high;
    s.estimated = c.now;
  }

  /// The rate grows by one segment per virtual round trip: the window grows by (R/V)^2 in a round trip.
  static void grow(const Params& p, State&, const Connection& c, const AckEvent& ack) {
    const double unmarked = ack.segments - std::min(ack.marks, ack.segments);
    const double scale = to_seconds(c.srtt) / to_seconds(virtual_rtt(p, c));
    c.cwnd += unmarked * scale * scale / c.cwnd;
  }

  /// Reduces by half of the estimate, once per window and virtual round trip.
  static double after_echo(const Params& p, State& s, const Connection& c, double /*in_network*/) {
    if (s.reduced_end != 0 && (c.una <= s.reduced_end || c.now < s.reduced + virtual_rtt(p, c))) return c.cwnd;
    s.reduced = c.now;
    s.reduced_end = c.high;
    return c.cwnd * (1 - s.alpha / 2);
  }

  /// As Reno (RFC 9331 section 4.3, requirement 2).
  static double after_loss(const Params&, State&, const Connection& c, double in_network) {
    return std::min(in_network, c.cwnd) / 2;
  }

  /// 3 % above the rate of the window in the first half of a virtual round trip, 3 % below it in the second. In slow
  /// start, twice that rate.
  static double pacing_rate(const Params& p, State& s, const Connection& c) {
    if (c.srtt == 0) return kInfinity;
    const double rate = c.cwnd / to_seconds(c.srtt);
    if (c.cwnd < c.ssthresh) return 2 * rate;
    return c.now - s.estimated < virtual_rtt(p, c) / 2 ? rate * kOver : rate / kOver;
  }

  /// Pacing limits what is sent; the window only limits what piles up on a stalled path.
  static double window(const Params&, State&, const Connection& c) { return std::max(c.cwnd * kOver + 1, 2.0); }

  static FluidSender fluid(const Params& p) {
    FluidSender sender{FluidTcp::prague};
    sender.gain = p.g;
    sender.virtual_trip = p.virtual_rtt;
    sender.needs_marks = true;
    sender.none_without_marks =
        "Prague without marks grows by a virtual round trip, which the equations of losses do not have.";
    return sender;
  }

 private:
  static constexpr double kOver = 1.03;
  static Time virtual_rtt(const Params& p, const Connection& c) {
    return std::max(c.srtt, from_seconds(p.virtual_rtt));
  }
};

const ControlOf<Prague> registered;

}  // namespace
}  // namespace aqm
