// The tree of a program for readers outside of this room: only kinds, names and numbers.
#pragma once
#include "tree.hpp"

namespace aqm::program {

Part outline_of(const Tree& tree);

/// The kind of an operator; a function has its name.
const char* kind_of(const Node& node);
const char* kind_of(Outcome outcome);
/// The name in a node that is a name.
std::string name_of(const Tree& tree, const Node& node);

}  // namespace aqm::program
