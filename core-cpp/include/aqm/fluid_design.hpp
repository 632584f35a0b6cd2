// The design rules of Hollot, Misra, Towsley and Gong, "Analysis and design of controllers for AQM routers supporting
// TCP flows", IEEE Transactions on Automatic Control 47(6), 2002. Both rules guarantee stability of the model in their
// own linearisation (windows much larger than one packet, one class of endless Reno flows) for every number of flows
// from `flows` upwards and every round-trip time up to `round_trip`. The queue must be neither empty nor full.
// margins() and growth_rate() give the result of the exact linearisation.
#pragma once
#include <string>

namespace aqm {

/// The worst case for which a design must hold.
struct DesignCase {
  double flows = 60;         ///< N-: the fewest flows
  double round_trip = 0.25;  ///< R+: the longest round-trip time, queueing included, s
  double capacity = 3750;    ///< C, packets/s
};

struct RedRuleInput {
  DesignCase worst;
  double min_th = 150, max_th = 700;  ///< packets
  double max_p = 0.1;
};
struct RedRule {
  std::string message;   ///< why there is no weight; empty if there is one
  double crossover = 0;  ///< w_g = 0.1 min(2 N- / ((R+)^2 C), 1 / R+), rad/s
  double gain = 0;       ///< L_red (R+ C)^3 / (2 N-)^2, which must stay below sqrt(w_g^2 / K^2 + 1)
  double rate = 0;       ///< K at which the gain equals this limit, 1/s; infinity if the gain is at most 1
  double weight = 0;     ///< w_q = 1 - e^(-K / C), the largest weight that the rule allows; 1 if it allows every weight
};
/// Proposition 1: the average's weight w_q for a RED with given thresholds.
RedRule red_rule(const RedRuleInput& input);

struct PiRuleInput {
  DesignCase worst;
  double sampling = 160;  ///< f_s, 1/s
};
struct PiRule {
  std::string message;  ///< why there is no controller; empty if there is one
  double zero = 0;      ///< z = 2 N- / ((R+)^2 C), rad/s: cancels the pole of the windows
  double crossover =
      0;            ///< w_g = min(z, 0.4 / R+), rad/s: Hollot et al. take z, which needs windows of 5 packets and more
  double gain = 0;  ///< K_PI, 1/(packet s)
  double phase_margin_deg = 0;  ///< 90 degrees - atan(w_g R+) - w_g R+, without the delay of sampling
  double a = 0, b = 0;          ///< p_k = p_(k-1) + a (q_k - q_ref) - b (q_(k-1) - q_ref), 1/packet
};
/// Proposition 2: C(s) = K_PI (s / z + 1) / s, sampled.
PiRule pi_rule(const PiRuleInput& input);

struct PiCoefficients {
  double a, b;  ///< 1/packet
};
/// The trapezoidal rule (Tustin): a = K (1/z + T/2), b = K (1/z - T/2) with T = 1 / sampling.
PiCoefficients pi_coefficients(double gain, double zero, double sampling);

}  // namespace aqm
