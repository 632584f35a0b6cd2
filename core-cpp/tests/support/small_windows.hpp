// Scenarios of small-windows.json: the fluid model with repaired losses is compared with the packets' results there.
#pragma once
#include "aqm/scheme.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {

inline Span span_of(const Json& value) {
  return value.kind == Json::Kind::array ? Span{value.at(0).number, value.at(1).number}
                                         : Span{value.number, value.number};
}

inline TrafficGroup row_of(const Json& row) {
  const int flows = static_cast<int>(row["flows"].number);
  TrafficGroup group = row["kind"].text == "ftp" ? ftp(flows) : udp(row["kind"].text, flows, row["rate"].number);
  group.start = span_of(row["start"]);
  if (row.has("stop")) group.stop = span_of(row["stop"]);
  if (row.has("tcp")) group.tcp = row["tcp"].text;
  group.min_rto = row.number_or("min_rto", 0.2);
  group.sack = row.number_or("sack", 1) != 0;
  group.ecn = row.number_or("ecn", 0) != 0;
  group.flight = FlightEstimate::pipe;  // with which the packets of the file were sent
  return group;
}

inline ScenarioConfig scenario_of(const Json& document) {
  const Json& network = document["network"];
  const Json& link = network["bottleneck"];
  const Json& aqm = document["lanes"].at(0)["aqm"];
  ScenarioConfig scenario;
  scenario.duration = document["duration"].number;
  scenario.network.link().rate = link["rate"].number;
  scenario.network.link().delay = link["delay"].number;
  scenario.network.link().buffer = static_cast<int>(link["buffer"].number);
  scenario.network.access_rate = network["access"]["rate"].number;
  scenario.network.access_delay = span_of(network["access"]["delay"]);
  scenario.network.packet_size = static_cast<int>(network["packet_size"].number);
  for (const Json& row : document["traffic"].items) scenario.traffic.push_back(row_of(row));
  scenario.aqm = aqm["id"].text;
  const auto table = find_scheme(scenario.aqm)->params();
  scenario.params.numbers.assign(table.size(), kUnset);
  for (std::size_t i = 0; i < table.size() && aqm.has("params"); ++i) {
    if (!aqm["params"].has(table[i].name)) continue;
    const Json& value = aqm["params"][table[i].name];
    double& number = scenario.params.numbers[i];
    number = value.number;
    for (std::size_t c = 0; table[i].kind == ParamKind::choice && c < table[i].choices.size(); ++c) {
      if (value.text == table[i].choices[c]) number = static_cast<double>(c);
    }
  }
  return scenario;
}

}  // namespace aqm::test
