// DRED: its discipline and its place in the catalogue.
#include "dred.hpp"

#include "laws/step_law.hpp"
#include "parts/delay_target.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

class DredDiscipline final : public FifoDiscipline<DredDiscipline> {
 public:
  DredDiscipline(const DredParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), ticker_(p.sample_packets * transmission_time(link)) {}

  /// A queue that is already short loses nothing, whatever the controller says.
  Fate decide(const Packet& packet, const Arrival& arrival) {
    return packets_ >= params_.low && arrival.u < state_.p ? early_signal(packet, false) : Fate::accepted;
  }
  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time /*now*/) override {
    dred_step(state_, params_, packets_, buffer_);
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = state_.p;
    out[1] = state_.e_hat;
  }

 private:
  DredParams params_;
  Ticker ticker_;
  DredState state_;
};

struct Dred {
  static constexpr const char* id = "dred";
  static constexpr const char* name = "Dynamic RED";
  using Params = DredParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 5e-5, {0, 1, true, false},
                                     "Gain of the controller for a deviation of one whole buffer."),
        with_role(bind<Params, &Params::beta>("beta", "1", ParamKind::number, 0.002, {0, 1, true, false},
                                              "Weight of one sample in the filtered deviation."),
                  ParamRole::weight),
        aqm::computed<Params, half_buffer>(
            with_role(bind<Params, &Params::target>("target", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                    "The queue that the controller steers to."),
                      ParamRole::queue_threshold),
            "buffer / 2"),
        aqm::computed<Params, below_target>(
            with_role(bind<Params, &Params::low>("low", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                 "A queue shorter than this is left alone."),
                      ParamRole::queue_threshold),
            "0.9 target"),
        with_role(bind<Params, &Params::theta>("theta", "1", ParamKind::number, 1, {0, 1, true, false},
                                               "Upper bound of the drop probability."),
                  ParamRole::probability),
        bind<Params, &Params::sample_packets>("sample_packets", "packets", ParamKind::number, 10, {1, 1e4},
                                              "Time between two samples, in packets that the link serves."),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"p", "1", "Drop probability of a queue that is not short.", ParamRole::probability},
            {"e_hat", "packets", "Filtered deviation of the queue from the target."}};
  }
  static std::vector<const char*> constraints() { return {"low <= target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.low <= p.target, "low", p.low, "low <= target", p.target);
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"sampling interval", "s", p.sample_packets * transmission_time(link)}};
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    fluid::StepSpec spec;
    spec.states = {{"p", "1", 1e-3}, {"e_hat", "packets", 1}};
    spec.interval = p.sample_packets * transmission_time(link);
    const double buffer = link.buffer;
    spec.step = [p, buffer](double* z, const FluidQueue& now, double, unsigned) {
      DredState s{z[1], z[0]};
      dred_step(s, p, now.q, buffer);
      z[0] = s.p;
      z[1] = s.e_hat;
    };
    spec.gates = fluid::smear_gates([p](double) { return p.low; });
    spec.probability = [p](const FluidQueue& now, const double* z, unsigned) {
      return std::clamp(z[0] * fluid::share_above(now.q, p.low), 0.0, 1.0);
    };
    spec.reference = [p](double) { return p.target; };
    spec.rest = [](double probability, double* z) {
      z[0] = probability;
      z[1] = 0;
    };
    return {fluid::stepped(std::move(spec), choice.form), {}};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<DredDiscipline>(p, link);
  }

 private:
  static double half_buffer(const Params&, const LinkInfo& link) { return link.buffer / 2.0; }
  static double below_target(const Params& p, const LinkInfo&) { return 0.9 * p.target; }
};

const Register<SchemeOf<Dred>> registered;

}  // namespace
}  // namespace aqm
