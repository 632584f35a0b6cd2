// MADPIE: Kuhn and Ros, "Improving PIE's performance over high-delay paths", 2016 (arXiv 1602.00569). PIE, and a certain drop now and
// then while the delay is far too long.
#include "parts/pie_controller.hpp"
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
  static constexpr const char* no_fluid = "Its certain drops hit single packets.";
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
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<MadpieDiscipline>(p, link);
  }
};

const Register<SchemeOf<Madpie>> registered;

}  // namespace
}  // namespace aqm
