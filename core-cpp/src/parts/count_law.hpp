// From the base probability p_b to the probability p_a that is used: how RED spaces its drops (docs/specification.md
// 0.2).
#pragma once
#include <algorithm>

namespace aqm {

enum class CountMode : int {
  uniform,  ///< wait = false (Floyd and Jacobson 1993): gaps uniform on {1..1/p_b}; long-run rate about 2 p_b
  wait,     ///< wait = true (ns-2, ns-3 default): gaps on [1/p_b, 2/p_b]; long-run rate about 2 p_b / 3
  none      ///< independent drops with p_b
};

/// p_a after `count` arrivals since the last drop. The outer min is needed: if p_b changes between arrivals, p_b / (1 -
/// count p_b) can exceed 1 before count p_b reaches 1.
inline double count_law(double p_b, double count, CountMode mode) {
  const double spent = count * p_b;
  switch (mode) {
    case CountMode::uniform: return spent < 1 ? std::min(1.0, p_b / (1 - spent)) : 1.0;
    case CountMode::wait: return spent < 1 ? 0.0 : spent < 2 ? std::min(1.0, p_b / (2 - spent)) : 1.0;
    case CountMode::none: break;
  }
  return p_b;
}

}  // namespace aqm
