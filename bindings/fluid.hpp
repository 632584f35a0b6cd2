// Answers about the fluid model: solution, rest, stability and response of a lane; cells of a map; designs.
#pragma once
#include <memory>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_band.hpp"
#include "aqm/fluid_lane.hpp"
#include "aqm/fluid_lane_curves.hpp"
#include "aqm/fluid_lane_cycles.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "decode.hpp"

namespace aqm::bindings {

/// Owns the columns that an answer names.
struct FluidAnswer {
  FluidSolution solution;
  FluidBand band;
  FrequencyResponse exact, hollot;
  std::string text;
};

class FluidAnalysis;

/// Work (RestsRun::run) that takes about as long as a step of the solver.
inline constexpr double kStepWork = 1000;
/// A step of several queues takes about as long as this many steps of one queue.
inline constexpr std::int64_t kChainStep = 10;

/// The questions about a lane, answered in slices: first the solution, in any number of slices; then its analysis with
/// each rest, its roots and its margins.
class FluidAnswering {
 public:
  /// `request.fluid.options` must have passed `check`.
  explicit FluidAnswering(const FluidRequest& request);
  ~FluidAnswering();
  /// Continues for `max_steps` steps of the solution of one queue, or for as much of several queues, or of the
  /// analysis, as takes about as long; true when everything is complete, or if there is no model.
  bool run(std::int64_t max_steps);
  /// s
  double now() const;
  /// After that, once: `text` is a LaneAnswer (answers.hpp) with additional "columns".
  FluidAnswer answer();

 private:
  bool several() const { return lane_.config.links.size() > 1; }

  FluidLane lane_;
  std::unique_ptr<FluidRun> run_;            ///< none: there is no model
  std::unique_ptr<FluidAnalysis> analysis_;  ///< after the solution
};

/// What is wrong with the options of a request.
ConfigIssues refused_options(const FluidRequest& request);

/// What is wrong with the places of a row.
ConfigIssues refused_places(const MapRowRequest& request);

/// A row of a map. For each x in turn: growth rate, phase margin, queue at rest, kind (index in RestKind; -1: refused
/// there). NaN: no value.
class MapRow {
 public:
  explicit MapRow(MapRowRequest request) : request_(std::move(request)) {}
  /// Continues as long as work is left (RestsRun::run); true at the end.
  bool run(double& work);
  /// Cells that are done.
  std::size_t cells() const { return numbers_.size() / kNumbers; }
  std::vector<double> numbers() && { return std::move(numbers_); }

 private:
  static constexpr std::size_t kNumbers = 4;  ///< of a cell
  void begin();

  MapRowRequest request_;
  std::unique_ptr<MapCellRun> cell_;
  std::vector<Root> guesses_;  ///< the roots of the cell before
  std::vector<double> numbers_;
};

/// The search for a loss of stability, and its answer, a HopfSearch (answers.hpp).
std::unique_ptr<HopfSearchRun> begin_search(const HopfRequest& request);
std::string told(const HopfSearch& search);

/// What is wrong with a range of a quantity that is followed.
ConfigIssues refused_range(const KnobRange& range, const ScenarioConfig& scenario, const std::string& place);

/// The curves along which stability is lost, and the answer, a CurvesAnswer (answers.hpp).
std::unique_ptr<HopfCurvesRun> begin_search(const CurvesRequest& request);
std::string told(const std::vector<HopfCurve>& curves);

/// The rests and cycles over a quantity, and the answer, a CycleDiagram (answers.hpp).
std::unique_ptr<CyclesRun> begin_search(const CyclesRequest& request);
std::string told(const CycleDiagram& diagram);

/// A DesignAnswer (answers.hpp); empty with issues if the rule does not apply.
std::string answer_design(const DesignRequest& request, ConfigIssues& issues);

/// The types of these answers (answer_types.hpp), by name.
std::string describe_fluid_answers();

}  // namespace aqm::bindings
