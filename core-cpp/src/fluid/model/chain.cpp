#include "chain.hpp"

#include <algorithm>
#include <cmath>

namespace aqm::fluid {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// Less than this share of the capacity is rounding: behind a queue of the same capacity what arrives is all that can leave.
constexpr double kRounding = 1e-12;

/// A jump of which so many images are landed on, one after the other. Each is seen through every lag: of a chain, which has as many as
/// kinds of ways, the images multiply, and the third and fourth are so weak that the steps' control of their error is cheaper.
Jump tracked(int order, int images) { return {order, order + images}; }

/// Whether a link sends as much as it can, whatever arrives.
bool is_busy(QueueMode mode, double queue) {
  return mode == QueueMode::free || mode == QueueMode::full || (mode == QueueMode::still && queue > 0);
}

}  // namespace

std::vector<ChainEpoch> chain_epochs_of(const FluidConfig& config) {
  std::vector<const FluidCourse*> courses;
  for (const FluidClass& c : config.classes) courses.push_back(&c.flows);
  for (const FluidLoad& load : config.loads) courses.push_back(&load.rate);
  std::vector<double> times;
  for (const FluidCourse* course : courses) {
    for (const auto& knot : course->knots) times.push_back(knot.time);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::vector<ChainEpoch> epochs;
  for (const double time : times) {
    ChainEpoch epoch{time, {}};
    for (const FluidCourse* course : courses) epoch.streams.push_back(course->at(time));
    epochs.push_back(epoch);
  }
  return epochs;
}

std::vector<ChainLag> chain_lags_of(const FluidConfig& config) {
  std::vector<ChainLag> lags;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    const auto same = std::find_if(lags.begin(), lags.end(), [&](const ChainLag& lag) {
      return lag.propagation == c.propagation && lag.first == c.first_link && lag.last == c.last_link;
    });
    if (same != lags.end())
      same->classes.push_back(static_cast<int>(i));
    else
      lags.push_back({c.propagation, c.first_link, c.last_link, {static_cast<int>(i)}});
  }
  return lags;
}

Chain::Chain(const FluidConfig& config)
    : config_(config), epochs_(chain_epochs_of(config)), lags_(chain_lags_of(config)), streams_(streams_of(config)) {
  for (int k = 0; k < lags(); ++k) {
    for (const int i : lags_[index(k)].classes) lag_of_[index(i)] = k;
  }
  typical_.fill(1);  // one packet; CUBIC's time since the last loss: one second
  int next = 0;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    window_[i] = next;
    next += window_states(config.classes[i].tcp);
  }
  queue_ = next;
  next += links();
  for (int l = 0; l < links(); ++l) {
    const FluidLaw& law = *link(l).law;
    law_[index(l)] = next;
    for (int i = 0; i < law.states(); ++i) typical_[index(next + i)] = law.state(i).typical;
    next += law.states();
    inverse_capacity_[index(l)] = 1 / link(l).capacity;
    sees_inflow_ = sees_inflow_ || law.sees_inflow();
  }
  dim_ = next;
}

// ---- what flows -----------------------------------------------------------------------------------------------------------

double Chain::probability(int l, double inflow, const Vector& y, const LinkMode& mode) const {
  FluidQueue m;
  m.q = queue(l, y);
  m.inflow = inflow;
  m.capacity = link(l).capacity;
  m.empty = mode.queue == QueueMode::empty;
  m.full = mode.queue == QueueMode::full;
  return link(l).law->probability(m, &y[law_at(l)], mode.memory);
}

Chain::Flows Chain::flows(double t, const Vector& y, const Mode& mode) const {
  const ChainEpoch& epoch = epochs_[index(mode.epoch)];
  const double origin = std::isfinite(epoch.time) ? epoch.time : 0;
  double trips[kMaxFluidClasses];
  for (std::size_t k = 0; k < lags_.size(); ++k) trips[k] = trip(lags_[k], y);
  double rate[kMaxFluidClasses + kMaxFluidLoads];
  const std::size_t classes = config_.classes.size();
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    const FluidCourse& course = s < classes ? config_.classes[s].flows : config_.loads[s - classes].rate;
    rate[s] = (epoch.streams[s].value + epoch.streams[s].slope * (t - origin)) * swing(course, t);
    if (s < classes) rate[s] *= sent_of(config_.classes[s], &y[window_at(static_cast<int>(s))]) / trips[lag_of_[s]];
  }
  Flows out;
  flow_through(
      streams_, links(), rate, [&](int l, double inflow) { return probability(l, inflow, y, mode.links[index(l)]); },
      [&](int l, double admitted) {
        const bool busy = is_busy(mode.links[index(l)].queue, queue(l, y));
        const double share = busy && admitted > 0 ? link(l).capacity / admitted : 1;
        return share * (1 - config_.random_loss);
      },
      out.data());
  return out;
}

FluidQueue Chain::moment(int l, const LinkFlow<double>& flow, const Vector& y, const LinkMode& mode) const {
  FluidQueue m;
  m.q = queue(l, y);
  m.inflow = flow.inflow;
  m.capacity = link(l).capacity;
  m.empty = mode.queue == QueueMode::empty;
  m.full = mode.queue == QueueMode::full;
  if (mode.queue == QueueMode::free) m.drift = flow.admitted - m.capacity;
  if (m.full) m.refused = std::max(0.0, flow.admitted - m.capacity);
  if (m.empty) m.idle = std::max(0.0, 1 - flow.admitted / m.capacity);
  return m;
}

double Chain::seen_loss(const ChainLag& lag, double t, const Vector& y, const Mode& mode) const {
  bool whole = sees_inflow_;
  for (int l = lag.first; l <= lag.last; ++l) whole = whole || mode.links[index(l)].queue == QueueMode::full;
  Flows flow;
  if (whole) flow = flows(t, y, mode);
  double keep = 1;
  for (int l = lag.first; l <= lag.last; ++l) {
    const LinkMode& at = mode.links[index(l)];
    keep *= (1 - config_.random_loss) * (1 - (whole ? flow[index(l)].p : probability(l, 0, y, at)));
    if (at.queue == QueueMode::full) keep *= 1 - overflow_loss(flow[index(l)].admitted, link(l).capacity);
  }
  return 1 - keep;
}

void Chain::queue_derivatives(double t, const Vector& y, const Mode& mode, Vector& dy) const {
  const Flows flow = flows(t, y, mode);
  for (int l = 0; l < links(); ++l) {
    const LinkMode& at = mode.links[index(l)];
    const FluidQueue now = moment(l, flow[index(l)], y, at);
    dy[queue_at(l)] = now.drift;
    link(l).law->rates(now, &y[law_at(l)], at.memory, &dy[law_at(l)]);
  }
}

void Chain::look(double t, const Vector& y, const Mode& mode, LinkState* states) const {
  const Flows flow = flows(t, y, mode);
  for (int l = 0; l < links(); ++l) {
    const LinkFlow<double>& at = flow[index(l)];
    const bool full = mode.links[index(l)].queue == QueueMode::full;
    states[l] = {queue(l, y), at.p, full ? overflow_loss(at.admitted, link(l).capacity) : 0, at.inflow};
  }
}

// ---- what happens ---------------------------------------------------------------------------------------------------------

int Chain::guards(const Mode& mode) const {
  int count = 0;
  for (int l = 0; l < links(); ++l) {
    const LinkMode& at = mode.links[index(l)];
    count += queue_guards(at) + link(l).law->guards(at.memory);
  }
  return count;
}

Chain::Place Chain::place_of(int g, const Mode& mode) const {
  for (int l = 0;; ++l) {
    const LinkMode& at = mode.links[index(l)];
    const int own = queue_guards(at), all = own + link(l).law->guards(at.memory);
    if (g < own) return {l, g, false};
    if (g < all) return {l, g - own, true};
    g -= all;
  }
}

double Chain::slack(int g, double t, const Vector& y, const Mode& mode) const {
  const auto [l, guard, of_law] = place_of(g, mode);
  const LinkMode& at = mode.links[index(l)];
  if (of_law) {
    const FluidLaw& law = *link(l).law;
    if (const StaticLaw* curve = law.table()) return curve->border_slack(guard, y[law_at(l)], at.memory.piece);
    return law.slack(guard, moment(l, flows(t, y, mode)[index(l)], y, at), &y[law_at(l)], at.memory);
  }
  const double q = queue(l, y), buffer = link(l).buffer;
  if (at.queue == QueueMode::free) return (guard == 0 ? q : buffer - q) / buffer;
  const double load = flows(t, y, mode)[index(l)].admitted * inverse_capacity_[index(l)];
  return at.queue == QueueMode::empty ? 1 - load : load - 1;
}

Level Chain::level(int g, const Mode& mode) const {
  const auto [l, guard, of_law] = place_of(g, mode);
  const LinkMode& at = mode.links[index(l)];
  const double side = guard == 0 ? 1 : -1;
  if (of_law) {
    const StaticLaw* curve = link(l).law->table();
    if (curve == nullptr) return {};
    return {law_[index(l)], curve->border(guard, at.memory.piece), side};
  }
  if (at.queue != QueueMode::free) return {};
  return {queue_ + l, guard == 0 ? 0 : link(l).buffer, side};
}

bool Chain::felt_behind(int l, const Mode& mode) const {
  for (int behind = l + 1; behind < links(); ++behind) {
    if (mode.links[index(behind)].queue == QueueMode::full) return true;
  }
  return sees_inflow_;
}

Jump Chain::on_guard(int g, double t, Vector& y, Mode& mode) const {
  const auto [l, guard, of_law] = place_of(g, mode);
  LinkMode& at = mode.links[index(l)];
  if (of_law) {
    const FluidQueue now = moment(l, flows(t, y, mode)[index(l)], y, at);
    const FluidJump jump = link(l).law->cross(guard, now, &y[law_at(l)], at.memory);
    if (jump == FluidJump::value) hold_queues(t, y, mode);
    return tracked(static_cast<int>(jump), 1);
  }
  const bool felt = felt_behind(l, mode);
  if (at.queue == QueueMode::free) {
    at.queue = guard == 0 ? QueueMode::empty : QueueMode::full;
    y[queue_at(l)] = guard == 0 ? 0 : link(l).buffer;
    if (guard != 0) return tracked(0, 2);  // the loss jumps
    hold_queues(t, y, mode);               // what comes out falls from the capacity to what arrives
    return tracked(felt ? 0 : 1, 2);
  }
  const bool was_full = at.queue == QueueMode::full;
  at.queue = QueueMode::free;
  // The overflow loss ends with a kink, and so does the passing on of all that arrives.
  return tracked(was_full || felt ? 1 : 2, 2);
}

std::string Chain::guard_name(int g, const Mode& mode) const {
  const auto [l, guard, of_law] = place_of(g, mode);
  const LinkMode& at = mode.links[index(l)];
  const std::string where = "link " + std::to_string(l + 1) + ": ";
  if (of_law) return where + link(l).law->guard_name(guard, at.memory);
  if (at.queue == QueueMode::free) return where + (guard == 0 ? "the queue is empty" : "the buffer is full");
  return where + "what arrives equals the capacity";
}

double Chain::tick_time(int l, const Mode& mode) const {
  return static_cast<double>(mode.links[index(l)].ticks + 1) * link(l).law->interval();
}

double Chain::next_time(double, const Mode& mode) const {
  double next = kInf;
  if (index(mode.epoch) + 1 < epochs_.size()) next = epochs_[index(mode.epoch) + 1].time;
  for (int l = 0; l < links(); ++l) next = std::min(next, tick_time(l, mode));
  return next;
}

Jump Chain::on_time(double t, Vector& y, Mode& mode) const {
  Jump jump = kNoJump;
  while (index(mode.epoch) + 1 < epochs_.size() && epochs_[index(mode.epoch) + 1].time <= t) {
    ++mode.epoch;
    jump = {0};
  }
  for (int l = 0; l < links(); ++l) {
    if (tick_time(l, mode) > t) continue;
    LinkMode& at = mode.links[index(l)];
    const FluidQueue now = moment(l, flows(t, y, mode)[index(l)], y, at);
    ++at.ticks;
    const FluidJump tick = link(l).law->tick(now, &y[law_at(l)], at.memory);
    jump = jump.with({static_cast<int>(tick), link(l).law->ticks_finely() ? 1 : kSmooth});
  }
  if (jump.order == 0) hold_queues(t, y, mode);
  return jump;
}

void Chain::hold_queues(double t, const Vector& y, Mode& mode) const {
  // In the order of the links: what one of them holds decides what the next one receives.
  for (int l = 0; l < links(); ++l) {
    const double q = queue(l, y);
    if (q > 0 && q < link(l).buffer) continue;
    LinkMode& at = mode.links[index(l)];
    const double drift = flows(t, y, mode)[index(l)].admitted * inverse_capacity_[index(l)] - 1;
    if (q <= 0)
      at.queue = drift <= kRounding ? QueueMode::empty : QueueMode::free;
    else
      at.queue = drift >= -kRounding ? QueueMode::full : QueueMode::free;
  }
}

void Chain::start(Vector& y, Mode& mode) const {
  y = {};
  mode = {};
  while (index(mode.epoch) + 1 < epochs_.size() && epochs_[index(mode.epoch) + 1].time <= 0) ++mode.epoch;
  for (std::size_t i = 0; i < config_.classes.size(); ++i) {
    window_at_start(config_.classes[i], &y[window_at(static_cast<int>(i))]);
  }
  for (int l = 0; l < links(); ++l) {
    y[queue_at(l)] = link(l).start_queue;
    LinkMode& at = mode.links[index(l)];
    if (link(l).start_queue <= 0) at.queue = QueueMode::empty;
    if (link(l).start_queue >= link(l).buffer) at.queue = QueueMode::full;
  }
  // A law sees what comes out of the links before: they are ready when it starts.
  for (int l = 0; l < links(); ++l) {
    LinkMode& at = mode.links[index(l)];
    const auto now = [&] { return moment(l, flows(0, y, mode)[index(l)], y, at); };
    link(l).law->start(now(), &y[law_at(l)], at.memory);
    std::copy(link(l).start_law.begin(), link(l).start_law.end(), y.begin() + law_[index(l)]);
    link(l).law->settle(now(), &y[law_at(l)], at.memory);
  }
  hold_queues(0, y, mode);
}

Chain::Mode Chain::before_start(Mode mode) {
  for (LinkMode& at : mode.links) at.queue = QueueMode::still;
  return mode;
}

}  // namespace aqm::fluid
