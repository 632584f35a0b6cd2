// The engine's own check of its input: a caller that skipped validation gets reasons, never undefined behaviour.
#pragma once
#include "aqm/simulation.hpp"

namespace aqm {

/// Empty if the configuration can be run.
std::vector<ConfigIssue> check_config(const ScenarioConfig& config, const RecordConfig& record);

/// The scheme at a link: the lane's, or DropTail if the link is not managed.
std::shared_ptr<const Scheme> scheme_of(const ScenarioConfig& config, const LinkConfig& link);

}  // namespace aqm
