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

/// `text` is {"note", "assumptions", "issues", "model": null or {...}, "columns": [...]}; wasm/src/fluid-types.ts says what they mean.
/// Options that are refused become `issues`.
FluidAnswer answer_fluid(const FluidRequest& request, ConfigIssues& issues);

/// For each x in turn: growth rate, phase margin, queue at rest, kind (index in RestKind; -1: refused there). NaN: no value.
std::vector<double> answer_map_row(const MapRowRequest& request, ConfigIssues& issues);

/// {"value", "omega", "message", "from", "to"}: null, null and why where nothing is found between `from` and `to`.
std::string answer_hopf(const HopfRequest& request);

/// {"aqm", "params": {name: value, ...}, "claim"}; empty with issues where the rule does not apply.
std::string answer_design(const DesignRequest& request, ConfigIssues& issues);

}  // namespace aqm::bindings
