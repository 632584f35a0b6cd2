// Congestion controls by their published laws.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/scenarios.hpp"
#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

using PathFate = TcpPath::Fate;

TcpOptions with(const char* id) {
  TcpOptions options;
  options.control = control(id);
  return options;
}

TEST(Sender, CatalogueIsWellFormed) {
  std::set<std::string> ids;
  for (const CongestionControl* entry : congestion_controls()) {
    EXPECT_TRUE(ids.insert(std::string(entry->id())).second);
    EXPECT_FALSE(entry->name().empty()) << entry->id();
    EXPECT_FALSE(entry->source().empty()) << entry->id();
    EXPECT_TRUE(entry->check({}).empty()) << entry->id() << ": its defaults must do";
    for (const ParamSpec& param : entry->params()) EXPECT_STRNE(param.help, "") << entry->id() << param.name;
  }
  EXPECT_EQ(find_congestion_control("no such one"), nullptr);
}

TEST(Sender, ScalableTcpRecoversInTheSameTimeFromAnyWindow) {
  // Kelly 2003: a loss takes the share b = 0.125 of the window, and each acknowledgement adds a = 0.01 segments, so
  // that the window grows by the factor 1.01 in a round trip: what was lost is back after ln(1 / 0.875) / ln(1.01) =
  // 13.4 round trips, from 400 segments as from 3,200.
  for (const std::uint32_t lost : {700u, 6000u}) {
    TcpPath path(with("scalable"), 50'000'000, [lost](std::uint32_t seq, int attempt) {
      return seq == lost && attempt == 1 ? PathFate::lost : PathFate::arrives;
    });
    path.run(4'000'000, 5);
    std::size_t peak = 0;
    while (peak + 1 < path.windows.size() && path.windows[peak + 1].second >= path.windows[peak].second) ++peak;
    const double before = path.windows[peak].second, at = path.windows[peak].first;
    ASSERT_GT(before, 200) << lost;
    const auto window = [&](double time) {
      double found = 0;
      for (const auto& [t, w] : path.windows) {
        if (t <= time) found = w;
      }
      return found;
    };
    // Recovery takes two round trips at most; then growth alone, seen between the acknowledgements of two round trips.
    const double after = window(at + 0.35), later = window(at + 1.35);
    EXPECT_NEAR(later / after, std::pow(1.01, 10), 0.004) << lost;
    EXPECT_NEAR(after / 1.01 / before, 0.875, 0.02) << lost;
  }
}

TEST(Sender, AWindowThatScalableTcpDoesNotScaleIsNewRenos) {
  const auto losing = [](std::uint32_t seq, int attempt) {
    return seq % 100 == 50 && attempt == 1 ? PathFate::lost : PathFate::arrives;
  };
  TcpPath scalable(with("scalable"), 50'000'000, losing), newreno(with("newreno"), 50'000'000, losing);
  scalable.run(2000, 60);
  newreno.run(2000, 60);
  ASSERT_EQ(scalable.windows.size(), newreno.windows.size());
  for (std::size_t i = 0; i < newreno.windows.size(); ++i) EXPECT_EQ(scalable.windows[i], newreno.windows[i]) << i;
}

TEST(Sender, ParametersChangeTheLaw) {
  // RFC 9438: what a loss leaves is beta.
  for (const double beta : {0.5, 0.8}) {
    const auto controller = find_congestion_control("cubic")->make(std::vector<double>{beta, 0.4});
    TcpOptions options;
    options.control = controller.get();
    double cwnd = 100, ssthresh = kInfinity;
    alignas(8) std::array<std::byte, Controller::kInline> own{};
    const Connection connection{cwnd, ssthresh, own.data(), 0, 0, 0, 100, 100};
    controller->open(connection);
    EXPECT_DOUBLE_EQ(controller->after_loss(connection, 100), 100 * beta);
  }
}

TEST(Sender, ARowsSendersRunInTheWholeSimulation) {
  for (const CongestionControl* entry : congestion_controls()) {
    ScenarioConfig c = sared("red", 10, 20);
    c.traffic[0].tcp = entry->id();
    const Finished f = run(c);
    EXPECT_GT(f.metrics.utilization, 0.9) << entry->id();
    EXPECT_EQ(lost_track_of(f), 0) << entry->id();
  }
}

}  // namespace
}  // namespace aqm::test
