// Sine, cosine and arctangent against long double.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/rng.hpp"

namespace aqm::test {
namespace {

TEST(Elementary, SineAndCosineAreAccurateToTheLastPlaces) {
  Rng rng(4);
  double worst = 0, worst_far = 0;
  for (int i = 0; i < 300'000; ++i) {
    const double x = rng.uniform(-10, 10), far = rng.uniform(-1e6, 1e6);
    worst = std::max({worst, std::fabs(static_cast<double>(math::sin(x) - std::sin(static_cast<long double>(x)))),
                      std::fabs(static_cast<double>(math::cos(x) - std::cos(static_cast<long double>(x))))});
    worst_far =
        std::max({worst_far, std::fabs(static_cast<double>(math::sin(far) - std::sin(static_cast<long double>(far)))),
                  std::fabs(static_cast<double>(math::cos(far) - std::cos(static_cast<long double>(far))))});
  }
  EXPECT_LT(worst, 1.5e-16);
  EXPECT_LT(worst_far, 1.5e-16);
  EXPECT_EQ(math::sin(0), 0);
  EXPECT_EQ(math::cos(0), 1);
  EXPECT_TRUE(std::isnan(math::sin(1e7)));
  EXPECT_TRUE(std::isnan(math::cos(INFINITY)));
}

TEST(Elementary, AtanOfTwoIsAccurateInEveryQuadrant) {
  Rng rng(5);
  double worst = 0;
  for (int i = 0; i < 300'000; ++i) {
    const double x = rng.uniform(-1, 1), y = rng.uniform(-1, 1);
    const long double exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst = std::max(worst, std::fabs(static_cast<double>((math::atan2(y, x) - exact) / exact)));
  }
  EXPECT_LT(worst, 4.5e-16);
  EXPECT_EQ(math::atan2(0, 0), 0);
  EXPECT_EQ(math::atan2(0, 1), 0);
  EXPECT_DOUBLE_EQ(math::atan2(0, -1), M_PI);
  EXPECT_DOUBLE_EQ(math::atan2(-2, 0), -M_PI / 2);
  EXPECT_DOUBLE_EQ(math::atan2(1e-300, 1e-300), M_PI / 4);
}

}  // namespace
}  // namespace aqm::test
