// A scenario as the engine takes it: network, traffic, one lane's AQM and a seed. `scenario_fields.hpp` describes every member.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "aqm/parameters.hpp"

namespace aqm {

/// A quantity that is fixed (lo == hi) or drawn uniformly, once a flow, from the seed.
struct Span {
  double lo = 0, hi = 0;
};

/// What TCP with SACK halves when it detects a loss, "the amount of outstanding data in the network" of RFC 5681 eq 4.
enum class FlightEstimate : int {
  pipe,  ///< what RFC 6675 decides by what to send: what is known to have arrived or to be lost does not count (as ns-3)
  outstanding  ///< everything sent and not cumulatively acknowledged, limited transmit aside (RFC 5681 section 2, RFC 6675 section 5)
};
/// Which text of proportional rate reduction: how fast a recovery may send what it has room for.
enum class RateReduction : int {
  rfc6937,  ///< a segment more for each acknowledgement than has arrived (slow-start reduction bound)
  rfc9937   ///< that only while acknowledgements advance without a further loss; what was sacked before does not count
};
enum class Direction : int { forward, reverse };

/// One row of the scenario's `traffic`.
struct TrafficGroup {
  std::string kind = "ftp";  ///< of the catalogue of sources (source.hpp)
  std::vector<Span> values;  ///< the source's own parameters in table order; NaN, or not there: left out
  int flows = 1;
  Direction direction = Direction::forward;
  int from = 0, to = -1;            ///< the routers between which the row sends; -1: the last one
  Span start{0, 0};                 ///< s
  Span stop{kInfinity, kInfinity};  ///< s; infinite: until the end
  int packet_size = 0;              ///< bytes of an IP packet; 0: the network's
  int service = 0;                  ///< class of Weighted RED, DSCP for CAKE's tins
  int host = -1;                    ///< of the network where forward data go, to which all flows belong; -1: one each
  double access_rate = 0;           ///< bit/s; 0: the network's
  Span access_delay{-1, -1};        ///< s; negative: the network's
  int access_buffer = 0;            ///< packets; 0: the network's
  // Of rows over TCP.
  std::string tcp = "newreno";     ///< of the catalogue of congestion controls (congestion_control.hpp)
  std::vector<double> tcp_values;  ///< its own parameters in table order; NaN, or not there: left out
  int headers = 40;                ///< bytes
  bool sack = true;
  bool delayed_ack = false;
  int ack_every = 0;        ///< segments; 0: as `delayed_ack` says
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

  /// Segments that one acknowledgement is for.
  int acknowledges() const { return ack_every > 0 ? ack_every : delayed_ack ? 2 : 1; }
};

/// From `time` on a link has the values that are given here, and keeps the others.
struct LinkChange {
  double time = 0;                          ///< s
  double rate = -1, delay = -1, loss = -1;  ///< bit/s, one-way s, probability; negative: as before
};

/// Who decides over the queue of a link's way back.
enum class BackQueue : int {
  fifo,  ///< nobody: first in, first out, until it is full
  lane   ///< the lane's AQM, a second instance of it, as in a home router that manages both directions
};

/// What a link makes of packets before it sends them, as `tc` counts them.
enum class Cells : int {
  none,
  atm,  ///< AAL5: cells of 53 bytes with 48 of the packet, the last one filled up
  ptm   ///< 65 bytes for each 64
};
struct Framing {
  int overhead = 0;  ///< bytes that each packet has besides, before cells
  int mpu = 0;       ///< bytes that it has at least, overhead included
  Cells cells = Cells::none;

  bool any() const { return overhead > 0 || mpu > 0 || cells != Cells::none; }
  /// Bytes on the link of an IP packet of that many.
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

/// The way back of a link, where it differs from the way there.
struct ReverseConfig {
  double rate = -1;   ///< bit/s; negative: the link's
  double delay = -1;  ///< one-way, s; negative: the link's
  int buffer = 0;     ///< packets that may wait; 0: the link's
  BackQueue aqm = BackQueue::fifo;
  double grant_period = 0, grant_share = 0.5;  ///< s and a share, as a link's own
  double jitter = 0;                           ///< s

  /// Whether the way back is a link of its own. If not, it is a first-in, first-out queue that follows the link's changes.
  bool own() const {
    return rate >= 0 || delay >= 0 || buffer > 0 || aqm != BackQueue::fifo || grant_period > 0 || jitter > 0;
  }
};

/// A link from one router to the next, and the queue before it.
struct LinkConfig {
  double rate = 10e6;   ///< bit/s
  double delay = 0.02;  ///< one-way, s
  int buffer = 140;     ///< packets that may wait
  bool managed = true;  ///< by the lane's AQM; otherwise DropTail
  ReverseConfig reverse{};
  Framing frame{};
  double grant_period = 0;            ///< s; 0: it sends whenever there is something
  double grant_share = 0.5;           ///< of a period in which it sends
  double jitter = 0;                  ///< s; a packet takes up to so long besides
  double policer_rate = 0;            ///< bit/s; 0: there is none
  int policer_burst = 15000;          ///< bytes
  std::vector<LinkChange> changes{};  ///< in order of time; the AQM is told of none

  /// Whether the way back is a link of its own: one that is not cannot keep the order of each direction.
  bool own_way_back() const { return reverse.own() || jitter > 0; }
  /// The way back as a link. Changes are of the way there.
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

/// Losses of Gilbert and Elliott's chain, as `tc netem loss gemodel p r 1-h 1-k` has them.
struct Gemodel {
  double p = -1;             ///< from the good state to the bad one at each packet; negative: there is no such chain
  double r = 1;              ///< back
  double bad = 1, good = 0;  ///< probabilities of a loss in each state: 1-h, 1-k

  bool any() const { return p >= 0; }
  /// Of all packets, in the long run.
  double mean() const { return p > 0 ? (p * bad + r * good) / (p + r) : good; }
};

struct NetworkConfig {
  /// From router i to router i + 1, at least one. One link is the dumbbell's bottleneck, several are a chain.
  std::vector<LinkConfig> links{1};
  int observed = 0;                 ///< the link of which metrics and the fluid model speak
  double access_rate = 10e6;        ///< bit/s of each host's link
  Span access_delay{0.005, 0.010};  ///< one-way, s; drawn for the source's and for the sink's link
  int access_buffer = 0;            ///< packets that may wait for a host's link; 0: any number
  int packet_size = 1500;           ///< IP packet, bytes, headers included
  double random_loss = 0;           ///< probability that a link loses a packet after its queue
  double loss_run = 0;              ///< packets that are lost in a row on average; 0: each by itself
  Gemodel gemodel{};                ///< in place of both
  double processing = 0;            ///< s; a host takes up to so long before it sends a packet

  LinkConfig& link() { return links[static_cast<std::size_t>(observed)]; }
  const LinkConfig& link() const { return links[static_cast<std::size_t>(observed)]; }
  /// Share that links lose at random where no change says otherwise.
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

/// bit/s of full packets that a link of `rate` carries, framing left out.
inline double rate_of_packets(double rate, const Framing& frame, int packet_size) {
  return frame.any() ? rate * packet_size / frame.on_wire(packet_size) : rate;
}

/// The link as a discipline sees it.
inline LinkInfo link_of(const LinkConfig& link, int packet_size) {
  return {rate_of_packets(link.rate, link.frame, packet_size), link.buffer, packet_size};
}

/// How the document calls a link: a single one has a name of its own.
inline std::string path_of_link(const NetworkConfig& network, std::size_t link) {
  return network.links.size() == 1 ? "network.bottleneck" : "network.links[" + std::to_string(link) + "]";
}

/// The router at which a row leaves: `to`, or the last one.
inline int last_router(const TrafficGroup& row, const NetworkConfig& network) {
  return row.to == -1 ? static_cast<int>(network.links.size()) : row.to;
}

/// A place in a ScenarioConfig that is refused, named as in the scenario document ("network.bottleneck.rate").
struct ConfigIssue {
  std::string path, rule;
  double value = kUnset;
};

/// Everything that is wrong with a scenario; empty when it can be simulated.
std::vector<ConfigIssue> check(const ScenarioConfig& config);

}  // namespace aqm
