// PIE: Pan, Natarajan, Piglione, Prabhu, Subramanian, Baker and VerSteeg, "PIE: A lightweight control scheme to address the bufferbloat
// problem", HPSR 2013; RFC 8033, 2017.
#include <algorithm>

#include "laws/step_law.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/pie_controller.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

class PieDiscipline final : public FifoDiscipline<PieDiscipline> {
 public:
  PieDiscipline(const PieParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), controller_(p, link.packet_size), ticker_(p.interval) {}

  Fate decide(const Packet& packet, const Arrival& arrival) { return controller_.decide(packet, bytes_, arrival.u); }
  void on_overflow(Time /*now*/) { controller_.overflow(); }
  void on_taken(const Packet& packet, Time now) { controller_.taken(to_seconds(now - packet.enqueued), bytes_); }
  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time /*now*/) override {
    controller_.update();
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = controller_.p();
    out[1] = controller_.qdelay();
    out[2] = controller_.burst_allowance();
  }

 private:
  PieController controller_;
  Ticker ticker_;
};

struct Pie {
  static constexpr const char* id = "pie";
  static constexpr const char* name = "PIE";
  using Params = PieParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all = pie_params<Params>();
    all.push_back(toggle<Params, &Params::cap_adjust>("cap_adjust", true,
                                                      "Raise a probability above 0.1 by no more than 0.02 an update."));
    all.push_back(toggle<Params, &Params::derandomize>("derandomize", false,
                                                       "Space the drops out instead of leaving them to chance alone."));
    all.push_back(ecn_toggle<Params>());
    all.push_back(
        with_role(bind<Params, &Params::ecn_limit>("ecn_limit", "1", ParamKind::number, 0.1, {0, 1},
                                                   "Above this probability packets are dropped even with ECN."),
                  ParamRole::probability));
    all.push_back(toggle<Params, &Params::byte_mode>("byte_mode", false,
                                                     "Hit packets in proportion to their size, up to a full one."));
    return all;
  }
  static std::vector<StateSpec> states() { return pie_states(); }
  static std::vector<const char*> constraints() { return {"target >= one packet's transmission time (warning)"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    warn_short_target("target", p.target, link, check);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec;
    spec.states = {{"p", "1", 1e-3}};
    spec.interval = p.interval;
    spec.step = [p](double* z, const FluidQueue& now, double old) {
      const double next = pie_step(p, z[0], now.q / now.capacity, old / now.capacity);
      // Of the updates while less arrives than could leave, only those that find the link idle let p decay: none where it just ceases
      // to be.
      const bool decays = now.q == 0 && old == 0;
      z[0] = decays ? next + (1 - now.idle) * (1 / kPieDecay - 1) * next : next;
    };
    // pie_spares(): above the queue of a short delay every arrival is at risk, whatever p; from gate 2 on p ceases to be small. Where
    // that lets packets be dropped, the queue shrinks at once, with it the delay, and p becomes small again: then p passes over
    // within one update, which changes it by 0.02 at the most (gate 3).
    const auto short_queue = [p](double capacity) { return pie_short_delay(p) * capacity; };
    const bool ramped = choice.thinned && choice.form == FluidForm::continuous;
    const double half = ramped ? kPieLargestStep / 2 : 0;
    const auto p_gate = [ramped](double level) {
      return fluid::StepGate{[level](const FluidQueue&, const double* z) { return z[0] - level; },
                             ramped ? FluidJump::slope : FluidJump::value};
    };
    spec.gates = fluid::smear_gates(short_queue);
    spec.gates.push_back(p_gate(kPieSmall - half));
    if (ramped) spec.gates.push_back(p_gate(kPieSmall + half));
    const unsigned last = ramped ? 8u : 4u;
    spec.probability = [short_queue, half, last](const FluidQueue& now, const double* z, unsigned open) {
      double share = 1;
      if ((open & last) == 0) {
        const double large = (open & 4u) != 0 ? (z[0] - kPieSmall + half) / (2 * half) : 0;
        share = large + (1 - large) * fluid::share_above(now.q, short_queue(now.capacity));
      }
      return std::clamp(z[0] * share, 0.0, 1.0);
    };
    spec.reference = [p](double capacity) { return p.target * capacity; };
    spec.rest = [](double probability, double* z) { z[0] = probability; };
    std::string note =
        "Bursts are not let through, the delay is q / C instead of the latest packet's, and nothing is de-randomised.";
    if (ramped)
      note +=
          " Below half the target, drops set in on a straight line while p goes from 0.19 to 0.21, not at once at 0.2.";
    return {fluid::stepped(std::move(spec), choice.form), std::move(note)};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<PieDiscipline>(p, link);
  }
};

const Register<SchemeOf<Pie>> registered;

}  // namespace
}  // namespace aqm
