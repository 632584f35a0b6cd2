// CHOKe: Pan, Prabhakar and Psounis, "CHOKe, a stateless active queue management scheme for approximating fair
// bandwidth allocation", INFOCOM 2000. Before RED, every arrival is compared with packets drawn from the queue: if both
// belong to the same flow, both are dropped.
#include "laws/own_matches.hpp"
#include "parts/linux_choke.hpp"
#include "parts/red_gate.hpp"
#include "parts/red_laws.hpp"
#include "parts/red_scale.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct ChokeParams : RedParams {
  int candidates = 1;
};

class ChokeDiscipline final : public FifoDiscipline<ChokeDiscipline> {
 public:
  ChokeDiscipline(const ChokeParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer),
        params_(p),
        average_(p.w_q, mean_packets_per_second(p.mean_pkt_size, link), p.profile),
        gate_(p),
        rng_(rng) {}

  /// Figure 1 of the paper.
  Fate decide(const Packet& packet, const Arrival& arrival) {
    const double q = params_.byte_mode ? static_cast<double>(bytes_) / params_.mean_pkt_size : packets_;
    const double avg = average_.update(q, arrival.now, arrival.link_busy);
    const bool below = avg < params_.min_th;
    if (!below && meets_its_own(packet.flow, arrival.now)) return Fate::dropped_early;
    return gate_.decide(params_, packet, below, q, red_law(avg, params_.min_th, params_.max_th, params_.max_p),
                        arrival.u);
  }
  void on_overflow(Time /*now*/) { gate_.on_overflow(params_); }
  void on_idle(Time now) override { average_.set_idle(now); }

  void observe(double* out) const override {
    out[0] = average_.value();
    out[1] = gate_.state().p_b;
    out[2] = gate_.state().p_a;
    out[3] = gate_.state().count;
    out[4] = matches_;
  }

 private:
  /// Draws candidates until one of them belongs to that flow, and drops it.
  bool meets_its_own(std::uint32_t flow, Time now) {
    for (int i = 0; i < params_.candidates && !store_.empty(); ++i) {
      const auto drawn = static_cast<std::size_t>(rng_.below(static_cast<std::uint32_t>(store_.size())));
      if (store_.at(drawn).flow != flow) continue;
      const Packet victim = store_.remove(drawn);
      --packets_;
      bytes_ -= victim.size;
      ++matches_;
      if (listener_) listener_->on_late_drop(victim, Fate::dropped_early, now);
      return true;
    }
    return false;
  }

  ChokeParams params_;
  RedAverage average_;
  RedGate gate_;
  Rng rng_;
  double matches_ = 0;
};

struct Choke {
  static constexpr const char* id = "choke";
  static constexpr const char* name = "CHOKe";
  static constexpr const char* apart =
      "The error is in the drops of pairs of packets from one sender, and it is smaller where they are rare; its cause "
      "is not known.";
  using Params = ChokeParams;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120),
                   {red_max_p<Params>(0.1),
                    bind<Params, &Params::candidates>("candidates", "packets", ParamKind::integer, 1, {1, 100},
                                                      "Packets drawn from the queue for an arrival, one after the "
                                                      "other, until one is of its flow.")},
                   red_common_with_linux<Params>({"rfj93", "ns2", "linux"})});
  }
  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = red_states();
    all.push_back(
        {"matches", "packets", "Arrivals so far that met a packet of their own flow: each time both were dropped."});
    return all;
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "profile linux: candidates = 1"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_red_thresholds(p, link, check);
    check_red_linux(p, 1, check);
    check.require(!is_linux(p) || p.candidates == 1, "candidates", p.candidates, "candidates = 1 in profile linux", 1);
  }
  static std::vector<CurveSpec> curves() { return {{"RED, after the comparison"}}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double avg) {
    return red_law(avg, p.min_th, p.max_th, p.max_p);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int, std::span<const double>) {
    return {p.min_th, p.max_th};
  }
  static constexpr const char* kFluidNote =
      "All senders have the same share of the queue and see one probability: how CHOKe holds back a larger sender is "
      "left out.";
  static double extent(const Params& p, const LinkInfo& link) {
    return std::max(1.25 * p.max_th, static_cast<double>(link.buffer));
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    if (p.ecn) return {nullptr, "With marks it drops some packets and marks others: the model has one of the two."};
    const fluid::RedScale scale = fluid_scale(p, link, choice.drops);
    const double top = std::min(1.0, p.max_p * scale.unit * scale.spacing);
    FluidOffer offer{std::make_shared<fluid::OwnMatches>(p.min_th / scale.unit, p.max_th / scale.unit, top,
                                                         p.candidates, scale.weight),
                     spacing_note(p, choice.drops)};
    if (!offer.note.empty()) offer.note += ' ';
    offer.note += kFluidNote;
    return offer;
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (is_linux(p)) return std::make_unique<kernel::Choke>(p, link, rng);
    return std::make_unique<ChokeDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Choke>> registered;

}  // namespace
}  // namespace aqm
