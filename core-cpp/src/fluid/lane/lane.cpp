// A packet scenario as a fluid model: flows become classes, start and stop times become courses, UDP becomes one load.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/fluid_lane.hpp"
#include "aqm/scheme.hpp"

namespace aqm {
namespace {

constexpr double kHeaderBits = 8 * 40;  ///< of an acknowledgement: the headers alone

/// From `from` to `to` the quantity changes by `amount`, evenly; a jump where they are equal.
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

/// The sum of the ramps up to `end`. What happens at time 0 has happened before the start.
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
    // All that is added is taken away again: rounding must not leave a part of a flow behind.
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

/// Whether the scheme marks what can be marked.
bool marks(const Scheme& scheme, const ParamValues& params, const LinkInfo& link) {
  const auto table = scheme.params();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (std::string_view(table[i].name) == "ecn") return scheme.resolve(params, link)[i] != 0;
  }
  return false;
}

/// What a loss takes of Reno's mean window when windows scatter: W = 1.3098 / sqrt(p) at rest, for windows of many packets.
constexpr double kSpreadDecrease = 1 / (1.3098 * 1.3098);

FluidClass class_of(const TrafficGroup& row, const ScenarioConfig& scenario, bool marking, const FluidChoice& choice) {
  FluidClass c;
  std::vector<Ramp> ramps;
  add_row(row, row.flows, ramps);
  c.flows = course_of(ramps, scenario.duration);
  c.propagation = unloaded_round_trip(scenario.network, row.access_delay);
  c.ecn = row.ecn && marking;
  c.window = row.initial_window;
  if (row.delayed_ack) c.increase = 0.5;  // one acknowledgement for two segments (RFC 5681 section 3.1)
  if (choice.windows == FluidWindows::spread) c.decrease = kSpreadDecrease;
  if (choice.clock == FluidClock::acknowledgements) c.tcp = FluidTcp::reno_clocked;
  if (row.tcp == TcpVariant::cubic) {
    c.tcp = FluidTcp::cubic;
    c.decrease = 0.3;  // RFC 9438 section 4.6
  } else if (row.tcp == TcpVariant::dctcp && c.ecn) {
    c.tcp = FluidTcp::dctcp;
  }
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

void note_tcp(const TrafficGroup& row, const ScenarioConfig& scenario, double round_trip, Assumptions& assume) {
  const Span& access = row.access_delay.lo < 0 ? scenario.network.access_delay : row.access_delay;
  assume.when(access.hi > access.lo, "Flows have the mean round trip of their row, " + milliseconds(round_trip) +
                                         " without queueing, not each its own.");
  assume.when(std::isfinite(row.bytes.hi), "Transfers of finite length count as endless.");
  assume.when(row.receiver_window > 0, "The receivers' windows set no limit.");
  assume.when(row.tcp == TcpVariant::dctcp && !row.ecn, "DCTCP without marks answers as Reno does.");
}

}  // namespace

double unloaded_round_trip(const NetworkConfig& network, const Span& access_delay) {
  const double access = mean(access_delay.lo < 0 ? network.access_delay : access_delay);
  const double bits = 8.0 * network.packet_size;
  const double sending = bits / network.rate + 2 * bits / network.access_rate;
  const double answering = kHeaderBits / network.rate + 2 * kHeaderBits / network.access_rate;
  return 2 * (network.delay + 2 * access) + sending + answering;
}

double last_change(const FluidConfig& config) {
  double last = 0;
  const auto look = [&](const FluidCourse& course) {
    if (course.knots.back().time <= config.duration) last = std::max(last, course.knots.back().time);
  };
  look(config.capacity);
  look(config.unresponsive);
  for (const FluidClass& c : config.classes) look(c.flows);
  return last;
}

FluidLane fluid_of(const ScenarioConfig& scenario, const FluidChoice& choice, FluidDelay delay) {
  FluidLane lane;
  const NetworkConfig& network = scenario.network;
  const Scheme* scheme = find_scheme(scenario.aqm);
  if (scheme == nullptr) {
    lane.issues.push_back({"aqm.id", "a known AQM", kUnset});
    return lane;
  }
  const LinkInfo link{network.rate, network.buffer, network.packet_size};
  FluidOffer offer = scheme->fluid(scenario.params, link, choice);
  lane.note = std::move(offer.note);
  const bool marking = marks(*scheme, scenario.params, link);

  FluidConfig& config = lane.config;
  config.law = std::move(offer.law);
  config.capacity = network.rate / (8.0 * network.packet_size);
  config.buffer = network.buffer;
  config.random_loss = network.random_loss;
  config.delay = delay;
  config.duration = scenario.duration;

  Assumptions assume(lane.assumptions);
  assume.when(
      true,
      "Windows grow by congestion avoidance from the first moment: no slow start, no time-outs, no single packets.");
  std::vector<Ramp> load;
  for (std::size_t i = 0; i < scenario.traffic.size(); ++i) {
    const TrafficGroup& row = scenario.traffic[i];
    if (row.flows == 0) continue;
    if (row.direction == Direction::reverse) {
      assume.when(true, "Traffic in the reverse direction is left out: acknowledgements meet no queue.");
    } else if (row.kind == SourceKind::ftp) {
      config.classes.push_back(class_of(row, scenario, marking, choice));
      note_tcp(row, scenario, config.classes.back().propagation, assume);
    } else {
      const double on = row.kind == SourceKind::onoff ? mean(row.on) / (mean(row.on) + mean(row.off)) : 1;
      add_row(row, row.flows * mean(row.rate) * on / (8.0 * network.packet_size), load);
      assume.when(row.kind != SourceKind::cbr, "Random sources send at their mean rate.");
    }
    assume.when(row.packet_size != 0 && row.packet_size != network.packet_size,
                "Packets of another size count by their bytes.");
  }
  config.unresponsive = course_of(load, scenario.duration);
  config.unresponsive_ecn = load.empty();  // UDP is dropped, never marked
  if (config.classes.empty()) {
    lane.issues.push_back({"traffic", "the fluid model needs a row of TCP flows in the forward direction",
                           static_cast<double>(scenario.traffic.size())});
  } else if (config.classes.size() > kMaxFluidClasses) {
    lane.issues.push_back(
        {"traffic", "the fluid model takes at most 10 rows of TCP flows", static_cast<double>(config.classes.size())});
  } else if (config.law != nullptr) {
    for (const FluidIssue& issue : check(config)) lane.issues.push_back({issue.path, issue.rule, issue.value});
  }
  return lane;
}

}  // namespace aqm
