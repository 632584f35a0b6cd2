#include "decode.hpp"

#include <cmath>
#include <limits>

#include "aqm/congestion_control.hpp"
#include "aqm/source.hpp"

namespace aqm::bindings {
namespace {

/// The largest integer up to which doubles hold every integer.
constexpr double kMaxSafe = 9007199254740991.0;

/// As long as a run may be.
constexpr Time kLongestArrivals = static_cast<Time>(Limits::kDuration) * kSecond;

/// A longer list of issues is of no use, and an array of random numbers would fill the memory with it.
constexpr std::size_t kEnoughIssues = 100;

/// Reads the array field by field, in the order of the visits of layout.hpp.
class Reader {
 public:
  Reader(std::span<const double> input, ConfigIssues& issues) : input_(input), issues_(issues) {}

  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  void number(const char* name, double& out, const Facts& = {}) { take(name, out); }

  void integer(const char* name, int& out, const Facts& = {}) {
    double value = out;
    if (take(name, value) && is_integer(name, value, INT32_MIN, INT32_MAX)) out = static_cast<int>(value);
  }

  void natural(const char* name, std::uint64_t& out, const Facts& = {}) {
    double value = static_cast<double>(out);
    if (take(name, value) && is_integer(name, value, 0, kMaxSafe)) out = static_cast<std::uint64_t>(value);
  }

  void toggle(const char* name, bool& out, const Facts& = {}) {
    double value = out ? 1 : 0;
    if (take(name, value) && is_integer(name, value, 0, 1)) out = value != 0;
  }

  template <class Choice, class Words>
  void choice(const char* name, Choice& out, const Words& words, const Facts& = {}) {
    double value = static_cast<double>(out);
    if (take(name, value) && is_integer(name, value, 0, static_cast<double>(words.size()) - 1)) {
      out = static_cast<Choice>(static_cast<int>(value));
    }
  }

  void pair(const char* name, Span& out, const Facts& = {}) {
    take(name, out.lo);
    take(name, out.hi);
  }

  std::string text(const char* name) {
    std::string out;
    for (const double byte : numbers(name)) {
      if (!is_integer(name, byte, 0, 255)) break;
      out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
    }
    return out;
  }

  /// A count that must leave at least `width` doubles in the array for each counted item.
  std::size_t count(const char* name, std::size_t width) {
    double value = 0;
    if (!take(name, value)) return 0;
    const double room = static_cast<double>(input_.size() - at_) / static_cast<double>(width);
    return is_integer(name, value, 0, std::floor(room)) ? static_cast<std::size_t>(value) : 0;
  }

  std::vector<double> numbers(const char* name) {
    const std::size_t n = count(name, 1);
    std::vector<double> out(input_.begin() + static_cast<std::ptrdiff_t>(at_),
                            input_.begin() + static_cast<std::ptrdiff_t>(at_ + n));
    at_ += n;
    return out;
  }

  /// The entry of a catalogue at the index in the array; null if there is none.
  template <class Entry>
  const Entry* entry(const char* name, std::span<const Entry* const> all) {
    int index = -1;
    integer(name, index);
    if (index >= 0 && static_cast<std::size_t>(index) < all.size()) return all[static_cast<std::size_t>(index)];
    issues_.push_back({prefix_ + name, "must be an index of its catalogue", static_cast<double>(index)});
    return nullptr;
  }
  /// An entry of the catalogue, and the parameters of the scheme that it becomes with them: one number for each row of
  /// its table.
  std::shared_ptr<const Scheme> scheme(ParamValues& params) {
    const Scheme* entry = this->entry<Scheme>("aqm", catalogue());
    params = values();
    if (entry == nullptr) return nullptr;
    auto scheme = described(*entry, params);
    const std::size_t count = params.numbers.size();
    // The parameters of a text that cannot be read are unknown.
    const bool fits = count == scheme->params().size() || (scheme.get() != entry && scheme->params().size() == 1);
    if (!fits) issues_.push_back({"params", "must have one number for each parameter", static_cast<double>(count)});
    return scheme;
  }

  ParamValues values() {
    ParamValues out{numbers("params")};
    const std::size_t lists = count("lists", 1);
    for (std::size_t i = 0; i < lists; ++i) out.lists.push_back(numbers("list"));
    const std::size_t texts = count("texts", 1);
    for (std::size_t i = 0; i < texts; ++i) out.texts.push_back(text("text"));
    return out;
  }

  /// The spans of a row's own parameters.
  std::vector<Span> spans(const char* name) {
    std::vector<Span> out(count(name, 2));
    for (Span& span : out) {
      span.lo = input_[at_++];
      span.hi = input_[at_++];
    }
    return out;
  }

  /// Numbers that mean places in a list, from 0.
  std::vector<std::uint32_t> places(const char* name) {
    std::vector<std::uint32_t> out;
    for (const double place : numbers(name)) {
      if (!is_integer(name, place, 0, UINT32_MAX)) break;
      out.push_back(static_cast<std::uint32_t>(place));
    }
    return out;
  }

  /// For each arrival: the time since the previous one (ns), bytes, ECN bits and flow.
  std::vector<GivenArrival> arrivals() {
    std::vector<GivenArrival> out(count("arrivals", 4));
    set_prefix("arrivals.");
    Time at = 0;
    for (GivenArrival& arrival : out) {
      at += static_cast<Time>(whole("dt", 0, 1e12));
      if (at > kLongestArrivals) issues_.push_back({"arrivals", "must last at most 3600 s", to_seconds(at)});
      arrival.at = at;
      arrival.size = static_cast<std::uint16_t>(whole("size", 1, UINT16_MAX));
      arrival.ecn = static_cast<Ecn>(static_cast<int>(whole("ecn", 0, 3)));
      arrival.flow = static_cast<std::uint32_t>(whole("flow", 0, 65535));
      if (!issues_.empty()) break;
    }
    set_prefix("");
    return out;
  }

  /// True if every double was read and nothing was wrong.
  bool finish() {
    if (issues_.empty() && at_ != input_.size()) {
      issues_.push_back({"input", "must end here", static_cast<double>(at_)});
    }
    return issues_.empty();
  }

 private:
  /// False if the field is left out or the array has ended.
  bool take(const char* name, double& out) {
    if (at_ >= input_.size()) {
      issues_.push_back({prefix_ + name, "is missing: the array ended", static_cast<double>(input_.size())});
      return false;
    }
    const double value = input_[at_++];
    if (std::isnan(value)) return false;
    out = value;
    return true;
  }

  double whole(const char* name, double min, double max) {
    double value = kUnset;
    take(name, value);
    return is_integer(name, value, min, max) ? value : min;
  }

  bool is_integer(const char* name, double value, double min, double max) {
    if (value >= min && value <= max && value == std::floor(value)) return true;
    issues_.push_back({prefix_ + name,
                       "must be an integer from " + std::to_string(static_cast<std::int64_t>(min)) + " to " +
                           std::to_string(static_cast<std::int64_t>(max)),
                       value});
    return false;
  }

  std::span<const double> input_;
  ConfigIssues& issues_;
  std::size_t at_ = 0;
  std::string prefix_;
};

SchemeRequest read_scheme_request(Reader& reader) {
  SchemeRequest request;
  visit_link_info(reader, request.link);
  request.scheme = reader.scheme(request.params);
  return request;
}

void read_row(Reader& reader, TrafficGroup& row) {
  visit_row(reader, row);
  if (const SourceKind* kind = reader.entry("kind", sources())) row.kind = kind->id();
  row.values = reader.spans("values");
  visit_tcp(reader, row);
  if (const CongestionControl* control = reader.entry("tcp", congestion_controls())) row.tcp = control->id();
  for (const Span& value : reader.spans("tcp_params")) row.tcp_values.push_back(value.lo);
}

void read_changes(Reader& reader, std::vector<LinkChange>& changes, const ConfigIssues& issues) {
  const std::size_t count = reader.count("changes", 4);
  for (std::size_t i = 0; i < count && issues.size() < kEnoughIssues; ++i) visit_change(reader, changes.emplace_back());
}

ScenarioRequest read_scenario(Reader& reader, ConfigIssues& issues) {
  ScenarioRequest request;
  ScenarioConfig& scenario = request.scenario;
  visit_run(reader, scenario);
  visit_network(reader, scenario.network);
  visit_record(reader, request.record);
  request.record.windows = reader.places("record.windows");
  const std::size_t links = reader.count("network.links", 1);
  scenario.network.links.clear();
  for (std::size_t i = 0; i < links && issues.size() < kEnoughIssues; ++i) {
    reader.set_prefix("network.links[" + std::to_string(i) + "].");
    LinkConfig& link = scenario.network.links.emplace_back();
    visit_chain_link(reader, link);
    read_changes(reader, link.changes, issues);
  }
  reader.set_prefix("");
  const std::size_t rows = reader.count("traffic", 1);
  for (std::size_t i = 0; i < rows && issues.size() < kEnoughIssues; ++i) {
    reader.set_prefix("traffic[" + std::to_string(i) + "].");
    read_row(reader, scenario.traffic.emplace_back());
  }
  reader.set_prefix("");
  const auto scheme = reader.scheme(scenario.params);
  if (scheme != nullptr) scenario.aqm = scheme->id();
  return request;
}

/// The scenario at the end: true if the array was well formed and the scenario can be simulated.
bool read_last(Reader& reader, ScenarioConfig& scenario, ConfigIssues& issues) {
  scenario = read_scenario(reader, issues).scenario;
  if (!reader.finish()) return false;
  issues = check(scenario);
  return issues.empty();
}
/// The same after the fields of the model.
bool read_last(Reader& reader, FluidRequest& request, ConfigIssues& issues) {
  visit_fluid(reader, request.fluid);
  return read_last(reader, request.scenario, issues);
}

}  // namespace

std::optional<std::string> decode_text(std::span<const double> input, ConfigIssues& issues) {
  std::string text;
  for (const double byte : input) {
    if (!(byte >= 0 && byte <= 255 && byte == std::floor(byte))) {
      issues.push_back({"input", "must be bytes", byte});
      return std::nullopt;
    }
    text.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  }
  return text;
}

std::optional<SchemeRequest> decode_scheme_request(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  SchemeRequest request = read_scheme_request(reader);
  if (!reader.finish()) return std::nullopt;
  return request;
}

std::optional<CurveRequest> decode_curve_request(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  CurveRequest request;
  visit_curve(reader, request.curve);
  request.state = reader.numbers("state");
  request.of = read_scheme_request(reader);
  if (!reader.finish()) return std::nullopt;
  return request;
}

std::optional<OneLinkRequest> decode_one_link(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  OneLinkRequest request;
  visit_one_link(reader, request.set_up);
  request.arrivals = reader.arrivals();
  request.of = read_scheme_request(reader);
  const LinkInfo& link = request.set_up.link = request.of.link;
  if (!(link.rate_bps >= 1000 && link.rate_bps <= Limits::kRate)) {
    issues.push_back({"rate", "must be from 1000 to 1e10 bit/s", link.rate_bps});
  }
  if (!reader.finish()) return std::nullopt;
  return request;
}

std::optional<ScenarioRequest> decode_scenario(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  ScenarioRequest request = read_scenario(reader, issues);
  if (!reader.finish()) return std::nullopt;
  return request;
}

std::optional<FluidRequest> decode_fluid(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  FluidRequest request;
  if (!read_last(reader, request, issues)) return std::nullopt;
  return request;
}

std::optional<MapRowRequest> decode_map_row(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  MapRowRequest request;
  visit_map(reader, request.map);
  visit_fluid(reader, request.of.fluid);
  request.x = reader.numbers("x");
  if (!read_last(reader, request.of.scenario, issues)) return std::nullopt;
  return request;
}

std::optional<HopfRequest> decode_hopf(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  HopfRequest request;
  visit_hopf(reader, request.along);
  if (!read_last(reader, request.of, issues)) return std::nullopt;
  return request;
}

std::optional<CurvesRequest> decode_curves(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  CurvesRequest request;
  visit_range(reader, request.x);
  visit_range(reader, request.y);
  if (!read_last(reader, request.of, issues)) return std::nullopt;
  return request;
}

std::optional<CyclesRequest> decode_cycles(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  CyclesRequest request;
  visit_range(reader, request.along);
  if (!read_last(reader, request.of, issues)) return std::nullopt;
  return request;
}

std::optional<DesignRequest> decode_design(std::span<const double> input, ConfigIssues& issues) {
  Reader reader(input, issues);
  DesignRequest request;
  reader.choice("rule", request.rule, kDesignRules);
  if (!read_last(reader, request.scenario, issues)) return std::nullopt;
  return request;
}

}  // namespace aqm::bindings
