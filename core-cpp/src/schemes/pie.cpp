// PIE: Pan, Natarajan, Piglione, Prabhu, Subramanian, Baker and VerSteeg, "PIE: A lightweight control scheme to address
// the bufferbloat problem", HPSR 2013; RFC 8033, 2017.
#include <algorithm>

#include "parts/ecn_toggle.hpp"
#include "parts/linux_pie.hpp"
#include "parts/pie_fluid.hpp"
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

class LinuxPieDiscipline final : public FifoDiscipline<LinuxPieDiscipline> {
 public:
  LinuxPieDiscipline(const PieParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer), pie_(p, link), rng_(rng), timer_(kernel::kFirstTimer, p.interval) {}

  Fate decide(const Packet& packet, const Arrival& /*arrival*/) {
    if (packets_ >= buffer_) return Fate::accepted;  // no draw if the buffer is full
    return pie_.decide(packet, bytes_, rng_);
  }
  void on_overflow(Time /*now*/) { pie_.overflow(); }
  void on_taken(const Packet& packet, Time now) { pie_.taken(packet, bytes_, now); }
  Time next_timer() const override { return timer_.next(); }
  void on_timer(Time now) override {
    pie_.update(bytes_);
    timer_.fired(now);
  }
  void observe(double* out) const override {
    out[0] = std::min(1.0, pie_.p());
    out[1] = pie_.qdelay();
    out[2] = pie_.burst_allowance();
  }

 private:
  kernel::Pie pie_;
  Rng rng_;
  kernel::JiffyTimer timer_;
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
    all.push_back(pie_profile<Params>("rfc"));
    all.push_back(
        toggle<Params, &Params::dq_rate_estimator>("dq_rate_estimator", false,
                                                   "Tell the delay from what waits and a measured rate of departures "
                                                   "(RFC 8033 section 5.2), as Linux can, not from "
                                                   "when packets came."));
    return all;
  }
  static std::vector<StateSpec> states() { return pie_states(); }
  static std::vector<const char*> constraints() {
    return {"target >= one packet's transmission time (warning)", "dq_rate_estimator: profile linux"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    warn_short_target("target", p.target, link, check);
    check.require(!p.dq_rate_estimator || p.profile == Details::as_linux, "dq_rate_estimator", 1,
                  "dq_rate_estimator = false but in profile linux", 0);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec = fluid::pie_spec(p, choice);
    std::string note =
        "Bursts are not let through, the delay is q / C instead of the latest packet's, and nothing is de-randomised.";
    if (fluid::pie_ramped(choice))
      note +=
          " Below half the target, drops set in on a straight line while p goes from 0.19 to 0.21, not at once at 0.2.";
    return {fluid::stepped(std::move(spec), choice.form), std::move(note)};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<LinuxPieDiscipline>(p, link, rng);
    return std::make_unique<PieDiscipline>(p, link);
  }
};

const Register<SchemeOf<Pie>> registered;

}  // namespace
}  // namespace aqm
