// Simulated time: an integer number of nanoseconds since the start of the run, so that no result depends on rounding.
#pragma once
#include <cstdint>

namespace aqm {

using Time = std::int64_t;
inline constexpr Time kSecond = 1'000'000'000;
inline constexpr Time kNever = INT64_MAX;

/// Seconds to nanoseconds, rounded to nearest; `s` must be finite and at most about 292 years.
constexpr Time from_seconds(double s) { return static_cast<Time>(s * 1e9 + (s < 0 ? -0.5 : 0.5)); }
constexpr double to_seconds(Time t) { return static_cast<double>(t) * 1e-9; }

}  // namespace aqm
