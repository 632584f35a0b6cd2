// The model near its rest. The equations of model/network.hpp are evaluated with numbers that carry their derivatives.
// The moving states are the windows of the classes that send, the queues that are neither empty nor full, and the
// states of the laws that move (law_moves). The overflow loss of a full buffer moves with the arrivals; an empty queue
// passes on all arrivals.
#include <algorithm>
#include <array>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "barrier.hpp"
#include "dual.hpp"
#include "fluid/model/epochs.hpp"
#include "fluid/model/flow.hpp"
#include "fluid/model/idle.hpp"
#include "fluid/model/windows.hpp"
#include "linear_law.hpp"

namespace aqm {
namespace {

using namespace fluid;

/// Inputs: the states of the moving windows and queues, in order, then the probabilities of the laws that move.
constexpr std::size_t kInputs = kMaxWindowStates * kMaxFluidClasses + 2 * kMaxFluidLinks;
using Number = Dual<kInputs>;
using Row = std::array<double, kInputs>;

constexpr double kRounding = 1e-9;  ///< relative: a smaller share of a link is not left idle

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

class Plant {
 public:
  Plant(const FluidConfig& config, const FluidRest& rest, double time, const LawScatter* scatter = nullptr)
      : config_(config),
        rest_(rest),
        scatter_(scatter),
        streams_(streams_of(config)),
        two_queues_(config.links.front().law->two_queues()) {
    for (const FluidLink& link : config.links) capacity_.push_back(link.capacity.at(time).value);
    for (const FluidClass& c : config.classes) {
      flows_.push_back(c.flows.at(time).value);
      at_.push_back(windows_);
      if (flows_.back() > 0) windows_ += window_states(c.tcp);
    }
    for (const FluidLoad& load : config.loads) loads_.push_back(load.rate.at(time).value);
    for (std::size_t l = 0; l < rest.links.size(); ++l) {
      if (!law_moves(*config.links[l].law, rest.links[l])) continue;
      acting_.push_back(static_cast<int>(l));
      place_.push_back(rest.links[l].kind == RestKind::interior ? windows_ + queues_++ : kHeld);
    }
    look();
    window_rows();
  }

  /// Hollot et al. 2002, equations 7 and 8, in place of the exact rows of one class.
  void reduce() {
    const double n = flows_[0], c = capacity_[0], r = trip_[0].v;
    const std::size_t window = 0, queue = 1, p = 2;
    Lag lag{r, std::vector<Row>(2, Row{})};
    lag.rows[window][p] = -r * c * c / (2 * n * n);
    lags_ = {lag};
    now_.assign(2, Row{});
    now_[window][window] = -2 * n / (r * r * c);
    now_[queue][window] = n / r;
    now_[queue][queue] = -1 / r;
    LinkFlow<Number>& flow = flow_[0];
    flow.inflow.d = flow.admitted.d = now_[queue];
    flow.leaving.d = {};
  }

  /// In place of the barrier at 0, a force keeps the queue about its mean.
  void hold(double mean) {
    const double idle = capacity_[0] - flow_[0].admitted.v;
    now_[index(place_[0])][index(place_[0])] -= force_at_barrier(idle, mean / kRatio);
  }

  LinearLoop close(const ChanceWidths* chance = nullptr) {
    LinearLoop loop;
    loop.single = acting_.size() == 1;
    loop.plant = plant();
    std::vector<LinearLaw> laws;
    loop.states = loop.plant;
    for (const int l : acting_) {
      const FluidLinkRest& at = rest_.links[index(l)];
      FluidQueue queue = queue_of(l);
      count_senders(l, queue);
      const FluidLaw& law = *config_.links[index(l)].law;
      laws.push_back(linear_law(law, queue, at.law, at.memory));
      if (scatter_ != nullptr) scatter_slopes(law, queue, at.law, at.memory, at.probability, *scatter_, laws.back());
      if (chance != nullptr) {
        chance_slopes(law, queue, at.law, at.memory, at.probability, chance->law, laws.back());
      }
      loop.states += static_cast<int>(laws.back().out.size());
    }
    for (const auto& lag : lags_) loop.lag.push_back(lag.trip);
    join(laws, loop);
    if (loop.single) open(laws.front(), loop);
    return loop;
  }

 private:
  struct Lag {
    double trip;
    std::vector<Row> rows;  ///< rows of the plant's equations, over the inputs one round trip ago
  };

  int acting() const { return static_cast<int>(acting_.size()); }
  int plant() const { return windows_ + queues_; }

  /// The equations' quantities, at rest and near it.
  void look() {
    const auto links = static_cast<int>(config_.links.size());
    for (int l = 0; l < links; ++l) {
      const FluidLinkRest& at = rest_.links[index(l)];
      queue_.emplace_back(at.queue);
      probability_.emplace_back(at.probability);
    }
    for (int k = 0; k < acting(); ++k) {
      const std::size_t l = index(acting_[index(k)]);
      if (place_[index(k)] != kHeld) queue_[l] = Number::input(queue_[l].v, index(place_[index(k)]));
      probability_[l] = Number::input(probability_[l].v, index(plant() + k));
    }
    std::vector<Number> rate(flows_.size()), mean_window(flows_.size());
    state_.resize(flows_.size());
    trip_.resize(flows_.size());
    const auto send = [&](std::size_t i) {
      const FluidClass& c = config_.classes[i];
      Number trip = c.propagation;
      for (int l = c.first_link; l <= c.last_link; ++l) trip = trip + wait(l, c.service);
      trip_[i] = trip;
      Number sent = 0;
      if (flows_[i] > 0) {
        window_at_rest(c, seen(i).v, trip.v, state_[i].data(), splits_loss(c) ? lost(i).v : 0);
        Number window[kMaxWindowStates];
        for (int s = 0; s < window_states(c.tcp); ++s) {
          window[s] = Number::input(state_[i][index(s)], index(at_[i] + s));
        }
        sent = sent_of(c, window, trip) / trip;
        mean_window[i] = window_of(c, window);
      }
      rate[i] = flows_[i] * sent;
    };
    // Urgent packets determine the wait of the others, and their own marks; at first only their number at rest counts.
    const auto urgent = [&](std::size_t i) { return two_queues_ && config_.classes[i].service > 0; };
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      if (urgent(i)) urgent_.v += flows_[i] * rest_.window[i] / rest_.round_trip[i];
    }
    Number arriving = 0;
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      if (!urgent(i)) continue;
      send(i);
      arriving = arriving + rate[i];
    }
    urgent_ = arriving;
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      if (!urgent(i)) send(i);
    }
    for (const double load : loads_) rate.emplace_back(load);
    flow_.resize(config_.links.size());
    std::vector<Number> leaving;
    for (int l = 0; l < links; ++l) leaving.push_back(leaving_of(l, mean_window));
    const auto pass = [&](int l, const Number& admitted) {
      const Number share = rest_.links[index(l)].kind == RestKind::empty ? Number(1) : leaving[index(l)] / admitted;
      return share * (1 - config_.random_loss);
    };
    flow_through(
        streams_, links, rate.data(), [&](int l, const Number&, int service) { return met(l, service); },
        [&](int l, const Number&, int service) { return forced(l, service); }, pass, flow_.data());
    for (int l = 0; l < links; ++l) flow_[index(l)].leaving = leaving[index(l)];
  }

  /// What a link can send, packets/s.
  Number leaving_of(int l, const std::vector<Number>& window) const {
    const double capacity = capacity_[index(l)];
    const std::vector<int> classes = trains_at(config_, l, capacity_);
    if (classes.empty()) return Number(capacity);
    Trains<Number> trains;
    for (const int i : classes) {
      if (flows_[index(i)] > 0) trains.add(flows_[index(i)], window[index(i)]);
    }
    const Number length = trains.length(capacity * shortest_trip(config_, classes));
    return Number(capacity) * (1 - idle_share(queue_[index(l)], length));
  }

  FluidQueue queue_of(int l) const {
    const FluidLinkRest& at = rest_.links[index(l)];
    FluidQueue queue;
    queue.q = at.queue;
    queue.inflow = at.inflow;
    queue.capacity = capacity_[index(l)];
    queue.urgent = urgent_.v;
    queue.empty = at.kind == RestKind::empty;
    const double left = flow_.empty() ? 0 : (flow_[index(l)].leaving.v - flow_[index(l)].admitted.v) / queue.capacity;
    if (left > kRounding) queue.idle = left;
    for (const StreamPath& stream : streams_) {  // one class of them (can_linearise)
      if (!stream.crosses(l)) continue;
      queue.arrives[backlog_of(stream.service)] = at.inflow;
      queue.enters[backlog_of(stream.service)] = queue.capacity;
    }
    return queue;
  }
  /// A function of the arriving urgent packets.
  template <class F>
  Number by_urgent(const F& of) const {
    const double width = 1e-5 * capacity_.front();
    return urgent_.chain(of(urgent_.v), (of(urgent_.v + width) - of(urgent_.v - width)) / (2 * width));
  }
  Number wait(int l, int service) const {
    if (!two_queues_) return queue_[index(l)] / capacity_[index(l)];
    FluidQueue one = queue_of(l);
    one.q = 1;
    return queue_[index(l)] * by_urgent([&](double urgent) {
             one.urgent = urgent;
             return config_.links[index(l)].law->wait(service, one);
           });
  }

  /// The probability of link l for a class of service. The several probabilities of such a law move with its state, as
  /// does the number that they share.
  Number met(int l, int service) const {
    const Number& p = probability_[index(l)];
    const FluidLaw& law = *config_.links[index(l)].law;
    if (!law.by_service()) return p;
    const FluidLinkRest& at = rest_.links[index(l)];
    FluidQueue queue = queue_of(l);
    std::vector<double> z = at.law;
    const double middle = z[0], width = 1e-4 * (1 + middle);
    const auto ahead = [&](double by, auto of) {
      z[0] = middle + by;
      return of();
    };
    const auto own = [&] { return law.probability_of(service, queue, z.data(), at.memory); };
    const auto common = [&] { return law.probability(queue, z.data(), at.memory); };
    const double of_common = (ahead(width, common) - ahead(-width, common)) / (2 * width);
    double of_own = (ahead(width, own) - ahead(-width, own)) / (2 * width);
    if (scatter_ != nullptr && scatter_->law[0] > 0) {
      of_own = scattered_slope(law, service, queue, at.law, at.memory, scatter_->law[0]);
    }
    const double slope = of_own / of_common;
    const Number steered = p.chain(ahead(0, own), slope);
    if (!two_queues_) return steered;
    return steered - ahead(0, own) + by_urgent([&](double urgent) {
             queue.urgent = urgent;
             return ahead(0, own);
           });
  }

  /// The part of it that packets with ECN lose; as the law's first state moves, both move.
  Number forced(int l, int service) const {
    const Number& p = probability_[index(l)];
    const FluidLaw& law = *config_.links[index(l)].law;
    const FluidLinkRest& at = rest_.links[index(l)];
    const FluidQueue queue = queue_of(l);
    const double here = law.drops_marked(service, queue, at.law.data(), at.memory);
    std::vector<double> z = at.law;
    if (z.empty() || here == 0) return Number(here);
    const double middle = z[0], width = 1e-6 * (1e-3 + std::abs(middle));
    const auto change = [&](auto of) {
      z[0] = middle + width;
      const double above = of();
      z[0] = middle - width;
      return above - of();
    };
    const double all = change([&] { return law.probability(queue, z.data(), at.memory); });
    const double part = change([&] { return law.drops_marked(service, queue, z.data(), at.memory); });
    return p.chain(here, all == 0 ? 0 : part / all);
  }

  /// The probability that a packet of class i, which can be marked, is lost.
  Number lost(std::size_t i) const {
    const FluidClass& c = config_.classes[i];
    Number keep = 1;
    for (int l = c.first_link; l <= c.last_link; ++l) {
      const FluidLinkRest& at = rest_.links[index(l)];
      keep *= (1 - config_.random_loss) * (1 - forced(l, c.service));
      if (at.kind != RestKind::full) continue;
      keep *= flow_.empty() ? Number(1 - at.overflow) : flow_[index(l)].leaving / flow_[index(l)].admitted;
    }
    return 1 - keep;
  }

  /// The probability that class i sees, with the losses of full buffers as at the rest or as they move.
  Number seen(std::size_t i) const {
    const FluidClass& c = config_.classes[i];
    Number keep = 1;
    for (int l = c.first_link; l <= c.last_link; ++l) {
      const FluidLinkRest& at = rest_.links[index(l)];
      keep *= 1 - config_.random_loss;
      keep *= 1 - met(l, c.service);
      if (at.kind != RestKind::full) continue;
      keep *= flow_.empty() ? Number(1 - at.overflow) : flow_[index(l)].leaving / flow_[index(l)].admitted;
    }
    return 1 - keep;
  }

  void window_rows() {
    now_.assign(index(plant()), Row{});
    for (const LagGroup& group : lags_of(config_)) {
      Lag lag{0, std::vector<Row>(index(plant()), Row{})};
      bool any = false;
      for (const int i : group.classes) {
        if (!(flows_[index(i)] > 0)) continue;
        any = true;
        lag.trip = trip_[index(i)].v;
        window_row(index(i), lag);
      }
      if (any) lags_.push_back(std::move(lag));
    }
    for (int k = 0; k < acting(); ++k) {
      const LinkFlow<Number>& flow = flow_[index(acting_[index(k)])];
      if (place_[index(k)] != kHeld) now_[index(place_[index(k)])] = (flow.admitted - flow.leaving).d;
    }
  }

  void window_row(std::size_t i, Lag& lag) {
    constexpr std::size_t kNow = 0, kThen = kMaxWindowStates, kTrip = 2 * kMaxWindowStates, kThenTrip = kTrip + 1,
                          kP = kTrip + 2, kLost = kP + 1, kPNow = kLost + 1;
    using Small = Dual<kPNow + 1>;
    const FluidClass& c = config_.classes[i];
    const Number seen_then = seen(i), lost_then = splits_loss(c) ? lost(i) : Number(0);
    const int states = window_states(c.tcp);
    Small w[kMaxWindowStates], then[kMaxWindowStates], rates[kMaxWindowStates];
    for (int s = 0; s < states; ++s) {
      w[s] = Small::input(state_[i][index(s)], kNow + index(s));
      then[s] = Small::input(state_[i][index(s)], kThen + index(s));
    }
    const double trip = trip_[i].v;
    const Small trip_now = Small::input(trip, kTrip);
    const MendingNow<Small> present = mends(c.tcp) ? MendingNow<Small>(c, w, trip_now) : MendingNow<Small>();
    const WindowView<Small> view{trip_now,
                                 present,
                                 then,
                                 Small::input(trip, kThenTrip),
                                 Small::input(seen_then.v, kP),
                                 Small::input(lost_then.v, kLost),
                                 Small::input(seen_then.v, kPNow)};
    window_rates(c, w, view, rates);
    for (int s = 0; s < states; ++s) {
      const auto& d = rates[s].d;
      Row& now = now_[index(at_[i] + s)];
      Row& delayed = lag.rows[index(at_[i] + s)];
      for (int j = 0; j < states; ++j) {
        now[index(at_[i] + j)] += d[kNow + index(j)];
        delayed[index(at_[i] + j)] += d[kThen + index(j)];
      }
      for (std::size_t j = 0; j < kInputs; ++j) {
        now[j] += d[kTrip] * trip_[i].d[j] + d[kPNow] * seen_then.d[j];
        delayed[j] += d[kThenTrip] * trip_[i].d[j] + d[kP] * seen_then.d[j] + d[kLost] * lost_then.d[j];
      }
    }
  }

  /// The senders that a law distinguishes are constant near rest: this is exact if all of them send alike.
  void count_senders(int l, FluidQueue& queue) const {
    SenderCount senders;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (!streams_[s].crosses(l)) continue;
      if (s >= flows_.size()) {
        senders.add(config_.loads[s - flows_.size()], loads_[s - flows_.size()]);
      } else if (flows_[s] > 0) {
        const double* const w = state_[s].data();
        senders.add(flows_[s], sent_of(config_.classes[s], w, trip_[s].v) / trip_[s].v,
                    scatter_of(config_.classes[s], w), trip_[s].v);
      }
    }
    senders.put(queue);
  }

  /// The arrivals that the law of link l sees.
  const Number& seen_arrivals(int l) const { return two_queues_ ? urgent_ : flow_[index(l)].inflow; }

  /// The closed loop: each probability becomes a row over all states, the links in path order.
  void join(const std::vector<LinearLaw>& laws, LinearLoop& loop) const {
    const int np = plant(), n = loop.states;
    const auto size = index(n) * index(n);
    loop.now.assign(size, 0);
    loop.delayed.assign(lags_.size(), std::vector<double>(size, 0));
    std::vector<std::vector<double>> p;
    /// Turns a row over the inputs into a row over the states.
    const auto expand = [&](const Row& row) {
      std::vector<double> all(index(n), 0);
      std::copy(row.begin(), row.begin() + np, all.begin());
      for (std::size_t k = 0; k < p.size(); ++k) {
        for (std::size_t j = 0; j < all.size(); ++j) all[j] += row[index(np) + k] * p[k][j];
      }
      return all;
    };
    int first = np;
    for (int k = 0; k < acting(); ++k) {
      const LinearLaw& law = laws[index(k)];
      std::vector<double> row = expand(seen_arrivals(acting_[index(k)]).d);
      for (double& v : row) v *= law.out_arrivals;
      if (place_[index(k)] != kHeld) row[index(place_[index(k)])] += law.out_queue;
      for (std::size_t j = 0; j < law.out.size(); ++j) row[index(first) + j] += law.out[j];
      p.push_back(std::move(row));
      first += static_cast<int>(law.out.size());
    }
    for (int i = 0; i < np; ++i) {
      put(expand(now_[index(i)]), i, loop.now);
      for (std::size_t k = 0; k < lags_.size(); ++k) put(expand(lags_[k].rows[index(i)]), i, loop.delayed[k]);
    }
    first = np;
    for (int k = 0; k < acting(); ++k) {
      const LinearLaw& law = laws[index(k)];
      const auto nz = static_cast<int>(law.out.size());
      const LinkFlow<Number>& flow = flow_[index(acting_[index(k)])];
      const std::vector<double> inflow = expand(seen_arrivals(acting_[index(k)]).d);
      const std::vector<double> entering = expand((flow.admitted - flow.leaving).d);
      for (int i = 0; i < nz; ++i) {
        std::vector<double> row(index(n), 0);
        for (std::size_t j = 0; j < row.size(); ++j) {
          row[j] = law.law_arrivals[index(i)] * inflow[j] + law.law_entering[index(i)] * entering[j];
        }
        if (place_[index(k)] != kHeld) row[index(place_[index(k)])] += law.law_queue[index(i)];
        for (int j = 0; j < nz; ++j) row[index(first + j)] += law.law_law[index(i * nz + j)];
        put(row, first + i, loop.now);
      }
      first += nz;
    }
  }

  /// The open loop if only one law acts: its queue is the last state of the plant, or none.
  void open(const LinearLaw& law, LinearLoop& loop) const {
    static_cast<LinearLaw&>(loop) = law;
    const int np = plant();
    const auto size = index(np) * index(np);
    const auto split = [&](const std::vector<Row>& rows, std::vector<double>& plant, std::vector<double>& input) {
      plant.assign(size, 0);
      for (int i = 0; i < np; ++i) {
        std::copy(rows[index(i)].begin(), rows[index(i)].begin() + np, plant.begin() + i * np);
        input.push_back(rows[index(i)][index(np)]);
      }
    };
    split(now_, loop.plant_now, loop.input_now);
    loop.plant_delayed.resize(lags_.size());
    loop.input_delayed.resize(lags_.size());
    for (std::size_t k = 0; k < lags_.size(); ++k) {
      split(lags_[k].rows, loop.plant_delayed[k], loop.input_delayed[k]);
    }
    loop.queue = place_.front();
    for (std::size_t i = flows_.size(); i-- > 0;) {
      if (flows_[i] > 0) loop.out_service = met(acting_.front(), config_.classes[i].service).d[index(plant())];
    }
    const LinkFlow<Number>& flow = flow_[index(acting_.front())];
    const Row &inflow = seen_arrivals(acting_.front()).d, entering = (flow.admitted - flow.leaving).d;
    loop.arrivals.assign(inflow.begin(), inflow.begin() + np);
    loop.entering.assign(entering.begin(), entering.begin() + np);
    loop.input_entering = entering[index(np)];
  }

  static void put(const std::vector<double>& row, int i, std::vector<double>& matrix) {
    std::copy(row.begin(), row.end(), matrix.begin() + i * static_cast<int>(row.size()));
  }

  const FluidConfig& config_;
  const FluidRest& rest_;
  const LawScatter* scatter_;
  std::vector<StreamPath> streams_;
  bool two_queues_;
  Number urgent_;  ///< arriving packets/s, at a link with two queues
  std::vector<double> capacity_, flows_, loads_;
  static constexpr int kHeld = LinearLoop::kHeld;
  std::vector<int> at_, acting_, place_;  ///< each class's first state; the links whose laws move, and their queues'
  int windows_ = 0, queues_ = 0;
  std::vector<Number> queue_, probability_, trip_;
  std::vector<std::array<double, kMaxWindowStates>> state_;  ///< of each class's window
  std::vector<LinkFlow<Number>> flow_;
  std::vector<Row> now_;
  std::vector<Lag> lags_;
};

}  // namespace

namespace {

/// Whether a link with two queues has a linear model: without packets of class 0 the urgent queue is the only one, and
/// the step marks by its length; under overload, where every urgent packet is marked, the model is not the scheme
/// (limits_at_rest). A timer's law has no states.
bool has_two_linear(const FluidConfig& config, const FluidRest& rest) {
  bool classic = !config.loads.empty(), overload = false;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const bool urgent = config.classes[i].service > 0;
    classic = classic || !urgent;
    overload = overload || (urgent && rest.met[i] >= 1);
  }
  return classic && !overload && config.link().law->states() > 0;
}

}  // namespace

namespace {

/// Whether all packets of a link belong to one class of a law that tells them apart: then its share of the queue is 1.
bool has_one_backlog(const FluidConfig& config, std::size_t l) {
  std::array<bool, kBacklogs> any{};
  const auto link = static_cast<int>(l);
  for (const StreamPath& stream : streams_of(config)) {
    if (stream.crosses(link)) any[backlog_of(stream.service)] = true;
  }
  return std::count(any.begin(), any.end(), true) == 1;
}

}  // namespace

bool can_linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind) {
  bool moves = false;
  for (std::size_t l = 0; l < rest.links.size(); ++l) {
    const FluidLinkRest& at = rest.links[l];
    const FluidLaw& law = *config.links[l].law;
    if (at.kind == RestKind::jump || at.kind == RestKind::held || at.kind == RestKind::none) return false;
    // The marks of two queues are not the number that the controller steers.
    const double steered =
        law.two_queues() && law.states() > 0 ? law.probability({}, at.law.data(), at.memory) : at.probability;
    if (at.kind == RestKind::interior && is_held(law, at.queue, steered)) return false;
    if (!law_moves(law, at) && law.sees_inflow()) return false;
    if (law.by_backlog() && !has_one_backlog(config, l)) return false;
    if (law.two_queues() && !has_two_linear(config, rest)) return false;
    moves = moves || law_moves(law, at);
  }
  if (!moves || !std::all_of(rest.window.begin(), rest.window.end(), [](double w) { return std::isfinite(w); })) {
    return false;
  }
  // Without senders that respond there is no loop.
  if (!std::any_of(rest.window.begin(), rest.window.end(), [](double w) { return w > 0; })) return false;
  const bool one = config.links.size() == 1 && config.classes.size() == 1 && rest.kind == RestKind::interior;
  return kind == Linearisation::exact || (one && config.classes[0].tcp == FluidTcp::reno);
}

LinearLoop linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind, double time,
                     const LawScatter* scatter) {
  Plant plant(config, rest, time, scatter);
  if (kind == Linearisation::hollot) plant.reduce();
  return plant.close();
}

LinearLoop linearise_by_chance(const FluidConfig& config, const FluidRest& rest, double time,
                               const ChanceWidths& widths) {
  FluidRest filled = rest;
  filled.kind = filled.links[0].kind = RestKind::interior;
  filled.queue = filled.links[0].queue = widths.queue;
  Plant plant(config, filled, time);
  plant.hold(widths.queue);
  return plant.close(&widths);
}

}  // namespace aqm
