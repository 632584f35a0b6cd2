// GREEN: W.-C. Feng, Kapadia and Thulasidasan, "GREEN: proactive queue management over a best-effort network", GLOBECOM
// 2002. It solves the throughput equation of Mathis et al. (1997) for the loss that gives each of N flows its share of
// the link.
#include <algorithm>

#include "laws/gated.hpp"
#include "parts/active_flows.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct GreenParams {
  double c = 0.93;
  double window = 1;  ///< s
  double rtt = 0.08;  ///< s
};

double green_law(const GreenParams& p, const LinkInfo& link, double n) {
  const double root = n * 8 * link.packet_size * p.c / (link.rate_bps * p.rtt);
  return std::min(1.0, root * root);
}

class GreenDiscipline final : public FifoDiscipline<GreenDiscipline> {
 public:
  GreenDiscipline(const GreenParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), link_(link), active_(p.window) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    n_ = active_.seen(packet.flow, arrival.now);
    p_ = green_law(params_, link_, n_);
    if (p_ >= 1) return Fate::dropped_forced;
    return arrival.u < p_ ? Fate::dropped_early : Fate::accepted;
  }
  void observe(double* out) const override {
    out[0] = n_;
    out[1] = p_;
  }

 private:
  GreenParams params_;
  LinkInfo link_;
  ActiveFlows active_;
  double n_ = 0, p_ = 0;
};

/// In the fluid model, N follows the number of senders with a lag of half the window: a new sender is counted at once,
/// an ended sender until a window later.
class GreenFluid final : public fluid::GatedLaw {
 public:
  GreenFluid(const GreenParams& p, const LinkInfo& link, double certain)
      : GatedLaw({{[certain](const FluidQueue&, const double* z) { return 1 - z[0] / certain; }, FluidJump::slope}}),
        params_(p),
        link_(link) {}

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"N", "flows", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.flows;
    settle(queue, z, memory);
  }
  bool sees_flows() const override { return true; }
  double probability(const FluidQueue&, const double* z, const FluidMemory&) const override {
    return green_law(params_, link_, std::max(0.0, z[0]));
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    dz[0] = (queue.flows - z[0]) / (0.5 * params_.window);
  }

 private:
  GreenParams params_;
  LinkInfo link_;
};

struct Green {
  static constexpr const char* id = "green";
  static constexpr const char* name = "GREEN";
  static constexpr const char* apart =
      "The law does not read the queue: where it drops about half of the packets, it drops all of them in this model.";
  using Params = GreenParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::c>(
            "c", "1", ParamKind::number, 0.93, {0.1, 2},
            "Constant of the throughput equation: 0.93 for random loss with delayed acknowledgements."),
        bind<Params, &Params::window>("window", "s", ParamKind::number, 1, {0.01, 60},
                                      "A flow counts as active for this long after its latest packet."),
        bind<Params, &Params::rtt>("rtt", "s", ParamKind::number, 0.08, {0.0001, 10},
                                   "Round-trip time assumed for every flow: a queue cannot see it."),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"N", "flows", "Flows seen within the window."},
            {"p", "1", "Drop probability used for this arrival.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"N that needs p = 1", "flows", certain(p, link)}};
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static CurveAxis axis() { return {"N", "flows"}; }
  static double curve(const Params& p, const LinkInfo& link, int, std::span<const double>, double n) {
    return green_law(p, link, std::max(0.0, n));
  }
  static std::vector<double> knots(const Params& p, const LinkInfo& link, int, std::span<const double>) {
    return {certain(p, link)};
  }
  static double extent(const Params& p, const LinkInfo& link) { return 1.1 * certain(p, link); }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    return {std::make_shared<GreenFluid>(p, link, certain(p, link)),
            "Every sender counts, also one that is silent for longer than the window."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<GreenDiscipline>(p, link);
  }

 private:
  static double certain(const Params& p, const LinkInfo& link) {
    return link.rate_bps * p.rtt / (8 * link.packet_size * p.c);
  }
};

const Register<SchemeOf<Green>> registered;

}  // namespace
}  // namespace aqm
