// The rests and limit cycles of a scenario's fluid model over one quantity: its bifurcation diagram.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_map.hpp"

namespace aqm {

/// What happens to a cycle between the point before and this one.
enum class CycleEvent : int {
  none,
  fold,      ///< a multiplier passes 1: the branch turns, and a stable and an unstable cycle meet
  doubling,  ///< a multiplier passes -1: a cycle of twice the period
  torus      ///< a pair of multipliers passes the unit circle: a second frequency
};

/// Above this error a cycle's multipliers mean little: it touches a full or empty buffer or a kink of the law, where a
/// period has no derivative, or it is at a fold, where two multipliers are 1.
constexpr double kCycleDoubt = 0.1;

/// Limit cycles that follow from each other, point by point.
struct CycleBranchColumns {
  std::vector<double> value;            ///< of the quantity, SI
  std::vector<double> period;           ///< s
  std::vector<double> low, high, mean;  ///< of the observed queue, packets
  /// The largest Floquet multiplier besides that of the motion along the cycle, which is 1; its modulus is below 1 for
  /// a stable cycle.
  std::vector<double> multiplier_re, multiplier_im;
  std::vector<double> unstable;  ///< number of multipliers outside of the unit circle
  std::vector<double> error;     ///< distance of the multiplier that should be 1 from 1
  std::vector<double> doubtful;  ///< 1 if that is above kCycleDoubt; `unstable` is then that of the next certain cycle
  std::vector<double> event;     ///< CycleEvent
  std::string ending;            ///< why it ends
};

struct CycleDiagram {
  std::vector<double> value, queue, growth;  ///< rests; NaN in `queue` without one, in `growth` without a linear model
  std::vector<HopfPoint> points;             ///< between them, with and without an oscillation
  std::vector<CycleBranchColumns> branches;  ///< from those points whose onset is known
  std::string message;                       ///< why no cycle is followed
};

/// The diagram in slices, which find the same to the bit.
class CyclesRun {
 public:
  virtual ~CyclesRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// About the share of the work that is done.
  virtual double share() const = 0;
  /// Whole after the end.
  virtual const CycleDiagram& diagram() const = 0;
};
std::unique_ptr<CyclesRun> begin_cycles(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                                        const KnobRange& along);
CycleDiagram cycles(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, const KnobRange& along);

}  // namespace aqm
