// The curves over two quantities of a scenario along which the rest of its fluid model loses stability.
#pragma once
#include <memory>
#include <vector>

#include "aqm/fluid_knobs.hpp"

namespace aqm {

/// One curve, point by point: the values of both quantities, the frequency of the roots +- j omega (0: a real root
/// crosses) and HopfOnset::bend (0: there is none).
struct HopfCurve {
  std::vector<double> x, y, omega, bend;
};

/// The curves in slices, which find the same to the bit. They begin where the growth rate changes its sign between
/// neighbouring places of a coarse grid. Each is followed in both directions: to the border of the ranges, to itself,
/// or to where the model has no smooth rest any more (an empty or full queue, a kink of the law). Where only a jump of
/// the growth rate separates stable from unstable places, there is no curve.
class HopfCurvesRun {
 public:
  virtual ~HopfCurvesRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// About the share of the work that is done.
  virtual double share() const = 0;
  /// Whole after the end.
  virtual const std::vector<HopfCurve>& curves() const = 0;
};
std::unique_ptr<HopfCurvesRun> begin_hopf_curves(const ScenarioConfig& scenario, const LaneChoice& choice,
                                                 FluidDelay delay, const KnobRange& x, const KnobRange& y);
std::vector<HopfCurve> hopf_curves(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                                   const KnobRange& x, const KnobRange& y);

}  // namespace aqm
