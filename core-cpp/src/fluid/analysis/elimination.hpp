// Gaussian elimination that gives what follows from the pivots alone: determinants, their derivatives, and the corner
// that is left. Nothing is kept to solve equations with (linear_solve.hpp does).
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "complex.hpp"

namespace aqm::fluid {

/// With partial pivoting among the first `pivots` rows and columns. The derivatives of the elements can be carried
/// along: then d log det is the sum of pivot' / pivot.
class Elimination {
 public:
  Elimination(std::size_t size, std::size_t pivots)
      : n_(size), pivots_(pivots), a_(size * size), slope_(size * size), row_(size) {}

  /// To fill before each run, row by row.
  std::vector<Complex>& elements() { return a_; }
  std::vector<Complex>& slopes() { return slope_; }
  /// After a run, what is left in the last row and column.
  Complex corner() const { return a_.back(); }

  /// Tells each pivot, with its derivative, to `take`; the signs of the pivots make up for the exchanges of rows. False
  /// if a pivot is 0.
  template <bool kSloped = false, class F>
  bool run(const F& take) {
    for (std::size_t i = 0; i < n_; ++i) row_[i] = i * n_;
    for (std::size_t k = 0; k < pivots_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < pivots_; ++i) {
        if (norm(a_[row_[i] + k]) > norm(a_[row_[best] + k])) best = i;
      }
      const double sign = best != k ? -1 : 1;
      std::swap(row_[k], row_[best]);
      const Complex* const a = &a_[row_[k]];
      const Complex* const slope = &slope_[row_[k]];
      take(sign * a[k], sign * slope[k]);
      if (norm(a[k]) == 0) return false;
      const Complex inverse = Complex{1, 0} / a[k];
      for (std::size_t i = k + 1; i < n_; ++i) {
        Complex* const below = &a_[row_[i]];
        const Complex f = below[k] * inverse;
        if constexpr (kSloped) {
          Complex* const below_slope = &slope_[row_[i]];
          const Complex f_slope = (below_slope[k] - f * slope[k]) * inverse;
          if (is_zero(f) && is_zero(f_slope)) continue;
          for (std::size_t j = k + 1; j < n_; ++j) {
            below_slope[j] = below_slope[j] - f * slope[j] - f_slope * a[j];
          }
        } else if (is_zero(f)) {
          continue;
        }
        for (std::size_t j = k + 1; j < n_; ++j) below[j] = below[j] - f * a[j];
      }
    }
    return true;
  }

 private:
  static bool is_zero(Complex z) { return z.re == 0 && z.im == 0; }

  std::size_t n_, pivots_;
  std::vector<Complex> a_, slope_;
  std::vector<std::size_t> row_;  ///< where each row begins
};

/// An order of n states in which little is left to eliminate: first those that act on few others. `acts(i, j)`: j acts
/// on i.
template <class F>
std::vector<std::size_t> least_coupled_first(std::size_t n, const F& acts) {
  std::vector<std::size_t> acts_on(n, 0), order(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) acts_on[j] += acts(i, j) ? 1 : 0;
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return acts_on[a] < acts_on[b]; });
  return order;
}

}  // namespace aqm::fluid
