// The experience of a household, and the capacity of a link, against published points and closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "packet/household.hpp"
#include "packet/row_stats.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// A link that only `rows` use, hosts' links a thousand times as fast.
ScenarioConfig line(double rate, double delay, const std::vector<TrafficGroup>& rows) {
  ScenarioConfig c = sared("droptail", 1, 20);
  c.network.link().rate = rate;
  c.network.link().delay = delay;
  c.network.access_rate = 1000 * rate;
  c.network.access_delay = {0, 0};
  c.traffic = rows;
  return c;
}
TrafficGroup call() {
  TrafficGroup row = udp("cbr", 1, 80e3);
  row.packet_size = 200;
  return row;
}

TEST(Household, OpinionsAreThoseOfThePublishedTable) {
  // ITU-T G.107 table B.1, to one in its last digit (80 is printed as 4.03; the annex's own polynomial has 4.024); 4.41
  // is its default connection.
  constexpr std::array<std::array<double, 2>, 6> kTable{
      {{93.2, 4.41}, {90, 4.34}, {80, 4.03}, {70, 3.60}, {60, 3.10}, {50, 2.58}}};
  for (const auto& [rating, score] : kTable) EXPECT_NEAR(opinion_score(rating), score, 0.0075) << rating;
  EXPECT_EQ(opinion_score(0), 1);
  EXPECT_EQ(opinion_score(3), 1);
  EXPECT_EQ(opinion_score(100), 4.5);
}

TEST(Household, RatingsFallWithDelayAndLossAsTheModelSays) {
  EXPECT_DOUBLE_EQ(call_rating(0.1, 0), 93.2);
  EXPECT_NEAR(call_rating(0.4, 0), 93.2 - 25 * (std::pow(65, 1 / 6.) - 3 * std::pow(1 + 64 / 729., 1 / 6.) + 2), 1e-9);
  EXPECT_NEAR(call_rating(1e9, 0), 93.2 - 50, 0.1);  // the sixth roots' limit
  EXPECT_NEAR(call_rating(0, 0.01), 93.2 - 95 / 26.1, 1e-9);
  EXPECT_NEAR(call_rating(0, 1), 93.2 - 9500 / 125.1, 1e-9);
}

TEST(Household, GradesChangeAtTheirLimits) {
  constexpr std::array kLimits{0.4, 0.2, 0.06, 0.03, 0.005};
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    EXPECT_EQ(bloat_grade(kLimits[i]), static_cast<double>(i));
    EXPECT_EQ(bloat_grade(std::nextafter(kLimits[i], 0)), static_cast<double>(i + 1));
  }
  EXPECT_TRUE(std::isnan(bloat_grade(kUnset)));
}

TEST(Household, ACallOnAnEmptyLineHasTheRatingOfItsDelay) {
  for (const double delay : {0.01, 0.25}) {
    const RowMetrics row = run(line(1e6, delay, {call()})).simulation->rows()[0];
    EXPECT_NEAR(row.latency_added, 0, 1e-8);
    EXPECT_EQ(row.bloat_grade, 5);
    // From mouth to ear: 20 ms of speech in a packet, its transmission, the way; a histogram's bin is 1.6 % wide.
    const double ear = 0.02 + delay + 1600 / 1e6;
    EXPECT_LE(row.opinion_score, opinion_score(call_rating(ear, 0)) + 1e-9) << delay;
    EXPECT_GE(row.opinion_score, opinion_score(call_rating(ear * 1.017, 0)) - 1e-9) << delay;
    EXPECT_TRUE(std::isnan(row.responsiveness));
    EXPECT_TRUE(std::isnan(row.frames_late));
  }
}

TEST(Household, AFullBufferIsTheLatencyThatLoadAdds) {
  // Overloaded permanently: every accepted packet waits for the whole buffer.
  ScenarioConfig c = line(1e6, 0.01, {udp("cbr", 1, 2e6)});
  c.network.link().buffer = 40;
  c.warmup = 5;
  const RowMetrics row = run(c).simulation->rows()[0];
  // 39.5 packets on average: an arrival finds the one in transmission half done.
  EXPECT_NEAR(row.latency_added, 39.5 * 0.012, 0.007);
  EXPECT_EQ(row.bloat_grade, 0);
  EXPECT_TRUE(std::isnan(row.opinion_score));  // no call sends 2 Mbit/s
}

TEST(Household, ResponsivenessIsHowOftenAMinuteASegmentIsAnswered) {
  ScenarioConfig c = line(1e6, 0.03, {ftp(1)});
  c.traffic[0].receiver_window = 1;
  const RowMetrics row = run(c).simulation->rows()[0];
  const double trip = 2 * 0.03 + (12000 + 320) / 1e6 + 2 * (12000 + 320) / 1e9;
  EXPECT_NEAR(row.responsiveness, 60 / trip, 0.016 * 60 / trip);
}

TEST(Household, ResponsivenessDoesNotCountDuplicateAcknowledgements) {
  // No queue, so each round trip takes the same time. An acknowledgement above a hole echoes an earlier segment.
  ScenarioConfig c = line(1e8, 0.03, {ftp(1)});
  c.traffic[0].receiver_window = 5;
  const double still = run(c).simulation->rows()[0].responsiveness;
  for (const bool sack : {true, false}) {
    c.traffic[0].sack = sack;
    c.network.random_loss = 0.05;
    EXPECT_NEAR(run(c).simulation->rows()[0].responsiveness, still, 0.016 * still) << sack;
  }
}

TEST(Household, FramesThatTakeTooLongOrLoseAPacketAreLate) {
  // 12.5 kB a frame, 10 a second: 100 ms of this link in 9 packets, and 30 ms on the way: in time; with 60 ms it is
  // not.
  TrafficGroup video = udp("video", 1, 1e6);
  set(video, "frames", {10, 10});
  ScenarioConfig c = line(1e6, 0.03, {video});
  EXPECT_EQ(run(c).simulation->rows()[0].frames_late, 0);
  c.network.link().delay = 0.06;
  EXPECT_EQ(run(c).simulation->rows()[0].frames_late, 1);
  // With room for five of nine packets every frame loses some.
  c.network.link().delay = 0.01;
  c.network.link().buffer = 5;
  EXPECT_EQ(run(c).simulation->rows()[0].frames_late, 1);
  // Packets lost one by one at random: a frame is whole with (1 - p)^9.
  c.network.link().buffer = 140;
  c.duration = kSanitized ? 100 : 1000;
  c.network.random_loss = 0.02;
  const double whole = std::pow(0.98, 9), n = 10 * c.duration;
  EXPECT_NEAR(run(c).simulation->rows()[0].frames_late, 1 - whole, 4 * std::sqrt(whole * (1 - whole) / n));
}

TEST(Household, AFairDivisionGivesTheRestToThoseWhoWantMore) {
  const std::vector<double> demands{kInfinity, 1, 2, kInfinity};
  EXPECT_DOUBLE_EQ(max_min_share(demands, 9), 3);
  EXPECT_DOUBLE_EQ(max_min_share(std::vector<double>{4, 5}, 6), 3);
  EXPECT_EQ(max_min_share(std::vector<double>{4, 5}, 9), kInfinity);
}

TEST(Household, ACallDoesNotSpoilTheFairnessOfDownloads) {
  ScenarioConfig c = line(10e6, 0.01, {ftp(4)});
  c.aqm = "fq_codel";
  c.params = defaults(c.aqm);
  c.warmup = 5;
  const double alone = run(c).metrics.fairness;
  c.traffic.push_back(call());
  EXPECT_GT(alone, 0.98);
  EXPECT_NEAR(run(c).metrics.fairness, alone, 0.01);
}

TEST(Household, AFullLinkCarriesItsRateWhereverTheMeasuredTimeBegins) {
  for (const double warmup : {0.0501, 1.00037, 2.7182818}) {
    ScenarioConfig c = line(10e6, 0.01, {udp("cbr", 2, 8e6)});
    c.warmup = warmup;
    c.duration = 7.00051;
    const Metrics m = run(c).metrics;
    EXPECT_NEAR(m.throughput, 10e6, 0.01) << warmup;
    EXPECT_LE(m.utilization, 1);
    c.network.link().changes = {{3, 4e6, -1, -1}};
    EXPECT_NEAR(run(c).metrics.utilization, 1, 1e-6) << warmup;
  }
}

}  // namespace
}  // namespace aqm::test
