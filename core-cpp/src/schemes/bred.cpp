// BRED: its discipline and its place in the catalogue.
#include "bred.hpp"

#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct BredParams {
  double alpha = 1.5, beta = 0.75;
  double w_n = 0.02;
};

/// Counts in bytes: with many flows a band would be narrower than one packet.
class BredDiscipline final : public FifoDiscipline<BredDiscipline> {
 public:
  BredDiscipline(const BredParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), packet_size_(link.packet_size) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (backlogs_.size() <= packet.flow) backlogs_.resize(packet.flow + 1);
    // The flow of the arriving packet is active, whether or not it has waiting packets.
    const double active = active_ + (backlogs_[packet.flow] == 0 ? 1 : 0);
    n_ = (1 - params_.w_n) * n_ + params_.w_n * active;
    backlog_ = static_cast<double>(backlogs_[packet.flow]);
    p_ = bred_probability(bred_bands(n_, buffer_ * packet_size_, params_.alpha, params_.beta), backlog_);
    if (p_ >= 1) return Fate::dropped_forced;
    return arrival.u < p_ ? Fate::dropped_early : Fate::accepted;
  }
  void on_stored(const Packet& packet) {
    if (backlogs_[packet.flow] == 0) ++active_;
    backlogs_[packet.flow] += packet.size;
  }
  void on_taken(const Packet& packet, Time /*now*/) {
    backlogs_[packet.flow] -= packet.size;
    if (backlogs_[packet.flow] == 0) --active_;
  }
  void observe(double* out) const override {
    out[0] = n_;
    out[1] = backlog_ / packet_size_;
    out[2] = p_;
  }

 private:
  BredParams params_;
  double packet_size_;
  std::vector<std::int64_t> backlogs_;  ///< bytes a flow
  int active_ = 0;                      ///< flows with a backlog
  double n_ = 1, backlog_ = 0, p_ = 0;
};

struct Bred {
  static constexpr const char* id = "bred";
  static constexpr const char* name = "Balanced RED";
  static constexpr const char* no_fluid = "It shares the buffer out by the packets of each flow.";
  using Params = BredParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 1.5, {1, 10},
                                     "A flow's share is certain loss from alpha times l2 = buffer / (2 N) on."),
        bind<Params, &Params::beta>("beta", "1", ParamKind::number, 0.75, {0, 1, true, false},
                                    "A flow loses nothing below beta times l2."),
        with_role(bind<Params, &Params::w_n>("w_n", "1", ParamKind::number, 0.02, {0, 1, true, false},
                                             "Weight of one sample in the estimated number of flows."),
                  ParamRole::weight),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"N", "flows", "Smoothed number of flows that have packets waiting."},
            {"q_flow", "packets", "Backlog of the latest packet's flow, in full-sized packets."},
            {"p", "1", "Drop probability used for this arrival.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {"beta <= 1 <= alpha"}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::vector<CurveSpec> curves() { return {{"drop probability", true}}; }
  static CurveAxis axis() { return {"q_flow", "packets"}; }
  static double curve(const Params& p, const LinkInfo& link, int, std::span<const double> state, double backlog) {
    return bred_probability(bands(p, link, state), backlog);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo& link, int, std::span<const double> state) {
    const BredBands b = bands(p, link, state);
    return {b.l1, b.l2, b.w_m};
  }
  static double extent(const Params& p, const LinkInfo& link) { return 1.1 * bands(p, link, {}).w_m; }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<BredDiscipline>(p, link);
  }

 private:
  static BredBands bands(const Params& p, const LinkInfo& link, std::span<const double> state) {
    return bred_bands(state.empty() ? 1 : state[0], link.buffer, p.alpha, p.beta);
  }
};

const Register<SchemeOf<Bred>> registered;

}  // namespace
}  // namespace aqm
