// What the argument of the characteristic function along a line Re s = sigma tells of its roots.
#pragma once
#include <optional>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "characteristic.hpp"
#include "signal_determinant.hpp"

namespace aqm::fluid {

struct Line {
  int right = kNotCounted;    ///< roots right of it
  std::vector<Complex> near;  ///< places on it that are closer to a root than those around
};
/// Places on lines, times the cube of the states, that may be looked at for one answer: half a second or so.
inline constexpr double kMostPlaces = 8e7;

/// Walks along a line, by the argument principle, of a loop without still states.
class LineWalk {
 public:
  /// `places` is what may be looked at yet, of kMostPlaces.
  LineWalk(const LinearLoop& loop, double sigma, double& places);
  /// Goes on while there is work left, of which it takes what it does: some multiplications. True at the end.
  bool run(double& work);
  const Line& line() const { return line_; }

 private:
  struct Place {
    Complex value;
    double slope;  ///< |det' / det|: about m / r where m roots lie r away
    bool calm;     ///< the delayed terms are too small to turn F on their own
  };
  Place place(double omega, double& work);
  void begin(double& work);
  /// A place further.
  void step(double& work);

  const LinearLoop& loop_;
  double sigma_;
  double& places_;
  Line line_;
  std::optional<Characteristic> slow_;
  std::optional<SignalDeterminant> quick_;
  double bound_ = 0, end_ = 0, longest_ = 0, cautious_ = 0;
  double turned_ = 0, omega_ = 0, length_ = 0, rise_ = 1;
  Place here_{};
  bool begun_ = false, done_ = false;
};

}  // namespace aqm::fluid
