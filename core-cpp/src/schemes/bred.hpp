// The law of Balanced RED: Anjum and Tassiulas, "Fair bandwidth sharing among adaptive and non-adaptive flows in the
// Internet", INFOCOM 1999. Bands over each flow's own backlog, which become narrower with more flows.
#pragma once
#include <cmath>

namespace aqm {

/// For N flows in a buffer B (in any unit): nothing is dropped below l1; the probability is p1 from l1 and p2 from l2;
/// everything is dropped from w_m.
struct BredBands {
  double l1, l2, w_m;
  double p1, p2;
};

inline BredBands bred_bands(double n, double buffer, double alpha, double beta) {
  const double l2 = buffer / (2 * n);
  const double p2 = std::sqrt(n) / (std::sqrt(n) + 10);
  return {beta * l2, l2, alpha * l2, p2 / 10, p2};
}

/// Drop probability of a flow with a waiting `backlog`.
inline double bred_probability(const BredBands& b, double backlog) {
  return backlog >= b.w_m ? 1 : backlog >= b.l2 ? b.p2 : backlog >= b.l1 ? b.p1 : 0;
}

}  // namespace aqm
