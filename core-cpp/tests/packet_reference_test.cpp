// The packet simulator against ns-3.37 (core-cpp/tests/data/ns3.json has every relevant setting): DropTail, RED and
// Gentle RED, closed loop with selective acknowledgements, and open loop. Means over the same number of seeds or more.
//
// Tolerances are those that the reference suggests: utilisation 0.01; mean queue and loss ratio 15 %; open loop 3 %. If
// a row is outside, a named property of the two models explains it, and the test shows this by changing that property.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "support/json.hpp"
#include "support/ns3.hpp"

namespace aqm::test {
namespace {

TEST(Ns3, OpenLoopQueuesAgree) {
  AQM_LONG_RUN();
  int compared = 0;
  for (const Json& row : reference("ns3.json")["open_loop"]["rows"].items) {
    const std::string aqm = row["aqm"].text;
    if (aqm != "red" && aqm != "gred" && aqm != "droptail") continue;
    SCOPED_TRACE(aqm + " at load " + std::to_string(row["load"].number) + (row["wait"].truth() ? " wait" : ""));
    const Means m = ns3_open_loop(aqm, row["load"].number, row["wait"].truth(), 3);
    // Below saturation to 3 %; at load 1 the queue wanders, and both sets of three seeds carry that error: five
    // deviations.
    const double spread = 5 * std::max(row["queue_mean_sd"].number, m.queue_sd) * std::sqrt(2.0 / 3);
    EXPECT_NEAR(m.queue, row["queue_mean"].number, std::max(0.03 * row["queue_mean"].number, spread));
    EXPECT_NEAR(m.loss, row["loss_ratio"].number, std::max(0.03 * row["loss_ratio"].number, 5e-4));
    EXPECT_NEAR(
        m.sojourn, row["sojourn_mean"].number,
        std::max(0.03 * row["sojourn_mean"].number, spread / row["queue_mean"].number * row["sojourn_mean"].number));
    EXPECT_NEAR(m.idle, row["idle"].number, 0.003);
    ++compared;
  }
  EXPECT_EQ(compared, 16);
}

TEST(Ns3, RedAndGentleRedAgreeInTheClosedLoop) {
  AQM_LONG_RUN();
  int compared = 0;
  for (const Json& row : reference("ns3.json")["closed_loop"].items) {
    const std::string aqm = row["aqm"].text, scenario = row["scenario"].text;
    if (aqm != "red" && aqm != "gred") continue;
    const int flows = static_cast<int>(row["flows"].number);
    SCOPED_TRACE(scenario + " " + aqm + " " + std::to_string(flows));
    const Means m = ns3_closed_loop(scenario, aqm, flows, 4);
    EXPECT_NEAR(m.queue / row["queue_mean"].number, 1, 0.15);
    EXPECT_NEAR(m.loss / row["loss_ratio"].number, 1, 0.15);
    EXPECT_NEAR(m.sojourn / row["queueing_delay_mean"].number, 1, 0.15);
    // Gentle RED in scenario c: see IdenticalRoundTripsSynchronise.
    if (!(scenario == "c" && aqm == "gred")) {
      EXPECT_NEAR(m.utilization, row["utilization"].number, 0.01);
    }
    ++compared;
  }
  EXPECT_EQ(compared, 12);
}

TEST(Ns3, IdenticalRoundTripsSynchronise) {
  // Scenario c gives all flows one round trip, and Gentle RED lets them halve together: the link is idle in every
  // trough, and the depth of the trough depends on which flow is slightly ahead. Property: the spread of round trips.
  // Access delays of 5 to 35 ms instead of 20 ms change the utilisation by more than the difference between the
  // simulators, so that difference (up to 0.03) carries no information.
  AQM_LONG_RUN();
  for (const int flows : {50, 75, 100}) {
    const double reference_utilization = ns3_row("c", "gred", flows)["utilization"].number;
    const double same = ns3_closed_loop("c", "gred", flows, 4).utilization;
    const auto spread = [](ScenarioConfig& c) { c.network.access_delay = {0.005, 0.035}; };
    const double apart = ns3_closed_loop("c", "gred", flows, 4, spread).utilization;
    EXPECT_NEAR(same, reference_utilization, 0.03) << flows;
    EXPECT_GT(apart - same, std::fabs(same - reference_utilization)) << flows;
  }
}

TEST(Ns3, MarksWithAPauseOnEchoes) {
  // ns-3.37 in scenario a10 with ECN, two seeds: queue, share of the packets that are marked. Its senders do not grow
  // while echoes arrive (RFC 3168 section 6.1.2), which is the option echo_pause here; without it more packets are
  // marked and wait.
  AQM_LONG_RUN();
  struct Row {
    int flows;
    double queue, marks;
  };
  for (const Row& row : {Row{20, 53.9, 0.0224}, Row{50, 113.0, 0.0625}}) {
    SCOPED_TRACE(row.flows);
    const auto ours = [&](bool pause) {
      ScenarioConfig c = ns3_scenario("a10", "red", row.flows);
      as_ns3_red(c);
      for (const char* name : {"min_th", "max_th", "w_q", "max_p"}) {
        set(c, name, reference("ns3.json")["scenarios"]["a10"][name].number);
      }
      set(c, "ecn", 1);
      c.traffic[0].ecn = true;
      c.traffic[0].echo_pause = pause;
      Row mean{row.flows, 0, 0};
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        c.seed = seed;
        const Metrics m = run(c).metrics;
        mean.queue += m.queue_mean / 4;
        mean.marks += m.marks / m.arrivals / 4;
      }
      return mean;
    };
    const Row paused = ours(true);
    EXPECT_NEAR(paused.queue / row.queue, 1, 0.15);
    EXPECT_NEAR(paused.marks / row.marks, 1, 0.15);
    EXPECT_GT(ours(false).queue, row.queue);
  }
}

TEST(Ns3, SocketBuffersEndTheLockOutUnderDropTail) {
  // Access links as fast as the bottleneck let a flow whose packets follow each other without a gap slip into every
  // place that becomes free: it locks the others out (Floyd and Jacobson 1992, "On traffic phase effects"). In ns-3 the
  // default socket buffers of 131072 bytes stop such a flow at 136 segments of 960 bytes; here windows are unlimited by
  // default. Property: the receiver window.
  AQM_LONG_RUN();
  const auto buffers = [](ScenarioConfig& c) { c.traffic[0].receiver_window = 131072 / 960; };
  for (const int flows : {10, 50, 150}) {
    const Json& row = ns3_row("a10", "droptail", flows);
    SCOPED_TRACE(flows);
    const Means limited = ns3_closed_loop("a10", "droptail", flows, 6, buffers);
    const Means unlimited = ns3_closed_loop("a10", "droptail", flows, 6);
    EXPECT_NEAR(limited.utilization, row["utilization"].number, 0.01);
    EXPECT_NEAR(limited.queue / row["queue_mean"].number, 1, 0.15);
    EXPECT_LT(limited.fairness, 0.5);  // the lock-out itself is there in both
    EXPECT_LT(row["fairness"].number, 0.5);
    // The loss of a lock-out depends on which flow has won; a quarter instead of 15 %, against two to seven times
    // without.
    EXPECT_NEAR(limited.loss / row["loss_ratio"].number, 1, 0.25);
    EXPECT_LT(std::fabs(std::log(limited.loss / row["loss_ratio"].number)),
              std::fabs(std::log(unlimited.loss / row["loss_ratio"].number)));
  }
}

TEST(Ns3, DropTailWithIdenticalRoundTripsHangsOnThePhase) {
  // Scenario c under DropTail: synchronised flows meet a full buffer, and the order of packets within a burst decides
  // which flow loses. Property: phase. Access delays of 19 to 21 ms instead of 20 ms change queue and loss by more than
  // the difference between the simulators.
  AQM_LONG_RUN();
  const auto spread = [](ScenarioConfig& c) { c.network.access_delay = {0.019, 0.021}; };
  for (const int flows : {50, 75, 100}) {
    const Json& row = ns3_row("c", "droptail", flows);
    SCOPED_TRACE(flows);
    const Means m = ns3_closed_loop("c", "droptail", flows, 6);
    const Means apart = ns3_closed_loop("c", "droptail", flows, 6, spread);
    EXPECT_NEAR(m.utilization, row["utilization"].number, 0.01);
    EXPECT_GT(std::fabs(apart.queue - m.queue), std::fabs(m.queue - row["queue_mean"].number));
    EXPECT_GT(std::fabs(apart.loss - m.loss), std::fabs(m.loss - row["loss_ratio"].number));
  }
}

TEST(Ns3, HalvingTheFlightInsteadOfThePipeLosesMore) {
  // The quantity that is halved on a loss is the largest single difference between readings of the RFCs: RFC 5681's
  // FlightSize gives a window two segments larger after each loss than RFC 6675's pipe (as ns-3), hence more loss at
  // the same load.
  AQM_LONG_RUN();
  const auto outstanding = [](ScenarioConfig& c) { c.traffic[0].flight = FlightEstimate::outstanding; };
  const Json& row = ns3_row("a10", "red", 10);
  const Means pipe = ns3_closed_loop("a10", "red", 10, 4), flight = ns3_closed_loop("a10", "red", 10, 4, outstanding);
  EXPECT_NEAR(pipe.loss / row["loss_ratio"].number, 1, 0.05);
  EXPECT_NEAR(pipe.queue / row["queue_mean"].number, 1, 0.05);
  EXPECT_GT(flight.loss, 1.08 * row["loss_ratio"].number);
}

}  // namespace
}  // namespace aqm::test
