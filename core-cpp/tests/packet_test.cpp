// The packet simulator against closed forms, invariants and itself in other slices.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>

#include "packet/event_queue.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

// ---- closed forms ---------------------------------------------------------------------------------------------------

ScenarioConfig open_loop(const std::string& kind, double load) {
  ScenarioConfig c = sared("droptail", 1, 1000);
  c.network.packet_size = 1000;
  c.network.link().buffer = 100'000;
  c.network.access_rate = 1e11;  // does not shape the arrivals
  c.traffic = {udp(kind, 1, load * 10e6)};
  return c;
}

TEST(Packet, PoissonArrivalsWaitAsInTheMD1Queue) {
  // Pollaczek and Khinchine: mean waiting time rho / (2 (1 - rho)) service times, mean number waiting by Little's law.
  for (const double rho : {0.3, 0.7, 0.9}) {
    const Finished f = run(open_loop("poisson", rho));
    const double service = 0.8e-3, wait = rho / (2 * (1 - rho)) * service;
    EXPECT_NEAR(f.metrics.queueing_delay_mean / wait, 1, 0.03) << rho;
    EXPECT_NEAR(f.metrics.queue_mean / (rho / service * wait), 1, 0.03) << rho;
    EXPECT_NEAR(f.metrics.utilization, rho, 0.005);
  }
}

TEST(Packet, LittlesLawHoldsExactlyEnough) {
  for (const char* aqm : {"red", "gred", "droptail"}) {
    const Finished f = run(sared(aqm, 50, 60));
    const Metrics& m = f.metrics;
    EXPECT_NEAR(m.queue_mean, m.departures / 60 * m.queueing_delay_mean, 0.01 * m.queue_mean) << aqm;
  }
}

TEST(Packet, ConstantRateBelowCapacityNeverWaits) {
  ScenarioConfig c = open_loop("cbr", 0.8);
  c.network.access_rate = 10e6;
  c.network.access_delay = {0.005, 0.005};
  c.duration = 10;
  const Finished f = run(c);
  EXPECT_EQ(f.metrics.queue_max, 0);
  EXPECT_EQ(f.metrics.queueing_delay_p99, 0);
  // One way: three serialisations of 0.8 ms and 5 + 20 + 5 ms.
  EXPECT_NEAR(f.metrics.delay_mean, 3 * 0.8e-3 + 0.030, 1e-9);
  EXPECT_NEAR(f.metrics.jitter, 0, 1e-9);
  EXPECT_NEAR(f.metrics.throughput, 8e6, 1e4);
  EXPECT_NEAR(f.metrics.goodput, 8e6 * 972 / 1000, 3e4);
}

TEST(Packet, OverloadLosesWhatTheLinkCannotCarry) {
  for (const double load : {1.1, 1.5, 3.0}) {
    ScenarioConfig c = open_loop("cbr", load);
    c.network.link().buffer = 50;
    c.duration = 200;
    const Finished f = run(c);
    EXPECT_NEAR(f.metrics.loss_ratio, 1 - 1 / load, 0.002) << load;
    EXPECT_NEAR(f.metrics.utilization, 1, 1e-3);
    EXPECT_EQ(f.metrics.queue_max, 50);
  }
}

TEST(Packet, OnOffSourceSendsTheFractionThatItIsOn) {
  ScenarioConfig c = open_loop("onoff", 0.1);
  c.traffic[0].flows = 40;
  set(c.traffic[0], "rate", {1e5, 1e5});
  set(c.traffic[0], "on", {0.5, 0.5});
  set(c.traffic[0], "off", {1.5, 1.5});
  const Finished f = run(c);
  EXPECT_NEAR(f.metrics.throughput, 40 * 1e5 * 0.25, 0.03 * 40 * 1e5 * 0.25);
}

TEST(Packet, OneFlowWithABandwidthDelayProductOfBufferKeepsTheLinkFull) {
  // Round trip 2 (5 + 20 + 5) ms: 50 packets of 1500 bytes at 10 Mbit/s; halving the window of 100 leaves the pipe just
  // full.
  for (const bool sack : {true, false}) {
    ScenarioConfig c = sared("droptail", 1, 300);
    c.warmup = 50;
    c.network.access_rate = 100e6;
    c.network.access_delay = {0.005, 0.005};
    c.network.link().buffer = 56;  // with the serialisation on the way: 8 packets' worth of delay more than propagation
    c.traffic[0].sack = sack;
    c.traffic[0].start = {0, 0};
    c.traffic[0].flight = FlightEstimate::outstanding;
    EXPECT_GT(run(c).metrics.utilization, 0.99) << sack;
    c.network.link().buffer = 5;
    EXPECT_LT(run(c).metrics.utilization, 0.93) << sack;
  }
}

TEST(Packet, WindowFollowsMathisSquareRootLaw) {
  AQM_LONG_RUN();
  // Mathis, Semke, Mahdavi, Ott 1997: rate = sqrt(3/2) packets / (RTT sqrt(p)) with an acknowledgement for every
  // segment.
  std::vector<double> rates;
  for (const double p : {0.0004, 0.0016, 0.0064}) {
    ScenarioConfig c = sared("droptail", 20, 400);
    c.warmup = 30;
    c.network = NetworkConfig{};
    c.network.link().rate = 1e9;
    c.network.access_rate = 1e9;
    c.network.access_delay = {0.02, 0.02};
    c.network.link().delay = 0.01;
    c.network.link().buffer = 100'000;
    c.network.random_loss = p;
    c.traffic[0].flight = FlightEstimate::outstanding;
    const double rtt = 0.1 + 3 * 12e-6;
    const double predicted = 20 * std::sqrt(1.5 / p) / rtt * 8 * 1500;
    const double rate = run(c).metrics.throughput;
    EXPECT_NEAR(rate / predicted, 1, 0.1) << p;
    rates.push_back(rate);
  }
  EXPECT_NEAR(rates[0] / rates[1], 2, 0.2);
  EXPECT_NEAR(rates[1] / rates[2], 2, 0.2);
}

TEST(Packet, FileOfKnownSizeIsDeliveredOnce) {
  ScenarioConfig c = sared("droptail", 3, 60);
  set(c.traffic[0], "bytes", {1e6, 1e6});
  const Finished f = run(c);
  const std::vector<double> rates = f.simulation->flow_goodputs();
  for (const double r : rates) EXPECT_DOUBLE_EQ(r * 60 / 8, 1e6);
}

TEST(Packet, FlowsStopWhenTold) {
  ScenarioConfig c = sared("red", 10, 40);
  c.traffic[0].stop = {20, 20};
  const Finished f = run(c);
  const Overview& o = f.simulation->recording().overview;
  double late = 0;
  for (int i = 0; i < o.bins; ++i) {
    if (i * o.bin_s > 21) late += o.arrivals[static_cast<std::size_t>(i)];
  }
  EXPECT_EQ(late, 0);
}

TEST(Packet, ReverseTrafficSharesTheWayBack) {
  // Both ways are DropTail of the same size, so neither direction may be better off.
  ScenarioConfig c = sared("droptail", 10, 200);
  c.network.access_rate = 50e6;
  TrafficGroup reverse = ftp(10);
  reverse.direction = Direction::reverse;
  c.traffic.push_back(reverse);
  const Finished both = run(c);
  EXPECT_EQ(lost_track_of(both), 0);
  const std::vector<double> rates = both.simulation->flow_goodputs();
  const double there = std::accumulate(rates.begin(), rates.begin() + 10, 0.0);
  const double back = std::accumulate(rates.begin() + 10, rates.end(), 0.0);
  EXPECT_GT(there, 6e6);
  EXPECT_NEAR(there / back, 1, 0.1);
}

TEST(Packet, PooledDelaysAreThoseOfBothWays) {
  // One flow whose window is less than the path holds: nothing waits, every packet of either way takes the same time.
  ScenarioConfig c = sared("droptail", 1, 60);
  c.warmup = 10;
  c.network.access_rate = 100e6;
  c.network.access_delay = {0.007, 0.007};
  c.traffic[0].receiver_window = 12;
  const Metrics m = run(c).metrics;
  const auto way = [](double bytes) { return 2 * 0.007 + 0.02 + 8 * bytes * (2 / 100e6 + 1 / 10e6); };
  const double there = way(1500), back = way(40);
  EXPECT_NEAR(m.delay_mean, there, 1e-8);
  EXPECT_NEAR(m.delay_pooled, (there + back) / 2, 1e-6);
  EXPECT_NEAR(m.jitter_pooled, (there - back) / 2, 1e-6);
  // Every second segment answered: two of three packets are data. An answer after the second delays none.
  c.traffic[0].delayed_ack = true;
  const Metrics d = run(c).metrics;
  EXPECT_NEAR(d.delay_pooled, (2 * d.delay_mean + back) / 3, 2e-6);
}

TEST(Packet, ProcessingTimeDelaysByHalfOfItOnAverageAndKeepsTheOrder) {
  // Packets further apart than the processing time: each waits its own uniform time in the host, U(0, 2 ms).
  ScenarioConfig c = sared("droptail", 1, 100);
  c.traffic = {udp("cbr", 3, 1e6)};
  const Metrics plain = run(c).metrics;
  c.network.processing = 0.002;
  const Metrics m = run(c).metrics;
  EXPECT_NEAR(m.delay_mean - plain.delay_mean, 0.001, 0.0002);
  // Closer together they queue in the host, and TCP sees no reordering: without loss nothing is sent again.
  ScenarioConfig tcp = sared("droptail", 5, 30);
  tcp.network.processing = 0.005;
  tcp.traffic[0].receiver_window = 12;
  const Finished f = run(tcp);
  EXPECT_EQ(f.metrics.loss_ratio, 0);
  EXPECT_EQ(f.simulation->rows().at(0).retransmissions, 0);
}

TEST(Packet, ProcessingTimeEndsTheLockOutOfFlowsInPhase) {
  // Floyd and Jacobson 1992: with access links as fast as the bottleneck a flow slips into every place that becomes
  // free.
  ScenarioConfig c = sared("droptail", 10, 200);
  c.warmup = 50;
  c.traffic[0].receiver_window = 100;
  const double locked = run(c).metrics.fairness;
  c.network.processing = 8 * 1500 / 10e6;  // a packet's time on the bottleneck, as they advise
  EXPECT_GT(run(c).metrics.fairness, locked + 0.1) << locked;
}

TEST(Packet, FlowsOutsideOfTheMeasuredTimeDoNotCompete) {
  ScenarioConfig c = sared("red", 2, 60);
  c.warmup = 5;
  const double alone = run(c).metrics.fairness;
  TrafficGroup before = ftp(2), after = ftp(2), load = udp("cbr", 1, 9e6);
  before.stop = load.stop = {3, 3};
  after.start = {100, 100};
  for (const TrafficGroup& other : {before, after, load}) {
    c.traffic = {ftp(2), other};
    EXPECT_NEAR(run(c).metrics.fairness, alone, 0.02) << other.start.lo << " " << other.stop.lo;
  }
}

// ---- invariants -----------------------------------------------------------------------------------------------------

TEST(Packet, PacketsAreConservedInRandomScenarios) {
  Rng rng(7);
  const char* aqms[] = {"red", "gred", "droptail"};
  for (int i = 0; i < 60; ++i) {
    ScenarioConfig c;
    c.seed = rng.next();
    c.aqm = aqms[rng.below(3)];
    c.params = defaults(c.aqm);
    c.duration = rng.uniform(0.5, 12);
    c.network.link().rate = std::pow(10, rng.uniform(5, 8));
    c.network.link().buffer = 1 + static_cast<int>(rng.below(300));
    c.network.link().delay = rng.uniform(0, 0.2);
    c.network.random_loss = rng.below(2) ? 0 : rng.uniform(0, 0.05);
    c.network.packet_size = 64 + static_cast<int>(rng.below(1437));
    if (c.aqm != "droptail") {
      set(c, "min_th", 0.1 * c.network.link().buffer);
      set(c, "max_th", 0.6 * c.network.link().buffer);
      set(c, "count_mode", rng.below(3));
      set(c, "profile", rng.below(2));
      set(c, "byte_mode", rng.below(2));
      set(c, "ecn", rng.below(2));
    }
    c.traffic.clear();
    for (std::uint32_t g = 0; g <= rng.below(3); ++g) {
      TrafficGroup row = rng.below(3) ? ftp(1 + static_cast<int>(rng.below(20)))
                                      : udp(kDatagrams[rng.below(3)], 2, c.network.link().rate / 4);
      row.sack = rng.below(2);
      row.ecn = rng.below(2);
      row.delayed_ack = rng.below(2);
      row.tcp = kControls[rng.below(4)];
      row.direction = rng.below(4) ? Direction::forward : Direction::reverse;
      if (rng.below(3) == 0) row.stop = {c.duration / 2, c.duration / 2};
      if (row.kind == "ftp" && rng.below(3) == 0) set(row, "bytes", {1, 1e6});
      c.traffic.push_back(row);
    }
    const Finished f = run(c);
    EXPECT_EQ(lost_track_of(f), 0) << i;
    EXPECT_LE(f.metrics.queue_max, c.network.link().buffer) << i;
    EXPECT_LE(f.metrics.utilization, 1 + 1e-9) << i;
    const Overview& o = f.simulation->recording().overview;
    const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
    EXPECT_EQ(sum(o.arrivals), f.metrics.arrivals) << i;
    EXPECT_EQ(sum(o.departures), f.metrics.departures) << i;
    EXPECT_EQ(sum(o.drops_early) + sum(o.drops_forced) + sum(o.drops_overflow),
              f.metrics.drops_early + f.metrics.drops_forced + f.metrics.drops_overflow)
        << i;
  }
}

TEST(Packet, WarmupLeavesOutWhatCameBefore) {
  ScenarioConfig c = sared("red", 50, 60);
  const Finished whole = run(c);
  c.warmup = 30;
  const Finished part = run(c);
  EXPECT_EQ(whole.simulation->digest(), part.simulation->digest());
  const Overview& o = whole.simulation->recording().overview;
  double arrivals = 0, area = 0;
  for (int i = o.bins / 2; i < o.bins; ++i) {
    arrivals += o.arrivals[static_cast<std::size_t>(i)];
    area += o.queue_mean[static_cast<std::size_t>(i)];
  }
  EXPECT_EQ(part.metrics.arrivals, arrivals);
  EXPECT_NEAR(part.metrics.queue_mean, area / (o.bins - o.bins / 2), 1e-6);
}

TEST(Packet, WindowHoldsEveryEventOfItsTime) {
  ScenarioConfig c = sared("red", 50, 20);
  RecordConfig record;
  record.window_from = 5;
  record.window_to = 8;
  const Finished plain = run(c);
  const Finished f = run(c, 50'000, record);
  EXPECT_EQ(plain.simulation->digest(), f.simulation->digest());
  const Window& w = f.simulation->recording().window;
  ASSERT_FALSE(w.time.empty());
  EXPECT_GE(w.time.front(), 5);
  EXPECT_LE(w.time.back(), 8);
  // Each row's queue follows from the one before: an accepted arrival adds one, a start of transmission takes one.
  double departures = 0;
  for (const std::uint8_t e : w.event) departures += e == static_cast<std::uint8_t>(WindowEvent::departure);
  EXPECT_NEAR(departures, 3 * 10e6 / 12000, 2);
  // RED drops by chance exactly where the number that was drawn is below p_a, its third state.
  for (std::size_t i = 0; i < w.time.size(); ++i) {
    const auto event = static_cast<WindowEvent>(w.event[i]);
    if (event == WindowEvent::departure) {
      EXPECT_TRUE(std::isnan(w.drawn[i]));
    } else if (event == WindowEvent::arrival || event == WindowEvent::drop_early) {
      EXPECT_EQ(w.drawn[i] < w.state[2][i], event == WindowEvent::drop_early) << i;
    }
  }
}

// What goes back meets a first-in, first-out queue: the same traffic turned round fills it as it fills DropTail.
TEST(Packet, TheQueueBackIsThatOfTheTrafficTurnedRound) {
  const auto recorded = [](const char* kind, Direction direction, const auto& read) {
    ScenarioConfig c = sared("droptail", 10, 60);
    c.warmup = 20;
    if (std::string_view(kind) == "cbr") {
      c.traffic = {udp("cbr", 1, 1.5 * c.network.link().rate), udp("cbr", 1, 1e6)};
      c.network.access_rate = 100e6;
    }
    c.traffic[0].direction = direction;
    RecordConfig record;
    record.bins = 6000;
    const Finished f = run(c, 50'000, record);
    const Overview& o = f.simulation->recording().overview;
    const std::vector<double>& column = read(o);
    double sum = 0;
    for (std::size_t i = 2000; i < 6000; ++i) sum += column[i] / 4000;
    return sum;
  };
  const auto queue = [](const Overview& o) -> const std::vector<double>& { return o.queue_mean; };
  const auto back = [](const Overview& o) -> const std::vector<double>& { return o.queue_back; };
  const double forward = recorded("ftp", Direction::forward, queue), turned = recorded("ftp", Direction::reverse, back);
  EXPECT_GT(forward, 50);
  EXPECT_NEAR(turned, forward, 0.03 * forward);
  EXPECT_NEAR(recorded("ftp", Direction::forward, back), 0, 0.5);  // acknowledgements are small
  const double full = sared("droptail", 1).network.link().buffer;
  EXPECT_NEAR(recorded("cbr", Direction::reverse, back), full, 1);  // more comes than can go
}

TEST(Packet, WindowsOfAllFlowsHaveTheMeanThatIsRecorded) {
  ScenarioConfig c = sared("red", 6, 20);
  TrafficGroup late = ftp(2);
  late.start = {8, 8};
  late.stop = {15, 15};
  c.traffic = {c.traffic[0], udp("cbr", 1, 1e6), late};
  RecordConfig record;
  record.bins = 500;
  record.windows = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const Finished plain = run(c);
  const Finished f = run(c, 50'000, record);
  EXPECT_EQ(plain.simulation->digest(), f.simulation->digest());
  EXPECT_TRUE(plain.simulation->recording().overview.windows.empty());
  const Overview& o = f.simulation->recording().overview;
  ASSERT_EQ(o.windows.size(), 9U);
  for (std::size_t i = 0; i < 500; ++i) {
    double sum = 0;
    int sending = 0;
    for (const std::vector<double>& window : o.windows) {
      ASSERT_EQ(window.size(), 500U);
      if (std::isnan(window[i])) continue;
      EXPECT_GE(window[i], 1);
      sum += window[i];
      ++sending;
    }
    if (sending == 0) {
      EXPECT_TRUE(std::isnan(o.cwnd_mean[i])) << i;
    } else {
      EXPECT_NEAR(sum / sending, o.cwnd_mean[i], 1e-9 * sum) << i;
    }
    // Datagrams have no window, and neither have flows that have not begun or have been stopped.
    EXPECT_TRUE(std::isnan(o.windows[6][i]));
    const bool before = i<199, during = i> 205 && i<370, after = i> 400;
    EXPECT_TRUE(std::isnan(o.windows[7][i]) ? !during : !before && !after) << i;
  }
  record.windows = {9};
  EXPECT_THROW(run(c, 50'000, record), std::invalid_argument);
}

// ---- one history ----------------------------------------------------------------------------------------------------

TEST(Packet, SlicesDoNotChangeTheResult) {
  const ScenarioConfig c = sared("red", 20, 20);
  const auto whole = run(c, UINT64_MAX).simulation->digest();
  EXPECT_EQ(run(c, 1).simulation->digest(), whole);
  EXPECT_EQ(run(c, 997).simulation->digest(), whole);
}

TEST(Packet, InterleavedSimulationsDoNotMeet) {
  const ScenarioConfig a = sared("red", 20, 20), b = sared("gred", 35, 20);
  std::vector<ConfigIssue> issues;
  auto first = Simulation::create(a, {}, issues), second = Simulation::create(b, {}, issues);
  bool more = true;
  while (more) {
    const bool x = first->run(from_seconds(20), 1000), y = second->run(from_seconds(20), 1700);
    more = !(x && y);
  }
  EXPECT_EQ(first->digest(), run(a).simulation->digest());
  EXPECT_EQ(second->digest(), run(b).simulation->digest());
  EXPECT_NE(first->digest(), second->digest());
}

TEST(Packet, SeedsGiveDifferentHistories) {
  ScenarioConfig c = sared("red", 20, 5);
  const auto one = run(c).simulation->digest();
  c.seed = 2;
  EXPECT_NE(run(c).simulation->digest(), one);
}

TEST(Packet, EventQueueIsAStablePriorityQueue) {
  Rng rng(3);
  int expected = 0;
  for (const Time gap : {1, 1000, 1'000'000}) {
    EventQueue queue(gap);
    std::multimap<Time, std::uint32_t> reference;  // equal keys keep the order of insertion
    std::vector<bool> pending(200'000);
    const auto expect = [&](const Event& event) {  // only future events are worth reading ahead
      EXPECT_TRUE(pending[event.packet.flow]);
      return static_cast<std::uint64_t>(++expected);
    };
    Time now = 0;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
      if (reference.empty() || rng.uniform() < 0.52) {
        // Clusters, ties, and sometimes an event some years ahead, or beyond all years that have a list.
        const Time far = (rng.below(40) == 0 ? 9'000'000 : 100'000) * gap;
        const Time ahead = rng.below(50) == 0 ? far : rng.below(8) == 0 ? 0 : rng.below(40) * gap / 4;
        Packet p;
        p.flow = i;
        queue.push(now + ahead, EventKind::rto, p);
        reference.emplace(now + ahead, i);
        pending[i] = true;
      } else {
        ASSERT_EQ(queue.next_time(), reference.begin()->first);
        now = queue.next_time();
        while (!queue.at_hand()) queue.approach(queue.work() + 1 + rng.below(100), expect);
        ASSERT_EQ(queue.pop().packet.flow, reference.begin()->second);
        pending[reference.begin()->second] = false;
        reference.erase(reference.begin());
      }
      ASSERT_EQ(queue.size(), reference.size());
    }
  }
  EXPECT_GT(expected, 0);
}

TEST(Packet, EventQueueCostsTheSameHoweverCrowdedASlotIs) {
  constexpr int kEvents = 200'000;
  // A slot is about a quarter of a second: all in a few of them at times of their own, at one time, in clusters, and at
  // all scales.
  const auto cost = [](auto&& time_of) {
    EventQueue queue(kSecond);
    Rng rng(5);
    std::multimap<Time, std::uint32_t> reference;
    for (std::uint32_t i = 0; i < kEvents; ++i) {
      Packet p;
      p.flow = i;
      const Time t = time_of(rng);
      queue.push(t, EventKind::at_queue, p);
      reference.emplace(t, i);
    }
    bool same = true;
    for (const auto& [time, flow] : reference) {
      while (!queue.at_hand()) queue.approach(queue.work() + 100, [](const Event&) { return 0; });
      same = same && queue.next_time() == time && queue.pop().packet.flow == flow;
    }
    EXPECT_TRUE(same);
    return static_cast<double>(queue.work()) / kEvents;
  };
  EXPECT_LT(cost([](Rng& rng) { return Time{rng.below(1'000'000)}; }), 8);
  EXPECT_LT(cost([](Rng&) { return Time{77}; }), 8);
  EXPECT_LT(cost([](Rng& rng) { return Time{rng.below(7)} * kSecond + Time{rng.below(30)}; }), 8);
  EXPECT_LT(cost([](Rng& rng) { return Time{rng.below(1'000'000)} << rng.below(40); }), 8);
}

TEST(Packet, ASliceEndsWithItsWorkWhateverOneEventHolds) {
  // A thousand flows begin at once with windows of a thousand, on links of their own as fast as the bottleneck.
  ScenarioConfig c = sared("red", 1000, 0.01);
  c.warmup = 0;
  c.network.link().rate = 10e9;
  c.network.access_rate = 10e9;
  c.traffic[0].start = {0, 0};
  c.traffic[0].initial_window = 1000;
  c.traffic[0].handshake = false;
  constexpr std::uint64_t kSlice = 1000, kWindow = 1000;
  std::vector<ConfigIssue> issues;
  const auto simulation = Simulation::create(c, {}, issues);
  ASSERT_TRUE(simulation);
  std::uint64_t most = 0;
  for (bool done = false; !done;) {
    const std::uint64_t before = simulation->work();
    done = simulation->run(from_seconds(c.duration), kSlice);
    most = std::max(most, simulation->work() - before);
  }
  EXPECT_GT(simulation->work(), 2'000'000U);
  // Its work is checked after 32 events. Each of them may send a window, and one may find a calendar that must be
  // divided.
  constexpr std::uint64_t kTogether = 32, kCalendar = 16'384;
  EXPECT_LE(most, kSlice + kTogether * kWindow + kCalendar);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

TEST(Packet, RefusesWhatItCannotRun) {
  struct Case {
    const char* path;
    void (*spoil)(ScenarioConfig&);
  };
  const Case cases[] = {
      {"duration", [](ScenarioConfig& c) { c.duration = kUnset; }},
      {"duration", [](ScenarioConfig& c) { c.duration = 1e308; }},
      {"warmup", [](ScenarioConfig& c) { c.warmup = 1000; }},
      {"network.bottleneck.rate", [](ScenarioConfig& c) { c.network.link().rate = 0; }},
      {"network.bottleneck.rate", [](ScenarioConfig& c) { c.network.link().rate = kInfinity; }},
      {"network.bottleneck.delay", [](ScenarioConfig& c) { c.network.link().delay = -1; }},
      {"network.bottleneck.buffer", [](ScenarioConfig& c) { c.network.link().buffer = 0; }},
      {"network.access.delay",
       [](ScenarioConfig& c) {
         c.network.access_delay = {0.2, 0.1};
       }},
      {"network.packet_size", [](ScenarioConfig& c) { c.network.packet_size = 10; }},
      {"network.random_loss", [](ScenarioConfig& c) { c.network.random_loss = 2; }},
      {"traffic[0].flows", [](ScenarioConfig& c) { c.traffic[0].flows = -1; }},
      {"traffic[0].flows", [](ScenarioConfig& c) { c.traffic[0].flows = 2'000'000'000; }},
      {"traffic", [](ScenarioConfig& c) { c.traffic.assign(2, ftp(6000)); }},
      // Segments of 24 bytes: more than a sequence number counts.
      {"traffic[0].bytes",
       [](ScenarioConfig& c) {
         c.network.packet_size = 64;
         set(c.traffic[0], "bytes", {1e12, 1e12});
       }},
      {"traffic[0].to", [](ScenarioConfig& c) { c.traffic[0].to = std::numeric_limits<int>::min(); }},
      {"traffic[0].kind", [](ScenarioConfig& c) { c.traffic[0].kind = "none"; }},
      {"traffic[0].rate", [](ScenarioConfig& c) { c.traffic[0] = udp("cbr", 1, 0); }},
      {"traffic[0].min_rto", [](ScenarioConfig& c) { c.traffic[0].min_rto = 0; }},
      {"aqm.id", [](ScenarioConfig& c) { c.aqm = "nonsense"; }},
      {"aqm.params", [](ScenarioConfig& c) { c.params.numbers.clear(); }},
      {"aqm.params.max_th", [](ScenarioConfig& c) { set(c, "max_th", 10); }},
      {"aqm.params.max_th", [](ScenarioConfig& c) { set(c, "max_th", 141); }},
      {"aqm.params.max_p", [](ScenarioConfig& c) { set(c, "max_p", 10); }},
      {"aqm.params.w_q", [](ScenarioConfig& c) { set(c, "w_q", 0); }},
      {"aqm.params.count_mode", [](ScenarioConfig& c) { set(c, "count_mode", 1.5); }},
      {"aqm.params.count_mode", [](ScenarioConfig& c) { set(c, "count_mode", 7); }},
  };
  for (const Case& bad : cases) {
    ScenarioConfig c = sared("red", 5, 10);
    bad.spoil(c);
    std::vector<ConfigIssue> issues;
    EXPECT_EQ(Simulation::create(c, {}, issues), nullptr) << bad.path;
    ASSERT_FALSE(issues.empty()) << bad.path;
    EXPECT_EQ(issues[0].path, bad.path);
    EXPECT_FALSE(issues[0].rule.empty());
  }
}

TEST(Packet, RunsWithoutTraffic) {
  ScenarioConfig c = sared("red", 0, 10);
  c.traffic.clear();
  const Finished f = run(c);
  EXPECT_EQ(f.metrics.arrivals, 0);
  EXPECT_EQ(f.metrics.queue_mean, 0);
  EXPECT_TRUE(std::isnan(f.metrics.loss_ratio));
}

}  // namespace
}  // namespace aqm::test
