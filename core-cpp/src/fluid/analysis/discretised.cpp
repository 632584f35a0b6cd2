#include "discretised.hpp"

#include <algorithm>
#include <utility>

#include "aqm/elementary.hpp"

namespace aqm::fluid {
namespace {

constexpr double kPi = 3.141592653589793;
/// The number of nodes doubles up to this limit, and while the matrix has at most this many rows: its eigenvalues cost
/// ten times the cube of the rows.
constexpr int kMostNodes = 64, kMostRows = 400;

/// The matrix of differentiation on [-1, 0] in the Chebyshev points x_0 = 0 .. x_nodes = -1, in barycentric form; the
/// diagonal makes the sum of every row 0. Row 0 is not needed.
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

/// The infinitesimal generator of the solution operator, by collocation in Chebyshev points (Breda, Maset and
/// Vermiglio, SIAM J. Sci. Comput. 27, 2005). The past of the whole state is not discretised, only the few numbers of
/// it that the equations use: for one class of Reno flows one signal, whatever the law. The unknowns are the states and
/// each signal's values at its nodes 1 .. `nodes`.
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

}  // namespace

std::vector<Complex> upper_half(std::vector<Complex> all) {
  std::erase_if(all, [](Complex s) { return s.im < 0; });
  sort_from_the_right(all);
  return all;
}

DiscretisedRoots::DiscretisedRoots(const LinearLoop& loop, int count, int nodes, RootSet& roots)
    : loop_(loop), count_(count), nodes_(nodes), roots_(roots), signals_(signals_of(loop)) {
  while (nodes_ > 4 && rows(nodes_) > kMostRows) --nodes_;
  begin();
}

void DiscretisedRoots::begin() {
  doubtful_ = false;
  next_ = 0;
  eigenvalues_.emplace(generator(loop_, signals_, nodes_));
}

void DiscretisedRoots::look() {
  if (next_ < seeds_.size() && next_ < static_cast<std::size_t>(count_)) {
    roots_.seek(seeds_[next_]);
  } else if (!doubtful_ || nodes_ > kMostNodes || rows(2 * nodes_) > kMostRows) {
    done_ = true;
  } else {
    nodes_ *= 2;
    begin();
  }
}

bool DiscretisedRoots::run(double& work) {
  constexpr double kSettled = 1e-3;  // in units of its size
  while (!done_) {
    if (eigenvalues_) {
      if (!eigenvalues_->run(work)) return false;
      seeds_ = upper_half(eigenvalues_->found());
      eigenvalues_.reset();
    } else {
      if (!roots_.run(work)) return false;
      const Complex seed = seeds_[next_];
      const bool close = roots_.settled() && magnitude(roots_.root() - seed) <= kSettled * size_of(loop_, seed);
      if (++next_ <= static_cast<std::size_t>(kDoubted) && !close) doubtful_ = true;
    }
    look();
  }
  return true;
}

}  // namespace aqm::fluid
