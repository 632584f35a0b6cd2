// Stability over parameters: one cell of a map, and the value of one parameter at which stability is lost.
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid_analysis.hpp"

namespace aqm {

/// What a map shows of one configuration, from its exact linearisation.
struct MapCell {
  /// Real part of the rightmost characteristic root, 1/s. NaN without an interior equilibrium (`kind` says which kind
  /// there is), where windows of zero packets leave nothing to linearise, or where growth_rate() cannot determine it.
  /// With CUBIC it is never below 0 (RootReport says why).
  double growth = std::numeric_limits<double>::quiet_NaN();
  /// Phase margin of the last gain crossover, as in margins(); NaN without a crossover, and where it would call a
  /// growing loop stable.
  double phase_margin_deg = std::numeric_limits<double>::quiet_NaN();
  double queue = 0;  ///< at the equilibrium, packets
  RestKind kind = RestKind::none;
};

/// Uses the values that hold at `time`. The configuration must have passed `check`. `queue` and `kind` belong to the
/// observed link; `growth` belongs to the whole model, if can_linearise() allows it.
MapCell map_cell(const FluidConfig& config, double time);

/// A cell in slices, which find the same to the bit.
class MapCellRun {
 public:
  virtual ~MapCellRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const MapCell& cell() const = 0;
  /// Guesses for a neighbour.
  virtual const std::vector<Root>& roots() const = 0;
};
/// `guesses`: as for begin_growth_rate.
std::unique_ptr<MapCellRun> begin_map_cell(FluidConfig config, double time, std::vector<Root> guesses = {});

/// The phase margin of the last gain crossover alone, degrees: the same as margins(), in a fiftieth of the time; NaN
/// without a crossover or without a single loop.
double phase_margin(const LinearLoop& loop);

/// How the oscillation begins at a Hopf point. Near it, an oscillation of the observed queue with the amplitude A
/// packets grows at the rate slope (value - point) + bend A^2. If bend < 0 it begins softly: beyond the point, A rises
/// from 0 as a square root. If bend > 0 it begins with a jump: an unstable oscillation surrounds the stable rest.
struct HopfOnset {
  double bend = std::numeric_limits<double>::quiet_NaN();      ///< 1/(s packet^2)
  double turn = std::numeric_limits<double>::quiet_NaN();      ///< its frequency is omega + turn A^2, rad/(s packet^2)
  double lyapunov = std::numeric_limits<double>::quiet_NaN();  ///< first Lyapunov coefficient, bend / omega
  double slope = std::numeric_limits<double>::quiet_NaN();     ///< of the growth rate along the parameter
  std::string message;                                         ///< why there is no coefficient
};

struct HopfPoint {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< of the parameter
  /// Frequency of the roots +- j omega, rad/s; 0: a real root crosses; NaN: the growth rate jumps across 0 there, for
  /// example at a kink of the law.
  double omega = std::numeric_limits<double>::quiet_NaN();
  std::string message;  ///< why there is no such point; empty if there is one
  HopfOnset onset;      ///< of the oscillation, if omega > 0; only for the exact linearisation
};

/// The value between `lo` and `hi` at which the rightmost root of the model `at` crosses the imaginary axis, apart from
/// a root that stays at 0. If there are several crossings, one of them. None if the growth rate has the same sign at
/// both ends, or if the search meets a value without an interior equilibrium, or a value that is not allowed: for such
/// a value, `at` gives a model without a law.
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
