// Exponential-RED: Liu, Basar and Srikant, "Exponential-RED: a stabilizing AQM scheme for low- and high-speed TCP
// protocols", IEEE/ACM ToN 13(5), 2005. The probability grows exponentially with the length of a virtual queue.
#include "aqm/elementary.hpp"

#include "laws/virtual_curve.hpp"
#include "parts/apart.hpp"
#include "parts/delay_target.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/virtual_queue.hpp"

namespace aqm {
namespace {

struct ExpRedParams {
  double min_th = 20, max_th = 120;  ///< packets of the virtual queue
  double p_min = 0.001, p_top = 0.1;
  double gamma = 0.98;
  double slope = 0;  ///< slope of log p over the virtual queue, 1/packet; computed
};

double exponential_law(const ExpRedParams& p, double b) {
  if (b < p.min_th) return 0;
  if (b >= p.max_th) return 1;
  return p.p_min * math::exp(p.slope * (b - p.min_th));
}

class ExpRedDiscipline final : public FifoDiscipline<ExpRedDiscipline> {
 public:
  ExpRedDiscipline(const ExpRedParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), rate_(p.gamma / transmission_time(link)) {}

  Fate decide(const Packet& /*packet*/, const Arrival& arrival) {
    virtual_.serve(to_seconds(arrival.now - last_), rate_);
    last_ = arrival.now;
    p_ = exponential_law(params_, virtual_.length());
    if (p_ >= 1) return Fate::dropped_forced;
    return arrival.u < p_ ? Fate::dropped_early : Fate::accepted;
  }
  void on_stored(const Packet& /*packet*/) { virtual_.add(1); }
  void observe(double* out) const override {
    out[0] = virtual_.length();
    out[1] = p_;
  }

 private:
  ExpRedParams params_;
  double rate_;  ///< packets/s
  VirtualQueue virtual_;
  double p_ = 0;
  Time last_ = 0;
};

struct ExpRed {
  static constexpr const char* id = "exp_red";
  static constexpr const char* name = "Exponential-RED";
  static constexpr const char* apart = kApartIdle;
  using Params = ExpRedParams;

  static std::vector<ParamSpec> table() {
    const Range range{0, 1e6, true, false}, probability{0, 1, true, false};
    return {
        with_role(bind<Params, &Params::min_th>("min_th", "packets", ParamKind::number, 20, range,
                                                "Below this virtual queue nothing is dropped."),
                  ParamRole::queue_threshold),
        with_role(bind<Params, &Params::max_th>("max_th", "packets", ParamKind::number, 120, range,
                                                "From this virtual queue on everything is dropped."),
                  ParamRole::queue_threshold),
        with_role(bind<Params, &Params::p_min>("p_min", "1", ParamKind::number, 0.001, probability,
                                               "Drop probability at min_th."),
                  ParamRole::probability),
        with_role(bind<Params, &Params::p_top>("p_top", "1", ParamKind::number, 0.1, probability,
                                               "Drop probability just below max_th."),
                  ParamRole::probability),
        bind<Params, &Params::gamma>("gamma", "1", ParamKind::number, 0.98, {0, 1, true, false},
                                     "Rate of the virtual queue, as a fraction of the link's."),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"b", "packets", "Length of the virtual queue.", ParamRole::queue_threshold},
            {"p", "1", "Drop probability used for this arrival."}};
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer", "p_min < p_top"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("min_th", p.min_th, "max_th", p.max_th);
    check.require(p.max_th <= link.buffer, "max_th", p.max_th, "max_th <= buffer", link.buffer);
    check.below("p_min", p.p_min, "p_top", p.p_top);
  }
  static void derive(Params& p, const LinkInfo&) { p.slope = math::log(p.p_top / p.p_min) / (p.max_th - p.min_th); }
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"virtual rate", "packets/s", p.gamma / transmission_time(link)}, {"slope of ln p", "1/packet", p.slope}};
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static CurveAxis axis() { return {"b", "packets"}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double b) {
    return exponential_law(p, b);
  }
  static std::vector<double> knots(const Params& p, const LinkInfo&, int, std::span<const double>) {
    return {p.min_th, p.max_th};
  }
  static double extent(const Params& p, const LinkInfo& link) {
    return std::max(1.25 * p.max_th, static_cast<double>(link.buffer));
  }
  /// As in the paper: b' = lambda - gamma C, and p exponential in b (its section II).
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    const auto law = [p](double b) { return exponential_law(p, b); };
    return {std::make_shared<fluid::VirtualCurve>(law, std::vector<double>{p.min_th, p.max_th},
                                                  p.gamma / transmission_time(link)),
            "The link's own queue is empty at rest: in packets, which come at random, a few wait."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<ExpRedDiscipline>(p, link);
  }
};

const Register<SchemeOf<ExpRed>> registered;

}  // namespace
}  // namespace aqm
