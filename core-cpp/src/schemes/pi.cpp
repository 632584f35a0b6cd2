// PI: Hollot, Misra, Towsley and Gong, "On designing improved controllers for AQM routers supporting TCP flows",
// INFOCOM 2001. Also Novel-PD, which is the same arithmetic with other names for the gains.
#include "laws/step_law.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/pi_step.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

struct PiParams {
  double a = 1.822e-5, b = 1.816e-5;  ///< 1/packet
  double rate = 170;                  ///< 1/s
  double target = 50;                 ///< packets
  bool ecn = false;
};

class PiDiscipline final : public FifoDiscipline<PiDiscipline> {
 public:
  PiDiscipline(const PiParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), ticker_(1 / p.rate) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    return arrival.u < p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }

  Time next_timer() const override { return ticker_.next(); }
  /// p + a (q - target) - b (q_old - target), with integral gain a - b and proportional gain b.
  void on_timer(Time /*now*/) override {
    p_ = pi_step(p_, packets_, q_old_, params_.target, params_.a - params_.b, params_.b);
    q_old_ = packets_;
    ticker_.advance();
  }
  void observe(double* out) const override { out[0] = p_; }

 private:
  PiParams params_;
  Ticker ticker_;
  double p_ = 0, q_old_ = 0;
};

/// What the two controllers share.
struct PiLaw {
  static std::vector<StateSpec> states() {
    return {{"p", "1", "Drop probability, the same for every arrival.", ParamRole::probability}};
  }
  static FluidOffer fluid(const PiParams& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec;
    spec.states = {{"p", "1", 1e-3}};
    spec.interval = 1 / p.rate;
    spec.step = [p](double* z, const FluidQueue& now, double old, unsigned) {
      z[0] = pi_step(z[0], now.q, old, p.target, p.a - p.b, p.b);
    };
    spec.probability = [](const FluidQueue&, const double* z, unsigned) { return z[0]; };
    spec.reference = [p](double) { return p.target; };
    spec.rest = [](double probability, double* z) { z[0] = probability; };
    return {fluid::stepped(std::move(spec), choice.form), {}};
  }
  static std::unique_ptr<QueueDiscipline> make(const PiParams& p, const LinkInfo& link, Rng) {
    return std::make_unique<PiDiscipline>(p, link);
  }
};

template <class P>
ParamSpec pi_target() {
  return with_role(bind<P, &P::target>("target", "packets", ParamKind::number, 50, {0, 1e6},
                                       "The queue that the controller steers to."),
                   ParamRole::queue_threshold);
}

struct Pi : PiLaw {
  static constexpr const char* id = "pi";
  static constexpr const char* name = "Proportional-Integral controller";
  using Params = PiParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::a>("a", "1/packet", ParamKind::number, 1.822e-5, {0, 1, true, false},
                                 "Weight of the present deviation from the target."),
        bind<Params, &Params::b>("b", "1/packet", ParamKind::number, 1.816e-5, {0, 1, true, false},
                                 "Weight of the deviation one sample ago; a - b is the integral gain."),
        bind<Params, &Params::rate>("rate", "1/s", ParamKind::number, 170, {1, 1e5},
                                    "Samples of the queue per second."),
        pi_target<Params>(),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<const char*> constraints() { return {"a > b", "target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.a > p.b, "a", p.a, "a > b, else a queue above the target does not raise the probability");
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"integral gain", "1/(packet s)", (p.a - p.b) * p.rate}, {"proportional gain", "1/packet", p.b}};
  }
};

struct NovelPdParams : PiParams {
  double k_p = 6e-8, k_d = 1.816e-5;  ///< 1/packet
};

/// Novel-PD: Bisoy and Pattnaik 2017. p + k_p e + k_d (e - e_old), where e is the queue's deviation from its target.
/// The probability is a sum of these steps, so its proportional term acts as an integral term and its differential term
/// as a proportional one.
struct NovelPd : PiLaw {
  static constexpr const char* id = "novel_pd";
  static constexpr const char* name = "Novel-PD";
  using Params = NovelPdParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::k_p>("k_p", "1/packet", ParamKind::number, 6e-8, {0, 1, true, false},
                                   "Added to the probability for each packet above the target, a sample."),
        bind<Params, &Params::k_d>("k_d", "1/packet", ParamKind::number, 1.816e-5, {0, 1},
                                   "Added to it for each packet that the queue has grown since the sample before."),
        bind<Params, &Params::rate>("rate", "1/s", ParamKind::number, 170, {1, 1e5},
                                    "Samples of the queue per second."),
        pi_target<Params>(),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<const char*> constraints() { return {"target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static void derive(Params& p, const LinkInfo&) {
    p.a = p.k_p + p.k_d;
    p.b = p.k_d;
  }
};

const Register<SchemeOf<Pi>> registered;
const Register<SchemeOf<NovelPd>> registered_novel_pd;

}  // namespace
}  // namespace aqm
