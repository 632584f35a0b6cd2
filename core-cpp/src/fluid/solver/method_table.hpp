// The coefficients of the method in both lanes, in memory rather than built where they are used (docs/engines.md, note
// 4).
#pragma once
#include "bogacki_shampine.hpp"
#include "lanes.hpp"

namespace aqm::fluid {

struct MethodTable {
  using Method = BogackiShampine;
  Pair weights[Method::kDense][Method::kDense - 1];
  Pair error[Method::kStages];
  Pair extension[Method::kDense][Method::kDegree + 1];

  MethodTable() {
    for (int i = 0; i < Method::kDense; ++i) {
      for (int j = 0; j < Method::kDense - 1; ++j) weights[i][j] = both(Method::kWeights[i][j]);
      for (int d = 0; d <= Method::kDegree; ++d) extension[i][d] = both(Method::kExtension[i][d]);
    }
    for (int i = 0; i < Method::kStages; ++i) error[i] = both(Method::kError[i]);
  }
};

/// Adds a term of a sum over stages whose weights are known when compiling: those that are 0 cost nothing.
template <bool kFirst, bool kCounts>
[[gnu::always_inline]] inline void add_term(Pair& sum, const Pair& weight, const double* value) {
  if constexpr (kFirst)
    sum = weight * load(value);
  else if constexpr (kCounts)
    sum += weight * load(value);
}

}  // namespace aqm::fluid
