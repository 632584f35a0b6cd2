// FQ-PIE: flow queueing as in FQ-CoDel (RFC 8290 section 4) with a PIE (RFC 8033) in every queue, like fq_pie of Linux
// and ns-3 (Ramakrishnan, Bhasi, Saicharan, Kulkarni, Patil and Tahiliani, "FQ-PIE Queue Discipline in the Linux
// Kernel", LCN 2019).
#include "parts/ecn_toggle.hpp"
#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/linux_pie.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct FqPieParams : PieParams {
  int flows = 1024;
  int quantum = 1500;  ///< bytes
  int drop_batch = 64;
  Spread hash = Spread::even;
};

class FqPieDiscipline final : public FlowQueueing<FqPieDiscipline, PieController> {
 public:
  FqPieDiscipline(const FqPieParams& p, const LinkInfo& link, Rng rng)
      : FlowQueueing(link.buffer, p.flows, p.quantum, p.drop_batch, PieController(p, link.packet_size)),
        flows_(static_cast<std::uint32_t>(p.flows)),
        hash_(p.hash),
        seed_(rng.next()),
        ticker_(p.interval) {}

  std::size_t queue_of(std::uint32_t flow) const { return queue_for(hash_, flow, flows_, seed_); }
  Fate admit(PieController& pie, const PacketChain& chain, const Packet& packet, const Arrival& arrival) const {
    return pie.decide(packet, chain.bytes, arrival.u);
  }
  bool take(PieController& pie, Head head, Time now, Packet& out) const {
    if (!head.pop(out)) return false;
    pie.taken(to_seconds(now - out.enqueued), head.bytes());
    return true;
  }
  void on_overflow(PieController& pie, int /*dropped*/, Time /*now*/) const { pie.overflow(); }

  Time next_timer() const override { return ticker_.next(); }
  /// Updates the probability of every queue, whether the queue is in use or not.
  void on_timer(Time /*now*/) override {
    for_each_law([](PieController& pie, const PacketChain&) { pie.update(); });
    ticker_.advance();
  }

  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = new_queues();
    out[2] = largest([](const PieController&, const PacketChain& chain) { return chain.packets; });
    out[3] = largest([](const PieController& pie, const PacketChain&) { return pie.p(); });
  }

 private:
  std::uint32_t flows_;
  Spread hash_;
  std::uint64_t seed_;
  Ticker ticker_;
};

/// Linux's version: a full buffer drops the arrival.
class LinuxFqPieDiscipline final : public FlowQueueing<LinuxFqPieDiscipline, kernel::Pie> {
 public:
  LinuxFqPieDiscipline(const FqPieParams& p, const LinkInfo& link, Rng rng)
      : FlowQueueing(link.buffer, p.flows, p.quantum, p.drop_batch, kernel::Pie(p, link),
                     {.refuses = true, .leaves_alone = true}),
        flows_(static_cast<std::uint32_t>(p.flows)),
        hash_(p.hash),
        seed_(rng.next()),
        rng_(rng),
        timer_(kernel::kFirstTimer, p.interval) {}

  std::size_t queue_of(std::uint32_t flow) const { return queue_for(hash_, flow, flows_, seed_); }
  Fate admit(kernel::Pie& pie, const PacketChain& chain, const Packet& packet, const Arrival& /*arrival*/) {
    return pie.decide(packet, chain.bytes, rng_);
  }
  bool take(kernel::Pie& pie, Head head, Time now, Packet& out) const {
    if (!head.pop(out)) return false;
    pie.taken(out, head.bytes(), now);
    return true;
  }
  void on_overflow(kernel::Pie& pie, int /*dropped*/, Time /*now*/) const { pie.overflow(); }

  Time next_timer() const override { return timer_.next(); }
  void on_timer(Time now) override {
    for_each_law([](kernel::Pie& pie, const PacketChain& chain) { pie.update(chain.bytes); });
    timer_.fired(now);
  }

  void observe(double* out) const override {
    out[0] = active_queues();
    out[1] = new_queues();
    out[2] = largest([](const kernel::Pie&, const PacketChain& chain) { return chain.packets; });
    out[3] = largest([](const kernel::Pie& pie, const PacketChain&) { return std::min(1.0, pie.p()); });
  }

 private:
  std::uint32_t flows_;
  Spread hash_;
  std::uint64_t seed_;
  Rng rng_;
  kernel::JiffyTimer timer_;
};

struct FqPie {
  static constexpr const char* id = "fq_pie";
  static constexpr const char* name = "FQ-PIE";
  static constexpr const char* no_fluid =
      "Each flow has its own queue and probability: the model has the mean window of many flows, and the window of one "
      "flow is no mean.";
  using Params = FqPieParams;

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all{
        bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 1024, {1, 65536},
                                     "Queues that flows are spread over."),
        quantum_param<Params>(),
    };
    for (const ParamSpec& spec : pie_params<Params>()) all.push_back(spec);
    all.push_back(bind<Params, &Params::drop_batch>("drop_batch", "packets", ParamKind::integer, 64, {1, 1024},
                                                    "Packets dropped at the most when the buffer is full."));
    all.push_back(spread_choice<Params>());
    all.push_back(ecn_toggle<Params>());
    all.push_back(
        with_role(bind<Params, &Params::ecn_limit>("ecn_limit", "1", ParamKind::number, 0.1, {0, 1},
                                                   "Above this probability packets are dropped even with ECN."),
                  ParamRole::probability));
    all.push_back(pie_profile<Params>("ns-3"));
    all.push_back(toggle<Params, &Params::byte_mode>("byte_mode", false,
                                                     "Hit packets in proportion to their size, up to a full one."));
    return all;
  }
  static std::vector<StateSpec> states() {
    return {{"queues", "1", "Queues in the lists of new and old ones."},
            {"new_queues", "1", "Queues in the list of new ones, which go first."},
            {"longest", "packets", "Length of the longest queue."},
            {"p", "1", "The largest probability of any queue.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {"target >= one packet's transmission time (warning)"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    warn_short_target("target", p.target, link, check);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<LinuxFqPieDiscipline>(p, link, rng);
    return std::make_unique<FqPieDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<FqPie>> registered;

}  // namespace
}  // namespace aqm
