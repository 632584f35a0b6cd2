#include "scheme.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "fluid.hpp"
#include "machine.hpp"
#include "marking.hpp"
#include "outline.hpp"
#include "parts/param_table.hpp"
#include "parts/register.hpp"

namespace aqm::program {
namespace {

/// The program in a lane that has no text yet.
constexpr const char* kFirstText = R"(scheme "My RED"
param min_th = 20 packets in 0..10000 "Below this average nothing is dropped."
param max_th = 80 packets in 1..10000 "From this average on everything is dropped."
param max_p = 0.1 in 0..1 "The drop probability just below max_th."
param w = 0.002 in 1e-6..1 "Weight of the newest queue in the average."
require min_th < max_th
state avg = 0 packets "The average queue."
on arrive {
  avg = average(avg, queue, w, packet_size)
  drop always when avg >= max_th
  drop when random < max_p * (avg - min_th) / (max_th - min_th)
}
)";

/// A timer that fires more often would take the whole time of a run.
constexpr double kShortestInterval = 1e-5, kLongestInterval = 1e6;

ParamSpec text_spec() {
  ParamSpec spec;
  spec.name = "program";
  spec.kind = ParamKind::text;
  spec.text_fallback = kFirstText;
  spec.help = "The AQM itself, in the language of docs/programs.md.";
  return spec;
}

/// Whether a parameter is compared with something, or their difference is computed.
template <class Is>
bool meets(const Tree& tree, int param, const Is& is_other, bool distance) {
  const auto is_param = [&](const Node& node) {
    return node.op == Op::name && node.space == Space::param && node.index == param;
  };
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const Node& node) {
    if (node.op != Op::less && node.op != Op::less_equal && (node.op != Op::subtract || !distance)) return false;
    const Node& a = tree.nodes[static_cast<std::size_t>(node.of[0])];
    const Node& b = tree.nodes[static_cast<std::size_t>(node.of[1])];
    return (is_other(a) && is_param(b)) || (is_param(a) && is_other(b));
  });
}

/// A level of the queue: the queue or its average is compared with it.
bool is_level(const Tree& tree, int param) {
  const auto is_queue = [&](const Node& node) {
    if (node.op != Op::name || node.space != Space::state) return is_reading(node, Read::queue);
    return tree.states[static_cast<std::size_t>(node.index)].average;
  };
  return meets(tree, param, is_queue, true);
}

/// A level of the delay: the sojourn time, or a state in seconds, is compared with it.
bool is_delay(const Tree& tree, int param) {
  const auto is_wait = [](const Node& node) {
    if (node.op != Op::name || node.space != Space::state) return is_reading(node, Read::sojourn);
    return node.type.unit == kSeconds;
  };
  return meets(tree, param, is_wait, false);
}

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

ParamSpec spec_of(const Tree& tree, int index) {
  const Param& param = tree.params[static_cast<std::size_t>(index)];
  ParamSpec spec;
  spec.name = param.name.c_str();
  spec.unit = param.toggle ? "" : param.unit.c_str();
  spec.kind = param.toggle ? ParamKind::toggle : param.whole ? ParamKind::integer : ParamKind::number;
  spec.fallback = param.fallback;
  spec.range = {param.min, param.max};
  spec.help = param.help.c_str();
  if (param.toggle) return spec;
  if (param.measure == kPackets && is_level(tree, index)) spec.role = ParamRole::queue_threshold;
  if (param.measure == kSeconds && param.name == "target") spec.role = ParamRole::delay_target;
  return spec;
}

StateSpec spec_of(const State& state) {
  return {state.name.c_str(), state.unit.c_str(), state.help.c_str(),
          state.average && state.type.unit == kPackets ? ParamRole::average : ParamRole::plain};
}

/// A fault in a line.
std::string told(const Fault& fault) {
  std::string text = "line " + std::to_string(fault.place.line) + ", column " + std::to_string(fault.place.column) +
                     ": " + fault.found + ": " + fault.rule;
  if (!fault.advice.empty()) text += "; " + fault.advice;
  return text;
}

}  // namespace

ProgramScheme::ProgramScheme(std::string_view text) : text_(text), name_("Your own program") {
  Parsed parsed = parse(text_);
  faults_ = std::move(parsed.faults);
  warnings_ = std::move(parsed.warnings);
  marks_ = std::move(parsed.marks);
  params_.push_back(text_spec());
  if (!faults_.empty()) return;
  Code code = compile(parsed.tree);
  program_ = std::make_shared<const Program>(Program{std::move(parsed.tree), std::move(code)});
  const Tree& tree = program_->tree;
  if (text != kFirstText) name_ = tree.name;
  for (std::size_t i = 0; i < tree.params.size(); ++i) params_.push_back(spec_of(tree, static_cast<int>(i)));
  for (const State& state : tree.states) states_.push_back(spec_of(state));
  for (const Requirement& one : tree.requirements) constraints_.push_back(one.text.c_str());
}

std::shared_ptr<const Scheme> ProgramScheme::of(const ParamValues& values) const {
  const bool given = !values.texts.empty() && !values.texts.front().empty();
  return std::make_shared<const ProgramScheme>(given ? std::string_view(values.texts.front()) : kFirstText);
}

Issues ProgramScheme::check(const ParamValues& values, const LinkInfo& link) const {
  if (!faults_.empty()) return {{true, 0, kUnset, told(faults_.front()), kUnset}};
  Issues issues = ParamTable(params_).check(values);
  if (!issues.empty()) return issues;
  const Code& code = program_->code;
  const std::vector<double> first = frame(values, link);
  for (std::size_t i = 0; i < code.requirements.size(); ++i) {
    std::vector<double> frame = first;
    run(code, code.requirements[i].entry, frame.data());
    if (frame[code.requirements[i].slot] != 0) continue;
    const Requirement& one = program_->tree.requirements[i];
    const double value = one.param == kNone ? kUnset : first[static_cast<std::size_t>(code.first_param + one.param)];
    issues.push_back({true, one.param == kNone ? 0 : one.param + 1, value, one.text, kUnset});
  }
  for (const auto& [value, rule] : {std::pair{code.interval, "the interval of every is from 1e-5 to 1e6 s"},
                                    std::pair{code.window, "the window of load is from 1e-5 to 1e6 s"}}) {
    const double time = value.entry == kNone ? kShortestInterval : value_of(*program_, value, first);
    if (!(time >= kShortestInterval && time <= kLongestInterval)) {
      issues.push_back({true, 0, kUnset, rule, kUnset});
    }
  }
  if (issues.empty()) warn_of_meaning(values, link, issues);
  for (const Fault& warning : warnings_) issues.push_back({false, 0, kUnset, told(warning), kUnset});
  return issues;
}

void ProgramScheme::warn_of_meaning(const ParamValues& values, const LinkInfo& link, Issues& issues) const {
  const Tree& tree = program_->tree;
  const std::vector<double> first = frame(values, link);
  const double packet_time = 8.0 * link.packet_size / link.rate_bps;
  for (std::size_t i = 0; i < tree.params.size(); ++i) {
    const double value = first[static_cast<std::size_t>(program_->code.first_param) + i];
    if (value < packet_time && is_delay(tree, static_cast<int>(i))) {
      issues.push_back({false, static_cast<int>(i) + 1, value,
                        "is less than the time that the link takes for one packet: each packet that waits is above it",
                        kUnset});
    }
  }
  if (!drawn().drawn) return;
  const double above = curve_of(values, link, {}).above_one();
  if (std::isnan(above)) return;
  issues.push_back({false, 0, kUnset,
                    "random is compared with more than one where " + std::string(curve_axis().name) + " is " +
                        rounded(above) + " " + curve_axis().unit + ": it is always less there",
                    kUnset});
}

std::vector<double> ProgramScheme::resolve(const ParamValues& values, const LinkInfo& /*link*/) const {
  std::vector<double> numbers(params_.size(), kUnset);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const double given = i < values.numbers.size() ? values.numbers[i] : kUnset;
    numbers[i] = std::isnan(given) ? params_[i].fallback : given;
  }
  return numbers;
}

bool ProgramScheme::marks(const ParamValues& values, const LinkInfo& link) const {
  return program_ && marks_packets(program_, frame(values, link), link);
}

std::vector<double> ProgramScheme::frame(const ParamValues& values, const LinkInfo& link) const {
  const std::vector<double> numbers = resolve(values, link);
  return frame_of(*program_, std::span(numbers).subspan(1), link);
}

const DropCurve& ProgramScheme::drawn() const {
  std::call_once(looked_, [this] {
    if (!program_) return;
    const LinkInfo link;
    drawn_ = drop_curve(program_, frame({}, link), link);
    if (drawn_.drawn) curves_.push_back({"drop probability", drawn_.live});
  });
  return drawn_;
}

std::span<const CurveSpec> ProgramScheme::curves() const {
  drawn();
  return curves_;
}

CurveAxis ProgramScheme::curve_axis() const {
  const int axis = drawn().axis;
  if (axis == kNone) return {"q", "packets"};
  const State& state = program_->tree.states[static_cast<std::size_t>(axis)];
  return {state.name.c_str(), state.unit.c_str()};
}

CurveOf ProgramScheme::curve_of(const ParamValues& values, const LinkInfo& link, std::span<const double> state) const {
  return {program_, frame(values, link), link, drawn().axis, state};
}

void ProgramScheme::curve(const ParamValues& values, const LinkInfo& link, int /*which*/, std::span<const double> state,
                          std::span<const double> x, std::span<double> p_b) const {
  if (!drawn().drawn) return std::fill(p_b.begin(), p_b.end(), kUnset);
  const CurveOf curve = curve_of(values, link, state);
  for (std::size_t i = 0; i < x.size() && i < p_b.size(); ++i) p_b[i] = curve.probability(x[i]);
}

std::vector<double> ProgramScheme::knots(const ParamValues& values, const LinkInfo& link, int /*which*/,
                                         std::span<const double> state) const {
  return drawn().drawn ? curve_of(values, link, state).knots() : std::vector<double>{};
}

double ProgramScheme::curve_extent(const ParamValues& values, const LinkInfo& link) const {
  return drawn().drawn ? curve_of(values, link, {}).extent() : link.buffer;
}

std::unique_ptr<QueueDiscipline> ProgramScheme::make(const ParamValues& values, const LinkInfo& link,
                                                     Rng /*rng*/) const {
  return std::make_unique<Discipline>(Interpreter(program_, frame(values, link)), link.buffer);
}

FluidOffer ProgramScheme::counterpart(const Scheme& scheme, const ParamValues& values, const LinkInfo& link,
                                      const FluidChoice& choice) {
  // Entries of the catalogue and results of `of` are of this class: no other class has this id.
  const auto& own = static_cast<const ProgramScheme&>(scheme);
  return fluid_of(own.program_, own.frame(values, link), link, choice);
}

std::vector<Stop> ProgramScheme::stops() const { return program_ ? program_->code.stops : std::vector<Stop>{}; }

Part ProgramScheme::outline() const { return program_ ? outline_of(program_->tree) : Part{}; }

Described describe(std::string_view text) {
  auto scheme = std::make_shared<const ProgramScheme>(text);
  return {scheme, scheme->faults(), scheme->warnings(), scheme->marks(), scheme->outline(), scheme->stops()};
}

std::vector<Word> words() {
  std::vector<Word> all;
  for (const Keyword& one : keywords()) all.push_back({one.word, Look::keyword, "", "", "", one.help});
  for (const Reading& one : readings()) {
    std::string when;
    for (int event = 0; event < kEvents; ++event) {
      if ((one.when & (1U << event)) == 0) continue;
      when += (when.empty() ? "" : ", ") + std::string(name_of(static_cast<Event>(event)));
    }
    all.push_back({one.name, Look::reading, one.truth ? "true or false" : text_of(one.unit), "", when, one.help});
  }
  for (const Function& one : functions()) all.push_back({one.name, Look::function, "", one.signature, "", one.help});
  return all;
}

namespace {

/// The entry of the catalogue, with the text with which a lane begins.
class FirstProgram {
 public:
  FirstProgram() : registration_(scheme_) { keep_counterpart(scheme_, &ProgramScheme::counterpart); }

 private:
  ProgramScheme scheme_{kFirstText};
  Registration<Scheme> registration_;
};
const FirstProgram registered;

}  // namespace

}  // namespace aqm::program
