// The characteristic function det(s I - A0 - sum of Ak e^(-s Rk)) of a linear loop, and Newton's correction of its
// roots.
#pragma once
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "complex.hpp"

namespace aqm::fluid {

/// By Gaussian elimination with partial pivoting. If the derivatives of the elements are carried along, the derivative
/// of the determinant's logarithm is the sum of pivot' / pivot.
class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop)
      : n_(static_cast<std::size_t>(loop.states)), lags_(loop.lag), decay_(lags_.size()), present_(n_ * n_), row_(n_) {
    const std::vector<std::size_t> state = least_coupled_first(loop);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        const std::size_t from = state[i] * n_ + state[j];
        present_[i * n_ + j] = -loop.now[from];
        for (std::size_t k = 0; k < lags_.size(); ++k) {
          if (loop.delayed[k][from] != 0) past_.push_back({i * n_ + j, k, loop.delayed[k][from]});
        }
      }
    }
  }

  /// det Delta(s), with each of its n factors multiplied by one of the n numbers `per_unit`: a product of many large
  /// pivots would overflow.
  Complex determinant(Complex s, const std::vector<Complex>& per_unit) {
    fill(s);
    Complex product{1, 0};
    eliminate<false>([&](std::size_t k, Complex pivot, Complex) { product = product * (per_unit[k] * pivot); });
    return product;
  }
  /// Newton's correction of a root: det / det'.
  Complex correction(Complex s) {
    fill(s);
    fill_slopes();
    Complex sum;
    const bool regular =
        eliminate<true>([&](std::size_t, Complex pivot, Complex slope) { sum = sum + slope / pivot; });
    return regular ? Complex{1, 0} / sum : Complex{};
  }

  /// Multiplications of a determinant. A correction takes three times as many.
  double cost() const {
    const auto n = static_cast<double>(n_);
    return 4 * n * n * n / 3 + 10 * n + 60;
  }

 private:
  /// A state that acts on few others, itself included, leaves little to eliminate.
  static std::vector<std::size_t> least_coupled_first(const LinearLoop& loop) {
    const auto n = static_cast<std::size_t>(loop.states);
    std::vector<std::size_t> acts_on(n), order(n);
    for (std::size_t at = 0; at < n * n; ++at) {
      const bool any = loop.now[at] != 0 || std::any_of(loop.delayed.begin(), loop.delayed.end(),
                                                        [&](const std::vector<double>& m) { return m[at] != 0; });
      if (any) ++acts_on[at % n];
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return acts_on[a] < acts_on[b]; });
    return order;
  }

  void fill(Complex s) {
    constexpr double kWholeTurn = 2 * 3.141592653589793;
    for (std::size_t k = 0; k < lags_.size(); ++k) {
      const Complex turn = -lags_[k] * s;
      decay_[k] = fluid::exp({turn.re, std::fmod(turn.im, kWholeTurn)});
    }
    a_.resize(n_ * n_);
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = {present_[i], 0};
    for (std::size_t i = 0; i < n_; ++i) a_[i * n_ + i] = a_[i * n_ + i] + s;
    for (const Past& p : past_) a_[p.at] = a_[p.at] - p.weight * decay_[p.lag];
    for (std::size_t i = 0; i < n_; ++i) row_[i] = i * n_;
  }
  void fill_slopes() {
    slope_.assign(n_ * n_, Complex{});
    for (std::size_t i = 0; i < n_; ++i) slope_[i * n_ + i] = {1, 0};
    for (const Past& p : past_) slope_[p.at] = slope_[p.at] + (lags_[p.lag] * p.weight) * decay_[p.lag];
  }

  /// Tells each pivot, with its derivative, to `take`; the signs of the pivots make up for the exchanges of rows. False
  /// if a pivot is 0.
  template <bool kSloped, class F>
  bool eliminate(const F& take) {
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < n_; ++i) {
        if (norm(a_[row_[i] + k]) > norm(a_[row_[best] + k])) best = i;
      }
      const bool swapped = best != k;
      if (swapped) std::swap(row_[k], row_[best]);
      const Complex* const a = &a_[row_[k]];
      const Complex* const slope = kSloped ? &slope_[row_[k]] : nullptr;
      const double sign = swapped ? -1 : 1;
      take(k, sign * a[k], kSloped ? sign * slope[k] : Complex{});
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
        } else {
          if (is_zero(f)) continue;
        }
        for (std::size_t j = k + 1; j < n_; ++j) below[j] = below[j] - f * a[j];
      }
    }
    return true;
  }
  static bool is_zero(Complex z) { return z.re == 0 && z.im == 0; }

  struct Past {
    std::size_t at, lag;
    double weight;
  };
  std::size_t n_;
  std::vector<double> lags_;
  std::vector<Complex> decay_;
  std::vector<double> present_;  ///< -A0, with the states in the order of elimination
  std::vector<Past> past_;       ///< the elements of all Ak that are not 0
  std::vector<Complex> a_, slope_;
  std::vector<std::size_t> row_;  ///< where each row begins
};

inline double longest_lag(const LinearLoop& loop) { return *std::max_element(loop.lag.begin(), loop.lag.end()); }
/// What counts as small against a root s: relative to the root's size and to the rate of a round trip.
inline double size_of(const LinearLoop& loop, Complex s) { return 1 / longest_lag(loop) + magnitude(s); }

}  // namespace aqm::fluid
