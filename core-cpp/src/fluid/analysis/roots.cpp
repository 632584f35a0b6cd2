// The characteristic roots of y'(t) = A0 y(t) + sum of Ak y(t - Rk): the zeros of det(s I - A0 - sum of Ak e^(-s Rk)).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "aqm/fluid_analysis.hpp"
#include "eigenvalues.hpp"
#include "linear_solve.hpp"
#include "moving.hpp"
#include "signal_determinant.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class Characteristic {
 public:
  explicit Characteristic(const LinearLoop& loop)
      : loop_(loop), n_(loop.states), matrix_(n_), column_(static_cast<std::size_t>(n_)), decay_(loop.lag.size()) {}

  struct Value {
    Complex whole, present;  ///< det Delta(s) / unit^n, with the delayed terms and without
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

 private:
  std::size_t index(int i, int j) const { return static_cast<std::size_t>(i * n_ + j); }

  void fill(Complex s, bool delayed = true) {
    for (std::size_t k = 0; k < loop_.lag.size(); ++k) {
      const Complex turn = -loop_.lag[k] * s;
      decay_[k] = delayed ? fluid::exp({turn.re, std::fmod(turn.im, 2 * kPi)}) : Complex{};
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
    for (const auto& [equation, weight] : signal.targets) m(equation, first + nodes - 1) += weight;
    first += nodes;
  }
  return m;
}

double longest_lag(const LinearLoop& loop) { return *std::max_element(loop.lag.begin(), loop.lag.end()); }
/// What is small against a root s: it is measured against its size, and against the rate of a round trip.
double size_of(const LinearLoop& loop, Complex s) { return 1 / longest_lag(loop) + magnitude(s); }

/// Newton's method from a seed; false when it does not settle.
bool refine(const LinearLoop& loop, Characteristic& f, Complex& s) {
  for (int i = 0; i < 30; ++i) {
    const Complex step = f.correction(s);
    if (!std::isfinite(step.re) || !std::isfinite(step.im)) return false;
    s = s - step;
    if (magnitude(step) <= 1e-13 * size_of(loop, s)) return true;
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
    for (const Signal::Target& target : signal.targets) {
      double& longest = of[static_cast<std::size_t>(target.equation)];
      longest = std::max(longest, loop.lag[signal.lag]);
    }
  }
  return std::accumulate(of.begin(), of.end(), 0.0);
}

void sort_from_the_right(std::vector<Complex>& all) {
  std::sort(all.begin(), all.end(), [](Complex a, Complex b) { return a.re > b.re; });
}

std::vector<Complex> upper_eigenvalues(const SquareMatrix& m) {
  std::vector<Complex> all = eigenvalues(m);
  std::erase_if(all, [](Complex s) { return s.im < 0; });
  sort_from_the_right(all);
  return all;
}

/// Roots, each once and the upper one of each pair.
class Roots {
 public:
  explicit Roots(const LinearLoop& loop) : loop_(loop), characteristic_(loop) {}

  /// The root that Newton's method finds from the seed, if any.
  bool add_from(Complex seed, Complex& root) {
    root = seed;
    if (!refine(loop_, characteristic_, root)) return false;
    const double size = size_of(loop_, root);
    if (std::abs(root.im) < 1e-9 * size) root.im = 0;
    root.im = std::abs(root.im);
    if (magnitude(root) * longest_lag(loop_) < 1e-12) root = {};  // of a state that stands still, but for rounding
    const bool known =
        std::any_of(all_.begin(), all_.end(), [&](Complex other) { return magnitude(root - other) < 1e-7 * size; });
    if (!known) all_.push_back(root);
    return true;
  }
  bool empty() const { return all_.empty(); }
  Complex first() const {
    return *std::max_element(all_.begin(), all_.end(), [](Complex a, Complex b) { return a.re < b.re; });
  }
  std::vector<Complex> sorted() const {
    std::vector<Complex> all = all_;
    sort_from_the_right(all);
    return all;
  }

 private:
  const LinearLoop& loop_;
  Characteristic characteristic_;
  std::vector<Complex> all_;
};

/// So many of the rightmost eigenvalues must be close to the roots that they refine to: discretised roots are out of order by
/// their errors at the most.
constexpr int kDoubted = 3;
/// Nodes are doubled up to here, and as long as the matrix has no more rows than this: its eigenvalues cost ten times their cube.
constexpr int kMostNodes = 64, kMostRows = 400;

/// Adds the roots that the `count` rightmost eigenvalues refine to. A root that moves far was not resolved: then with twice the nodes.
void add_discretised(const LinearLoop& loop, int count, int nodes, Roots& roots) {
  constexpr double kSettled = 1e-3;  // in units of its size
  const std::vector<Signal> signals = signals_of(loop);
  const auto rows = [&](int n) { return loop.states + n * static_cast<int>(signals.size()); };
  while (nodes > 4 && rows(nodes) > kMostRows) --nodes;
  for (;; nodes *= 2) {
    bool doubtful = false;
    int looked = 0;
    for (const Complex seed : upper_eigenvalues(generator(loop, signals, nodes))) {
      if (++looked > count) break;
      Complex s;
      const bool settles = roots.add_from(seed, s);
      const bool close = settles && magnitude(s - seed) <= kSettled * size_of(loop, seed);
      if (looked <= kDoubted && !close) doubtful = true;
    }
    if (!doubtful || nodes > kMostNodes || rows(2 * nodes) > kMostRows) return;
  }
}

/// What the argument of the characteristic function along a line Re s = sigma tells.
struct Line {
  int right = kNotCounted;    ///< roots right of it
  std::vector<Complex> near;  ///< places on it that are closer to a root than those around
};
/// Places on lines, times the cube of the states, that may be looked at for one answer: half a second or so.
constexpr double kMostWork = 8e7;
constexpr std::size_t kMostNear = 64;

/// Of a loop without still states, by the argument principle. `work` is what may be done yet.
Line along(const LinearLoop& loop, double sigma, double& work) {
  Line line;
  if (loop.states == 0) line.right = 0;
  // The argument of F = det Delta(s) / (s - sigma + bound)^n along the line Re s = sigma: F tends to 1 far out and has no poles on
  // the right, so it turns once around 0 for each zero there. From 4 n bound on it keeps within a right angle of 1.
  const double bound = loop.states > 0 ? root_bound(loop, sigma) : 0, end = 4 * loop.states * bound;
  if (loop.states == 0 || !std::isfinite(end)) return line;
  Characteristic f(loop);
  SignalDeterminant quick(loop);
  const double longest = longest_lag(loop);
  // The determinant is a product of a term of each row: its fastest exponential has the longest lags of all rows.
  const double cautious = 0.5 / std::max(longest, sum_of_lags(loop));
  struct Place {
    Complex value;
    double slope;  ///< |det' / det|: about m / r where m roots lie r away
    bool calm;     ///< the delayed terms are too small to turn F on their own
  };
  const double cost = std::pow(loop.states, 3) + 50;
  const auto place = [&](double omega) {
    work -= cost;
    SignalDeterminant::Value v;
    if (!quick.at({sigma, omega}, {bound, omega}, v)) {
      const auto slow = f.at({sigma, omega}, {bound, omega});
      v = {slow.whole, slow.present, 1 / magnitude(slow.correction)};
    }
    return Place{v.whole, v.slope, norm(v.whole - v.present) < 0.04 * norm(v.present)};
  };
  double turned = 0, omega = 0, step = 1e-3 / longest, rise = 1;
  Place here = place(0);
  while (omega < end) {
    if (work < 0) return line;
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
    const double rises = next.slope - here.slope;
    if (rise > 0 && rises <= 0 && line.near.size() < kMostNear) line.near.push_back({sigma, omega});
    if (rises != 0) rise = rises;
    omega += step;
    here = next;
    if (!known || (std::abs(turn) < 0.1 && step * here.slope < 0.3)) step *= 1.5;
  }
  line.right = static_cast<int>(std::lround((angle(here.value) - turned) / kPi));
  return line;
}

/// Roots of a loop without still states, the rightmost one among them; none where that cannot be told.
class RightmostRoots {
 public:
  RightmostRoots(const LinearLoop& loop, int count, int nodes) : loop_(loop), roots_(loop) {
    if (loop.states == 0) return;
    add_discretised(loop, count, nodes, roots_);
    certain_ = none_further_right();
    countable_ = line_.right != kNotCounted;
    certain_ = certain_ || (add_present() && none_further_right());
    for (int i = 0; i < kRounds && !certain_ && line_.right != kNotCounted; ++i) {
      if (!add(line_.near)) return;
      certain_ = none_further_right();
    }
  }
  std::vector<Complex> sorted() const { return certain_ ? roots_.sorted() : std::vector<Complex>{}; }
  /// Whether the first line could be walked to its end.
  bool countable() const { return countable_; }

 private:
  static constexpr int kRounds = 6;
  /// Of its size: a root that is no further right than this goes for the same growth.
  static constexpr double kSame = 1e-6;

  /// Whether the argument principle knows no root right of the first.
  bool none_further_right() {
    if (roots_.empty()) {
      line_ = along(loop_, 0, work_);
      return false;
    }
    const Complex first = roots_.first();
    line_ = along(loop_, first.re + kSame * size_of(loop_, first), work_);
    return line_.right == 0;
  }
  /// Fast oscillations that need no delay are too fast for any discretisation of one.
  bool add_present() {
    SquareMatrix now(loop_.states);
    now.a = loop_.now;
    return add(upper_eigenvalues(now));
  }
  bool add(const std::vector<Complex>& seeds) {
    Complex root;
    bool any = false;
    for (const Complex seed : seeds) any = roots_.add_from(seed, root) || any;
    return any;
  }

  const LinearLoop& loop_;
  Roots roots_;
  Line line_;
  double work_ = kMostWork;
  bool certain_ = false, countable_ = true;
};

int count_right_of(const LinearLoop& loop, double sigma) {
  double work = kMostWork;
  return along(loop, sigma, work).right;
}

}  // namespace

RootReport rightmost_roots(const LinearLoop& whole, int count, int nodes) {
  const auto [loop, still] = moving_part(whole);
  RootReport report;
  const RightmostRoots rightmost(loop, count + kDoubted, nodes);
  std::vector<Complex> found = rightmost.sorted();
  // On the axis a root has no side: then the line passes it on the right.
  const double touch = loop.states > 0 ? 1e-9 / longest_lag(loop) : 0;
  const bool touches = std::any_of(found.begin(), found.end(), [&](Complex s) { return std::abs(s.re) <= touch; });
  const double line = touches ? 10 * touch : 0;
  report.right_half_plane = rightmost.countable() ? count_right_of(loop, line) : kNotCounted;
  if (found.empty() && loop.states > 0) return report;
  if (still > 0) found.push_back({});
  sort_from_the_right(found);
  if (static_cast<int>(found.size()) > count) found.resize(static_cast<std::size_t>(count));
  for (const Complex s : found) report.roots.push_back({s.re, s.im});
  return report;
}

double growth_rate(const LinearLoop& whole, int nodes) {
  const auto [loop, still] = moving_part(whole);
  // Every signal has nodes of its own, and eigenvalues cost the cube of all. Fewer do for seeds, which Newton's method refines; where they
  // do not, they are doubled.
  const int seeding = signals_of(loop).size() > 1 ? 2 * nodes / 3 : nodes;
  const std::vector<Complex> found = RightmostRoots(loop, kDoubted, seeding).sorted();
  if (found.empty() && loop.states > 0) return kNan;
  const double best = found.empty() ? -std::numeric_limits<double>::infinity() : found.front().re;
  return still > 0 ? std::max(best, 0.0) : best;
}

int roots_right_of(const LinearLoop& whole, double sigma) {
  const auto [loop, still] = moving_part(whole);
  const int right = count_right_of(loop, sigma);
  return right == kNotCounted ? right : right + (sigma < 0 ? still : 0);
}

}  // namespace aqm
