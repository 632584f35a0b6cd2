#include "outline.hpp"

#include <cmath>

namespace aqm::program {

const char* kind_of(const Node& node) {
  switch (node.op) {
    case Op::negate: return "negate";
    case Op::invert: return "not";
    case Op::add: return "add";
    case Op::subtract: return "subtract";
    case Op::multiply: return "multiply";
    case Op::divide: return "divide";
    case Op::less: return node.turned ? "greater" : "less";
    case Op::less_equal: return node.turned ? "greater_equal" : "less_equal";
    case Op::equal: return "equal";
    case Op::differ: return "differ";
    case Op::both: return "and";
    case Op::either: return "or";
    default: break;
  }
  for (const Function& function : functions()) {
    if (function.op == node.op) return function.name;
  }
  return "";
}

const char* kind_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::drop: return "drop";
    case Outcome::force: return "drop_always";
    case Outcome::mark: return "mark";
    case Outcome::mark_or_drop: return "mark_or_drop";
    case Outcome::none:
    case Outcome::accept: break;
  }
  return "accept";
}

std::string name_of(const Tree& tree, const Node& node) {
  const auto index = static_cast<std::size_t>(node.index);
  switch (node.space) {
    case Space::reading: return readings()[index].name;
    case Space::param: return tree.params[index].name;
    case Space::state: return tree.states[index].name;
    case Space::flow: return tree.flow_states[index].name;
    case Space::local: break;
  }
  return tree.locals[index];
}

namespace {

class Outline {
 public:
  explicit Outline(const Tree& tree) : tree_(tree) {}

  Part whole() const {
    Part all = named("program", tree_.name);
    for (const State& state : tree_.states) all.of.push_back(named("state", state.name, {value(state.first)}));
    for (const State& state : tree_.flow_states) {
      all.of.push_back(named("flow_state", state.name, {value(state.first)}));
    }
    for (const Requirement& one : tree_.requirements) {
      all.of.push_back(named("require", one.text, {value(one.condition)}));
    }
    for (int event = 0; event < kEvents; ++event) {
      const auto index = static_cast<std::size_t>(event);
      if (!tree_.has[index]) continue;
      Part part = named("event", name_of(static_cast<Event>(event)), {block(tree_.events[index])});
      if (static_cast<Event>(event) == Event::every) part.of.push_back(value(tree_.interval));
      all.of.push_back(std::move(part));
    }
    return all;
  }

 private:
  static Part named(std::string kind, std::string text, std::vector<Part> of = {}) {
    return {std::move(kind), std::move(text), 0, 0, std::move(of)};
  }
  const Node& node(int index) const { return tree_.nodes[static_cast<std::size_t>(index)]; }

  Part value(int index) const {
    const Node& one = node(index);
    if (one.op == Op::constant) return constant(one);
    if (one.op == Op::name) return name(one);
    Part part = named(kind_of(one), "");
    for (const int of : one.of) {
      if (of != kNone) part.of.push_back(value(of));
    }
    if (one.turned) std::swap(part.of[0], part.of[1]);
    return part;
  }
  static Part constant(const Node& one) {
    if (one.type.truth) return named(one.value != 0 ? "true" : "false", "");
    if (std::isinf(one.value)) return named("never", "");
    Part part = named("constant", one.type.free || one.type.unit == kOne ? "" : text_of(one.type.unit));
    part.value = one.value;
    return part;
  }
  Part name(const Node& one) const {
    constexpr const char* kKinds[] = {"reading", "param", "state", "flow_state", "local"};
    return named(kKinds[static_cast<std::size_t>(one.space)], name_of(tree_, one));
  }

  Part block(int first) const {
    Part all = named("block", "");
    for (int i = first; i != kNone; i = tree_.statements[static_cast<std::size_t>(i)].next) {
      all.of.push_back(statement(tree_.statements[static_cast<std::size_t>(i)]));
    }
    return all;
  }
  Part statement(const Statement& one) const {
    Part part;
    part.line = one.place.line;
    if (one.value != kNone) part.of.push_back(value(one.value));
    switch (one.act) {
      case Act::let:
        part.kind = "let";
        part.text = tree_.locals[static_cast<std::size_t>(one.target)];
        break;
      case Act::set:
        part.kind = "set";
        part.text = tree_.states[static_cast<std::size_t>(one.target)].name;
        break;
      case Act::set_flow:
        part.kind = "set";
        part.text = tree_.flow_states[static_cast<std::size_t>(one.target)].name;
        break;
      case Act::decide: part.kind = kind_of(one.outcome); break;
      case Act::choose:
        part.kind = "if";
        part.of.push_back(block(one.then));
        if (one.otherwise != kNone) part.of.push_back(block(one.otherwise));
        break;
    }
    return part;
  }

  const Tree& tree_;
};

}  // namespace

Part outline_of(const Tree& tree) { return Outline(tree).whole(); }

}  // namespace aqm::program
