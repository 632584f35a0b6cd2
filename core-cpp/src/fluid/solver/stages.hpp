// The stages of one step of the Runge-Kutta pair, and the error that they estimate.
#pragma once
#include "moment.hpp"

namespace aqm::fluid {

/// They are on the stack, where the compiler can keep the values needed next in registers.
template <class System>
using Stages = typename Moment<System>::Vector[BogackiShampine::kDense];

/// Stage kRow, at y of its own making; the last stage of the step leaves the end of the step in `m.end`.
template <int kRow, class System, std::size_t... kColumn>
[[gnu::always_inline]] inline void stage(Moment<System>& m, double t, double h,
                                         const typename Moment<System>::Conditions& now, Stages<System>& k,
                                         typename Moment<System>::Vector& y, std::index_sequence<kColumn...>) {
  using Method = BogackiShampine;
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
    // Only one product and one sum wait for the newest stage.
    constexpr std::size_t kNewest = kRow - 1;
    Pair base = load(&m.y[i]);
    if constexpr (kRow > 1) {
      Pair sum;
      (add_term<(kColumn == 0), (kColumn != kNewest && Method::kWeights[kRow][kColumn] != 0)>(
           sum, m.table.weights[kRow][kColumn], &k[kColumn][i]),
       ...);
      base += both(h) * sum;
    }
    const Pair at = base + (both(h) * m.table.weights[kRow][kNewest]) * load(&k[kNewest][i]);
    store(&y[i], at);
    // Stored in each stage, although only the last one is needed (docs/engines.md, note 5).
    if constexpr (kRow < Method::kStages) store(&m.end[i], at);
  }
  m.evaluate(t + Method::kNodes[kRow] * h, y, now, k[kRow]);
}

/// Stage kFirst and the following stages, as many as the sequence is long.
template <std::size_t kFirst, class System, std::size_t... kRow>
[[gnu::always_inline]] inline void compute_stages(Moment<System>& m, double h, Stages<System>& k,
                                                  typename Moment<System>::Vector& y, std::index_sequence<kRow...>) {
  const double t = m.t;
  const auto& now = m.conditions;
  (stage<static_cast<int>(kFirst + kRow)>(m, t, h, now, k, y, std::make_index_sequence<kFirst + kRow>{}), ...);
  m.work.evaluations += static_cast<std::int64_t>(sizeof...(kRow));
}

/// The local error in units of the tolerance, the largest of the components; NaN if one is not a number.
template <class System, std::size_t... kRow>
double scaled_error(const Moment<System>& m, double h, const Stages<System>& k,
                    const typename Moment<System>::Vector& end, std::index_sequence<kRow...>) {
  Pair worst = both(0), total = both(0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
    Pair sum;
    (add_term<kRow == 0, BogackiShampine::kError[kRow] != 0>(sum, m.table.error[kRow], &k[kRow][i]), ...);
    const Pair scale = larger(magnitude(load(&m.y[i])), magnitude(load(&end[i]))) + load(&m.typical[i]);
    const Pair error = m.counted(i, magnitude(both(h) * sum) / scale);
    worst = larger(worst, error);
    total += error;
  }
  // A NaN may get lost in a maximum, but not in a sum.
  const double sum = total[0] + total[1];
  return (std::isnan(sum) ? sum : largest(worst)) * m.inverse_relative;
}

}  // namespace aqm::fluid
