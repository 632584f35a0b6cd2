// FQ-CoDel: Hoeiland-Joergensen, McKenney, Taht, Gettys and Dumazet, "The Flow Queue CoDel Packet Scheduler and Active
// Queue Management Algorithm", RFC 8290, 2018.
#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/linux_codel.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct FqCodelParams : CodelParams {
  int flows = 1024;
  int quantum = 1500;  ///< bytes
  int drop_batch = 64;
  Spread hash = Spread::even;
  bool bulk_count = false;
};

template <class Law>
class FqCodelDiscipline final : public FlowQueueing<FqCodelDiscipline<Law>, Law> {
  using Queues = FlowQueueing<FqCodelDiscipline, Law>;

 public:
  FqCodelDiscipline(const FqCodelParams& p, const LinkInfo& link, Rng rng, const FlowQueueingRules& rules = {})
      : Queues(link.buffer, p.flows, p.quantum, p.drop_batch, {}, rules), params_(p), seed_(rng.next()) {}

  std::size_t queue_of(std::uint32_t flow) const {
    return queue_for(params_.hash, flow, static_cast<std::uint32_t>(params_.flows), seed_);
  }
  bool take(Law& law, typename Queues::Head head, Time now, Packet& out) const {
    return law.take(params_, head, now, out);
  }
  /// Linux: "tell codel to increase its signal strength also".
  void on_overflow(Law& law, int dropped, Time) const {
    if (params_.bulk_count) law.add_count(dropped);
  }

  void observe(double* out) const override {
    out[0] = this->active_queues();
    out[1] = this->new_queues();
    out[2] = this->largest([](const Law&, const PacketChain& chain) { return chain.packets; });
    out[3] = this->largest([](const Law& law, const PacketChain&) { return law.dropping() ? law.count() : 0; });
  }

 private:
  FqCodelParams params_;
  std::uint64_t seed_;
};

struct FqCodel {
  static constexpr const char* id = "fq_codel";
  static constexpr const char* name = "FQ-CoDel";
  static constexpr const char* no_fluid =
      "Each flow has its own queue: the model has the mean window of many flows, and the window of one flow is no "
      "mean.";
  using Params = FqCodelParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all{
        bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 1024, {1, 65536},
                                     "Queues that flows are spread over."),
        quantum_param<Params>(),
    };
    for (const ParamSpec& spec : codel_delay_params<Params>()) all.push_back(spec);
    all.push_back(bind<Params, &Params::drop_batch>("drop_batch", "packets", ParamKind::integer, 64, {1, 1024},
                                                    "Packets dropped at the most when the buffer is full."));
    all.push_back(ecn_toggle<Params>());
    all.push_back(spread_choice<Params>());
    all.push_back(toggle<Params, &Params::bulk_count>("bulk_count", false,
                                                      "Packets that a full buffer takes from a queue add to its drop "
                                                      "count, as in Linux; RFC 8290 does not ask for it."));
    all.push_back(codel_profile<Params>());
    all.push_back(codel_ce_threshold<Params>());
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues in the lists of new and old ones."},
            {"new_queues", "1", "Queues in the list of new ones, which go first."},
            {"longest", "packets", "Length of the longest queue."},
            {"count", "packets", "The largest drop count of any queue in a dropping spell."}};
  }
  static std::vector<const char*> constraints() {
    return {"target < interval", "target >= one packet's transmission time (warning)", "ce_threshold: profile linux",
            "profile linux: quantum >= 256"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_codel(p.target, p.interval, link, check);
    check_ce_threshold(p, check);
    check.require(p.profile != Details::as_linux || p.quantum >= 256, "quantum", p.quantum,
                  "quantum >= 256 in profile linux", 256);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile != Details::as_linux) return std::make_unique<FqCodelDiscipline<CodelLaw>>(p, link, rng);
    FqCodelParams as_linux = p;
    as_linux.mtu = link.packet_size;
    as_linux.bulk_count = true;
    const FlowQueueingRules rules{.leaves_alone = true, .lowest_first = true};
    return std::make_unique<FqCodelDiscipline<kernel::Codel>>(as_linux, link, rng, rules);
  }
};

const Register<SchemeOf<FqCodel>> registered;

}  // namespace
}  // namespace aqm
