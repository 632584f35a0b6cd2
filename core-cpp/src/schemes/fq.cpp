// Fair queueing: Nagle, "On packet switches with infinite storage", RFC 970, 1985; Demers, Keshav and Shenker, SIGCOMM
// 1989; by deficit round robin: Shreedhar and Varghese, SIGCOMM 1995. Each flow has a queue, without an AQM; a full
// buffer drops from the longest queue.
#include <algorithm>

#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/linux_fq.hpp"
#include "parts/profile.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct FqParams {
  int flows = 1024;
  int quantum = 1500;  ///< bytes
  Spread hash = Spread::even;
  Details profile = Details::own;
  int initial_quantum = 15000;  ///< bytes
  int flow_limit = 100;         ///< packets
  double maxrate = 0;           ///< bit/s
  double low_rate = 550e3;      ///< bit/s
  double refill_delay = 0.04;   ///< s
  double ce_threshold = 0;      ///< s
};

struct NoAqm {};

class FqDiscipline final : public FlowQueueing<FqDiscipline, NoAqm> {
 public:
  /// Queues take turns in order, whether they were empty or not.
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

class LinuxFqDiscipline final : public kernel::Fq {
 public:
  LinuxFqDiscipline(const FqParams& p, const LinkInfo& link)
      : Fq({p.quantum, p.initial_quantum, p.flow_limit, p.maxrate, p.low_rate, from_seconds(p.refill_delay),
            p.ce_threshold > 0 ? from_seconds(p.ce_threshold) : kNever},
           link.buffer) {}
  void observe(double* out) const override {
    out[0] = active_queues() + throttled();
    out[1] = longest();
  }
};

/// Packets in bytes. A link that cannot be is refused by its own check; here it must not leave the range of an integer.
double packets_in_bytes(int packets, const LinkInfo& link) {
  return packets * std::clamp(link.packet_size, 0, 100'000);
}
double fq_quantum(const FqParams& p, const LinkInfo& link) {
  return packets_in_bytes(p.profile == Details::as_linux ? 2 : 1, link);
}
double ten_packets(const FqParams&, const LinkInfo& link) { return packets_in_bytes(10, link); }

struct Fq {
  static constexpr const char* id = "fq";
  static constexpr const char* name = "Fair queueing";
  static constexpr const char* no_fluid =
      "Each flow has its own queue: the model has the mean window of many flows, and the window of one flow is no "
      "mean.";
  using Params = FqParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 1024, {1, 65536},
                                     "Queues that flows are spread over; in linux each flow has one."),
        profile_choice<Params>("paper",
                               "Deficit round robin, a full buffer takes from the longest queue; or Linux's fq: new "
                               "flows first, a limit and a pace a flow, a full buffer drops the arrival."),
        computed<Params, fq_quantum>(
            bind<Params, &Params::quantum>("quantum", "bytes", ParamKind::integer, kUnset, {64, 90000},
                                           "Bytes that a queue may send in a round."),
            "packet_size, in linux two"),
        spread_choice<Params>(),
        computed<Params, ten_packets>(
            bind<Params, &Params::initial_quantum>("initial_quantum", "bytes", ParamKind::integer, kUnset, {64, 1e6},
                                                   "Bytes that a flow may send in its first turn, in linux."),
            "ten packets"),
        bind<Params, &Params::flow_limit>("flow_limit", "packets", ParamKind::integer, 100, {1, 1e6},
                                          "Packets of one flow that may wait, in linux."),
        bind<Params, &Params::maxrate>(
            "maxrate", "bit/s", ParamKind::number, 0, {0, 1e10},
            "The fastest pace of a flow, in linux; 0: any. Senders pace themselves besides."),
        bind<Params, &Params::low_rate>("low_rate_threshold", "bit/s", ParamKind::number, 550e3, {0, 1e10},
                                        "Up to this maxrate packets are paced one by one, in linux."),
        bind<Params, &Params::refill_delay>("refill_delay", "s", ParamKind::number, 0.04, {0, 10},
                                            "A flow that sent nothing for so long begins with a quantum, in linux."),
        bind<Params, &Params::ce_threshold>("ce_threshold", "s", ParamKind::number, 0, {0, 10},
                                            "A packet that left so much later than it might is marked, in linux; 0: "
                                            "none."),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues whose turn will come."}, {"longest", "packets", "Length of the longest queue."}};
  }
  static std::vector<const char*> constraints() { return {"maxrate, ce_threshold: profile linux"}; }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    const bool as_linux = p.profile == Details::as_linux;
    check.require(as_linux || p.maxrate == 0, "maxrate", p.maxrate, "maxrate = 0 but in profile linux", 0);
    check.require(as_linux || p.ce_threshold == 0, "ce_threshold", p.ce_threshold,
                  "ce_threshold = 0 but in profile linux", 0);
    check.require(p.maxrate == 0 || p.maxrate >= 8, "maxrate", p.maxrate, "maxrate is 0 or at least 8 bit/s", 8);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<LinuxFqDiscipline>(p, link);
    return std::make_unique<FqDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Fq>> registered;

}  // namespace
}  // namespace aqm
