#include "code.hpp"

#include <cmath>

#include "outline.hpp"

namespace aqm::program {
namespace {

class Compiler {
 public:
  explicit Compiler(const Tree& tree) : tree_(tree) {
    code_.first_param = kReadings;
    code_.first_state = code_.first_param + static_cast<int>(tree.params.size());
    code_.first_flow_state = code_.first_state + static_cast<int>(tree.states.size());
    first_local_ = code_.first_flow_state + static_cast<int>(tree.flow_states.size());
    code_.frame.assign(static_cast<std::size_t>(first_local_) + tree.locals.size(), 0.0);
    code_.load = fresh();
    code_.entry.fill(kNone);
  }

  Code run() {
    begin(Event::start);
    for (std::size_t i = 0; i < tree_.states.size(); ++i) {
      emit(Op::keep, state_slot(static_cast<int>(i)), value(tree_.states[i].first));
    }
    for (std::size_t i = 0; i < tree_.flow_states.size(); ++i) {
      emit(Op::keep, code_.first_flow_state + static_cast<int>(i), value(tree_.flow_states[i].first));
    }
    end();
    code_.stops.clear();  // first values are not a decision
    code_.stop_of.assign(code_.steps.size(), kNone);
    for (int event = 0; event < kEvents; ++event) {
      const auto index = static_cast<std::size_t>(event);
      if (!tree_.has[index]) continue;
      begin(static_cast<Event>(event));
      block(tree_.events[index]);
      end();
    }
    if (tree_.window != kNone) code_.window = alone(tree_.window);
    if (tree_.interval != kNone) code_.interval = alone(tree_.interval);
    for (const Requirement& one : tree_.requirements) code_.requirements.push_back(alone(one.condition));
    return std::move(code_);
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static bool compares(Op op) { return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::differ; }

  void begin(Event event) { code_.entry[static_cast<std::size_t>(event)] = here(); }
  void end() { emit(Op::decide, static_cast<int>(Outcome::none)); }
  Code::Value alone(int node) {
    const int entry = here();
    const int slot = value(node);
    end();
    return {entry, at(slot)};
  }
  int here() const { return static_cast<int>(code_.steps.size()); }
  int state_slot(int state) const { return code_.first_state + state; }

  int emit(Op what, int to, int a = 0, int b = 0, int c = 0, int d = 0) {
    const auto small = [](int slot) { return static_cast<std::uint16_t>(slot); };
    code_.steps.push_back({what, small(to), small(a), small(b), small(c), small(d)});
    code_.stop_of.push_back(kNone);
    return here() - 1;
  }
  void stop(int step, const Place& place, StopKind kind, std::string text, const Type& type = {}, bool turned = false) {
    code_.stop_of[at(step)] = static_cast<int>(code_.stops.size());
    const std::string unit = type.truth || type.free ? "1" : text_of(type.unit);
    code_.stops.push_back({kind, place.line, std::move(text), unit, turned});
  }
  void stop_compared(int step, const Node& node) {
    const Type& left = tree_.nodes[at(node.of[0])].type;
    const Type& type = left.free ? tree_.nodes[at(node.of[1])].type : left;
    stop(step, node.place, StopKind::compare, kind_of(node), type, node.turned);
  }
  void land(int jump) { code_.steps[at(jump)].c = static_cast<std::uint16_t>(here()); }

  int fresh(double first = 0) {
    code_.frame.push_back(first);
    return static_cast<int>(code_.frame.size()) - 1;
  }
  int constant(double value) {
    for (const auto& [known, slot] : constants_) {
      if (known == value && std::signbit(known) == std::signbit(value)) return slot;
    }
    const int slot = fresh(value);
    constants_.emplace_back(value, slot);
    return slot;
  }

  // ---- statements ----

  void block(int first) {
    for (int i = first; i != kNone; i = tree_.statements[at(i)].next) statement(tree_.statements[at(i)]);
  }

  void statement(const Statement& one) {
    switch (one.act) {
      case Act::let:
        value(one.value, first_local_ + one.target);
        stop(here() - 1, one.place, StopKind::let, tree_.locals[at(one.target)], tree_.nodes[at(one.value)].type);
        break;
      case Act::set: set(one, state_slot(one.target), tree_.states[at(one.target)]); break;
      case Act::set_flow: set(one, code_.first_flow_state + one.target, tree_.flow_states[at(one.target)]); break;
      case Act::decide: {
        std::vector<int> jumps;
        if (one.value != kNone) unless(one.value, jumps);
        stop(emit(Op::decide, static_cast<int>(one.outcome)), one.place, StopKind::decide, kind_of(one.outcome));
        for (const int jump : jumps) land(jump);
        break;
      }
      case Act::choose: {
        std::vector<int> jumps;
        unless(one.value, jumps);
        block(one.then);
        const int over = one.otherwise == kNone ? kNone : emit(Op::jump, 0);
        for (const int jump : jumps) land(jump);
        block(one.otherwise);
        if (over != kNone) land(over);
        break;
      }
    }
  }

  void set(const Statement& one, int slot, const State& state) {
    stop(emit(Op::keep, slot, value(one.value)), one.place, StopKind::set, state.name, state.type);
  }

  bool is_random(int node) const { return is_reading(tree_.nodes[at(node)], Read::random); }

  /// Jumps that are taken if the condition does not hold.
  void unless(int condition, std::vector<int>& jumps) {
    const Node& node = tree_.nodes[at(condition)];
    if (node.op == Op::both) {
      unless(node.of[0], jumps);
      unless(node.of[1], jumps);
    } else if (node.op == Op::less && is_random(node.of[0])) {
      jumps.push_back(emit(Op::jump_unless_random, 0, static_cast<int>(Read::random), value(node.of[1])));
      stop_compared(jumps.back(), node);
    } else if (node.op == Op::less) {
      const int left = value(node.of[0]), right = value(node.of[1]);
      jumps.push_back(emit(Op::jump_unless_less, 0, left, right));
      stop_compared(jumps.back(), node);
    } else {
      jumps.push_back(emit(Op::jump_unless, 0, value(condition)));
      if (!compares(node.op))
        stop(jumps.back(), node.place, StopKind::truth, node.op == Op::name ? name_of(tree_, node) : kind_of(node));
    }
  }

  // ---- values ----

  /// The place of the value; `wanted`, if it is given.
  int value(int index, int wanted = kNone) {
    const Node& node = tree_.nodes[at(index)];
    if (node.op == Op::constant || node.op == Op::name || node.op == Op::load) {
      const int slot = node.op == Op::constant ? constant(node.value)
                       : node.op == Op::load   ? code_.load
                                               : slot_of(node);
      if (wanted == kNone) return slot;
      emit(Op::name, wanted, slot);
      return wanted;
    }
    int of[4] = {0, 0, 0, 0};
    for (std::size_t i = 0; i < 4 && node.of[i] != kNone; ++i) of[i] = value(node.of[i]);
    const int slot = wanted == kNone ? fresh() : wanted;
    const bool random = node.op == Op::less && is_random(node.of[0]);
    const int step = emit(random ? Op::random_less : node.op, slot, of[0], of[1], of[2], of[3]);
    if (compares(node.op)) stop_compared(step, node);
    return slot;
  }

  int slot_of(const Node& name) const {
    switch (name.space) {
      case Space::reading: return name.index;
      case Space::param: return code_.first_param + name.index;
      case Space::state: return state_slot(name.index);
      case Space::flow: return code_.first_flow_state + name.index;
      case Space::local: break;
    }
    return first_local_ + name.index;
  }

  const Tree& tree_;
  Code code_;
  int first_local_ = 0;
  std::vector<std::pair<double, int>> constants_;
};

}  // namespace

Code compile(const Tree& tree) { return Compiler(tree).run(); }

}  // namespace aqm::program
