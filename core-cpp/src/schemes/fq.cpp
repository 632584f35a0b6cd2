// Fair queueing: Nagle, "On packet switches with infinite storage", RFC 970, 1985; Demers, Keshav and Shenker, SIGCOMM 1989; by deficit
// round robin: Shreedhar and Varghese, SIGCOMM 1995. A queue for each flow and no AQM; a full buffer takes from the longest queue.
#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct FqParams {
  int flows = 1024;
  int quantum = 1500;  ///< bytes
  Spread hash = Spread::even;
};

struct NoAqm {};

class FqDiscipline final : public FlowQueueing<FqDiscipline, NoAqm> {
 public:
  /// Turns are taken in order, whether a queue was empty or not.
  static constexpr bool kNewFirst = false;

  FqDiscipline(const FqParams& p, const LinkInfo& link, Rng rng)
      : FlowQueueing(link.buffer, p.flows, p.quantum, 1, {}),
        flows_(static_cast<std::uint32_t>(p.flows)),
        hash_(p.hash),
        seed_(rng.next()) {}

  std::size_t queue_of(std::uint32_t flow) const { return queue_for(hash_, flow, flows_, seed_); }
  bool take(NoAqm&, Head head, Time, Packet& out) const { return head.pop(out); }
  void on_overflow(NoAqm&, int, Time) const {}

  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = largest([](const NoAqm&, const PacketChain& chain) { return chain.packets; });
  }

 private:
  std::uint32_t flows_;
  Spread hash_;
  std::uint64_t seed_;
};

struct Fq {
  static constexpr const char* id = "fq";
  static constexpr const char* name = "Fair queueing";
  static constexpr const char* no_fluid = "A queue for each flow: the model has one.";
  using Params = FqParams;

  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 1024, {1, 65536},
                                         "Queues that flows are spread over."),
            quantum_param<Params>(), spread_choice<Params>()};
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues whose turn will come."}, {"longest", "packets", "Length of the longest queue."}};
  }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    return std::make_unique<FqDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Fq>> registered;

}  // namespace
}  // namespace aqm
