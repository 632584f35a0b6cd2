// The tree of a program for those outside: nothing but kinds, names and numbers.
#pragma once
#include "tree.hpp"

namespace aqm::program {

Part outline_of(const Tree& tree);

/// Of an operator; a function has its name.
const char* kind_of(const Node& node);
const char* kind_of(Outcome outcome);
/// What a node that is a name is called.
std::string name_of(const Tree& tree, const Node& node);

}  // namespace aqm::program
