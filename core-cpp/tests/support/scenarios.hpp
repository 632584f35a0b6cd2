// Scenario configurations that several tests share.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

#include "aqm/congestion_control.hpp"
#include "aqm/simulation.hpp"
#include "aqm/source.hpp"
#include "sanitized.hpp"

namespace aqm::test {

/// Values for the scheme `id`, all left out.
inline ParamValues defaults(const std::string& id) {
  ParamValues values;
  values.numbers.assign(find_scheme(id)->params().size(), kUnset);
  return values;
}

inline void set(ScenarioConfig& config, const std::string& param, double value) {
  const auto params = find_scheme(config.aqm)->params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].name == param) {
      config.params.numbers[i] = value;
      return;
    }
  }
  throw std::invalid_argument(config.aqm + " has no parameter " + param);
}

/// A parameter of the row's own kind of traffic.
inline void set(TrafficGroup& row, const std::string& name, Span value) {
  if (!set_value(row, name, value)) throw std::invalid_argument(row.kind + " has no parameter " + name);
}

inline TrafficGroup ftp(int flows) {
  TrafficGroup g;
  g.flows = flows;
  g.start = {0, 1};
  return g;
}

inline TrafficGroup udp(const std::string& kind, int flows, double rate) {
  TrafficGroup g;
  g.kind = kind;
  g.flows = flows;
  set(g, "rate", {rate, rate});
  return g;
}

/// SARED 2021: 10 Mbit/s, 20 ms, access links of 10 Mbit/s and 5 to 10 ms, 140 packets of 1500 bytes.
inline ScenarioConfig sared(const std::string& aqm, int flows, double duration = 200) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.duration = duration;
  c.traffic = {ftp(flows)};
  return c;
}

/// The words of version 1.
inline constexpr const char* kDatagrams[] = {"cbr", "poisson", "onoff"};
inline constexpr const char* kControls[] = {"reno", "newreno", "cubic", "dctcp"};

struct Finished {
  std::unique_ptr<Simulation> simulation;
  Metrics metrics;
};

/// Runs to the end in slices; throws when the configuration is refused.
inline Finished run(const ScenarioConfig& config, std::uint64_t slice = 50'000, const RecordConfig& record = {}) {
  std::vector<ConfigIssue> issues;
  Finished f;
  f.simulation = Simulation::create(config, record, issues);
  if (!f.simulation) throw std::invalid_argument(issues.at(0).path + ": " + issues.at(0).rule);
  while (!f.simulation->run(from_seconds(config.duration), slice)) {}
  f.metrics = f.simulation->metrics();
  return f;
}

/// Arrivals - departures - drops - backlog, from time zero; zero when packets are conserved (warm-up 0).
inline double lost_track_of(const Finished& f) {
  const Metrics& m = f.metrics;
  return m.arrivals - m.departures - m.drops_early - m.drops_forced - m.drops_overflow -
         static_cast<double>(f.simulation->backlog());
}

/// A lane of models/agreement/grid.json: `round_trip` without queueing and sending, s.
inline ScenarioConfig grid_lane(const std::string& aqm, int flows, double rate, double round_trip) {
  ScenarioConfig c;
  c.aqm = aqm;
  c.params = defaults(aqm);
  c.duration = 125;
  c.warmup = 25;
  c.network.link() = {rate, 0.3 * round_trip, 140};
  c.network.access_rate = 10 * rate;
  c.network.access_delay = {0.08 * round_trip, 0.12 * round_trip};
  c.traffic = {ftp(flows)};
  return c;
}

}  // namespace aqm::test
