// TCP and AQM at links in a row as a system of the solver (include/aqm/fluid.hpp has the windows' equations):
//   R_i = T_i + sum over its links of q_l / C_l
//   dq_l/dt = (arrivals at link l that are not dropped early) - C_l, held at 0 and at the buffer's limit B
//   while the buffer is full: overflow loss p_o = 1 - C / (arrivals that are not dropped early)
//   p_i = 1 - product over its links of (1 - p_l)(1 - p_o,l)(1 - random loss), all at theta_i
// (Misra, Gong and Towsley 2000, section 3, in its simplest form: the paths from a link back to the sender and on to
// the next link are lumped into the one delay R_i), with arrivals that the links before have shaped (flow.hpp). Queues
// are held by projection. Classes with the same propagation delay and the same links share a lag. With implicit delays,
// at one link, theta_k is a state of its own:
//   d theta / dt = 1 / (1 + q'(theta) / C(theta)).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "epochs.hpp"
#include "flow.hpp"
#include "fluid/solver/solver.hpp"
#include "idle.hpp"
#include "queue_mode.hpp"
#include "shapes.hpp"

namespace aqm::fluid {

template <class Shape>
class Network {
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
  struct LinkMode {
    QueueMode queue = QueueMode::free;
    std::conditional_t<Shape::kGeneral, FullMemory, PieceMemory> memory{};
  };
  struct Mode {
    std::int32_t epoch = 0;
    std::array<LinkMode, Shape::kLinks> links{};
  };

  /// In the compact form the law is config.link().law->table().
  explicit Network(const FluidConfig& config) : config_(config), epochs_(epochs_of(config)), lags_(lags_of(config)) {
    for (int l = 0; l < links(); ++l) {
      inverse_buffer_[index(l)] = 1 / link(l).buffer;
      if constexpr (kGeneral) {
        laws_[index(l)] = link(l).law.get();
        by_service_[index(l)] = law(l).by_service();
        sees_senders_[index(l)] = law(l).sees_flows() || law(l).by_backlog() || law(l).two_queues();
        two_queues_ = two_queues_ || law(l).two_queues();
      } else {
        laws_[index(l)] = link(l).law->table();
      }
    }
    if constexpr (kGeneral) take_places();
  }

  // ---- what the solver needs ----------------------------------------------------------------------------------------

  int dim() const {
    if constexpr (kGeneral)
      return dim_;
    else
      return kDim;
  }
  int lags() const {
    if constexpr (kGeneral)
      return static_cast<int>(lags_.size());
    else
      return 1;
  }
  /// Without the delayed arguments that are states.
  int components() const { return theta_; }
  double typical(int i) const {
    if constexpr (kGeneral)
      return typical_[index(i)];
    else
      return 1;
  }

  double argument(int k, double t, const Vector& y, const Mode& mode) const {
    if constexpr (kGeneral) {
      if (implicit()) return std::min(t, y[index(theta_ + k)]);  // stages of a step that is too long may run ahead
      return t - trip(lags_[index(k)], t, y, epoch(mode));
    } else {
      return t - propagation_ - y[kQueue] * epoch(mode).inverse_capacity[0];
    }
  }

  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const requires(Shape::kGeneral) {
    dy = {};
    const Flows now = flows(t, y, mode);
    for (int k = 0; k < lags(); ++k) look_back(k, t, argument(k, t, y, mode), y, mode, now, past, dy);
    for (int l = 0; l < links(); ++l) {
      const LinkMode& at = mode.links[index(l)];
      const FluidQueue seen = moment(l, now.link[index(l)], t, y, mode);
      dy[queue_at(l)] = seen.drift;
      law(l).rates(seen, &y[law_at(l)], at.memory.get(), &dy[law_at(l)]);
    }
  }

  /// The data of the compact form that are constant within a mode, in one record: otherwise the compiler would read
  /// them again through the model, its epochs and its law in every stage.
  struct Conditions {
    const Epoch* epochs;
    const Law* law;
    double propagation, capacity, inverse_capacity;
    double origin, flows, flows_slope, unresponsive, unresponsive_slope;
    double increase, decrease;
    double averaging;  ///< K
    double moves;      ///< 1 if the queue is free, 0 if it is held; a factor, because a branch would cost more
  };
  Conditions conditions(const Mode& mode) const requires(!Shape::kGeneral) {
    const Epoch& now = epoch(mode);
    const FluidClass& c = config_.classes.front();
    return {epochs_.data(),
            laws_[0],
            propagation_,
            now.capacity[0],
            now.inverse_capacity[0],
            now.origin,
            now.stream[0],
            now.slope[0],
            now.stream[1],
            now.slope[1],
            c.increase,
            c.decrease,
            laws_[0]->weight() * now.capacity[0],
            mode.links[0].queue == QueueMode::free ? 1. : 0.};
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
    const LinkMode& then_at = then_mode.links[0];
    const Epoch& then_epoch = now.epochs[index(then_mode.epoch)];
    const double then_trip = now.propagation + then[kQueue] * then_epoch.inverse_capacity[0];
    double p = now.law->curve(then[kLaw], then_at.memory.piece());
    if (then_at.queue == QueueMode::full) [[unlikely]]
      p = with_overflow(p, theta, then, then_epoch, then_trip);
    // p comes last, so that the division does not wait for it.
    const double inverse = 1 / round_trip;
    const double growth = now.increase * inverse - now.decrease * y[kWindow] * then[kWindow] / then_trip * p;
    const double since = t - now.origin;
    const double flows = now.flows + now.flows_slope * since;
    const double unresponsive = now.unresponsive + now.unresponsive_slope * since;
    const double drift = flows * y[kWindow] * inverse + unresponsive - now.capacity;
    // Stored in pairs, as they are read next: a wide load after narrow stores would have to wait for them.
    store(&dy[kQueue], Pair{now.moves * drift, now.averaging * (q - y[kLaw])});
    store(&dy[kWindow], both(growth));  // and the component that pads it
  }

  /// Guards, link by link: of the queue first (free: empty, full; held: released), then those of the law.
  int guards(const Mode& mode) const {
    int count = 0;
    for (int l = 0; l < links(); ++l) {
      count += queue_guards(mode.links[index(l)]) + law(l).guards(mode.links[index(l)].memory.get());
    }
    return count;
  }

  double slack(int g, double t, const Vector& y, const Mode& mode) const {
    const auto [l, guard, of_law] = place_of(g, mode);
    const LinkMode& at = mode.links[index(l)];
    if (of_law) {
      if (const StaticLaw* curve = table(l)) return curve->border_slack(guard, y[law_at(l)], at.memory.piece());
      const FluidQueue seen =
          law(l).guards_see_flow() ? moment(l, flow_at(l, t, y, mode), t, y, mode) : waiting(l, y, mode);
      return law(l).slack(guard, seen, &y[law_at(l)], at.memory.get());
    }
    const double q = y[queue_at(l)];
    if (at.queue == QueueMode::free) {
      if (guard == 0 && never_empty(l, mode)) return 1;
      return (guard == 0 ? q : link(l).buffer - q) * inverse_buffer_[index(l)];
    }
    const LinkFlow<double> flow = flow_at(l, t, y, mode);
    const double surplus = (flow.admitted - flow.leaving) * epoch(mode).inverse_capacity[index(l)];
    return at.queue == QueueMode::empty ? -surplus : surplus;
  }

  Level level(int g, const Mode& mode) const {
    const auto [l, guard, of_law] = place_of(g, mode);
    const LinkMode& at = mode.links[index(l)];
    const double side = guard == 0 ? 1 : -1;
    if (of_law) {
      if (const StaticLaw* curve = table(l)) {
        return {static_cast<int>(law_at(l)), curve->border(guard, at.memory.piece()), side};
      }
      const FluidLevel level = law(l).level(guard, epoch(mode).capacity[index(l)], at.memory.get());
      if (level.of == FluidLevel::kOther) return {};
      const std::size_t place = level.of == FluidLevel::kQueue ? queue_at(l) : law_at(l) + index(level.of);
      return {static_cast<int>(place), level.bound, level.side};
    }
    if (at.queue != QueueMode::free || (guard == 0 && never_empty(l, mode))) return {};
    return {static_cast<int>(queue_at(l)), guard == 0 ? 0 : link(l).buffer, side};
  }

  Jump on_guard(int g, double t, Vector& y, Mode& mode) const {
    const auto [l, guard, of_law] = place_of(g, mode);
    LinkMode& at = mode.links[index(l)];
    if (of_law) {
      FluidMemory memory = at.memory.get();
      const FluidJump jump = law(l).cross(guard, moment(l, flow_at(l, t, y, mode), t, y, mode), &y[law_at(l)], memory);
      at.memory.set(memory);
      if (jump == FluidJump::value) hold_queues(t, y, mode);
      return tracked(static_cast<int>(jump), 1);
    }
    const bool felt = felt_behind(l, mode);
    if (at.queue == QueueMode::free) {
      at.queue = guard == 0 ? QueueMode::empty : QueueMode::full;
      y[queue_at(l)] = guard == 0 ? 0 : link(l).buffer;
      if (guard != 0) return tracked(0, 2);      // the loss jumps
      if (links() > 1) hold_queues(t, y, mode);  // the output falls from the capacity to the arrivals
      return tracked(felt ? 0 : 1, 2);           // q' jumps
    }
    const bool was_full = at.queue == QueueMode::full;
    at.queue = QueueMode::free;
    // q'' jumps. The overflow loss ends with a kink, and so does the passing on of all arrivals.
    return tracked(was_full || felt ? 1 : 2, 2);
  }

  std::string guard_name(int g, const Mode& mode) const {
    const auto [l, guard, of_law] = place_of(g, mode);
    const LinkMode& at = mode.links[index(l)];
    const std::string where = links() > 1 ? "link " + std::to_string(l + 1) + ": " : std::string();
    if (of_law) return where + law(l).guard_name(guard, at.memory.get());
    if (at.queue == QueueMode::free) return where + (guard == 0 ? "the queue is empty" : "the buffer is full");
    return where + "what arrives equals the capacity";
  }

  double next_time(double, const Mode& mode) const {
    double next = std::numeric_limits<double>::infinity();
    if (mode.epoch + 1 < static_cast<int>(epochs_.size())) next = epochs_[index(mode.epoch + 1)].time;
    if constexpr (kGeneral) {
      for (int l = 0; l < links(); ++l) next = std::min(next, tick_time(l, mode));
    }
    return next;
  }

  Jump on_time(double t, Vector& y, Mode& mode) const {
    Jump jump = kNoJump;
    while (mode.epoch + 1 < static_cast<int>(epochs_.size()) && epochs_[index(mode.epoch + 1)].time <= t) {
      ++mode.epoch;
      jump = {0};
    }
    if constexpr (kGeneral) {
      for (int l = 0; l < links(); ++l) {
        if (tick_time(l, mode) > t) continue;
        auto& memory = mode.links[index(l)].memory;
        const FluidQueue now = moment(l, flow_at(l, t, y, mode), t, y, mode);
        ++memory.ticks;
        const FluidJump tick = law(l).tick(now, &y[law_at(l)], memory.all);
        jump = jump.with({static_cast<int>(tick), law(l).ticks_finely() ? 1 : kSmooth});
      }
    }
    if (jump.order == 0) hold_queues(t, y, mode);
    return jump;
  }

  // ---- what others need ---------------------------------------------------------------------------------------------

  /// The state at rest from which the configuration starts.
  void start(Vector& y, Mode& mode) const {
    y = {};
    mode = {};
    while (mode.epoch + 1 < static_cast<int>(epochs_.size()) && epochs_[index(mode.epoch + 1)].time <= 0) ++mode.epoch;
    for (std::size_t i = 0; i < config_.classes.size(); ++i) {
      window_at_start(config_.classes[i], &y[window_at(static_cast<int>(i))]);
    }
    for (int l = 0; l < links(); ++l) {
      LinkMode& at = mode.links[index(l)];
      y[queue_at(l)] = link(l).start_queue;
      if (link(l).start_queue <= 0) at.queue = QueueMode::empty;
      if (link(l).start_queue >= link(l).buffer) at.queue = QueueMode::full;
    }
    // A law sees the output of the links before it, which is known when the law starts.
    for (int l = 0; l < links(); ++l) {
      FluidMemory memory;
      const auto now = [&] { return moment(l, flow_at(l, 0, y, mode), 0, y, mode); };
      law(l).start(now(), &y[law_at(l)], memory);
      mode.links[index(l)].memory.set(memory);
      std::copy(link(l).start_law.begin(), link(l).start_law.end(), &y[law_at(l)]);
      law(l).settle(now(), &y[law_at(l)], memory);
      mode.links[index(l)].memory.set(memory);
    }
    if constexpr (kGeneral) {
      if (implicit()) {
        for (int k = 0; k < lags(); ++k) y[index(theta_ + k)] = -trip(lags_[index(k)], 0, y, epoch(mode));
      }
    }
    hold_queues(0, y, mode);
  }

  /// The mode before the start, for a constant past.
  static Mode before_start(Mode mode) {
    for (LinkMode& at : mode.links) at.queue = QueueMode::still;
    return mode;
  }

  /// The window of class i, packets.
  double window(int i, const Vector& y) const {
    if constexpr (!kGeneral) return y[kWindow];
    return window_of(config_.classes[index(i)], &y[window_at(i)]);
  }
  const double* law_states(int l, const Vector& y) const { return &y[law_at(l)]; }

  /// The state of a rest, at a time at which no course changes.
  void put(const FluidRest& rest, double time, Vector& y, Mode& mode) const requires(Shape::kGeneral) {
    y = {};
    mode = {};
    while (mode.epoch + 1 < static_cast<int>(epochs_.size()) && epochs_[index(mode.epoch + 1)].time <= time) {
      ++mode.epoch;
    }
    for (int l = 0; l < links(); ++l) {
      const FluidLinkRest& at = rest.links[index(l)];
      LinkMode& held = mode.links[index(l)];
      y[queue_at(l)] = at.queue;
      std::copy(at.law.begin(), at.law.end(), &y[law_at(l)]);
      held.queue = at.kind == RestKind::empty  ? QueueMode::empty
                   : at.kind == RestKind::full ? QueueMode::full
                                               : QueueMode::free;
      held.memory.set(at.memory);
    }
    // The wait of class 0 behind an urgent queue depends on the urgent windows.
    for (std::size_t i = 0; two_queues_ && i < config_.classes.size(); ++i) {
      if (config_.classes[i].service > 0) y[index(window_[i])] = rest.window[i];
    }
    for (const LagGroup& lag : lags_) {
      double keep = 1, spare = 1;
      for (int l = lag.first; l <= lag.last; ++l) {
        const FluidLinkRest& at = rest.links[index(l)];
        const double p = by_service_[index(l)] ? probability(l, at.inflow, time, y, mode, lag.service) : at.probability;
        const double others = (1 - at.overflow) * (1 - config_.random_loss);
        keep *= (1 - p) * others;
        spare *= (1 - forced(l, at.inflow, y, mode, lag.service)) * others;
      }
      for (const int i : lag.classes) {
        const FluidClass& c = config_.classes[index(i)];
        window_at_rest(c, 1 - keep, trip(lag, time, y, epoch(mode)), &y[window_at(i)], splits_loss(c) ? 1 - spare : 0);
      }
    }
    if (!implicit()) return;
    for (int k = 0; k < lags(); ++k) y[index(theta_ + k)] = time - trip(lags_[index(k)], time, y, epoch(mode));
  }

  /// The components that move near a rest, in order, as in analysis/linearise.cpp: the windows of the classes that
  /// send, the queues that are neither empty nor full, and the states of the laws that move (law_moves).
  std::vector<int> moving(const FluidRest& rest, double time) const requires(Shape::kGeneral) {
    std::vector<int> out;
    const auto take = [&](std::size_t first, int count) {
      for (int i = 0; i < count; ++i) out.push_back(static_cast<int>(first) + i);
    };
    for (std::size_t i = 0; i < config_.classes.size(); ++i) {
      const FluidClass& c = config_.classes[i];
      if (c.flows.at(time).value > 0) take(index(window_[i]), window_states(c.tcp));
    }
    for (int l = 0; l < links(); ++l) take(queue_at(l), rest.links[index(l)].kind == RestKind::interior ? 1 : 0);
    for (int l = 0; l < links(); ++l) take(law_at(l), law_moves(law(l), rest.links[index(l)]) ? law(l).states() : 0);
    return out;
  }
  int queue_component(int l) const { return static_cast<int>(queue_at(l)); }

  /// For a past that is known: puts the delayed arguments that are states where theta + R(theta) = t. A queue that
  /// grows more slowly than the link sends makes the repetition converge.
  template <class Past>
  void meet_arguments(double t, Vector& y, const Mode& mode, const Past& past) const requires(Shape::kGeneral) {
    for (int k = 0; implicit() && k < lags(); ++k) {
      double& theta = y[index(theta_ + k)];
      theta = t;
      for (double before = t + 1; theta != before && std::abs(theta - before) > 1e-15 * std::abs(t);) {
        before = theta;
        Vector then;
        past.view(k, theta).values(padded(dim_), then);
        theta = t - trip(lags_[index(k)], t, then, epoch(mode));
      }
    }
  }

  void look(double t, const Vector& y, const Mode& mode, LinkState* states) const {
    const Flows flow = flows(t, y, mode);
    for (int l = 0; l < links(); ++l) {
      const LinkFlow<double>& at = flow.link[index(l)];
      const double p = mean_probability(l, at.inflow, t, y, mode);
      const bool busy = is_busy(mode.links[index(l)].queue, y[queue_at(l)]);
      // Near 0 the queue may miss it by the solver's error.
      states[l] = {std::max(0.0, y[queue_at(l)]), p, overflow(l, at, mode), at.inflow, busy ? at.leaving : at.admitted};
    }
  }

 private:
  static constexpr bool kGeneral = Shape::kGeneral;
  // In the compact form. The window and the queue are not in one pair: the past's effect on the window must not delay
  // the queue's next value.
  static constexpr std::size_t kQueue = 0, kLaw = 1, kWindow = 2;

  /// Less than this share of the capacity is rounding: behind a queue of the same capacity the arrivals equal the
  /// possible departures.
  static constexpr double kRounding = 1e-12;

  // If nothing enters the queue for a while, as with p = 1, no packet of that time gets a response, and theta jumps
  // over it. Instead, theta passes this time a hundred times as fast, and then catches up with theta + R(theta) = t,
  // which otherwise holds automatically.
  static constexpr double kLeastFlow = 1e-2, kCatchUp = 100, kSlack = 1e-6;

  /// At one moment: the flow at each link, the round trip of each lag, and the values of classes that repair losses.
  struct Flows {
    std::array<LinkFlow<double>, Shape::kLinks> link;
    std::array<double, kGeneral ? kMaxFluidClasses : 1> trip;
    std::array<MendingNow<double>, kGeneral ? kMaxFluidClasses : 0> mending;  ///< of each class that mends
  };

  /// The link of a guard, and its number among the guards of that link: those of its queue, or of its law.
  struct Place {
    int link, guard;
    bool of_law;
  };

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  int links() const {
    if constexpr (Shape::kLinks == 1)
      return 1;
    else
      return static_cast<int>(config_.links.size());
  }
  const FluidLink& link(int l) const { return config_.links[index(l)]; }
  const Law& law(int l) const { return *laws_[index(l)]; }
  /// The law, if it is a static curve.
  const StaticLaw* table(int l) const {
    if constexpr (kGeneral)
      return laws_[index(l)]->table();
    else
      return laws_[0];
  }
  const Epoch& epoch(const Mode& mode) const { return epochs_[index(mode.epoch)]; }
  bool implicit() const { return Shape::kLinks == 1 && config_.delay == FluidDelay::implicit_delay; }

  // ---- where the components are -------------------------------------------------------------------------------------

  void take_places() {
    streams_ = streams_of(config_);
    typical_.fill(1);  // one packet; CUBIC's time since the last loss: one second
    int next = 0;
    for (std::size_t i = 0; i < config_.classes.size(); ++i) {
      window_[i] = next;
      next += window_states(config_.classes[i].tcp);
    }
    queue_ = next;
    next += links();
    for (int l = 0; l < links(); ++l) {
      law_at_[index(l)] = next;
      for (int i = 0; i < law(l).states(); ++i) typical_[index(next + i)] = law(l).state(i).typical;
      next += law(l).states();
      sees_inflow_ = sees_inflow_ || law(l).sees_inflow();
    }
    theta_ = next;
    dim_ = next + (implicit() ? lags() : 0);
    for (std::size_t k = 0; k < lags_.size(); ++k) {
      for (const int i : lags_[k].classes) {
        lag_of_[index(i)] = k;
        splits_[k] = splits_[k] || splits_loss(config_.classes[index(i)]);
        mends_[k] = mends_[k] || mends(config_.classes[index(i)].tcp);
      }
    }
  }
  std::size_t window_at(int i) const {
    if constexpr (kGeneral)
      return index(window_[index(i)]);
    else
      return kWindow;
  }
  std::size_t queue_at(int l) const {
    if constexpr (kGeneral)
      return index(queue_ + l);
    else
      return kQueue;
  }
  std::size_t law_at(int l) const {
    if constexpr (kGeneral)
      return index(law_at_[index(l)]);
    else
      return kLaw;
  }

  // ---- what flows ---------------------------------------------------------------------------------------------------

  double trip(const LagGroup& lag, double t, const Vector& y, const Epoch& epoch) const {
    if constexpr (kGeneral) {
      if (two_queues_) [[unlikely]]
        return trip_beside(lag, t, y, epoch);
    }
    if constexpr (Shape::kLinks == 1) return lag.propagation + y[queue_at(0)] * epoch.inverse_capacity[0];
    double sum = lag.propagation;
    for (int l = lag.first; l <= lag.last; ++l) sum += y[queue_at(l)] * epoch.inverse_capacity[index(l)];
    return sum;
  }

  /// With two queues at the only link.
  double trip_beside(const LagGroup& lag, double t, const Vector& y, const Epoch& epoch) const
      requires(Shape::kGeneral) {
    FluidQueue m;
    m.q = y[queue_at(0)];
    m.capacity = epoch.capacity[0];
    m.only_urgent = epoch.only_urgent;
    if (lag.service == 0) count_urgent(t, y, epoch, m);
    return lag.propagation + law(0).wait(lag.service, m);
  }
  /// The arrivals in the queue with priority; `m` has the queue and the capacity.
  void count_urgent(double t, const Vector& y, const Epoch& e, FluidQueue& m) const requires(Shape::kGeneral) {
    m.only_urgent = e.only_urgent;
    m.urgent = 0;
    for (std::size_t i = 0; i < config_.classes.size(); ++i) {
      const FluidClass& c = config_.classes[i];
      if (c.service == 0) continue;
      const double round_trip = c.propagation + law(0).wait(c.service, m);
      const double flows = (e.stream[i] + e.slope[i] * (t - e.origin)) * swing(c.flows, t);
      m.urgent += flows * sent_of(c, &y[index(window_[i])], round_trip) / round_trip;
    }
  }

  Flows flows(double t, const Vector& y, const Mode& mode) const {
    const Epoch& e = epoch(mode);
    const double since = t - e.origin;
    Flows out;
    if constexpr (kGeneral) {
      for (std::size_t k = 0; k < lags_.size(); ++k) out.trip[k] = trip(lags_[k], t, y, e);
      double rate[kMaxStreams];
      const std::size_t classes = config_.classes.size();
      for (std::size_t s = 0; s < streams_.size(); ++s) {
        rate[s] = (e.stream[s] + e.slope[s] * since) * swing(course_of(config_, s), t);
        if (s >= classes) continue;
        const double round_trip = out.trip[lag_of_[s]], *w = &y[index(window_[s])];
        const FluidClass& c = config_.classes[s];
        if (mends(c.tcp)) {
          out.mending[s] = MendingNow<double>(c, w, round_trip);
          rate[s] = rate[s] * out.mending[s].sent / round_trip;
        } else {
          rate[s] = rate[s] * sent_of(c, w, round_trip) / round_trip;
        }
      }
      flow_through(
          streams_, links(), rate,
          [&](int l, double inflow, int service) { return probability(l, inflow, t, y, mode, service); },
          [&](int l, double inflow, int service) { return forced(l, inflow, y, mode, service); },
          [&](int l, double admitted) {
            const bool busy = is_busy(mode.links[index(l)].queue, y[queue_at(l)]);
            const double share = busy && admitted > 0 ? leaving(l, t, y, mode) / admitted : 1;
            return share * (1 - config_.random_loss);
          },
          out.link.data());
      for (int l = 0; l < links(); ++l) out.link[index(l)].leaving = leaving(l, t, y, mode);
    } else {
      out.trip[0] = propagation_ + y[kQueue] * e.inverse_capacity[0];
      const double inflow = compact_inflow(since, y[kWindow], out.trip[0], e);
      out.link[0] = {inflow, inflow, e.capacity[0]};
    }
    return out;
  }
  LinkFlow<double> flow_at(int l, double t, const Vector& y, const Mode& mode) const {
    return flows(t, y, mode).link[index(l)];
  }
  /// Inlined although it is rare, like StaticLaw::bent.
  [[gnu::always_inline]] static double compact_inflow(double since, double window, double trip, const Epoch& e) {
    return (e.stream[0] + e.slope[0] * since) * window / trip + (e.stream[1] + e.slope[1] * since);
  }
  [[gnu::always_inline]] static double with_overflow(double p, double t, const Vector& y, const Epoch& e, double trip) {
    return 1 - (1 - p) * (1 - overflow_loss(compact_inflow(t - e.origin, y[kWindow], trip, e), e.capacity[0]));
  }

  double probability(int l, double inflow, [[maybe_unused]] double t, const Vector& y, const Mode& mode,
                     [[maybe_unused]] int service = 0) const {
    const LinkMode& at = mode.links[index(l)];
    if constexpr (kGeneral) {
      FluidQueue m;
      m.q = y[queue_at(l)];
      m.inflow = inflow;
      m.capacity = epoch(mode).capacity[index(l)];
      m.empty = at.queue == QueueMode::empty;
      m.full = at.queue == QueueMode::full;
      if (two_queues_) [[unlikely]]
        count_urgent(t, y, epoch(mode), m);
      if (by_service_[index(l)]) return law(l).probability_of(service, m, &y[law_at(l)], at.memory.get());
      return law(l).probability(m, &y[law_at(l)], at.memory.get());
    } else {  // a table may miss 0 or 1 by rounding
      return std::clamp(laws_[0]->curve(y[kLaw], at.memory.piece()), 0.0, 1.0);
    }
  }
  /// The part of it that packets with ECN lose.
  double forced(int l, double inflow, const Vector& y, const Mode& mode, int service) const requires(Shape::kGeneral) {
    const LinkMode& at = mode.links[index(l)];
    FluidQueue m = waiting(l, y, mode);
    m.inflow = inflow;
    return law(l).drops_marked(service, m, &y[law_at(l)], at.memory.get());
  }
  /// The mean probability for packets, with each class of service at its own; in proportions as they enter the chain.
  double mean_probability(int l, double inflow, [[maybe_unused]] double t, const Vector& y, const Mode& mode) const {
    if constexpr (kGeneral) {
      double sum = 0, all = 0;
      for (std::size_t s = 0; by_service_[index(l)] && s < streams_.size(); ++s) {
        if (!streams_[s].crosses(l)) continue;
        const double rate = rate_of(s, t, y, epoch(mode));
        sum += rate * probability(l, inflow, t, y, mode, streams_[s].service);
        all += rate;
      }
      if (all > 0) return sum / all;
    }
    return probability(l, inflow, t, y, mode);
  }
  /// Of stream s at its entrance, packets/s.
  double rate_of(std::size_t s, double t, const Vector& y, const Epoch& e) const requires(Shape::kGeneral) {
    const double course = (e.stream[s] + e.slope[s] * (t - e.origin)) * swing(course_of(config_, s), t);
    if (s >= config_.classes.size()) return course;
    const double round_trip = trip(lags_[lag_of_[s]], t, y, e);
    return course * sent_of(config_.classes[s], &y[index(window_[s])], round_trip) / round_trip;
  }
  double overflow(int l, const LinkFlow<double>& flow, const Mode& mode) const {
    if (mode.links[index(l)].queue != QueueMode::full) return 0;
    return overflow_loss(flow.admitted, flow.leaving);
  }

  /// What a link can send, packets/s.
  double leaving(int l, [[maybe_unused]] double t, [[maybe_unused]] const Vector& y, const Mode& mode) const {
    const Epoch& e = epoch(mode);
    if constexpr (kGeneral) {
      if (e.trains[index(l)].empty()) return e.capacity[index(l)];
      Trains<double> trains;
      for (const int i : e.trains[index(l)]) {
        const FluidClass& c = config_.classes[index(i)];
        const double flows = (e.stream[index(i)] + e.slope[index(i)] * (t - e.origin)) * swing(c.flows, t);
        trains.add(flows, window_of(c, &y[window_at(i)]));
      }
      const double length = trains.length(e.capacity[index(l)] * e.shortest[index(l)]);
      return e.capacity[index(l)] * (1 - idle_share(y[queue_at(l)], length));
    } else {
      return e.capacity[0];
    }
  }
  /// The queue without its flows.
  FluidQueue waiting(int l, const Vector& y, const Mode& mode) const {
    const QueueMode queue = mode.links[index(l)].queue;
    FluidQueue m;
    m.q = y[queue_at(l)];
    m.capacity = epoch(mode).capacity[index(l)];
    m.empty = queue == QueueMode::empty;
    m.full = queue == QueueMode::full;
    return m;
  }
  FluidQueue moment(int l, const LinkFlow<double>& flow, double t, const Vector& y, const Mode& mode) const {
    FluidQueue m = waiting(l, y, mode);
    m.inflow = flow.inflow;
    const double surplus = flow.admitted - flow.leaving;
    if (mode.links[index(l)].queue == QueueMode::free) m.drift = surplus;
    if (m.full) m.refused = std::max(0.0, surplus);
    if (m.empty) m.idle = std::max(0.0, -surplus / m.capacity);
    if constexpr (kGeneral) {
      if (sees_senders_[index(l)]) {
        if (law(l).sees_flows()) count_senders(l, t, y, mode, m);
        if (law(l).by_backlog()) tell_apart(l, flow.inflow, t, y, mode, m);
        if (law(l).two_queues()) count_urgent(t, y, epoch(mode), m);
      }
    }
    return m;
  }

  /// The arriving and the entering packets of each class; in proportions as they enter the chain.
  void tell_apart(int l, double inflow, double t, const Vector& y, const Mode& mode, FluidQueue& m) const
      requires(Shape::kGeneral) {
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      const StreamPath& stream = streams_[s];
      if (!stream.crosses(l)) continue;
      const double rate = rate_of(s, t, y, epoch(mode));
      m.arrives[backlog_of(stream.service)] += rate;
      m.enters[backlog_of(stream.service)] +=
          stream.marked ? rate : rate * (1 - probability(l, inflow, t, y, mode, stream.service));
    }
  }

  void count_senders(int l, double t, const Vector& y, const Mode& mode, FluidQueue& m) const
      requires(Shape::kGeneral) {
    const Epoch& e = epoch(mode);
    SenderCount senders;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (!streams_[s].crosses(l)) continue;
      const double course = (e.stream[s] + e.slope[s] * (t - e.origin)) * swing(course_of(config_, s), t);
      if (s >= config_.classes.size()) {
        senders.add(config_.loads[s - config_.classes.size()], course);
      } else {
        const double round_trip = trip(lags_[lag_of_[s]], t, y, e);
        const double* const w = &y[index(window_[s])];
        senders.add(course, sent_of(config_.classes[s], w, round_trip) / round_trip, scatter_of(config_.classes[s], w),
                    round_trip);
      }
    }
    senders.put(m);
  }

  /// The effect of the past on the windows of lag k, and on its theta if that is a state.
  template <class Past>
  void look_back(int k, [[maybe_unused]] double t, double theta, const Vector& y, const Mode& mode, const Flows& now,
                 Past& past, Vector& dy) const {
    const LagGroup& lag = lags_[index(k)];
    const auto view = past.view(k, theta);
    Vector then;
    view.values(padded(dim_), then);
    const Mode& then_mode = view.mode();
    bool whole = sees_inflow_ || implicit();
    for (int l = lag.first; l <= lag.last; ++l) {
      whole = whole || then_mode.links[index(l)].queue == QueueMode::full;
    }
    Flows flow;
    if (whole) flow = flows(theta, then, then_mode);
    // The probability that at least one of its links dropped or marked a packet, and that one lost it although it could
    // have been marked.
    double keep = 1, spare = 1;
    for (int l = lag.first; l <= lag.last; ++l) {
      const LinkFlow<double>& at = flow.link[index(l)];
      keep *= 1 - probability(l, at.inflow, theta, then, then_mode, lag.service);
      keep *= 1 - overflow(l, at, then_mode);
      keep *= 1 - config_.random_loss;
      if (!splits_[index(k)]) continue;
      spare *= 1 - forced(l, at.inflow, then, then_mode, lag.service);
      spare *= 1 - overflow(l, at, then_mode);
      spare *= 1 - config_.random_loss;
    }
    double keep_now = 1;
    for (int l = lag.first; mends_[index(k)] && l <= lag.last; ++l) {
      const LinkFlow<double>& at = now.link[index(l)];
      keep_now *= 1 - probability(l, at.inflow, t, y, mode, lag.service);
      keep_now *= (1 - overflow(l, at, mode)) * (1 - config_.random_loss);
    }
    const double then_trip = trip(lag, theta, then, epoch(then_mode));
    const Epoch& e = epoch(mode);
    for (const int i : lag.classes) {
      if (e.stream[index(i)] == 0 && e.slope[index(i)] == 0) continue;  // no flow sends yet, or any more
      const WindowView<double> seen{now.trip[index(k)],
                                    now.mending[index(i)],
                                    &then[window_at(i)],
                                    then_trip,
                                    1 - keep,
                                    splits_loss(config_.classes[index(i)]) ? 1 - spare : 0,
                                    1 - keep_now};
      window_rates(config_.classes[index(i)], &y[window_at(i)], seen, &dy[window_at(i)]);
    }
    if (!implicit()) return;
    // A queue that is held does not change the delay.
    const bool moves = then_mode.links[0].queue == QueueMode::free;
    const double capacity = epoch(then_mode).capacity[0];
    const double behind = std::clamp(t - theta - then_trip - kSlack, 0.0, lag.propagation);
    dy[index(theta_ + k)] =
        (moves ? capacity / std::max(capacity + flow.link[0].admitted - flow.link[0].leaving, kLeastFlow * capacity)
               : 1) +
        kCatchUp * behind;
  }

  /// Whether the mean queue of this link tends to 0 but does not reach it.
  bool never_empty(int l, const Mode& mode) const { return !epoch(mode).trains[index(l)].empty(); }

  // ---- what happens -------------------------------------------------------------------------------------------------

  static int queue_guards(const LinkMode& mode) { return mode.queue == QueueMode::free ? 2 : 1; }

  Place place_of(int g, const Mode& mode) const {
    for (int l = 0;; ++l) {
      const int own = queue_guards(mode.links[index(l)]);
      if (g < own) return {l, g, false};
      if (l + 1 == links()) return {l, g - own, true};
      const int all = own + law(l).guards(mode.links[index(l)].memory.get());
      if (g < all) return {l, g - own, true};
      g -= all;
    }
  }

  double tick_time(int l, const Mode& mode) const {
    return static_cast<double>(mode.links[index(l)].memory.ticks + 1) * law(l).interval();
  }

  /// A jump for which, if there are several links, this many successive images get a breaking point. Each image is seen
  /// through every lag. In a chain, which has as many lags as kinds of paths, the images multiply, and the third and
  /// fourth are so weak that the error control of the steps is cheaper.
  Jump tracked(int order, int images) const { return {order, links() > 1 ? order + images : kSmooth}; }

  /// Whether the senders see the output of link l at once: in the loss of a full buffer, or through a law.
  bool felt_behind(int l, const Mode& mode) const {
    for (int behind = l + 1; behind < links(); ++behind) {
      if (mode.links[index(behind)].queue == QueueMode::full || law(behind).sees_inflow()) return true;
    }
    return false;
  }

  /// After a jump of arrivals or departures: decides which queues are held, were held and are no longer, or are held
  /// now.
  void hold_queues(double t, const Vector& y, Mode& mode) const {
    // In the order of the links: a held queue determines what the next one receives.
    for (int l = 0; l < links(); ++l) {
      const double q = y[queue_at(l)];
      if (q > 0 && q < link(l).buffer) continue;
      LinkMode& at = mode.links[index(l)];
      const LinkFlow<double> flow = flow_at(l, t, y, mode);
      const double surplus = (flow.admitted - flow.leaving) * epoch(mode).inverse_capacity[index(l)];
      if (q <= 0)
        at.queue = surplus <= kRounding && !never_empty(l, mode) ? QueueMode::empty : QueueMode::free;
      else
        at.queue = surplus >= -kRounding ? QueueMode::full : QueueMode::free;
    }
  }

  const FluidConfig& config_;
  std::array<const Law*, Shape::kLinks> laws_{};
  std::vector<Epoch> epochs_;
  std::vector<LagGroup> lags_;
  double propagation_ = config_.classes.front().propagation;
  std::array<double, Shape::kLinks> inverse_buffer_{};
  std::array<bool, Shape::kLinks> by_service_{}, sees_senders_{};
  // Of the general form.
  std::vector<StreamPath> streams_;
  std::array<int, kMaxFluidClasses> window_{};
  std::array<std::size_t, kMaxFluidClasses> lag_of_{};
  std::array<bool, kMaxFluidClasses> splits_{};  ///< for each lag, whether one of its classes tells losses from marks
  std::array<int, Shape::kLinks> law_at_{};
  std::array<double, padded(kDim)> typical_{};
  std::array<bool, kMaxFluidClasses> mends_{};  ///< for each lag, whether one of its classes repairs losses
  int queue_ = 0, theta_ = 0, dim_ = 0;
  bool sees_inflow_ = false, two_queues_ = false;
};

}  // namespace aqm::fluid
