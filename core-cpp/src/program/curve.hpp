// The drop curve of a program: how the probability that a packet meets depends on the queue, or on the state that is a mean of it.
#pragma once
#include <memory>

#include "probe.hpp"

namespace aqm::program {

struct DropCurve {
  bool drawn = false;  ///< there is one
  bool live = false;   ///< states besides the axis move it
  int axis = kNone;    ///< the state that it is drawn against; none: the queue
};

/// What is drawn, as the program is with these parameters.
DropCurve drop_curve(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                     const LinkInfo& link);

/// One curve over its axis; `states` as recorded, or empty: as they are at the start.
class CurveOf {
 public:
  CurveOf(const std::shared_ptr<const Program>& program, const std::vector<double>& frame, const LinkInfo& link,
          int axis, std::span<const double> states);
  double probability(double x) const { return met(x).probability; }
  std::vector<double> knots() const;
  /// The lowest of some places of the axis where a probability is above one; NaN: at none.
  double above_one() const;
  /// The axis where the buffer is full.
  double extent() const { return extent_; }

 private:
  Probe::Met met(double x) const;

  Probe probe_;
  int axis_;
  double capacity_, unit_ = 1, extent_;  ///< `unit`: the axis for one packet that always waits
  std::vector<double> states_;
};

}  // namespace aqm::program
