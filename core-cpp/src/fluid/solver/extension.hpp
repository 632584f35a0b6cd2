// The continuous extension of a step: from the two steps before it if they fit, else from three more stages.
#pragma once
#include "stages.hpp"
#include "three_steps.hpp"

namespace aqm::fluid {

/// The draft of a step of length h; c[1] and above are still missing.
template <class System>
Segment<System>& begin_segment(Moment<System>& m, double h) {
  Segment<System>& next = m.draft();
  next.begin = m.t;
  next.step = h;
  next.inverse_step = 1 / h;
  next.mode = m.mode;
  next.c[0] = m.y;
  return next;
}

template <std::size_t kPower, class System, std::size_t... kRow>
[[gnu::always_inline]] inline void extension_power(const MethodTable& table, double h, int width,
                                                   const Stages<System>& k, Segment<System>& next,
                                                   std::index_sequence<kRow...>) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 2) {
    Pair sum;
    (add_term<kRow == 0, BogackiShampine::kExtension[kRow][kPower] != 0>(sum, table.extension[kRow][kPower],
                                                                         &k[kRow][i]),
     ...);
    store(&next.c[kPower][i], both(h) * sum);
  }
}

template <class System, std::size_t... kPower>
[[gnu::always_inline]] inline void extend(Moment<System>& m, double h, const Stages<System>& k,
                                          std::index_sequence<kPower...>) {
  using Method = BogackiShampine;
  Segment<System>& next = begin_segment(m, h);
  for (std::size_t d = Method::kDegree + 1; d <= Segment<System>::kDegree; ++d) next.c[d] = {};
  (extension_power<kPower + 1, System>(m.table, h, m.width(), k, next, std::make_index_sequence<Method::kDense>{}),
   ...);
}

/// The extension from the method's own stages. Not inlined: few steps need it, and the others are faster without this
/// code.
template <class System>
[[gnu::noinline]] void extend_by_stages(Moment<System>& m, double h, Stages<System>& k) {
  using Method = BogackiShampine;
  typename Moment<System>::Vector y;
  compute_stages<Method::kStages>(m, h, k, y, std::make_index_sequence<Method::kDense - Method::kStages>{});
  extend(m, h, k, std::make_index_sequence<Method::kDegree>{});
}

/// The extension through the two steps before, without a stage. False if they do not fit, or if the second of them
/// still moves it by more than the tolerance of a step: then the past is not smooth enough.
template <class System>
[[gnu::always_inline]] inline bool extend_by_steps(Moment<System>& m, double h) {
  using Vector = typename Moment<System>::Vector;
  if (m.joined < 2) return false;
  const Segment<System>& before = m.history.newest();
  const Segment<System>& earlier = m.history.before_newest();
  const double length = before.end - before.begin, length2 = earlier.end - earlier.begin;
  const double least = kLeastRatio * h, largest = kLargestRatio * h;
  if ((length < least) | (length2 < least) | (length > largest) | (length2 > largest)) return false;
  Vector gain;
  join_three_steps<System>(Ends<Vector>{h, m.y, m.slope, m.end, m.end_slope}, before, earlier, m.width(),
                           begin_segment(m, h), gain);
  auto close = both(0) <= both(0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.width()); i += 2) {
    const Pair scale = both(m.options.relative) * (magnitude(load(&m.y[i])) + load(&m.typical[i]));
    close = close & (m.counted(i, magnitude(load(&gain[i])) - scale) <= both(0));
  }
  return (close[0] & close[1]) != 0;
}

}  // namespace aqm::fluid
