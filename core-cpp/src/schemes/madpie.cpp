// MADPIE: Kuhn and Ros, "Improving PIE's performance over high-delay paths", 2016 (arXiv 1602.00569). PIE with an
// additional certain drop from time to time while the delay is far too long.
#include "parts/pie_fluid.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct MadpieParams : PieParams {
  double tau_dd = 0.1;  ///< s
};

class MadpieDiscipline final : public FifoDiscipline<MadpieDiscipline> {
 public:
  MadpieDiscipline(const MadpieParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), tau_dd_(p.tau_dd), controller_(p, link.packet_size), ticker_(p.interval) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (armed_) {
      armed_ = false;
      return Fate::dropped_forced;
    }
    return controller_.decide(packet, bytes_, arrival.u);
  }
  void on_overflow(Time /*now*/) { controller_.overflow(); }
  void on_taken(const Packet& packet, Time now) { controller_.taken(to_seconds(now - packet.enqueued), bytes_); }
  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time /*now*/) override {
    controller_.update();
    armed_ = controller_.qdelay() > tau_dd_;
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = controller_.p();
    out[1] = controller_.qdelay();
    out[2] = controller_.burst_allowance();
    out[3] = armed_ ? 1 : 0;
  }

 private:
  double tau_dd_;
  PieController controller_;
  Ticker ticker_;
  bool armed_ = false;
};

struct Madpie {
  static constexpr const char* id = "madpie";
  static constexpr const char* name = "MADPIE";
  using Params = MadpieParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all = pie_params<Params>();
    all.push_back(with_role(bind<Params, &Params::tau_dd>("tau_dd", "s", ParamKind::number, 0.1, {0, 10, true, false},
                                                          "Above this delay one packet an interval is dropped for "
                                                          "certain."),
                            ParamRole::delay_target));
    return all;
  }
  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = pie_states();
    all.push_back({"armed", "1", "Whether the next arrival is dropped for certain."});
    return all;
  }
  static std::vector<const char*> constraints() {
    return {"tau_dd > target", "target >= one packet's transmission time (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("target", p.target, "tau_dd", p.tau_dd);
    warn_short_target("target", p.target, link, check);
  }
  /// PIE's law, and above tau_dd one more drop per interval. While a queue stands, C of the arrivals enter: of arrivals
  /// at the rate x, the share a = 1 / (T x) is dropped for certain, and p of the others, so C = x (1 - a) (1 - p) and a
  /// = k / (1 + k) with k = (1 - p) / (T C).
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    fluid::StepSpec spec = fluid::pie_spec(p, choice);
    const auto level = [p](double capacity) { return p.tau_dd * capacity; };
    for (fluid::Gate& gate : fluid::smear_gates(level)) spec.gates.push_back(std::move(gate));
    spec.probability = [p, level, pie = spec.probability](const FluidQueue& now, const double* z, unsigned open) {
      const double random = pie(now, z, open), k = (1 - random) / (p.interval * now.capacity);
      const double certain = fluid::share_above(now.q, level(now.capacity)) * k / (1 + k);
      return certain + (1 - certain) * random;
    };
    return {fluid::stepped(std::move(spec), choice.form),
            "As PIE's: no bursts are let through, and the delay is q / C. The certain drops are one an interval on "
            "average, each on its own."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<MadpieDiscipline>(p, link);
  }
};

const Register<SchemeOf<Madpie>> registered;

}  // namespace
}  // namespace aqm
