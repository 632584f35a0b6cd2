// Kinds of traffic against what is known of them: mean rates, tails, completion times in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "aqm/elementary.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// A host that only notes what its application does.
struct Notes final : Host {
  Time time = 0, wish = kNever;
  Rng draws{1, 16};
  std::vector<Time> sends;
  double bytes = 0;
  Time now() const override { return time; }
  Rng& rng() override { return draws; }
  void send(int /*bytes*/) override { sends.push_back(time); }
  void transfer(double b, TransferOver) override { bytes = b; }
  void wake(Time at) override { wish = at; }
};

/// What one flow of a row sends until `end` seconds.
Notes sent_by(const TrafficGroup& row, double end, std::uint64_t seed = 1) {
  Notes host;
  Rng draws(seed, 1);
  host.draws = Rng(seed, 16);
  const auto application = find_source(row.kind)->make(row.values, 1000, draws);
  application->start(host);
  while (host.wish < from_seconds(end)) {
    host.time = host.wish;
    host.wish = kNever;
    application->wake(host);
  }
  return host;
}

TEST(Source, EveryKindHasTheLongRunRateThatItStates) {
  // Of Pareto lengths with infinite variance a mean converges slowly (Crovella and Lipsky 1997): one that has a variance is asked.
  for (const SourceKind* kind : sources()) {
    if (kind->transport() != Transport::udp) continue;
    TrafficGroup row = udp(std::string(kind->id()), 1, 8e5);
    if (set_value(row, "on", {0.05, 0.05})) set(row, "off", {0.15, 0.15});
    set_value(row, "shape", {3, 3});
    double sent = 0;
    const int flows = 40;
    for (int i = 0; i < flows; ++i)
      sent += static_cast<double>(sent_by(row, 100, 1 + static_cast<std::uint64_t>(i)).sends.size());
    const double rate = sent / flows * 8000 / 100;
    EXPECT_NEAR(rate / kind->mean_rate(row.values, 1000), 1, 0.03) << kind->id();
  }
}

TEST(Source, ParetoBurstsHaveTheTailOfTheirShape) {
  // ln P(length > x) falls with ln x at the slope -shape: Hill's estimator of it from the lengths of bursts.
  for (const double shape : {1.2, 1.5, 2.5}) {
    TrafficGroup row = udp("pareto", 1, 8e6);  // a packet a millisecond
    set(row, "shape", {shape, shape});
    set(row, "on", {1, 1});
    set(row, "off", {1, 1});
    std::vector<double> lengths;
    const Notes host = sent_by(row, 40'000);
    std::size_t first = 0;
    for (std::size_t i = 1; i < host.sends.size(); ++i) {
      if (host.sends[i] - host.sends[i - 1] < from_seconds(0.05)) continue;
      lengths.push_back(to_seconds(host.sends[i - 1] - host.sends[first]));
      first = i;
    }
    const double least = (shape - 1) / shape;  // of a mean of 1 s
    double sum = 0, n = 0;
    for (const double length : lengths) {
      if (length < 2 * least) continue;
      sum += math::log(length / (2 * least));
      ++n;
    }
    ASSERT_GT(n, 500) << shape;
    EXPECT_NEAR(n / sum, shape, 4 * shape / std::sqrt(n) + 0.02 * shape)
        << shape;  // Hill's standard error is shape / sqrt(n)
  }
}

TEST(Source, ACbrFlowIsExactlyEven) {
  const Notes host = sent_by(udp("cbr", 1, 1e6), 1);
  ASSERT_EQ(host.sends.size(), 125u);
  for (std::size_t i = 0; i < host.sends.size(); ++i) EXPECT_EQ(host.sends[i], static_cast<Time>(i) * 8'000'000);
}

TEST(Source, ATransferCompletesWhenSlowStartSaysSo) {
  // Slow start without loss, initial window 2: 2 + 4 + 8 + 16 segments are sent in four round trips, and the last acknowledgement
  // of 30 segments comes one round trip after the last of them has left.
  ScenarioConfig c = sared("droptail", 0, 10);
  c.network.link() = {1e9, 0.045, 10'000, true};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.0025, 0.0025};
  c.traffic = {ftp(1)};
  c.traffic[0].start = {0, 0};
  set(c.traffic[0], "bytes", {30 * 1460.0, 30 * 1460.0});
  const Finished f = run(c);
  const RowMetrics row = f.simulation->rows().at(0);
  EXPECT_EQ(row.transfers, 1);
  EXPECT_NEAR(row.completion_mean, 4 * 0.1, 0.004);  // and some serialisation
  EXPECT_EQ(row.retransmissions, 0);
  EXPECT_EQ(row.loss_ratio, 0);
}

TEST(Source, RowsTellWhatBecameOfTheirOwnPackets) {
  ScenarioConfig c = sared("red", 20, 60);
  c.warmup = 10;
  c.traffic.push_back(udp("poisson", 4, 5e5));
  c.traffic.push_back(ftp(3));
  c.traffic.back().access_delay = {0.05, 0.05};
  const Finished f = run(c);
  const std::vector<RowMetrics> rows = f.simulation->rows();
  ASSERT_EQ(rows.size(), 3u);
  double goodput = 0;
  for (const RowMetrics& row : rows) {
    goodput += row.goodput;
    EXPECT_GT(row.loss_ratio, 0);
    EXPECT_LT(row.loss_ratio, 0.5);
    EXPECT_LE(row.delay_p95, row.delay_p99);
    EXPECT_GT(row.delay_p95, row.delay_mean);
  }
  EXPECT_NEAR(goodput, f.metrics.goodput, 1e-6 * goodput);
  // One way, the third row has 100 ms of its own links where the first has 10 to 20.
  EXPECT_NEAR(rows[2].delay_mean - rows[0].delay_mean, 0.100 - 0.015, 0.006);
  EXPECT_EQ(rows[1].retransmissions, 0);
  // What a goodput leaves of the offered rate is what was lost: Poisson flows of 1472 bytes of payload in 1500.
  EXPECT_NEAR(rows[1].goodput / (4 * 5e5 * 1472 / 1500), 1 - rows[1].loss_ratio, 0.02);
}

TEST(Source, ArrivalsAndWhatWaitedAtFirstAreDeparturesDropsAndWhatWaitsAtLast) {
  for (const char* aqm : {"red", "codel", "fq_codel", "pie"}) {
    ScenarioConfig c = sared(aqm, 30, 20);
    c.warmup = 7.3;
    const Metrics m = run(c).metrics;
    EXPECT_EQ(m.arrivals + m.backlog_start,
              m.departures + m.drops_early + m.drops_forced + m.drops_overflow + m.backlog_end)
        << aqm;
  }
}

TEST(Source, LossIsAShareWhateverTheWarmUp) {
  // Packets that came before the warm-up's end and are dropped at the head after it are no loss of those that came after it.
  for (const char* aqm : {"fq_codel", "codel", "sfq"}) {
    ScenarioConfig c = sared(aqm, 50, 20);
    for (const double left : {0.001, 0.01, 0.1}) {
      c.warmup = 20 - left;
      const Metrics m = run(c).metrics;
      if (m.arrivals == 0) continue;
      EXPECT_GE(m.loss_ratio, 0) << aqm << left;
      EXPECT_LE(m.loss_ratio, 1) << aqm << left;
    }
  }
}

TEST(Source, ARowsOwnAccessRateIsItsOwn) {
  // A row behind a modem: 1 Mbit/s for each of its flows, however wide the link.
  ScenarioConfig c = sared("droptail", 0, 30);
  c.warmup = 5;
  c.network.link().rate = 100e6;
  c.network.access_rate = 100e6;
  TrafficGroup modem = ftp(2);
  modem.access_rate = 1e6;
  modem.receiver_window = 40;
  c.traffic = {modem};
  EXPECT_NEAR(run(c).metrics.goodput, 2 * 1e6 * 1460 / 1500, 0.02 * 2e6);
}

TEST(Source, CatalogueIsWellFormed) {
  std::set<std::string> ids;
  for (const SourceKind* kind : sources()) {
    EXPECT_TRUE(ids.insert(std::string(kind->id())).second);
    EXPECT_FALSE(kind->help().empty()) << kind->id();
    EXPECT_TRUE(kind->check({}).empty()) << kind->id() << ": its defaults must do";
    for (const ParamSpec& param : kind->params()) {
      EXPECT_STRNE(param.help, "") << kind->id() << param.name;
      EXPECT_STRNE(param.unit, "") << kind->id() << param.name;
    }
  }
  EXPECT_TRUE(ids.contains("ftp"));
  EXPECT_EQ(find_source("no such kind"), nullptr);
}

}  // namespace
}  // namespace aqm::test
