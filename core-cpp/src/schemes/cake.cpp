// CAKE as in Linux: shaper, tins, isolation of hosts and flows, a COBALT per queue, a filter of acknowledgements
// (Hoeiland-Joergensen, Taht and Morton, "Piece of CAKE", LANMAN 2018; net/sched/sch_cake.c). Names are those of tc.
#include "parts/linux_cake.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

/// tc's names for round trips; each has a target of one twentieth of the round trip (iproute2, tc/q_cake.c).
enum class TripPreset : int { datacentre, lan, metro, regional, internet, oceanic, satellite, interplanetary };
constexpr std::array<double, 8> kTrips{100e-6, 0.001, 0.01, 0.03, 0.1, 0.3, 1, 1000};

struct CakeSettings {
  double bandwidth = 0;  ///< bit/s
  kernel::TinMode diffserv = kernel::TinMode::diffserv3;
  kernel::Isolation isolation = kernel::Isolation::triple;
  TripPreset preset = TripPreset::internet;
  double rtt = 0.1, target = 0.005;  ///< s
  int overhead = 0, mpu = 0;         ///< bytes
  Cells cells = Cells::none;
  kernel::AckFilter ack_filter = kernel::AckFilter::none;
  bool ingress = false;
  double memory_limit = 0;  ///< bytes
};

kernel::CakeParams cake_params(const CakeSettings& p, const LinkInfo& link) {
  return {.queues = 1024,
          .quantum = link.packet_size,
          .bandwidth = p.bandwidth,
          .memory_limit = p.memory_limit,
          .tins = p.diffserv,
          .isolation = p.isolation,
          .frame = {p.overhead, p.mpu, p.cells},
          .ack_filter = p.ack_filter,
          .ingress = p.ingress};
}

class CakeDiscipline final : public kernel::Cake {
 public:
  CakeDiscipline(const CakeSettings& p, const LinkInfo& link, Rng rng)
      : Cake({.target = p.target, .interval = p.rtt, .ecn = true}, cake_params(p, link), link, rng) {}
  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = largest([](const kernel::Cobalt&, const PacketChain& chain) { return chain.packets; });
    out[2] = largest([](const kernel::Cobalt& law, const PacketChain&) { return law.count(); });
    out[3] = largest([](const kernel::Cobalt& law, const PacketChain&) { return law.p_drop(); });
    for (std::size_t tin = 0; tin < 4; ++tin) out[4 + tin] = packets_in(tin);
  }
};

struct CakeScheme {
  static constexpr const char* id = "cake";
  static constexpr const char* name = "CAKE";
  static constexpr const char* no_fluid =
      "Each flow has its own queue: the model has the mean window of many flows, and the window of one flow is no "
      "mean.";
  using Params = CakeSettings;

  static double trip(const Params& p, const LinkInfo&) { return kTrips[static_cast<std::size_t>(p.preset)]; }
  static double twentieth(const Params& p, const LinkInfo&) { return p.rtt / 20; }
  /// Four round trips at the shaper's rate, at least 4 MiB and at most 10240 packets with their Ethernet header.
  static double memory(const Params& p, const LinkInfo& link) {
    const double most = 10240.0 * (link.packet_size + 14);
    return p.bandwidth > 0 ? std::min(most, std::max(std::floor(p.bandwidth / 8 * p.rtt * 4), 4194304.0)) : most;
  }

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::bandwidth>(
            "bandwidth", "bit/s", ParamKind::number, 0, {0, 1e10},
            "What CAKE's own shaper lets through; 0: no shaper (unlimited). Tins, quantum, "
            "target and interval follow it."),
        choice<Params, &Params::diffserv>(
            "diffserv", {"besteffort", "diffserv3", "diffserv4", "diffserv8", "precedence"}, 1,
            "Tins that packets are put into by their DSCP, the row's service class: one; best effort, bulk and voice; "
            "those and video; eight."),
        choice<Params, &Params::isolation>(
            "isolation",
            {"flowblind", "srchost", "dsthost", "hosts", "flows", "dual-srchost", "dual-dsthost", "triple-isolate"}, 7,
            "Who has equal shares: nobody, hosts, pairs of them, flows, or flows within equal shares of the hosts that "
            "send, that receive, or both."),
        choice<Params, &Params::preset>(
            "preset", {"datacentre", "lan", "metro", "regional", "internet", "oceanic", "satellite", "interplanetary"},
            4, "tc's word for the usual round trip, from which rtt and target follow."),
        computed<Params, trip>(bind<Params, &Params::rtt>("rtt", "s", ParamKind::number, kUnset, {1e-6, 4294},
                                                          "COBALT's interval, the usual round trip."),
                               "the preset's"),
        with_role(computed<Params, twentieth>(
                      bind<Params, &Params::target>("target", "s", ParamKind::number, kUnset, {1e-7, 4294},
                                                    "Delay that COBALT aims at; a slow shaper makes it one and a half "
                                                    "packets' time at least."),
                      "rtt / 20"),
                  ParamRole::delay_target),
        bind<Params, &Params::overhead>("overhead", "bytes", ParamKind::integer, 0, {-64, 256},
                                        "Bytes besides the IP packet for which the shaper and turns count it."),
        bind<Params, &Params::mpu>("mpu", "bytes", ParamKind::integer, 0, {0, 256},
                                   "Bytes that a packet counts at least, overhead included."),
        choice<Params, &Params::cells>("cells", {"noatm", "atm", "ptm"}, 0,
                                       "atm: a packet counts as cells of 53 bytes for each 48; ptm: 65 bytes for each "
                                       "64."),
        choice<Params, &Params::ack_filter>("ack_filter", {"none", "filter", "aggressive"}, 0,
                                            "Acknowledgements that a later one makes needless are dropped from their "
                                            "queue: filter keeps two, aggressive one."),
        toggle<Params, &Params::ingress>(
            "ingress", false,
            "What is dropped counts as sent, as behind a link that it has crossed already; "
            "COBALT spares waits of two packets' time for each busy queue."),
        computed<Params, memory>(
            bind<Params, &Params::memory_limit>("memory_limit", "bytes", ParamKind::number, kUnset, {0, 4294967295.0},
                                                "Memory for packets (tc's memlimit), of which each takes 768 bytes or, "
                                                "beyond 192 bytes, 2304; besides the link's buffer."),
            "4 MiB or four rtt of bandwidth"),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues in the lists of new and old ones."},
            {"longest", "packets", "Length of the longest queue."},
            {"count", "packets", "The largest drop count of any queue."},
            {"p_drop", "1", "The largest BLUE probability of any queue.", ParamRole::probability},
            {"best_effort", "packets", "Packets in tin 0, which is best effort but with diffserv8 and precedence."},
            {"bulk", "packets", "Packets in tin 1, bulk."},
            {"tin2", "packets", "Packets in tin 2: voice, of diffserv4 video."},
            {"tin3", "packets", "Packets in tin 3: of diffserv4 voice."}};
  }
  static std::vector<const char*> constraints() { return {"target < rtt"}; }
  static void check(const Params& p, const LinkInfo& /*link*/, Checker& check) {
    check.below("target", p.target, "rtt", p.rtt);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    return std::make_unique<CakeDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<CakeScheme>> registered;

}  // namespace
}  // namespace aqm
