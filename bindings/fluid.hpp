// Answers about the fluid model: solution, rest, stability and response of a lane; cells of a map; designs.
#pragma once
#include "aqm/fluid_analysis.hpp"
#include "decode.hpp"

namespace aqm::bindings {

/// Keeps the columns that an answer names.
struct FluidAnswer {
  FluidSolution solution;
  FrequencyResponse exact, hollot;
  std::string text;
};

/// `text` is a LaneAnswer (answers.hpp) with "columns" besides.
/// Options that are refused become `issues`.
FluidAnswer answer_fluid(const FluidRequest& request, ConfigIssues& issues);

/// For each x in turn: growth rate, phase margin, queue at rest, kind (index in RestKind; -1: refused there). NaN: no value.
std::vector<double> answer_map_row(const MapRowRequest& request, ConfigIssues& issues);

/// A HopfSearch (answers.hpp).
std::string answer_hopf(const HopfRequest& request);

/// A DesignAnswer (answers.hpp); empty with issues where the rule does not apply.
std::string answer_design(const DesignRequest& request, ConfigIssues& issues);

/// The types of these answers (answer_types.hpp), by name.
std::string describe_fluid_answers();

}  // namespace aqm::bindings
