// LRED and AOPC: their discipline and their places in the catalogue.
#include "lred.hpp"

#include "laws/gated.hpp"
#include "parts/fifo.hpp"
#include "parts/red_params.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

struct LredParams {
  double period = 1;  ///< s
  int m = 4;
  double m_w = 0.1;
  double beta = 0.001;  ///< 1/packet
  double target = 70;   ///< packets
  double growth = 0;    ///< growth of the correction with the loss
};

class LredDiscipline final : public FifoDiscipline<LredDiscipline> {
 public:
  LredDiscipline(const LredParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), ticker_(p.period), meter_(p.m, p.m_w) {}

  Fate decide(const Packet& /*packet*/, const Arrival& arrival) {
    meter_.arrival();
    p_ = lred_probability(meter_.value(), params_.beta, params_.growth, packets_, params_.target);
    dropped_ = arrival.u < p_;
    if (!dropped_) return Fate::accepted;
    meter_.drop();
    return Fate::dropped_early;
  }
  void on_overflow(Time /*now*/) {
    if (!dropped_) meter_.drop();
  }
  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time /*now*/) override {
    meter_.roll();
    ticker_.advance();
  }
  void observe(double* out) const override {
    out[0] = meter_.value();
    out[1] = p_;
  }

 private:
  LredParams params_;
  Ticker ticker_;
  LossMeter meter_;
  double p_ = 0;
  bool dropped_ = false;
};

/// In the fluid model the loss ratio passes three equal lags in series. A moving mean over M periods that is updated
/// once per period has the delay (M + 1) / 2 periods; the filter adds m_w / (1 - m_w) periods. Three lags in series
/// scatter like a mean over an interval (its variance is a third of the mean's square). l' = 0 where p = l: the law
/// rests at the target for every p.
class LredFluid final : public fluid::GatedLaw {
 public:
  explicit LredFluid(const LredParams& p)
      : GatedLaw({{[p](const FluidQueue& now, const double* z) { return foot(p, now.q, z); }, FluidJump::slope},
                  {[p](const FluidQueue& now, const double* z) { return 1 - raw(p, now.q, z); }, FluidJump::slope}}),
        params_(p),
        lag_(p.period * (0.5 * (p.m + 1) + p.m_w / (1 - p.m_w)) / kLags) {}

  int states() const override { return kLags; }
  FluidStateInfo state(int i) const override {
    static constexpr const char* kNames[] = {"l", "l_1", "l_2"};
    return {kNames[i], "1", 1e-3};
  }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override {
    std::fill(z, z + kLags, 0.0);
    settle(queue, z, memory);
  }
  double reference(double) const override { return params_.target; }
  void rest(const FluidQueue& queue, double p, double* z, FluidMemory& memory) const override {
    std::fill(z, z + kLags, p);
    settle(queue, z, memory);
  }
  double probability(const FluidQueue& queue, const double* z, const FluidMemory&) const override {
    return lred_probability(std::max(0.0, z[0]), params_.beta, params_.growth, queue.q, params_.target);
  }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const override {
    const double lost = queue.inflow > 0 ? queue.refused / queue.inflow : 0;
    dz[0] = (z[2] - z[0]) / lag_;
    dz[1] = (std::min(1.0, probability(queue, z, memory) + lost) - z[1]) / lag_;
    dz[2] = (z[1] - z[2]) / lag_;
  }

 private:
  static constexpr int kLags = 3;
  /// The law divided by the root of l: the factor that changes sign.
  static double foot(const LredParams& p, double q, const double* z) {
    const double loss = std::max(0.0, z[0]);
    return std::sqrt(loss) + p.beta * (1 + p.growth * loss) * (q - p.target);
  }
  static double raw(const LredParams& p, double q, const double* z) {
    return std::sqrt(std::max(0.0, z[0])) * foot(p, q, z);
  }

  LredParams params_;
  double lag_;
};

/// What the two schemes share: the measurement of the loss, target, states, picture, counterpart.
struct LossRatio {
  template <class P>
  static std::vector<ParamSpec> measurement() {
    return {
        bind<P, &P::period>("period", "s", ParamKind::number, 1, {0.01, 60},
                            "Time between two measurements of the loss ratio."),
        bind<P, &P::m>("M", "1", ParamKind::integer, 4, {1, 100}, "Periods that a measurement covers."),
        bind<P, &P::m_w>("m_w", "1", ParamKind::number, 0.1, {0, 1, false, true},
                         "What the smoothed loss ratio keeps of its old value."),
    };
  }
  template <class P>
  static std::vector<ParamSpec> reference() {
    return {computed<P, half_buffer<P>>(
        with_role(bind<P, &P::target>("target", "packets", ParamKind::number, kUnset, {0, 1e6},
                                      "The queue at which the probability equals the loss ratio."),
                  ParamRole::queue_threshold),
        "buffer / 2")};
  }
  static std::vector<StateSpec> states() {
    return {{"l", "1", "Smoothed loss ratio of the last periods.", ParamRole::probability},
            {"p", "1", "Drop probability used for this arrival."}};
  }
  static std::vector<const char*> constraints() { return {"target <= buffer"}; }
  static void check(const LredParams& p, const LinkInfo& link, Checker& check) {
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability", true}}; }
  static CurveAxis axis() { return {"q", "packets"}; }
  static double curve(const LredParams& p, const LinkInfo& link, int, std::span<const double> state, double q) {
    return q < link.buffer ? lred_probability(state.empty() ? 0 : state[0], p.beta, p.growth, q, p.target) : 1;
  }
  static std::vector<double> knots(const LredParams& p, const LinkInfo& link, int, std::span<const double> state) {
    std::vector<double> all{static_cast<double>(link.buffer)};
    // The line leaves 0 where the correction cancels the whole loss.
    const double loss = state.empty() ? 0 : state[0];
    const double foot = loss > 0 ? p.target - std::sqrt(loss) / (p.beta * (1 + p.growth * loss)) : 0;
    if (foot > 0) all.insert(all.begin(), foot);
    return all;
  }
  static double extent(const LredParams&, const LinkInfo& link) { return 1.1 * link.buffer; }
  static FluidOffer fluid(const LredParams& p, const LinkInfo&, const FluidChoice&) {
    return {std::make_shared<LredFluid>(p), "The loss ratio follows smoothly, not in steps of a period."};
  }
  static std::unique_ptr<QueueDiscipline> make(const LredParams& p, const LinkInfo& link, Rng) {
    return std::make_unique<LredDiscipline>(p, link);
  }

 private:
  template <class P>
  static double half_buffer(const P&, const LinkInfo& link) {
    return link.buffer / 2.0;
  }
};

struct Lred : LossRatio {
  static constexpr const char* id = "lred";
  static constexpr const char* name = "Loss Ratio RED";
  using Params = LredParams;

  static std::vector<ParamSpec> table() {
    return joined({measurement<Params>(),
                   {bind<Params, &Params::beta>("beta", "1/packet", ParamKind::number, 0.001, {0, 1, true, false},
                                                "Strength of the correction by the queue.")},
                   reference<Params>()});
  }
};

struct AopcParams : LredParams {
  double rtt = 0.1;  ///< s
};

/// AOPC: Wang, Rong and Liu, "A robust proportional controller for AQM based on optimized second-order system model",
/// Computer Communications 31, 2008. Its gain is derived here from the method that its abstract names. With TCP's
/// window dynamics (Hollot et al., INFOCOM 2001, without the delay), a proportional gain K closes a loop with s^2 + (2N
/// / (R^2 C) + 1 / R) s + 2N / (R^3 C) + K C^2 / (2N). This loop has the damping 1 / sqrt 2 of the optimized
/// second-order system for K = (N / C^2) ((2N / (R^2 C))^2 + 1 / R^2). N = R C sqrt(l / 2) is TCP's throughput at the
/// loss l. So K = sqrt(l / 2) (1 + 2 l) / (R C).
struct Aopc : LossRatio {
  static constexpr const char* id = "aopc";
  static constexpr const char* name = "Adaptive Optimized Proportional Controller";
  using Params = AopcParams;

  static std::vector<ParamSpec> table() {
    return joined({measurement<Params>(),
                   {bind<Params, &Params::rtt>("rtt", "s", ParamKind::number, 0.1, {0.001, 10},
                                               "Round trip that the gain is made for.")},
                   reference<Params>()});
  }
  static void derive(Params& p, const LinkInfo& link) {
    p.beta = std::sqrt(0.5) * 8 * link.packet_size / (p.rtt * link.rate_bps);
    p.growth = 2;
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"gain at a loss of 1 %", "1/packet", p.beta * 0.1 * 1.02}};
  }
};

const Register<SchemeOf<Lred>> registered;
const Register<SchemeOf<Aopc>> registered_aopc;

}  // namespace
}  // namespace aqm
