// A program prepared for running: one flat list of instructions over one frame of numbers. Jumps go forward only, so
// every run ends.
#pragma once
#include <cstdint>
#include <vector>

#include "tree.hpp"

namespace aqm::program {

struct Step {
  Op what;
  std::uint16_t to, a, b, c, d;  ///< places in the frame; for a jump, `c` is the place of a step
};

struct Code {
  std::vector<Step> steps;
  std::vector<Stop> stops;
  std::vector<int> stop_of;   ///< by step; or none
  std::vector<double> frame;  ///< the frame before the start: constants at their places
  int first_param = 0, first_state = 0, first_flow_state = 0;
  /// First step of each event, or none; for `start`, that of the states' first values.
  std::array<int, kEvents> entry{};
  /// A computation of its own, and the place of its value afterwards.
  struct Value {
    int entry = kNone;
    std::size_t slot = 0;
  };
  Value interval, window;
  int load = 0;  ///< slot of the offered load
  std::vector<Value> requirements;
};

Code compile(const Tree& tree);

}  // namespace aqm::program
