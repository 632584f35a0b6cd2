#include "eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace aqm::fluid {
namespace {

/// Scales rows and columns by powers of two until their norms are close to each other: this causes no rounding, and
/// smaller errors later. One pass over all of them; false if it changed nothing.
bool balance_once(SquareMatrix& a) {
  bool changed = false;
  for (int i = 0; i < a.n; ++i) {
    double row = 0, column = 0;
    for (int j = 0; j < a.n; ++j) {
      if (j == i) continue;
      row += std::abs(a(i, j));
      column += std::abs(a(j, i));
    }
    if (row == 0 || column == 0) continue;
    double f = 1;
    const double sum = row + column;
    while (column < row / 2) {
      f *= 2;
      column *= 4;
    }
    while (column >= row * 2) {
      f /= 2;
      column /= 4;
    }
    if ((row + column) / f < 0.95 * sum) {
      changed = true;
      for (int j = 0; j < a.n; ++j) a(i, j) /= f;
      for (int j = 0; j < a.n; ++j) a(j, i) *= f;
    }
  }
  return changed;
}

/// Zeros below the first subdiagonal in column m - 1, by elimination with pivoting.
void reduce_column(SquareMatrix& a, int m) {
  int pivot = m;
  for (int i = m; i < a.n; ++i) {
    if (std::abs(a(i, m - 1)) > std::abs(a(pivot, m - 1))) pivot = i;
  }
  if (a(pivot, m - 1) == 0) return;
  if (pivot != m) {
    for (int j = m - 1; j < a.n; ++j) std::swap(a(pivot, j), a(m, j));
    for (int i = 0; i < a.n; ++i) std::swap(a(i, pivot), a(i, m));
  }
  for (int i = m + 1; i < a.n; ++i) {
    const double f = a(i, m - 1) / a(m, m - 1);
    if (f == 0) continue;
    a(i, m - 1) = 0;
    for (int j = m; j < a.n; ++j) a(i, j) -= f * a(m, j);
    for (int k = 0; k < a.n; ++k) a(k, m) += f * a(k, i);
  }
}

constexpr double kEpsilon = 2.220446049250313e-16;

/// The eigenvalues of [[a, b], [c, d]].
std::pair<Complex, Complex> of_block(double a, double b, double c, double d) {
  const double p = 0.5 * (a - d), root = p * p + b * c;
  if (root < 0) {
    const double im = std::sqrt(-root), re = d + p;
    return {{re, im}, {re, -im}};
  }
  const double z = p + (p < 0 ? -std::sqrt(root) : std::sqrt(root));
  const double first = d + z, second = z != 0 ? d - b * c / z : first;
  return {{first, 0}, {second, 0}};
}

/// One double-shift QR sweep over rows low..high of a Hessenberg matrix, with shifts of sum s and product t.
void sweep(SquareMatrix& h, int low, int high, double s, double t) {
  double x = h(low, low) * h(low, low) + h(low, low + 1) * h(low + 1, low) - s * h(low, low) + t;
  double y = h(low + 1, low) * (h(low, low) + h(low + 1, low + 1) - s);
  double z = high > low + 1 ? h(low + 1, low) * h(low + 2, low + 1) : 0;
  for (int k = low; k < high; ++k) {
    const bool three = k < high - 1;
    if (k > low) {
      x = h(k, k - 1);
      y = h(k + 1, k - 1);
      z = three ? h(k + 2, k - 1) : 0;
    }
    const double scale = std::abs(x) + std::abs(y) + std::abs(z);
    if (scale == 0) continue;
    x /= scale;
    y /= scale;
    z /= scale;
    // The reflection I - v v^T / w that turns (x, y, z) into a multiple of the first unit vector.
    const double norm = std::sqrt(x * x + y * y + z * z), alpha = x < 0 ? norm : -norm;
    const double v0 = x - alpha, w = -alpha * v0;
    if (k > low) {
      h(k, k - 1) = scale * alpha;
      h(k + 1, k - 1) = 0;
      if (three) h(k + 2, k - 1) = 0;
    }
    for (int j = k; j <= high; ++j) {
      const double sum = (v0 * h(k, j) + y * h(k + 1, j) + (three ? z * h(k + 2, j) : 0)) / w;
      h(k, j) -= sum * v0;
      h(k + 1, j) -= sum * y;
      if (three) h(k + 2, j) -= sum * z;
    }
    const int last = std::min(high, k + 3);
    for (int i = low; i <= last; ++i) {
      const double sum = (v0 * h(i, k) + y * h(i, k + 1) + (three ? z * h(i, k + 2) : 0)) / w;
      h(i, k) -= sum * v0;
      h(i, k + 1) -= sum * y;
      if (three) h(i, k + 2) -= sum * z;
    }
  }
}

}  // namespace

EigenvalueRun::EigenvalueRun(SquareMatrix m) : h_(std::move(m)), high_(h_.n - 1) {
  for (const double v : h_.a) {
    if (!std::isfinite(v)) stage_ = Stage::done;
  }
  found_.reserve(static_cast<std::size_t>(h_.n));
}

bool EigenvalueRun::run(double& work) {
  while (stage_ != Stage::done && work > 0) {
    switch (stage_) {
      case Stage::balance:
        work -= 3.0 * h_.n * h_.n;
        if (!balance_once(h_)) stage_ = Stage::reduce;
        break;
      case Stage::reduce:
        if (column_ >= h_.n - 1) {
          stage_ = Stage::sweep;
          break;
        }
        work -= (2.0 * h_.n - column_) * (h_.n - column_);
        reduce_column(h_, column_++);
        break;
      case Stage::sweep: deflate_or_sweep(work); break;
      case Stage::done: break;
    }
  }
  return stage_ == Stage::done;
}

void EigenvalueRun::deflate_or_sweep(double& work) {
  if (high_ < 0) {
    stage_ = Stage::done;
    return;
  }
  const int high = high_;
  int low = high;
  while (low > 0) {
    const double around = std::abs(h_(low - 1, low - 1)) + std::abs(h_(low, low));
    if (std::abs(h_(low, low - 1)) <= kEpsilon * around) break;
    --low;
  }
  work -= 2.0 * (high - low) + 10;
  if (low == high) {
    found_.push_back({h_(high, high), 0});
    high_ -= 1;
    tries_ = 0;
    return;
  }
  if (low == high - 1) {
    const auto [first, second] = of_block(h_(low, low), h_(low, high), h_(high, low), h_(high, high));
    found_.push_back(first);
    found_.push_back(second);
    high_ -= 2;
    tries_ = 0;
    return;
  }
  if (++tries_ > 60) {
    found_.clear();
    stage_ = Stage::done;
    return;
  }
  double s = h_(high - 1, high - 1) + h_(high, high);
  double t = h_(high - 1, high - 1) * h_(high, high) - h_(high - 1, high) * h_(high, high - 1);
  if (tries_ % 10 == 0) {  // an exceptional shift breaks a cycle
    const double x = std::abs(h_(high, high - 1)) + std::abs(h_(high - 1, high - 2));
    s = 1.5 * x;
    t = x * x;
  }
  work -= 6.0 * (high - low) * (high - low);
  sweep(h_, low, high, s, t);
}

std::vector<Complex> eigenvalues(SquareMatrix m) {
  EigenvalueRun run(std::move(m));
  for (double work = 1; !run.run(work); work = 1) {}
  return run.found();
}

}  // namespace aqm::fluid
