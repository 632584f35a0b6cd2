// SRED: its discipline and its place in the catalogue.
#include "sred.hpp"

#include "laws/gated.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/zombie_list.hpp"

namespace aqm {
namespace {

struct SredParams {
  double p_max = 0.15;
  int list_size = 1000;
  double p_overwrite = 0.25;
  bool full = true;
  bool ecn = false;
};

class SredDiscipline final : public FifoDiscipline<SredDiscipline> {
 public:
  SredDiscipline(const SredParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer), params_(p), zombies_(p.list_size, p.p_overwrite, rng) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    zombies_.see(packet.flow);
    const double steps = packets_ < buffer_ ? sred_steps(packets_, buffer_, params_.p_max) : 0;
    const bool hit = params_.full && zombies_.hit();
    p_zap_ = zombies_.full() ? sred_full(steps, zombies_.frequency(), hit) : 0;
    return arrival.u < p_zap_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void observe(double* out) const override {
    out[0] = zombies_.frequency();
    out[1] = zombies_.hit() ? 1 : 0;
    out[2] = p_zap_;
  }

 private:
  SredParams params_;
  ZombieList zombies_;
  double p_zap_ = 0;
};

/// In the fluid model, the probability of a hit at an arrival is that of two packets from one sender, and P follows it
/// with the list's memory. A hit multiplies the probability by 1 + 1 / P (equation 5), and a share P of the arrivals
/// hit.
class SredFluid final : public fluid::GatedLaw {
 public:
  SredFluid(const SredParams& p, double buffer) : GatedLaw(gates(p, buffer)), params_(p), buffer_(buffer) {}

  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"P", "1", 1e-3}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    z[0] = queue.hits;
    settle(queue, z, memory);
  }
  bool sees_flows() const override { return true; }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    dz[0] = params_.p_overwrite / params_.list_size * queue.inflow * (queue.hits - z[0]);
  }
  double probability(const FluidQueue& queue, const double* z, const FluidMemory&) const override {
    const double p = std::max(0.0, z[0]), steps = smeared(params_, buffer_, queue.q);
    const double missed = sred_full(steps, p, false);
    if (!params_.full || !(p > 0)) return missed;
    return (1 - p) * missed + p * sred_full(steps, p, true);
  }

 private:
  /// The steps, each spread over one packet to each side.
  static double smeared(const SredParams& p, double buffer, double q) {
    return p.p_max * (0.25 * fluid::share_above(q, buffer / 6) + 0.75 * fluid::share_above(q, buffer / 3));
  }
  static std::vector<fluid::Gate> gates(const SredParams& p, double buffer) {
    std::vector<fluid::Gate> all = fluid::smear_gates([buffer](double) { return buffer / 6; });
    for (const fluid::Gate& gate : fluid::smear_gates([buffer](double) { return buffer / 3; })) all.push_back(gate);
    all.push_back({[](const FluidQueue&, const double* z) { return 256 * z[0] - 1; }, FluidJump::slope});
    // The place from which hits are dropped for certain.
    all.push_back({[p, buffer](const FluidQueue& now, const double* z) {
                     const double frequency = std::max(1e-9, z[0]);
                     return 1 - sred_simple(smeared(p, buffer, now.q), frequency) * (1 + 1 / frequency);
                   },
                   FluidJump::slope});
    return all;
  }

  SredParams params_;
  double buffer_;
};

struct Sred {
  static constexpr const char* id = "sred";
  static constexpr const char* name = "Stabilized RED (Ott)";
  using Params = SredParams;

  static std::vector<ParamSpec> table() {
    return {
        with_role(bind<Params, &Params::p_max>("p_max", "1", ParamKind::number, 0.15, {0, 1, true, false},
                                               "Drop probability of a queue above a third of the buffer."),
                  ParamRole::probability),
        bind<Params, &Params::list_size>("list_size", "1", ParamKind::integer, 1000, {1, 100000},
                                         "Flows that the zombie list remembers."),
        bind<Params, &Params::p_overwrite>("p_overwrite", "1", ParamKind::number, 0.25, {0, 1, true, false},
                                           "Probability with which a packet of another flow takes a zombie's place."),
        toggle<Params, &Params::full>("full", true, "Drop more of the flows that hit, which are the large ones."),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"P", "1", "Frequency of hits; 1/P estimates the number of flows. 0 until the list is full."},
            {"hit", "1", "Whether the latest packet met its own flow in the list."},
            {"p_zap", "1", "Drop probability used for this arrival.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"first step", "packets", link.buffer / 6.0},
            {"second step", "packets", link.buffer / 3.0},
            {"time constant of P", "packets", p.list_size / p.p_overwrite}};
  }
  static std::vector<CurveSpec> curves() { return {{"without a hit", true}}; }
  static CurveAxis axis() { return {"q", "packets"}; }
  static double curve(const Params& p, const LinkInfo& link, int, std::span<const double> state, double q) {
    if (q >= link.buffer) return 1;
    return sred_simple(sred_steps(q, link.buffer, p.p_max), state.empty() ? 0 : state[0]);
  }
  static std::vector<double> knots(const Params&, const LinkInfo& link, int, std::span<const double>) {
    return {link.buffer / 6.0, link.buffer / 3.0, static_cast<double>(link.buffer)};
  }
  static double extent(const Params&, const LinkInfo& link) { return 1.1 * link.buffer; }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    return {
        std::make_shared<SredFluid>(p, link.buffer),
        "The list is full from the start, and all senders of a row send alike: that hits find the large ones is left "
        "out."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    return std::make_unique<SredDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Sred>> registered;

}  // namespace
}  // namespace aqm
