// A fast evaluation of the characteristic determinant at many places. With r signals of the past v = V y that enter the
// equations through U,
//   det(s I - A0 - U e^(-s R) V) = det(s I - A0) det(I - e^(-s R) G),   G = V (s I - A0)^-1 U   (r x r),
// and the derivative of its logarithm is tr (s I - A0)^-1 + tr (I - e^(-s R) G)^-1 e^(-s R)(R G + V (s I - A0)^-2 U).
// A0 is brought to Hessenberg form once, so that an evaluation costs the square of the states and not their cube.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "eigenvalues.hpp"
#include "linear_solve.hpp"
#include "signals.hpp"

namespace aqm::fluid {

class SignalDeterminant {
 public:
  explicit SignalDeterminant(const LinearLoop& loop)
      : n_(static_cast<std::size_t>(loop.states)), now_(loop.states), small_(0), decay_(loop.lag.size()) {
    now_.a = loop.now;
    poles_ = eigenvalues(now_);
    const std::vector<Signal> signals = signals_of(loop);
    r_ = signals.size();
    for (const double lag : loop.lag) lags_.push_back(lag);
    in_.assign(n_ * r_, 0);
    for (std::size_t k = 0; k < r_; ++k) {
      lag_of_.push_back(signals[k].lag);
      out_.insert(out_.end(), signals[k].row.begin(), signals[k].row.end());
      for (const auto& [equation, weight] : signals[k].targets)
        in_[static_cast<std::size_t>(equation) * r_ + k] += weight;
    }
    to_hessenberg();
    small_ = ComplexLu(static_cast<int>(r_));
    a_.resize(n_ * n_);
    x_.resize(n_ * r_);
    y_.resize(n_ * r_);
    factor_.resize(n_);
    inverse_.resize(n_);
    swapped_.resize(n_);
    column_.resize(r_);
    gain_.resize(r_ * r_);
    second_.resize(r_ * r_);
  }

  /// Multiplications of a value: two triangular solutions for each signal, and the small system between the signals.
  double cost() const {
    const auto n = static_cast<double>(n_), r = static_cast<double>(r_);
    return 4 * n * n * (1 + r) + 4 * n * r * r + 6 * r * r * r + 100;
  }
  struct Value {
    Complex whole, present;  ///< the determinant over unit^n, with and without the delayed terms
    Complex slope;           ///< det' / det
  };
  /// False if A0 has an eigenvalue so close that this method would lose too many digits.
  bool at(Complex s, Complex unit, Value& v) {
    if (!factorise(s, unit, v.present)) return false;
    for (std::size_t i = 0; i < in_.size(); ++i) x_[i] = {in_[i], 0};
    solve(x_);
    y_ = x_;
    solve(y_);
    look_out(x_, gain_);
    look_out(y_, second_);
    for (std::size_t k = 0; k < lags_.size(); ++k) {
      const Complex turn = -lags_[k] * s;
      decay_[k] = fluid::exp({turn.re, std::fmod(turn.im, kTurn)});
    }
    for (std::size_t i = 0; i < r_; ++i) {
      for (std::size_t j = 0; j < r_; ++j) {
        const Complex past = decay_[lag_of_[i]] * gain_[i * r_ + j];
        small_(static_cast<int>(i), static_cast<int>(j)) = Complex{i == j ? 1. : 0., 0} - past;
      }
    }
    if (!small_.factorise()) {
      v.whole = {};
      v.slope = {std::numeric_limits<double>::infinity(), 0};
      return true;
    }
    v.whole = v.present * small_.determinant({1, 0});
    Complex trace;
    for (const Complex pole : poles_) trace = trace + inverse(s - pole);
    for (std::size_t j = 0; j < r_; ++j) {
      for (std::size_t i = 0; i < r_; ++i) {
        const std::size_t ij = i * r_ + j;
        column_[i] = decay_[lag_of_[i]] * (lags_[lag_of_[i]] * gain_[ij] + second_[ij]);
      }
      small_.solve(column_);
      trace = trace + column_[j];
    }
    v.slope = trace;
    return true;
  }

 private:
  static constexpr double kTurn = 2 * 3.141592653589793;
  static constexpr double kClose = 1e-9;  ///< of the largest pivot

  /// By Householder's reflections, which are also applied to in_ and out_.
  void to_hessenberg() {
    std::vector<double> v(n_);
    for (std::size_t m = 0; m + 2 < n_; ++m) {
      double rest = 0;
      for (std::size_t i = m + 2; i < n_; ++i) rest += h(i, m) * h(i, m);
      if (rest == 0) continue;
      const double head = h(m + 1, m), length = std::sqrt(head * head + rest);
      std::fill(v.begin(), v.end(), 0.0);
      v[m + 1] = head + (head < 0 ? -length : length);
      for (std::size_t i = m + 2; i < n_; ++i) v[i] = h(i, m);
      const double scale = 2 / (v[m + 1] * v[m + 1] + rest);
      const auto from_left = [&](std::vector<double>& a, std::size_t columns) {
        for (std::size_t j = 0; j < columns; ++j) {
          double dot = 0;
          for (std::size_t i = m + 1; i < n_; ++i) dot += v[i] * a[i * columns + j];
          for (std::size_t i = m + 1; i < n_; ++i) a[i * columns + j] -= scale * dot * v[i];
        }
      };
      const auto from_right = [&](std::vector<double>& a) {
        for (std::size_t first = 0; first < a.size(); first += n_) {
          double dot = 0;
          for (std::size_t j = m + 1; j < n_; ++j) dot += a[first + j] * v[j];
          for (std::size_t j = m + 1; j < n_; ++j) a[first + j] -= scale * dot * v[j];
        }
      };
      from_left(now_.a, n_);
      from_left(in_, r_);
      from_right(now_.a);
      from_right(out_);
      for (std::size_t i = m + 2; i < n_; ++i) h(i, m) = 0;
    }
  }
  double& h(std::size_t i, std::size_t j) { return now_.a[i * n_ + j]; }
  Complex& a(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }
  /// For a number that is far from the ends of the range: a rate.
  static Complex inverse(Complex a) {
    const double scale = 1 / norm(a);
    return {a.re * scale, -a.im * scale};
  }

  bool factorise(Complex s, Complex unit, Complex& determinant) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i > 0 ? i - 1 : 0; j < n_; ++j) a(i, j) = {-h(i, j), 0};
      a(i, i) = a(i, i) + s;
    }
    determinant = {1, 0};
    const Complex per_unit = Complex{1, 0} / unit;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      if (k + 1 < n_) {
        swapped_[k] = norm(a(k + 1, k)) > norm(a(k, k));
        if (swapped_[k]) {
          for (std::size_t j = k; j < n_; ++j) std::swap(a(k, j), a(k + 1, j));
          determinant = -determinant;
        }
      }
      const double size = norm(a(k, k));
      least = std::min(least, size);
      most = std::max(most, size);
      if (size == 0) return false;
      determinant = determinant * (a(k, k) * per_unit);
      inverse_[k] = inverse(a(k, k));
      if (k + 1 == n_) break;
      factor_[k] = a(k + 1, k) * inverse_[k];
      if (factor_[k].re == 0 && factor_[k].im == 0) continue;
      for (std::size_t j = k + 1; j < n_; ++j) a(k + 1, j) = a(k + 1, j) - factor_[k] * a(k, j);
    }
    return least > kClose * kClose * most;
  }
  void solve(std::vector<Complex>& b) {
    for (std::size_t k = 0; k + 1 < n_; ++k) {
      for (std::size_t c = 0; c < r_; ++c) {
        Complex &upper = b[k * r_ + c], &lower = b[(k + 1) * r_ + c];
        if (swapped_[k]) std::swap(upper, lower);
        lower = lower - factor_[k] * upper;
      }
    }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t c = 0; c < r_; ++c) {
        Complex sum = b[i * r_ + c];
        for (std::size_t j = i + 1; j < n_; ++j) sum = sum - a(i, j) * b[j * r_ + c];
        b[i * r_ + c] = sum * inverse_[i];
      }
    }
  }
  /// V x.
  void look_out(const std::vector<Complex>& x, std::vector<Complex>& out) const {
    for (std::size_t i = 0; i < r_; ++i) {
      for (std::size_t c = 0; c < r_; ++c) {
        Complex sum;
        for (std::size_t j = 0; j < n_; ++j) sum = sum + out_[i * n_ + j] * x[j * r_ + c];
        out[i * r_ + c] = sum;
      }
    }
  }

  std::size_t n_, r_ = 0;
  SquareMatrix now_;  ///< A0 in Hessenberg form
  std::vector<Complex> poles_;
  std::vector<double> in_, out_;  ///< U and V: n x r, r x n
  std::vector<std::size_t> lag_of_;
  std::vector<double> lags_;
  ComplexLu small_;
  std::vector<Complex> a_, x_, y_, factor_, inverse_, column_, gain_, second_, decay_;
  std::vector<char> swapped_;
};

}  // namespace aqm::fluid
