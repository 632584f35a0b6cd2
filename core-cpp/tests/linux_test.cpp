// The profile linux against numbers that do not come from its vectors (those are in tests/cli/vectors.test.ts):
// calculations by hand from the kernel's formulas, and the conventions of a run of one link.
#include <gtest/gtest.h>

#include <cmath>

#include "aqm/one_link.hpp"
#include "parts/linux_cobalt.hpp"
#include "parts/linux_codel.hpp"
#include "parts/linux_pie.hpp"
#include "parts/linux_red.hpp"
#include "support/discipline.hpp"

namespace aqm::test {
namespace {

constexpr double kLinux = 1;

TEST(LinuxRoot, TakesOneOfNewtonsSteps) {
  // x (3 - n x^2) / 2: from 1 at n = 2 to 0.5, at n = 3 to 0.5 (3 - 0.75) / 2 = 0.5625.
  const std::uint32_t two = kernel::newton_step(UINT32_MAX, 2);
  EXPECT_NEAR(two / 4294967296.0, 0.5, 1e-8);
  EXPECT_NEAR(kernel::newton_step(two, 3) / 4294967296.0, 0.5625, 1e-8);
  // Many steps do reach the root.
  std::uint32_t root = UINT32_MAX;
  for (int i = 0; i < 30; ++i) root = kernel::newton_step(root, 2);
  EXPECT_NEAR(root / 4294967296.0, 1 / std::sqrt(2.0), 1e-8);
}

/// When CoDel drops, s, while packets that waited long leave every tenth of a millisecond.
std::vector<double> codel_drops(double profile, std::size_t count) {
  Bench codel("codel", {{"profile", profile}, {"mtu", 1000}}, {10e6, 100'000, 1000});
  for (int i = 0; i < 20'000; ++i) codel.arrive(0);
  for (int i = 1; codel.late.drops.size() < count && i < 20'000; ++i) codel.depart(0.01 + 1e-4 * i);
  std::vector<double> at;
  for (const auto& drop : codel.late.drops) at.push_back(to_seconds(drop.at));
  return at;
}

TEST(LinuxCodel, DropsSoonerAfterTheSecond) {
  // The gaps after the n-th drop: interval / sqrt(n), or interval times 1, 0.5, 0.5625, ... Drops come at the next
  // departure.
  const std::vector<double> rfc = codel_drops(0, 4), as_linux = codel_drops(kLinux, 4);
  ASSERT_EQ(rfc.size(), 4U);
  ASSERT_EQ(as_linux.size(), 4U);
  EXPECT_NEAR(rfc[1] - rfc[0], 0.1, 3e-4);
  EXPECT_NEAR(rfc[2] - rfc[1], 0.1 / std::sqrt(2.0), 3e-4);
  EXPECT_NEAR(as_linux[1] - as_linux[0], 0.1, 3e-4);
  EXPECT_NEAR(as_linux[2] - as_linux[1], 0.05, 3e-4);
  EXPECT_NEAR(as_linux[3] - as_linux[2], 0.05625, 3e-4);
}

TEST(LinuxPie, BeginsAfterHalfASecondAndUpdatesAtWholeMilliseconds) {
  Bench pie("pie", {{"profile", kLinux}, {"interval", 0.0151}});
  EXPECT_EQ(pie.discipline->next_timer(), kSecond / 2);
  pie.timer();
  EXPECT_EQ(pie.discipline->next_timer(), kSecond / 2 + 16 * kernel::kJiffy);
}

TEST(LinuxPie, LetsTheProbabilityGoBeyondOne) {
  // A delay of 10 s: 0.1 at the latest at the twentieth of its smallest steps, then at least 2 % (and 2 % above 250 ms)
  // an update.
  kernel::Pie pie({}, {});
  Packet packet;
  packet.size = 1500;
  for (int i = 1; i <= 200; ++i) {
    pie.taken(packet, 100'000, 10 * kSecond + i * kernel::kJiffy);
    pie.update(100'000);
  }
  EXPECT_GT(pie.p(), 1.0);
}

TEST(LinuxCobalt, SignalsAFreshQueueAtOnceAndLaterWaits) {
  const kernel::CobaltRule rule{5'000'000, 100'000'000, 0, 1 << 24, 1 << 20, false};
  kernel::Cobalt law;
  const auto none = [] { return std::uint32_t{0}; };
  Packet packet;  // it came at 0
  EXPECT_FALSE(law.judge(rule, packet, 6'000'000, none).drops) << "the first above target starts the spell";
  EXPECT_TRUE(law.judge(rule, packet, 6'100'000, none).drops);
  EXPECT_FALSE(law.judge(rule, packet, 6'200'000, none).drops);
}

TEST(LinuxRed, DampsTheIdleAverageByAWrongClock) {
  // min 30000 max 90000 avpkt 1000 burst 55 bandwidth 10Mbit: W = 2^-5. The averages are those that Linux 6.1's own
  // code came to in a run of another program: 20508 halves at once, again after 819 ms only, and is 641 after 2 s.
  const kernel::RedSetUp set_up{30'000, 90'000, 0.02, 1.0 / 32, 1000, 10e6};
  const std::vector<std::pair<double, double>> after{{0.1, 10254}, {0.3, 10254}, {0.6, 10254}, {0.9, 5127}, {2, 640.9}};
  for (const auto& [idle, avg] : after) {
    kernel::Red red(set_up);
    for (int i = 0; red.avg() < 20'508; ++i) red.average(24'000, i);
    const double before = red.avg();
    red.idle(0);
    red.average(0, from_seconds(idle));
    EXPECT_NEAR(red.avg() / before, avg / 20'508, 1e-3) << idle;
  }
}

TEST(LinuxRed, TakesTheNearestPowerOfTwoForItsWeight) {
  EXPECT_EQ(kernel::weight_of(0.002), 9);  // 1/512 = 0.00195
  EXPECT_EQ(kernel::weight_of(1.0 / 32), 5);
  EXPECT_EQ(kernel::weight_of(0.9), 1);
}

// ---- a run of one link ----------------------------------------------------------------------------------------------

std::vector<PacketFate> one_link(const char* scheme, const Settings& settings,
                                 const std::vector<GivenArrival>& arrivals, TimerClock timers = TimerClock::exact) {
  return run_one_link(*find_scheme(scheme), values_of(scheme, settings), {{10e6, 2, 1500}, 7, timers}, arrivals);
}

TEST(OneLink, SendsOnePacketAfterTheOtherAndTellsTheWaits) {
  // 1500 bytes at 10 Mbit/s take 1.2 ms; two may wait.
  std::vector<GivenArrival> burst(4, {1000, 1500, Ecn::not_ect, 0});
  burst.push_back({1000 + 3'600'000, 1500, Ecn::not_ect, 0});
  const std::vector<PacketFate> fates = one_link("droptail", {}, burst);
  ASSERT_EQ(fates.size(), 5U);
  EXPECT_EQ(fates[0].after, 0);
  EXPECT_EQ(fates[1].after, 1'200'000);
  EXPECT_EQ(fates[2].after, 2'400'000);
  EXPECT_EQ(fates[3].end, PacketEnd::dropped_arriving);
  // It comes as the third one ends: the arrival is first, and leaves at once.
  EXPECT_EQ(fates[4].end, PacketEnd::sent);
  EXPECT_EQ(fates[4].after, 0);
}

TEST(OneLink, RoundsATransmissionDown) {
  // 1 byte at 3 bit/s and 8e9 / 3e9: 2.67 ns are 2.
  const auto fates = run_one_link(*find_scheme("droptail"), values_of("droptail", {}), {{3e9, 5, 1500}, 0, {}},
                                  std::vector<GivenArrival>(3, {0, 1, Ecn::not_ect, 0}));
  EXPECT_EQ(fates[1].after, 2);
  EXPECT_EQ(fates[2].after, 4);
}

TEST(OneLink, NeverWaitsForWhatIsHeldForEver) {
  // CAKE's slowest shaper passes 64 bytes per second: 400 packets of 1500 bytes would take more than two hours. Each is
  // the last of its queue, so none is dropped.
  std::vector<GivenArrival> arrivals;
  for (std::uint32_t flow = 0; flow < 400; ++flow) arrivals.push_back({0, 1500, Ecn::not_ect, flow});
  const auto fates =
      run_one_link(*find_scheme("cake_lite"), values_of("cake_lite", {{"profile", kLinux}, {"bandwidth", 1}}),
                   {{10e6, 1000, 1500}, 0, {}}, arrivals);
  EXPECT_EQ(fates.front().end, PacketEnd::sent);
  EXPECT_EQ(fates.back().end, PacketEnd::held);
}

TEST(Shaper, HoldsItsRateInARunOfPackets) {
  // CAKE's shaper at 5 of 10 Mbit/s: a thousand packets of 1500 bytes take 2.4 s, and every one of them gets through.
  std::vector<GivenArrival> arrivals;
  for (int i = 0; i < 100; ++i) arrivals.push_back({i * 2'400'000, 1500, Ecn::not_ect, 0});
  const auto fates =
      run_one_link(*find_scheme("cake_lite"), values_of("cake_lite", {{"profile", kLinux}, {"bandwidth", 5e6}}),
                   {{10e6, 1000, 1500}, 0, {}}, arrivals);
  for (const PacketFate& fate : fates) {
    EXPECT_EQ(fate.end, PacketEnd::sent);
    EXPECT_LT(fate.after, 10);
  }
}

}  // namespace
}  // namespace aqm::test
