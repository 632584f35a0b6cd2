// BLUE: W. Feng, Shin, Kandlur and Saha, "The BLUE active queue management algorithms", IEEE/ACM ToN 10(4), 2002. One
// probability, which overflow raises and an idle link lowers, independent of the queue.
#include "laws/blue.hpp"
#include "parts/blue_level.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct BlueParams {
  double d1 = 0.0025, d2 = 0.00025;
  double freeze_time = 0.1;  ///< s
  double limit = 140;        ///< packets
  bool ecn = false;
};

class BlueDiscipline final : public FifoDiscipline<BlueDiscipline> {
 public:
  BlueDiscipline(const BlueParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), level_(p.d1, p.d2, p.freeze_time) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (packets_ > params_.limit) level_.increase(arrival.now);
    return arrival.u < level_.value() ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void on_overflow(Time now) { level_.increase(now); }
  void on_idle(Time now) override { level_.decrease(now); }
  void observe(double* out) const override { out[0] = level_.value(); }

 private:
  BlueParams params_;
  BlueLevel level_;
};

struct Blue {
  static constexpr const char* id = "blue";
  static constexpr const char* name = "BLUE";
  static constexpr const char* apart =
      "With few flows the slow start of packets, which this model does not have, leaves a larger probability for "
      "hours.";
  using Params = BlueParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::d1>("d1", "1", ParamKind::number, 0.0025, {0, 1, true, false},
                                  "Added to the probability on overflow."),
        bind<Params, &Params::d2>("d2", "1", ParamKind::number, 0.00025, {0, 1, true, false},
                                  "Taken from the probability when the link falls idle: much less than d1."),
        bind<Params, &Params::freeze_time>("freeze_time", "s", ParamKind::number, 0.1, {0, 10},
                                           "Least time between two changes, so that one is felt before the next."),
        computed<Params, whole_buffer>(
            with_role(bind<Params, &Params::limit>("limit", "packets", ParamKind::number, kUnset, {1, 1e6},
                                                   "A queue beyond this counts as overflow too."),
                      ParamRole::queue_threshold),
            "buffer"),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"p_m", "1", "Drop probability, the same for every arrival.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {"d1 >= d2"}; }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check.require(p.d1 >= p.d2, "d1", p.d1, "d1 >= d2, else the probability cannot keep up with overflow", p.d2);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    if (p.freeze_time <= 0) return {nullptr, "Without a freeze time the probability would change infinitely fast."};
    // A queue at the end of the buffer is full, so a limit as long as the buffer is never exceeded.
    const double limit = p.limit < link.buffer ? p.limit : kInfinity, end = std::min<double>(p.limit, link.buffer);
    return {std::make_shared<fluid::BlueLaw>(p.d1, p.d2, p.freeze_time, limit, end),
            "A step for each freeze time in which the queue, which varies as the windows of independent senders do, "
            "is full or empty."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<BlueDiscipline>(p, link);
  }

 private:
  static double whole_buffer(const Params&, const LinkInfo& link) { return link.buffer; }
};

const Register<SchemeOf<Blue>> registered;

}  // namespace
}  // namespace aqm
