// SFQ: McKenney, "Stochastic Fairness Queueing", INFOCOM 1990, in the form of ns-2. Buckets served one packet each in turn, and a rule
// that keeps one of them from taking the whole buffer.
#include "parts/flow_hash.hpp"
#include "parts/packet_pool.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct SfqParams {
  int buckets = 16;
  int maxqueue = 40;  ///< packets
};

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
    const std::uint32_t i = buckets_[last_].next;  // the one after the one that was served before
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
  std::uint32_t last_ = 0;  ///< the round's last bucket: a ring, entered behind it
  int active_ = 0;
};

struct Sfq {
  static constexpr const char* id = "sfq";
  static constexpr const char* name = "Stochastic Fair Queueing";
  static constexpr const char* no_fluid = "It shares the buffer out by the packets of each flow.";
  using Params = SfqParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::buckets>("buckets", "1", ParamKind::integer, 16, {1, 65536},
                                       "Queues that flows are spread over; with as many as flows it is fair queueing."),
        with_role(bind<Params, &Params::maxqueue>("maxqueue", "packets", ParamKind::integer, 40, {2, 1e6},
                                                  "Packets that may wait together, in place of the link's buffer."),
                  ParamRole::queue_threshold),
    };
  }
  static std::vector<StateSpec> states() { return {{"queues", "1", "Buckets that have packets waiting."}}; }
  static std::vector<const char*> constraints() { return {"maxqueue takes the place of the buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.warn(p.maxqueue <= link.buffer, "maxqueue", p.maxqueue,
               "maxqueue <= buffer, else more packets wait than the link's buffer is said to hold",
               link.buffer < 2 ? kUnset : link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"fair share of a bucket", "packets", static_cast<double>(p.maxqueue / p.buckets)}};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo&, Rng) {
    return std::make_unique<SfqDiscipline>(p);
  }
};

const Register<SchemeOf<Sfq>> registered;

}  // namespace
}  // namespace aqm
