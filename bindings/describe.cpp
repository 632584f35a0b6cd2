#include "describe.hpp"

#include <cmath>
#include <cstdio>

#include "columns.hpp"

namespace aqm::bindings {
namespace {

constexpr std::array kKinds{"number", "integer", "choice", "toggle", "list"};
constexpr std::array kRoles{"plain",        "queue_threshold", "probability",     "weight",
                            "delay_target", "average",         "base_probability"};

template <class Words, class Choice>
const char* word(const Words& words, Choice choice) {
  return words[static_cast<std::size_t>(choice)];
}

/// Writes the fields that a visit names.
class FieldLister {
 public:
  explicit FieldLister(Json& json) : json_(json) {}
  template <class T>
  void number(const char* name, T&) {
    field(name, "number").end_object();
  }
  template <class T>
  void integer(const char* name, T&) {
    field(name, "integer").end_object();
  }
  template <class T>
  void natural(const char* name, T&) {
    field(name, "integer").end_object();
  }
  template <class T>
  void toggle(const char* name, T&) {
    field(name, "toggle").end_object();
  }
  template <class T>
  void pair(const char* name, T&) {
    field(name, "pair").end_object();
  }
  template <class T, class Words>
  void choice(const char* name, T&, const Words& words) {
    field(name, "choice").key("choices").begin_array();
    for (const char* w : words) json_.string(w);
    json_.end_array().end_object();
  }

 private:
  Json& field(const char* name, const char* type) {
    return json_.begin_object().key("name").string(name).key("type").string(type);
  }
  Json& json_;
};

void write_rows(Json& json, std::span<const double> list, int width) {
  json.begin_array();
  for (std::size_t i = 0; i < list.size(); i += static_cast<std::size_t>(width)) {
    json.begin_array();
    for (std::size_t k = i; k < std::min(list.size(), i + static_cast<std::size_t>(width)); ++k) json.number(list[k]);
    json.end_array();
  }
  json.end_array();
}

void write_default(Json& json, const ParamSpec& spec) {
  if (spec.kind == ParamKind::list) {
    write_rows(json.key("default"), spec.list_fallback, spec.list_width);
  } else if (std::isnan(spec.fallback)) {
    json.key("computed").string(spec.computed_text);
  } else if (spec.kind == ParamKind::choice) {
    json.key("default").string(spec.choices[static_cast<std::size_t>(spec.fallback)]);
  } else if (spec.kind == ParamKind::toggle) {
    json.key("default").boolean(spec.fallback != 0);
  } else {
    json.key("default").number(spec.fallback);
  }
}

void write_param(Json& json, const ParamSpec& spec) {
  json.begin_object().key("name").string(spec.name).key("unit").string(spec.unit);
  json.key("kind").string(word(kKinds, spec.kind)).key("role").string(word(kRoles, spec.role));
  write_default(json, spec);
  if (spec.kind == ParamKind::choice) {
    json.key("choices").begin_array();
    for (const char* choice : spec.choices) json.string(choice);
    json.end_array();
  } else if (spec.kind != ParamKind::toggle) {
    if (std::isfinite(spec.range.min)) json.key("min").number(spec.range.min);
    if (std::isfinite(spec.range.max)) json.key("max").number(spec.range.max);
    if (spec.range.min_open) json.key("minExclusive").boolean(true);
    if (spec.range.max_open) json.key("maxExclusive").boolean(true);
  }
  if (spec.kind == ParamKind::list) json.key("listWidth").number(spec.list_width);
  json.key("help").string(spec.help).end_object();
}

void write_scheme(Json& json, const Scheme& scheme) {
  json.begin_object().key("id").string(scheme.id()).key("name").string(scheme.name());
  json.key("params").begin_array();
  for (const ParamSpec& spec : scheme.params()) write_param(json, spec);
  json.end_array().key("states").begin_array();
  for (const StateSpec& state : scheme.states()) {
    json.begin_object().key("name").string(state.name).key("unit").string(state.unit);
    json.key("role").string(word(kRoles, state.role)).key("help").string(state.help).end_object();
  }
  json.end_array().key("constraints").begin_array();
  for (const char* constraint : scheme.constraints()) json.string(constraint);
  json.end_array().key("curves").begin_array();
  for (const CurveSpec& curve : scheme.curves()) {
    json.begin_object().key("label").string(curve.label).key("live").boolean(curve.live).end_object();
  }
  json.end_array();
  const CurveAxis axis = scheme.curve_axis();
  json.key("curveAxis").begin_object().key("name").string(axis.name).key("unit").string(axis.unit).end_object();
  json.end_object();
}

void write_metrics(Json& json, const Metrics& m) {
  const std::pair<const char*, double> all[] = {{"throughput", m.throughput},
                                                {"goodput", m.goodput},
                                                {"utilization", m.utilization},
                                                {"queue_mean", m.queue_mean},
                                                {"queue_std", m.queue_std},
                                                {"queue_max", m.queue_max},
                                                {"queueing_delay_mean", m.queueing_delay_mean},
                                                {"queueing_delay_p95", m.queueing_delay_p95},
                                                {"queueing_delay_p99", m.queueing_delay_p99},
                                                {"delay_mean", m.delay_mean},
                                                {"jitter", m.jitter},
                                                {"arrivals", m.arrivals},
                                                {"departures", m.departures},
                                                {"drops_early", m.drops_early},
                                                {"drops_forced", m.drops_forced},
                                                {"drops_overflow", m.drops_overflow},
                                                {"marks", m.marks},
                                                {"loss_ratio", m.loss_ratio},
                                                {"fairness", m.fairness}};
  json.begin_object();
  for (const auto& [name, value] : all) json.key(name).number(value);
  json.end_object();
}

std::string hex(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

std::string describe_layout() {
  Json json;
  FieldLister lister(json);
  LinkInfo link;
  CurveFields curve;
  ScenarioConfig scenario;
  Topology topology = Topology::dumbbell;
  ChainLink chain_link;
  RecordConfig record;
  TrafficGroup traffic;
  FluidFields fluid;
  MapFields map;
  json.begin_object().key("link").begin_array();
  visit_link(lister, link);
  json.end_array().key("curve").begin_array();
  visit_curve(lister, curve);
  json.end_array().key("scenario").begin_array();
  visit_scenario(lister, scenario, topology);
  json.end_array().key("record").begin_array();
  visit_record(lister, record);
  json.end_array().key("chainLink").begin_array();
  visit_chain_link(lister, chain_link);
  json.end_array().key("traffic").begin_array();
  visit_traffic(lister, traffic);
  json.end_array().key("fluid").begin_array();
  visit_fluid(lister, fluid);
  json.end_array().key("map").begin_array();
  visit_map(lister, map);
  json.end_array().key("hopf").begin_array();
  KnobSetting along;
  visit_hopf(lister, along);
  json.end_array().key("designRules").begin_array();
  for (const char* rule : kDesignRules) json.string(rule);
  json.end_array().key("restKinds").begin_array();
  for (const char* kind : kRestKinds) json.string(kind);
  json.end_array().end_object();
  return json.text();
}

std::string describe_catalogue() {
  Json json;
  json.begin_array();
  for (const Scheme* scheme : catalogue()) write_scheme(json, *scheme);
  json.end_array();
  return json.text();
}

std::string describe_issues(const ConfigIssues& issues) {
  Json json;
  json.begin_array();
  for (const ConfigIssue& issue : issues) {
    json.begin_object().key("path").string(issue.path).key("rule").string(issue.rule);
    json.key("value").number(issue.value).end_object();
  }
  json.end_array();
  return json.text();
}

std::string describe_param_issues(const aqm::Issues& issues) {
  Json json;
  json.begin_array();
  for (const Issue& issue : issues) {
    json.begin_object().key("error").boolean(issue.error).key("param").number(issue.param);
    json.key("value").number(issue.value).key("rule").string(issue.rule);
    json.key("nearest").number(issue.nearest).end_object();
  }
  json.end_array();
  return json.text();
}

std::string describe_resolved(const SchemeRequest& request) {
  Json json;
  json.begin_object().key("params").begin_array();
  for (const double value : request.scheme->resolve(request.params, request.link)) json.number(value);
  json.end_array().key("list").begin_array();
  for (const ParamSpec& spec : request.scheme->params()) {
    if (spec.kind != ParamKind::list) continue;
    for (const double value : request.params.list.empty() ? spec.list_fallback : request.params.list) {
      json.number(value);
    }
  }
  json.end_array().key("computed").begin_array();
  for (const Computed& c : request.scheme->computed(request.params, request.link)) {
    json.begin_object().key("name").string(c.name).key("unit").string(c.unit);
    json.key("value").number(c.value).end_object();
  }
  json.end_array().end_object();
  return json.text();
}

std::string describe_run(const Simulation& simulation, const std::vector<double>& flow_goodputs) {
  const Recording& recording = simulation.recording();
  Json json;
  json.begin_object().key("metrics");
  write_metrics(json, simulation.metrics());
  json.key("digest").string(hex(simulation.digest()));
  json.key("events").number(static_cast<double>(simulation.events()));
  json.key("backlog").number(static_cast<double>(simulation.backlog()));
  json.key("binSeconds").number(recording.overview.bin_s).key("bins").number(recording.overview.bins);
  json.key("thinning").number(recording.dots.thinning).key("truncated").boolean(recording.window.truncated);
  json.key("columns").begin_array();
  ColumnLister lister(json);
  const Overview& o = recording.overview;
  lister.column("overview.queueMin", o.queue_min);
  lister.column("overview.queueMax", o.queue_max);
  lister.column("overview.queueMean", o.queue_mean);
  lister.column("overview.cwndMean", o.cwnd_mean);
  lister.column("overview.arrivals", o.arrivals);
  lister.column("overview.departures", o.departures);
  lister.column("overview.bytesOut", o.bytes_out);
  lister.column("overview.dropsEarly", o.drops_early);
  lister.column("overview.dropsForced", o.drops_forced);
  lister.column("overview.dropsOverflow", o.drops_overflow);
  lister.column("overview.marks", o.marks);
  lister.columns("overview.state", o.state);
  lister.column("dots.time", recording.dots.time);
  lister.column("dots.queue", recording.dots.queue);
  lister.column("dots.fate", recording.dots.fate);
  lister.column("window.time", recording.window.time);
  lister.column("window.queue", recording.window.queue);
  lister.column("window.event", recording.window.event);
  lister.column("window.flow", recording.window.flow);
  lister.column("window.seq", recording.window.seq);
  lister.columns("window.state", recording.window.state);
  lister.column("flowGoodputs", flow_goodputs);
  json.end_array().end_object();
  return json.text();
}

}  // namespace aqm::bindings
