// The law of Random Exponential Marking: Athuraliya, Li, Low and Yin, "REM: active queue management", IEEE Network
// 15(3), 2001.
#pragma once
#include <algorithm>

#include "aqm/elementary.hpp"

namespace aqm {

/// Probability at a price: 1 - phi^-price, so that the prices of the links along a path add up.
inline double rem_probability(double price, double phi) { return -math::expm1(-price * math::log(phi)); }

/// The price rises while more packets arrive than leave, or while more wait than the target. `arrived` and `served` are
/// packets in one interval.
inline double rem_price(double price, double gamma, double alpha, double arrived, double served, double q,
                        double target) {
  return std::max(0.0, price + gamma * (arrived + alpha * (q - target) - served));
}

}  // namespace aqm
