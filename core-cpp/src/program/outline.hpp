// The tree of a program for those outside: nothing but kinds, names and numbers.
#pragma once
#include "tree.hpp"

namespace aqm::program {

Part outline_of(const Tree& tree);

}  // namespace aqm::program
