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
  // Kelly 2003: the window grows by a for each acknowledgement, so by the factor 1 + a in a round trip, and what a loss took is back
  // after ln(1 / (1 - b)) / ln(1 + a) = 13.4 round trips, at 400 segments as at 800.
  for (const std::uint32_t lost : {3000u, 20'000u}) {
    TcpOptions options = with("scalable");
    options.receiver_window = 1'000'000;
    TcpPath path(options, 50'000'000, [lost](std::uint32_t seq, int attempt) {
      return seq == lost && attempt == 1 ? PathFate::lost : PathFate::arrives;
    });
    path.run(4'000'000, 6);
    double before = 0, after = 0, since = 0, back = 0;
    for (std::size_t i = 1; i < path.windows.size() && back == 0; ++i) {
      const auto& [time, window] = path.windows[i];
      if (after == 0 && window < 0.95 * path.windows[i - 1].second) before = path.windows[i - 1].second;
      if (before > 0 && window < before) {
        if (after == 0 || window < after) {
          after = window;
          since = time;
        }
      } else if (before > 0) {
        back = time;
      }
    }
    ASSERT_GT(before, 200) << lost;
    ASSERT_GT(back, 0) << lost;
    EXPECT_NEAR((back - since) / 0.1, std::log(before / after) / std::log(1.01), 2) << lost;
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
    double cwnd = 100;
    alignas(8) std::array<std::byte, Connection::kOwnBytes> own{};
    const Connection connection{cwnd, kInfinity, own.data(), 0, 0, 0, 100};
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
