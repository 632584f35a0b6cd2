// The characteristic roots of y'(t) = A0 y(t) + sum of Ak y(t - Rk): the zeros of det(s I - A0 - sum of Ak e^(-s Rk)).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "aqm/fluid_analysis.hpp"
#include "eigenvalues.hpp"
#include "linear_solve.hpp"
#include "moving.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;

/// One row of a delayed matrix: all that the past does to one equation passes through the number v(t) = row . y(t).
struct Signal {
  std::size_t lag;
  int target;         ///< the equation that v(t - lag) enters
  const double* row;  ///< over the states
};
std::vector<Signal> signals_of(const LinearLoop& loop) {
  std::vector<Signal> all;
  const auto n = static_cast<std::size_t>(loop.states);
  for (std::size_t k = 0; k < loop.lag.size(); ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const double* row = &loop.delayed[k][i * n];
      if (std::any_of(row, row + n, [](double v) { return v != 0; })) all.push_back({k, static_cast<int>(i), row});
    }
  }
  return all;
}

class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop)
      : loop_(loop), n_(loop.states), matrix_(n_), column_(static_cast<std::size_t>(n_)), decay_(loop.lag.size()) {}

  /// det Delta(s), with the delayed terms or without.
  Complex determinant(Complex s, bool delayed = true) {
    fill(s, delayed);
    return matrix_.factorise() ? matrix_.determinant() : Complex{};
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
          d = d + loop_.lag[k] * loop_.delayed[k][at(i, j)] * decay_[k];
        }
        column_[static_cast<std::size_t>(i)] = d;
      }
      matrix_.solve(column_);
      trace = trace + column_[static_cast<std::size_t>(j)];
    }
    return Complex{1, 0} / trace;
  }

 private:
  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i * n_ + j); }

  void fill(Complex s, bool delayed = true) {
    for (std::size_t k = 0; k < loop_.lag.size(); ++k) {
      const Complex turn = -loop_.lag[k] * s;
      decay_[k] = delayed ? fluid::exp({turn.re, std::fmod(turn.im, 2 * kPi)}) : Complex{};
    }
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
  std::vector<Complex> column_, decay_;
};

/// Differentiation on [-1, 0] in the Chebyshev points x_0 = 0 .. x_nodes = -1, in barycentric form; the diagonal makes every row sum to
/// 0. Row 0 is not needed.
std::vector<double> differentiation(int nodes) {
  const auto width = static_cast<std::size_t>(nodes) + 1;
  std::vector<double> x(width), weight(width), d(width * width, 0);
  for (int i = 0; i <= nodes; ++i) {
    x[static_cast<std::size_t>(i)] = 0.5 * (math::cos(kPi * i / nodes) - 1);
    weight[static_cast<std::size_t>(i)] = (i % 2 == 0 ? 1 : -1) * (i == 0 || i == nodes ? 0.5 : 1.0);
  }
  for (std::size_t i = 1; i < width; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < width; ++j) {
      if (j == i) continue;
      d[i * width + j] = weight[j] / weight[i] / (x[i] - x[j]);
      sum += d[i * width + j];
    }
    d[i * width + i] = -sum;
  }
  return d;
}

/// The infinitesimal generator of the solution operator, by collocation in Chebyshev points (Breda, Maset and Vermiglio, SIAM J. Sci.
/// Comput. 27, 2005). Not the whole state's past is discretised but the few numbers of it that the equations see: for one class
/// of Reno flows one signal, whatever the law. The unknowns are the states and each signal's values at its nodes 1 .. `nodes`.
SquareMatrix generator(const LinearLoop& loop, const std::vector<Signal>& signals, int nodes) {
  const int n = loop.states;
  SquareMatrix m(n + nodes * static_cast<int>(signals.size()));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m(i, j) = loop.now[static_cast<std::size_t>(i * n + j)];
  }
  const std::vector<double> d = differentiation(nodes);
  int first = n;
  for (const Signal& signal : signals) {
    const double rate = 1 / loop.lag[signal.lag];
    for (int i = 1; i <= nodes; ++i) {
      const double* row = &d[static_cast<std::size_t>(i * (nodes + 1))];
      for (int j = 1; j <= nodes; ++j) m(first + i - 1, first + j - 1) = rate * row[j];
      for (int j = 0; j < n; ++j) m(first + i - 1, j) = rate * row[0] * signal.row[j];
    }
    m(signal.target, first + nodes - 1) += 1;
    first += nodes;
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

/// No root with Re s >= sigma is larger than this: the largest row sum of |A0| + sum of |Ak| e^(-sigma Rk), its components measured in
/// units (powers of two) that make rows and columns alike.
double root_bound(const LinearLoop& loop, double sigma) {
  SquareMatrix m(loop.states);
  for (std::size_t i = 0; i < m.a.size(); ++i) {
    m.a[i] = std::abs(loop.now[i]);
    for (std::size_t k = 0; k < loop.lag.size(); ++k) {
      m.a[i] += std::abs(loop.delayed[k][i]) * math::exp(-sigma * loop.lag[k]);
    }
  }
  balance(m);
  double largest = 0;
  for (int i = 0; i < m.n; ++i) {
    double row = 0;
    for (int j = 0; j < m.n; ++j) row += m(i, j);
    largest = std::max(largest, row);
  }
  return largest;
}

/// The longest lag of each equation, all together.
double sum_of_lags(const LinearLoop& loop) {
  std::vector<double> of(static_cast<std::size_t>(loop.states), 0);
  for (const Signal& signal : signals_of(loop)) {
    double& longest = of[static_cast<std::size_t>(signal.target)];
    longest = std::max(longest, loop.lag[signal.lag]);
  }
  return std::accumulate(of.begin(), of.end(), 0.0);
}

std::vector<Complex> rightmost_eigenvalues(const LinearLoop& loop, int nodes) {
  std::vector<Complex> all = eigenvalues(generator(loop, signals_of(loop), nodes));
  std::erase_if(all, [](Complex s) { return s.im < 0; });
  std::sort(all.begin(), all.end(), [](Complex a, Complex b) { return a.re > b.re; });
  return all;
}

/// So many of the rightmost eigenvalues must be close to the roots that they refine to: discretised roots are out of order by
/// their errors at the most.
constexpr int kDoubted = 3;

/// The roots that the `count` rightmost eigenvalues refine to. A root that moves far was not resolved: then with twice the nodes.
std::vector<Complex> refined_roots(const LinearLoop& loop, int count, int nodes) {
  constexpr double kSettled = 1e-3;  // in units of its size
  constexpr int kMostNodes = 64;
  Characteristic characteristic(loop);
  for (;; nodes *= 2) {
    std::vector<Complex> found;
    bool doubtful = false;
    int looked = 0;
    for (const Complex seed : rightmost_eigenvalues(loop, nodes)) {
      if (++looked > count) break;
      Complex s = seed;
      const bool settles = refine(characteristic, s);
      if (settles) found.push_back(s);
      if (looked <= kDoubted && (!settles || magnitude(s - seed) > kSettled * (1 + magnitude(seed)))) doubtful = true;
    }
    if (!doubtful || nodes > kMostNodes) return found;
  }
}

/// Roots right of Re s = sigma of a loop without still states, by the argument principle.
int count_right_of(const LinearLoop& loop, double sigma) {
  if (loop.states == 0) return 0;
  // The argument of F = det Delta(s) / (s - sigma + bound)^n along the line Re s = sigma: F tends to 1 far out and has no poles on
  // the right, so it turns once around 0 for each zero there. From 4 n bound on it keeps within a right angle of 1.
  Characteristic f(loop);
  const double bound = root_bound(loop, sigma), end = 4 * loop.states * bound;
  const double longest = *std::max_element(loop.lag.begin(), loop.lag.end());
  // The determinant is a product of a term of each row: its fastest exponential has the longest lags of all rows.
  const double cautious = 0.5 / std::max(longest, sum_of_lags(loop));
  struct Place {
    Complex value;
    double slope;  ///< |det' / det|: about m / r where m roots lie r away
    bool calm;     ///< the delayed terms are too small to turn F on their own
  };
  const auto place = [&](double omega) {
    const Complex whole = f.determinant({sigma, omega}), present = f.determinant({sigma, omega}, false);
    Complex value = whole;
    for (int i = 0; i < loop.states; ++i) value = value / Complex{bound, omega};
    const double slope = 1 / magnitude(f.correction({sigma, omega}));
    return Place{value, slope, norm(whole - present) < 0.04 * norm(present)};
  };
  double turned = 0, omega = 0, step = 1e-3 / longest;
  Place here = place(0);
  while (omega < end) {
    // Steps that the delayed terms could not turn around unseen, and that do not reach past a root: two roots close together turn F
    // once around, as if there were none.
    if (!here.calm) step = std::min(step, cautious);
    const Place next = place(omega + step);
    const double turn = angle(next.value / here.value);
    // A zero on the line itself has no side: what cannot be told is passed over.
    const bool known = std::isfinite(turn);
    const bool near = step * std::max(here.slope, next.slope) <= 0.5;
    const bool seen = !known || (std::abs(turn) <= 0.3 && near && (next.calm || step <= cautious));
    if (!seen && step > 1e-12 * (1 / longest + omega)) {
      step *= 0.5;
      continue;
    }
    if (known) turned += turn;
    omega += step;
    here = next;
    if (!known || (std::abs(turn) < 0.1 && step * here.slope < 0.3)) step *= 1.5;
  }
  return static_cast<int>(std::lround((angle(here.value) - turned) / kPi));
}

}  // namespace

RootReport rightmost_roots(const LinearLoop& whole, int count, int nodes) {
  const auto [loop, still] = moving_part(whole);
  RootReport report;
  std::vector<Complex> found;
  for (Complex s : refined_roots(loop, count + kDoubted, nodes)) {
    if (std::abs(s.im) < 1e-9 * (1 + std::abs(s.re))) s.im = 0;
    s.im = std::abs(s.im);
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](Complex other) { return magnitude(s - other) < 1e-7 * (1 + magnitude(s)); });
    if (!known) found.push_back(s);
  }
  // A loop whose numbers mean nothing has no root that does.
  if (found.empty() && loop.states > 0) return report;
  if (still > 0) found.push_back({});
  std::sort(found.begin(), found.end(), [](Complex a, Complex b) { return a.re > b.re; });
  if (static_cast<int>(found.size()) > count) found.resize(static_cast<std::size_t>(count));
  for (const Complex s : found) report.roots.push_back({s.re, s.im});
  report.right_half_plane = count_right_of(loop, 0);
  return report;
}

double growth_rate(const LinearLoop& whole, int nodes) {
  const auto [loop, still] = moving_part(whole);
  double best = -std::numeric_limits<double>::infinity();
  for (const Complex s : refined_roots(loop, kDoubted, nodes)) best = std::max(best, s.re);
  if (std::isinf(best) && loop.states > 0) return best;
  return still > 0 ? std::max(best, 0.0) : best;
}

int roots_right_of(const LinearLoop& whole, double sigma) {
  const auto [loop, still] = moving_part(whole);
  return count_right_of(loop, sigma) + (sigma < 0 ? still : 0);
}

}  // namespace aqm
