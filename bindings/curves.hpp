// Drop curves, sampled for plots.
#pragma once
#include "decode.hpp"

namespace aqm::bindings {

/// x in the first half, p_b in the second half: an even grid from 0 to the right end, and each knot with the double
/// just below and just above it, so that jumps are vertical. With no points: the curve at the one requested x. Empty if
/// the request is refused; then `issues` gives the reasons.
std::vector<double> sample_curve(const CurveRequest& request, ConfigIssues& issues);

}  // namespace aqm::bindings
