// The linear model of one link against the right-hand side that it linearises.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "fluid/analysis/rest_functional.hpp"
#include "fluid/model/network.hpp"

namespace aqm::test {

/// Along a past e^(s t) of one state, the right-hand side of the model changes by (now + sum delayed e^(-s R)).
inline void expect_own_slope(const FluidConfig& config, const FluidRest& rest, double time) {
  ASSERT_LT(rest.residual, 1e-9);
  ASSERT_TRUE(can_linearise(config, rest, Linearisation::exact));
  const LinearLoop loop = linearise(config, rest, Linearisation::exact, time);
  using System = fluid::Network<fluid::OneLink>;
  const System system(config);
  System::Vector y;
  System::Mode mode;
  system.put(rest, time, y, mode);
  const fluid::RestFunctional<System> near(system, time, y, mode, system.moving(rest, time));
  ASSERT_EQ(near.size(), loop.states);
  for (const double s : {0., 1.5}) {
    for (int j = 0; j < loop.states; ++j) {
      fluid::Wave wave{{s, 0}, fluid::ComplexVector(static_cast<std::size_t>(loop.states))};
      wave.fixed[static_cast<std::size_t>(j)] = {1, 0};
      const auto slope = near.along({wave})[0];
      for (int i = 0; i < loop.states; ++i) {
        const auto place = static_cast<std::size_t>(i * loop.states + j);
        double linear = loop.now[place];
        for (std::size_t k = 0; k < loop.lag.size(); ++k) {
          linear += loop.delayed[k][place] * std::exp(-s * loop.lag[k]);
        }
        EXPECT_NEAR(slope[static_cast<std::size_t>(i)], linear, 1e-5 * (1 + std::abs(linear))) << i << " " << j;
      }
    }
  }
}

}  // namespace aqm::test
