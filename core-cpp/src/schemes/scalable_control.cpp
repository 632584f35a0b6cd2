// The router's part of the scalable control of Low, Paganini, Wang and Doyle, "Linear stability of TCP/RED and a
// scalable control", Computer Networks 43, 2003. The price of the link is the delay in a virtual queue, p' = (y - gamma
// C) / C, held at 0. The marking probability is 1 - phi^-p, so that the prices along a path add up. This is REM
// (rem.hpp) without its weight of the queue, on a virtual queue.
#include "laws/virtual_curve.hpp"
#include "parts/apart.hpp"
#include "parts/delay_target.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/virtual_queue.hpp"
#include "rem.hpp"

namespace aqm {
namespace {

struct PriceParams {
  double gamma = 0.98, phi = 3;
  bool ecn = false;
};

double capacity_of(const LinkInfo& link) { return 1 / transmission_time(link); }

class PriceDiscipline final : public FifoDiscipline<PriceDiscipline> {
 public:
  PriceDiscipline(const PriceParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), capacity_(capacity_of(link)) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    virtual_.serve(to_seconds(arrival.now - last_), params_.gamma * capacity_);
    last_ = arrival.now;
    price_ = virtual_.length() / capacity_;
    p_ = rem_probability(price_, params_.phi);
    return arrival.u < p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void on_stored(const Packet& /*packet*/) { virtual_.add(1); }
  void observe(double* out) const override {
    out[0] = price_;
    out[1] = p_;
  }

 private:
  PriceParams params_;
  double capacity_;  ///< packets/s
  VirtualQueue virtual_;
  double price_ = 0, p_ = 0;
  Time last_ = 0;
};

struct ScalableControl {
  static constexpr const char* id = "scalable_control";
  static constexpr const char* name = "Scalable control";
  static constexpr const char* apart = kApartIdle;
  using Params = PriceParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::gamma>(
            "gamma", "1", ParamKind::number, 0.98, {0, 1, true, false},
            "Rate of the virtual queue, as a fraction of the link's: the utilization aimed at."),
        bind<Params, &Params::phi>("phi", "1", ParamKind::number, 3, {1, 1e6, true, false},
                                   "Base of the exponential: a second of virtual delay leaves 1/phi unmarked."),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"price", "s", "Price of the link: the delay in the virtual queue."},
            {"p", "1", "Drop probability: 1 - phi^-price.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"virtual rate", "packets/s", p.gamma * capacity_of(link)},
            {"price for p = 0.01", "s", price_of(0.01, p.phi)},
            {"price for p = 0.1", "s", price_of(0.1, p.phi)}};
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static CurveAxis axis() { return {"price", "s"}; }
  static double curve(const Params& p, const LinkInfo&, int, std::span<const double>, double price) {
    return rem_probability(std::max(0.0, price), p.phi);
  }
  static double extent(const Params& p, const LinkInfo&) { return price_of(0.5, p.phi); }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    const double capacity = capacity_of(link);
    // The counterpart's virtual queue ends where nothing more can enter.
    const double end = capacity * price_of(1 - kSpared, p.phi);
    const auto law = [p, capacity, end](double b) { return b < end ? rem_probability(b / capacity, p.phi) : 1; };
    return {std::make_shared<fluid::VirtualCurve>(law, std::vector<double>{0, end}, p.gamma * capacity),
            "The link's own queue is empty at rest: in packets, which come at random, a few wait."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<PriceDiscipline>(p, link);
  }

 private:
  static constexpr double kSpared = 1e-6;
  static double price_of(double probability, double phi) { return -math::log1p(-probability) / math::log(phi); }
};

const Register<SchemeOf<ScalableControl>> registered;

}  // namespace
}  // namespace aqm
