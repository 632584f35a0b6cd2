#include "config_check.hpp"

#include <algorithm>
#include <cmath>

namespace aqm {
namespace {

class Report {
 public:
  explicit Report(std::vector<ConfigIssue>& issues) : issues_(issues) {}

  void in(const std::string& path, double v, double lo, double hi, const char* rule) {
    if (!(v >= lo && v <= hi)) issues_.push_back({path, rule, v});  // also catches NaN
  }
  void span(const std::string& path, const Span& s, double lo, double hi, const char* rule) {
    in(path, s.lo, lo, hi, rule);
    in(path, s.hi, lo, hi, rule);
    if (s.lo > s.hi) issues_.push_back({path, "the first number of a pair is at most the second", s.lo});
  }
  void holds(const std::string& path, double v, bool ok, const char* rule) {
    if (!ok) issues_.push_back({path, rule, v});
  }

 private:
  std::vector<ConfigIssue>& issues_;
};

void check_group(const TrafficGroup& g, const std::string& path, Report& report) {
  const int kind = static_cast<int>(g.kind), tcp = static_cast<int>(g.tcp), direction = static_cast<int>(g.direction);
  report.in(path + ".kind", kind, 0, static_cast<int>(SourceKind::onoff), "a known kind of traffic");
  report.in(path + ".tcp", tcp, 0, static_cast<int>(TcpVariant::dctcp), "a known TCP");
  report.in(path + ".direction", direction, 0, 1, "forward or reverse");
  report.in(path + ".flows", g.flows, 0, Limits::kFlows, "0 <= flows <= 10000");
  report.span(path + ".start", g.start, 0, Limits::kDuration, "0 <= start <= 3600 s");
  report.span(path + ".stop", g.stop, 0, kInfinity, "stop >= 0 s");
  report.span(path + ".bytes", g.bytes, 1, kInfinity, "bytes >= 1");
  report.span(path + ".rate", g.rate, g.kind == SourceKind::ftp ? 0 : 1, Limits::kRate, "1 <= rate <= 1e10 bit/s");
  report.span(path + ".on", g.on, 1e-6, 1e6, "1e-6 <= on <= 1e6 s");
  report.span(path + ".off", g.off, 1e-6, 1e6, "1e-6 <= off <= 1e6 s");
  report.holds(path + ".packet_size", g.packet_size,
               g.packet_size == 0 || (g.packet_size >= 64 && g.packet_size <= 9000), "64 <= packet_size <= 9000 bytes");
  report.in(path + ".initial_window", g.initial_window, 1, 1000, "1 <= initial_window <= 1000 segments");
  report.in(path + ".min_rto", g.min_rto, 0.001, 60, "0.001 <= min_rto <= 60 s");
  report.in(path + ".receiver_window", g.receiver_window, 0, 1e6, "1 <= receiver_window <= 1e6 segments");
  report.in(path + ".service", g.service, 0, 255, "0 <= service <= 255");
  if (!(g.access_delay.lo < 0)) {
    report.span(path + ".access_delay", g.access_delay, 0, Limits::kDelay, "0 <= access delay <= 10 s");
  }
}

void check_link(const std::string& path, double rate, double delay, int buffer, Report& report) {
  report.in(path + ".rate", rate, 1000, Limits::kRate, "1000 <= rate <= 1e10 bit/s");
  report.in(path + ".delay", delay, 0, Limits::kDelay, "0 <= delay <= 10 s");
  report.in(path + ".buffer", buffer, 1, Limits::kBuffer, "1 <= buffer <= 1e6 packets");
}

void check_chain(const ScenarioConfig& config, Report& report) {
  const NetworkConfig& n = config.network;
  const auto links = static_cast<int>(n.chain.size());
  report.in("network.links", links, 0, Limits::kLinks, "a chain has at most 8 links");
  for (std::size_t i = 0; i < n.chain.size(); ++i) {
    const ChainLink& link = n.chain[i];
    check_link("network.links[" + std::to_string(i) + "]", link.rate, link.delay, link.buffer, report);
  }
  report.in("network.observed", n.observed, 0, std::max(links - 1, 0), "observed is a link of the chain");
  const int routers = std::max(links, 1);  // the last one: a dumbbell has one link too
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    const TrafficGroup& row = config.traffic[i];
    const std::string path = "traffic[" + std::to_string(i) + "]";
    const int to = last_router(row, n);
    report.in(path + ".to", to, 1, routers, "to is a router of the chain");
    report.in(path + ".from", row.from, 0, std::min(to, routers) - 1, "0 <= from < to");
  }
}

void check_params(const Scheme& scheme, const ParamValues& params, const LinkInfo& link, const std::string& at,
                  std::vector<ConfigIssue>& issues) {
  for (const Issue& issue : scheme.check(params, link)) {
    if (!issue.error) continue;
    const bool named = issue.param >= 0;
    const auto index = static_cast<std::size_t>(issue.param);
    issues.push_back({named ? std::string("aqm.params.") + scheme.params()[index].name : "aqm.params", issue.rule + at,
                      issue.value});
  }
}

}  // namespace

LinkInfo link_of(const NetworkConfig& network) { return {network.rate, network.buffer, network.packet_size}; }
LinkInfo link_of(const ChainLink& link, int packet_size) { return {link.rate, link.buffer, packet_size}; }

int last_router(const TrafficGroup& row, const NetworkConfig& network) {
  return row.to == -1 ? std::max(static_cast<int>(network.chain.size()), 1) : row.to;
}

void observe_link(NetworkConfig& network) {
  if (network.observed < 0 || static_cast<std::size_t>(network.observed) >= network.chain.size()) return;
  const ChainLink& link = network.chain[static_cast<std::size_t>(network.observed)];
  network.rate = link.rate;
  network.delay = link.delay;
  network.buffer = link.buffer;
}

std::vector<ConfigIssue> check_config(const ScenarioConfig& config, const RecordConfig& record) {
  std::vector<ConfigIssue> issues;
  Report report(issues);
  const NetworkConfig& n = config.network;
  report.in("duration", config.duration, 1e-3, Limits::kDuration, "0.001 <= duration <= 3600 s");
  report.in("warmup", config.warmup, 0, Limits::kDuration, "0 <= warmup < duration");
  report.holds("warmup", config.warmup, config.warmup < config.duration, "0 <= warmup < duration");
  if (n.chain.empty()) check_link("network.bottleneck", n.rate, n.delay, n.buffer, report);
  report.in("network.access.rate", n.access_rate, 1000, 10 * Limits::kRate, "1000 <= access rate <= 1e11 bit/s");
  report.span("network.access.delay", n.access_delay, 0, Limits::kDelay, "0 <= access delay <= 10 s");
  report.in("network.packet_size", n.packet_size, 64, 9000, "64 <= packet_size <= 9000 bytes");
  report.in("network.random_loss", n.random_loss, 0, 1, "0 <= random_loss <= 1");
  report.in("record.bins", record.bins, 1, 1 << 20, "1 <= bins <= 1048576");
  report.in("record.window_from", record.window_from, 0, Limits::kDuration, "0 <= window <= 3600 s");
  report.in("record.window_to", record.window_to, 0, Limits::kDuration, "0 <= window <= 3600 s");
  report.in("record.window_limit", record.window_limit, 0, 50'000'000, "0 <= window_limit <= 5e7 rows");

  double flows = 0;
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    check_group(config.traffic[i], "traffic[" + std::to_string(i) + "]", report);
    flows += config.traffic[i].flows;
  }
  check_chain(config, report);
  report.in("traffic", flows, 0, Limits::kFlows, "at most 10000 flows in all");

  const Scheme* scheme = find_scheme(config.aqm);
  if (!scheme) {
    issues.push_back({"aqm.id", "a known AQM", kUnset});
  } else if (issues.empty()) {
    if (n.chain.empty()) check_params(*scheme, config.params, link_of(n), "", issues);
    // Of a chain, parameters must do at every link that they are for; where they are for none, at the one that is looked at.
    const bool idle = std::none_of(n.chain.begin(), n.chain.end(), [](const ChainLink& link) { return link.managed; });
    for (std::size_t i = 0; i < n.chain.size(); ++i) {
      if (!n.chain[i].managed && !(idle && static_cast<int>(i) == n.observed)) continue;
      check_params(*scheme, config.params, link_of(n.chain[i], n.packet_size),
                   " (at network.links[" + std::to_string(i) + "])", issues);
    }
  }
  return issues;
}

std::vector<ConfigIssue> check(const ScenarioConfig& config) { return check_config(config, {}); }

}  // namespace aqm
