// What the argument of the characteristic function along a line Re s = sigma shows about the roots.
#pragma once
#include <optional>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "characteristic.hpp"
#include "signal_determinant.hpp"

namespace aqm::fluid {

struct Line {
  int right = kNotCounted;    ///< roots right of it
  std::vector<Complex> near;  ///< places on the line that are closer to a root than their neighbours
};
/// The limit for one answer on the places on lines, times the cube of the number of states: about half a second.
inline constexpr double kMostPlaces = 8e7;

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
  struct Place {
    Complex value;
    double slope;  ///< |F' / F|, but for the unit: about m / r if m roots are at the distance r
    bool calm;     ///< the delayed terms are too small to turn F alone
  };
  Place place(double omega, double& work);
  void begin(double& work);
  /// A place further.
  void step(double& work);

  const LinearLoop& loop_;
  double sigma_;
  double& places_;
  std::vector<Complex> known_;  ///< with conjugates
  Line line_;
  std::optional<Characteristic> slow_;
  std::optional<SignalDeterminant> quick_;
  double bound_ = 0, end_ = 0, longest_ = 0, cautious_ = 0;
  double turned_ = 0, omega_ = 0, length_ = 0, rise_ = 1;
  Place here_{};
  bool begun_ = false, done_ = false;
};

}  // namespace aqm::fluid
