// The characteristic roots of y'(t) = A0 y(t) + sum of Ak y(t - Rk): the zeros of det(s I - A0 - sum of Ak e^(-s Rk)).
#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "eigenvalues.hpp"
#include "linear_solve.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;

class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop) : loop_(loop), n_(loop.states), matrix_(n_) {}

  /// det Delta(s).
  Complex determinant(Complex s) {
    fill(s);
    return matrix_.factorise() ? matrix_.determinant() : Complex{};
  }

  /// Newton's correction of a root: det / det' = 1 / trace(Delta^-1 Delta').
  Complex correction(Complex s) {
    fill(s);
    if (!matrix_.factorise()) return {};
    Complex trace;
    std::vector<Complex> column(static_cast<std::size_t>(n_));
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i) {
        Complex d{i == j ? 1. : 0., 0};
        for (std::size_t k = 0; k < loop_.lag.size(); ++k)
          d = d + loop_.lag[k] * loop_.delayed[k][at(i, j)] * decay_[k];
        column[static_cast<std::size_t>(i)] = d;
      }
      matrix_.solve(column);
      trace = trace + column[static_cast<std::size_t>(j)];
    }
    return Complex{1, 0} / trace;
  }

 private:
  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i * n_ + j); }

  void fill(Complex s) {
    decay_.clear();
    for (const double lag : loop_.lag) decay_.push_back(fluid::exp(-lag * s));
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        Complex v{-loop_.now[at(i, j)], 0};
        if (i == j) v = v + s;
        for (std::size_t k = 0; k < loop_.lag.size(); ++k) v = v - loop_.delayed[k][at(i, j)] * decay_[k];
        matrix_(i, j) = v;
      }
    }
  }

  const LinearLoop& loop_;
  int n_;
  ComplexLu matrix_;
  std::vector<Complex> decay_;
};

/// The infinitesimal generator of the solution operator, by collocation in the Chebyshev points of [-longest lag, 0] (Breda, Maset
/// and Vermiglio, SIAM J. Sci. Comput. 27, 2005). Block (0, j) holds the equation, the others differentiation.
SquareMatrix generator(const LinearLoop& loop, int nodes) {
  const int n = loop.states;
  const double longest = *std::max_element(loop.lag.begin(), loop.lag.end());
  std::vector<double> x(static_cast<std::size_t>(nodes) + 1), weight(x.size());
  for (int i = 0; i <= nodes; ++i) {
    x[static_cast<std::size_t>(i)] = 0.5 * longest * (math::cos(kPi * i / nodes) - 1);
    weight[static_cast<std::size_t>(i)] = (i % 2 == 0 ? 1 : -1) * (i == 0 || i == nodes ? 0.5 : 1.0);
  }
  SquareMatrix m(n * (nodes + 1));
  // Differentiation in barycentric form; the diagonal makes every row sum to 0.
  for (int i = 1; i <= nodes; ++i) {
    double sum = 0;
    for (int j = 0; j <= nodes; ++j) {
      if (j == i) continue;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double d = weight[b] / weight[a] / (x[a] - x[b]);
      sum += d;
      for (int c = 0; c < n; ++c) m(i * n + c, j * n + c) = d;
    }
    for (int c = 0; c < n; ++c) m(i * n + c, i * n + c) = -sum;
  }
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m(i, j) = loop.now[at(i, j)];
  }
  for (std::size_t k = 0; k < loop.lag.size(); ++k) {
    // Interpolation at -lag: the last node itself, or the barycentric formula.
    std::vector<double> value(x.size(), 0);
    if (loop.lag[k] >= longest) {
      value.back() = 1;
    } else {
      double sum = 0;
      for (std::size_t j = 0; j < x.size(); ++j) sum += value[j] = weight[j] / (-loop.lag[k] - x[j]);
      for (double& v : value) v /= sum;
    }
    for (int b = 0; b <= nodes; ++b) {
      const double v = value[static_cast<std::size_t>(b)];
      if (v == 0) continue;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) m(i, b * n + j) += v * loop.delayed[k][at(i, j)];
      }
    }
  }
  return m;
}

/// Newton's method from a seed; false when it does not settle near it.
bool refine(Characteristic& f, Complex& s) {
  const Complex seed = s;
  for (int i = 0; i < 30; ++i) {
    const Complex step = f.correction(s);
    if (!std::isfinite(step.re) || !std::isfinite(step.im)) return false;
    s = s - step;
    if (magnitude(step) <= 1e-13 * (1 + magnitude(s))) return magnitude(s - seed) < 0.5 * (1 + magnitude(seed));
  }
  return false;
}

std::vector<Complex> rightmost_eigenvalues(const LinearLoop& loop, int nodes) {
  std::vector<Complex> all = eigenvalues(generator(loop, nodes));
  std::erase_if(all, [](Complex s) { return s.im < 0; });
  std::sort(all.begin(), all.end(), [](Complex a, Complex b) { return a.re > b.re; });
  return all;
}

}  // namespace

RootReport rightmost_roots(const LinearLoop& loop, int count, int nodes) {
  RootReport report;
  Characteristic characteristic(loop);
  std::vector<Complex> found;
  for (Complex s : rightmost_eigenvalues(loop, nodes)) {
    if (static_cast<int>(found.size()) >= 2 * count) break;
    if (!refine(characteristic, s)) continue;
    if (std::abs(s.im) < 1e-9 * (1 + std::abs(s.re))) s.im = 0;
    s.im = std::abs(s.im);
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](Complex other) { return magnitude(s - other) < 1e-7 * (1 + magnitude(s)); });
    if (!known) found.push_back(s);
  }
  std::sort(found.begin(), found.end(), [](Complex a, Complex b) { return a.re > b.re; });
  if (static_cast<int>(found.size()) > count) found.resize(static_cast<std::size_t>(count));
  for (const Complex s : found) report.roots.push_back({s.re, s.im});
  report.right_half_plane = roots_right_of(loop, 0);
  return report;
}

double growth_rate(const LinearLoop& loop, int nodes) {
  Characteristic characteristic(loop);
  double best = -std::numeric_limits<double>::infinity();
  int looked = 0;
  for (Complex s : rightmost_eigenvalues(loop, nodes)) {
    if (++looked > 3) break;  // discretised roots are out of order by their errors at the most
    if (!refine(characteristic, s)) continue;
    best = std::max(best, s.re);
  }
  return best;
}

int roots_right_of(const LinearLoop& loop, double sigma) {
  // The argument of det Delta(s) / (s - sigma + a)^n along the line Re s = sigma: the quotient tends to 1 on the large arc, its
  // poles lie left of the line, so it turns once around 0 for each zero on the right.
  Characteristic f(loop);
  const int n = loop.states;
  double scale =
      1;  // of the roots: the largest row sum, with the delayed terms as large as they can get right of the line
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(i * n + j);
      row += std::abs(loop.now[at]);
      for (std::size_t k = 0; k < loop.lag.size(); ++k) {
        row += std::abs(loop.delayed[k][at]) * math::exp(-sigma * loop.lag[k]);
      }
    }
    scale = std::max(scale, row);
  }
  const auto quotient = [&](double omega) {
    Complex value = f.determinant({sigma, omega});
    for (int i = 0; i < n; ++i) value = value / Complex{scale, omega};
    return value;
  };
  double turned = 0, omega = 0;
  Complex here = quotient(0);
  double step = 1e-3;
  while (omega < 1e3 * scale) {
    const Complex next = quotient(omega + step);
    const double turn = angle(next / here);
    if (std::abs(turn) > 0.3 && step > 1e-12 * (1 + omega)) {
      step *= 0.5;
      continue;
    }
    turned += turn;
    omega += step;
    here = next;
    if (std::abs(turn) < 0.1) step *= 1.5;
  }
  return static_cast<int>(std::lround(-turned / kPi));
}

}  // namespace aqm
