// Relations for every scheme in any scenario, wherever the measurement begins: every packet is accounted for, and
// shares are shares.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "aqm/rng.hpp"
#include "aqm/scheme.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

/// Several rows both ways over one link or a chain of two or three, any scheme, any warm-up up to the end itself.
ScenarioConfig any_scenario(Rng& rng, const std::string& id) {
  ScenarioConfig c;
  c.seed = rng.next();
  c.aqm = id;
  c.params = defaults(id);
  c.duration = rng.uniform(0.5, 6);
  c.warmup = rng.below(4) == 0 ? c.duration - std::pow(10, rng.uniform(-5, -1)) : rng.uniform(0, c.duration);
  c.network.packet_size = 200 + static_cast<int>(rng.below(1301));
  c.network.random_loss = rng.below(2) ? 0 : rng.uniform(0, 0.05);
  LinkConfig link = c.network.link();
  c.network.links.clear();
  const int links = 1 + static_cast<int>(rng.below(3));
  for (int l = 0; l < links; ++l) {
    link.rate = std::pow(10, rng.uniform(5.5, 7.5));
    link.delay = rng.uniform(0, 0.1);
    link.buffer = 2 + static_cast<int>(rng.below(300));
    c.network.links.push_back(link);
  }
  c.network.observed = static_cast<int>(rng.below(static_cast<std::uint32_t>(links)));
  c.traffic.clear();
  for (std::uint32_t row = 0; row <= rng.below(3); ++row) {
    TrafficGroup g =
        rng.below(3) ? ftp(1 + static_cast<int>(rng.below(20))) : udp(kDatagrams[rng.below(3)], 2, link.rate);
    g.ecn = rng.below(2);
    g.sack = rng.below(2);
    g.tcp = kControls[rng.below(4)];
    g.direction = rng.below(4) ? Direction::forward : Direction::reverse;
    c.traffic.push_back(g);
  }
  return c;
}

TEST(PacketInvariants, HoldOfEverySchemeWhateverTheWarmUp) {
  Rng rng(20);
  int runs = 0, empty = 0, short_ends = 0;
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    for (int i = 0; i < (kSanitized ? 3 : 20); ++i) {
      ScenarioConfig c = any_scenario(rng, id);
      // Some schemes' defaults are for a longer buffer.
      for (LinkConfig& link : c.network.links) {
        for (int k = 0; k < 4 && !check(c).empty(); ++k) link.buffer *= 10;
      }
      if (!check(c).empty()) continue;
      ++runs;
      if (c.duration - c.warmup < 0.01) ++short_ends;
      const Finished f = run(c);
      for (std::size_t l = 0; l < f.simulation->links(); ++l) {
        const Metrics m = f.simulation->metrics(l);
        const std::string what = id + " " + std::to_string(i) + " link " + std::to_string(l);
        EXPECT_EQ(m.arrivals + m.backlog_start,
                  m.departures + m.drops_early + m.drops_forced + m.drops_overflow + m.backlog_end)
            << what;
        EXPECT_EQ(m.backlog_end, static_cast<double>(f.simulation->backlog(l))) << what;
        // A packet counts where its last bit leaves: a packet may have begun before the measurement did.
        const double one = 8.0 * c.network.packet_size / (c.network.links[l].rate * (c.duration - c.warmup));
        EXPECT_TRUE(m.utilization >= 0 && m.utilization <= 1 + one + 1e-9) << what << " " << m.utilization;
        // SFQ's own limit replaces the buffer, as it says.
        EXPECT_LE(m.queue_max, id == "sfq" ? std::max(40, c.network.links[l].buffer) : c.network.links[l].buffer)
            << what;
        if (m.arrivals == 0) {
          ++empty;
          EXPECT_FALSE(m.loss_ratio < 0 || m.loss_ratio > 1) << what;
        } else {
          EXPECT_TRUE(m.loss_ratio >= 0 && m.loss_ratio <= 1) << what << " " << m.loss_ratio;
        }
      }
      for (const RowMetrics& row : f.simulation->rows()) {
        EXPECT_FALSE(row.loss_ratio < 0 || row.loss_ratio > 1) << id << i << " " << row.loss_ratio;
        EXPECT_FALSE(row.mark_ratio < 0 || row.mark_ratio > 1) << id << i << " " << row.mark_ratio;
        EXPECT_FALSE(row.fairness < 0 || row.fairness > 1 + 1e-12) << id << i << " " << row.fairness;
      }
    }
  }
  EXPECT_GT(runs, kSanitized ? 100 : 800);
  EXPECT_GT(empty, 0);
  EXPECT_GT(short_ends, kSanitized ? 0 : 50);
}

}  // namespace
}  // namespace aqm::test
