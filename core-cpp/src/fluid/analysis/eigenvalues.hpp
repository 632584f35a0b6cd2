// Eigenvalues of a real square matrix: balancing, reduction to Hessenberg form, and the shifted QR iteration of Francis
// (Golub and Van Loan, "Matrix Computations", section 7.5; Parlett and Reinsch 1969 for the balancing).
#pragma once
#include <vector>

#include "complex.hpp"

namespace aqm::fluid {

/// A square matrix, row by row.
struct SquareMatrix {
  explicit SquareMatrix(int n) : n(n), a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n)) {}
  double& operator()(int i, int j) { return a[static_cast<std::size_t>(i * n + j)]; }
  double operator()(int i, int j) const { return a[static_cast<std::size_t>(i * n + j)]; }
  int n;
  std::vector<double> a;
};

/// The eigenvalues in slices, which find the same to the bit.
class EigenvalueRun {
 public:
  explicit EigenvalueRun(SquareMatrix matrix);
  /// Continues as long as work is left, and subtracts the multiplications that it does. True at the end.
  bool run(double& work);
  /// After the end, the same as eigenvalues().
  const std::vector<Complex>& found() const { return found_; }

 private:
  enum class Stage { balance, reduce, sweep, done };
  void deflate_or_sweep(double& work);

  SquareMatrix h_;
  Stage stage_ = Stage::balance;
  int column_ = 1;        ///< that is reduced next
  int high_, tries_ = 0;  ///< the last row whose eigenvalue has not been found, and the sweeps for it
  std::vector<Complex> found_;
};

/// All n eigenvalues, in no order; empty if the iteration does not converge (which happens only with a matrix that is
/// not finite).
std::vector<Complex> eigenvalues(SquareMatrix matrix);

}  // namespace aqm::fluid
