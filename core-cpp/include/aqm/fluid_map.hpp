// Stability over parameters: one cell of a map, and the place along one parameter where stability is lost.
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "aqm/fluid_analysis.hpp"

namespace aqm {

/// What a map shows of one configuration: its exact linearisation.
struct MapCell {
  /// Real part of the rightmost characteristic root, 1/s; NaN without an interior equilibrium (`kind` says what there is), and
  /// where windows of zero packets leave nothing to linearise or growth_rate() cannot tell. With CUBIC never below 0 (RootReport says
  /// why).
  double growth = std::numeric_limits<double>::quiet_NaN();
  /// Of the last gain crossover, as margins() has it; NaN without one, and where it would call a loop stable that grows.
  double phase_margin_deg = std::numeric_limits<double>::quiet_NaN();
  double queue = 0;  ///< of the equilibrium, packets
  RestKind kind = RestKind::none;
};

/// With what holds at `time`. The configuration must have passed `check`. `queue` and `kind` are those of the observed link; `growth`
/// is that of the whole, where can_linearise() allows it.
MapCell map_cell(const FluidConfig& config, double time);

/// A cell in slices, which find the same to the bit.
class MapCellRun {
 public:
  virtual ~MapCellRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const MapCell& cell() const = 0;
};
std::unique_ptr<MapCellRun> begin_map_cell(FluidConfig config, double time);

/// The phase margin of the last gain crossover alone, degrees: as margins(), in a fiftieth of the time; NaN without a crossover
/// or a single loop.
double phase_margin(const LinearLoop& loop);

struct HopfPoint {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< of the parameter
  /// Of the roots +- j omega, rad/s; 0: a real root crosses; NaN: the growth rate jumps across 0 there, as at a kink of the law.
  double omega = std::numeric_limits<double>::quiet_NaN();
  std::string message;  ///< why there is none; empty when there is
};

/// Where between `lo` and `hi` the rightmost root of the model `at` crosses the imaginary axis, apart from one that stays at 0. Of
/// several crossings one; none when the growth rate has the same sign at both ends, or when the search meets a value without an
/// interior equilibrium, or one that is not allowed: `at` gives a model without a law there.
HopfPoint hopf(const std::function<FluidConfig(double)>& at, double lo, double hi,
               Linearisation kind = Linearisation::exact, double time = 0);

/// That search in slices.
class HopfRun {
 public:
  virtual ~HopfRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const HopfPoint& point() const = 0;
};
std::unique_ptr<HopfRun> begin_hopf(std::function<FluidConfig(double)> at, double lo, double hi, Linearisation kind,
                                    double time);

}  // namespace aqm
