// An AQM as the fluid model sees it: states that change smoothly, and a drop probability. The solver needs to know where that
// stops being smooth: a law is smooth while its memory stays the same, and tells by its guards when that has to change.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace aqm {

/// Room for a law's states and its memory.
inline constexpr int kMaxLawStates = 4, kMaxLawMemory = 6;

/// Classes of service whose packets are told apart in the queue: 0, 1, and all others.
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
  double refused = 0;   ///< packets/s that find the buffer full
  double idle = 0;      ///< share of the capacity that an empty queue leaves unused
  double flows = 0;     ///< senders whose packets arrive; only for a law that `sees_flows`
  double hits = 0;      ///< probability that two of the packets that arrive are of one sender; as `flows`
  /// Packets/s that arrive, and those of them that are not dropped early, of each class; only for a law that decides `by_backlog`.
  std::array<double, kBacklogs> arrives{}, enters{};
  bool empty = false;  ///< held at 0: less arrives than could leave
  bool full = false;   ///< held at the buffer's limit
};

/// What a law remembers in jumps: which smooth piece of it holds, and numbers that stay the same over the piece.
struct FluidMemory {
  int piece = 0;
  std::array<double, kMaxLawMemory> value{};
  friend bool operator==(const FluidMemory&, const FluidMemory&) = default;
};

/// What of the law jumps when its memory changes.
enum class FluidJump : int { value = 0, slope = 1, curvature = 2, nothing = 99 };

/// A guard that holds while one number is on one side of a bound: which the solver can see without asking the law.
struct FluidLevel {
  static constexpr int kOther = -2, kQueue = -1;  ///< something else; the queue; from 0 on a state of the law
  int of = kOther;
  double bound = 0, side = 1;  ///< side 1: above, -1: below
};

struct FluidStateInfo {
  const char* name;
  const char* unit;
  double typical;  ///< values much below count as small: the scale of the absolute tolerance
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

  /// States and memory as the scheme starts, its average equal to the q packets that wait.
  virtual void start(const FluidQueue& queue, double* z, FluidMemory& memory) const = 0;
  /// The same when everything has come to rest, where that differs from how the scheme starts.
  virtual void rest_at(const FluidQueue& queue, double* z, FluidMemory& memory) const { start(queue, z, memory); }
  /// The piece that belongs to the states as they are; the solver calls it after a start that a user chose.
  virtual void settle(const FluidQueue& /*queue*/, const double* /*z*/, FluidMemory& /*memory*/) const {}

  /// The drop (or mark) probability, in [0, 1]; beyond the borders of its piece a smooth continuation of it. Must not look at
  /// the drift, which depends on it where packets are dropped instead of marked.
  virtual double probability(const FluidQueue& queue, const double* z, const FluidMemory& memory) const = 0;
  virtual void rates(const FluidQueue& queue, const double* z, const FluidMemory& memory, double* dz) const = 0;
  /// Whether classes of service have probabilities of their own (WRED): those are `probability_of`, and `probability` is a number that moves
  /// them all, which rises with the law's only state.
  virtual bool by_service() const { return false; }
  virtual double probability_of(int /*service*/, const FluidQueue& queue, const double* z,
                                const FluidMemory& memory) const {
    return probability(queue, z, memory);
  }
  /// Whether each class meets a probability of its own that depends on how many of its packets wait (CBT). At rest `arrives` has what does
  /// not answer to losses. There is no linear model of it.
  virtual bool by_backlog() const { return false; }
  /// Whether the law has steep lines in place of jumps (laws/smeared.hpp), and the states stand on one: what rests there
  /// rests on the jump.
  virtual bool has_ramps() const { return false; }
  virtual bool on_jump(const double* /*z*/) const { return false; }
  /// Whether `probability` looks at the inflow.
  virtual bool sees_inflow() const { return false; }
  /// Whether `start`, `rest_at` or `rates` ask how many senders there are.
  virtual bool sees_flows() const { return false; }

  /// The piece holds while every slack is >= 0 (dimensionless, of order one).
  virtual int guards(const FluidMemory& /*memory*/) const { return 0; }
  virtual double slack(int /*guard*/, const FluidQueue&, const double* /*z*/, const FluidMemory&) const { return 1; }
  /// Whether a slack looks at what flows: `inflow`, `drift` and what else is neither queue nor capacity.
  virtual bool guards_see_flow() const { return true; }
  /// What the guard watches at this capacity, where that is one number.
  virtual FluidLevel level(int /*guard*/, double /*capacity*/, const FluidMemory&) const { return {}; }
  virtual FluidJump cross(int /*guard*/, const FluidQueue&, double* /*z*/, FluidMemory&) const {
    return FluidJump::nothing;
  }
  /// What a guard stands for, in words, for messages.
  virtual std::string guard_name(int /*guard*/, const FluidMemory&) const { return {}; }

  /// Time between two calls of `tick`, s; infinity: there is no timer.
  virtual double interval() const { return std::numeric_limits<double>::infinity(); }
  virtual FluidJump tick(const FluidQueue&, const double* /*z*/, FluidMemory&) const { return FluidJump::nothing; }
  /// Whether the jumps of `tick` are so many and so small that only their direct image in the senders is tracked.
  virtual bool ticks_finely() const { return false; }

  /// A law that integrates holds the queue at its reference, whatever the load; NaN for one that does not.
  virtual double reference(double /*capacity*/) const { return std::numeric_limits<double>::quiet_NaN(); }
  /// How far below that queue it rests where `inflow` arrives, packets: where packets are dropped more arrives than leaves, which a
  /// controller that watches the rate takes for a part of the error.
  virtual double sag(double /*capacity*/, double /*inflow*/) const { return 0; }
  /// Whether what arrives decides where the law rests.
  virtual bool rests_by_inflow() const { return sees_inflow(); }
  /// At which inflows it changes its mind, ascending.
  virtual std::vector<double> inflow_borders(double /*capacity*/) const { return {}; }
  /// Of a law that steers a flow instead of a queue (AVQ): how much more arrives, or enters, than it steers to, packets/s; NaN for any
  /// other. It rests where that is 0 and the queue empty.
  virtual double beyond(double /*arrives*/, double /*enters*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// Of such a law: states and memory that give probability p with this flow.
  virtual void rest_with(const FluidQueue& /*queue*/, double /*p*/, double* /*z*/, FluidMemory&) const {}
  /// Whether the law rests at any probability and any queue (BLUE between empty and full).
  virtual bool floats() const { return false; }
  /// Whether its past decides where it rests, and no timer brings it back.
  virtual bool remembers() const { return floats(); }
  /// Of a law with a reference: states and memory that give probability p there.
  virtual void rest(double /*p*/, double* /*z*/, FluidMemory&) const {}
};

/// Which of the fluid forms of a scheme is wanted.
enum class FluidForm : int {
  continuous,  ///< differential equations, as the literature writes them
  sampled      ///< controllers that a router runs by a timer tick in the model too
};
enum class FluidDrops : int {
  law,       ///< the drop probability is the scheme's drop curve, as the literature has it
  effective  ///< with what the spacing of drops makes of it in the long run: about 2 p_b (uniform) or 2 p_b / 3 (wait)
};
enum class FluidWindows : int {
  mean,   ///< every flow has the mean window, as the literature has it: at rest W = sqrt(2 / p)
  spread  ///< windows scatter as random marks make them: 1.3098 / sqrt(p) (Ott, Kemperman and Mathis 1996)
};
enum class FluidClock : int {
  round_trip,  ///< a sender spreads its window evenly over a round trip, W / R, as the literature has it
  acknowledgements  ///< it answers acknowledgements: after a loss it falls silent until its window has room, then sends again
};
struct FluidChoice {
  FluidForm form = FluidForm::continuous;
  FluidDrops drops = FluidDrops::law;
  FluidWindows windows = FluidWindows::mean;
  FluidClock clock = FluidClock::round_trip;
  /// Not the user's: whether anything is dropped that would have entered the queue. Then laws do not jump (laws/smeared.hpp).
  bool thinned = false;
};

/// A scheme in the fluid model: its law, or none. `note` says why there is none, or what the law leaves out.
struct FluidOffer {
  std::shared_ptr<const FluidLaw> law;
  std::string note;
  double dispersion =
      1;  ///< of the number of drops in the long run, against that of independent drops (variance over mean)
};

}  // namespace aqm
