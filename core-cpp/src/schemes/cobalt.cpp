// COBALT over one first-in, first-out queue.
#include "laws/head_drop.hpp"
#include "parts/linux_cake.hpp"
#include "parts/register.hpp"
#include "parts/ring_head.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

class CobaltDiscipline final : public HeadDropDiscipline {
 public:
  CobaltDiscipline(const CobaltParams& p, const LinkInfo& link, Rng rng)
      : HeadDropDiscipline(link.buffer), params_(p), law_(p), rng_(rng) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    const Fate fate = HeadDropDiscipline::enqueue(packet, arrival);
    if (is_drop(fate)) law_.overflow(arrival.now);
    return fate;
  }
  bool dequeue(Time now, Packet& out) override { return law_.take(params_, head(now), now, rng_, out); }
  void observe(double* out) const override {
    out[0] = law_.count();
    out[1] = law_.p_drop();
    out[2] = to_seconds(law_.drop_next());
    out[3] = law_.dropping() ? 1 : 0;
  }

 private:
  CobaltParams params_;
  CobaltLaw law_;
  Rng rng_;
};

/// The single queue of a CAKE that does not distinguish flows.
class LinuxCobaltDiscipline final : public kernel::Cake {
 public:
  LinuxCobaltDiscipline(const CobaltParams& p, const LinkInfo& link, Rng rng)
      : Cake(p, {.queues = 1, .quantum = link.packet_size, .isolation = kernel::Isolation::flowblind}, link, rng) {}
  void observe(double* out) const override {
    out[0] = law(0).count();
    out[1] = law(0).p_drop();
    out[2] = to_seconds(law(0).drop_next());
    out[3] = law(0).dropping() ? 1 : 0;
  }
};

struct Cobalt {
  static constexpr const char* id = "cobalt";
  static constexpr const char* name = "COBALT";
  using Params = CobaltParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all = cobalt_params<Params>();
    all.push_back(cobalt_profile<Params>("ns-3"));
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"count", "packets", "Drop count: grows while the delay is above the target and runs down afterwards."},
            {"p_drop", "1", "BLUE's drop probability.", ParamRole::probability},
            {"drop_next", "s", "When the next drop is due while dropping, in absolute time."},
            {"dropping", "1", "Whether the delay is above the target."}};
  }
  static std::vector<const char*> constraints() {
    return {"target < interval", "target >= one packet's transmission time (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_codel(p.target, p.interval, link, check);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    return {std::make_shared<fluid::CobaltRate>(fluid::HeadDrop{p.target, p.interval, 0, choice.thinned}),
            "Drops come at a rate, not one by one, and at rest half of the packets wait longer than the target. BLUE's "
            "part is left out."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<LinuxCobaltDiscipline>(p, link, rng);
    return std::make_unique<CobaltDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Cobalt>> registered;

}  // namespace
}  // namespace aqm
