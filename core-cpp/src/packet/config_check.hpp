// The engine's own check of what it is given: a caller that skipped validation gets reasons, never undefined behaviour.
#pragma once
#include "aqm/simulation.hpp"

namespace aqm {

/// Bounds of the scenario document's schema, stated once for the engine.
struct Limits {
  static constexpr double kRate = 10e9;      ///< bit/s
  static constexpr double kDuration = 3600;  ///< s
  static constexpr double kDelay = 10;       ///< s
  static constexpr int kBuffer = 1'000'000;  ///< packets
  static constexpr int kFlows = 10'000;      ///< in all
  static constexpr int kLinks = 8;           ///< of a chain
};

/// Empty when the configuration can be run.
std::vector<ConfigIssue> check_config(const ScenarioConfig& config, const RecordConfig& record);

/// The link as the discipline sees it.
LinkInfo link_of(const NetworkConfig& network);
LinkInfo link_of(const ChainLink& link, int packet_size);

/// The router at which a row leaves: `to`, or the last one.
int last_router(const TrafficGroup& row, const NetworkConfig& network);

}  // namespace aqm
