// The links at rest. Each queue is empty and less arrives than its link could send, or what is admitted and not refused equals its
// capacity: a complementarity problem with one unknown a link, its price. One link is one search (queue_rest.hpp). As a link's own
// price rises it receives less, so of several queue by queue, from the first to the last and again, comes to the solution as
// descent along coordinates does in the dual of a network's utility (Low, Paganini and Doyle 2002); Newton's method shortens the
// end of the way.
#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "fluid/model/epochs.hpp"
#include "fluid/model/flow.hpp"
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
/// Behind a queue of the same capacity what arrives equals what can leave but for rounding: such a link stays empty.
constexpr double kRounding = 1e-9;
constexpr int kMaxRounds = 500;
constexpr double kSettled = 1e-11;  ///< what moves less rests
/// Newton's method from this round on, when what moves has come so near: queue by queue is fast at first.
constexpr int kFirstStep = 4;
constexpr double kNear = 0.1;
/// What a law remembers is changed by this share to see whether it rests next to where it does.
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
    for (int l = 0; l < links(); ++l) count_senders(l);
  }

  /// What a law that looks at the inflow sees.
  void see(int l, double inflow) { seen_[index(l)].inflow = inflow; }
  /// Starts from what the laws have come to: each of `links` has a law's states and its memory.
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
  /// Whether a law's past may decide where it rests.
  bool adapts() const {
    for (int l = 0; l < links(); ++l) {
      if (timed(l) || link(l).law->remembers()) return true;
    }
    return false;
  }
  /// Of what has been followed, the links at rest: whether they also rest elsewhere when a law that adapts remembers a little more or
  /// less.
  bool rests_nearby() {
    if (!come_to_rest()) return false;
    const Kept here = keep();
    for (int l = 0; l < links(); ++l) {
      if (at(l).kind == RestKind::interior && link(l).law->remembers()) return true;
      if (!timed(l)) continue;
      for (std::size_t k = 0; k < kMaxLawMemory; ++k) {
        for (const double side : {1 - kNudge, 1 + kNudge}) {
          adapted_[index(l)].memory.value[k] *= side;
          const bool rests = come_to_rest() && at(l).kind == RestKind::interior && stays();
          const bool moved = std::abs(at(l).queue - here.at[index(l)].queue) > 0.01 * kNudge;
          back(here);
          if (rests && moved) return true;
        }
      }
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
    for (int l = streams_[i].first; l <= streams_[i].last; ++l) trip += at_[index(l)].queue / capacity(l);
    return trip;
  }
  /// What a packet of stream s meets at link l; of a law that tells classes of service apart as its queue stands.
  double probability(std::size_t s, int l) const {
    const QueueRest& at = at_[index(l)];
    const FluidLaw& law = *link(l).law;
    if (!law.by_service()) return at.probability;
    std::array<double, kMaxLawStates> z{};
    FluidMemory memory;
    const FluidQueue queue = queue_at_rest(at.queue, capacity(l), seen_[index(l)]);
    law_at_rest(law, queue, nullptr, z.data(), memory);
    return law.probability_of(streams_[s].service, queue, z.data(), memory);
  }
  /// What packets meet at link l on average.
  double mean_probability(int l) const {
    if (!link(l).law->by_service()) return at_[index(l)].probability;
    double sum = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) sum += arrival(s, l) * probability(s, l);
    }
    return sum / inflow(l);
  }
  /// The probability that not all links of a stream spare a packet.
  double seen(std::size_t s) const {
    double keep = 1;
    for (int l = streams_[s].first; l <= streams_[s].last; ++l) {
      keep *= (1 - probability(s, l)) * (1 - at_[index(l)].overflow) * (1 - config_.random_loss);
    }
    return 1 - keep;
  }
  /// Of a flow of class i: its window, or what it sends in a round trip.
  template <class Of>
  double of_window(std::size_t i, const Of& of) const {
    double w[kMaxWindowStates] = {};
    const double p = seen(i), trip = round_trip(i);
    if (!(p > 0)) return kInf;
    window_at_rest(config_.classes[i], std::min(p, 1.0), trip, w);
    return of(config_.classes[i], w, trip);
  }
  double window(std::size_t i) const {
    return of_window(i, [](const FluidClass& c, const double* w, double) { return window_of(c, w); });
  }
  double sent(std::size_t i) const {
    return of_window(i, [](const FluidClass& c, const double* w, double trip) { return sent_of(c, w, trip); });
  }
  /// What of stream s arrives at link l.
  double arrival(std::size_t s, int l) const {
    if (!(rate_[s] > 0)) return 0;
    double rate = s < config_.classes.size() ? rate_[s] * sent(s) / round_trip(s) : rate_[s];
    for (int k = streams_[s].first; k < l; ++k) {
      if (!streams_[s].marked) rate *= 1 - probability(s, k);
      rate *= (1 - at_[index(k)].overflow) * (1 - config_.random_loss);
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
  /// What enters link l less what leaves it, as its queue stands.
  double excess(int l) const {
    const QueueRest& here = at_[index(l)];
    double sum = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (streams_[s].crosses(l)) sum += arrival(s, l) * (streams_[s].marked ? 1 : 1 - probability(s, l));
    }
    return sum * (1 - here.overflow) - capacity(l);
  }

  /// Puts link l in balance, the others as they are; returns how far it moved.
  double settle(int l) {
    QueueRest& here = at_[index(l)];
    const QueueRest before = here;
    const auto try_out = [&](double p, double q, double overflow) {
      here.probability = p;
      here.queue = q;
      here.overflow = overflow;
      return excess(l);
    };
    // Nothing is shaped before the first link.
    const double rounding = l > 0 ? kRounding * capacity(l) : 0;
    QueueSearch search(*link(l).law, capacity(l), link(l).buffer, seen_[index(l)], try_out, rounding);
    if (steers_flow(l)) {
      here = search.with_flow([&](double p) {
        const double surplus = try_out(p, 0, 0);
        return link(l).law->beyond(inflow(l), surplus + capacity(l));
      });
      rest_by_flow(l);
    } else {
      here = search.run(adapted(l));
    }
    // Of several links what arrives comes to its value with the others; of one it is searched for from outside.
    if (links() > 1 && link(l).law->rests_by_inflow()) seen_[index(l)].inflow = inflow(l);
    count_senders(l);
    const auto moved = [](double a, double b, double unit) { return std::abs(a - b) / (unit + std::abs(b)); };
    if (before.kind != here.kind) return kInf;
    return std::max({moved(before.queue, here.queue, 1), moved(before.probability, here.probability, 1e-6),
                     moved(before.overflow, here.overflow, 1e-6)});
  }

  /// A step of Newton's method, or a part of it, for all queues that are not empty at once, their kinds as they are. Nothing is
  /// changed when that leads out of the kinds or no closer to balance.
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

  /// Of tick_to_rest: the laws that adapt by a timer.
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
  bool take(int ticks) {
    for (int l = 0; l < links(); ++l) {
      if (!timed(l)) continue;
      FluidMemory& memory = adapted_[index(l)].memory = at_[index(l)].memory;
      for (int i = 0; i < ticks; ++i) {
        memory = after_tick(*link(l).law, capacity(l), at_[index(l)].queue, memory);
      }
    }
    ticked_ = true;
    return come_to_rest();
  }

  /// A controller that watches the rate may keep the queue empty: at the inflow at which its reference has come down to nothing, if no
  /// more of that enters than can leave. False when it does not.
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
    link(0).law->rest(p, here.law.data(), here.memory);
    return excess(0) <= 0;
  }

  /// Goes round the links until nothing moves; false when that does not happen.
  bool come_to_rest() {
    if (links() == 1 && !link(0).law->sees_flows()) {
      settle(0);
      return at(0).kind != RestKind::none;
    }
    for (int round = 0; round < kMaxRounds; ++round) {
      double moved = 0;
      for (int l = 0; l < links(); ++l) {
        moved = std::max(moved, settle(l));
        if (at(l).kind == RestKind::none) return false;
      }
      if (moved < kSettled) return true;
      if (round >= kFirstStep && moved < kNear) step();
    }
    return false;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  bool steers_flow(int l) const { return !std::isnan(link(l).law->beyond(0, 0)); }
  /// Of a law that tells senders apart: those that it sees, as the links stand. Where nothing is lost all send without end, and alike.
  void count_senders(int l) {
    if (!link(l).law->sees_flows()) return;
    SenderCount senders;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (!streams_[s].crosses(l)) continue;
      if (s >= config_.classes.size()) {
        senders.add(config_.loads[s - config_.classes.size()], rate_[s]);
      } else {
        const double packets = sent(s);
        senders.add(rate_[s], (std::isfinite(packets) ? packets : 1) / round_trip(s));
      }
    }
    senders.put(seen_[index(l)]);
  }
  /// The states of a law that steers a flow, as the link stands.
  void rest_by_flow(int l) {
    QueueRest& here = at_[index(l)];
    seen_[index(l)].inflow = inflow(l);
    FluidQueue queue = queue_at_rest(here.queue, capacity(l), seen_[index(l)]);
    queue.empty = here.kind == RestKind::empty;
    if (queue.empty) queue.idle = std::max(0.0, -excess(l) / capacity(l));
    link(l).law->rest_with(queue, here.probability, here.law.data(), here.memory);
    link(l).law->settle(queue, here.law.data(), here.memory);
  }
  bool timed(int l) const { return adapts_by_timer(*link(l).law, capacity(l)); }
  const Adapted* adapted(int l) const { return followed_ || (ticked_ && timed(l)) ? &adapted_[index(l)] : nullptr; }

  const FluidConfig& config_;
  std::vector<StreamPath> streams_;
  std::vector<QueueRest> at_;
  std::vector<Adapted> adapted_;
  bool ticked_ = false, followed_ = false;
  std::vector<double> rate_;  ///< flows of the classes, packets/s of the loads
  std::vector<double> capacity_;
  std::vector<FluidQueue> seen_;  ///< by each law: its inflow, its senders
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
    // Where nothing is lost a window grows for ever; unless nobody sends.
    const double window = balance.window(i);
    rest.window.push_back(std::isfinite(window) ? window : balance.sends(i) ? kNan : 0);
    rest.round_trip.push_back(balance.round_trip(i));
  }
  rest.residual = residual(config, rest, time);
  return rest;
}

FluidRest none(const FluidConfig& config) {
  FluidRest rest;
  rest.links.resize(config.links.size());
  return rest;
}

/// Whether anything that arrives at the one link is dropped by its law.
bool thins(const FluidConfig& config) {
  return std::any_of(config.classes.begin(), config.classes.end(), [](const FluidClass& c) { return !c.ecn; }) ||
         std::any_of(config.loads.begin(), config.loads.end(), [](const FluidLoad& load) { return !load.ecn; });
}

/// The rests of one link whose law looks at what arrives: where the inflow that it sees is the one that comes of it.
std::vector<FluidRest> rests_by_inflow(const FluidConfig& config, double time) {
  const FluidLaw& law = *config.link().law;
  const double capacity = config.link().capacity.at(time).value;
  std::vector<FluidRest> all;
  const auto balanced = [&](double inflow, Balance& balance) {
    balance.see(0, inflow);
    return balance.come_to_rest() ? balance.inflow(0) : kNan;
  };
  const auto add = [&](double inflow) {
    Balance balance(config, time);
    const double found = balanced(inflow, balance);
    if (!(std::abs(found - inflow) <= 1e-9 * inflow)) return false;  // no rest: the law jumps there
    all.push_back(report(config, balance, time));
    return true;
  };
  if (!thins(config) && add(capacity)) return all;  // what is marked enters whole
  const auto gain = [&](double log_inflow) {
    Balance balance(config, time);
    const double inflow = math::exp(log_inflow);
    return balanced(inflow, balance) - inflow;
  };
  constexpr double kFrom = 0.1, kTo = 50;  // of the capacity
  constexpr int kPlaces = 20;
  double end = kTo * capacity;
  // The inflow at which the queue that a controller steers to has come down to nothing.
  const double reference = law.reference(capacity);
  const double dry = sign_change([&](double inflow) { return reference - law.sag(capacity, inflow); }, 0, end);
  const bool dries = law.sag(capacity, end) > reference && dry > capacity;
  if (dries) end = dry;
  // Between the borders what comes of an inflow is smooth: two rests on either side of one do not hide each other.
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

/// Whether a queue keeps still over the last tenth of a solution.
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

/// The rest at which a solution has ended, if it has; of laws that keep something of their past.
void add_followed(const FluidConfig& config, double time, const FluidSolution& solution, std::vector<FluidRest>& all) {
  Balance balance(config, time);
  balance.follow(solution.end);
  for (int l = 0; l < balance.links(); ++l) {
    if (config.links[static_cast<std::size_t>(l)].law->rests_by_inflow()) return;  // all of those are known
  }
  if (!balance.come_to_rest()) return;
  if (!balance.stays() && !tick_to_rest(balance)) return;
  const FluidRest rest = report(config, balance, time);
  const bool known = std::any_of(all.begin(), all.end(), [&](const FluidRest& r) { return apart(r, rest) < 1e-6; });
  if (!known && is_near(solution, rest)) all.push_back(rest);
}

bool is_of_a_set(const FluidConfig& config, double time, const FluidRest& rest) {
  Balance balance(config, time);
  for (int l = 0; l < balance.links(); ++l) balance.see(l, rest.links[static_cast<std::size_t>(l)].inflow);
  balance.follow(rest.links);
  return balance.adapts() && balance.rests_nearby();
}

}  // namespace

std::vector<FluidRest> equilibria(const FluidConfig& config, double time, const FluidSolution* solution) {
  std::vector<FluidRest> all;
  if (config.links.size() == 1 && config.link().law->rests_by_inflow()) {
    all = rests_by_inflow(config, time);
  } else {
    Balance balance(config, time);
    if (balance.come_to_rest() && tick_to_rest(balance)) all.push_back(report(config, balance, time));
  }
  if (solution == nullptr || !solution->message.empty()) return all;
  const auto links = links_of(*solution);
  const bool still = std::all_of(links.begin(), links.end(), [](const auto* link) { return keeps_still(link->queue); });
  if (still) add_followed(config, time, *solution, all);
  for (FluidRest& rest : all) rest.one_of_a_set = is_of_a_set(config, time, rest);
  if (!still) return all;
  // The nearest one; behind the others, where a set of them has been added.
  FluidRest* nearest = nullptr;
  const auto distance = [&](const FluidRest& rest) {
    double sum = 0;
    for (std::size_t l = 0; l < links.size(); ++l) sum += std::abs(links[l]->queue.back() - rest.links[l].queue);
    return sum;
  };
  for (FluidRest& rest : all) {
    const bool rests = rest.kind != RestKind::jump && is_near(*solution, rest);
    if (rests && (nearest == nullptr || distance(rest) < distance(*nearest))) nearest = &rest;
  }
  if (nearest != nullptr) nearest->reached = true;
  return all;
}

FluidRest chosen(const std::vector<FluidRest>& rests) {
  for (const FluidRest& rest : rests) {
    if (rest.reached) return rest;
  }
  return rests.empty() ? FluidRest{} : rests.front();
}

FluidRest equilibrium(const FluidConfig& config, double time) {
  const std::vector<FluidRest> all = equilibria(config, time);
  return all.empty() ? none(config) : all.front();
}

}  // namespace aqm
