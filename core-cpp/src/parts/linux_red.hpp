// RED as in Linux (include/net/red.h, net/sched/sch_red.c): an average in fixed point, one random number per gap, and
// the table of idle times that `tc` makes.
#pragma once
#include <array>

#include "fifo.hpp"
#include "linux_arithmetic.hpp"
#include "red_params.hpp"

namespace aqm::kernel {

/// The settings of RED: thresholds and backlog in bytes, or in packets (CHOKe).
struct RedSetUp {
  std::uint32_t min = 0, max = 0;
  double max_p = 0;
  double w_q = 0;
  double mean_size = 1000;  ///< bytes
  double bandwidth = 0;     ///< bit/s, for the table of idle times
};

class Red {
 public:
  enum class Action : std::uint8_t { none, signal, force };

  explicit Red(const RedSetUp& s);

  /// One arrival that finds `backlog` waiting.
  Action arrive(std::uint32_t backlog, Time now, Rng& rng) {
    average(backlog, now);
    return act(rng);
  }
  /// The average alone, and the decision alone: CHOKe compares packets between the two.
  void average(std::uint32_t backlog, Time now) {
    if (idle_since_ == kNever) {
      avg_ += backlog - (avg_ >> weight_);
    } else {
      avg_ = idle_average(now);
      idle_since_ = kNever;
    }
  }
  Action act(Rng& rng) {
    if (avg_ < min_) {
      count_ = -1;
      return Action::none;
    }
    return avg_ >= max_ ? force() : between(rng);
  }
  Action force() {
    count_ = -1;
    return Action::force;
  }
  Action between(Rng& rng);

  /// CHOKe has the opposite comparisons at the thresholds.
  bool at_most_min() const { return avg_ <= min_; }
  bool above_max() const { return avg_ > max_; }
  void calm() { count_ = -1; }

  void idle(Time now) {
    if (idle_since_ == kNever) idle_since_ = now;
  }
  void start_idle(Time now) { idle_since_ = now; }

  /// Adaptive RED's step (red_adaptative_algo).
  void adapt(Time now);

  double avg() const { return static_cast<double>(avg_) / static_cast<double>(std::uint64_t{1} << weight_); }
  double max_p() const { return max_p_ / 4294967296.0; }
  double p_b() const;
  double count() const { return count_; }

 private:
  static constexpr std::size_t kCells = 256;

  std::uint64_t idle_average(Time now) const;
  void make_idle_table(const RedSetUp& s);
  void draw_gap(Rng& rng) { gap_ = static_cast<std::uint32_t>(rng.bits(32)) / per_unit_; }

  /// the average's weight is 2^-weight_, and the average has weight_ fractional bits
  int weight_ = 1;
  std::uint64_t min_ = 0, max_ = 0;  ///< in the average's fixed point
  std::uint32_t delta_ = 1;          ///< between the thresholds
  std::uint32_t target_min_ = 0, target_max_ = 0;
  std::uint32_t max_p_ = 0;     ///< of 32 bits
  std::uint32_t per_unit_ = 1;  ///< max_p for each unit between the thresholds
  int cell_ = 0;                ///< a cell of the table is 2^cell_ us
  std::array<std::uint8_t, kCells> halvings_{};
  std::uint64_t avg_ = 0;
  std::int32_t count_ = -1;
  std::uint32_t gap_ = 0;
  Time idle_since_ = kNever;
};

/// The nearest power of two: tc and the kernel have no other weights.
int weight_of(double w_q);

/// RED in front of a queue of bytes.
class RedQueue final : public FifoDiscipline<RedQueue> {
 public:
  RedQueue(const RedParams& p, const LinkInfo& link, Rng rng, bool adaptive);

  Fate decide(const Packet& packet, const Arrival& arrival);
  void on_overflow(Time /*now*/) {}
  void on_taken(const Packet& /*packet*/, Time now) {
    if (idle_from_departure_ && bytes_ == 0) red_.start_idle(now);
  }
  void on_idle(Time now) override {
    if (!idle_from_departure_) red_.idle(now);
  }
  Time next_timer() const override { return adaptive_ ? timer_.next() : kNever; }
  void on_timer(Time now) override {
    red_.adapt(now);
    timer_.fired(now);
  }
  void observe(double* out) const override;

 private:
  RedParams params_;
  bool adaptive_, idle_from_departure_;
  std::int64_t limit_;  ///< bytes
  Red red_;
  Rng rng_;
  JiffyTimer timer_;
};

RedSetUp red_set_up(const RedParams& p, double unit);

}  // namespace aqm::kernel
