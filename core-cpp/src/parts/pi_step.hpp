// Proportional-integral control of a probability.
#pragma once
#include <algorithm>

namespace aqm {

/// p + integral * (y - target) + proportional * (y - y_old), kept in [0, 1]. y may be a queue or a delay.
inline double pi_step(double p, double y, double y_old, double target, double integral, double proportional) {
  return std::clamp(p + integral * (y - target) + proportional * (y - y_old), 0.0, 1.0);
}

}  // namespace aqm
