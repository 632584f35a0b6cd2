#include "describe.hpp"

#include <cmath>
#include <cstdio>

#include "aqm/congestion_control.hpp"
#include "aqm/program.hpp"
#include "aqm/source.hpp"
#include "columns.hpp"

namespace aqm::bindings {
namespace {

constexpr std::array kKinds{"number", "integer", "choice", "toggle", "list", "text", "pair"};
constexpr std::array kTransports{"tcp", "udp"};
constexpr std::array kBetter{"neither", "high", "low"};
constexpr std::array kRoles{"plain",        "queue_threshold", "probability",      "weight",
                            "delay_target", "average",         "base_probability", "curve_points"};

template <class Words, class Choice>
const char* word(const Words& words, Choice choice) {
  return words[static_cast<std::size_t>(choice)];
}

/// Writes the fields that a visit names, each with its default.
class FieldLister {
 public:
  explicit FieldLister(Json& json) : json_(json) {}
  void number(const char* name, double value, const Facts& facts = {}) { field(name, "number", value, facts); }
  void integer(const char* name, int value, const Facts& facts = {}) { field(name, "integer", value, facts); }
  void natural(const char* name, std::uint64_t value, const Facts& facts = {}) {
    field(name, "integer", static_cast<double>(value), facts);
  }
  void toggle(const char* name, bool value, const Facts& facts = {}) {
    begin(name, "toggle", facts);
    json_.key("default").boolean(value).end_object();
  }
  void pair(const char* name, const Span& value, const Facts& facts = {}) {
    begin(name, "pair", facts);
    if (value.lo != facts.absent) {
      json_.key("default");
      if (value.lo == value.hi) {
        json_.number(value.lo);
      } else {
        json_.begin_array().number(value.lo).number(value.hi).end_array();
      }
    }
    json_.end_object();
  }
  template <class T, class Words>
  void choice(const char* name, T value, const Words& words, const Facts& facts = {}) {
    begin(name, "choice", facts);
    if (static_cast<double>(value) != facts.absent) json_.key("default").string(word(words, value));
    json_.key("choices").begin_array();
    for (const char* w : words) json_.string(w);
    json_.end_array().end_object();
  }

 private:
  void begin(const char* name, const char* type, const Facts& facts) {
    json_.begin_object().key("name").string(name).key("type").string(type);
    json_.key("unit").string(facts.unit).key("label").string(facts.label).key("help").string(facts.help);
    if (*facts.without != 0) json_.key("without").string(facts.without);
    if (std::isfinite(facts.min)) json_.key("min").number(facts.min);
    if (std::isfinite(facts.max)) json_.key("max").number(facts.max);
  }
  void field(const char* name, const char* type, double value, const Facts& facts) {
    begin(name, type, facts);
    if (value != facts.absent && std::isfinite(value)) json_.key("default").number(value);
    // What is left out has a value all the same, which a form shows in its own style and with the unit.
    if (value == facts.absent && *facts.without == 0) json_.key("without").number(value);
    json_.end_object();
  }
  Json& json_;
};

/// Lists the measured figures, by the visits that also give the values.
struct MetricLister {
  Json& json;
  void metric(const MetricFacts& facts, double) {
    json.begin_object().key("name").string(facts.name).key("unit").string(facts.unit);
    json.key("label").string(facts.label).key("better").string(word(kBetter, facts.better));
    json.key("help").string(facts.help).end_object();
  }
};
struct MetricWriter {
  Json& json;
  void metric(const MetricFacts& facts, double value) { json.key(facts.name).number(value); }
};
template <class M>
void write_metrics(Json& json, const M& metrics) {
  MetricWriter writer{json};
  json.begin_object();
  visit(writer, metrics);
  json.end_object();
}
template <class M>
void list_metrics(Json& json) {
  MetricLister lister{json};
  json.begin_array();
  visit(lister, M{});
  json.end_array();
}

/// Lists the recorded columns, by the visits that also give the values.
struct RecordedLister {
  Json& json;
  template <class V>
  void column(const char* name, const char* unit, const char* help, const V&) {
    json.begin_object().key("name").string(name).key("unit").string(unit).key("help").string(help).end_object();
  }
  void columns(const char* name, const char* help, const std::vector<std::vector<double>>& all) {
    column(name, "", help, all);
  }
};
template <class Visit>
void list_recorded(Json& json, Visit&& visit) {
  RecordedLister lister{json};
  json.begin_array();
  visit(lister);
  json.end_array();
}

/// The recorded columns of a link, each under the prefix of its group.
struct ColumnWriter {
  ColumnLister& lister;
  std::string prefix;
  template <class V>
  void column(const char* name, const char*, const char*, const V& values) {
    lister.column(prefix + name, values);
  }
  void columns(const char* name, const char*, const std::vector<std::vector<double>>& all) {
    lister.columns(prefix + name, all);
  }
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
  } else if (spec.kind == ParamKind::text) {
    json.key("default").string(spec.text_fallback);
  } else if (std::isinf(spec.fallback)) {
    json.key("computed").string("without end");
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
  } else if (spec.kind != ParamKind::toggle && spec.kind != ParamKind::text) {
    if (std::isfinite(spec.range.min)) json.key("min").number(spec.range.min);
    if (std::isfinite(spec.range.max)) json.key("max").number(spec.range.max);
    if (spec.range.min_open) json.key("minExclusive").boolean(true);
    if (spec.range.max_open) json.key("maxExclusive").boolean(true);
  }
  if (spec.kind == ParamKind::list) json.key("listWidth").number(spec.list_width);
  if (*spec.label != 0) json.key("label").string(spec.label);
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

std::string hex(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

namespace {

/// A list of fields under its name.
template <class Visit>
void write_fields(Json& json, const char* name, Visit&& visit) {
  FieldLister lister(json);
  json.key(name).begin_array();
  visit(lister);
  json.end_array();
}

template <class Words>
void write_words(Json& json, const char* name, const Words& words) {
  json.key(name).begin_array();
  for (const char* w : words) json.string(w);
  json.end_array();
}

void write_sources(Json& json) {
  json.key("sources").begin_array();
  for (const SourceKind* kind : sources()) {
    json.begin_object().key("id").string(kind->id()).key("name").string(kind->name());
    json.key("help").string(kind->help()).key("source").string(kind->source());
    json.key("transport").string(word(kTransports, kind->transport())).key("params").begin_array();
    for (const ParamSpec& spec : kind->params()) write_param(json, spec);
    // For one flow with every default and packets of 1500 bytes; null: as much as TCP gets.
    const double rate = kind->mean_rate({}, 1500);
    json.end_array().key("mean_rate").number(rate < HUGE_VAL ? rate : kUnset).end_object();
  }
  json.end_array();
}

std::string_view word_of(EcnUse use) {
  switch (use) {
    case EcnUse::optional: break;
    case EcnUse::l4s: return "l4s";
    case EcnUse::none: return "none";
  }
  return "optional";
}

void write_controls(Json& json) {
  json.key("controls").begin_array();
  for (const CongestionControl* control : congestion_controls()) {
    json.begin_object().key("id").string(control->id()).key("name").string(control->name());
    json.key("source").string(control->source()).key("ecn").string(word_of(control->ecn()));
    json.key("needs_sack").number(control->needs_sack());
    json.key("takes_sack").number(control->recovery() != Recovery::reno);
    json.key("params").begin_array();
    for (const ParamSpec& spec : control->params()) write_param(json, spec);
    json.end_array().key("phases").begin_array();
    for (const char* name : kPhases) json.string(name);
    for (const char* name : control->phases()) json.string(name);
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

std::string describe_layout() {
  Json json;
  LinkInfo link;
  CurveFields curve;
  ScenarioConfig scenario;
  LinkConfig chain_link;
  LinkChange change;
  RecordConfig record;
  OneLink one_link;
  TrafficGroup row;
  FluidFields fluid;
  MapFields map;
  KnobSetting along;
  KnobRange range;
  json.begin_object();
  json.key("limits").begin_object().key("flows").number(Limits::kFlows).key("changes").number(Limits::kChanges);
  json.key("segments").number(Limits::kSegments).end_object();
  write_fields(json, "link", [&](auto& v) { visit_link_info(v, link); });
  write_fields(json, "curve", [&](auto& v) { visit_curve(v, curve); });
  write_fields(json, "run", [&](auto& v) { visit_run(v, scenario); });
  write_fields(json, "network", [&](auto& v) { visit_network(v, scenario.network); });
  write_fields(json, "record", [&](auto& v) { visit_record(v, record); });
  write_fields(json, "chainLink", [&](auto& v) { visit_chain_link(v, chain_link); });
  write_fields(json, "change", [&](auto& v) { visit_change(v, change); });
  write_fields(json, "row", [&](auto& v) { visit_row(v, row); });
  write_fields(json, "tcp", [&](auto& v) { visit_tcp(v, row); });
  write_fields(json, "fluid", [&](auto& v) { visit_fluid(v, fluid); });
  write_fields(json, "map", [&](auto& v) { visit_map(v, map); });
  write_fields(json, "hopf", [&](auto& v) { visit_hopf(v, along); });
  write_fields(json, "range", [&](auto& v) { visit_range(v, range); });
  write_fields(json, "oneLink", [&](auto& v) { visit_one_link(v, one_link); });
  write_words(json, "packetEnds", kPacketEnds);
  write_words(json, "designRules", kDesignRules);
  write_sources(json);
  write_controls(json);
  list_metrics<Metrics>(json.key("metrics"));
  list_metrics<RowMetrics>(json.key("rowMetrics"));
  const Recording recording;
  list_recorded(json.key("overview"), [&](auto& v) { recording.visit_overview(v); });
  list_recorded(json.key("dots"), [&](auto& v) { recording.visit_dots(v); });
  list_recorded(json.key("window"), [&](auto& v) { recording.visit_window(v); });
  json.end_object();
  return json.text();
}

namespace {

constexpr std::array kLooks{"keyword", "number",   "unit",  "text",  "comment", "sign",
                            "reading", "function", "param", "state", "local"};

constexpr std::array kStops{"let", "set", "compare", "truth", "decide"};

void write_faults(Json& json, const char* name, const std::vector<program::Fault>& faults) {
  json.key(name).begin_array();
  for (const program::Fault& fault : faults) {
    json.begin_object().key("from").number(fault.place.from).key("length").number(fault.place.length);
    json.key("line").number(fault.place.line).key("column").number(fault.place.column);
    json.key("found").string(fault.found).key("rule").string(fault.rule).key("advice").string(fault.advice);
    json.end_object();
  }
  json.end_array();
}

void write_part(Json& json, const program::Part& part) {
  json.begin_object().key("kind").string(part.kind);
  if (!part.text.empty()) json.key("text").string(part.text);
  if (part.kind == "constant") json.key("value").number(part.value);
  if (part.line > 0) json.key("line").number(part.line);
  json.key("of").begin_array();
  for (const program::Part& one : part.of) write_part(json, one);
  json.end_array().end_object();
}

}  // namespace

std::string describe_program(const std::string& text) {
  const program::Described described = program::describe(text);
  Json json;
  json.begin_object().key("scheme");
  write_scheme(json, *described.scheme);
  write_faults(json, "faults", described.faults);
  write_faults(json, "warnings", described.warnings);
  json.key("marks").begin_array();
  for (const program::Mark& mark : described.marks) {
    json.number(mark.place.from).number(mark.place.length).string(word(kLooks, mark.look));
  }
  json.end_array().key("tree");
  write_part(json, described.tree);
  json.key("stops").begin_array();
  for (const program::Stop& stop : described.stops) {
    json.begin_object().key("kind").string(word(kStops, stop.kind)).key("line").number(stop.line);
    json.key("text").string(stop.text).key("unit").string(stop.unit).end_object();
  }
  json.end_array().end_object();
  return json.text();
}

std::string describe_words() {
  Json json;
  json.begin_array();
  for (const program::Word& one : program::words()) {
    json.begin_object().key("name").string(one.name).key("kind").string(word(kLooks, one.look));
    json.key("unit").string(one.unit).key("signature").string(one.signature).key("when").string(one.when);
    json.key("help").string(one.help).end_object();
  }
  json.end_array();
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
    const auto& given = request.params.lists;
    for (const double value : given.empty() || given[0].empty() ? spec.list_fallback : given[0]) json.number(value);
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
  Json json;
  json.begin_object().key("digest").string(hex(simulation.digest()));
  json.key("events").number(static_cast<double>(simulation.events()));
  json.key("observed").number(static_cast<double>(simulation.observed()));
  json.key("links").begin_array();
  for (std::size_t i = 0; i < simulation.links(); ++i) {
    const Recording& recording = simulation.recording(i);
    write_metrics(json.begin_object().key("metrics"), simulation.metrics(i));
    json.key("binSeconds").number(recording.overview.bin_s).key("bins").number(recording.overview.bins);
    json.key("thinning").number(recording.dots.thinning).key("truncated").boolean(recording.window.truncated);
    json.end_object();
  }
  json.end_array().key("rows").begin_array();
  for (const RowMetrics& row : simulation.rows()) write_metrics(json, row);
  json.end_array().key("flows").begin_array();
  for (const RowMetrics& flow : simulation.flows()) write_metrics(json, flow);
  json.end_array().key("columns").begin_array();
  ColumnLister lister(json);
  for (std::size_t i = 0; i < simulation.links(); ++i) {
    const std::string link = "links." + std::to_string(i) + ".";
    ColumnWriter overview{lister, link + "overview."}, dots{lister, link + "dots."}, window{lister, link + "window."},
        stops{lister, link + "stops."};
    simulation.recording(i).visit_overview(overview);
    simulation.recording(i).visit_dots(dots);
    simulation.recording(i).visit_window(window);
    simulation.recording(i).visit_stops(stops);
  }
  lister.column("flowGoodputs", flow_goodputs);
  json.end_array().end_object();
  return json.text();
}

}  // namespace aqm::bindings
