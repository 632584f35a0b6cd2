// Stochastic Fair BLUE as in Linux (net/sched/sch_sfb.c): two tables of bins with separate hashes, where the second
// table is warmed up before it takes over; probabilities of 16 bits; a penalty box that is refilled only when it is
// empty.
#pragma once
#include <array>
#include <deque>

#include "fifo.hpp"
#include "flow_hash.hpp"
#include "linux_arithmetic.hpp"
#include "sfb.hpp"

namespace aqm::kernel {

class Sfb final : public FifoDiscipline<Sfb> {
 public:
  static constexpr int kLevels = 8, kBins = 16;

  Sfb(const SfbParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer),
        ecn_(p.ecn),
        bin_size_(static_cast<std::uint32_t>(in_units(p.bin_size, 1))),
        bin_max_(static_cast<std::uint32_t>(in_units(p.bin_max, 1))),
        increment_(static_cast<std::uint32_t>(in_units(p.increment, 1.0 / 65536))),
        decrement_(static_cast<std::uint32_t>(in_units(p.decrement, 1.0 / 65536))),
        penalty_rate_(in_units(p.penalty_rate, 1)),
        penalty_burst_(in_units(p.penalty_burst, 1)),
        tokens_(penalty_burst_),
        rehash_(in_jiffies(p.rehash_interval)),
        warmup_(in_jiffies(p.warmup_time)),
        rng_(rng) {
    for (Table& table : tables_) table.seed = draw_seed();
    rehashed_ = tokens_at_ = jiffies(0);
  }

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (packets_ >= buffer_) return Fate::accepted;  // a full buffer gives no information about this flow
    const Time now = jiffies(arrival.now);
    turn_tables(now);
    hashes_ = {0, 0};
    Table& table = tables_[active_];
    hashes_[active_] = hash(packet.flow, table);
    const auto [p, waiting] = look(table, hashes_[active_]);
    p_ = p;
    if (waiting >= bin_max_) return Fate::dropped_forced;
    if (p >= kCertain) {  // an inelastic flow, the only kind that warms up the other table
      if (warming_) {
        Table& other = tables_[active_ ^ 1];
        hashes_[active_ ^ 1] = hash(packet.flow, other);
        look(other, hashes_[active_ ^ 1]);
      }
      return passes_penalty(now) ? Fate::accepted : Fate::dropped_forced;
    }
    const auto drawn = static_cast<std::uint32_t>(rng_.bits(16));
    if (drawn >= p) return Fate::accepted;
    // Beyond 1/2, dropping replaces marking: the flow does not seem to respond to marks.
    const bool marks = p <= kCertain / 2 || drawn >= (p - kCertain / 2) * 2;
    return early_signal(packet, ecn_ && marks);
  }

  void on_stored(const Packet& /*packet*/) {
    waiting_.push_back(hashes_);
    count(hashes_, 1);
  }
  void on_taken(const Packet& /*packet*/, Time /*now*/) {
    count(waiting_.front(), -1);
    waiting_.pop_front();
  }

  void observe(double* out) const override {
    std::uint32_t highest = 0, sum = 0;
    for (const Bin& bin : tables_[active_].bins) {
      highest = std::max(highest, bin.p);
      sum += bin.p;
    }
    out[0] = p_ / 65536.0;
    out[1] = highest / 65536.0;
    out[2] = sum / 65536.0 / (kLevels * kBins);
  }

 private:
  static constexpr std::uint32_t kCertain = 65535;
  struct Bin {
    std::uint32_t p = 0, packets = 0;
  };
  struct Table {
    std::uint64_t seed = 0;
    std::array<Bin, std::size_t{kLevels} * kBins> bins{};
  };
  /// hashes of a packet in each table; 0: the table does not count the packet
  using Hashes = std::array<std::uint32_t, 2>;

  static Time in_jiffies(double seconds) { return (from_seconds(seconds) + kJiffy - 1) / kJiffy; }
  /// The kernel's key has two words.
  std::uint64_t draw_seed() {
    const std::uint64_t seed = rng_.next();
    rng_.next();
    return seed;
  }
  static std::uint32_t hash(std::uint32_t flow, const Table& table) {
    return std::max<std::uint32_t>(1, flow_hash(flow, table.seed));
  }

  template <class F>
  static void each_bin(Table& table, std::uint32_t hash, F f) {
    for (std::size_t level = 0; level < kLevels; ++level, hash >>= 4) f(table.bins[level * kBins + hash % kBins]);
  }

  struct Look {
    std::uint32_t p = UINT32_MAX, packets = UINT32_MAX;  ///< the least value among the flow's bins
  };
  Look look(Table& table, std::uint32_t hash) {
    Look least;
    each_bin(table, hash, [&](Bin& bin) {
      if (bin.packets == 0) {
        bin.p -= std::min(bin.p, decrement_);
      } else if (bin.packets >= bin_size_) {
        bin.p = std::min(kCertain, bin.p + increment_);
      }
      least = {std::min(least.p, bin.p), std::min(least.packets, bin.packets)};
    });
    return least;
  }

  void count(const Hashes& hashes, int change) {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (hashes[i] == 0) continue;
      each_bin(tables_[i], hashes[i], [&](Bin& bin) {
        if (change > 0 ? bin.packets < 65535 : bin.packets > 0) bin.packets += static_cast<std::uint32_t>(change);
      });
    }
  }

  void turn_tables(Time now) {
    if (rehash_ == 0) return;
    const Time due = rehashed_ + rehash_;
    if (now > due) {
      tables_[active_].seed = draw_seed();
      active_ ^= 1;
      warming_ = false;
      rehashed_ = now;
    } else if (!warming_ && warmup_ > 0 && now > due - warmup_) {
      warming_ = true;
    }
  }

  bool passes_penalty(Time now) {
    if (penalty_rate_ == 0 || penalty_burst_ == 0) return false;
    if (tokens_ < 1) {
      const Time age = std::min<Time>(10'000, now - tokens_at_);
      tokens_ = std::min(penalty_burst_, age * penalty_rate_ / 1000);
      tokens_at_ = now;
      if (tokens_ < 1) return false;
    }
    --tokens_;
    return true;
  }

  bool ecn_;
  std::uint32_t bin_size_, bin_max_, increment_, decrement_;
  std::int64_t penalty_rate_, penalty_burst_, tokens_;
  Time rehash_, warmup_;               ///< jiffies
  Time rehashed_ = 0, tokens_at_ = 0;  ///< in jiffies
  Rng rng_;
  std::array<Table, 2> tables_{};
  std::size_t active_ = 0;
  bool warming_ = false;
  Hashes hashes_{};             ///< of the arriving packet
  std::deque<Hashes> waiting_;  ///< of those that wait
  std::uint32_t p_ = 0;
};

}  // namespace aqm::kernel
