// What holds for all frequencies from one on. For s = sigma + j omega, let D = s I minus the diagonal of the equations'
// own rates, and B all other terms, past ones included. |B / D| is bounded, element by element, by a matrix M(omega)
// that falls as omega rises. If the spectral radius of M is below 1,
//   |log det(I - B / D)| = |sum of tr (B / D)^k / k| <= sum of tr M^k / k = -log det(I - M),
//   |c (D - B)^-1 b| <= |c| (I - M)^-1 |b / D|.
// It is below 1 if and only if all pivots of I - M are positive, without exchanges (an M-matrix; Berman and Plemmons,
// "Nonnegative Matrices in the Mathematical Sciences", 1979, chapter 6).
#pragma once
#include <cmath>
#include <utility>
#include <vector>

namespace aqm::fluid {

class FarOut {
 public:
  /// `own`: sigma less each state's own rate. `others`: bounds on the other elements, row by row; there may be one more
  /// row and column than states, c and b.
  FarOut(std::vector<double> own, std::vector<double> others)
      : states_(own.size()), own_(std::move(own)), others_(std::move(others)), m_(others_.size()) {
    while (width_ * width_ < m_.size()) ++width_;
  }

  /// False if the spectral radius at omega is not below 1.
  bool at(double omega) {
    for (std::size_t i = 0; i < width_; ++i) {
      const double per = i < states_ ? 1 / std::sqrt(own_[i] * own_[i] + omega * omega) : 1;
      for (std::size_t j = 0; j < width_; ++j) {
        const std::size_t at = i * width_ + j;
        m_[at] = (i == j && i < states_ ? 1 : 0) - per * others_[at];
      }
    }
    determinant_ = 1;
    for (std::size_t k = 0; k < states_; ++k) {
      const double pivot = m_[k * width_ + k];
      if (!(pivot > 0)) return false;
      determinant_ *= pivot;
      for (std::size_t i = k + 1; i < width_; ++i) {
        const double f = m_[i * width_ + k] / pivot;
        if (f == 0) continue;
        for (std::size_t j = k + 1; j < width_; ++j) m_[i * width_ + j] -= f * m_[k * width_ + j];
      }
    }
    return true;
  }
  /// After that: det(I - M).
  double determinant() const { return determinant_; }
  /// The bound on |c (D - B)^-1 b|.
  double gain() const { return -m_.back(); }

 private:
  std::size_t states_, width_ = 0;
  std::vector<double> own_, others_, m_;
  double determinant_ = 0;
};

}  // namespace aqm::fluid
