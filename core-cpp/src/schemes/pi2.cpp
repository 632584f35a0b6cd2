// PI2: De Schepper, Bondarenko, Tsang and Briscoe, "PI2: A linearized AQM for both classic and scalable TCP", CoNEXT
// 2016, with the gains of RFC 9332. It has one queue and does not need PIE's table of scaled steps, because the
// probability is the square of the controlled variable.
#include <cmath>

#include "laws/step_law.hpp"
#include "parts/delay_target.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/pi_step.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

struct Pi2Params {
  double target = 0.015, interval = 0.016;  ///< s
  double alpha = 0.16, beta = 3.2;          ///< 1/s
  double k = 2;
  bool ecn = false;
};

class Pi2Discipline final : public FifoDiscipline<Pi2Discipline> {
 public:
  Pi2Discipline(const Pi2Params& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), ticker_(p.interval) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    // A scalable sender (ECT(1)) gets marks with probability k p, which gives it the rate that a classic sender gets
    // with p^2.
    if (params_.ecn && packet.ecn == Ecn::ect1)
      return arrival.u < std::min(1.0, params_.k * p_) ? Fate::marked : Fate::accepted;
    return arrival.u < p_ * p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }

  Time next_timer() const override { return ticker_.next(); }
  /// The delay is the time that the packet at the head has waited.
  void on_timer(Time now) override {
    const double delay = store_.empty() ? 0 : to_seconds(now - store_.front().enqueued);
    p_ = pi_step(p_, delay, delay_, params_.target, params_.alpha, params_.beta);
    delay_ = delay;
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = p_;
    out[1] = p_ * p_;
    out[2] = delay_;
  }

 private:
  Pi2Params params_;
  Ticker ticker_;
  double p_ = 0, delay_ = 0;
};

struct Pi2 {
  static constexpr const char* id = "pi2";
  static constexpr const char* name = "PI2";
  using Params = Pi2Params;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all =
        delay_params<Params>(0.015, 1e-4, 0.016, {0.001, 1}, "Time between two updates of the probability.");
    all.push_back(bind<Params, &Params::alpha>("alpha", "1/s", ParamKind::number, 0.16, {0, 100, true, false},
                                               "Weight of the delay's distance from the target."));
    all.push_back(bind<Params, &Params::beta>("beta", "1/s", ParamKind::number, 3.2, {0, 100, true, false},
                                              "Weight of the delay's change since the update before."));
    all.push_back(bind<Params, &Params::k>("k", "1", ParamKind::number, 2, {1, 10},
                                           "Coupling: scalable packets are marked with k p, classic ones with p^2."));
    all.push_back(ecn_toggle<Params>());
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"p", "1", "What the controller steers.", ParamRole::probability},
            {"p_C", "1", "Drop or mark probability: p^2."},
            {"qdelay", "s", "What the packet at the head had waited at the latest update.", ParamRole::delay_target}};
  }
  static std::vector<const char*> constraints() { return {"target >= one packet's transmission time (warning)"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    warn_short_target("target", p.target, link, check);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec;
    spec.states = {{"p", "1", 1e-2}};
    spec.interval = p.interval;
    spec.step = [p](double* z, const FluidQueue& now, double old, unsigned) {
      z[0] = pi_step(z[0], now.q / now.capacity, old / now.capacity, p.target, p.alpha, p.beta);
    };
    spec.probability = [](const FluidQueue&, const double* z, unsigned) { return std::clamp(z[0] * z[0], 0.0, 1.0); };
    spec.reference = [p](double capacity) { return p.target * capacity; };
    spec.rest = [](double probability, double* z) { z[0] = std::sqrt(probability); };
    return {fluid::stepped(std::move(spec), choice.form), "For classic senders: scalable ones would see k p."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<Pi2Discipline>(p, link);
  }
};

const Register<SchemeOf<Pi2>> registered;

}  // namespace
}  // namespace aqm
