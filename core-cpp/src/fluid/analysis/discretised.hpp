// Characteristic roots by discretisation of the past: the rightmost eigenvalues of a large matrix, each refined by Newton's method.
#pragma once
#include <optional>
#include <vector>

#include "eigenvalues.hpp"
#include "root_set.hpp"
#include "signals.hpp"

namespace aqm::fluid {

/// Those with im >= 0, from the right.
std::vector<Complex> upper_half(std::vector<Complex> eigenvalues);

/// So many of the rightmost eigenvalues must be close to the roots that they refine to: discretised roots are out of order by
/// their errors at the most.
inline constexpr int kDoubted = 3;

/// Adds the roots that the `count` rightmost eigenvalues refine to. A root that moves far was not resolved: then with twice the nodes.
class DiscretisedRoots {
 public:
  DiscretisedRoots(const LinearLoop& loop, int count, int nodes, RootSet& roots);
  /// Goes on while there is work left; true at the end.
  bool run(double& work);

 private:
  int rows(int nodes) const { return loop_.states + nodes * static_cast<int>(signals_.size()); }
  void begin();
  /// The seed at `next_`, or with more nodes, or the end.
  void look();

  const LinearLoop& loop_;
  int count_, nodes_;
  RootSet& roots_;
  std::vector<Signal> signals_;
  std::optional<EigenvalueRun> eigenvalues_;  ///< of the nodes at hand, while they are sought
  std::vector<Complex> seeds_;
  std::size_t next_ = 0;
  bool doubtful_ = false, done_ = false;
};

}  // namespace aqm::fluid
