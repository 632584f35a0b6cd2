// Kinds of traffic against known facts: mean rates, tails, completion times in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "aqm/elementary.hpp"
#include "parts/web_sizes.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// A host that only records what its application does.
struct Notes final : Host {
  Time time = 0, wish = kNever;
  Rng draws{1, 16};
  std::vector<Time> sends;
  double bytes = 0, sent = 0, asked = 0;
  Time now() const override { return time; }
  Rng& rng() override { return draws; }
  void send(int size) override {
    sends.push_back(time);
    sent += size;
  }
  void transfer(double b, TransferOver) override { bytes = b; }
  void request(double b, TransferOver) override { asked = b; }
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
  // For Pareto lengths with infinite variance a mean converges slowly (Crovella and Lipsky 1997): therefore the test
  // uses a shape with a variance.
  for (const SourceKind* kind : sources()) {
    if (kind->transport() != Transport::udp) continue;
    TrafficGroup row = udp(std::string(kind->id()), 1, 8e5);
    if (set_value(row, "on", {0.05, 0.05})) set(row, "off", {0.15, 0.15});
    set_value(row, "shape", {3, 3});
    double sent = 0;
    const int flows = 40;
    for (int i = 0; i < flows; ++i) sent += sent_by(row, 100, 1 + static_cast<std::uint64_t>(i)).sent;
    const double rate = sent / flows * 8 / 100;
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

TEST(Source, BurstsStartInEquilibrium) {
  // Flows that begin together are on with the share of the time that they are on from the first moment: what 2000 of
  // them send in the first half second is what they send in any, within four deviations of as many independent flows,
  // each on or off.
  for (const char* kind : {"onoff", "pareto"}) {
    for (const double off : {1.0, 3.0}) {
      TrafficGroup row = udp(kind, 1, 8e5);
      set(row, "on", {1, 1});
      set(row, "off", {off, off});
      const double share = 1 / (1 + off);
      double sent = 0;
      for (std::uint64_t flow = 1; flow <= 2000; ++flow) sent += sent_by(row, 0.5, flow).sent;
      EXPECT_NEAR(sent / (2000 * 0.5 * 1e5), share, 4 * std::sqrt(share * (1 - share) / 2000)) << kind << off;
    }
  }
}

TEST(Source, ParetoBurstsThatHaveBegunHaveTheRestOfTheirLength) {
  // The rest of a period of mean 1 s and shape 1.5 that is looked at somewhere in it is beyond x with the probability
  // (1 / 1.5) (m / x)^0.5 for x >= m = 1/3 s: at 1 s .385, at 10 s .122. Seen is when a flow that is on falls silent
  // for the first time.
  TrafficGroup row = udp("pareto", 1, 8e6);
  set(row, "on", {1, 1});
  set(row, "off", {1, 1});
  set(row, "shape", {1.5, 1.5});
  int on = 0, beyond_1 = 0, beyond_10 = 0;
  for (std::uint64_t flow = 1; flow <= 4000; ++flow) {
    const Notes host = sent_by(row, 12, flow);
    if (host.sends.empty() || host.sends[0] > 2'000'000) continue;
    ++on;
    std::size_t i = 1;
    while (i < host.sends.size() && host.sends[i] - host.sends[i - 1] < 2'000'000) ++i;
    beyond_1 += host.sends[i - 1] > kSecond - 2'000'000;
    beyond_10 += host.sends[i - 1] > 10 * kSecond - 2'000'000;
  }
  ASSERT_GT(on, 1800);
  EXPECT_NEAR(static_cast<double>(beyond_1) / on, 0.385, 0.04);
  EXPECT_NEAR(static_cast<double>(beyond_10) / on, 0.122, 0.03);
}

TEST(Source, VideoSendsAFrameAtATimeAndEveryByteOfIt) {
  // RRMDP's frames: 30 a second of 1,579,680 bit/s are 6582 bytes, five packets.
  TrafficGroup row = udp("video", 1, 1'579'680);
  Notes host;
  Rng draws(1, 1);
  const auto application = find_source("video")->make(row.values, 1500, draws);
  application->start(host);
  for (int frame = 1; frame <= 300; ++frame) {
    EXPECT_EQ(host.sends.size(), 5u * static_cast<std::size_t>(frame));
    EXPECT_EQ(host.sent, 6582.0 * frame);
    EXPECT_NEAR(to_seconds(host.sends.back()), (frame - 1) / 30.0, 1e-6);
    host.time = host.wish;
    application->wake(host);
  }
}

TEST(Web, DistributionsHaveTheMomentsOfTheirDefinitions) {
  Rng rng(71);
  const int n = 200'000;
  double normals = 0, squares = 0, gammas = 0, gamma_squares = 0, weibulls = 0;
  for (int i = 0; i < n; ++i) {
    const double x = normal(rng), g = gamma_of_mean_one(rng, 2.5);
    normals += x / n;
    squares += x * x / n;
    gammas += g / n;
    gamma_squares += g * g / n;
    weibulls += weibull(rng, 0.7, 2) / n;
  }
  EXPECT_NEAR(normals, 0, 0.01);
  EXPECT_NEAR(squares, 1, 0.015);
  EXPECT_NEAR(gammas, 1, 0.01);
  EXPECT_NEAR(gamma_squares, 1 + 1 / 2.5, 0.02);
  EXPECT_NEAR(weibulls, 2 * std::tgamma(1 + 1 / 0.7), 0.04);
  for (double x = 1; x < 20; x += 0.37) EXPECT_NEAR(gamma_function(x) / std::tgamma(x), 1, 1e-9) << x;
}

TEST(Web, ResponsesAreThoseOfPackMime) {
  // Quantiles of its tables (files of connections that do not persist): a quarter, a half and a sixteenth exceed
  // 2^13.1, 2^11.1 and 2^14.8 bytes; the tail's exponent is 1.23, so that the mean exists and the variance does not.
  EXPECT_NEAR(math::log(WebResponses::file_size(0.25)) / math::log(2), 13.1, 0.15);
  EXPECT_NEAR(math::log(WebResponses::file_size(0.5)) / math::log(2), 11.1, 0.15);
  EXPECT_NEAR(math::log(WebResponses::file_size(1.0 / 16)) / math::log(2), 14.9, 0.15);
  WebResponses responses(5);
  Rng rng(72);
  std::vector<double> sizes(1'000'000);
  for (double& size : sizes) size = responses.draw(rng);
  const double from = 4e5;
  double below = 0, beyond = 0, logs = 0;
  for (const double size : sizes) {
    if (size < from) {
      below += size;
    } else {
      logs += math::log(size / from);
      ++beyond;
    }
  }
  ASSERT_GT(beyond, 300);
  EXPECT_NEAR(beyond / logs, 1.231, 4 * 1.231 / std::sqrt(beyond));
  // The mean of what is below, and of a Pareto tail beyond.
  const double n = static_cast<double>(sizes.size());
  EXPECT_NEAR((below + beyond * from * 1.231 / 0.231) / n / responses.mean(), 1, 0.05);
}

TEST(Web, PersistentConnectionsHaveTheMeanOfTheirLaw) {
  Rng rng(73);
  double sum = 0;
  const int n = 200'000;
  for (int i = 0; i < n; ++i) sum += TwoStage(rng, TwoStage::kPersistentSize).draw(rng) / n;
  EXPECT_NEAR(sum / TwoStage::mean(TwoStage::kPersistentSize), 1, 0.1);
}

TEST(Web, OpensConnectionsAtItsRateAndDeliversThem) {
  // An idle link: no transfer waits for another, so all that were asked for are done, and nothing is lost.
  ScenarioConfig c = sared("droptail", 0, 200);
  c.network.link() = {1e9, 0.001, 10'000, true};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.001, 0.001};
  TrafficGroup web = ftp(100);
  web.kind = "web";
  web.start = {0, 0};
  set(web, "rate", {0.5, 0.5});
  set(web, "persistent", {0, 0});
  c.traffic = {web};
  const Finished f = run(c);
  const RowMetrics row = f.simulation->rows().at(0);
  EXPECT_NEAR(row.transfers, 100 * 0.5 * 200, 4 * std::sqrt(1e4 * 3.0));  // gaps with a Weibull's larger variance
  EXPECT_EQ(row.loss_ratio, 0);
  EXPECT_EQ(f.metrics.drops_overflow, 0);
  // Most connections carry one or two packets: they end within a few round trips.
  EXPECT_LT(row.completion_mean, 0.1);
  // 1.198 pages of 1.660 objects: means of the published counts (0.82 one page, else two and more; 0.69 one object).
  // The run ends before the last ones do: a little less.
  c.traffic[0].flows = 2000;
  set(c.traffic[0], "rate", {0.01, 0.01});
  set(c.traffic[0], "persistent", {1, 1});
  const double persistent = run(c).simulation->rows().at(0).transfers;
  EXPECT_GT(persistent, 0.8 * 1.198 * 1.66 * 2000 * 0.01 * 200);
  EXPECT_LT(persistent, 1.1 * 1.198 * 1.66 * 2000 * 0.01 * 200);
}

TEST(Web, WhatIsOfferedIsItsRateHoweverLongUsersThink) {
  // A link of 1 Gbit/s and the published share of persistent connections, whose users think for seconds: the transfers
  // of a flow are (0.91 + 0.09 * 1.198 * 1.66) a connection at five and at ten connections a second, too.
  for (const double rate : {1.0, 5.0, 10.0}) {
    ScenarioConfig c = sared("droptail", 0, 1000);
    c.network.link() = {1e9, 0.001, 100'000, true};
    c.network.access_rate = 1e9;
    c.network.access_delay = {0.001, 0.001};
    TrafficGroup web = ftp(20);
    web.kind = "web";
    web.start = {0, 0};
    set(web, "rate", {rate, rate});
    c.traffic = {web};
    const double transfers = run(c).simulation->rows().at(0).transfers;
    EXPECT_NEAR(transfers / (20 * 1000 * rate * (0.91 + 0.09 * 1.198 * 1.66)), 1, 0.03) << rate;
  }
}

TEST(Web, RequestsAreThoseOfPackMime) {
  // Its table's quantiles: half are within 422 bytes; of the others a quarter is beyond 2^9.66, a sixteenth beyond
  // 2^10.47 and a 1024th beyond 2^14.51 bytes.
  const auto octaves = [](double u) { return math::log(WebRequests::quantile(u)) / math::log(2); };
  EXPECT_NEAR(WebRequests::quantile(0.25), 351, 1);
  EXPECT_NEAR(WebRequests::quantile(0.5), 422, 1);
  EXPECT_NEAR(octaves(1 - 0.5 / 4), 9.66, 0.05);
  EXPECT_NEAR(octaves(1 - 0.5 / 16), 10.47, 0.05);
  EXPECT_NEAR(octaves(1 - 0.5 / 1024), 14.51, 0.05);
}

/// Web clients behind the forward link: it carries only their requests and their acknowledgements.
ScenarioConfig asking(int flows, double rate, double duration) {
  ScenarioConfig c = sared("droptail", 0, duration);
  c.network.link() = {1e9, 0.001, 10'000, true};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.001, 0.001};
  TrafficGroup web = ftp(flows);
  web.kind = "web";
  web.direction = Direction::reverse;
  web.start = {0, 0};
  set(web, "rate", {rate, rate});
  set(web, "persistent", {0, 0});
  c.traffic = {web};
  return c;
}

TEST(Web, EachResponseHasItsRequest) {
  // What crosses the link beyond 40 bytes a packet are the bytes of requests, of which a long one's first ten packets
  // are sent.
  const ScenarioConfig c = asking(200, 0.5, 200);
  const Finished f = run(c);
  const double bytes = f.metrics.throughput * c.duration / 8 - 40 * f.metrics.departures;
  double mean = 0;
  const int n = 1'000'000;
  const double most = 10 * (c.network.packet_size - 40.0);
  for (int i = 0; i < n; ++i) mean += std::min(most, WebRequests::quantile((i + 0.5) / n)) / n;
  const double transfers = f.simulation->rows().at(0).transfers;
  ASSERT_GT(transfers, 15'000);
  EXPECT_NEAR(bytes / transfers / mean, 1, 0.03);
}

TEST(Web, LostRequestsAreSentAgain) {
  // Nothing passes for 2.5 s: a request of the first half second is sent again after 1 s, and then after 2 s more.
  ScenarioConfig c = asking(500, 1, 3.5);
  c.network.link().changes = {{0, -1, -1, 1}, {2.5, -1, -1, 0}};
  const Finished f = run(c);
  const RowMetrics row = f.simulation->rows().at(0);
  EXPECT_EQ(f.metrics.departures, f.metrics.arrivals);
  EXPECT_GT(row.transfers, 300);
  EXPECT_GT(row.completion_p95, 1);
  EXPECT_LT(row.completion_p95, 3.2);
  c.duration = 2.5;
  EXPECT_EQ(run(c).simulation->rows().at(0).transfers, 0);
}

TEST(Source, ACbrFlowIsExactlyEven) {
  const Notes host = sent_by(udp("cbr", 1, 1e6), 1);
  ASSERT_EQ(host.sends.size(), 125u);
  for (std::size_t i = 0; i < host.sends.size(); ++i) EXPECT_EQ(host.sends[i], static_cast<Time>(i) * 8'000'000);
}

TEST(Source, ATransferCompletesWhenSlowStartSaysSo) {
  // Slow start without loss, initial window 2: 2 + 4 + 8 + 16 segments are sent in four round trips, and the last
  // acknowledgement of 30 segments comes one round trip after the last of them has left. A handshake takes one round
  // trip before (RFC 9293 section 3.5).
  ScenarioConfig c = sared("droptail", 0, 10);
  c.network.link() = {1e9, 0.045, 10'000, true};
  c.network.access_rate = 1e9;
  c.network.access_delay = {0.0025, 0.0025};
  c.traffic = {ftp(1)};
  c.traffic[0].start = {0, 0};
  set(c.traffic[0], "bytes", {30 * 1460.0, 30 * 1460.0});
  for (const bool handshake : {true, false}) {
    c.traffic[0].handshake = handshake;
    const Finished f = run(c);
    const RowMetrics row = f.simulation->rows().at(0);
    EXPECT_EQ(row.transfers, 1);
    EXPECT_NEAR(row.completion_mean, (handshake ? 5 : 4) * 0.1, 0.004);  // and some serialisation
    EXPECT_EQ(row.retransmissions, 0);
    EXPECT_EQ(row.loss_ratio, 0);
  }
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
  // The difference between goodput and offered rate is the loss: Poisson flows of 1472 bytes of payload in 1500.
  EXPECT_NEAR(rows[1].goodput / (4 * 5e5 * 1472 / 1500), 1 - rows[1].loss_ratio, 0.02);
}

TEST(Source, WhatIsCountedOfTheFlowsOfARowIsWhatIsCountedOfTheRow) {
  ScenarioConfig c = sared("red", 8, 40);
  c.warmup = 5;
  c.traffic[0].ecn = true;
  set(c, "ecn", true);
  c.traffic.push_back(ftp(6));
  set(c.traffic.back(), "bytes", {2e5, 2e6});
  c.traffic.push_back(udp("onoff", 3, 8e5));
  const Finished plain = run(c);
  RecordConfig record;
  record.flows = true;
  const Finished f = run(c, 50'000, record);
  EXPECT_EQ(f.simulation->digest(), plain.simulation->digest());
  EXPECT_TRUE(plain.simulation->flows().empty());
  const std::vector<RowMetrics> flows = f.simulation->flows();
  ASSERT_EQ(flows.size(), 17u);
  std::size_t flow = 0;
  for (const RowMetrics& row : f.simulation->rows()) {
    double goodput = 0, again = 0, transfers = 0, completion = 0, low = kInfinity, high = 0;
    for (int i = 0; i < row.flows; ++i, ++flow) {
      const RowMetrics& one = flows[flow];
      EXPECT_EQ(one.flows, 1);
      goodput += one.goodput;
      again += one.retransmissions;
      transfers += one.transfers;
      if (one.transfers > 0) completion += one.completion_mean * one.transfers;
      if (one.goodput == 0) continue;  // a file that was there before the warm-up ended
      low = std::min(low, one.delay_mean);
      high = std::max(high, one.delay_mean);
    }
    EXPECT_NEAR(goodput, row.goodput, 1e-9 * row.goodput);
    EXPECT_EQ(again, row.retransmissions);
    EXPECT_EQ(transfers, row.transfers);
    EXPECT_NEAR(completion, transfers > 0 ? transfers * row.completion_mean : 0, 1e-9);
    EXPECT_LT(low, row.delay_mean);
    EXPECT_GT(high, row.delay_mean);
  }
  // Jain's index of the first row, from what each of its flows got.
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    sum += flows[i].goodput;
    squares += flows[i].goodput * flows[i].goodput;
  }
  EXPECT_NEAR(f.simulation->rows()[0].fairness, sum * sum / (8 * squares), 1e-12);
}

TEST(Source, AGoodputOfALinkIsThatOfTheFlowsThatCrossItInItsDirection) {
  ScenarioConfig c = sared("red", 0, 30);
  c.network.links = {{8e6, 0.01, 140, true}, {6e6, 0.01, 140, true}};
  const auto between = [](TrafficGroup row, int from, int to, Direction direction) {
    row.from = from;
    row.to = to;
    row.direction = direction;
    return row;
  };
  c.traffic = {between(ftp(4), 0, 2, Direction::forward), between(udp("cbr", 1, 1e6), 1, 2, Direction::forward),
               between(ftp(3), 0, 1, Direction::reverse)};
  const Finished f = run(c);
  const std::vector<RowMetrics> rows = f.simulation->rows();
  EXPECT_NEAR(f.simulation->metrics(0).goodput, rows[0].goodput, 1);
  EXPECT_NEAR(f.simulation->metrics(1).goodput, rows[0].goodput + rows[1].goodput, 1);
  EXPECT_NEAR(f.simulation->metrics(0).fairness, rows[0].fairness, 1e-12);
  for (std::size_t link = 0; link < 2; ++link) {
    EXPECT_LT(f.simulation->metrics(link).goodput, f.simulation->metrics(link).throughput);
  }
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
  // Packets that arrived before the end of the warm-up and are dropped at the head after it do not count as losses of
  // later packets.
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
