// The scenarios of the ns-3.37 reference, in the terms of this project.
#pragma once
#include <cmath>
#include <functional>

#include "json.hpp"
#include "scenarios.hpp"

namespace aqm::test {

using Change = std::function<void(ScenarioConfig&)>;

/// ns-3's RED and its relatives: `wait` spacing and the ns-2 profile of average and count.
inline void as_ns3_red(ScenarioConfig& c, bool wait = true) {
  set(c, "count_mode", wait ? 1 : 0);
  set(c, "profile", 1);
}

/// Scenario "a10" or "c" of the file, with our id of the AQM, defaults of ns-3's RED family not yet set.
inline ScenarioConfig ns3_scenario(const std::string& name, const std::string& aqm, int flows) {
  const Json& s = reference("ns3.json")["scenarios"][name];
  ScenarioConfig c = sared(aqm, flows, s["duration"].number);
  c.warmup = s["warmup"].number;
  c.network.link().rate = s["bottleneck_rate"].number;
  c.network.link().delay = s["bottleneck_delay"].number;
  c.network.access_rate = s["access_rate"].number;
  c.network.access_delay = {s["access_delay"].at(0).number, s["access_delay"].at(1).number};
  c.network.link().buffer = static_cast<int>(s["buffer"].number);
  c.network.packet_size = static_cast<int>(s["packet_size"].number);
  c.traffic[0].initial_window = static_cast<int>(s["initial_window"].number);
  c.traffic[0].min_rto = s["min_rto"].number;
  c.traffic[0].flight =
      FlightEstimate::pipe;  // TcpSocketBase halves BytesInFlight, which leaves out what is sacked or lost
  return c;
}

struct Means {
  double utilization = 0, queue = 0, loss = 0, sojourn = 0, fairness = 0, idle = 0, queue_sd = 0;
};

/// Means over seeds 1..n.
inline Means means(ScenarioConfig c, int seeds) {
  Means m;
  double squares = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    c.seed = static_cast<std::uint64_t>(seed);
    const Metrics r = run(c).metrics;
    m.utilization += r.utilization / seeds;
    m.queue += r.queue_mean / seeds;
    squares += r.queue_mean * r.queue_mean / seeds;
    m.loss += r.loss_ratio / seeds;
    m.sojourn += r.queueing_delay_mean / seeds;
    m.fairness += r.fairness / seeds;
  }
  m.idle = 1 - m.utilization;
  m.queue_sd = std::sqrt(std::max(0.0, (squares - m.queue * m.queue) * seeds / std::max(1, seeds - 1)));
  return m;
}

inline bool is_red_family(const std::string& aqm) { return aqm != "droptail"; }

inline Means ns3_closed_loop(const std::string& scenario, const std::string& aqm, int flows, int seeds,
                             const Change& change = nullptr) {
  ScenarioConfig c = ns3_scenario(scenario, aqm, flows);
  if (is_red_family(aqm)) {
    as_ns3_red(c);
    const Json& s = reference("ns3.json")["scenarios"][scenario];
    for (const char* name : {"min_th", "max_th", "w_q", "max_p"}) set(c, name, s[name].number);
  }
  if (change) change(c);
  return means(c, seeds);
}

/// Poisson arrivals of 1000 bytes into a server of 0.8 ms, 950 s measured.
inline Means ns3_open_loop(const std::string& aqm, double load, bool wait, int seeds, const Change& change = nullptr) {
  ScenarioConfig c = sared(aqm, 1, 1000);
  c.warmup = 50;
  c.network.packet_size = 1000;
  c.network.access_rate = 1e11;
  c.traffic = {udp("poisson", 1, load * 10e6)};
  if (is_red_family(aqm)) as_ns3_red(c, wait);
  if (change) change(c);
  return means(c, seeds);
}

inline const Json& ns3_row(const std::string& scenario, const std::string& aqm, int flows) {
  static const Json file = reference("ns3.json");
  for (const Json& row : file["closed_loop"].items) {
    if (row["scenario"].text == scenario && row["aqm"].text == aqm && row["flows"].number == flows) return row;
  }
  throw std::out_of_range("no such reference row");
}

}  // namespace aqm::test
