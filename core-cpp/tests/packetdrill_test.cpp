// The behaviour of Linux's TCP, from scripts of packetdrill (github.com/google/packetdrill, gtests/net/tcp): their
// facts, in whole segments, in a form of this project. A step comes a given number of milliseconds after the previous
// one. Sent segments are compared in their order, and in time as packetdrill does, within 4 ms or an eighth of the
// wait. As there, segments after the last expected one are not compared.
#include <gtest/gtest.h>

#include <cmath>

#include "support/tcp_path.hpp"

namespace aqm::test {
namespace {

struct Step {
  double after;                   ///< ms
  int write = 0;                  ///< segments that the application has written until now; 0: as before
  int ack = -1;                   ///< an acknowledgement; negative: none
  std::vector<Interval> sacked;   ///< its blocks
  std::vector<Interval> sends;    ///< what is expected
  double cwnd = 0, ssthresh = 0;  ///< after it; 0: not compared
};

struct Script {
  const char* name;
  double rtt;  ///< ms, of the handshake
  bool sack = true;
  bool by_segments = false;  ///< slow start counts segments, as with HyStart++; else acknowledgements
  std::vector<Step> steps;
};

Step write(double after, int segments, std::vector<Interval> sends, double cwnd = 0) {
  return {after, segments, -1, {}, std::move(sends), cwnd, 0};
}
Step ack(double after, int next, std::vector<Interval> sacked, std::vector<Interval> sends, double cwnd = 0,
         double ssthresh = 0) {
  return {after, 0, next, std::move(sacked), std::move(sends), cwnd, ssthresh};
}
Step later(double after, std::vector<Interval> sends, double cwnd = 0, double ssthresh = 0) {
  return {after, 0, -1, {}, std::move(sends), cwnd, ssthresh};
}

const std::vector<Script>& scripts() {
  static const std::vector<Script> all{
      {"slow-start-ack-per-1pkt",
       100,
       true,
       true,
       {write(0, 30, {{0, 10}}, 10), ack(105, 1, {}, {{10, 12}}), ack(0, 2, {}, {{12, 14}}), ack(5, 3, {}, {{14, 16}}),
        ack(0, 4, {}, {{16, 18}}), ack(5, 5, {}, {{18, 20}}), ack(0, 6, {}, {{20, 22}}), ack(5, 7, {}, {{22, 24}}),
        ack(0, 8, {}, {{24, 26}}), ack(5, 9, {}, {{26, 28}}), ack(0, 10, {}, {{28, 30}}, 20)}},
      {"slow-start-ack-per-2pkt",
       100,
       true,
       true,
       {write(0, 30, {{0, 10}}, 10), ack(105, 2, {}, {{10, 14}}), ack(5, 4, {}, {{14, 18}}), ack(5, 6, {}, {{18, 22}}),
        ack(5, 8, {}, {{22, 26}}), ack(5, 10, {}, {{26, 30}}, 20)}},
      {"slow-start-ack-per-4pkt",
       100,
       true,
       true,
       {write(0, 30, {{0, 10}}, 10), ack(110, 4, {}, {{10, 18}}), ack(10, 8, {}, {{18, 26}}),
        ack(5, 10, {}, {{26, 30}}, 20)}},
      {"slow-start-ack-per-2pkt-send-5pkt",
       1,
       true,
       true,
       {write(0, 5, {{0, 5}}, 10), ack(0, 2, {}, {}, 10), ack(0, 4, {}, {}, 10), ack(0, 5, {}, {}, 10)}},
      {"slow-start-app-limited",
       100,
       true,
       true,
       {write(0, 10, {{0, 10}}, 10), ack(105, 2, {}, {}, 12), ack(5, 4, {}, {}, 14), ack(5, 6, {}, {}, 16),
        ack(5, 8, {}, {}, 18), ack(5, 10, {}, {}, 20)}},
      {"fr-4pkt",
       100,
       false,
       false,
       {write(0, 4, {{0, 4}}), ack(100, 0, {}, {}), ack(0, 0, {}, {}), ack(0, 0, {}, {{0, 1}}), ack(100, 4, {}, {})}},
      {"fr-4pkt-sack",
       100,
       true,
       false,
       {write(0, 4, {{0, 4}}), ack(100, 0, {{1, 2}}, {}), ack(0, 0, {{1, 3}}, {}), ack(0, 0, {{1, 4}}, {{0, 1}}),
        ack(100, 4, {}, {})}},
      {"limited-transmit-no-sack",
       100,
       false,
       false,
       {write(0, 15, {{0, 10}}), ack(110, 0, {}, {{10, 11}}), ack(10, 0, {}, {{11, 12}}), ack(10, 3, {}, {{12, 14}}),
        ack(20, 5, {}, {{14, 15}}), ack(20, 7, {}, {}), ack(20, 9, {}, {}), ack(20, 11, {}, {}), ack(20, 13, {}, {}),
        ack(20, 15, {}, {})}},
      {"limited-transmit-sack",
       100,
       true,
       false,
       {write(0, 15, {{0, 10}}), ack(110, 0, {{1, 2}}, {{10, 11}}), ack(10, 0, {{1, 3}}, {{11, 12}}),
        ack(10, 3, {}, {{12, 14}}), ack(20, 5, {}, {{14, 15}}), ack(20, 7, {}, {}), ack(20, 9, {}, {}),
        ack(20, 11, {}, {}), ack(20, 13, {}, {}), ack(20, 15, {}, {})}},
      {"prr-ss-10pkt-lost-1",
       100,
       true,
       false,
       {write(0, 10, {{0, 10}}), ack(110, 0, {{1, 2}}, {}), ack(10, 0, {{1, 3}}, {}),
        ack(10, 0, {{1, 4}}, {{0, 1}}, 7, 7), write(20, 17, {}), ack(10, 0, {{1, 5}}, {{10, 11}}),
        ack(10, 0, {{1, 6}}, {{11, 12}}), ack(10, 0, {{1, 7}}, {{12, 13}}), ack(10, 0, {{1, 8}}, {{13, 14}}),
        ack(10, 0, {{1, 9}}, {{14, 15}}), ack(10, 0, {{1, 10}}, {{15, 16}}), ack(20, 10, {}, {{16, 17}}, 7, 7),
        ack(40, 12, {}, {}), ack(20, 14, {}, {}), ack(20, 16, {}, {}), ack(20, 17, {}, {})}},
      {"prr-ss-30pkt-lost-1_4-11_16",
       10,
       true,
       false,
       {write(0, 20, {{0, 10}}), ack(10, 0, {{4, 5}}, {{10, 11}}), ack(2, 0, {{4, 6}}, {{11, 12}}),
        ack(2, 0, {{4, 7}}, {{0, 1}}), ack(2, 0, {{4, 8}}, {{1, 2}}), ack(2, 0, {{4, 9}}, {{2, 3}}),
        ack(2, 0, {{4, 10}}, {{3, 4}}), ack(2, 0, {{4, 11}}, {{12, 13}}), ack(2, 0, {{4, 12}}, {{13, 14}}),
        ack(10, 1, {{4, 12}}, {{14, 16}}), ack(2, 1, {{2, 12}}, {{1, 2}, {16, 17}}), ack(2, 1, {{2, 13}}, {{17, 18}}),
        ack(2, 1, {{2, 14}}, {{18, 19}})}},
      {"prr-ss-30pkt-lost1_4",
       10,
       true,
       false,
       {write(0, 10, {{0, 10}}), ack(10, 0, {{4, 5}}, {}), ack(2, 0, {{4, 6}}, {}), ack(0, 0, {{4, 7}}, {{0, 1}}),
        ack(0, 0, {{4, 8}}, {{1, 2}}), ack(0, 0, {{4, 9}}, {{2, 3}}), ack(0, 0, {{4, 10}}, {{3, 4}}),
        ack(10, 1, {{4, 10}}, {}), ack(0, 2, {{4, 10}}, {}), ack(0, 3, {{4, 10}}, {}), ack(0, 10, {}, {}),
        write(10, 20, {{10, 17}})}},
      {"sack-shift-sacked-7-3-4-8-9-fack",
       100,
       true,
       false,
       {write(0, 10, {{0, 10}}), ack(100, 0, {{7, 8}}, {}), later(27, {{0, 1}}), ack(2, 0, {{3, 4}, {7, 8}}, {{1, 2}}),
        ack(2, 0, {{3, 5}, {7, 8}}, {{2, 3}}), ack(2, 0, {{3, 5}, {7, 9}}, {}), ack(2, 0, {{3, 5}, {7, 10}}, {{5, 6}}),
        ack(100, 10, {}, {})}},
      {"sack-shift-sacked-2-6-8-3-9-nofack",
       100,
       true,
       false,
       {write(0, 10, {{0, 10}}), ack(100, 0, {{2, 3}}, {}), ack(1, 0, {{2, 3}, {6, 7}}, {}),
        ack(1, 0, {{2, 3}, {6, 7}, {8, 9}}, {{0, 1}}), ack(7, 0, {{2, 4}, {6, 7}, {8, 9}}, {{1, 2}})}},
  };
  return all;
}

class Player {
 public:
  explicit Player(const Script& script) : script_(script) {
    options_.control = control("cubic");
    options_.initial_window = 10;
    options_.sack = options_.rack = script.sack;
    options_.prr = RateReduction::rfc9937;
    options_.hystart = script.by_segments;
    options_.max_ack_delay = 200'000'000;
    options_.receiver_window = 0;
    options_.settle();
    state_.resize(options_.control->state_bytes);
    extras_.state = state_.data();
  }

  void play() {
    TcpSender sender;
    sender.keep_extras_at(&extras_);
    sender.open(options_);
    sender.greet(options_, now_, Wire{*this});
    double at = script_.rtt;
    run_to(sender, at);
    sender.on_greeting(0, options_, now_, Wire{*this});
    for (const Step& step : script_.steps) {
      at += step.after;
      run_to(sender, at);
      // The receiver allows what the application has written: the sender's own transfers begin when all earlier data
      // has arrived.
      if (step.write > 0) {
        written_ = static_cast<std::uint32_t>(step.write);
        allow(sender);
        sender.start(options_, now_, Wire{*this});
      }
      if (step.ack >= 0) acknowledge(sender, step);
      for (const Interval& range : step.sends) {
        for (std::uint32_t seq = range.begin; seq < range.end; ++seq) {
          expected_.push_back({at, seq, std::max(4.0, step.after / 8)});
        }
      }
      if (step.cwnd > 0) {
        EXPECT_EQ(std::floor(sender.cwnd()), step.cwnd) << script_.name << " at " << at;
      }
      if (step.ssthresh > 0) {
        EXPECT_EQ(std::floor(sender.ssthresh()), step.ssthresh) << script_.name << " at " << at;
      }
    }
    run_to(sender, at + 5);
    ASSERT_GE(sent_.size(), expected_.size()) << script_.name;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      EXPECT_EQ(sent_[i].seq, expected_[i].seq) << script_.name << ", segment " << i << " that leaves";
      EXPECT_NEAR(sent_[i].at, expected_[i].at, expected_[i].tolerance) << script_.name << ", segment " << i;
    }
  }

 private:
  struct Leaves {
    double at;  ///< ms
    std::uint32_t seq;
    double tolerance;
  };
  struct Wire {
    Player& player;
    void send(std::uint32_t seq, bool /*cwr*/, bool /*again*/) const {
      player.sent_.push_back({to_seconds(player.now_) * 1e3, seq, 0});
      player.sent_at_.resize(std::max<std::size_t>(player.sent_at_.size(), seq + 1));
      player.sent_at_[seq] = player.now_;
    }
    void greet(bool /*again*/) const {}
    void pace(Pacer& /*pacer*/) const {}
  };

  void allow(const TcpSender& sender) { options_.receiver_window = written_ - std::min(written_, sender.una()); }

  void run_to(TcpSender& sender, double at) {
    const Time until = from_seconds(at / 1e3);
    while (sender.deadline() <= until) {
      now_ = sender.deadline();
      sender.on_timeout(options_, now_, Wire{*this});
    }
    now_ = until;
  }

  /// It echoes the sending time of the last segment that arrived in order.
  void acknowledge(TcpSender& sender, const Step& step) {
    SackBlocks blocks;
    for (const Interval& block : step.sacked) blocks.block[blocks.count++] = block;
    const auto next = static_cast<std::uint32_t>(step.ack);
    const Time echo = next > 0 ? sent_at_[next - 1] : 0;
    options_.receiver_window = written_ - std::min(written_, std::max(next, sender.una()));
    sender.on_ack({next, false, echo, blocks.count > 0 ? &blocks : nullptr}, options_, now_, Wire{*this});
  }

  const Script& script_;
  TcpOptions options_;
  std::vector<std::byte> state_;
  SenderExtras extras_;
  Time now_ = 0;
  std::uint32_t written_ = 0;
  std::vector<Leaves> sent_, expected_;
  std::vector<Time> sent_at_;
};

TEST(Packetdrill, LinuxAndThisSendTheSame) {
  for (const Script& script : scripts()) Player(script).play();
}

}  // namespace
}  // namespace aqm::test
