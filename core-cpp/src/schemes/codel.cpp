// CoDel over one first-in, first-out queue (RFC 8289).
#include "laws/head_drop.hpp"
#include "parts/linux_codel.hpp"
#include "parts/register.hpp"
#include "parts/ring_head.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

template <class Law>
class CodelDiscipline final : public HeadDropDiscipline {
 public:
  CodelDiscipline(const CodelParams& p, const LinkInfo& link) : HeadDropDiscipline(link.buffer), params_(p) {}

  bool dequeue(Time now, Packet& out) override { return law_.take(params_, head(now), now, out); }
  void observe(double* out) const override {
    out[0] = law_.count();
    out[1] = to_seconds(law_.drop_next());
    out[2] = law_.dropping() ? 1 : 0;
  }

 private:
  CodelParams params_;
  Law law_;
};

struct Codel {
  static constexpr const char* id = "codel";
  static constexpr const char* name = "CoDel";
  static constexpr const char* apart =
      "Among packets chance ends a spell of drops early or late; in this model each spell ends at the mean distance "
      "above the target.";
  using Params = CodelParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all = codel_delay_params<Params>();
    all.push_back(bind<Params, &Params::mtu>("mtu", "bytes", ParamKind::number, 1500, {40, 9000},
                                             "Nothing is dropped while no more than this waits behind it."));
    all.push_back(ecn_toggle<Params>());
    all.push_back(codel_profile<Params>());
    all.push_back(codel_ce_threshold<Params>());
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"count", "packets", "Drops in this dropping spell: the n-th gap is interval / sqrt(n)."},
            {"drop_next", "s", "When the next drop is due while dropping, in absolute time."},
            {"dropping", "1", "Whether a dropping spell is on."}};
  }
  static std::vector<const char*> constraints() {
    return {"target < interval", "target >= one packet's transmission time (warning)", "ce_threshold: profile linux"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_codel(p.target, p.interval, link, check);
    check_ce_threshold(p, check);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    return {std::make_shared<fluid::CodelRate>(
                fluid::HeadDrop{p.target, p.interval, p.mtu / link.packet_size, choice.thinned}),
            "Drops come at a rate, not one by one, and the delay is that of the queue as a whole."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    if (p.profile == Details::as_linux) return std::make_unique<CodelDiscipline<kernel::Codel>>(p, link);
    return std::make_unique<CodelDiscipline<CodelLaw>>(p, link);
  }
};

const Register<SchemeOf<Codel>> registered;

}  // namespace
}  // namespace aqm
