// One packet simulation: a scenario, a lane's AQM and a seed in; metrics, digest and a recording out.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "aqm/parameters.hpp"
#include "aqm/recording.hpp"
#include "aqm/scheme.hpp"

namespace aqm {

/// A quantity that is fixed (lo == hi) or drawn uniformly, once a flow, from the seed.
struct Span {
  double lo = 0, hi = 0;
};

enum class SourceKind : int { ftp, cbr, poisson, onoff };
enum class TcpVariant : int { reno, newreno, cubic, dctcp };
/// What TCP with SACK halves when it detects a loss, "the amount of outstanding data in the network" of RFC 5681 eq 4.
enum class FlightEstimate : int {
  pipe,  ///< RFC 6675's estimate of just that: what is known to have arrived or to be lost does not count (as ns-3)
  outstanding  ///< everything sent and not cumulatively acknowledged, limited transmit aside (RFC 5681 section 2)
};
enum class Direction : int { forward, reverse };

/// One row of the scenario's `traffic`.
struct TrafficGroup {
  SourceKind kind = SourceKind::ftp;
  int flows = 1;
  Direction direction = Direction::forward;
  Span start{0, 0};                  ///< s
  Span stop{kInfinity, kInfinity};   ///< s; infinite: until the end
  Span bytes{kInfinity, kInfinity};  ///< ftp: payload bytes to deliver; infinite: endless
  Span rate{0, 0};                   ///< UDP: bit/s on the wire of one flow (while on)
  Span on{1, 1}, off{1, 1};          ///< onoff: mean lengths of the exponential periods, s
  int packet_size = 0;               ///< bytes of an IP packet; 0: the network's
  TcpVariant tcp = TcpVariant::newreno;
  bool sack = true;
  bool delayed_ack = false;
  int initial_window = 2;   ///< segments
  double min_rto = 0.2;     ///< s
  int receiver_window = 0;  ///< segments; 0: unlimited
  FlightEstimate flight = FlightEstimate::pipe;
  bool ecn = false;
  int service = 0;            ///< class of Weighted RED
  Span access_delay{-1, -1};  ///< s; negative: the network's
  int from = 0, to = -1;      ///< of a chain: the routers between which the row sends; -1: the last one
};

/// One link of a chain, from router i to router i + 1, and the queue before it.
struct ChainLink {
  double rate = 10e6;   ///< bit/s
  double delay = 0.02;  ///< one-way, s
  int buffer = 140;     ///< packets that may wait
  bool managed = true;  ///< by the lane's AQM; otherwise DropTail
};

struct NetworkConfig {
  double rate = 10e6;               ///< bottleneck, bit/s
  double delay = 0.020;             ///< bottleneck, one-way, s
  int buffer = 140;                 ///< packets that may wait
  double access_rate = 10e6;        ///< bit/s of each host's link
  Span access_delay{0.005, 0.010};  ///< one-way, s; drawn for the source's and for the sink's link
  int packet_size = 1500;           ///< IP packet, bytes, 40 of them headers
  double random_loss = 0;           ///< probability that the bottleneck loses a packet after its queue
  /// The links of a chain in their order; empty: the dumbbell's one bottleneck. Of a chain, `rate`, `delay` and `buffer` are those
  /// of the observed link.
  std::vector<ChainLink> chain;
  int observed = 0;  ///< of a chain: the link whose queue is recorded and counted
};

/// Of a chain: takes the observed link's rate, delay and buffer over as the network's.
void observe_link(NetworkConfig& network);

struct ScenarioConfig {
  std::uint64_t seed = 1;
  double duration = 200, warmup = 0;  ///< s
  NetworkConfig network;
  std::vector<TrafficGroup> traffic;
  std::string aqm = "red";
  ParamValues params;
};

struct RecordConfig {
  int bins = 4096;                        ///< resolution of the overview
  double window_from = 0, window_to = 0;  ///< s; every packet in it is kept when from < to
  int window_limit = 2'000'000;           ///< rows kept at the most
};

/// As docs/contract.md "Result" defines them; NaN where nothing was observed.
struct Metrics {
  double throughput, goodput, utilization;
  double queue_mean, queue_std, queue_max;
  double queueing_delay_mean, queueing_delay_p95, queueing_delay_p99;
  double delay_mean, jitter;
  double arrivals, departures, drops_early, drops_forced, drops_overflow, marks, loss_ratio, fairness;
};

/// A place in a ScenarioConfig that is refused, named as in the scenario document ("network.bottleneck.rate").
struct ConfigIssue {
  std::string path, rule;
  double value = kUnset;
};

/// Everything that is wrong with a scenario; empty when it can be simulated.
std::vector<ConfigIssue> check(const ScenarioConfig& config);

class Simulation {
 public:
  /// Null when the configuration is refused; then `issues` says why. Never undefined behaviour, whatever the values.
  static std::unique_ptr<Simulation> create(const ScenarioConfig& config, const RecordConfig& record,
                                            std::vector<ConfigIssue>& issues);
  virtual ~Simulation() = default;

  /// Handles events up to and including time `until`, at most `max_events` of them. True when `until` is reached.
  virtual bool run(Time until, std::uint64_t max_events) = 0;
  virtual Time now() const = 0;
  virtual std::uint64_t events() const = 0;

  virtual Metrics metrics() const = 0;
  virtual std::uint64_t digest() const = 0;
  virtual const Recording& recording() const = 0;
  /// Goodput of each flow after the warm-up, bit/s, in order of the traffic rows.
  virtual std::vector<double> flow_goodputs() const = 0;
  /// What still waits at the bottleneck, the packet in transmission included (for conservation).
  virtual std::uint64_t backlog() const = 0;
};

}  // namespace aqm
