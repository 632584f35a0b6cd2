// The quantities of a lane's fluid model that a map or a search varies.
#pragma once
#include <span>

#include "aqm/fluid_lane.hpp"

namespace aqm {

enum class Knob : int {
  flows,   ///< TCP flows in total, in the proportions of their rows; any positive number
  rtt,     ///< mean round trip without queueing, s; rows keep their differences from it
  rate,    ///< of the observed link, like the buffer, bit/s
  buffer,  ///< packets
  load,    ///< unresponsive share of the rate, [0, 1), from traffic that crosses only the observed link
  param    ///< a parameter of the AQM
};

struct KnobSetting {
  Knob knob = Knob::flows;
  int param = 0;     ///< index in the scheme's table, of Knob::param
  double value = 0;  ///< rounded to a whole number if the quantity needs one
};

/// A quantity and the values from `from` to `to`, evenly spaced or, if `log`, evenly over the logarithm.
struct KnobRange {
  Knob knob = Knob::flows;
  int param = 0;
  double from = 0, to = 1;
  bool log = false;
  double value(double share) const;
};

/// The value that the scenario of the fluid model `lane` has after the last scheduled change. NaN: there is no such
/// parameter.
double knob_value(const ScenarioConfig& scenario, const FluidLane& lane, Knob knob, int param);

/// The fluid model with these settings; a setting that the scenario refuses becomes an issue.
FluidLane fluid_at(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                   std::span<const KnobSetting> settings);

}  // namespace aqm
