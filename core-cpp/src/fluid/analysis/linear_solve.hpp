// Small dense systems of complex equations.
#pragma once
#include <utility>
#include <vector>

#include "complex.hpp"

namespace aqm::fluid {

/// A square complex matrix, factorised by Gaussian elimination with partial pivoting.
class ComplexLu {
 public:
  explicit ComplexLu(int n)
      : n_(n), a_(static_cast<std::size_t>(n) * static_cast<std::size_t>(n)), swaps_(static_cast<std::size_t>(n)) {}

  int size() const { return n_; }
  Complex& operator()(int i, int j) { return a_[static_cast<std::size_t>(i * n_ + j)]; }
  Complex operator()(int i, int j) const { return a_[static_cast<std::size_t>(i * n_ + j)]; }

  /// False if the matrix is singular to working precision.
  bool factorise() {
    for (int k = 0; k < n_; ++k) {
      int pivot = k;
      for (int i = k + 1; i < n_; ++i) {
        if (norm((*this)(i, k)) > norm((*this)(pivot, k))) pivot = i;
      }
      swaps_[static_cast<std::size_t>(k)] = pivot;
      if (norm((*this)(pivot, k)) == 0) return false;
      for (int j = 0; j < n_ && pivot != k; ++j) std::swap((*this)(k, j), (*this)(pivot, j));
      for (int i = k + 1; i < n_; ++i) {
        const Complex f = (*this)(i, k) / (*this)(k, k);
        (*this)(i, k) = f;
        if (f.re == 0 && f.im == 0) continue;
        for (int j = k + 1; j < n_; ++j) (*this)(i, j) = (*this)(i, j) - f * (*this)(k, j);
      }
    }
    return true;
  }

  void solve(std::vector<Complex>& b) {
    const auto at = [&](int i) -> Complex& { return b[static_cast<std::size_t>(i)]; };
    for (int k = 0; k < n_; ++k) std::swap(at(k), at(swaps_[static_cast<std::size_t>(k)]));
    for (int i = 1; i < n_; ++i) {
      for (int j = 0; j < i; ++j) at(i) = at(i) - (*this)(i, j) * at(j);
    }
    for (int i = n_ - 1; i >= 0; --i) {
      for (int j = i + 1; j < n_; ++j) at(i) = at(i) - (*this)(i, j) * at(j);
      at(i) = at(i) / (*this)(i, i);
    }
  }

  /// The determinant's argument is the sum of the pivots' arguments, and every swap changes its sign. The result is
  /// divided by unit^n, because a product of many large pivots would overflow.
  Complex determinant(Complex unit) {
    Complex d{1, 0};
    for (int k = 0; k < n_; ++k) {
      d = d * ((*this)(k, k) / unit);
      if (swaps_[static_cast<std::size_t>(k)] != k) d = -d;
    }
    return d;
  }

 private:
  int n_;
  std::vector<Complex> a_;
  std::vector<int> swaps_;
};

}  // namespace aqm::fluid
