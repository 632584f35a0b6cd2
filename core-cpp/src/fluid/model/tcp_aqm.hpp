// TCP and AQM at one bottleneck as a system of the solver (include/aqm/fluid.hpp has the windows' equations):
//   R_i = T_i + q / C,   inflow = sum of N_i W_i / R_i + u
//   dq/dt = (inflow that is not dropped early) - C, held at 0 and at the buffer's limit B by projection
//   while the buffer is full: overflow loss p_o = 1 - C / (what is not dropped early)
//   p_total = 1 - (1 - p)(1 - p_o)(1 - random loss), which the senders see at theta_i
// Classes with the same propagation delay share a lag. With implicit delays theta_k is a state of its own:
//   d theta / dt = 1 / (1 + q'(theta) / C(theta)).
//
// The model is written once and compiled twice: for one class of Reno flows under a static curve, where everything is known to
// the compiler, and for everything else.
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "aqm/fluid.hpp"
#include "fluid/solver/solver.hpp"
#include "laws/static_law.hpp"
#include "queue_mode.hpp"
#include "windows.hpp"

namespace aqm::fluid {

/// The values that courses have between two changes.
struct Epoch {
  double time = -std::numeric_limits<double>::infinity();
  double origin = 0;  ///< slopes run from here
  double capacity = 0, inverse_capacity = 0;
  double unresponsive = 0, unresponsive_slope = 0;
  std::array<double, kMaxFluidClasses> flows{}, flows_slope{};
};

/// All courses of a configuration, cut at the union of their changes.
std::vector<Epoch> epochs_of(const FluidConfig& config);

/// Which lag each class has, and the propagation delay of each lag.
struct LagTable {
  std::vector<double> propagation;
  std::array<int, kMaxFluidClasses> of_class{};
};
LagTable lags_of(const FluidConfig& config);

/// What the compiler knows of a model.
struct OneRenoClass {
  using Law = StaticLaw;
  static constexpr bool kGeneral = false;
  static constexpr int kRoom = 3;
};
struct AnyClasses {
  using Law = FluidLaw;
  static constexpr bool kGeneral = true;
  static constexpr int kRoom = 2 * kMaxFluidClasses + 1 + kMaxLawStates + kMaxFluidClasses;
};

/// Whether the compact form covers a configuration.
bool is_compact(const FluidConfig& config);

template <class Shape>
class TcpAqm {
 public:
  using Law = typename Shape::Law;
  static constexpr int kDim = Shape::kRoom;
  using Vector = State<kDim>;

  /// The law's memory: all of it, or the piece of a static curve.
  struct FullMemory {
    std::int64_t ticks = 0;
    FluidMemory all;
    int piece() const { return all.piece; }
    const FluidMemory& get() const { return all; }
    void set(const FluidMemory& memory) { all = memory; }
  };
  struct PieceMemory {
    std::int32_t number = 0;
    int piece() const { return number; }
    FluidMemory get() const { return {number, {}}; }
    void set(const FluidMemory& memory) { number = memory.piece; }
  };
  struct Mode {
    QueueMode queue = QueueMode::free;
    std::int32_t epoch = 0;
    std::conditional_t<Shape::kGeneral, FullMemory, PieceMemory> memory{};
  };

  TcpAqm(const FluidConfig& config, const Law& law)
      : config_(config), law_(law), epochs_(epochs_of(config)), lag_table_(lags_of(config)) {
    if constexpr (kGeneral) {
      int next = 0;
      for (std::size_t i = 0; i < config.classes.size(); ++i) {
        window_[i] = next;
        next += window_states(config.classes[i].tcp);
      }
      queue_ = next;
      law_at_ = queue_ + 1;
      theta_ = law_at_ + law.states();
      dim_ = theta_ + (implicit() ? static_cast<int>(lag_table_.propagation.size()) : 0);
      thinned_ = !config.unresponsive_ecn;
      for (const FluidClass& c : config.classes) thinned_ = thinned_ || !c.ecn;
    }
  }

  // ---- what the solver asks -----------------------------------------------------------------------------------------------

  int dim() const {
    if constexpr (kGeneral)
      return dim_;
    else
      return kDim;
  }
  int lags() const {
    if constexpr (kGeneral)
      return static_cast<int>(lag_table_.propagation.size());
    else
      return 1;
  }
  double typical(int i) const {
    if constexpr (kGeneral) {
      if (i > queue() && i < law_at_ + law_.states()) return law_.state(i - law_at_).typical;
    }
    return 1;  // one packet; CUBIC's time since the last loss: one second
  }

  double argument(int k, double t, const Vector& y, const Mode& mode) const {
    if constexpr (kGeneral) {
      if (implicit()) return at(y, theta_ + k);
    }
    return t - propagation(k) - at(y, queue()) * epoch(mode).inverse_capacity;
  }

  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const requires(Shape::kGeneral) {
    general_derivative(t, y, mode, past, dy);
  }

  /// What the compact form needs while its mode stays the same, in one record: found through the model, its epochs and its law the
  /// compiler would have to look for it anew in every stage.
  struct Conditions {
    const Epoch* epochs;
    const Law* law;
    double propagation, capacity, inverse_capacity;
    double origin, flows, flows_slope, unresponsive, unresponsive_slope;
    double increase, decrease;
    double averaging;  ///< K
    double moves;      ///< 1 where the queue is free, 0 where it is held; a factor, because a branch would cost more
  };
  Conditions conditions(const Mode& mode) const requires(!Shape::kGeneral) {
    const Epoch& now = epoch(mode);
    return {epochs_.data(),
            &law_,
            propagation_,
            now.capacity,
            now.inverse_capacity,
            now.origin,
            now.flows[0],
            now.flows_slope[0],
            now.unresponsive,
            now.unresponsive_slope,
            increase_,
            decrease_,
            law_.weight() * now.capacity,
            mode.queue == QueueMode::free ? 1. : 0.};
  }

  template <class Past>
  [[gnu::always_inline]] void derivative(double t, const Vector& y, const Conditions& now, Past& past,
                                         Vector& dy) const {
    const double q = y[kQueue], round_trip = now.propagation + q * now.inverse_capacity;
    const double theta = t - round_trip;
    const auto view = past.view(0, theta);
    Vector then;
    view.values(padded(kDim), then);
    const Mode& then_mode = view.mode();
    const double inverse = 1 / round_trip;
    const double then_trip = now.propagation + then[kQueue] * now.epochs[index(then_mode.epoch)].inverse_capacity;
    double p = now.law->curve(then[kLaw], then_mode.memory.piece());
    if (then_mode.queue == QueueMode::full) [[unlikely]]
      p = with_overflow(p, theta, then, then_mode, then_trip);
    // p comes last: the division does not wait for it.
    const double growth = now.increase * inverse - now.decrease * y[kWindow] * then[kWindow] / then_trip * p;
    const double since = t - now.origin;
    const double flows = now.flows + now.flows_slope * since;
    const double unresponsive = now.unresponsive + now.unresponsive_slope * since;
    const double drift = flows * y[kWindow] * inverse + unresponsive - now.capacity;
    // In pairs, as they are read next: a wide load behind narrow stores has to wait for them.
    store(&dy[kQueue], Pair{now.moves * drift, now.averaging * (q - y[kLaw])});
    store(&dy[kWindow], both(growth));  // and the component that pads it
  }

  /// Guards: of the queue first (free: empty, full; held: released), then those of the law.
  int guards(const Mode& mode) const { return queue_guards(mode) + law_.guards(mode.memory.get()); }

  double slack(int g, double t, const Vector& y, const Mode& mode) const {
    const int own = queue_guards(mode);
    if (g >= own) {
      if constexpr (kGeneral)
        return law_.slack(g - own, moment(t, y, mode), &y[index(law_at_)], mode.memory.get());
      else
        return law_.border_slack(g - own, y[kLaw], mode.memory.piece());
    }
    const double q = at(y, queue());
    switch (mode.queue) {
      case QueueMode::free: return (g == 0 ? q : config_.buffer - q) * inverse_buffer_;
      case QueueMode::empty: return 1 - admitted(t, y, mode) * epoch(mode).inverse_capacity;
      default: break;
    }
    return admitted(t, y, mode) * epoch(mode).inverse_capacity - 1;
  }

  Level level(int g, const Mode& mode) const {
    const int own = queue_guards(mode);
    if (g < own) {
      if (mode.queue != QueueMode::free) return {};
      return {queue(), g == 0 ? 0 : config_.buffer, g == 0 ? 1. : -1.};
    }
    if constexpr (kGeneral)
      return {};
    else
      return {static_cast<int>(kLaw), law_.border(g - own, mode.memory.piece()), g == own ? 1. : -1.};
  }

  Jump on_guard(int g, double t, Vector& y, Mode& mode) const {
    const int own = queue_guards(mode);
    if (g >= own) {
      FluidMemory memory = mode.memory.get();
      const FluidJump jump = law_.cross(g - own, moment(t, y, mode), &y[index(law_at())], memory);
      mode.memory.set(memory);
      return {static_cast<int>(jump)};
    }
    if (mode.queue == QueueMode::free) {
      mode.queue = g == 0 ? QueueMode::empty : QueueMode::full;
      y[index(queue())] = g == 0 ? 0 : config_.buffer;
      return {g == 0 ? 1 : 0};  // q' jumps; where the buffer fills, the loss jumps too
    }
    const bool was_full = mode.queue == QueueMode::full;
    mode.queue = QueueMode::free;
    return {was_full ? 1 : 2};  // q'' jumps; the overflow loss ends with a kink
  }

  std::string guard_name(int g, const Mode& mode) const {
    const int own = queue_guards(mode);
    if (g >= own) return law_.guard_name(g - own, mode.memory.get());
    if (mode.queue == QueueMode::free) return g == 0 ? "the queue is empty" : "the buffer is full";
    return "what arrives equals the capacity";
  }

  double next_time(double, const Mode& mode) const {
    double next = std::numeric_limits<double>::infinity();
    if (mode.epoch + 1 < static_cast<int>(epochs_.size())) next = epochs_[index(mode.epoch + 1)].time;
    if constexpr (kGeneral) next = std::min(next, tick_time(mode));
    return next;
  }

  Jump on_time(double t, Vector& y, Mode& mode) const {
    Jump jump = kNoJump;
    while (mode.epoch + 1 < static_cast<int>(epochs_.size()) && epochs_[index(mode.epoch + 1)].time <= t) {
      ++mode.epoch;
      jump = {0};
    }
    if constexpr (kGeneral) {
      if (tick_time(mode) <= t) {
        ++mode.memory.ticks;
        const FluidJump tick = law_.tick(moment(t, y, mode), &y[index(law_at_)], mode.memory.all);
        jump = jump.with({static_cast<int>(tick), law_.ticks_finely() ? 1 : kSmooth});
      }
    }
    if (jump.order == 0) hold_queue(t, y, mode);
    return jump;
  }

  // ---- what others ask ----------------------------------------------------------------------------------------------------

  /// The state at rest from which the configuration starts.
  void start(Vector& y, Mode& mode) const {
    y = {};
    mode = {};
    while (mode.epoch + 1 < static_cast<int>(epochs_.size()) && epochs_[index(mode.epoch + 1)].time <= 0) ++mode.epoch;
    for (std::size_t i = 0; i < config_.classes.size(); ++i) start_window(i, y);
    y[index(queue())] = config_.start_queue;
    mode.queue = config_.start_queue <= 0 ? QueueMode::empty : QueueMode::free;
    if (config_.start_queue >= config_.buffer) mode.queue = QueueMode::full;
    FluidMemory memory;
    law_.start(moment(0, y, mode), &y[index(law_at())], memory);
    for (std::size_t i = 0; i < config_.start_law.size(); ++i) y[index(law_at()) + i] = config_.start_law[i];
    law_.settle(moment(0, y, mode), &y[index(law_at())], memory);
    mode.memory.set(memory);
    if constexpr (kGeneral) {
      if (implicit()) {
        for (int k = 0; k < lags(); ++k) {
          y[index(theta_ + k)] = -propagation(k) - config_.start_queue * epoch(mode).inverse_capacity;
        }
      }
    }
    hold_queue(0, y, mode);
  }

  /// The mode before the start, of a past in which nothing changes.
  static Mode before_start(Mode mode) {
    mode.queue = QueueMode::still;
    return mode;
  }

  /// The window of class i, packets.
  double window(int i, const Vector& y) const {
    if constexpr (!kGeneral) return y[kWindow];
    return window_of(config_.classes[index(i)], &y[index(window_[index(i)])]);
  }
  /// What class i sends in a round-trip time, packets.
  double sent(int i, const Vector& y) const {
    if constexpr (!kGeneral) return y[kWindow];
    return sent_of(config_.classes[index(i)], &y[index(window_[index(i)])]);
  }
  const double* law_states(const Vector& y) const { return &y[index(law_at())]; }
  int law_component() const { return law_at(); }
  int queue_component() const { return queue(); }

  /// The law's probability, and the overflow loss, at a moment.
  double probability(double t, const Vector& y, const Mode& mode) const {
    if constexpr (kGeneral)
      return law_.probability(moment(t, y, mode), law_states(y), mode.memory.get());
    else  // a table may miss 0 or 1 by rounding
      return std::clamp(law_.curve(y[kLaw], mode.memory.piece()), 0.0, 1.0);
  }
  double overflow(double t, const Vector& y, const Mode& mode) const {
    if (mode.queue != QueueMode::full) return 0;
    return overflow_loss(admitted(t, y, mode), epoch(mode).capacity);
  }
  double round_trip(int i, const Vector& y, const Mode& mode) const {
    return propagation(lag_of(i)) + at(y, queue()) * epoch(mode).inverse_capacity;
  }
  double inflow(double t, const Vector& y, const Mode& mode) const {
    const Epoch& e = epoch(mode);
    double sum = unresponsive(e, t);
    for (int i = 0; i < classes(); ++i) sum += flows(e, i, t) * sent(i, y) / round_trip(i, y, mode);
    return sum;
  }
  void look(double t, const Vector& y, const Mode& mode, LinkState* link) const {
    *link = {at(y, queue()), probability(t, y, mode), overflow(t, y, mode), inflow(t, y, mode)};
  }
  FluidQueue moment(double t, const Vector& y, const Mode& mode) const {
    FluidQueue m;
    m.q = at(y, queue());
    m.capacity = epoch(mode).capacity;
    m.empty = mode.queue == QueueMode::empty;
    m.full = mode.queue == QueueMode::full;
    if constexpr (kGeneral) {
      m.inflow = inflow(t, y, mode);
      const auto surplus = [&] { return (thinned_ ? admit(m, t, y, mode) : m.inflow) - m.capacity; };
      if (mode.queue == QueueMode::free) m.drift = surplus();
      if (m.full) m.refused = std::max(0.0, surplus());
      if (m.empty) m.idle = std::max(0.0, -surplus() / m.capacity);
    }
    return m;
  }
  const Epoch& epoch(const Mode& mode) const { return epochs_[index(mode.epoch)]; }

 private:
  static constexpr bool kGeneral = Shape::kGeneral;
  // Of the compact form. The window is not in one pair with the queue: what delays the queue's next value is not to wait for what
  // the past does to the window.
  static constexpr std::size_t kQueue = 0, kLaw = 1, kWindow = 2;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static double at(const Vector& y, int i) { return y[index(i)]; }

  int queue() const {
    if constexpr (kGeneral)
      return queue_;
    else
      return static_cast<int>(kQueue);
  }
  int law_at() const {
    if constexpr (kGeneral)
      return law_at_;
    else
      return static_cast<int>(kLaw);
  }
  int classes() const {
    if constexpr (kGeneral)
      return static_cast<int>(config_.classes.size());
    else
      return 1;
  }
  bool implicit() const { return config_.delay == FluidDelay::implicit_delay; }
  double propagation(int lag) const {
    if constexpr (kGeneral)
      return lag_table_.propagation[index(lag)];
    else
      return propagation_;
  }
  int lag_of(int i) const {
    if constexpr (kGeneral)
      return lag_table_.of_class[index(i)];
    else
      return 0;
  }
  static int queue_guards(const Mode& mode) { return mode.queue == QueueMode::free ? 2 : 1; }
  double tick_time(const Mode& mode) const { return static_cast<double>(mode.memory.ticks + 1) * law_.interval(); }

  double flows(const Epoch& e, int i, double t) const {
    const double n = e.flows[index(i)] + e.flows_slope[index(i)] * (t - e.origin);
    if constexpr (kGeneral)
      return n * swing(config_.classes[index(i)].flows, t);
    else
      return n;
  }
  double unresponsive(const Epoch& e, double t) const {
    const double u = e.unresponsive + e.unresponsive_slope * (t - e.origin);
    if constexpr (kGeneral)
      return u * swing(config_.unresponsive, t);
    else
      return u;
  }

  /// What is not dropped early, packets/s: all of it, unless something is dropped instead of marked.
  double admit(const FluidQueue& m, double t, const Vector& y, const Mode& mode) const {
    const double keep = 1 - law_.probability(m, law_states(y), mode.memory.get());
    const Epoch& e = epoch(mode);
    double sum = unresponsive(e, t) * (config_.unresponsive_ecn ? 1 : keep);
    for (int i = 0; i < classes(); ++i) {
      const double rate = flows(e, i, t) * sent(i, y) / round_trip(i, y, mode);
      sum += rate * (config_.classes[index(i)].ecn ? 1 : keep);
    }
    return sum;
  }
  double admitted(double t, const Vector& y, const Mode& mode) const {
    if constexpr (kGeneral) {
      if (!thinned_) return inflow(t, y, mode);
      FluidQueue m = moment(t, y, mode);
      return admit(m, t, y, mode);
    } else {
      return inflow(t, y, mode);
    }
  }

  /// Inlined although it is rare, as StaticLaw::bent is.
  [[gnu::always_inline]] double with_overflow(double p, double t, const Vector& y, const Mode& mode,
                                              double round_trip) const {
    const Epoch& e = epoch(mode);
    const double inflow = flows(e, 0, t) * y[kWindow] / round_trip + unresponsive(e, t);
    return 1 - (1 - p) * (1 - overflow_loss(inflow, e.capacity));
  }

  /// After a jump of what arrives or leaves: is the queue still held where it was, or no longer, or now?
  void hold_queue(double t, const Vector& y, Mode& mode) const {
    const double drift = admitted(t, y, mode) - epoch(mode).capacity;
    const double q = at(y, queue());
    if (q <= 0)
      mode.queue = drift < 0 ? QueueMode::empty : QueueMode::free;
    else if (q >= config_.buffer)
      mode.queue = drift > 0 ? QueueMode::full : QueueMode::free;
  }

  void start_window(std::size_t i, Vector& y) const {
    const FluidClass& c = config_.classes[i];
    if constexpr (!kGeneral) {
      y[kWindow] = c.window;
      return;
    }
    window_at_start(c, &y[index(window_[i])]);
  }

  /// What lag k's senders see of the past.
  struct Echo {
    Vector y;
    Mode mode;
    double t, inverse_capacity, p;
  };

  template <class Past>
  void look_back(int k, double theta, Past& past, Echo& echo) const {
    const auto view = past.view(k, theta);
    view.values(padded(dim_), echo.y);
    echo.mode = view.mode();
    echo.t = theta;
    echo.inverse_capacity = epoch(echo.mode).inverse_capacity;
    FluidQueue m;
    m.q = at(echo.y, queue_);
    m.capacity = epoch(echo.mode).capacity;
    m.empty = echo.mode.queue == QueueMode::empty;
    m.full = echo.mode.queue == QueueMode::full;
    if (law_.sees_inflow()) m = moment(theta, echo.y, echo.mode);
    double keep = 1 - law_.probability(m, law_states(echo.y), echo.mode.memory.get());
    if (m.full) keep *= 1 - overflow_loss(admitted(theta, echo.y, echo.mode), m.capacity);
    echo.p = 1 - keep * (1 - config_.random_loss);
  }

  template <class Past>
  void general_derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    const FluidQueue now = moment(t, y, mode);
    dy = {};
    for (int k = 0; k < lags(); ++k) {
      Echo echo;
      look_back(k, argument(k, t, y, mode), past, echo);
      for (int i = 0; i < classes(); ++i) {
        if (lag_of(i) == k) window_derivative(i, y, mode, echo, dy);
      }
      if (implicit()) {
        // A queue that is held does not change the delay.
        double ratio = 1;
        if (echo.mode.queue == QueueMode::free) {
          ratio = epoch(echo.mode).capacity / admitted(echo.t, echo.y, echo.mode);
        }
        dy[index(theta_ + k)] = ratio;
      }
    }
    dy[index(queue_)] = now.drift;
    law_.rates(now, law_states(y), mode.memory.get(), &dy[index(law_at_)]);
  }

  void window_derivative(int i, const Vector& y, const Mode& mode, const Echo& echo, Vector& dy) const {
    const FluidClass& c = config_.classes[index(i)];
    const std::size_t slot = index(window_[index(i)]);
    const Epoch& e = epoch(mode);
    if (e.flows[index(i)] == 0 && e.flows_slope[index(i)] == 0) return;  // nobody sends yet, or any more
    const double trip = round_trip(i, y, mode);
    const double then_trip = propagation(lag_of(i)) + at(echo.y, queue_) * echo.inverse_capacity;
    window_rates(c, &y[slot], WindowView<double>{trip, window(i, echo.y) / then_trip, echo.p}, &dy[slot]);
  }

  const FluidConfig& config_;
  const Law& law_;
  std::vector<Epoch> epochs_;
  LagTable lag_table_;
  double propagation_ = config_.classes.front().propagation;
  double inverse_buffer_ = 1 / config_.buffer;
  double increase_ = config_.classes.front().increase, decrease_ = config_.classes.front().decrease;
  std::array<int, kMaxFluidClasses> window_{};
  int queue_ = 0, law_at_ = 0, theta_ = 0, dim_ = 0;
  bool thinned_ = false;  ///< something is dropped early that would have entered the queue
};

}  // namespace aqm::fluid
