// AQMs whose probability is a curve over the queue that an arrival finds, without average or memory. A member is a Law:
//   struct Params                                        with `bool ecn`
//   static constexpr const char *id, *name
//   static std::vector<ParamSpec> table(); static std::vector<const char*> constraints();
//   static void check(const Params&, const LinkInfo&, Checker&)
//   static double law(const Params&, double q)           the probability, continuous from the right
//   static std::vector<double> knots(const Params&)      where it bends or jumps, ascending
#pragma once
#include "fifo.hpp"
#include "laws/queue_curve.hpp"
#include "scheme_of.hpp"

namespace aqm {

template <class Law>
class QueueMarkingDiscipline final : public FifoDiscipline<QueueMarkingDiscipline<Law>> {
 public:
  using Base = FifoDiscipline<QueueMarkingDiscipline<Law>>;

  QueueMarkingDiscipline(const typename Law::Params& params, const LinkInfo& link)
      : Base(link.buffer), params_(params) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    p_ = Law::law(params_, this->packets_);
    return arrival.u < p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void observe(double* out) const override { out[0] = p_; }

 private:
  typename Law::Params params_;
  double p_ = 0;
};

template <class Law>
struct QueueMarking : Law {
  using Params = typename Law::Params;

  static std::vector<StateSpec> states() {
    return {{"p", "1", "Probability that the latest arrival was under.", ParamRole::probability}};
  }
  static std::vector<CurveSpec> curves() { return {{"probability"}}; }
  static CurveAxis axis() { return {"q", "packets"}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double q) {
    return Law::law(p, q);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int, std::span<const double>) {
    return Law::knots(p);
  }
  static double extent(const Params& p, const LinkInfo& link) {
    return std::max(1.25 * Law::knots(p).back(), static_cast<double>(link.buffer));
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice&) {
    return {std::make_shared<fluid::QueueCurve>([p](double q) { return Law::law(p, q); }, Law::knots(p)),
            "All arrivals see the queue as it is; where the curve jumps, it rises over a packet to either side."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<QueueMarkingDiscipline<Law>>(p, link);
  }
};

/// These AQMs were designed to mark instead of drop.
template <class P>
ParamSpec ecn_on_toggle() {
  return toggle<P, &P::ecn>("ecn", true, "Mark ECN-capable packets; others, and all without it, are dropped.");
}

}  // namespace aqm
