// The characteristic function det(s I - A0 - sum of Ak e^(-s Rk)) of a linear loop, and Newton's correction of its
// roots.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "linear_solve.hpp"

namespace aqm::fluid {

class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop)
      : loop_(loop), n_(loop.states), matrix_(n_), column_(static_cast<std::size_t>(n_)), decay_(loop.lag.size()) {}

  struct Value {
    Complex whole, present;  ///< det Delta(s) / unit^n, with and without the delayed terms
    Complex correction;      ///< as below
  };
  Value at(Complex s, Complex unit) {
    Value v;
    fill(s, false);
    if (matrix_.factorise()) v.present = matrix_.determinant(unit);
    v.correction = correction(s);
    if (v.correction.re != 0 || v.correction.im != 0) v.whole = matrix_.determinant(unit);
    return v;
  }

  /// Newton's correction of a root: det / det' = 1 / trace(Delta^-1 Delta').
  Complex correction(Complex s) {
    fill(s);
    if (!matrix_.factorise()) return {};
    Complex trace;
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i) {
        Complex d{i == j ? 1. : 0., 0};
        for (std::size_t k = 0; k < loop_.lag.size(); ++k) {
          d = d + loop_.lag[k] * loop_.delayed[k][index(i, j)] * decay_[k];
        }
        column_[static_cast<std::size_t>(i)] = d;
      }
      matrix_.solve(column_);
      trace = trace + column_[static_cast<std::size_t>(j)];
    }
    return Complex{1, 0} / trace;
  }

  /// Multiplications of a correction: a factorisation, and a solution for each column; a value needs two further
  /// factorisations.
  double cost() const {
    const double n = n_;
    return 6 * n * n * n + 4 * n * n * static_cast<double>(loop_.lag.size()) + 100;
  }

 private:
  std::size_t index(int i, int j) const { return static_cast<std::size_t>(i * n_ + j); }

  void fill(Complex s, bool delayed = true) {
    for (std::size_t k = 0; k < loop_.lag.size(); ++k) {
      const Complex turn = -loop_.lag[k] * s;
      decay_[k] = delayed ? fluid::exp({turn.re, std::fmod(turn.im, kWholeTurn)}) : Complex{};
    }
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        Complex v{-loop_.now[index(i, j)], 0};
        if (i == j) v = v + s;
        for (std::size_t k = 0; k < loop_.lag.size(); ++k) v = v - loop_.delayed[k][index(i, j)] * decay_[k];
        matrix_(i, j) = v;
      }
    }
  }

  static constexpr double kWholeTurn = 2 * 3.141592653589793;

  const LinearLoop& loop_;
  int n_;
  ComplexLu matrix_;
  std::vector<Complex> column_, decay_;
};

inline double longest_lag(const LinearLoop& loop) { return *std::max_element(loop.lag.begin(), loop.lag.end()); }
/// What counts as small against a root s: relative to the root's size and to the rate of a round trip.
inline double size_of(const LinearLoop& loop, Complex s) { return 1 / longest_lag(loop) + magnitude(s); }

}  // namespace aqm::fluid
