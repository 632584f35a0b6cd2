// The links at rest. Either a queue is empty and less arrives than its link could send, or the packets that are
// admitted and not refused equal its capacity: a complementarity problem with one unknown per link, its price. For one
// link this is one search (queue_rest.hpp). As the price of a link rises it receives less. Therefore, with several
// queues, solving queue by queue from the first to the last, again and again, converges to the solution like coordinate
// descent in the dual of a network's utility (Low, Paganini and Doyle 2002). Newton's method shortens the last part.
#include <algorithm>
#include <cmath>
#include <optional>

#include "aqm/fluid_analysis.hpp"
#include "fluid/model/epochs.hpp"
#include "fluid/model/flow.hpp"
#include "fluid/model/idle.hpp"
#include "fluid/model/windows.hpp"
#include "fluid/solver/root.hpp"
#include "linear_solve.hpp"
#include "residual.hpp"
#include "timer_rest.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
/// Behind a queue of the same capacity, arrivals equal the possible departures except for rounding: such a link stays
/// empty.
constexpr double kRounding = 1e-9;
constexpr int kMaxRounds = 500;
constexpr double kSettled = 1e-11;  ///< what moves less rests
/// Newton's method starts from this round on, when the moves have become this small: queue by queue is fast at first.
constexpr int kFirstStep = 4;
constexpr double kNear = 0.1;
/// The memory of a law is changed by this share, to see whether the law also rests at a neighbouring place.
constexpr double kNudge = 1e-3;

class Balance {
 public:
  Balance(const FluidConfig& config, double time)
      : config_(config), streams_(streams_of(config)), at_(config.links.size()), adapted_(config.links.size()) {
    for (std::size_t s = 0; s < streams_.size(); ++s) rate_.push_back(course_of(config, s).at(time).value);
    for (const FluidLink& link : config.links) {
      capacity_.push_back(link.capacity.at(time).value);
      FluidQueue seen;
      seen.inflow = capacity_.back();
      seen_.push_back(seen);
    }
    for (int l = 0; l < links(); ++l) {
      trains_.push_back(trains_at(config, l, capacity_));
      count_senders(l);
      if (link(l).law->by_backlog()) tell_apart(l);
      seen_[index(l)].only_urgent = true;
      for (std::size_t s = 0; s < streams_.size(); ++s) {
        if (rate_[s] > 0 && streams_[s].service == 0) seen_[index(l)].only_urgent = false;
      }
    }
  }

  /// The inflow that a law sees.
  void see(int l, double inflow) { seen_[index(l)].inflow = inflow; }
  /// Starts from the states that the laws have reached: each of `links` has a law's states and its memory.
  template <class Links>
  void follow(const Links& links) {
    for (std::size_t l = 0; l < at_.size(); ++l) {
      Adapted& to = adapted_[l];
      to.memory = links[l].memory;
      std::copy(links[l].law.begin(), links[l].law.end(), to.law.begin());
      to.followed = true;
    }
    followed_ = true;
  }
  /// Whether the past of a law may determine where it rests.
  bool adapts() const {
    for (int l = 0; l < links(); ++l) {
      if (timed(l) || link(l).law->remembers()) return true;
    }
    return false;
  }
  /// Whether no timer changes a law that adapts.
  bool stays() const {
    const std::vector<Ticks> ticks = courses();
    return std::all_of(ticks.begin(), ticks.end(), [](const Ticks& t) { return t == Ticks{}; });
  }

  int links() const { return static_cast<int>(at_.size()); }
  const QueueRest& at(int l) const { return at_[index(l)]; }
  const FluidLink& link(int l) const { return config_.links[index(l)]; }
  double capacity(int l) const { return capacity_[index(l)]; }
  bool sends(std::size_t i) const { return rate_[i] > 0; }

  double round_trip(std::size_t i) const {
    double trip = config_.classes[i].propagation;
    for (int l = streams_[i].first; l <= streams_[i].last; ++l) trip += wait(streams_[i].service, l);
    return trip;
  }
  /// Of a packet at link l, s.
  double wait(int service, int l) const {
    const double q = at_[index(l)].queue;
    if (!link(l).law->two_queues()) return q / capacity(l);
    return link(l).law->wait(service, queue_at_rest(q, capacity(l), seen_[index(l)]));
  }
  /// The probability for a packet of stream s at link l; for a law that distinguishes classes of service, at the
  /// current queue.
  double probability(std::size_t s, int l) const {
    const QueueRest& at = at_[index(l)];
    const FluidLaw& law = *link(l).law;
    if (!law.by_service()) return at.probability;
    std::array<double, kMaxLawStates> z{};
    FluidMemory memory;
    const FluidQueue queue = queue_at_rest(at.queue, capacity(l), seen_[index(l)]);
    if (law.two_queues())
      law.rest(queue, at.probability, z.data(), memory);
    else
      law_at_rest(law, queue, nullptr, z.data(), memory);
    return law.probability_of(streams_[s].service, queue, z.data(), memory);
  }
  /// The part of it that packets with ECN lose.
  double forced(std::size_t s, int l) const {
    const QueueRest& at = at_[index(l)];
    const FluidLaw& law = *link(l).law;
    if (steers_flow(l)) return 0;
    std::array<double, kMaxLawStates> z{};
    FluidMemory memory;
    const FluidQueue queue = queue_at_rest(at.queue, capacity(l), seen_[index(l)]);
    if (std::isnan(law.reference(capacity(l)))) {
      law_at_rest(law, queue, adapted(l), z.data(), memory);
    } else {
      law.rest(queue, at.probability, z.data(), memory);
      law.settle(queue, z.data(), memory);
    }
    return law.drops_marked(streams_[s].service, queue, z.data(), memory);
  }
  /// The share of the packets of stream s that link l does not drop early.
  double kept(std::size_t s, int l) const {
    if (streams_[s].marked) return streams_[s].hard ? 1 - forced(s, l) : 1;
    return 1 - probability(s, l);
  }
  /// The probability that a packet of stream s, which can be marked, is lost.
  double lost(std::size_t s) const {
    double keep = 1;
    for (int l = streams_[s].first; l <= streams_[s].last; ++l) {
      keep *= (1 - forced(s, l)) * (1 - at_[index(l)].overflow) * (1 - config_.random_loss);
    }
    return 1 - keep;
  }
  /// The mean probability for packets at link l.
  double mean_probability(int l) const {
    if (!link(l).law->by_service()) return at_[index(l)].probability;
    double sum = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) sum += arrival(s, l) * probability(s, l);
    }
    return sum / inflow(l);
  }
  /// The probability that at least one link of a stream drops or marks a packet.
  double seen(std::size_t s) const {
    double keep = 1;
    for (int l = streams_[s].first; l <= streams_[s].last; ++l) {
      keep *= (1 - probability(s, l)) * (1 - at_[index(l)].overflow) * (1 - config_.random_loss);
    }
    return 1 - keep;
  }
  /// For a flow of class i: its window, or what it sends in a round trip.
  template <class Of>
  double of_window(std::size_t i, const Of& of) const {
    const FluidClass& c = config_.classes[i];
    const double p = seen(i), trip = round_trip(i);
    if (!(p > 0)) return kInf;
    const std::array<double, 3> met{std::min(p, 1.0), trip, splits_loss(c) ? lost(i) : 0};
    Senders& last = senders_[i];
    if (met != last.met) {
      last = {met, {}};
      window_at_rest(c, met[0], trip, last.w.data(), met[2]);
    }
    return of(c, last.w.data(), trip);
  }
  double window(std::size_t i) const {
    return of_window(i, [](const FluidClass& c, const double* w, double) { return window_of(c, w); });
  }
  double sent(std::size_t i) const {
    return of_window(i, [](const FluidClass& c, const double* w, double trip) { return sent_of(c, w, trip); });
  }
  /// The packets of stream s that arrive at link l.
  double arrival(std::size_t s, int l) const {
    if (!(rate_[s] > 0)) return 0;
    double rate = s < config_.classes.size() ? rate_[s] * sent(s) / round_trip(s) : rate_[s];
    for (int k = streams_[s].first; k < l; ++k) {
      rate *= kept(s, k) * (1 - at_[index(k)].overflow) * (1 - config_.random_loss);
    }
    return rate;
  }
  double inflow(int l) const {
    double sum = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) sum += arrival(s, l);
    }
    return sum;
  }
  /// The packets that enter link l minus those that leave it, at the current queue.
  double excess(int l) const {
    const QueueRest& here = at_[index(l)];
    double sum = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) sum += arrival(s, l) * kept(s, l);
    }
    return sum * (1 - here.overflow) - capacity(l) * (1 - idle(l));
  }
  /// The share of time in which link l is idle by chance, at the current queue.
  double idle(int l) const {
    const std::vector<int>& classes = trains_[index(l)];
    if (classes.empty()) return 0;
    Trains<double> trains;
    for (const int i : classes) {
      if (sends(index(i))) trains.add(rate_[index(i)], window(index(i)));
    }
    const double length = trains.length(capacity(l) * shortest_trip(config_, classes));
    return std::isfinite(length) ? idle_share(at_[index(l)].queue, length) : 0;
  }

  /// Balances link l while the others stay constant; returns how far it moved.
  double settle(int l) {
    QueueRest& here = at_[index(l)];
    const QueueRest before = here;
    const auto try_out = [&](double p, double q, double overflow) {
      here.probability = p;
      here.queue = q;
      here.overflow = overflow;
      return excess(l);
    };
    // No link shapes the traffic before the first link.
    const double rounding = l > 0 ? kRounding * capacity(l) : 0;
    QueueSearch search(*link(l).law, capacity(l), link(l).buffer, seen_[index(l)], try_out, rounding);
    if (link(l).law->two_queues()) {
      settle_beside();
    } else if (steers_flow(l)) {
      here = search.with_flow([&](double p) {
        const double surplus = try_out(p, 0, 0);
        return link(l).law->beyond(inflow(l), surplus + capacity(l));
      });
      rest_by_flow(l);
    } else {
      here = search.run(adapted(l));
    }
    // With several links, the arrivals converge together with the others; with one link an outer search finds them.
    if (links() > 1 && link(l).law->rests_by_inflow()) seen_[index(l)].inflow = inflow(l);
    count_senders(l);
    const auto moved = [](double a, double b, double unit) { return std::abs(a - b) / (unit + std::abs(b)); };
    if (before.kind != here.kind) return kInf;
    return std::max({moved(before.queue, here.queue, 1), moved(before.probability, here.probability, 1e-6),
                     moved(before.overflow, here.overflow, 1e-6)});
  }

  /// A step of Newton's method, or a part of it, for all queues that are not empty at once, with their kinds unchanged.
  /// If the step would change a kind, or would not come closer to balance, nothing changes.
  void step() {
    std::vector<int> loaded;
    for (int l = 0; l < links(); ++l) {
      if (at_[index(l)].kind != RestKind::empty) loaded.push_back(l);
    }
    const auto n = static_cast<int>(loaded.size());
    const std::vector<QueueRest> kept = at_;
    const auto imbalance = [&] {
      std::vector<double> all;
      for (const int l : loaded) all.push_back(excess(l) / capacity(l));
      return all;
    };
    const auto largest = [](const std::vector<double>& all) {
      double most = 0;
      for (const double v : all) most = std::isnan(v) ? kInf : std::max(most, std::abs(v));
      return most;
    };
    const std::vector<double> before = imbalance();
    std::vector<double> value;
    std::vector<Complex> change;
    ComplexLu slopes(n);
    for (int j = 0; j < n; ++j) {
      const int l = loaded[index(j)];
      value.push_back(unknown(link(l), capacity(l), kept[index(l)]));
      const double width = 1e-7 * value.back();
      const bool possible =
          set_unknown(link(l), capacity(l), seen_[index(l)], value.back() + width, adapted(l), at_[index(l)]);
      const std::vector<double> moved = imbalance();
      at_[index(l)] = kept[index(l)];
      if (!possible) return;
      for (int i = 0; i < n; ++i) slopes(i, j) = {(moved[index(i)] - before[index(i)]) / width, 0};
      change.push_back({before[index(j)], 0});
    }
    if (!slopes.factorise()) return;
    slopes.solve(change);
    for (double part = 1; part > 0.01; part *= 0.5) {
      bool possible = true;
      for (int j = 0; j < n && possible; ++j) {
        const int l = loaded[index(j)];
        possible = set_unknown(link(l), capacity(l), seen_[index(l)], value[index(j)] - part * change[index(j)].re,
                               adapted(l), at_[index(l)]);
      }
      if (possible && largest(imbalance()) < (1 - 0.5 * part) * largest(before)) return;
      at_ = kept;
    }
  }

  /// For tick_to_rest: the laws that adapt by a timer.
  std::vector<Ticks> courses() const {
    std::vector<Ticks> all;
    for (int l = 0; l < links(); ++l) {
      if (!timed(l)) continue;
      all.push_back(ticks_of(*link(l).law, capacity(l), at_[index(l)].queue, at_[index(l)].memory));
    }
    return all;
  }
  struct Kept {
    std::vector<QueueRest> at;
    std::vector<Adapted> adapted;
    bool ticked;
  };
  Kept keep() const { return {at_, adapted_, ticked_}; }
  void back(const Kept& kept) {
    at_ = kept.at;
    adapted_ = kept.adapted;
    ticked_ = kept.ticked;
  }
  /// Makes this many ticks at the current queues; after that the queues must come to rest again.
  void take(int ticks) {
    for (int l = 0; l < links(); ++l) {
      if (!timed(l)) continue;
      FluidMemory& memory = adapted_[index(l)].memory = at_[index(l)].memory;
      for (int i = 0; i < ticks; ++i) {
        memory = after_tick(*link(l).law, capacity(l), at_[index(l)].queue, memory);
      }
    }
    ticked_ = true;
    leave_rest();
  }
  /// Multiplies number k in the memory of the law of link l by a factor.
  void nudge(int l, std::size_t k, double factor) { adapted_[index(l)].memory.value[k] *= factor; }
  bool timed(int l) const { return adapts_by_timer(*link(l).law, capacity(l)); }

  /// A controller that watches the rate may keep the queue empty: at the inflow at which its reference has fallen to
  /// zero, if no more of this inflow enters than can leave. False if it does not.
  bool empty_at(double inflow_there) {
    QueueRest& here = at_[0];
    here = {};
    const auto more = [&](double p) {
      here.probability = p;
      return inflow(0) - inflow_there;
    };
    if (!(more(0) > 0 && more(1) < 0)) return false;
    const double p = here.probability = sign_change(more, 0, 1);
    here.kind = RestKind::empty;
    link(0).law->rest(queue_at_rest(0, capacity(0), seen_[0]), p, here.law.data(), here.memory);
    return excess(0) <= 0;
  }

  /// Goes round the links until nothing moves, as long as work is left; true at the end.
  bool come_to_rest(double& work) {
    while (way_ == Way::moves && work > 0) {
      work -= kSettleWork * static_cast<double>(streams_.size());
      visit();
    }
    return way_ != Way::moves;
  }
  /// After that: whether the links rest.
  bool rested() const { return way_ == Way::rests; }
  /// What the laws see or remember has changed: the links must come to rest again.
  void leave_rest() {
    way_ = Way::moves;
    round_ = next_ = 0;
    moved_ = 0;
  }
  bool rests_at_once() {
    leave_rest();
    double work = kInf;
    come_to_rest(work);
    return rested();
  }

 private:
  enum class Way { moves, rests, fails };
  /// Multiplications to balance a link, for each stream: about a hundred evaluations of what it sends.
  static constexpr double kSettleWork = 3e4;

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// One link more.
  void visit() {
    if (links() == 1 && !link(0).law->sees_flows()) {
      settle(0);
      way_ = at(0).kind != RestKind::none ? Way::rests : Way::fails;
      return;
    }
    moved_ = std::max(moved_, settle(next_));
    if (at(next_).kind == RestKind::none) {
      way_ = Way::fails;
    } else if (++next_ == links()) {
      end_round();
    }
  }
  void end_round() {
    if (moved_ < kSettled) {
      way_ = Way::rests;
      return;
    }
    if (round_ >= kFirstStep && moved_ < kNear) step();
    next_ = 0;
    moved_ = 0;
    if (++round_ == kMaxRounds) way_ = Way::fails;
  }
  bool steers_flow(int l) const { return !std::isnan(link(l).law->beyond(0, 0)); }
  /// For a law that distinguishes senders: the senders that it sees in the current state. If nothing is lost, all
  /// senders send endlessly and alike.
  void count_senders(int l) {
    if (!link(l).law->sees_flows()) return;
    SenderCount senders;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (!streams_[s].crosses(l)) continue;
      if (s >= config_.classes.size()) {
        senders.add(config_.loads[s - config_.classes.size()], rate_[s]);
      } else {
        const double packets = sent(s);
        const double scatter =
            of_window(s, [](const FluidClass& c, const double* w, double) { return scatter_of(c, w); });
        senders.add(rate_[s], (std::isfinite(packets) ? packets : 1) / round_trip(s),
                    std::isfinite(scatter) ? scatter : 1, round_trip(s));
      }
    }
    senders.put(seen_[index(l)]);
  }
  /// For a law that distinguishes classes: the part of their traffic that does not respond to losses.
  void tell_apart(int l) {
    for (std::size_t s = config_.classes.size(); s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) seen_[index(l)].arrives[backlog_of(streams_[s].service)] += rate_[s];
    }
  }
  /// Balances a link with two queues. The search is over the wait of class 0, times the capacity; the link has the
  /// queue that belongs to this wait.
  void settle_beside() {
    QueueRest& here = at_[0];
    const FluidLaw& law = *link(0).law;
    const auto try_out = [&](double p, double wait, double overflow) {
      here.probability = p;
      here.overflow = overflow;
      here.queue = wait;  // of urgent packets alone, this is the queue
      find_urgent();
      here.queue = std::min(wait * share_left(), link(0).buffer);
      return excess(0);
    };
    try_out(0, 0, 0);
    QueueSearch search(law, capacity(0), link(0).buffer / share_left(), seen_[0], try_out);
    const QueueRest found = search.run(nullptr);
    try_out(found.probability, found.queue, found.overflow);
    here.kind = found.kind;
    const FluidQueue queue = queue_at_rest(here.queue, capacity(0), seen_[0]);
    law.rest(queue, found.probability, here.law.data(), here.memory);
    law.settle(queue, here.law.data(), here.memory);
  }
  /// The share of the link that the urgent packets leave to class 0; 1 if nothing of class 0 is sent.
  double share_left() const {
    FluidQueue queue = queue_at_rest(1, capacity(0), seen_[0]);
    return seen_[0].only_urgent ? 1 : 1 / (capacity(0) * link(0).law->wait(0, queue));
  }
  /// The arrivals of urgent packets, which determine their own probability.
  void find_urgent() {
    const auto beyond = [&](double arrivals) {
      seen_[0].urgent = arrivals;
      double sum = 0;
      for (std::size_t s = 0; s < streams_.size(); ++s) {
        if (streams_[s].service > 0) sum += arrival(s, 0);
      }
      return sum - arrivals;
    };
    double most = capacity(0);
    while (beyond(most) > 0) most *= 2;
    const double unmarked = beyond(0);
    seen_[0].urgent = seen_[0].only_urgent || !(unmarked > 0) ? unmarked : sign_change(beyond, 0, most);
  }
  /// The states of a law that steers a flow, in the current state of the link.
  void rest_by_flow(int l) {
    QueueRest& here = at_[index(l)];
    seen_[index(l)].inflow = inflow(l);
    FluidQueue queue = queue_at_rest(here.queue, capacity(l), seen_[index(l)]);
    queue.empty = here.kind == RestKind::empty;
    if (queue.empty) queue.idle = std::max(0.0, -excess(l) / capacity(l));
    link(l).law->rest_with(queue, here.probability, here.law.data(), here.memory);
    link(l).law->settle(queue, here.law.data(), here.memory);
  }
  const Adapted* adapted(int l) const { return followed_ || (ticked_ && timed(l)) ? &adapted_[index(l)] : nullptr; }

  /// The windows at rest that belong to a loss, a round trip and a loss of packets that can be marked: they are asked
  /// for what they send and for their size in turn, and take most of the time.
  struct Senders {
    std::array<double, 3> met{kNan, kNan, kNan};
    std::array<double, kMaxWindowStates> w{};
  };

  const FluidConfig& config_;
  mutable std::vector<Senders> senders_{config_.classes.size()};
  std::vector<StreamPath> streams_;
  std::vector<QueueRest> at_;
  std::vector<Adapted> adapted_;
  bool ticked_ = false, followed_ = false;
  std::vector<double> rate_;  ///< flows of the classes, packets/s of the loads
  std::vector<double> capacity_;
  std::vector<std::vector<int>> trains_;  ///< of each link: the classes whose trains meet it
  std::vector<FluidQueue> seen_;          ///< for each law: its inflow, its senders
  Way way_ = Way::moves;
  int round_ = 0, next_ = 0;  ///< on the way to rest: the link that is balanced next
  double moved_ = 0;          ///< the largest move of this round
};

/// For links at rest whose solution has been followed: whether they also rest elsewhere if a law that adapts remembers
/// a little more or less.
class NearbyRun {
 public:
  NearbyRun(const FluidConfig& config, double time, const FluidRest& rest) : balance_(config, time) {
    for (int l = 0; l < balance_.links(); ++l) balance_.see(l, rest.links[static_cast<std::size_t>(l)].inflow);
    balance_.follow(rest.links);
    done_ = !balance_.adapts();
  }
  /// True at the end.
  bool run(double& work) {
    while (!done_) {
      if (!balance_.come_to_rest(work)) return false;
      kept_ ? tried() : begin();
    }
    return true;
  }
  bool found() const { return found_; }

 private:
  void begin() {
    done_ = !balance_.rested();
    if (done_) return;
    kept_.emplace(balance_.keep());
    try_out();
  }
  /// The next trial: for link l, number k of its memory, more or less; or the end.
  void try_out() {
    for (; link_ < balance_.links(); ++link_, number_ = side_ = 0) {
      if (side_ == 0 && number_ == 0 && balance_.at(link_).kind == RestKind::interior &&
          balance_.link(link_).law->remembers()) {
        found_ = done_ = true;
        return;
      }
      if (!balance_.timed(link_) || number_ == kMaxLawMemory) continue;
      balance_.nudge(link_, number_, side_ == 0 ? 1 - kNudge : 1 + kNudge);
      balance_.leave_rest();
      return;
    }
    done_ = true;
  }
  void tried() {
    const bool rests = balance_.rested() && balance_.at(link_).kind == RestKind::interior && balance_.stays();
    const double before = kept_->at[static_cast<std::size_t>(link_)].queue;
    const bool moved = std::abs(balance_.at(link_).queue - before) > 0.01 * kNudge;
    balance_.back(*kept_);
    found_ = done_ = rests && moved;
    if (done_) return;
    side_ = 1 - side_;
    if (side_ == 0) ++number_;
    try_out();
  }

  Balance balance_;
  std::optional<Balance::Kept> kept_;
  int link_ = 0, side_ = 0;
  std::size_t number_ = 0;
  bool done_ = false, found_ = false;
};

FluidRest report(const FluidConfig& config, const Balance& balance, double time) {
  FluidRest rest;
  for (int l = 0; l < balance.links(); ++l) {
    const QueueRest& at = balance.at(l);
    const double inflow = balance.inflow(l);
    FluidLinkRest link{
        at.kind, at.queue, balance.mean_probability(l), at.overflow, std::isfinite(inflow) ? inflow : kNan,
        {},      at.memory};
    link.law.assign(at.law.begin(), at.law.begin() + balance.link(l).law->states());
    rest.links.push_back(std::move(link));
  }
  static_cast<FluidLinkRest&>(rest) = rest.links[static_cast<std::size_t>(config.observed)];
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    // If nothing is lost a window grows for ever.
    const double window = balance.sends(i) ? balance.window(i) : 0;
    rest.window.push_back(std::isfinite(window) ? window : kNan);
    rest.round_trip.push_back(balance.round_trip(i));
    rest.wait.push_back(balance.wait(config.classes[i].service, config.observed));
    rest.met.push_back(balance.probability(i, config.observed));
  }
  rest.residual = residual(config, rest, time);
  return rest;
}

FluidRest none(const FluidConfig& config) {
  FluidRest rest;
  rest.links.resize(config.links.size());
  return rest;
}

/// Whether the law of the single link drops any of the arriving packets.
bool thins(const FluidConfig& config) {
  return std::any_of(config.classes.begin(), config.classes.end(), [](const FluidClass& c) { return !c.ecn; }) ||
         std::any_of(config.loads.begin(), config.loads.end(), [](const FluidLoad& load) { return !load.ecn; });
}

/// The rests of one link whose law reads the inflow: the places where the inflow that it sees equals the inflow that
/// results.
std::vector<FluidRest> rests_by_inflow(const FluidConfig& config, double time) {
  const FluidLaw& law = *config.link().law;
  const double capacity = config.link().capacity.at(time).value;
  std::vector<FluidRest> all;
  const auto balanced = [&](double inflow, Balance& balance) {
    balance.see(0, inflow);
    return balance.rests_at_once() ? balance.inflow(0) : kNan;
  };
  const auto add = [&](double inflow) {
    Balance balance(config, time);
    const double found = balanced(inflow, balance);
    if (!(std::abs(found - inflow) <= 1e-9 * inflow)) return false;  // no rest: the law jumps there
    all.push_back(report(config, balance, time));
    return true;
  };
  if (!thins(config) && add(capacity)) return all;  // marked packets all enter
  const auto gain = [&](double log_inflow) {
    Balance balance(config, time);
    const double inflow = math::exp(log_inflow);
    return balanced(inflow, balance) - inflow;
  };
  constexpr double kFrom = 0.1, kTo = 50;  // of the capacity
  constexpr int kPlaces = 20;
  double end = kTo * capacity;
  // The inflow at which the reference queue of a controller has fallen to zero.
  const double reference = law.reference(capacity);
  const double dry = sign_change([&](double inflow) { return reference - law.sag(capacity, inflow); }, 0, end);
  const bool dries = law.sag(capacity, end) > reference && dry > capacity;
  if (dries) end = dry;
  // Between the borders, the resulting inflow is smooth: two rests on opposite sides of a border do not hide each
  // other.
  const double from = math::log(kFrom * capacity), to = math::log(end);
  std::vector<double> places;
  for (int i = 0; i <= kPlaces; ++i) places.push_back(from + (to - from) * i / kPlaces);
  for (const double border : law.inflow_borders(capacity)) {
    for (const double side : {-1e-12, 1e-12}) places.push_back(math::log(border) + side);
  }
  std::sort(places.begin(), places.end());
  double before = gain(places.front());
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double here = gain(places[i]);
    if ((before > 0) != (here > 0) && std::isfinite(before) && std::isfinite(here)) {
      add(math::exp(find_root(gain, places[i - 1], before, places[i], here, 1e-15)));
    }
    before = here;
  }
  if (dries) {
    Balance balance(config, time);
    if (balance.empty_at(dry)) all.push_back(report(config, balance, time));
  }
  return all;
}

/// Whether a queue is constant over the last tenth of a solution.
bool keeps_still(const std::vector<double>& queue) {
  const auto first = queue.end() - static_cast<std::ptrdiff_t>(queue.size() / 10 + 1);
  const auto [low, high] = std::minmax_element(first, queue.end());
  return *high - *low < 0.2 + 0.01 * *high;
}
std::vector<const FluidLinkColumns*> links_of(const FluidSolution& solution) {
  std::vector<const FluidLinkColumns*> all;
  for (const FluidLinkColumns& link : solution.links) all.push_back(&link);
  if (all.empty()) all.push_back(&solution);
  return all;
}
bool is_near(const FluidSolution& solution, const FluidRest& rest) {
  const auto links = links_of(solution);
  for (std::size_t l = 0; l < links.size(); ++l) {
    const double q = rest.links[l].queue;
    if (!(std::abs(links[l]->queue.back() - q) <= 0.2 + 0.01 * q)) return false;
  }
  return true;
}
double apart(const FluidRest& a, const FluidRest& b) {
  double most = 0;
  for (std::size_t l = 0; l < a.links.size(); ++l) {
    most = std::max(most, std::abs(a.links[l].queue - b.links[l].queue));
    most = std::max(most, std::abs(a.links[l].probability - b.links[l].probability));
  }
  return most;
}

/// Where the links come to rest and no timer changes a law further: from the laws' start, or from the end of a
/// solution.
class SettledRun {
 public:
  SettledRun(const FluidConfig& config, double time) : config_(config), time_(time), balance_(config, time) {}
  Balance& balance() { return balance_; }
  /// True at the end.
  bool run(double& work) {
    if (!balance_.come_to_rest(work)) return false;
    if (!ticks_) {
      if (!balance_.rested()) return true;
      ticks_.emplace(balance_);
    }
    return ticks_->run(work);
  }
  /// After the end.
  std::optional<FluidRest> rest() const {
    return ticks_ && ticks_->rests() ? std::optional(report(config_, balance_, time_)) : std::nullopt;
  }

 private:
  const FluidConfig& config_;
  double time_;
  Balance balance_;
  std::optional<TickRun<Balance>> ticks_;
};

class EquilibriaRun final : public RestsRun {
 public:
  EquilibriaRun(const FluidConfig& config, double time, const FluidSolution* solution)
      : config_(config), time_(time), solution_(solution) {
    if (solution_ != nullptr && !solution_->message.empty()) solution_ = nullptr;
    if (solution_ == nullptr) return;
    links_ = links_of(*solution_);
    still_ = std::all_of(links_.begin(), links_.end(), [](const auto* link) { return keeps_still(link->queue); });
  }

  bool run(double& work) override {
    while (stage_ != Stage::done) {
      if (!(work > 0) || !advance(work)) return false;
    }
    return true;
  }
  const std::vector<FluidRest>& rests() const override { return all_; }

 private:
  enum class Stage { begin, first, followed, sets, done };
  /// Multiplications for one search on a single link for the inflows at which it rests.
  static constexpr double kInflowWork = 1e6;

  /// False if no work is left.
  bool advance(double& work) {
    switch (stage_) {
      case Stage::begin:
        if (config_.links.size() == 1 && config_.link().law->rests_by_inflow()) {
          work -= kInflowWork;
          all_ = rests_by_inflow(config_, time_);
          follow();
        } else {
          settled_.emplace(config_, time_);
          stage_ = Stage::first;
        }
        return true;
      case Stage::first:
        if (!settled_->run(work)) return false;
        if (const auto rest = settled_->rest()) all_.push_back(*rest);
        follow();
        return true;
      case Stage::followed:
        if (!settled_->run(work)) return false;
        if (const auto rest = settled_->rest()) add_followed(*rest);
        seek_sets();
        return true;
      case Stage::sets:
        if (!nearby_->run(work)) return false;
        all_[looked_++].one_of_a_set = nearby_->found();
        seek_sets();
        return true;
      case Stage::done: break;
    }
    return true;
  }

  /// The rest at which a solution has ended, if it has ended at one; for laws that remember their past.
  void follow() {
    stage_ = Stage::done;
    if (solution_ == nullptr) return;
    const bool known = std::any_of(config_.links.begin(), config_.links.end(),
                                   [](const FluidLink& link) { return link.law->rests_by_inflow(); });
    if (!still_ || known) return seek_sets();
    settled_.emplace(config_, time_);
    settled_->balance().follow(solution_->end);
    stage_ = Stage::followed;
  }
  void add_followed(const FluidRest& rest) {
    const bool known = std::any_of(all_.begin(), all_.end(), [&](const FluidRest& r) { return apart(r, rest) < 1e-6; });
    // A state of a law that still moves is not at rest.
    constexpr double kStill = 1e-6;
    if (!known && is_near(*solution_, rest) && !(rest.residual > kStill)) all_.push_back(rest);
  }
  /// The next rest that may belong to a set; after the last one, which of them was reached.
  void seek_sets() {
    if (looked_ < all_.size()) {
      nearby_.emplace(config_, time_, all_[looked_]);
      stage_ = Stage::sets;
      return;
    }
    if (still_) find_reached();
    stage_ = Stage::done;
  }
  /// Finds the nearest rest; after the others, if a set of them has been added.
  void find_reached() {
    FluidRest* nearest = nullptr;
    const auto distance = [&](const FluidRest& rest) {
      double sum = 0;
      for (std::size_t l = 0; l < links_.size(); ++l) sum += std::abs(links_[l]->queue.back() - rest.links[l].queue);
      return sum;
    };
    for (FluidRest& rest : all_) {
      const bool rests = rest.kind != RestKind::jump && is_near(*solution_, rest);
      if (rests && (nearest == nullptr || distance(rest) < distance(*nearest))) nearest = &rest;
    }
    if (nearest != nullptr) nearest->reached = true;
  }

  const FluidConfig& config_;
  double time_;
  const FluidSolution* solution_;
  std::vector<const FluidLinkColumns*> links_;
  bool still_ = false;  ///< the solution, at its end
  Stage stage_ = Stage::begin;
  std::optional<SettledRun> settled_;
  std::optional<NearbyRun> nearby_;
  std::size_t looked_ = 0;
  std::vector<FluidRest> all_;
};

}  // namespace

std::unique_ptr<RestsRun> begin_equilibria(const FluidConfig& config, double time, const FluidSolution* solution) {
  return std::make_unique<EquilibriaRun>(config, time, solution);
}

std::vector<FluidRest> equilibria(const FluidConfig& config, double time, const FluidSolution* solution) {
  EquilibriaRun run(config, time, solution);
  double work = kInf;
  run.run(work);
  return run.rests();
}

FluidRest first_of(const std::vector<FluidRest>& rests, const FluidConfig& config) {
  return rests.empty() ? none(config) : rests.front();
}

FluidRest chosen(const std::vector<FluidRest>& rests) {
  for (const FluidRest& rest : rests) {
    if (rest.reached) return rest;
  }
  return rests.empty() ? FluidRest{} : rests.front();
}

FluidRest equilibrium(const FluidConfig& config, double time) { return first_of(equilibria(config, time), config); }

}  // namespace aqm
