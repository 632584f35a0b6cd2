#include "aqm/fluid_design.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "aqm/elementary.hpp"

namespace aqm {
namespace {

/// An average that remembers more packets than this, 2^40, does not move noticeably.
constexpr double kSmallestWeight = 1e-12;

/// The rule's crossover may be chosen; with w_g R <= 0.4 the phase margin is at least 45 degrees.
constexpr double kTurn = 0.4;

struct Checked {
  double value;
  const char* name;
};

/// The message about the first value that is not above 0.
template <std::size_t kCount>
std::string positive(const Checked (&values)[kCount]) {
  for (const Checked& v : values) {
    if (v.value > 0 && std::isfinite(v.value)) continue;
    char text[96];
    std::snprintf(text, sizeof text, "%s = %.6g must be above 0 and finite", v.name, v.value);
    return text;
  }
  return {};
}

/// The pole of the windows' response, 2 N / (R^2 C), rad/s.
double window_pole(const DesignCase& c) { return 2 * c.flows / (c.round_trip * c.round_trip * c.capacity); }
/// (R C)^3 / (2 N)^2: the plant's gain at frequency zero.
double plant_gain(const DesignCase& c) {
  const double product = c.round_trip * c.capacity;
  return product * product * product / (4 * c.flows * c.flows);
}

}  // namespace

RedRule red_rule(const RedRuleInput& in) {
  RedRule out;
  out.message = positive({{in.worst.flows, "flows"},
                          {in.worst.round_trip, "round_trip"},
                          {in.worst.capacity, "capacity"},
                          {in.max_th - in.min_th, "max_th - min_th"},
                          {in.max_p, "max_p"}});
  if (!out.message.empty()) return out;
  out.crossover = 0.1 * std::min(window_pole(in.worst), 1 / in.worst.round_trip);
  out.gain = in.max_p / (in.max_th - in.min_th) * plant_gain(in.worst);
  if (out.gain <= 1) {
    out.rate = std::numeric_limits<double>::infinity();
    out.weight = 1;
    return out;
  }
  out.rate = out.crossover / std::sqrt((out.gain - 1) * (out.gain + 1));
  out.weight = -math::expm1(-out.rate / in.worst.capacity);
  if (out.weight < kSmallestWeight) {
    out.message =
        "no w_q from 1e-12 up satisfies the rule: the slope max_p / (max_th - min_th) is too steep for so few flows";
    out.weight = out.rate = 0;
  }
  return out;
}

PiRule pi_rule(const PiRuleInput& in) {
  PiRule out;
  out.message = positive({{in.worst.flows, "flows"},
                          {in.worst.round_trip, "round_trip"},
                          {in.worst.capacity, "capacity"},
                          {in.sampling, "sampling"}});
  if (!out.message.empty()) return out;
  const double window = in.worst.round_trip * in.worst.capacity / in.worst.flows;
  if (window * window < 2) {
    out.message = "R C / N is below 1.41 packets: no probability up to 1 makes windows so small";
    return out;
  }
  out.zero = window_pole(in.worst);
  out.crossover = std::min(out.zero, kTurn / in.worst.round_trip);
  const double turn = out.crossover * in.worst.round_trip;
  // The controller's zero cancels the windows' pole; K_PI plant_gain e^(-sR) / (s (s R + 1)) remains.
  out.gain = out.crossover * std::sqrt(turn * turn + 1) / plant_gain(in.worst);
  out.phase_margin_deg = 90 - (math::atan2(turn, 1) + turn) * 180 / 3.141592653589793;
  if (!(in.sampling > 0.5 * out.zero)) {
    out.message = "sampling must be above z / 2, else b is not positive";
    return out;
  }
  const PiCoefficients c = pi_coefficients(out.gain, out.zero, in.sampling);
  out.a = c.a;
  out.b = c.b;
  return out;
}

PiCoefficients pi_coefficients(double gain, double zero, double sampling) {
  const double half = 0.5 / sampling;
  return {gain * (1 / zero + half), gain * (1 / zero - half)};
}

}  // namespace aqm
