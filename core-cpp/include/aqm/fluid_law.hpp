// An AQM as the fluid model sees it: states that change smoothly, and a drop probability. The solver must know where
// the law stops being smooth: a law is smooth while its memory stays the same, and its guards show when the memory must
// change.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace aqm {

/// Room for a law's states and its memory.
inline constexpr int kMaxLawStates = 4, kMaxLawMemory = 6;

/// Classes of service whose packets the queue counts separately: 0, 1, and all others.
inline constexpr int kBacklogs = 3;
constexpr std::size_t backlog_of(int service) {
  return static_cast<std::size_t>(service < kBacklogs ? service : kBacklogs - 1);
}

/// The queue at one moment, in packets and packets per second.
struct FluidQueue {
  double q = 0;         ///< packets waiting
  double inflow = 0;    ///< packets/s that arrive, before any drop
  double capacity = 0;  ///< packets/s that leave while something waits
  double drift = 0;     ///< dq/dt; 0 while the queue is empty or the buffer full
  double refused = 0;   ///< packets/s that arrive while the buffer is full
  double idle = 0;      ///< share of the capacity that an empty queue leaves unused
  double flows = 0;     ///< number of senders whose packets arrive; only for a law that `sees_flows`
  double hits = 0;      ///< probability that two arriving packets come from one sender; only as for `flows`
  double flight = 0;    ///< packets that all TCP senders send in their round-trip times; only as for `flows`
  /// For each class, packets/s that arrive, and packets/s that are not dropped early; only for a law that decides
  /// `by_backlog`.
  std::array<double, kBacklogs> arrives{}, enters{};
  /// packets/s that arrive in the queue with priority, and whether no others are sent; only for a law of `two_queues`
  double urgent = 0;
  bool only_urgent = false;
  bool empty = false;  ///< the queue is held at 0: less arrives than could leave
  bool full = false;   ///< the queue is held at the buffer's limit
};

/// What changes in jumps in a law: which smooth piece of it holds, and numbers that are constant over that piece.
struct FluidMemory {
  int piece = 0;
  std::array<double, kMaxLawMemory> value{};
  friend bool operator==(const FluidMemory&, const FluidMemory&) = default;
};

/// What jumps in the law when its memory changes.
enum class FluidJump : int { value = 0, slope = 1, curvature = 2, nothing = 99 };

/// A guard that holds while one number is on one side of a bound, so that the solver can check it without a call of the
/// law.
struct FluidLevel {
  /// something else; the queue; a number from 0 on is a state of the law
  static constexpr int kOther = -2, kQueue = -1;
  int of = kOther;
  double bound = 0, side = 1;  ///< side 1: above, -1: below
};

struct FluidStateInfo {
  const char* name;
  const char* unit;
  double typical;  ///< values much below this count as small: the scale of the absolute tolerance
};

namespace fluid {
class StaticLaw;
}

class FluidLaw {
 public:
  virtual ~FluidLaw() = default;

  /// This law, if it is a static curve over the average: the solver has a compact form for those.
  virtual const fluid::StaticLaw* table() const { return nullptr; }

  virtual int states() const = 0;
  virtual FluidStateInfo state(int i) const = 0;

  /// States and memory at the start of the scheme, with the average equal to the q packets that wait.
  virtual void start(const FluidQueue& queue, double* z, FluidMemory& memory) const = 0;
  /// The same at rest, if that differs from the start of the scheme.
  virtual void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const { start(queue, z, memory); }
  /// Selects the piece that belongs to the current states; the solver calls it after a start that a user chose.
  virtual void settle(const FluidQueue& /*queue*/, const double* /*z*/, FluidMemory& /*memory*/) const {}

  /// The drop (or mark) probability, in [0, 1]; beyond the borders of its piece, a smooth continuation of it. The
  /// probability must not depend on the drift, because the drift depends on it if packets are dropped instead of
  /// marked.
  virtual double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const = 0;
  virtual void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const = 0;
  /// Whether each class of service has its own probability (WRED), given by `probability_of`. Then `probability` is a
  /// number that moves all of them and rises with the law's only state.
  virtual bool by_service() const { return false; }
  virtual double probability_of(int /*service*/, const FluidQueue& queue, const double* z,
                                const FluidMemory& memory) const {
    return probability(queue, z, memory);
  }
  /// The share of the arriving packets with ECN that is dropped although the law could mark it: RED's forced zone, PIE
  /// above its limit. It is a part of `probability_of` this class of service.
  virtual double drops_marked(int /*service*/, const FluidQueue& /*queue*/, const double* /*z*/,
                              const FluidMemory& /*memory*/) const {
    return 0;
  }
  /// Whether each class has its own probability, which depends on how many of its packets wait (CBT). At rest,
  /// `arrives` contains the traffic that does not respond to losses. There is no linear model of such a law.
  virtual bool by_backlog() const { return false; }
  /// Whether packets of class 0 and of the other classes, the urgent ones, wait in two queues at the link (DualPI2);
  /// then `wait` is the time that a packet of a class waits, s. All arrivals share `q`. The wait is proportional to it,
  /// and that of urgent packets must not depend on `urgent`.
  virtual bool two_queues() const { return false; }
  virtual double wait(int /*service*/, const FluidQueue& queue) const { return queue.q / queue.capacity; }
  /// Whether the law has steep lines in place of jumps (laws/smeared.hpp); `on_jump`: whether the states lie on such a
  /// line. A rest on such a line is a rest on the jump.
  virtual bool has_ramps() const { return false; }
  virtual bool on_jump(const double* /*z*/) const { return false; }
  /// Whether `probability` depends on the inflow.
  virtual bool sees_inflow() const { return false; }
  /// Whether `start`, `rest_at`, `rates` or a slack depend on the senders.
  virtual bool sees_flows() const { return false; }

  /// The piece holds while every slack is >= 0 (dimensionless, of order one).
  virtual int guards(const FluidMemory& /*memory*/) const { return 0; }
  virtual double slack(int /*guard*/, const FluidQueue&, const double* /*z*/, const FluidMemory&) const { return 1; }
  /// Whether a slack depends on flows: on `inflow`, `drift` or anything else that is neither queue nor capacity.
  virtual bool guards_see_flow() const { return true; }
  /// The number that the guard watches at this capacity, if it is one number.
  virtual FluidLevel level(int /*guard*/, double /*capacity*/, const FluidMemory&) const { return {}; }
  virtual FluidJump cross(int /*guard*/, const FluidQueue&, double* /*z*/, FluidMemory&) const {
    return FluidJump::nothing;
  }
  /// The meaning of a guard in words, for messages.
  virtual std::string guard_name(int /*guard*/, const FluidMemory&) const { return {}; }

  /// Time between two calls of `tick`, s; infinity: there is no timer.
  virtual double interval() const { return std::numeric_limits<double>::infinity(); }
  virtual FluidJump tick(const FluidQueue&, const double* /*z*/, FluidMemory&) const { return FluidJump::nothing; }
  /// Whether the jumps of `tick` are so many and so small that only their direct effect in the senders is tracked.
  virtual bool ticks_finely() const { return false; }

  /// A law that integrates holds the queue at this reference, whatever the load; NaN for other laws. With two queues,
  /// this is the wait of the packets of class 0 times the capacity.
  virtual double reference(double /*capacity*/) const { return std::numeric_limits<double>::quiet_NaN(); }
  /// How far below that queue the law rests when `inflow` arrives, packets. If packets are dropped, more arrive than
  /// leave, and a controller that watches the rate counts this difference as a part of the error.
  virtual double sag(double /*capacity*/, double /*inflow*/) const { return 0; }
  /// Whether the inflow determines where the law rests.
  virtual bool rests_by_inflow() const { return sees_inflow(); }
  /// The inflows at which the law changes between pieces, ascending.
  virtual std::vector<double> inflow_borders(double /*capacity*/) const { return {}; }
  /// For a law that steers a flow instead of a queue (AVQ): by how much the arriving or entering flow exceeds its
  /// target, packets/s; NaN for other laws. The law rests where this is 0 and the queue is empty.
  virtual double beyond(double /*arrives*/, double /*enters*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// For such a law: states and memory that give probability p with this flow.
  virtual void rest_with(const FluidQueue& /*queue*/, double /*p*/, double* /*z*/, FluidMemory&) const {}
  /// Whether the law drops what does not fit into a virtual queue, its first state, which is full at rest; then
  /// `memory` becomes that of a virtual queue with room.
  virtual bool polices(FluidMemory& /*memory*/) const { return false; }
  /// Whether the law's past determines where it rests, and no timer brings it back.
  virtual bool remembers() const { return false; }
  /// How far above that queue the law rests with probability p, packets.
  virtual double rise(double /*capacity*/, double /*p*/) const { return 0; }
  /// For a law with a reference: the largest probability that it can have with q packets waiting.
  virtual double most(double /*q*/) const { return 1; }
  /// For such a law: states and memory that give probability p with this queue.
  virtual void rest(const FluidQueue& /*queue*/, double /*p*/, double* /*z*/, FluidMemory&) const {}
};

/// Which fluid form of a scheme is wanted.
enum class FluidForm : int {
  continuous,  ///< differential equations, as in the literature
  sampled      ///< controllers that a router runs by a timer also run by a timer in the model
};
enum class FluidDrops : int {
  law,       ///< the drop probability is the scheme's drop curve, as in the literature
  effective  ///< the long-run drop rate after the spacing of drops: about 2 p_b (uniform) or 2 p_b / 3 (wait)
};
enum class FluidWindows : int {
  mean,   ///< every flow has the mean window, as in the literature: at rest W = sqrt(2 / p)
  spread  ///< windows are spread as random marks spread them: 1.3098 / sqrt(p) (Ott, Kemperman and Mathis 1996)
};
enum class FluidClock : int {
  round_trip,  ///< a sender spreads its window evenly over a round trip, W / R, as in the literature
  /// acknowledgements clock the sender: after a loss it is silent until its window has room, then it sends again
  acknowledgements
};
struct FluidChoice {
  FluidForm form = FluidForm::continuous;
  FluidDrops drops = FluidDrops::law;
  FluidWindows windows = FluidWindows::mean;
  FluidClock clock = FluidClock::round_trip;
  /// Not set by the user: whether packets that would have entered the queue are dropped. Then laws do not jump
  /// (laws/smeared.hpp).
  bool thinned = false;
  /// Not set by the user: whether the law marks packets of some senders.
  bool marked = false;
  /// Not set by the user: whether the law also drops packets with ECN where it does not mark them (`drops_marked`).
  bool hard = false;
  /// Whether jumps of a law become steep lines.
  bool ramped() const { return thinned || hard; }
};

/// A scheme in the fluid model: its law, or none. `note` says why there is none, or what the law leaves out.
struct FluidOffer {
  std::shared_ptr<const FluidLaw> law;
  std::string note;
  double dispersion =
      1;  ///< dispersion of the number of drops in the long run, relative to independent drops (variance over mean)
  /// For a law whose mean queue is far from the packets' (models/agreement/measured.json): why, one sentence.
  const char* apart = "";
};

}  // namespace aqm
