// The clock of a Linux machine (docs/linux.md): it counts from the start of the machine, which is before the start of a
// run.
#pragma once
#include "aqm/time.hpp"

namespace aqm::kernel {

/// The start of the machine. It is a multiple of every unit in which the kernel counts time (64 ns, 1024 ns, 1 ms), so
/// rounding is the same from there as from 0.
inline constexpr Time kStarted = -1'024'000'000;
/// With HZ = 1000.
inline constexpr Time kJiffy = 1'000'000;

/// Jiffies since the machine was started.
constexpr Time jiffies(Time now) { return (now - kStarted) / kJiffy; }

}  // namespace aqm::kernel
