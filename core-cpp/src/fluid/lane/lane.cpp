// A packet scenario as a fluid model: flows become classes, start and stop times become courses, UDP becomes one load.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/congestion_control.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/scheme.hpp"
#include "aqm/source.hpp"
#include "fluid/model/windows.hpp"

namespace aqm {
namespace {

constexpr std::size_t kMostFluidChanges = 100;  ///< on one link: each change cuts the solution
constexpr double kMostTicks = 200'000;          ///< of a timer that the model follows tick by tick

/// From `from` to `to` the quantity changes by `amount`, evenly; a jump if they are equal.
struct Ramp {
  double from, to, amount;
  double at(double t) const { return amount * (t >= to ? 1 : t <= from ? 0 : (t - from) / (to - from)); }
  double slope(double t) const { return t >= from && t < to ? amount / (to - from) : 0; }
};

/// Starts and stops of `amount`, drawn evenly from their spans.
void add_row(const TrafficGroup& row, double amount, std::vector<Ramp>& ramps) {
  ramps.push_back({row.start.lo, row.start.hi, amount});
  if (std::isfinite(row.stop.hi)) ramps.push_back({row.stop.lo, row.stop.hi, -amount});
}

/// The sum of the ramps up to `end`. What happens at time 0 has already happened at the start.
FluidCourse course_of(const std::vector<Ramp>& ramps, double end) {
  std::vector<double> times;
  FluidCourse course(0);
  for (const Ramp& ramp : ramps) {
    for (const double t : {ramp.from, ramp.to}) {
      if (t < end) times.push_back(t);
    }
    if (ramp.to <= 0) course.knots.front().value += ramp.amount;
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (const double t : times) {
    FluidCourse::Knot knot{t, 0, 0};
    for (const Ramp& ramp : ramps) {
      knot.value += ramp.at(t);
      knot.slope += ramp.slope(t);
    }
    // Everything that is added is subtracted again: rounding must not leave a part of a flow.
    knot.value = std::max(0.0, std::round(knot.value * 1e9) / 1e9);
    const FluidCourse::Knot& before = course.knots.back();
    if (knot.slope != 0 || before.slope != 0 || knot.value != before.value) course.knots.push_back(knot);
  }
  return course;
}

double mean(const Span& span) { return 0.5 * (span.lo + span.hi); }

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g ms", 1000 * seconds);
  return text;
}

/// The links that a row crosses.
struct LinkSpan {
  int first, last;
  friend bool operator==(const LinkSpan&, const LinkSpan&) = default;
};
LinkSpan way_of(const NetworkConfig& network, const TrafficGroup& row) {
  return {row.from, last_router(row, network) - 1};
}

/// The share that a loss takes of Reno's mean window if windows scatter: W = 1.3098 / sqrt(p) at rest, for windows of
/// many packets.
constexpr double kSpreadDecrease = 1 / (1.3098 * 1.3098);

FluidSender sender_of(const TrafficGroup& row) { return find_congestion_control(row.tcp)->fluid(row.tcp_values); }
/// Whether its packets can be marked: those of some senders always can.
bool ecn_capable(const TrafficGroup& row) { return row.ecn || find_congestion_control(row.tcp)->ecn() == EcnUse::l4s; }
/// Endless flows of TCP; a source with a rate of its own is a load, also over TCP.
bool over_tcp(const TrafficGroup& row) {
  const SourceKind& kind = *find_source(row.kind);
  return kind.transport() == Transport::tcp && kind.mean_rate(row.values, 1500) == kInfinity;
}

/// Of senders that mend losses and answer marks once in a round trip, Reno always has the clock of acknowledgements.
bool mends_losses(const FluidClass& c, const LaneChoice& choice) {
  return choice.losses == FluidLosses::recovery && !c.ecn;
}

FluidClass class_of(const TrafficGroup& row, const ScenarioConfig& scenario, bool marking, const LaneChoice& choice) {
  FluidClass c;
  std::vector<Ramp> ramps;
  add_row(row, row.flows, ramps);
  c.flows = course_of(ramps, scenario.duration);
  c.propagation = unloaded_round_trip(scenario.network, row);
  const LinkSpan way = way_of(scenario.network, row);
  c.first_link = way.first;
  c.last_link = way.last;
  c.ecn = marking && ecn_capable(row);
  c.window = row.initial_window;
  c.increase = 1.0 / row.acknowledges();  // one acknowledgement for several segments (RFC 5681 section 3.1)
  if (choice.windows == FluidWindows::spread) c.decrease = kSpreadDecrease;
  if (choice.clock == FluidClock::acknowledgements) c.tcp = FluidTcp::reno_clocked;
  const FluidSender sender = sender_of(row);
  if (sender.tcp != FluidTcp::reno && (c.ecn || !sender.needs_marks)) {
    c.tcp = sender.tcp;
    c.decrease = sender.decrease;
    c.scaling = sender.scaling;
    c.gain = sender.gain;
    c.virtual_trip = sender.virtual_trip;
    c.rate = sender.rate;
    c.price_gain = sender.price_gain;
  }
  if (mends_losses(c, choice)) {
    c.tcp = c.tcp == FluidTcp::cubic ? FluidTcp::cubic_recovery : FluidTcp::reno_recovery;
    c.min_rto = row.min_rto;
    // With SACK and the estimate `pipe`, three of the W + 2 sent packets are known to have arrived and one to be lost.
    const bool classic = find_congestion_control(row.tcp)->recovery() == Recovery::reno;
    c.spared = row.sack && row.flight == FlightEstimate::pipe && !classic ? 2 : 0;
    c.one_a_trip = classic;
  } else if (c.ecn && choice.losses == FluidLosses::recovery && c.tcp != FluidTcp::scalable_control) {
    c.once = true;
    if (c.tcp == FluidTcp::reno) c.tcp = FluidTcp::reno_clocked;
    if (c.tcp == FluidTcp::reno_clocked) c.decrease = kSpreadDecrease;
  }
  c.trains = choice.losses == FluidLosses::recovery && !row.pacing && c.tcp != FluidTcp::prague;
  return c;
}

class Assumptions {
 public:
  explicit Assumptions(std::vector<std::string>& out) : out_(out) {}
  void when(bool holds, const std::string& sentence) {
    if (holds && std::find(out_.begin(), out_.end(), sentence) == out_.end()) out_.push_back(sentence);
  }

 private:
  std::vector<std::string>& out_;
};

void note_tcp(const TrafficGroup& row, const ScenarioConfig& scenario, const FluidClass& c, Assumptions& assume) {
  const Span& access = row.access_delay.lo < 0 ? scenario.network.access_delay : row.access_delay;
  assume.when(access.hi > access.lo, "Flows have the mean round trip of their row, " + milliseconds(c.propagation) +
                                         " without queueing, not each its own.");
  const bool endless = find_source(row.kind)->mean_rate(row.values, scenario.network.packet_size) == kInfinity;
  assume.when(
      !endless || std::any_of(row.values.begin(), row.values.end(), [](const Span& s) { return s.hi < kInfinity; }),
      "Transfers of finite length count as endless.");
  assume.when(row.receiver_window > 0, "The receivers' windows set no limit.");
  assume.when(sender_of(row).needs_marks && !c.ecn, "DCTCP without marks answers as Reno does.");
}

}  // namespace

double unloaded_round_trip(const NetworkConfig& network, const TrafficGroup& row) {
  const double access = mean(row.access_delay.lo < 0 ? network.access_delay : row.access_delay);
  const double access_rate = row.access_rate > 0 ? row.access_rate : network.access_rate;
  const double bits = 8.0 * network.packet_size;
  double way = 2 * access, back = 2 * access, sending = 2 * bits / access_rate;
  double answering = 2 * 8.0 * row.headers / access_rate;  // of an acknowledgement
  const LinkSpan span = way_of(network, row);
  for (int l = span.first; l <= span.last; ++l) {
    const LinkConfig& link = network.links[static_cast<std::size_t>(l)];
    const LinkConfig there = link.back();
    const bool forward = row.direction == Direction::forward;
    way += link.delay;
    back += there.delay;
    sending += 8.0 * link.frame.on_wire(network.packet_size) / (forward ? link.rate : there.rate);
    answering += 8.0 * link.frame.on_wire(row.headers) / (forward ? there.rate : link.rate);
  }
  return way + back + sending + answering;
}

double last_change(const FluidConfig& config) {
  double last = 0;
  const auto look = [&](const FluidCourse& course) {
    if (course.knots.back().time <= config.duration) last = std::max(last, course.knots.back().time);
  };
  for (const FluidLink& link : config.links) look(link.capacity);
  for (const FluidClass& c : config.classes) look(c.flows);
  for (const FluidLoad& load : config.loads) look(load.rate);
  return last;
}

namespace {

/// The link's rate over time, packets/s.
FluidCourse capacity_of(const LinkConfig& link, int packet_size) {
  const double bits = 8.0 * link.frame.on_wire(packet_size);
  FluidCourse course(link.rate / bits);
  for (const LinkChange& change : link.changes) {
    if (change.rate <= 0 || change.rate / bits == course.knots.back().value) continue;
    if (change.time <= 0)
      course = FluidCourse(change.rate / bits);
    else
      course.jump(change.time, change.rate / bits);
  }
  return course;
}

/// The changes of links that the model cannot follow.
void refuse_changes(const NetworkConfig& network, std::vector<ConfigIssue>& issues) {
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    const auto& changes = network.links[l].changes;
    const std::string path = path_of_link(network, l) + ".changes";
    if (changes.size() > kMostFluidChanges) {
      issues.push_back({path, "the fluid model follows at most 100 changes", static_cast<double>(changes.size())});
    } else if (std::any_of(changes.begin(), changes.end(),
                           [](const LinkChange& c) { return c.delay >= 0 || c.loss >= 0 || c.rate == 0; })) {
      issues.push_back({path, "the fluid model follows changes of rates above 0, not of delay and loss", kUnset});
    }
  }
}

/// The links and their laws: the AQM's law at a managed link, no law at the others.
void build_links(const ScenarioConfig& scenario, const Scheme& scheme, const FluidChoice& choice, FluidLane& lane) {
  const Scheme& droptail = *find_scheme("droptail");
  ParamValues defaults;
  defaults.numbers.assign(droptail.params().size(), kUnset);
  lane.config.links.clear();
  for (const LinkConfig& hop : scenario.network.links) {
    const LinkInfo info = link_of(hop, scenario.network.packet_size);
    FluidOffer offer =
        hop.managed ? scheme.fluid(scenario.params, info, choice) : droptail.fluid(defaults, info, choice);
    // Each tick costs the solver several steps.
    const double ticks = offer.law && offer.law->ticks_finely() ? scenario.duration / offer.law->interval() : 0;
    if (ticks > kMostTicks) {
      FluidChoice smooth = choice;
      smooth.form = FluidForm::continuous;
      offer = scheme.fluid(scenario.params, info, smooth);
      lane.assumptions.push_back("The controller's timer would tick " + std::to_string(std::lround(ticks)) +
                                 " times: its differential equations are solved instead.");
    }
    if (hop.managed) {
      lane.note = std::move(offer.note);
      lane.apart = offer.apart;
    }
    FluidLink link;
    link.capacity = capacity_of(hop, scenario.network.packet_size);
    link.buffer = hop.buffer;
    link.law = std::move(offer.law);
    link.dispersion = offer.dispersion;
    lane.config.links.push_back(std::move(link));
  }
  lane.config.observed = scenario.network.observed;
}

/// Whether there are senders whose packets can be marked, or others.
bool any_sender(const ScenarioConfig& scenario, bool capable) {
  return std::any_of(scenario.traffic.begin(), scenario.traffic.end(), [capable](const TrafficGroup& row) {
    return row.flows > 0 && row.direction == Direction::forward && (over_tcp(row) && ecn_capable(row)) == capable;
  });
}

/// Unresponsive traffic, summed over rows with the same links.
struct Load {
  LinkSpan way;
  int service;
  std::vector<Ramp> ramps;
  double rate = 0;  ///< of the whole load, packets/s
  int senders = 0;
};
/// `each`: packets/s of each of the row's senders.
void add_load(const TrafficGroup& row, double each, LinkSpan way, int service, std::vector<Load>& loads) {
  auto load = std::find_if(loads.begin(), loads.end(),
                           [&](const Load& known) { return known.way == way && known.service == service; });
  if (load == loads.end()) load = loads.insert(loads.end(), {way, service, {}});
  add_row(row, row.flows * each, load->ramps);
  load->rate += row.flows * each;
  load->senders += row.flows;
}

}  // namespace

FluidLane fluid_of(const ScenarioConfig& scenario, const LaneChoice& wanted, FluidDelay delay) {
  FluidLane lane;
  const NetworkConfig& network = scenario.network;
  const bool chain = network.links.size() > 1;
  const auto scheme = find_scheme(scenario.aqm, scenario.params);
  if (scheme == nullptr) {
    lane.issues.push_back({"aqm.id", "a known AQM", kUnset});
    return lane;
  }
  const LinkInfo link = link_of(network.link(), network.packet_size);
  const bool marking = scheme->marks(scenario.params, link);
  LaneChoice choice = wanted;
  choice.marked = marking && any_sender(scenario, true);
  choice.thinned = choice.thinned || any_sender(scenario, false) || (!marking && any_sender(scenario, true));
  choice.hard = choice.hard || (marking && choice.losses == FluidLosses::recovery);

  FluidConfig& config = lane.config;
  build_links(scenario, *scheme, choice, lane);
  const bool two_queues = std::any_of(config.links.begin(), config.links.end(), [](const FluidLink& managed) {
    return managed.law && managed.law->two_queues();
  });
  config.random_loss = network.mean_loss();
  config.delay = delay;
  config.duration = scenario.duration;

  refuse_changes(network, lane.issues);
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    const LinkConfig& link = network.links[l];
    if (link.policer_rate > 0)
      lane.issues.push_back(
          {path_of_link(network, l) + ".policer.rate", "the fluid model has no policer", link.policer_rate});
  }

  Assumptions assume(lane.assumptions);
  const bool changing = std::any_of(network.links.begin(), network.links.end(),
                                    [](const LinkConfig& changed) { return !changed.changes.empty(); });
  assume.when(changing, "Where the rate of a link changes, the time that a packet itself takes on it does not.");
  const bool bursts = std::any_of(network.links.begin(), network.links.end(), [](const LinkConfig& link) {
    return link.grant_period > 0 || link.jitter > 0 || link.reverse.grant_period > 0 || link.reverse.jitter > 0;
  });
  assume.when(bursts, "Links send at their mean rate, without grants and jitter.");
  assume.when(network.loss_run > 0 || network.gemodel.any(), "Random losses come one by one, not in runs.");
  assume.when(true, "Windows grow by congestion avoidance from the first moment: no slow start, no single packets.");
  assume.when(
      chain,
      "A queue of the chain passes on no more than its link carries, in the proportions in which flows enter it "
      "at that moment.");
  assume.when(chain,
              "The ways between the links of the chain count in the round trips only: what changes at one link meets "
              "the next ones at once, and the senders a whole round trip later.");
  const bool by_service = std::any_of(config.links.begin(), config.links.end(), [](const FluidLink& managed) {
    return managed.law && managed.law->by_service();
  });
  const bool by_backlog = std::any_of(config.links.begin(), config.links.end(), [](const FluidLink& managed) {
    return managed.law && managed.law->by_backlog();
  });
  // Two queues ask for the sender's ECN code point (RFC 9331), not for a class.
  const auto service_of = [by_service, two_queues](const TrafficGroup& row) {
    if (two_queues) return over_tcp(row) && find_congestion_control(row.tcp)->ecn() == EcnUse::l4s ? 1 : 0;
    return by_service ? row.service : 0;
  };
  std::vector<Load> loads;
  for (std::size_t i = 0; i < scenario.traffic.size(); ++i) {
    const TrafficGroup& row = scenario.traffic[i];
    if (row.flows == 0) continue;
    if (row.direction == Direction::reverse) {
      assume.when(true, "Traffic in the reverse direction is left out: acknowledgements meet no queue.");
    } else if (over_tcp(row)) {
      const FluidSender sender = sender_of(row);
      const bool drops = !marking && has_laws(config);
      const char* none = sender.none == nullptr && drops ? sender.none_without_marks : sender.none;
      if (none != nullptr) {
        lane.issues.push_back({"traffic[" + std::to_string(i) + "].tcp", none, kUnset});
        continue;
      }
      if (by_backlog && row.service != 0) {
        lane.issues.push_back({"traffic[" + std::to_string(i) + "].service",
                               "TCP in class 0: in the fluid model the classes with thresholds do not answer to losses",
                               static_cast<double>(row.service)});
        continue;
      }
      config.classes.push_back(class_of(row, scenario, marking, choice));
      config.classes.back().service = service_of(row);
      const FluidTcp tcp = config.classes.back().tcp;
      const bool mended = tcp == FluidTcp::reno_recovery || tcp == FluidTcp::cubic_recovery;
      const bool reno = tcp == FluidTcp::reno || tcp == FluidTcp::reno_clocked || mended;
      const bool once = config.classes.back().once, splits = fluid::splits_loss(config.classes.back());
      const bool by_price = tcp == FluidTcp::scalable_control;
      assume.when(by_price,
                  "The window follows the price by a filter, in place of the estimate of the share of marks.");
      assume.when(config.classes.back().trains,
                  "Windows travel in trains: while its queue is short, a link is idle for some of the time.");
      assume.when(!mended && !once && !by_price,
                  "A loss or mark halves the window at once: no time-outs, no recovery.");
      assume.when(splits,
                  "Marks are answered once a round trip, and a loss halves the window: no time-outs, no recovery.");
      assume.when(once && !splits,
                  "One mark a round trip is answered, and a lost packet as a mark is: no time-outs, no recovery.");
      assume.when(tcp == FluidTcp::cubic,
                  "CUBIC's window is the cubic alone, without its Reno-friendly estimate, which rules at short round "
                  "trips: there it is larger with packets.");
      note_tcp(row, scenario, config.classes.back(), assume);
      assume.when(
          !reno && choice.losses == FluidLosses::halving && choice.clock == FluidClock::acknowledgements,
          "Only Reno is clocked by acknowledgements: other senders send their windows evenly over a round trip.");
      assume.when(!reno && choice.windows == FluidWindows::spread,
                  "Only Reno's scatter is known: other senders have their mean window.");
    } else {
      const SourceKind& kind = *find_source(row.kind);
      const double rate = kind.mean_rate(row.values, row.packet_size > 0 ? row.packet_size : network.packet_size);
      add_load(row, rate / (8.0 * network.packet_size), way_of(network, row), service_of(row), loads);
      assume.when(!kind.steady(), "Random sources send at their mean rate.");
    }
    assume.when(row.packet_size != 0 && row.packet_size != network.packet_size,
                "Packets of another size count by their bytes.");
  }
  // UDP is dropped, never marked.
  for (const Load& load : loads) {
    config.loads.push_back({course_of(load.ramps, scenario.duration), false, load.way.first, load.way.last,
                            load.rate / load.senders, load.service});
  }
  if (config.classes.empty()) {
    lane.issues.push_back({"traffic", "the fluid model needs a row of TCP flows in the forward direction",
                           static_cast<double>(scenario.traffic.size())});
  } else if (config.classes.size() > kMaxFluidClasses) {
    lane.issues.push_back(
        {"traffic", "the fluid model takes at most 10 rows of TCP flows", static_cast<double>(config.classes.size())});
  } else if (has_laws(config)) {
    for (const FluidIssue& issue : check(config)) lane.issues.push_back({issue.path, issue.rule, issue.value});
  }
  return lane;
}

}  // namespace aqm
