// Weighted RED (Cisco): one average for the whole queue, one RED curve for each class of packets.
#include "laws/service_curves.hpp"
#include "parts/red_gate.hpp"
#include "parts/red_laws.hpp"
#include "parts/red_scale.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct WredParams : RedParams {
  std::vector<double> profiles;  ///< rows of min_th, max_th, max_p
};

struct WredProfile {
  double min_th, max_th, max_p;
};

/// The row of a class; classes beyond the last row use the last row.
WredProfile profile_of(const WredParams& p, std::size_t service) {
  const std::size_t row = 3 * std::min(service, p.profiles.size() / 3 - 1);
  return {p.profiles[row], p.profiles[row + 1], p.profiles[row + 2]};
}

double wred_law(const WredProfile& c, double avg) { return red_law(avg, c.min_th, c.max_th, c.max_p); }

class WredDiscipline final : public FifoDiscipline<WredDiscipline> {
 public:
  WredDiscipline(const WredParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer),
        params_(p),
        average_(p.w_q, mean_packets_per_second(p.mean_pkt_size, link), p.profile),
        gates_(p.profiles.size() / 3, RedGate(p)) {
    for (std::size_t i = 0; i < gates_.size(); ++i) profiles_.push_back(profile_of(p, i));
  }

  /// Drops are spaced within each class, so that a queue of one class is RED.
  Fate decide(const Packet& packet, const Arrival& arrival) {
    const double q = params_.byte_mode ? static_cast<double>(bytes_) / params_.mean_pkt_size : packets_;
    const double avg = average_.update(q, arrival.now, arrival.link_busy);
    service_ = std::min<std::size_t>(packet.service, gates_.size() - 1);
    const WredProfile& c = profiles_[service_];
    return gates_[service_].decide(params_, packet, avg < c.min_th, q, wred_law(c, avg), arrival.u);
  }
  void on_overflow(Time /*now*/) { gates_[service_].on_overflow(params_); }
  void on_idle(Time now) override { average_.set_idle(now); }
  void observe(double* out) const override {
    const RedState& s = gates_[service_].state();
    out[0] = average_.value();
    out[1] = s.p_b;
    out[2] = s.p_a;
    out[3] = s.count;
    out[4] = static_cast<double>(service_);
  }

 private:
  WredParams params_;
  RedAverage average_;
  std::vector<RedGate> gates_;
  std::vector<WredProfile> profiles_;
  std::size_t service_ = 0;
};

struct Wred {
  static constexpr const char* id = "wred";
  static constexpr const char* name = "Weighted RED";
  using Params = WredParams;

  static std::vector<ParamSpec> table() {
    static constexpr double kProfiles[] = {20, 40, 0.1, 30, 40, 0.1, 35, 40, 0.1};
    ParamSpec profiles;
    profiles.name = "profiles";
    profiles.unit = "[packets, packets, 1]";
    profiles.kind = ParamKind::list;
    profiles.list = [](void* p) { return &static_cast<Params*>(p)->profiles; };
    profiles.list_fallback = kProfiles;
    profiles.list_width = 3;
    profiles.help =
        "A row [min_th, max_th, max_p] for each service class, from class 0 on; later classes have the last row.";
    return joined({{profiles}, red_common<Params>()});
  }
  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = red_states();
    all.push_back({"class", "1", "Service class of the latest arrival, to which p_b, p_a and count belong."});
    return all;
  }
  static std::vector<const char*> constraints() {
    return {"each profile: 0 < min_th < max_th <= buffer, 0 < max_p <= 1"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    for (std::size_t i = 0; i < p.profiles.size() / 3; ++i) {
      const WredProfile c = profile_of(p, i);
      const std::string row = "profiles[" + std::to_string(i) + "]: ";
      check.require(c.min_th > 0, "profiles", c.min_th, row + "0 < min_th");
      check.require(c.min_th < c.max_th, "profiles", c.max_th, row + "min_th < max_th");
      check.require(c.max_th <= link.buffer, "profiles", c.max_th, row + "max_th <= buffer", link.buffer);
      check.require(c.max_p > 0, "profiles", c.max_p, row + "0 < max_p");
      check.require(c.max_p <= 1, "profiles", c.max_p, row + "max_p <= 1", 1);
    }
  }

  static std::vector<CurveSpec> curves() {
    return {{"class 0"}, {"class 1"}, {"class 2"}, {"class of the latest arrival", true}};
  }
  static double curve(const Params& p, const LinkInfo&, int which, std::span<const double> state, double avg) {
    return wred_law(profile_of(p, service(which, state)), avg);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int which, std::span<const double> state) {
    const WredProfile c = profile_of(p, service(which, state));
    return {c.min_th, c.max_th};
  }
  static double extent(const Params& p, const LinkInfo& link) {
    double end = link.buffer;
    for (std::size_t i = 0; i < p.profiles.size() / 3; ++i) end = std::max(end, 1.25 * profile_of(p, i).max_th);
    return end;
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    const fluid::RedScale scale = fluid_scale(p, link, choice.drops);
    std::vector<fluid::ServiceCurve> curves;
    for (std::size_t i = 0; i < p.profiles.size() / 3; ++i) {
      const WredProfile c = profile_of(p, i);
      const auto law = [c, scale](double x) {
        return std::min(1.0, scale.spacing * scale.unit * wred_law(c, scale.unit * x));
      };
      const std::vector<double> knots{c.min_th / scale.unit, c.max_th / scale.unit};
      std::vector<fluid::Ramp> ramps;
      if (choice.ramped()) ramps = fluid::ramps_of(law, knots, link.buffer, fluid::kSmear / scale.unit);
      const auto forced = [c, scale](double x) { return wred_law(c, scale.unit * x) >= 1; };
      curves.push_back({law, knots, std::move(ramps), forced});
    }
    FluidOffer offer{std::make_shared<fluid::ServiceCurves>(std::move(curves), scale.weight, link.buffer),
                     spacing_note(p, choice.drops)};
    offer.dispersion = spacing_dispersion(p);
    if (offer.law->has_ramps()) offer.note += std::string(offer.note.empty() ? "" : " ") + kRampsNote;
    return offer;
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<WredDiscipline>(p, link);
  }

 private:
  static std::size_t service(int which, std::span<const double> state) {
    if (which < 3) return static_cast<std::size_t>(which);
    return state.size() > kRedStates ? static_cast<std::size_t>(state[kRedStates]) : 0;
  }
};

const Register<SchemeOf<Wred>> registered;

}  // namespace
}  // namespace aqm
