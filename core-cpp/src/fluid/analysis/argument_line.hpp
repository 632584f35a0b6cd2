// What the argument of the characteristic function along a line Re s = sigma shows about the roots.
#pragma once
#include <optional>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "characteristic.hpp"

namespace aqm::fluid {

struct Line {
  int right = kNotCounted;    ///< roots right of it
  std::vector<Complex> near;  ///< places on the line that are closer to a root than their neighbours
};
/// The limit for one answer on the multiplications for places on lines: about half a second.
inline constexpr double kMostPlaces = 1e9;

/// Walks along a line, by the argument principle, for a loop without still states.
class LineWalk {
 public:
  /// `places` is the remaining part of kMostPlaces. `known`: roots with im >= 0; those left of the line are divided
  /// out, or the steps beside them would be as short as their distance.
  LineWalk(const LinearLoop& loop, double sigma, double& places, const std::vector<Complex>& known = {});
  /// Continues as long as work is left, and subtracts the multiplications that it does. True at the end.
  bool run(double& work);
  const Line& line() const { return line_; }

 private:
  /// A factor (s - sigma + size) / (s - root), which tends to 1 far out.
  struct Known {
    Complex root;
    double size;
  };
  double seen_size(double distance) const;
  void begin(double& work);
  Complex place(double omega, double& work);
  /// A place further.
  void step(double& work);
  /// How far the argument is from its limit at infinity, where the line ends.
  double left_to_turn() const;

  const LinearLoop& loop_;
  double sigma_;
  double& places_;
  std::vector<Known> known_;  ///< with conjugates
  std::vector<double> size_;  ///< of each state's factor
  Line line_;
  std::optional<Characteristic> characteristic_;
  std::vector<Complex> per_unit_;
  double end_ = 0, longest_ = 0, cautious_ = 0;
  double turned_ = 0, omega_ = 0, length_ = 0, slope_ = 0;
  bool rising_ = true;
  Complex here_{};
  bool begun_ = false, done_ = false;
};

}  // namespace aqm::fluid
