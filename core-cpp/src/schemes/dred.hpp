// The law of Dynamic RED: Aweya, Ouellette and Montuno, "A control theoretic approach to active queue management",
// Computer Networks 36, 2001. An integral controller of the queue with a filtered error.
#pragma once
#include <algorithm>

namespace aqm {

struct DredParams {
  double alpha = 5e-5, beta = 0.002;
  double target = 70, low = 63;  ///< packets
  double theta = 1;
  double sample_packets = 10;
};

struct DredState {
  double e_hat = 0;  ///< filtered deviation from the target, packets
  double p = 0;
};

/// One sample of the queue.
inline void dred_step(DredState& s, const DredParams& p, double q, double buffer) {
  s.e_hat = (1 - p.beta) * s.e_hat + p.beta * (q - p.target);
  s.p = std::clamp(s.p + p.alpha * s.e_hat / buffer, 0.0, p.theta);
}

}  // namespace aqm
