// SFQ: McKenney, "Stochastic Fairness Queueing", INFOCOM 1990, in the form of ns-2. Buckets take turns with one packet
// each, and a rule prevents one bucket from taking the whole buffer.
#include "parts/flow_hash.hpp"
#include "parts/flow_queueing.hpp"
#include "parts/linux_sfq.hpp"
#include "parts/packet_pool.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

class SfqDiscipline final : public QueueDiscipline {
 public:
  explicit SfqDiscipline(const SfqParams& p)
      : params_(p), fair_share_(p.maxqueue / p.buckets), buckets_(static_cast<std::size_t>(p.buckets)) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    const std::uint32_t i = even_hash(packet.flow, static_cast<std::uint32_t>(params_.buckets));
    Bucket& bucket = buckets_[i];
    const int used = bucket.chain.packets, left = params_.maxqueue - packets_;
    if (left <= 0) return Fate::dropped_overflow;
    if (used >= left / 2 || (left < params_.buckets && used > fair_share_)) return Fate::dropped_forced;
    if (bucket.chain.empty()) join(i);
    pool_.push(bucket.chain, packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

  bool dequeue(Time /*now*/, Packet& out) override {
    if (packets_ == 0) return false;
    const std::uint32_t i = buckets_[last_].next;  // the bucket after the one that was served last
    Bucket& bucket = buckets_[i];
    pool_.pop(bucket.chain, out);
    --packets_;
    bytes_ -= out.size;
    if (bucket.chain.empty()) {
      buckets_[last_].next = bucket.next;
      --active_;
    } else {
      last_ = i;
    }
    return true;
  }

  void observe(double* out) const override { out[0] = active_; }

 private:
  struct Bucket {
    PacketChain chain;
    std::uint32_t next = 0;
  };

  /// The bucket takes the last place of the round, behind the one that was served last.
  void join(std::uint32_t i) {
    if (active_++ == 0) {
      buckets_[i].next = i;
    } else {
      buckets_[i].next = buckets_[last_].next;
      buckets_[last_].next = i;
    }
    last_ = i;
  }

  SfqParams params_;
  int fair_share_;
  PacketPool pool_;
  std::vector<Bucket> buckets_;
  std::uint32_t last_ = 0;  ///< the round's last bucket: the round is a ring, and new buckets enter behind this one
  int active_ = 0;
};

struct Sfq {
  static constexpr const char* id = "sfq";
  static constexpr const char* name = "Stochastic Fair Queueing";
  static constexpr const char* no_fluid = "It shares the buffer out by the packets of each flow.";
  using Params = SfqParams;

  static double default_buckets(const Params& p, const LinkInfo&) { return p.profile == Details::own ? 16 : 1024; }
  static double default_maxqueue(const Params& p, const LinkInfo&) { return p.profile == Details::own ? 40 : 127; }

  static std::vector<ParamSpec> table() {
    return {
        profile_choice<Params>(
            "ns-2",
            "As ns-2, one packet a turn and a rule for who may wait, or as Linux: bytes a turn, and when "
            "all is full the longest queue loses a packet."),
        aqm::computed<Params, default_buckets>(
            bind<Params, &Params::buckets>(
                "buckets", "1", ParamKind::integer, kUnset, {1, 65536},
                "Queues that flows are spread over; with as many as flows it is fair queueing."),
            "16, in profile linux 1024"),
        aqm::computed<Params, default_maxqueue>(
            with_role(bind<Params, &Params::maxqueue>("maxqueue", "packets", ParamKind::integer, kUnset, {2, 1e6},
                                                      "Packets that may wait together, in place of the link's buffer."),
                      ParamRole::queue_threshold),
            "40, in profile linux 127"),
        bind<Params, &Params::depth>("depth", "packets", ParamKind::integer, 127, {1, 127},
                                     "Of Linux: packets that may wait in one queue."),
        bind<Params, &Params::flows>("flows", "1", ParamKind::integer, 127, {1, 65408},
                                     "Of Linux: queues that may have packets at once."),
        quantum_param<Params>(),
        toggle<Params, &Params::headdrop>("headdrop", false,
                                          "Of Linux: drop the oldest packet of a queue, not its newest."),
        bind<Params, &Params::red_min>("red_min", "bytes", ParamKind::number, 0, {0, 1e9},
                                       "Of Linux: lower threshold of a RED in each queue; 0: none."),
        bind<Params, &Params::red_max>("red_max", "bytes", ParamKind::number, 45000, {0, 1e9},
                                       "Upper threshold of the RED in each queue."),
        bind<Params, &Params::red_max_p>("red_max_p", "1", ParamKind::number, 0.02, {0, 1, true, false},
                                         "Drop probability of the RED just below its upper threshold."),
        bind<Params, &Params::red_w_q>("red_w_q", "1", ParamKind::number, 0.0625, {0, 0.5, true, false},
                                       "Weight of a sample in the RED's average: the nearest power of two."),
        toggle<Params, &Params::red_ecn>("red_ecn", false, "Mark ECN-capable packets where the RED would drop them."),
        toggle<Params, &Params::red_harddrop>("red_harddrop", false,
                                              "With red_ecn, drop above red_max instead of marking there."),
    };
  }
  static std::vector<StateSpec> states() { return {{"queues", "1", "Buckets that have packets waiting."}}; }
  static std::vector<const char*> constraints() {
    return {"maxqueue takes the place of the buffer", "profile linux: buckets is a power of two",
            "headdrop, red_min: profile linux", "red_min < red_max"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.warn(p.maxqueue <= link.buffer, "maxqueue", p.maxqueue,
               "maxqueue <= buffer, else more packets wait than the link's buffer is said to hold",
               link.buffer < 2 ? kUnset : link.buffer);
    const bool own = p.profile == Details::own;
    check.require(own || (p.buckets & (p.buckets - 1)) == 0, "buckets", p.buckets, "a power of two in profile linux");
    check.require(!own || !p.headdrop, "headdrop", 1, "headdrop = false but in profile linux", 0);
    check.require(!own || p.red_min == 0, "red_min", p.red_min, "red_min = 0 but in profile linux", 0);
    check.warn(p.red_min > 0 || !p.red_ecn, "red_ecn", 1, "red_ecn with red_min, else there is nothing to mark");
    check.warn(p.red_ecn || !p.red_harddrop, "red_harddrop", 1, "red_harddrop with red_ecn, else all are drops");
    check.require(p.red_min == 0 || p.red_min < p.red_max, "red_min", p.red_min, "red_min < red_max");
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    if (p.profile != Details::own) return {};
    return {{"fair share of a bucket", "packets", static_cast<double>(p.maxqueue / p.buckets)}};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo&, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<kernel::Sfq>(p, rng);
    return std::make_unique<SfqDiscipline>(p);
  }
};

const Register<SchemeOf<Sfq>> registered;

}  // namespace
}  // namespace aqm
