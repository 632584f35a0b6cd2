// REM: its discipline and its place in the catalogue.
#include "rem.hpp"

#include "laws/step_law.hpp"
#include "parts/delay_target.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

struct RemParams {
  double phi = 1.001, alpha = 0.1, gamma = 0.001;
  double target = 20;       ///< packets
  double interval = 0.002;  ///< s
  double rate_weight = 1;
  bool ecn = false;
};

class RemDiscipline final : public FifoDiscipline<RemDiscipline> {
 public:
  RemDiscipline(const RemParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), ticker_(p.interval), served_(p.interval / transmission_time(link)) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    ++arrived_;
    return arrival.u < p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }

  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time /*now*/) override {
    rate_ += params_.rate_weight * (arrived_ - rate_);
    price_ = rem_price(price_, params_.gamma, params_.alpha, rate_, served_, packets_, params_.target);
    p_ = rem_probability(price_, params_.phi);
    arrived_ = 0;
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = price_;
    out[1] = p_;
    out[2] = rate_;
  }

 private:
  RemParams params_;
  Ticker ticker_;
  double served_;  ///< packets that the link can serve in one interval
  double arrived_ = 0, rate_ = 0, price_ = 0, p_ = 0;
};

struct Rem {
  static constexpr const char* id = "rem";
  static constexpr const char* name = "Random Exponential Marking";
  using Params = RemParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::phi>("phi", "1", ParamKind::number, 1.001, {1, 10, true, false},
                                   "Base of the exponential: how steeply the probability follows the price."),
        bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 0.1, {0, 10, true, false},
                                     "Weight of the queue against the rate in the price."),
        with_role(bind<Params, &Params::gamma>("gamma", "1", ParamKind::number, 0.001, {0, 1, true, false},
                                               "Step of the price."),
                  ParamRole::weight),
        with_role(bind<Params, &Params::target>("target", "packets", ParamKind::number, 20, {0, 1e6},
                                                "The queue at which the price rests."),
                  ParamRole::queue_threshold),
        bind<Params, &Params::interval>("interval", "s", ParamKind::number, 0.002, {0.0001, 1},
                                        "Time between two updates of the price."),
        bind<Params, &Params::rate_weight>("rate_weight", "1", ParamKind::number, 1, {0, 1, true, false},
                                           "Weight of one interval in the measured arrival rate; 1 takes it as it is."),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"price", "1", "Price of the link: weighted excess of rate and queue, summed up."},
            {"p", "1", "Drop probability: 1 - phi^-price.", ParamRole::probability},
            {"rate", "packets", "Packets that arrive in an interval, smoothed."}};
  }
  static std::vector<const char*> constraints() { return {"target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"served in an interval", "packets", p.interval / transmission_time(link)},
            {"price for p = 0.01", "1", price_of(0.01, p.phi)},
            {"price for p = 0.1", "1", price_of(0.1, p.phi)},
            {"price for p = 0.5", "1", price_of(0.5, p.phi)}};
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static CurveAxis axis() { return {"price", "1"}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double price) {
    return rem_probability(std::max(0.0, price), p.phi);
  }
  static double extent(const Params& p, const LinkInfo&) { return price_of(0.5, p.phi); }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec;
    spec.states = {{"price", "1", 1}};
    spec.interval = p.interval;
    spec.step = [p](double* z, const FluidQueue& now, double, unsigned) {
      z[0] = rem_price(z[0], p.gamma, p.alpha, now.inflow * p.interval, now.capacity * p.interval, now.q, p.target);
    };
    spec.probability = [p](const FluidQueue&, const double* z, unsigned) {
      return rem_probability(std::max(0.0, z[0]), p.phi);
    };
    spec.reference = [p](double) { return p.target; };
    spec.sag = [p](double capacity, double inflow) { return (inflow - capacity) * p.interval / p.alpha; };
    spec.rest = [p](double probability, double* z) { z[0] = price_of(probability, p.phi); };
    std::string note = p.rate_weight < 1 ? "The smoothing of the arrival rate (rate_weight) is left out." : "";
    return {fluid::stepped(std::move(spec), choice.form), std::move(note)};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<RemDiscipline>(p, link);
  }

 private:
  static double price_of(double probability, double phi) { return -math::log1p(-probability) / math::log(phi); }
};

const Register<SchemeOf<Rem>> registered;

}  // namespace
}  // namespace aqm
