#include "config_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/congestion_control.hpp"
#include "aqm/scenario_fields.hpp"
#include "aqm/source.hpp"
#include "flow.hpp"

namespace aqm {
namespace {

std::string with_unit(const char* relation, double bound, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "must be %s %.12g", relation, bound);
  const std::string_view of = unit;
  return of.empty() || of == "1" ? std::string(text) : std::string(text) + " " + unit;
}

std::string at_most(double bound, const char* what) {
  char text[32];
  std::snprintf(text, sizeof text, "at most %.12g ", bound);
  return text + std::string(what);
}

/// Checks every member that a visit names against its bounds.
class Bounds {
 public:
  explicit Bounds(std::vector<ConfigIssue>& issues) : issues_(issues) {}
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  template <class T>
  void number(const char* name, const T& value, const Facts& facts) {
    in(name, static_cast<double>(value), facts);
  }
  template <class T>
  void integer(const char* name, const T& value, const Facts& facts) {
    in(name, static_cast<double>(value), facts);
  }
  // any value is allowed; documents allow fewer, because doubles hold fewer
  void natural(const char*, std::uint64_t, const Facts&) {}
  void toggle(const char*, bool, const Facts&) {}
  template <class T, class Words>
  void choice(const char* name, const T& value, const Words& words, const Facts&) {
    in(name, static_cast<double>(value), {"", 0, static_cast<double>(words.size()) - 1});
  }
  void pair(const char* name, const Span& s, const Facts& facts) {
    in(name, s.lo, facts);
    if (s.hi == s.lo) return;
    in(name, s.hi, facts);
    if (s.lo > s.hi) holds(name, s.lo, false, "the first number of a pair is at most the second");
  }

  void holds(const std::string& name, double value, bool ok, const std::string& rule) {
    if (!ok) issues_.push_back({prefix_ + name, rule, value});
  }
  void in(const char* name, double v, const Facts& f) {
    if (v == f.absent) return;
    if (!(v >= f.min))
      holds(name, v, false, with_unit(">=", f.min, f.unit));  // also catches NaN
    else if (!(v <= f.max))
      holds(name, v, false, with_unit("<=", f.max, f.unit));
  }

 private:
  std::vector<ConfigIssue>& issues_;
  std::string prefix_;
};

/// Checks a row's own parameters, those of its source or its congestion control.
void check_own(const Issues& found, std::span<const ParamSpec> params, const std::string& path,
               std::vector<ConfigIssue>& issues) {
  for (const Issue& issue : found) {
    const std::string name = issue.param < 0 ? "" : params[static_cast<std::size_t>(issue.param)].name;
    issues.push_back({path + name, issue.rule, issue.value});
  }
}

void check_row(TrafficGroup row, const std::string& path, std::vector<ConfigIssue>& issues) {
  Bounds bounds(issues);
  bounds.set_prefix(path);
  visit_row(bounds, row);
  const SourceKind* kind = find_source(row.kind);
  bounds.holds("kind", kUnset, kind != nullptr, "a known kind of traffic");
  if (kind == nullptr) return;
  check_own(kind->check(row.values), kind->params(), path, issues);
  if (kind->transport() != Transport::tcp) return;
  visit_tcp(bounds, row);
  const CongestionControl* control = find_congestion_control(row.tcp);
  bounds.holds("tcp", kUnset, control != nullptr, "a known congestion control");
  if (control == nullptr) return;
  bounds.holds("sack", row.sack, row.sack || !control->needs_sack(), "this sender needs SACK");
  bounds.holds("rack", row.rack, !row.rack || (row.sack && control->recovery() != Recovery::reno),
               "RACK-TLP needs a sender with SACK");
  bounds.holds("ecn", row.ecn, !row.ecn || control->ecn() != EcnUse::none, "this sender defines no answer to marks");
  check_own(control->check(row.tcp_values), control->params(), path + "tcp_params.", issues);
}

/// Sequence numbers count the segments of a transfer.
void check_transfer(const TrafficGroup& row, int packet_size, const std::string& path, Bounds& bounds) {
  const SourceKind* kind = find_source(row.kind);
  if (kind == nullptr || kind->transport() != Transport::tcp) return;
  // Computed so that it is valid for any value: the size itself is checked elsewhere.
  const int size = row.packet_size > 0 ? row.packet_size : packet_size;
  const double payload = static_cast<double>(size) - row.headers;
  bounds.holds(path + "headers", row.headers, payload > 0, "headers are shorter than packet_size");
  for (std::size_t i = 0; i < std::min(kind->params().size(), row.values.size()); ++i) {
    const double most = row.values[i].hi;
    if (std::string_view(kind->params()[i].name) != "bytes" || !std::isfinite(most)) continue;
    bounds.holds(path + "bytes", most, most <= Limits::kSegments * payload,
                 at_most(Limits::kSegments, "segments, each of packet_size less headers"));
  }
}

void check_changes(std::vector<LinkChange> changes, const std::string& path, std::vector<ConfigIssue>& issues) {
  Bounds bounds(issues);
  const auto count = static_cast<double>(changes.size());
  bounds.holds(path, count, count <= Limits::kChanges, at_most(Limits::kChanges, "changes"));
  double before = -1;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    bounds.set_prefix(path + "[" + std::to_string(i) + "].");
    visit_change(bounds, changes[i]);
    bounds.holds("time", changes[i].time, changes[i].time > before, "changes are in order of time");
    before = changes[i].time;
  }
}

/// A network with losses from a two-state chain must have no other losses.
void check_chain(const NetworkConfig& n, Bounds& bounds) {
  if (!n.gemodel.any()) return;
  const auto loses = [](const LinkConfig& link) {
    return std::any_of(link.changes.begin(), link.changes.end(),
                       [](const LinkChange& change) { return change.loss >= 0; });
  };
  const bool alone = n.random_loss == 0 && n.loss_run == 0 && std::none_of(n.links.begin(), n.links.end(), loses);
  bounds.holds("network.gemodel.p", n.gemodel.p, alone,
               "gemodel stands alone: random_loss, loss_run and changes[].loss are left out");
}

/// Runs of losses of a given mean length must leave room for packets between them.
void check_runs(const LinkConfig& link, const NetworkConfig& n, const std::string& path, Bounds& bounds) {
  if (n.loss_run == 0) return;
  const auto fits = [&](double loss) { return loss >= 1 || n.loss_run * (1 - loss) >= loss; };
  const char* rule = "at most loss_run / (1 + loss_run): runs so short cannot lose more";
  bounds.set_prefix("");
  bounds.holds("network.random_loss", n.random_loss, fits(n.random_loss), rule);
  for (std::size_t i = 0; i < link.changes.size(); ++i) {
    bounds.holds(path + ".changes[" + std::to_string(i) + "].loss", link.changes[i].loss, fits(link.changes[i].loss),
                 rule);
  }
  bounds.set_prefix(path + ".");
}

int largest_packet(const ScenarioConfig& config) {
  int largest = config.network.packet_size;
  for (const TrafficGroup& row : config.traffic) largest = std::max(largest, row.packet_size);
  return largest;
}

void check_path(const ScenarioConfig& config, std::vector<ConfigIssue>& issues) {
  const NetworkConfig& n = config.network;
  const auto links = static_cast<int>(n.links.size());
  Bounds bounds(issues);
  bounds.in("network.links", links, {"links", 1, Limits::kLinks});
  check_chain(n, bounds);
  for (std::size_t i = 0; i < n.links.size(); ++i) {
    LinkConfig link = n.links[i];
    bounds.set_prefix(path_of_link(n, i) + ".");
    visit_link(bounds, link);
    check_changes(link.changes, path_of_link(n, i) + ".changes", issues);
    check_runs(link, n, path_of_link(n, i), bounds);
    bounds.holds("grant_period", link.grant_period, link.grant_period == 0 || link.changes.empty(),
                 "a link that sends in grants has no changes");
    const int largest = largest_packet(config);
    bounds.holds("policer.burst", link.policer_burst, link.policer_rate == 0 || link.policer_burst >= largest,
                 "at least one packet: " + std::to_string(largest) + " bytes");
  }
  bounds.set_prefix("");
  bounds.holds("network.observed", n.observed, n.observed >= 0 && n.observed < std::max(links, 1),
               "observed is a link of the chain");
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    const TrafficGroup& row = config.traffic[i];
    const std::string path = "traffic[" + std::to_string(i) + "]";
    const int to = last_router(row, n);
    bounds.holds(path + ".to", to, to >= 1 && to <= links, "to is a router of the chain");
    bounds.holds(path + ".from", row.from, row.from >= 0 && row.from < std::min(to, links), "0 <= from < to");
  }
}

/// `place` is named if there are several.
void check_params(const ScenarioConfig& config, const Scheme& scheme, const LinkConfig& link, const std::string& place,
                  std::vector<ConfigIssue>& issues) {
  const std::string at = place.empty() ? "" : " (at " + place + ")";
  for (const Issue& issue : scheme.check(config.params, link_of(link, config.network.packet_size))) {
    if (!issue.error) continue;
    const bool named = issue.param >= 0;
    const auto param = static_cast<std::size_t>(issue.param);
    issues.push_back({named ? std::string("aqm.params.") + scheme.params()[param].name : "aqm.params", issue.rule + at,
                      issue.value});
  }
}

}  // namespace

std::shared_ptr<const Scheme> scheme_of(const ScenarioConfig& config, const LinkConfig& link) {
  return link.managed ? find_scheme(config.aqm, config.params) : find_scheme("droptail", {});
}

std::vector<ConfigIssue> check_config(const ScenarioConfig& config, const RecordConfig& record) {
  std::vector<ConfigIssue> issues;
  Bounds bounds(issues);
  ScenarioConfig c = config;
  visit_run(bounds, c);
  bounds.holds("warmup", c.warmup, c.warmup < c.duration, "0 <= warmup < duration");
  bounds.set_prefix("network.");
  visit_network(bounds, c.network);
  bounds.set_prefix("record.");
  bounds.in("bins", record.bins, {"", 1, 1 << 20});
  bounds.in("window_from", record.window_from, {"s", 0, Limits::kDuration});
  bounds.in("window_to", record.window_to, {"s", 0, Limits::kDuration});
  if (!std::isnan(record.stops_at)) bounds.in("stops_at", record.stops_at, {"s", 0, Limits::kDuration});
  bounds.in("window_limit", record.window_limit, {"", 0, 50'000'000});

  double flows = 0;
  for (std::size_t i = 0; i < c.traffic.size(); ++i) {
    check_row(c.traffic[i], "traffic[" + std::to_string(i) + "].", issues);
    flows += c.traffic[i].flows;
  }
  check_path(config, issues);
  bounds.set_prefix("");
  for (std::size_t i = 0; i < c.traffic.size(); ++i) {
    check_transfer(c.traffic[i], c.network.packet_size, "traffic[" + std::to_string(i) + "].", bounds);
  }
  bounds.holds("traffic", flows, flows <= Limits::kFlows, at_most(Limits::kFlows, "flows in all"));
  for (const std::uint32_t flow : record.windows) {
    bounds.holds("record.windows", flow, flow < flows, "must be a flow, from 0");
  }
  const auto chosen = static_cast<double>(record.windows.size());
  bounds.holds("record.windows", chosen, chosen <= 64, "at most 64 flows");

  const auto scheme = find_scheme(config.aqm, config.params);
  if (scheme == nullptr) {
    issues.push_back({"aqm.id", "a known AQM", kUnset});
  } else if (issues.empty()) {
    // Parameters must be valid at every link that the lane's AQM manages; if it manages none, at the observed link.
    const auto& links = config.network.links;
    const bool idle = std::none_of(links.begin(), links.end(), [](const LinkConfig& link) { return link.managed; });
    for (std::size_t i = 0; i < links.size(); ++i) {
      const bool looked_at = idle && static_cast<int>(i) == config.network.observed;
      const std::string place = links.size() == 1 ? "" : path_of_link(config.network, i);
      if (links[i].managed || looked_at) check_params(config, *scheme, links[i], place, issues);
      if (links[i].reverse.aqm == BackQueue::lane) {
        check_params(config, *scheme, links[i].back(), path_of_link(config.network, i) + ".reverse", issues);
      }
    }
  }
  return issues;
}

std::vector<ConfigIssue> check(const ScenarioConfig& config) { return check_config(config, {}); }

}  // namespace aqm
