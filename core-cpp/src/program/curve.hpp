// The drop curve of a program: how the probability that a packet is dropped or marked depends on the queue, or on the
// state that is a mean of the queue. The packet can carry a mark.
#pragma once
#include <memory>

#include "probe.hpp"

namespace aqm::program {

struct DropCurve {
  bool drawn = false;  ///< there is one
  bool live = false;   ///< states other than the axis move it
  int axis = kNone;    ///< the state on the axis; none: the queue
};

/// The curve of the program with these parameters.
DropCurve drop_curve(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                     const LinkInfo& link);

/// One curve over its axis; `states` as recorded, or empty: those at the start.
class CurveOf {
 public:
  CurveOf(const std::shared_ptr<const Program>& program, const std::vector<double>& frame, const LinkInfo& link,
          int axis, std::span<const double> states);
  double probability(double x) const { return met(x).probability; }
  std::vector<double> knots() const;
  /// The lowest of several places of the axis where a probability is above one; NaN: there is none.
  double above_one() const;
  /// The value on the axis for a full buffer.
  double extent() const { return extent_; }

 private:
  Probe::Met met(double x) const;

  Probe probe_;
  int axis_;
  double capacity_, unit_ = 1, extent_;  ///< `unit`: the value on the axis if one packet always waits
  std::vector<double> states_;
};

}  // namespace aqm::program
