// The small structures under the simulator, against the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "aqm/elementary.hpp"
#include "aqm/rng.hpp"
#include "fluid/model/exponential.hpp"
#include "packet/histogram.hpp"
#include "packet/reverse_link.hpp"
#include "packet/sequence_set.hpp"

namespace aqm::test {
namespace {

TEST(SequenceSet, AgreesWithASetOfNumbers) {
  Rng rng(11);
  for (int round = 1; round < 200; ++round) {
    SequenceSet set;
    std::set<std::uint32_t> reference;
    std::uint32_t floor = 0;
    for (int i = 0; i < 120; ++i) {
      if (rng.below(6) == 0) {
        floor += rng.below(8);
        const auto removed = static_cast<std::uint32_t>(std::distance(reference.begin(), reference.lower_bound(floor)));
        reference.erase(reference.begin(), reference.lower_bound(floor));
        ASSERT_EQ(set.remove_below(floor), removed);
      } else {
        // In the later rounds often more holes than a set has room for in itself, and fewer again.
        const std::uint32_t begin = floor + rng.below(round), end = begin + rng.below(5);
        std::uint32_t fresh = 0;
        for (std::uint32_t s = begin; s < end; ++s) fresh += reference.insert(s).second;
        ASSERT_EQ(set.add(begin, end), fresh);
      }
      ASSERT_EQ(set.count_below(UINT32_MAX), reference.size());
      const std::uint32_t lo = floor + rng.below(60), hi = lo + rng.below(30);
      ASSERT_EQ(set.count_below(hi), std::distance(reference.begin(), reference.lower_bound(hi)));
      ASSERT_EQ(set.find(lo) != nullptr, reference.count(lo) == 1);
      std::uint32_t missing = lo;
      while (reference.count(missing)) ++missing;
      ASSERT_EQ(set.next_missing(lo), missing);
      for (std::uint32_t n = 1; n <= reference.size() && n < 5; ++n) {
        ASSERT_EQ(set.nth_largest(n), *std::next(reference.rbegin(), n - 1));
      }
    }
  }
}

TEST(Histogram, QuantilesAreWithinTheirBinOfTheExactOnes) {
  Rng rng(5);
  Histogram<8> histogram;
  std::vector<Time> values;
  for (int i = 0; i < 100'000; ++i) {
    const Time v = static_cast<Time>(std::exp(rng.uniform(6, 25)));
    values.push_back(v);
    histogram.add(v);
  }
  std::sort(values.begin(), values.end());
  for (const double f : {0.01, 0.25, 0.5, 0.95, 0.99, 0.999}) {
    const double exact = static_cast<double>(values[static_cast<std::size_t>(f * 100'000) - 1]);
    EXPECT_NEAR(histogram.quantile(f) / exact, 1, 0.005) << f;
  }
  histogram.clear();
  EXPECT_TRUE(std::isnan(histogram.quantile(0.5)));
}

TEST(ReverseLink, IsAFirstInFirstOutQueueWithALimit) {
  ReverseLink link(2);
  EXPECT_EQ(link.carry(100, 10), 110);  // idle: starts at once
  EXPECT_EQ(link.carry(101, 10), 120);  // waits, first of two
  EXPECT_EQ(link.carry(101, 10), 130);  // waits, second of two
  EXPECT_EQ(link.carry(101, 10), kNever);
  EXPECT_EQ(link.carry(110, 10), 140);  // the first one that waited has begun
  EXPECT_EQ(link.carry(1000, 10), 1010);
}

TEST(Rng, NumbersAreUniformAndStreamsDiffer) {
  Rng rng(1, 2), other(1, 3);
  double sum = 0, squares = 0, product = 0;
  constexpr int n = 1'000'000;
  for (int i = 0; i < n; ++i) {
    const double u = rng.uniform(), v = other.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    squares += u * u;
    product += u * v;
  }
  EXPECT_NEAR(sum / n, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / n));
  EXPECT_NEAR(product / n, 0.25, 5 * std::sqrt(7.0 / 144 / n));
}

TEST(Rng, FollowsItsPublishedAlgorithm) {
  // SplitMix64 of seed 0 begins e220a8397b1dcdaf 6e789e6aa1b965f4 06c45d188009454f f88bb8a8724c81ec; the first output
  // of xoshiro256** from that state is rotl(s1 * 5, 7) * 9.
  const std::uint64_t s1 = 0x6e789e6aa1b965f4ULL;
  const std::uint64_t x = s1 * 5, expected = ((x << 7) | (x >> 57)) * 9;
  EXPECT_EQ(Rng(0).next(), expected);
}

// ---- elementary functions: against the 64-bit mantissas of long double where there are such, to 1.5 units in the last

template <class F, class G>
double worst_relative_error(F ours, G exact, double lo, double hi) {
  Rng rng(9);
  double worst = 0;
  for (int i = 0; i < 300'000; ++i) {
    const double x = rng.uniform(lo, hi);
    const long double e = exact(static_cast<long double>(x));
    if (e != 0) worst = std::max(worst, static_cast<double>(std::fabs((ours(x) - e) / e)));
  }
  return worst;
}

TEST(Elementary, IsAccurateToTheLastPlaces) {
  constexpr double ulp = 2.220446049250313e-16;
  EXPECT_LT(worst_relative_error(
                math::exp, [](long double x) { return std::exp(x); }, -700, 700),
            0.75 * ulp);
  EXPECT_LT(worst_relative_error(
                math::exp, [](long double x) { return std::exp(x); }, -1, 1),
            0.75 * ulp);
  for (const double range : {1.0, 30.0, 700.0}) {
    EXPECT_LT(worst_relative_error([](double x) { return fluid::exponential(x); },
                                   [](long double x) { return std::exp(x); }, -range, range),
              0.75 * ulp)
        << range;
  }
  EXPECT_LT(worst_relative_error(
                math::log, [](long double x) { return std::log(x); }, 1e-300, 3),
            1.0 * ulp);
  EXPECT_LT(worst_relative_error(
                math::log, [](long double x) { return std::log(x); }, 0.5, 1e6),
            1.0 * ulp);
  EXPECT_LT(worst_relative_error(
                math::cbrt, [](long double x) { return std::cbrt(x); }, -1e3, 1e3),
            1.0 * ulp);
  EXPECT_LT(worst_relative_error(
                math::expm1, [](long double x) { return std::expm1(x); }, -2, 2),
            2.5 * ulp);
  EXPECT_LT(worst_relative_error(
                math::log1p, [](long double x) { return std::log1p(x); }, -0.9, 2),
            2.5 * ulp);
  for (const double y : {0.5, 1.0 / 3, 1.5, 3.0, -0.7}) {
    const auto ours = [y](double x) { return math::pow(x, y); };
    const auto exact = [y](long double x) { return std::pow(x, static_cast<long double>(y)); };
    EXPECT_LT(worst_relative_error(ours, exact, 1e-6, 1), 4e-16 * (1 + std::fabs(y) * 14)) << y;
  }
}

TEST(Elementary, HandlesTheEdges) {
  const double inf = INFINITY;
  EXPECT_EQ(math::exp(0), 1);
  EXPECT_EQ(fluid::exponential(0), 1);
  EXPECT_EQ(fluid::exponential(-800), 0);
  EXPECT_EQ(fluid::exponential(800), inf);
  EXPECT_EQ(math::exp(-800), 0);
  EXPECT_EQ(math::exp(800), inf);
  EXPECT_TRUE(std::isnan(math::exp(NAN)));
  EXPECT_NEAR(math::exp(-740) / 4.19955798965060e-322, 1, 0.02);  // a subnormal number
  EXPECT_EQ(math::log(1), 0);
  EXPECT_EQ(math::log(0), -inf);
  EXPECT_TRUE(std::isnan(math::log(-1)));
  EXPECT_NEAR(math::log(4.9406564584124654e-324), -744.4400719213812, 1e-12);
  EXPECT_EQ(math::pow(0, 2), 0);
  EXPECT_EQ(math::pow(5, 0), 1);
  EXPECT_EQ(math::powi(0.5, 10), 0x1.0p-10);
  EXPECT_EQ(math::cbrt(27), 3);
  EXPECT_EQ(math::cbrt(-8), -2);
  EXPECT_EQ(math::cbrt(0), 0);
}

}  // namespace
}  // namespace aqm::test
