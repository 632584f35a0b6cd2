// RED-PD: its discipline and its place in the catalogue.
#include "red_pd.hpp"

#include <array>

#include "parts/gentle.hpp"
#include "parts/red_gate.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct RedPdParams : RedParams {
  double target_rtt = 0.04;  ///< s
  bool gentle = true;
  bool test_response = true;
};

class RedPdDiscipline final : public FifoDiscipline<RedPdDiscipline> {
 public:
  RedPdDiscipline(const RedPdParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer),
        params_(p),
        rng_(rng),
        average_(p.w_q, mean_packets_per_second(p.mean_pkt_size, link), p.profile),
        gate_(p) {
    schedule(0);
  }

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (flows_.size() <= packet.flow) flows_.resize(packet.flow + 1);
    latest_ = packet.flow;
    Flow& flow = flows_[latest_];
    flow.arrived += packet.size;
    size_ = packet.size;
    const double q = params_.byte_mode ? static_cast<double>(bytes_) / params_.mean_pkt_size : packets_;
    p_pre_ = flow.p;
    counted_ = true;  // a drop by the filter is not a drop by RED
    if (thins(flow)) {
      flow.lost += size_;
      return Fate::dropped_early;
    }
    arrived_ += size_;
    const double avg = average_.update(q, arrival.now, arrival.link_busy);
    const double p_b = red_or_gentle(params_, params_.gentle, params_.max_p, avg);
    const Fate fate = gate_.decide(params_, packet, avg < params_.min_th, q, p_b, arrival.u);
    counted_ = fate != Fate::accepted;
    if (counted_) count_drop();
    return fate;
  }
  void on_overflow(Time /*now*/) {
    gate_.on_overflow(params_);
    if (!counted_) count_drop();
  }
  void on_idle(Time now) override { average_.set_idle(now); }

  Time next_timer() const override { return next_; }
  void on_timer(Time now) override {
    const double loss = arrived_ > 0 ? dropped_ / arrived_ : 0;
    loss_ = loss_ < 0 ? loss : 0.5 * (loss_ + loss);
    look(to_seconds(now), std::min(loss, loss_));
    arrived_ = dropped_ = 0;
    schedule(now);
  }

  void observe(double* out) const override {
    out[0] = average_.value();
    out[1] = gate_.state().p_b;
    out[2] = gate_.state().p_a;
    out[3] = gate_.state().count;
    out[4] = p_pre_;
    out[5] = monitored_;
    out[6] = intervals_[0];
  }

 private:
  struct Flow {
    /// bytes in this interval, and the bytes of them that were lost anywhere
    double arrived = 0, lost = 0;
    std::array<double, red_pd::kLists> dropped{};  ///< bytes that RED has dropped, the current interval first
    double p = 0;                                  ///< drop probability of the filter; 0: not monitored
    double changed = -1e9;                         ///< s: when p was changed
    double count = 0;                              ///< arrivals since the filter's last drop
    bool unresponsive = false;
    std::vector<red_pd::Look> looks;  ///< the latest times at which it was penalised
  };

  /// The filter before RED. It drops nothing of a responsive flow while the queue is short.
  bool thins(Flow& flow) {
    if (flow.p <= 0) return false;
    const bool drop = rng_.uniform() < count_law(flow.p, flow.count, CountMode::uniform) &&
                      (flow.unresponsive || (average_.value() >= params_.min_th && packets_ > 1));
    flow.count = drop ? 0 : flow.count + 1;
    return drop;
  }

  void count_drop() {
    flows_[latest_].dropped[0] += size_;
    flows_[latest_].lost += size_;
    dropped_ += size_;
  }

  /// The current interval ends: regular flows lose more, flows without drops lose less.
  void look(double now, double loss) {
    const double length = intervals_[0];
    double sum = 0;
    int regulars = 0;
    for (const Flow& flow : flows_) {
      if (lists(flow) < red_pd::kRegular) continue;
      sum += bytes(flow);
      ++regulars;
    }
    for (Flow& flow : flows_) {
      const int in = lists(flow);
      if (in >= red_pd::kRegular && arrived_ > 0 && dropped_ > red_pd::kLeastLoss * arrived_ && flow.lost > 0) {
        if (now - flow.changed >= time(4)) punish(flow, now, length, loss * bytes(flow) * regulars / sum, loss);
      } else if (in == 0 && flow.p > 0 && now - flow.changed >= time(flow.unresponsive ? 5 : 3)) {
        flow.p = red_pd::lowered(flow.p, flow.unresponsive);
        flow.changed = now;
        if (flow.p <= 0) {
          --monitored_;
          flow.unresponsive = false;
          flow.looks.clear();
        }
      }
      std::copy_backward(flow.dropped.begin(), flow.dropped.end() - 1, flow.dropped.end());
      flow.arrived = flow.lost = flow.dropped[0] = 0;
    }
  }

  void punish(Flow& flow, double now, double length, double own, double loss) {
    if (flow.p > 0) {
      if (params_.test_response && !flow.unresponsive) flow.unresponsive = red_pd::unresponsive(flow.looks);
      flow.p = red_pd::raised(flow.p, own, flow.unresponsive);
    } else {
      flow.p = red_pd::first(own, loss);
      flow.count = 0;
      ++monitored_;
    }
    flow.changed = now;
    if (flow.looks.size() == red_pd::kLists) flow.looks.erase(flow.looks.begin());
    flow.looks.push_back({flow.arrived / length, flow.lost / flow.arrived});
  }

  static int lists(const Flow& flow) {
    return static_cast<int>(
        std::count_if(flow.dropped.begin(), flow.dropped.end(), [](double bytes) { return bytes > 0; }));
  }
  static double bytes(const Flow& flow) {
    double sum = 0;
    for (const double dropped : flow.dropped) sum += dropped;
    return sum;
  }
  /// The duration of the latest `n` intervals, but at least the time that a flow needs to respond.
  double time(int n) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += intervals_[static_cast<std::size_t>(i)];
    return std::max(sum, red_pd::kLeastTime);
  }
  void schedule(Time now) {
    std::copy_backward(intervals_.begin(), intervals_.end() - 1, intervals_.end());
    intervals_[0] = red_pd::interval(std::max(0.0, loss_), params_.target_rtt);
    next_ = now + from_seconds(intervals_[0]);
  }

  RedPdParams params_;
  Rng rng_;
  RedAverage average_;
  RedGate gate_;
  std::vector<Flow> flows_;
  std::array<double, red_pd::kLists> intervals_{};  ///< s, the present one first
  double arrived_ = 0, dropped_ = 0;                ///< bytes at RED in this interval
  double loss_ = -1;                                ///< smoothed; < 0: not yet known
  Time next_ = 0;
  std::uint32_t latest_ = 0;
  int size_ = 0, monitored_ = 0;
  bool counted_ = false;
  double p_pre_ = 0;
};

struct RedPd {
  static constexpr const char* id = "red_pd";
  static constexpr const char* name = "RED with Preferential Dropping";
  static constexpr const char* no_fluid = "It tells flows apart by the history of their drops.";
  using Params = RedPdParams;

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   {red_max_p<Params>(0.1), gentle_toggle<Params>(true),
                    bind<Params, &Params::target_rtt>(
                        "target_rtt", "s", ParamKind::number, 0.04, {0.001, 10},
                        "Who sends more than a TCP flow with this round trip is thinned: the longer, "
                        "the more flows."),
                    toggle<Params, &Params::test_response>(
                        "test_response", true, "Thin flows more whose rate does not fall when they lose more.")},
                   red_common<Params>()});
  }
  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = red_states();
    all.push_back({"p_pre", "1", "What the latest arrival's flow loses before RED.", ParamRole::probability});
    all.push_back({"monitored", "flows", "Flows that are thinned."});
    all.push_back({"interval", "s", "Time between two looks at the drops."});
    return all;
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer",
            "gentle: 2 max_th <= buffer for the slope to be fully reachable (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_red_thresholds(p, link, check);
    warn_gentle(p, p.gentle, link, check);
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability of RED"}}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double avg) {
    return red_or_gentle(p, p.gentle, p.max_p, avg);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int, std::span<const double>) {
    return red_or_gentle_knots(p, p.gentle);
  }
  static double extent(const Params& p, const LinkInfo& link) {
    return std::max(1.05 * red_or_gentle_end(p, p.gentle), static_cast<double>(link.buffer));
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    return std::make_unique<RedPdDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<RedPd>> registered;

}  // namespace
}  // namespace aqm
