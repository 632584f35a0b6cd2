// Characteristic roots by discretisation of the past: Newton's method refines the rightmost eigenvalues of a large
// matrix.
#pragma once
#include <optional>
#include <vector>

#include "eigenvalues.hpp"
#include "root_set.hpp"
#include "signals.hpp"

namespace aqm::fluid {

/// The eigenvalues with im >= 0, from the right.
std::vector<Complex> upper_half(std::vector<Complex> eigenvalues);

/// This many of the rightmost eigenvalues must be close to the roots to which they are refined: errors can change the
/// order of discretised roots, by at most their size.
inline constexpr int kDoubted = 3;

/// Adds the roots to which the `count` rightmost eigenvalues are refined. A root that moves far was not resolved: then
/// the number of nodes is doubled.
class DiscretisedRoots {
 public:
  DiscretisedRoots(const LinearLoop& loop, int count, int nodes, RootSet& roots);
  /// Continues as long as work is left; true at the end.
  bool run(double& work);

 private:
  int rows(int nodes) const { return loop_.states + nodes * static_cast<int>(signals_.size()); }
  void begin();
  /// The seed at `next_`, or the search with more nodes, or the end.
  void look();

  const LinearLoop& loop_;
  int count_, nodes_;
  RootSet& roots_;
  std::vector<Signal> signals_;
  std::optional<EigenvalueRun> eigenvalues_;  ///< for the current number of nodes, during the search
  std::vector<Complex> seeds_;
  std::size_t next_ = 0;
  bool doubtful_ = false, done_ = false;
};

}  // namespace aqm::fluid
