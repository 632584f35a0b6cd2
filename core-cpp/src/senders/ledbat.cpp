// LEDBAT (RFC 6817): a sender for background transfers, which holds the queueing delay that it measures at a target and
// so leaves the link to senders that fill the buffer. Sections are those of the RFC. LEDBAT++ (draft-irtf-iccrg-
// ledbat-plus-plus: slow start, slowdowns by which late flows find the base delay) is not here.
#include <algorithm>
#include <array>

#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Ledbat {
  static constexpr const char* id = "ledbat";
  static constexpr const char* name = "LEDBAT";
  static constexpr const char* source = "RFC 6817";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  static constexpr bool reports_delay = true;
  static constexpr int kMostMinutes = 10, kMostDelays = 16;
  static constexpr Time kMinute = 60 * kSecond;
  static constexpr double kAllowedIncrease = 1, kLeastWindow = 2;  ///< segments, section 2.5
  struct Params {
    double target = 0.1;
    double gain = 1;
    int base_history = 10;
    int filter = 4;
  };
  struct State {
    std::array<Time, kMostMinutes> base{};   ///< the least delay of each minute, the present one first
    std::array<Time, kMostDelays> recent{};  ///< the latest delays
    int minutes = 0, delays = 0;             ///< how many of these are known
    int next = 0;                            ///< where the next delay goes
    Time minute = 0;                         ///< the present one
    double change = 0;                       ///< of the window by this acknowledgement, segments
    double most = 0;                         ///< and its bound
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::target>("target", "s", ParamKind::number, 0.1, {0.001, 1},
                                          "The queueing delay that it aims at; RFC 6817 allows at most 0.1 s."),
            bind<Params, &Params::gain>("gain", "1", ParamKind::number, 1, {0.01, 10},
                                        "The segments that a round trip without a queue adds to the window; RFC 6817 "
                                        "allows at most 1."),
            bind<Params, &Params::base_history>("base_history", "min", ParamKind::integer, 10, {1, kMostMinutes},
                                                "The time over which the shortest delay counts as that of the path "
                                                "without a queue."),
            bind<Params, &Params::filter>("filter", "1", ParamKind::integer, 4, {1, kMostDelays},
                                          "The number of latest delays, of which the least is the present one.")};
  }

  /// Section 2.4.2, on acknowledgement: what the delays say about the window.
  static void acknowledged(const Params& p, State& s, const Connection& c, const AckEvent& ack) {
    if (!ack.recovering) c.ssthresh = std::min(c.ssthresh, c.cwnd);  // there is no slow start
    if (ack.delay > 0) measure(p, s, c.now, ack.delay);
    if (s.delays == 0) return;
    const Time base = *std::min_element(s.base.begin(), s.base.begin() + s.minutes);
    const Time present = *std::min_element(s.recent.begin(), s.recent.begin() + s.delays);
    const double off_target = 1 - to_seconds(present - base) / p.target;
    s.change = p.gain * off_target * ack.segments / c.cwnd;
    s.most = ack.in_flight + ack.delivered + kAllowedIncrease;
  }
  /// update_base_delay and update_current_delay.
  static void measure(const Params& p, State& s, Time now, Time delay) {
    if (s.minutes == 0 || now / kMinute != s.minute) {
      std::rotate(s.base.begin(), s.base.end() - 1, s.base.end());
      s.base[0] = delay;
      s.minutes = std::min(s.minutes + 1, p.base_history);
      s.minute = now / kMinute;
    }
    s.base[0] = std::min(s.base[0], delay);
    s.recent[static_cast<std::size_t>(s.next)] = delay;
    s.next = (s.next + 1) % p.filter;
    s.delays = std::min(s.delays + 1, p.filter);
  }

  static void grow(const Params&, State& s, const Connection& c, const AckEvent&) { set(s, c); }
  static void slow_start(const Params&, State& s, const Connection& c, const AckEvent&) { set(s, c); }
  static void held(const Params&, State& s, const Connection& c) { set(s, c); }
  static void set(const State& s, const Connection& c) {
    c.cwnd = std::max(std::min(c.cwnd + s.change, s.most), kLeastWindow);
  }

  static FluidSender fluid(const Params&) {
    FluidSender sender;
    sender.none = "Its window follows the delay that it measures, which none of the model's equations of senders does.";
    return sender;
  }
};

const ControlOf<Ledbat> registered;

}  // namespace
}  // namespace aqm
