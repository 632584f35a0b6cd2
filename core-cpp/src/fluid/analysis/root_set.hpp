// The known characteristic roots of a loop, each found from a seed by Newton's method.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "characteristic.hpp"

namespace aqm::fluid {

inline void sort_from_the_right(std::vector<Complex>& all) {
  std::sort(all.begin(), all.end(), [](Complex a, Complex b) { return a.re > b.re; });
}

/// Roots, each once, and only the upper one of each pair.
class RootSet {
 public:
  explicit RootSet(const LinearLoop& loop) : loop_(loop), characteristic_(loop) {}

  /// Begins Newton's method.
  void seek(Complex seed) {
    root_ = seed;
    left_ = kMostCorrections;
    settled_ = false;
  }
  /// Continues as long as work is left; true if it has converged and its root is added, or if it does not converge.
  bool run(double& work) {
    while (left_ > 0 && work > 0) {
      work -= 3 * characteristic_.cost();
      const Complex step = characteristic_.correction(root_);
      --left_;
      if (!std::isfinite(step.re) || !std::isfinite(step.im)) {
        left_ = 0;
        break;
      }
      root_ = root_ - step;
      if (magnitude(step) > 1e-13 * size_of(loop_, root_)) continue;
      settled_ = true;
      left_ = 0;
      add();
    }
    return left_ == 0;
  }
  bool settled() const { return settled_; }
  /// The root to which it converged.
  Complex root() const { return root_; }

  bool empty() const { return all_.empty(); }
  void clear() { all_.clear(); }
  Complex first() const {
    return *std::max_element(all_.begin(), all_.end(), [](Complex a, Complex b) { return a.re < b.re; });
  }
  std::vector<Complex> sorted() const {
    std::vector<Complex> all = all_;
    sort_from_the_right(all);
    return all;
  }

 private:
  static constexpr int kMostCorrections = 30;

  void add() {
    const double size = size_of(loop_, root_);
    if (std::abs(root_.im) < 1e-9 * size) root_.im = 0;
    root_.im = std::abs(root_.im);
    if (magnitude(root_) * longest_lag(loop_) < 1e-12) root_ = {};  // of a state that is constant except for rounding
    const bool known =
        std::any_of(all_.begin(), all_.end(), [&](Complex other) { return magnitude(root_ - other) < 1e-7 * size; });
    if (!known) all_.push_back(root_);
  }

  const LinearLoop& loop_;
  Characteristic characteristic_;
  std::vector<Complex> all_;
  Complex root_;
  int left_ = 0;  ///< number of corrections that are still allowed
  bool settled_ = false;
};

/// Adds the roots found from the seeds, one after the other.
class Seeding {
 public:
  Seeding(RootSet& roots, std::vector<Complex> seeds) : roots_(roots), seeds_(std::move(seeds)) {
    if (!seeds_.empty()) roots_.seek(seeds_.front());
  }
  bool run(double& work) {
    while (next_ < seeds_.size()) {
      if (!roots_.run(work)) return false;
      any_ = any_ || roots_.settled();
      if (++next_ < seeds_.size()) roots_.seek(seeds_[next_]);
    }
    return true;
  }
  /// Whether any seed has led to a root.
  bool any() const { return any_; }

 private:
  RootSet& roots_;
  std::vector<Complex> seeds_;
  std::size_t next_ = 0;
  bool any_ = false;
};

}  // namespace aqm::fluid
