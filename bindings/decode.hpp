// Converts flat arrays of doubles into the engine's structures. Whatever the array contains, the result is a structure
// or an issue.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "layout.hpp"

namespace aqm::bindings {

using ConfigIssues = std::vector<ConfigIssue>;

struct SchemeRequest {
  std::shared_ptr<const Scheme> scheme;
  LinkInfo link;
  ParamValues params;
};

struct CurveRequest {
  SchemeRequest of;
  CurveFields curve;
  std::vector<double> state;
};

struct OneLinkRequest {
  SchemeRequest of;
  OneLink set_up;
  std::vector<GivenArrival> arrivals;
};

struct ScenarioRequest {
  ScenarioConfig scenario;
  RecordConfig record;
};

struct FluidRequest {
  FluidFields fluid;
  ScenarioConfig scenario;
};

struct MapRowRequest {
  MapFields map;
  FluidRequest of;
  std::vector<double> x;
};

struct HopfRequest {
  KnobSetting along;
  FluidRequest of;
};

struct CurvesRequest {
  KnobRange x, y;
  FluidRequest of;
};

struct CyclesRequest {
  KnobRange along;
  FluidRequest of;
};

struct DesignRequest {
  DesignRule rule = DesignRule::red;
  ScenarioConfig scenario;
};

/// Bytes.
std::optional<std::string> decode_text(std::span<const double> input, ConfigIssues& issues);
/// Empty if the array is malformed; then `issues` says where.
std::optional<SchemeRequest> decode_scheme_request(std::span<const double> input, ConfigIssues& issues);
std::optional<CurveRequest> decode_curve_request(std::span<const double> input, ConfigIssues& issues);
std::optional<OneLinkRequest> decode_one_link(std::span<const double> input, ConfigIssues& issues);
std::optional<ScenarioRequest> decode_scenario(std::span<const double> input, ConfigIssues& issues);

/// Their scenarios have passed `check` of aqm/simulation.hpp.
std::optional<FluidRequest> decode_fluid(std::span<const double> input, ConfigIssues& issues);
std::optional<MapRowRequest> decode_map_row(std::span<const double> input, ConfigIssues& issues);
std::optional<HopfRequest> decode_hopf(std::span<const double> input, ConfigIssues& issues);
std::optional<CurvesRequest> decode_curves(std::span<const double> input, ConfigIssues& issues);
std::optional<CyclesRequest> decode_cycles(std::span<const double> input, ConfigIssues& issues);
std::optional<DesignRequest> decode_design(std::span<const double> input, ConfigIssues& issues);

}  // namespace aqm::bindings
