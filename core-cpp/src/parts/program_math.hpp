// The functions of programs: the same code for the interpreter and for the C++ that is written from a program.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/time.hpp"
#include "count_law.hpp"
#include "program_events.hpp"

namespace aqm::program {

/// A state's new value: a value that is not a number is stored as 0.
inline double kept(double value) { return value == value ? value : 0; }

inline double clamped(double x, double low, double high) { return x < low ? low : high < x ? high : x; }

/// RED's spacing of drops.
inline double spaced(double p, double count) { return count_law(p, count, CountMode::uniform); }

/// RED's average after one more sample.
inline double averaged(const double* readings, double avg, double x, double w, double size) {
  if (readings[static_cast<int>(Read::queue)] > 0 || readings[static_cast<int>(Read::busy)] != 0) {
    return (1 - w) * avg + w * x;
  }
  const double passed =
      readings[static_cast<int>(Read::idle_time)] * (readings[static_cast<int>(Read::rate)] / (8 * size));
  return avg * math::exp(passed * math::log1p(-w));
}

/// Seconds with the clock's resolution; a value that no run reaches stays unchanged.
inline double whole_ns(double s) { return std::abs(s) < 1e9 ? to_seconds(from_seconds(s)) : s; }

inline double whole_power(double x, double n) {
  const double whole = std::floor(n);
  return whole >= 0 && whole <= 64 ? math::powi(x, static_cast<std::int64_t>(whole)) : math::pow(x, whole);
}

}  // namespace aqm::program
