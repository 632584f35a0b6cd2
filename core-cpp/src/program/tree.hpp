// A checked program: its declarations, and its events as a tree in two flat lists. Every reader works on this tree.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "aqm/program.hpp"
#include "words.hpp"

namespace aqm::program {

inline constexpr std::size_t kMostParams = 32, kMostStates = 16, kMostFlowStates = 8, kMostNodes = 2000;
/// No entry of a list.
inline constexpr int kNone = -1;

struct Type {
  bool truth = false;  ///< true or false, not a number
  bool free = false;   ///< a bare number: takes the unit that is needed
  Unit unit{};
};

/// Where a name leads to.
enum class Space : unsigned char { reading, param, state, flow, local };

struct Node {
  Op op = Op::constant;
  Space space = Space::reading;
  int index = 0;  ///< in its space
  double value = 0;
  std::array<int, 4> of{kNone, kNone, kNone, kNone};  ///< nodes from which it is computed
  Type type{};
  Place place{};
  bool turned = false;  ///< for a comparison: the text has its two sides in the opposite order, a > b for b < a
};

/// Whether it is this reading itself.
inline bool is_reading(const Node& node, Read reading) {
  return node.op == Op::name && node.space == Space::reading && node.index == static_cast<int>(reading);
}

enum class Act : unsigned char { let, set, set_flow, choose, decide };

struct Statement {
  Act act = Act::let;
  int target = 0;     ///< local, state, or state of a flow
  int value = kNone;  ///< node; for `decide` its condition, or none
  int then = kNone, otherwise = kNone, next = kNone;
  Outcome outcome = Outcome::none;
  Place place{};
};

struct Param {
  std::string name, unit, help;
  Unit measure{};
  bool toggle = false, whole = false;
  double fallback = 0, min = 0, max = 0;
};

struct State {
  std::string name, unit, help;
  Type type{};
  int first = kNone;     ///< node
  bool average = false;  ///< set by average(...)
};

struct Requirement {
  int condition = kNone;
  int param = kNone;  ///< the first that it names
  std::string text;
};

struct Tree {
  std::string name;
  std::vector<Param> params;
  std::vector<State> states, flow_states;
  std::vector<Requirement> requirements;
  std::vector<Node> nodes;
  std::vector<Statement> statements;
  std::vector<std::string> locals;  ///< names; two may be the same in two blocks
  std::array<int, kEvents> events;  ///< first statement
  std::array<bool, kEvents> has{};
  int interval = kNone;  ///< node
  int window = kNone;    ///< node: that of load(window)
  bool by_flow = false;  ///< looks at single flows
  Tree() { events.fill(kNone); }
};

/// Whether something from this statement on drops or marks a packet.
inline bool decides(const Tree& tree, int first) {
  for (int i = first; i != kNone; i = tree.statements[static_cast<std::size_t>(i)].next) {
    const Statement& one = tree.statements[static_cast<std::size_t>(i)];
    if (one.act == Act::decide && one.outcome >= Outcome::drop) return true;
    if (one.act == Act::choose && (decides(tree, one.then) || decides(tree, one.otherwise))) return true;
  }
  return false;
}

struct Parsed {
  Tree tree;
  std::vector<Fault> faults;    ///< none: the tree is whole
  std::vector<Fault> warnings;  ///< valid, but probably not intended
  std::vector<Mark> marks;
};

/// Reads and checks any text.
Parsed parse(std::string_view text);

}  // namespace aqm::program
