// The queueing of CAKE without its shaper, tins and acknowledgement filter: a COBALT per flow, deficit round robin, and
// a hash with eight places for every value (Hoeiland-Joergensen, Taht and Morton, "Piece of CAKE", LANMAN 2018).
#include <array>

#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/linux_cake.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

constexpr int kWays = 8;

struct CakeLiteParams : CobaltParams {
  int flows = 1024;
  int quantum = 1500;       ///< bytes
  double bandwidth = 0;     ///< bit/s
  double memory_limit = 0;  ///< bytes
};

class CakeLiteDiscipline final : public FlowQueueing<CakeLiteDiscipline, CobaltLaw> {
 public:
  CakeLiteDiscipline(const CakeLiteParams& p, const LinkInfo& link, Rng rng)
      : FlowQueueing(link.buffer, p.flows, p.quantum, 1, CobaltLaw(p)),
        params_(p),
        seed_(rng.next()),
        rng_(rng),
        guards_{4 * from_seconds(8.0 * link.packet_size / link.rate_bps), true},
        owners_(static_cast<std::size_t>(p.flows), kNobody) {}

  /// Returns the flow's own place, or a place whose queue is empty, or the first place: only in the last case do two
  /// flows share a queue.
  std::size_t queue_of(std::uint32_t flow) {
    const std::uint32_t sets = static_cast<std::uint32_t>(params_.flows) / kWays;
    const std::size_t first = std::size_t{flow_hash(flow, seed_) % sets} * kWays;
    std::size_t free = first;
    bool found = false;
    for (std::size_t i = first; i < first + kWays; ++i) {
      if (owners_[i] == flow) return i;
      if (!found && is_empty(i)) {
        free = i;
        found = true;
      }
    }
    if (found) owners_[free] = flow;
    return free;
  }
  bool take(CobaltLaw& law, Head head, Time now, Packet& out) {
    return law.take(params_, head, now, rng_, out, guards_);
  }
  void on_overflow(CobaltLaw& law, int /*dropped*/, Time now) const { law.overflow(now); }

  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = new_queues();
    out[2] = largest([](const CobaltLaw&, const PacketChain& chain) { return chain.packets; });
    out[3] = largest([](const CobaltLaw& law, const PacketChain&) { return law.count(); });
    out[4] = largest([](const CobaltLaw& law, const PacketChain&) { return law.p_drop(); });
  }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  CakeLiteParams params_;
  std::uint64_t seed_;
  Rng rng_;
  CobaltGuards guards_;
  std::vector<std::uint32_t> owners_;
};

class LinuxCakeDiscipline final : public kernel::Cake {
 public:
  LinuxCakeDiscipline(const CakeLiteParams& p, const LinkInfo& link, Rng rng)
      : Cake(p,
             {.queues = static_cast<std::size_t>(p.flows),
              .quantum = p.quantum,
              .bandwidth = p.bandwidth,
              .memory_limit = p.memory_limit},
             link, rng) {}
  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = new_queues();
    out[2] = largest([](const kernel::Cobalt&, const PacketChain& chain) { return chain.packets; });
    out[3] = largest([](const kernel::Cobalt& law, const PacketChain&) { return law.count(); });
    out[4] = largest([](const kernel::Cobalt& law, const PacketChain&) { return law.p_drop(); });
  }
};

struct CakeLite {
  static constexpr const char* id = "cake_lite";
  static constexpr const char* name = "CAKE (lite)";
  static constexpr const char* no_fluid =
      "Each flow has its own queue: the model has the mean window of many flows, and the window of one flow is no "
      "mean.";
  using Params = CakeLiteParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all{
        bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 1024, {kWays, 65536},
                                     "Queues that flows are spread over, in sets of eight."),
        quantum_param<Params>(),
    };
    for (const ParamSpec& spec : cobalt_params<Params>()) all.push_back(spec);
    all.push_back(cobalt_profile<Params>("paper"));
    all.push_back(bind<Params, &Params::bandwidth>("bandwidth", "bit/s", ParamKind::number, 0, {0, 1e10},
                                                   "What CAKE's own shaper lets through, below the link's rate; 0: no "
                                                   "shaper. Quantum, target and interval follow it."));
    all.push_back(bind<Params, &Params::memory_limit>(
        "memory_limit", "bytes", ParamKind::number, 0, {0, 1e12},
        "Memory for packets, of which each takes 768 bytes or, beyond 192 bytes, 2304; 0: no limit but the buffer."));
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues in the lists of new and old ones."},
            {"new_queues", "1", "Queues in the list of new ones, which go first."},
            {"longest", "packets", "Length of the longest queue."},
            {"count", "packets", "The largest drop count of any queue."},
            {"p_drop", "1", "The largest BLUE probability of any queue.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() {
    return {"flows is a multiple of 8", "target < interval", "target >= one packet's transmission time (warning)",
            "bandwidth, memory_limit: profile linux"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.flows % kWays == 0, "flows", p.flows, "flows is a multiple of 8",
                  (p.flows + kWays - 1) / kWays * kWays);
    check_codel(p.target, p.interval, link, check);
    const bool as_linux = p.profile == Details::as_linux;
    check.require(as_linux || p.bandwidth == 0, "bandwidth", p.bandwidth, "bandwidth = 0 but in profile linux", 0);
    check.require(as_linux || p.memory_limit == 0, "memory_limit", p.memory_limit,
                  "memory_limit = 0 but in profile linux", 0);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<LinuxCakeDiscipline>(p, link, rng);
    return std::make_unique<CakeLiteDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<CakeLite>> registered;

}  // namespace
}  // namespace aqm
