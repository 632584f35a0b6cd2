// Drop curves, sampled for plots.
#pragma once
#include "decode.hpp"

namespace aqm::bindings {

/// x in the first half, p_b in the second: an even grid from 0 to the right end, and each knot with the double just below
/// and just above it, so that jumps stand upright. With no points: the curve at the one x that was asked.
/// Empty when the request is refused; then `issues` says why.
std::vector<double> sample_curve(const CurveRequest& request, ConfigIssues& issues);

}  // namespace aqm::bindings
