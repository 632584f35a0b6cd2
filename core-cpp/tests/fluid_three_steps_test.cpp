// The extension through three steps: exact for the polynomials that it can be, and of its order for others.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "aqm/rng.hpp"
#include "fluid/solver/three_steps.hpp"

namespace aqm::test {
namespace {

struct OneState {
  static constexpr int kDim = 1;
  struct Mode {};
};
using Seg = fluid::Segment<OneState>;
using Vector = Seg::Vector;
using Function = std::function<double(double)>;

Seg step(const Function& y, const Function& slope, double begin, double h) {
  Seg s;
  s.begin = begin;
  s.end = begin + h;
  s.step = h;
  s.inverse_step = 1 / h;
  s.c = {};
  s.c[0][0] = y(begin);
  s.c[1][0] = h * slope(begin);
  return s;
}

/// The largest error within the last of three steps of these lengths, the first of which begins at `begin`.
double error_of(const Function& y, const Function& slope, double begin, double earlier, double before, double h) {
  const double middle = begin + earlier, last = middle + before;
  const Seg first = step(y, slope, begin, earlier), second = step(y, slope, middle, before);
  Seg third = step(y, slope, last, h);
  Vector y0{}, slope0{}, y1{}, slope1{}, gain{};
  y0[0] = y(last);
  slope0[0] = slope(last);
  y1[0] = y(last + h);
  slope1[0] = slope(last + h);
  fluid::join_three_steps<OneState, Vector>({h, y0, slope0, y1, slope1}, second, first, fluid::padded(1), third, gain);
  double worst = 0;
  for (int i = 0; i <= 20; ++i) {
    const double s = i / 20.0;
    Vector out{};
    third.values(s, fluid::padded(1), out);
    worst = std::max(worst, std::abs(out[0] - y(last + s * h)));
  }
  return worst;
}

TEST(ThreeSteps, AreExactForPolynomialsOfDegreeSeven) {
  Rng rng(7);
  for (int round = 0; round < 50; ++round) {
    double c[8];
    for (double& v : c) v = rng.uniform(-1, 1);
    const Function y = [&](double t) {
      double sum = 0;
      for (int d = 7; d >= 0; --d) sum = sum * t + c[d];
      return sum;
    };
    const Function slope = [&](double t) {
      double sum = 0;
      for (int d = 7; d >= 1; --d) sum = sum * t + d * c[d];
      return sum;
    };
    const double h = rng.uniform(0.2, 0.5);
    const double before = h * rng.uniform(fluid::kLeastRatio, fluid::kLargestRatio);
    const double earlier = h * rng.uniform(fluid::kLeastRatio, fluid::kLargestRatio);
    EXPECT_LT(error_of(y, slope, -0.5, earlier, before, h), 1e-11) << round;
  }
}

TEST(ThreeSteps, HaveOrderEight) {
  const Function y = [](double t) { return std::sin(t); }, slope = [](double t) { return std::cos(t); };
  const double coarse = error_of(y, slope, 0.3, 0.9, 1.1, 1), fine = error_of(y, slope, 0.3, 0.45, 0.55, 0.5);
  EXPECT_NEAR(std::log2(coarse / fine), 8, 0.3);
}

}  // namespace
}  // namespace aqm::test
