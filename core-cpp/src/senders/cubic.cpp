// CUBIC (RFC 9438): the window is a cubic function of the time since the last congestion, around W_max, the window at
// that congestion.
#include <algorithm>

#include "aqm/elementary.hpp"
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Cubic {
  static constexpr const char* id = "cubic";
  static constexpr const char* name = "CUBIC";
  static constexpr const char* source = "RFC 9438";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  static constexpr double abe = 0.85;  ///< RFC 8511 section 3
  struct Params {
    double beta = 0.7;  ///< section 4.6: the factor of the window at congestion
    double c = 0.4;     ///< section 5: how fast the window returns, segments/s^3
  };
  struct State {
    Time turn =
        /// when the cubic is at W_max: K after the start of this congestion avoidance; kNever: it has not started
        kNever;
    Time last = 0;  ///< the last acknowledgement in this congestion avoidance
    double w_max = 0, w_est = 0;
    double prior = 0;  ///< cwnd_prior: the window before the last reduction
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::beta>("beta", "1", ParamKind::number, 0.7, {0.1, 0.99},
                                        "What congestion leaves of the window."),
            bind<Params, &Params::c>("c", "segments/s^3", ParamKind::number, 0.4, {0.001, 1000},
                                     "How fast the window comes back.")};
  }

  /// Sections 4.2 to 4.6, the window in segments and time in seconds.
  [[gnu::noinline]] static void grow(const Params& p, State& s, const Connection& connection, const AckEvent& ack) {
    double& cwnd = connection.cwnd;
    if (s.turn == kNever) {
      s.w_max = std::max(s.w_max, cwnd);
      s.turn = connection.now + from_seconds(math::cbrt((s.w_max - cwnd) / p.c));
      s.w_est = cwnd;
    }
    s.last = connection.now;
    const auto cubic = [&](Time at) {
      const double t = to_seconds(at - s.turn);
      return p.c * t * t * t + s.w_max;
    };
    const double alpha = s.w_est >= s.prior ? 1.0 : 3 * (1 - p.beta) / (1 + p.beta);
    s.w_est += alpha * ack.segments / cwnd;  // section 4.3, by segments and not by acknowledgements
    if (cubic(connection.now) < s.w_est) {
      cwnd = std::max(cwnd, s.w_est);  // an acknowledgement never reduces the window
    } else {
      const double target = std::clamp(cubic(connection.now + connection.srtt), cwnd, 1.5 * cwnd);
      cwnd += (target - cwnd) / cwnd;
    }
  }

  /// Section 5.8: the time in which the window is not used does not count.
  static void held(const Params&, State& s, const Connection& connection) {
    if (s.turn != kNever) s.turn += connection.now - s.last;
    s.last = connection.now;
  }

  /// Section 4.6, for the part of the window that is in use (section 5.8).
  static double after_loss(const Params& p, State&, const Connection& connection, double /*in_network*/) {
    return connection.used * p.beta;
  }

  /// Section 4.7, fast convergence: a flow whose peak falls leaves room for new ones.
  static void congested(const Params& p, State& s, const Connection& connection) {
    s.w_max = connection.used < s.w_max ? connection.used * (1 + p.beta) / 2 : connection.used;
    s.prior = connection.used;
    s.turn = kNever;
  }

  /// Section 4.8: the next congestion avoidance has K = 0 and W_max = W_est = its first window.
  static void timed_out(const Params&, State& s, const Connection& connection) {
    s.w_max = 0;
    s.prior = connection.used;
    s.turn = kNever;
  }

  /// W_max stays known over a pause, but the time since then does not.
  static void restarted(const Params&, State& s, const Connection&) { s.turn = kNever; }

  static FluidSender fluid(const Params& p) { return {FluidTcp::cubic, 1 - p.beta, p.c}; }
};

const ControlOf<Cubic> registered;

}  // namespace
}  // namespace aqm
