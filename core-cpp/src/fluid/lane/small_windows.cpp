// The limits of a model of windows when windows are small, measured with 5 to 100 New Reno flows at 10 Mbit/s under
// PIE, RED and Gentle RED. W^2 p / 2, which is 1 at the model's rest, is with packets
//   that are marked    0.9 to 1.1, windows of 3 to 17 packets, and the queues agree within a few percent; 3 to 4 if
//                      the model's window falls below 2, which no sender's does
//   that are dropped   0.8 at 17 packets, 0.6 at 9, 0.4 at 5 and below: the only difference is the repair of losses
#include <cmath>
#include <cstdio>

#include "aqm/fluid_lane.hpp"

namespace aqm {
namespace {

constexpr double kMended = 10;  ///< packets; below this, the needed drops are too many by more than a half
constexpr double kNone = 1e300;
constexpr double kFew = 2, kSlow = 5, kLarge = 17;  ///< packets: for the model that repairs losses
constexpr double kLeast = 2.5;                      ///< near the two packets that a sender always keeps

std::string with_window(const char* sentence, double window) {
  char number[32], text[400];
  std::snprintf(number, sizeof number, window < 100 ? "%.2g" : "%.0f", window);
  std::snprintf(text, sizeof text, sentence, number);
  return text;
}

}  // namespace

std::vector<std::string> limits_at_rest(const FluidConfig& config, const FluidRest& rest) {
  std::vector<std::string> all;
  if (has_laws(config) && config.link().law->two_queues()) {
    bool beside = false, whole = false;
    for (std::size_t i = 0; i < rest.met.size(); ++i) {
      const bool urgent = config.classes[i].service > 0;
      beside = beside || !urgent;
      whole = whole || (urgent && rest.met[i] >= 1);
    }
    if (beside && whole) {
      all.emplace_back(
          "Every low-latency packet is marked at rest. The scheme then drops packets of both queues, unless "
          "drop_overload is off; the model only marks, so the packets' queue and shares differ.");
    }
  }
  double dropped = kMended, marked = kLeast, mended = kNone;
  for (std::size_t i = 0; i < rest.window.size(); ++i) {
    const FluidClass& c = config.classes[i];
    const bool mends = c.tcp == FluidTcp::reno_recovery || c.tcp == FluidTcp::cubic_recovery;
    double& least = mends ? mended : c.ecn ? marked : dropped;
    if (rest.window[i] > 0) least = std::min(least, rest.window[i]);
  }
  if (dropped < kMended) {
    all.push_back(
        with_window("Windows are %s packets at rest. Below 10, drops cost a sender time-outs and slow recovery, "
                    "which this choice of losses leaves out: with "
                    "packets fewer drops are enough, at 2 to 5 packets less than half as many, and a queue that grows "
                    "with the drops, as RED's, "
                    "is shorter by up to 40 %%. A queue that a controller holds at a target is not.",
                    dropped));
  }
  if (mended < kNone) {
    const char* trust =
        mended < kFew      ? "Windows are %s packets at rest: with fewer than two, senders send 10 to 25 "
                             "%% less than this model says."
        : mended < kSlow   ? "Windows are %s packets at rest: there this model's queue is within 6 %% of the "
                             "packets' (1 %% on average), a "
                             "controller's probability within 16 %%, and oscillations are 6 %% too slow."
        : mended >= kLarge ? "Windows are %s packets at rest: with more than 17, this model's errors are several "
                             "times as large as with fewer, because it leaves out that packets come in bursts."
                           : "Windows are %s packets at rest: there this model's queue is within 6 %% of the "
                             "packets' (1 %% on average) where it "
                             "is steady, and a controller's probability within 16 %%.";
    all.push_back(with_window(trust, mended));
  }
  if (marked < kLeast) {
    all.push_back(
        with_window("Windows are %s packets at rest, but marks make no sender's window smaller than two: with "
                    "packets the queue is longer, "
                    "as far as the buffer or drops let it.",
                    marked));
  }
  return all;
}

std::string limit_among_rests(const std::vector<FluidRest>& rests, const std::vector<bool>& unstable) {
  double least = kNone, most = -kNone;
  bool set = false;
  for (std::size_t i = 0; i < rests.size(); ++i) {
    if (unstable[i] || rests[i].kind == RestKind::none) continue;
    least = std::min(least, rests[i].queue);
    most = std::max(most, rests[i].queue);
    set = set || rests[i].one_of_a_set;
  }
  // Rests that are closer than this are the same to packets, because a queue holds a whole number of them.
  if (most - least > 1) {
    char text[300];
    std::snprintf(text, sizeof text,
                  "It can stay at %.3g and at %.3g packets. Packets come by chance and wander from one to the other: "
                  "their mean queue may lie anywhere between, and a change of seed may move it.",
                  least, most);
    return text;
  }
  if (set) {
    return "It can stay in a whole set of places. Packets come by chance and wander along it: their mean queue need "
           "not "
           "be the one where this solution stops.";
  }
  return {};
}

}  // namespace aqm
