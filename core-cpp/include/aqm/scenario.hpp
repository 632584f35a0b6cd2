// A scenario in the form that the engine reads: network, traffic, one lane's AQM and a seed. `scenario_fields.hpp`
// describes every member.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "aqm/parameters.hpp"

namespace aqm {

/// A quantity that is fixed (lo == hi) or drawn uniformly from the seed, once per flow.
struct Span {
  double lo = 0, hi = 0;
};

/// What TCP with SACK halves when it detects a loss: "the amount of outstanding data in the network" of RFC 5681 eq 4.
enum class FlightEstimate : int {
  /// the estimate by which RFC 6675 decides what to send: segments known to have arrived or to be lost do not count (as
  /// ns-3)
  pipe,
  /// all segments sent and not cumulatively acknowledged, limited transmit aside (RFC 5681 section 2, RFC 6675 section
  /// 5)
  outstanding
};
/// Which text of proportional rate reduction holds: how fast a recovery may send into free room of the window.
enum class RateReduction : int {
  rfc6937,  ///< per acknowledgement, one segment more than has arrived (slow-start reduction bound)
  /// this only while acknowledgements advance without a further loss; segments that were sacked before do not count
  rfc9937
};
enum class Direction : int { forward, reverse };

/// One row of the scenario's `traffic`.
struct TrafficGroup {
  std::string kind = "ftp";  ///< an id of the catalogue of sources (source.hpp)
  std::vector<Span> values;  ///< the source's own parameters in table order; NaN, or a missing entry: left out
  int flows = 1;
  Direction direction = Direction::forward;
  int from = 0, to = -1;            ///< the routers between which the row sends; -1: the last router
  Span start{0, 0};                 ///< s
  Span stop{kInfinity, kInfinity};  ///< s; infinite: until the end
  int packet_size = 0;              ///< bytes of an IP packet; 0: the network's size
  int service = 0;                  ///< class of Weighted RED, DSCP for CAKE's tins
  /// the host in the network that receives forward data and to which all flows belong; -1: one host per flow
  int host = -1;
  double access_rate = 0;     ///< bit/s; 0: the network's
  Span access_delay{-1, -1};  ///< s; negative: the network's delay
  int access_buffer = 0;      ///< packets; 0: the network's buffer
  // Of rows over TCP.
  std::string tcp = "newreno";     ///< an id of the catalogue of congestion controls (congestion_control.hpp)
  std::vector<double> tcp_values;  ///< its own parameters in table order; NaN, or a missing entry: left out
  int headers = 40;                ///< bytes
  bool sack = true;
  bool delayed_ack = false;
  int ack_every = 0;        ///< segments; 0: `delayed_ack` determines the number
  int initial_window = 2;   ///< segments
  double min_rto = 0.2;     ///< s
  int receiver_window = 0;  ///< segments; 0: unlimited
  FlightEstimate flight = FlightEstimate::outstanding;
  bool handshake = true;
  bool ecn = false;
  bool echo_pause = false;
  bool timer_restart = true;
  RateReduction prr = RateReduction::rfc6937;
  bool rack = false;
  bool hystart = false;
  bool abe = false;
  bool pacing = false;
  int pacing_burst = 0;  ///< segments; 0: by the rate

  /// The number of segments for which one acknowledgement is sent.
  int acknowledges() const { return ack_every > 0 ? ack_every : delayed_ack ? 2 : 1; }
};

/// From `time` on, a link has the values that are given here and keeps its other values.
struct LinkChange {
  double time = 0;                          ///< s
  double rate = -1, delay = -1, loss = -1;  ///< bit/s, one-way s, probability; negative: unchanged
};

/// Which discipline manages the queue of a link's way back.
enum class BackQueue : int {
  fifo,  ///< none: first in, first out, until the queue is full
  lane   ///< the lane's AQM, as a second instance, as in a home router that manages both directions
};

/// How a link changes the size of packets before it sends them, as `tc` counts them.
enum class Cells : int {
  none,
  atm,  ///< AAL5: cells of 53 bytes, each with 48 bytes of the packet; the last cell is filled up
  ptm   ///< 65 bytes for each 64
};
struct Framing {
  int overhead = 0;  ///< bytes that are added to each packet, before cells
  int mpu = 0;       ///< the least size in bytes, overhead included
  Cells cells = Cells::none;

  bool any() const { return overhead > 0 || mpu > 0 || cells != Cells::none; }
  /// Bytes that an IP packet of `bytes` takes on the link.
  int on_wire(int bytes) const {
    const int framed = bytes + overhead < mpu ? mpu : bytes + overhead;
    switch (cells) {
      case Cells::none: break;
      case Cells::atm: return (framed + 47) / 48 * 53;
      case Cells::ptm: return framed + (framed + 63) / 64;
    }
    return framed;
  }
};

/// The way back of a link, where it differs from the forward direction.
struct ReverseConfig {
  double rate = -1;   ///< bit/s; negative: the link's rate
  double delay = -1;  ///< one-way, s; negative: the link's delay
  int buffer = 0;     ///< packets that may wait; 0: the link's buffer
  BackQueue aqm = BackQueue::fifo;
  double grant_period = 0, grant_share = 0.5;  ///< s and a share, as for the link itself
  double jitter = 0;                           ///< s

  /// Whether the way back is a link of its own. Otherwise it is a first-in, first-out queue that follows the link's
  /// changes.
  bool own() const {
    return rate >= 0 || delay >= 0 || buffer > 0 || aqm != BackQueue::fifo || grant_period > 0 || jitter > 0;
  }
};

/// A link from one router to the next, and the queue before it.
struct LinkConfig {
  static constexpr double kGrantShare = ReverseConfig{}.grant_share;
  static constexpr int kPolicerBurst = 15000;  ///< as tc has it: ten packets

  double rate = 10e6;   ///< bit/s
  double delay = 0.02;  ///< one-way, s
  int buffer = 140;     ///< packets that may wait
  bool managed = true;  ///< by the lane's AQM; otherwise DropTail
  ReverseConfig reverse{};
  Framing frame{};
  double grant_period = 0;            ///< s; 0: the link sends whenever a packet waits
  double grant_share = kGrantShare;   ///< share of a period in which the link sends
  double jitter = 0;                  ///< s; each packet takes up to this much longer
  double policer_rate = 0;            ///< bit/s; 0: there is none
  int policer_burst = kPolicerBurst;  ///< bytes
  std::vector<LinkChange> changes{};  ///< in order of time; the AQM is not told of them

  /// Whether the way back is a link of its own: without a link of its own it cannot keep the order within each
  /// direction.
  bool own_way_back() const { return reverse.own() || jitter > 0; }
  /// The way back as a link. Changes apply only to the forward direction.
  LinkConfig back() const {
    LinkConfig link;
    link.rate = reverse.rate < 0 ? rate : reverse.rate;
    link.delay = reverse.delay < 0 ? delay : reverse.delay;
    link.buffer = reverse.buffer == 0 ? buffer : reverse.buffer;
    link.managed = reverse.aqm == BackQueue::lane;
    link.frame = frame;
    link.grant_period = reverse.grant_period;
    link.grant_share = reverse.grant_share;
    link.jitter = reverse.jitter;
    return link;
  }
};

/// Losses of the chain of Gilbert and Elliott, as in `tc netem loss gemodel p r 1-h 1-k`.
struct Gemodel {
  /// probability of a move from the good to the bad state at each packet; negative: there is no such chain
  double p = -1;
  double r = 1;              ///< back
  double bad = 1, good = 0;  ///< probabilities of a loss in each state: 1-h, 1-k

  bool any() const { return p >= 0; }
  /// Share of all packets that are lost in the long run.
  double mean() const { return p > 0 ? (p * bad + r * good) / (p + r) : good; }
};

struct NetworkConfig {
  /// From router i to router i + 1, at least one link. One link is the dumbbell's bottleneck, several links are a
  /// chain.
  std::vector<LinkConfig> links{1};
  int observed = 0;                 ///< the link that metrics and the fluid model describe
  double access_rate = 10e6;        ///< bit/s of each host's link
  Span access_delay{0.005, 0.010};  ///< one-way, s; drawn separately for the source's and for the sink's link
  int access_buffer = 0;            ///< packets that may wait for a host's link; 0: any number
  int packet_size = 1500;           ///< IP packet, bytes, headers included
  double random_loss = 0;           ///< probability that a link loses a packet after its queue
  double loss_run = 0;              ///< packets that are lost in a row on average; 0: each loss is independent
  Gemodel gemodel{};                ///< in place of both
  double processing = 0;            ///< s; a host waits up to this long before it sends a packet

  LinkConfig& link() { return links[static_cast<std::size_t>(observed)]; }
  const LinkConfig& link() const { return links[static_cast<std::size_t>(observed)]; }
  /// The share of packets that links lose at random, unless a change sets another.
  double mean_loss() const { return gemodel.any() ? gemodel.mean() : random_loss; }
};

struct ScenarioConfig {
  std::uint64_t seed = 1;
  double duration = 200, warmup = 0;  ///< s
  NetworkConfig network;
  std::vector<TrafficGroup> traffic;
  std::string aqm = "red";
  ParamValues params;
};

/// bit/s of full packets that a link of `rate` carries, without framing.
inline double rate_of_packets(double rate, const Framing& frame, int packet_size) {
  return frame.any() ? rate * packet_size / frame.on_wire(packet_size) : rate;
}

/// The link as a discipline sees it.
inline LinkInfo link_of(const LinkConfig& link, int packet_size) {
  return {rate_of_packets(link.rate, link.frame, packet_size), link.buffer, packet_size};
}

/// The name of a link in the document: a single link has a name of its own.
inline std::string path_of_link(const NetworkConfig& network, std::size_t link) {
  return network.links.size() == 1 ? "network.bottleneck" : "network.links[" + std::to_string(link) + "]";
}

/// The router at which a row leaves: `to`, or the last router.
inline int last_router(const TrafficGroup& row, const NetworkConfig& network) {
  return row.to == -1 ? static_cast<int>(network.links.size()) : row.to;
}

/// A place in a ScenarioConfig that is refused, named as in the scenario document ("network.bottleneck.rate").
struct ConfigIssue {
  std::string path, rule;
  double value = kUnset;
};

/// Everything that is wrong with a scenario; empty if it can be simulated.
std::vector<ConfigIssue> check(const ScenarioConfig& config);

}  // namespace aqm
