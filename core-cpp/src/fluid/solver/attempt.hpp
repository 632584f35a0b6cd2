// One attempt at a step: its stages, its error and its extension; repeated if a delayed argument falls inside it.
#pragma once
#include "extension.hpp"

namespace aqm::fluid {

inline constexpr double kNegligible = 0.02;  ///< a change that is small enough, in units of the tolerance
inline constexpr double kTooLong = 32;       ///< the error from which a step is halved
inline constexpr double kDefectWeight = 0.2;
inline constexpr int kMaxIterations = 12;

/// The step of length h and its error; and its end and its extension, unless the error is above 1.
template <class System>
double compute_step(Moment<System>& m, double h) {
  using Method = BogackiShampine;
  Stages<System> k;
  k[0] = m.slope;
  typename Moment<System>::Vector y;
  compute_stages<1>(m, h, k, y, std::make_index_sequence<Method::kStages - 1>{});
  double error = scaled_error(m, h, k, y, std::make_index_sequence<Method::kStages>{});
  if (m.options.fixed_step > 0 && std::isfinite(error)) error = 0;
  if (!(error <= 1)) return error;
  m.end_slope = k[Method::kStages - 1];
  if (m.inside || !extend_by_steps(m, h)) extend_by_stages(m, h, k);
  return error;
}

/// The largest difference between the extension and the trial at the middle and the end, in units of the tolerance.
template <class System>
double distance_to_trial(const Moment<System>& m) {
  double worst = 0;
  for (const double s : {0.5, 1.0}) {
    typename Moment<System>::Vector a, b;
    m.draft().values(s, m.width(), a);
    m.trial.values(s, m.width(), b);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.system.dim()); ++i) {
      const double scale = std::abs(a[i]) + m.system.typical(static_cast<int>(i));
      worst = std::max(worst, std::abs(a[i] - b[i]) / (m.options.relative * scale));
    }
  }
  return worst;
}

/// How far the extension misses the equation, in units of the tolerance: if a step reads its own extension, this error
/// must stay small too.
template <class System>
double defect(Moment<System>& m, double h) {
  constexpr double s = 0.4;
  typename Moment<System>::Vector y, dy;
  m.draft().values(s, m.width(), y);
  m.evaluate(m.t + s * h, y, m.conditions, dy);
  ++m.work.evaluations;
  double worst = 0;
  for (int i = 0; i < m.system.dim(); ++i) {
    const auto c = static_cast<std::size_t>(i);
    const double scale = m.options.relative * (std::abs(y[c]) + m.system.typical(i));
    worst = std::max(worst, h * std::abs(m.draft().slope(i, s) - dy[c]) / scale);
  }
  return worst;
}

/// A delayed argument fell inside the step: it read the continuation of the solution before. With the extension that
/// was just computed in its place, each repetition gains an order, until the change no longer matters. Not inlined,
/// because it is rare.
template <class System>
[[gnu::noinline]] double iterate(Moment<System>& m, double h, double error) {
  const bool fixed = m.options.fixed_step > 0;
  for (int i = 0; i < kMaxIterations; ++i) {
    const double change = distance_to_trial(m);
    m.trial.c = m.draft().c;
    if (change <= (fixed ? 0 : kNegligible)) break;
    ++m.work.iterations;
    error = compute_step(m, h);
    if (!(error <= 1)) return error;
    if (distance_to_trial(m) >= change && i > 2) {
      if (change > 1) return kTooLong;
      break;
    }
  }
  return fixed ? error : std::max(error, kDefectWeight * defect(m, h));
}

/// Computes the step of length h and, unless it is rejected, its extension. Returns the scaled error.
template <class System>
double attempt(Moment<System>& m, double h) {
  m.open_windows();
  m.set_trial(h);
  m.inside = false;
  const double error = compute_step(m, h);
  return m.inside && error <= 1 ? iterate(m, h, error) : error;
}

}  // namespace aqm::fluid
