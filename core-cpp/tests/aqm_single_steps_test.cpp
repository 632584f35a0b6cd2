// Single steps of laws and senders, computed by hand: a closed loop compensates for many errors and does not show them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "aqm/congestion_control.hpp"
#include "parts/adaptive_max_p.hpp"
#include "parts/blue_level.hpp"
#include "parts/count_law.hpp"
#include "parts/pie_controller.hpp"
#include "parts/red_average.hpp"
#include "parts/red_gate.hpp"
#include "schemes/dred.hpp"
#include "schemes/lred.hpp"
#include "schemes/sred.hpp"
#include "support/discipline.hpp"

namespace aqm::test {
namespace {

TEST(Dred, OneSampleByHand) {
  DredParams p;
  p.theta = 0.3;
  DredState s{10, 0.2};
  dred_step(s, p, 140, 140);
  EXPECT_DOUBLE_EQ(s.e_hat, 0.998 * 10 + 0.002 * 70);
  EXPECT_DOUBLE_EQ(s.p, 0.2 + 5e-5 * (0.998 * 10 + 0.002 * 70) / 140);
  s.e_hat = 1e6;
  dred_step(s, p, 140, 140);
  EXPECT_EQ(s.p, 0.3);  // theta, its bound
}

TEST(StabilizedRed, StepsByHand) {
  // Equations 2 and 3 with p_max = 0.15 and 120 packets: nothing, a quarter, all; for few flows (256 P)^-2 of it.
  EXPECT_EQ(sred_steps(19.9, 120, 0.15), 0);
  EXPECT_EQ(sred_steps(20, 120, 0.15), 0.15 / 4);
  EXPECT_EQ(sred_steps(39.9, 120, 0.15), 0.15 / 4);
  EXPECT_EQ(sred_steps(40, 120, 0.15), 0.15);
  EXPECT_EQ(sred_steps(120, 120, 0.15), 1);
  EXPECT_DOUBLE_EQ(sred_simple(0.15, 1.0 / 64), 0.15 / 16);
  EXPECT_EQ(sred_simple(0.15, 1.0 / 300), 0.15);
  // A hit: 1 + 1 / P times as much, but at most 1.
  EXPECT_DOUBLE_EQ(sred_full(0.001, 1.0 / 300, true), 0.301);
  EXPECT_EQ(sred_full(0.001, 1.0 / 300, false), 0.001);
  EXPECT_EQ(sred_full(0.15, 1.0 / 300, true), 1);
}

TEST(Lred, FilterKeepsTheShareMw) {
  LossMeter meter(1, 0.25);
  for (int i = 0; i < 10; ++i) meter.arrival();
  for (int i = 0; i < 5; ++i) meter.drop();
  meter.roll();
  EXPECT_DOUBLE_EQ(meter.value(), 0.75 * 0.5);
  for (int i = 0; i < 10; ++i) meter.arrival();
  meter.roll();
  EXPECT_DOUBLE_EQ(meter.value(), 0.25 * 0.75 * 0.5);
}

TEST(Red, IdleTimeByHand) {
  // For a link that carried 1250 packets per second and was idle for 0.0101 s: ns-2 counts 12 whole packets and the
  // arrival itself, the paper's m is 12.625.
  for (const Profile profile : {Profile::ns2, Profile::rfj93}) {
    RedAverage average(0.01, 1250, profile);
    average.set(100);
    average.set_idle(0);
    const double m = profile == Profile::ns2 ? 13 : 12.625;
    EXPECT_NEAR(average.update(0, from_seconds(0.0101), false), 100 * std::pow(0.99, m), 1e-9);
  }
}

TEST(Red, GapsBetweenDropsByHand) {
  // p_b = 1/4. Floyd and Jacobson 1993, section 5: a drop is equally likely at each of the next four arrivals; with
  // ns-2's wait, at each of the four after four that are spared.
  const double each[] = {1 / 4., 1 / 3., 1 / 2., 1};
  for (int i = 0; i < 4; ++i) {
    EXPECT_DOUBLE_EQ(count_law(0.25, i, CountMode::uniform), each[i]);
    EXPECT_EQ(count_law(0.25, i, CountMode::wait), 0);
    EXPECT_DOUBLE_EQ(count_law(0.25, 4 + i, CountMode::wait), each[i]);
    EXPECT_EQ(count_law(0.25, i, CountMode::none), 0.25);
  }
  EXPECT_EQ(count_law(0.25, 4, CountMode::uniform), 1);
  EXPECT_EQ(count_law(0.25, 8, CountMode::wait), 1);
}

TEST(AdaptiveRed, StepsByHand) {
  // Thresholds 20 and 120, the band from 60 to 80.
  AdaptiveParams p;
  p.min_th = 20;
  p.max_th = 120;
  const auto step = [&](double max_p, double avg) { return aimd_step(p, 0.01, 0.9, max_p, avg); };
  EXPECT_DOUBLE_EQ(step(0.1, 81), 0.11);
  EXPECT_DOUBLE_EQ(step(0.02, 81), 0.025);  // no more than a quarter
  EXPECT_DOUBLE_EQ(step(0.1, 59), 0.09);
  EXPECT_EQ(step(0.1, 70), 0.1);
  // The bounds are tested before the step.
  EXPECT_DOUBLE_EQ(step(0.5, 81), 0.51);
  EXPECT_EQ(step(0.51, 81), 0.51);
  EXPECT_DOUBLE_EQ(step(0.01, 59), 0.009);
  EXPECT_EQ(step(0.009, 59), 0.009);
}

TEST(CautiousAdaptiveRed, StepsByHand) {
  AdaptiveParams p;
  p.min_th = 20;
  p.max_th = 120;
  // Refined while the average leaves the band, 1 - 0.17 * 20 / 40 and 1 + 0.25 * 20 / 80; plain on its way back.
  EXPECT_DOUBLE_EQ(cautious_step(p, 0.1, 40, 45), 0.1 * 0.915);
  EXPECT_DOUBLE_EQ(cautious_step(p, 0.1, 40, 35), 0.09);
  EXPECT_DOUBLE_EQ(cautious_step(p, 0.1, 100, 90), 0.1 * 1.0625);
  EXPECT_DOUBLE_EQ(cautious_step(p, 0.1, 100, 110), 0.11);
}

TEST(Red, Ns2SparesAnArrivalThatFindsOnePacketAtMost) {
  RedParams p;
  p.profile = Profile::ns2;
  p.count_mode = CountMode::none;
  RedGate gate(p);
  Packet packet;
  // the first arrival above min_th is never dropped
  EXPECT_EQ(gate.decide(p, packet, false, 5, 0.5, 0), Fate::accepted);
  EXPECT_EQ(gate.decide(p, packet, false, 2, 0.5, 0), Fate::dropped_early);
  EXPECT_EQ(gate.decide(p, packet, false, 1, 0.5, 0), Fate::accepted);
}

TEST(Blue, StepsAndFreezeByHand) {
  // ns-2 and the paper's figure 1: only when MORE than the freeze time has passed.
  BlueLevel level(0.2, 0.05, 1);
  EXPECT_TRUE(level.increase(0));
  EXPECT_FALSE(level.increase(from_seconds(1)));
  EXPECT_EQ(level.value(), 0.2);
  EXPECT_TRUE(level.decrease(from_seconds(1) + 1));
  EXPECT_DOUBLE_EQ(level.value(), 0.15);
}

TEST(Avq, WhatIsRefusedLeavesNoTrace) {
  Bench avq("avq", {{"virtual_buffer", 0.1}});  // 40 packets
  int refused = 0;
  for (int i = 0; i < 100; ++i) refused += is_drop(avq.arrive(0)) ? 1 : 0;
  EXPECT_EQ(refused, 60);
  EXPECT_EQ(avq.state("vq"), 40);
}

TEST(Avq, OneArrivalByHand) {
  Bench avq("avq");
  avq.arrive(0.01);
  EXPECT_DOUBLE_EQ(avq.state("ctilde"), 0.8 * 1250 + 0.15 * (0.98 * 1250 * 0.01 - 1));
}

TEST(Madpie, DropsForCertainOnlyAboveItsLimit) {
  // Standing delays of 10 ms, a tenth of tau_dd, and of 200 ms.
  for (const int standing : {12, 250}) {
    Bench madpie("madpie", {}, {10e6, 500, 1000});
    for (int i = 0; i < standing; ++i) madpie.arrive(0);
    int forced = 0;
    for (int i = 1; i < 2000; ++i) {
      const double now = 0.0008 * (standing + i);
      while (madpie.discipline->next_timer() <= from_seconds(now)) madpie.timer();
      if (madpie.find(standing, now) == Fate::dropped_forced) ++forced;
      madpie.depart(now);
    }
    EXPECT_EQ(forced > 0, standing == 250) << forced;
  }
}

TEST(Codel, AfterSixteenIntervalsItStartsAnew) {
  // RFC 8289 section 5.3: the count continues from the last dropping phase only if that was less than 16 intervals ago.
  for (const double pause : {0.5, 2.0}) {
    Bench codel("codel", {}, {10e6, 9000, 1000});
    const auto stand = [&codel](double from, double to) {
      for (int i = 0; i < 100; ++i) codel.arrive(from);
      for (double now = from + 0.01; now < to; now += 0.0008) {
        codel.arrive(now);
        codel.arrive(now);
        codel.depart(now);
      }
    };
    stand(0, 2);
    ASSERT_GT(codel.state("count"), 20);
    while (codel.depart(2)) {}
    stand(2 + pause, 2.15 + pause);
    if (pause < 1.6)
      EXPECT_GT(codel.state("count"), 20) << pause;
    else
      EXPECT_EQ(codel.state("count"), 1) << pause;
  }
}

TEST(Cobalt, CountsEachDropOnce) {
  Bench cobalt("cobalt", {}, {10e6, 9000, 1000});
  for (int i = 0; i < 100; ++i) cobalt.arrive(0);
  for (double now = 0.01; now < 0.5; now += 0.0008) {
    cobalt.arrive(now);
    cobalt.arrive(now);
    cobalt.depart(now);
  }
  // The first packet above the target sets it to 1, each drop adds one.
  ASSERT_GT(cobalt.late.drops.size(), 4u);
  EXPECT_EQ(cobalt.state("count"), 1 + static_cast<double>(cobalt.late.drops.size()));
}

TEST(Pie, StepsByHand) {
  PieParams p;
  // RFC 8033 section 4.2: p + alpha (delay - target) + beta (delay - old), minus 2 % if nothing waits.
  EXPECT_DOUBLE_EQ(pie_step(p, 0.05, 0.020, 0.018), 0.05 + 0.5 * (0.125 * 0.005 + 1.25 * 0.002));
  EXPECT_DOUBLE_EQ(pie_step(p, 0.5, 0, 0), 0.98 * (0.5 - 0.125 * 0.015));
  // Section 4.1: with at most two waiting packets nothing is dropped, with more it can be.
  p.max_burst = 0;
  PieController controller(p, 1000);
  for (int i = 0; i < 100; ++i) {
    controller.taken(0.5, 5000);
    controller.update();
  }
  ASSERT_GT(controller.p(), 0.2);
  Packet packet;
  packet.size = 1000;
  EXPECT_EQ(controller.decide(packet, 2000, 0), Fate::accepted);
  EXPECT_EQ(controller.decide(packet, 2001, 0), Fate::dropped_early);
}

/// A connection for which a controller computes the window.
struct Asked {
  double cwnd = 100, ssthresh = kInfinity;
  alignas(8) std::array<std::byte, Controller::kInline> own{};
  Connection at(Time now, std::uint32_t high = 100) { return {cwnd, ssthresh, own.data(), now, 0, 0, high, cwnd}; }
};

/// So many segments are acknowledged up to `next`, some of them marked.
AckEvent acknowledging(std::uint32_t segments, std::uint32_t next = 0, std::uint32_t marks = 0) {
  AckEvent event{};
  event.segments = segments;
  event.next = next;
  event.marks = marks;
  return event;
}

TEST(Sender, CubicByHand) {
  const auto cubic = find_congestion_control("cubic")->make(std::vector<double>{0.7, 0.4});
  Asked c;
  cubic->open(c.at(0));
  cubic->congested(c.at(0));  // W_max = 100
  c.cwnd = 50;
  cubic->congested(c.at(0));  // section 4.7: the peak has fallen, W_max = 50 (1 + 0.7) / 2
  c.cwnd = 35;
  cubic->grow(c.at(0), acknowledging(1));  // section 4.3: Reno's friend adds 3 (1 - beta) / (1 + beta) / cwnd
  EXPECT_DOUBLE_EQ(c.cwnd, 35 + 3 * 0.3 / 1.7 / 35);
  // At K the cubic is at W_max, section 4.2.
  const double before = c.cwnd;
  cubic->grow(c.at(from_seconds(std::cbrt((42.5 - 35) / 0.4))), acknowledging(1));
  EXPECT_NEAR(c.cwnd, before + (42.5 - before) / before, 1e-6);
  // Section 4.4: however long ago, the target is 1.5 windows at the most.
  const double late = c.cwnd;
  cubic->grow(c.at(from_seconds(1000)), acknowledging(1));
  EXPECT_NEAR(c.cwnd, late + 0.5, 1e-12);
}

TEST(Sender, DctcpByHand) {
  const auto dctcp = find_congestion_control("dctcp")->make({});
  Asked c;
  dctcp->open(c.at(0));
  dctcp->acknowledged(c.at(0, 10), acknowledging(1, 1, 1));
  EXPECT_DOUBLE_EQ(dctcp->after_echo(c.at(0), 0), 50);  // alpha is 1
  // Within the window nothing is learnt; at its end alpha follows the marked share, none of nine, by g = 1/16.
  dctcp->acknowledged(c.at(0, 10), acknowledging(4, 5));
  EXPECT_DOUBLE_EQ(dctcp->after_echo(c.at(0), 0), 50);
  dctcp->acknowledged(c.at(0, 20), acknowledging(5, 10));
  EXPECT_DOUBLE_EQ(dctcp->after_echo(c.at(0), 0), 100 * (1 - 0.5 * 15 / 16));
}

}  // namespace
}  // namespace aqm::test
