// The characteristic function det(s I - A0 - sum of Ak e^(-s Rk)) of a linear loop, and Newton's correction of its
// roots.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "elimination.hpp"

namespace aqm::fluid {

class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop)
      : n_(static_cast<std::size_t>(loop.states)),
        lags_(loop.lag),
        decay_(lags_.size()),
        present_(n_ * n_),
        elimination_(n_, n_) {
    const std::vector<std::size_t> state = least_coupled_first(n_, [&](std::size_t i, std::size_t j) {
      const auto any = [&](const std::vector<double>& m) { return m[i * n_ + j] != 0; };
      return any(loop.now) || std::any_of(loop.delayed.begin(), loop.delayed.end(), any);
    });
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
    auto unit = per_unit.begin();
    elimination_.run([&](Complex pivot, Complex) { product = product * (*unit++ * pivot); });
    return product;
  }
  /// Newton's correction of a root: det / det'.
  Complex correction(Complex s) {
    fill(s);
    fill_slopes();
    Complex sum;
    const auto add = [&](Complex pivot, Complex slope) { sum = sum + slope / pivot; };
    return elimination_.run<true>(add) ? Complex{1, 0} / sum : Complex{};
  }

  /// Multiplications of a determinant. A correction takes three times as many.
  double cost() const {
    const auto n = static_cast<double>(n_);
    return 4 * n * n * n / 3 + 10 * n + 60;
  }

 private:
  void fill(Complex s) {
    constexpr double kWholeTurn = 2 * 3.141592653589793;
    for (std::size_t k = 0; k < lags_.size(); ++k) {
      const Complex turn = -lags_[k] * s;
      decay_[k] = fluid::exp({turn.re, std::fmod(turn.im, kWholeTurn)});
    }
    std::vector<Complex>& a = elimination_.elements();
    for (std::size_t at = 0; at < a.size(); ++at) a[at] = {present_[at], 0};
    for (std::size_t i = 0; i < n_; ++i) a[i * n_ + i] = a[i * n_ + i] + s;
    for (const Past& p : past_) a[p.at] = a[p.at] - p.weight * decay_[p.lag];
  }
  void fill_slopes() {
    std::vector<Complex>& a = elimination_.slopes();
    std::fill(a.begin(), a.end(), Complex{});
    for (std::size_t i = 0; i < n_; ++i) a[i * n_ + i] = {1, 0};
    for (const Past& p : past_) a[p.at] = a[p.at] + (lags_[p.lag] * p.weight) * decay_[p.lag];
  }

  struct Past {
    std::size_t at, lag;
    double weight;
  };
  std::size_t n_;
  std::vector<double> lags_;
  std::vector<Complex> decay_;
  std::vector<double> present_;  ///< -A0, with the states in the order of elimination
  std::vector<Past> past_;       ///< the elements of all Ak that are not 0
  Elimination elimination_;
};

inline double longest_lag(const LinearLoop& loop) { return *std::max_element(loop.lag.begin(), loop.lag.end()); }
/// What counts as small against a root s: relative to the root's size and to the rate of a round trip.
inline double size_of(const LinearLoop& loop, Complex s) { return 1 / longest_lag(loop) + magnitude(s); }

}  // namespace aqm::fluid
