// Class-Based Threshold: Parris, Jeffay and Smith, "Lightweight active router-queue management for multimedia
// networking", MMCN 1999. RED applies to TCP only; each other class only has a threshold on its own average.
#include <array>

#include "laws/backlog_curves.hpp"
#include "parts/red_gate.hpp"
#include "parts/red_laws.hpp"
#include "parts/red_scale.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct CbtParams : RedParams {
  double marked_th = 10, other_th = 5;  ///< packets
};

/// Service classes: TCP, UDP that is marked as multimedia, other UDP.
enum : std::size_t { kTcp = 0, kMarked = 1, kOther = 2, kClasses = 3 };

class CbtDiscipline final : public FifoDiscipline<CbtDiscipline> {
 public:
  CbtDiscipline(const CbtParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer),
        params_(p),
        limits_{0, p.marked_th, p.other_th},
        gate_(p),
        averages_(kClasses, RedAverage(p.w_q, mean_packets_per_second(p.mean_pkt_size, link), p.profile)) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    const std::size_t c = class_of(packet);
    const double q =
        params_.byte_mode ? static_cast<double>(class_bytes_[c]) / params_.mean_pkt_size : class_packets_[c];
    const double avg = averages_[c].update(q, arrival.now, arrival.link_busy);
    if (c != kTcp) return avg > limits_[c] ? Fate::dropped_forced : Fate::accepted;
    const double p_b = red_law(avg, params_.min_th, params_.max_th, params_.max_p);
    return gate_.decide(params_, packet, avg < params_.min_th, q, p_b, arrival.u);
  }
  void on_overflow(Time /*now*/) { gate_.on_overflow(params_); }
  void on_stored(const Packet& packet) {
    ++class_packets_[class_of(packet)];
    class_bytes_[class_of(packet)] += packet.size;
  }
  void on_taken(const Packet& packet, Time /*now*/) {
    --class_packets_[class_of(packet)];
    class_bytes_[class_of(packet)] -= packet.size;
  }
  void on_idle(Time now) override {
    for (RedAverage& average : averages_) average.set_idle(now);
  }
  void observe(double* out) const override {
    out[0] = averages_[kTcp].value();
    out[1] = gate_.state().p_b;
    out[2] = gate_.state().p_a;
    out[3] = gate_.state().count;
    out[4] = averages_[kMarked].value();
    out[5] = averages_[kOther].value();
  }

 private:
  static std::size_t class_of(const Packet& packet) { return std::min<std::size_t>(packet.service, kOther); }

  CbtParams params_;
  std::array<double, kClasses> limits_;
  RedGate gate_;
  std::vector<RedAverage> averages_;
  std::array<int, kClasses> class_packets_{};
  std::array<std::int64_t, kClasses> class_bytes_{};
};

struct Cbt {
  static constexpr const char* id = "cbt";
  static constexpr const char* name = "Class-Based Threshold RED";
  using Params = CbtParams;
  static constexpr double kLeastLevel =
      0.01;  ///< in the fluid model, a threshold of 0 lets one hundredth of a packet wait
  static constexpr const char* kFluidNote =
      "What waits has the composition of what enters; a class above its threshold loses the share that holds it there. "
      "TCP belongs to class 0.";

  static std::vector<ParamSpec> table() {
    const Range range{0, 1e6};
    return joined({red_thresholds<Params>(20, 60),
                   {red_max_p<Params>(0.1),
                    with_role(bind<Params, &Params::marked_th>("marked_th", "packets", ParamKind::number, 10, range,
                                                               "Packets of class 1 (multimedia) are dropped while "
                                                               "their average is above this."),
                              ParamRole::queue_threshold),
                    with_role(bind<Params, &Params::other_th>("other_th", "packets", ParamKind::number, 5, range,
                                                              "Packets of class 2 and higher (other UDP) are dropped "
                                                              "while their average is above this."),
                              ParamRole::queue_threshold)},
                   red_common<Params>()});
  }
  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = red_states();
    all[0] = {"avg", "packets", "The average number of TCP packets (class 0) in the queue.", ParamRole::average};
    all.push_back({"avg_marked", "packets", "The average number of packets of class 1."});
    all.push_back({"avg_other", "packets", "The average number of packets of class 2 and higher."});
    return all;
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "marked_th <= buffer", "other_th <= buffer"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_red_thresholds(p, link, check);
    check.require(p.marked_th <= link.buffer, "marked_th", p.marked_th, "marked_th <= buffer", link.buffer);
    check.require(p.other_th <= link.buffer, "other_th", p.other_th, "other_th <= buffer", link.buffer);
  }

  static std::vector<CurveSpec> curves() { return {{"TCP (class 0)"}}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double avg) {
    return red_law(avg, p.min_th, p.max_th, p.max_p);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int, std::span<const double>) {
    return {p.min_th, p.max_th};
  }
  static double extent(const Params& p, const LinkInfo& link) {
    return std::max(1.25 * p.max_th, static_cast<double>(link.buffer));
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    const fluid::RedScale scale = fluid_scale(p, link, choice.drops);
    const auto tcp = [p, scale](double x) {
      return std::min(1.0, scale.spacing * scale.unit * red_law(scale.unit * x, p.min_th, p.max_th, p.max_p));
    };
    std::array<fluid::ServiceCurve, kClasses> curves;
    const auto forced = [p, scale](double x) { return red_law(scale.unit * x, p.min_th, p.max_th, p.max_p) >= 1; };
    curves[kTcp] = {tcp, {p.min_th / scale.unit, p.max_th / scale.unit}, {}, forced};
    if (choice.ramped()) curves[kTcp].ramps = fluid::ramps_of(tcp, curves[kTcp].knots, link.buffer);
    // UDP is dropped, never marked.
    for (const auto& [c, limit] : {std::pair{kMarked, p.marked_th}, std::pair{kOther, p.other_th}}) {
      const double level = std::max(limit / scale.unit, kLeastLevel);
      const auto above = [level](double x) { return x > level ? 1.0 : 0.0; };
      curves[c] = {
          above, {level}, {fluid::ramp_about(level, link.buffer)}, [above](double x) { return above(x) >= 1; }};
    }
    FluidOffer offer{std::make_shared<fluid::BacklogCurves>(std::move(curves), scale.weight, link.buffer), kFluidNote};
    offer.dispersion = spacing_dispersion(p);
    const std::string spacing = spacing_note(p, choice.drops);
    if (!spacing.empty()) offer.note += " " + spacing;
    return offer;
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<CbtDiscipline>(p, link);
  }
};

const Register<SchemeOf<Cbt>> registered;

}  // namespace
}  // namespace aqm
