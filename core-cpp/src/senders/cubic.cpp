// CUBIC (RFC 9438): the window is a cubic function of the time since the last congestion, around the window W_max at which that was.
#include <algorithm>

#include "aqm/elementary.hpp"
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct CubicParams {
  double beta = 0.7;  ///< section 4.6: what congestion leaves of the window
  double c = 0.4;     ///< section 5: how fast the window comes back, segments/s^3
};

class CubicController final : public Controller {
 public:
  explicit CubicController(const CubicParams& p) : params_(p) { own_growth = true; }

  void open(const Connection& connection) const override { connection.state<State>() = {}; }

  /// Sections 4.2 to 4.6, the window in segments and time in seconds.
  [[gnu::noinline]] void grow(const Connection& connection) const override {
    State& s = connection.state<State>();
    double& cwnd = connection.cwnd;
    if (s.epoch == kNever) {
      s.epoch = connection.now;
      if (cwnd < s.w_max) {
        s.k = math::cbrt((s.w_max - cwnd) / params_.c);
      } else {
        s.k = 0;
        s.w_max = cwnd;
      }
      s.w_est = cwnd;
    }
    const double t = to_seconds(connection.now - s.epoch + connection.srtt) - s.k;
    const double target = std::clamp(params_.c * t * t * t + s.w_max, cwnd, 1.5 * cwnd);
    const double alpha = s.w_est >= s.w_max ? 1.0 : 3 * (1 - params_.beta) / (1 + params_.beta);
    s.w_est += alpha / cwnd;
    cwnd = target < s.w_est ? std::max(cwnd, s.w_est) : cwnd + (target - cwnd) / cwnd;
  }

  double after_loss(const Connection& connection, double /*in_network*/) const override {
    return connection.cwnd * params_.beta;
  }

  /// Section 4.7, fast convergence: a flow whose peak falls leaves room for new ones.
  void congested(const Connection& connection) const override {
    State& s = connection.state<State>();
    s.w_max = connection.cwnd < s.w_max ? connection.cwnd * (1 + params_.beta) / 2 : connection.cwnd;
    s.epoch = kNever;
  }

 private:
  struct State {
    Time epoch = kNever;
    double w_max = 0, k = 0, w_est = 0;
  };
  CubicParams params_;
};

struct Cubic {
  static constexpr const char* id = "cubic";
  static constexpr const char* name = "CUBIC";
  static constexpr const char* source = "RFC 9438";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  using Params = CubicParams;
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::beta>("beta", "1", ParamKind::number, 0.7, {0.1, 0.99},
                                        "What congestion leaves of the window."),
            bind<Params, &Params::c>("c", "segments/s^3", ParamKind::number, 0.4, {0.001, 1000},
                                     "How fast the window comes back.")};
  }
  static std::unique_ptr<const Controller> make(const Params& p) { return std::make_unique<CubicController>(p); }
  static FluidSender fluid(const Params& p) { return {FluidTcp::cubic, 1 - p.beta, p.c}; }
};

const ControlOf<Cubic> registered;

}  // namespace
}  // namespace aqm
