// Congestion control: how the window of a TCP sender grows and shrinks. Each kind is one file in src/senders/ and is
// registered by the last line of that file. The parts that all of TCP shares (loss detection, recovery, timers) are in
// src/packet/tcp_sender.hpp. The interface resembles Linux's tcp_congestion_ops.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "aqm/fluid_sender.hpp"
#include "aqm/parameters.hpp"
#include "aqm/rng.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// The number of segments that leave together: a host hands several at once to its interface (segmentation offload).
struct Bursts {
  double fixed = 0;                  ///< fixed number of segments; 0: the rate determines it
  double seconds = 1e-3, least = 2;  ///< by rate: the segments that the rate sends in this time, and the least number
  double most = 44;                  ///< and the largest number, 64 KiB
  double at(double rate) const {
    return fixed > 0 ? fixed : std::max(least, std::min(std::floor(rate * seconds), most));
  }
};

/// What a connection has delivered and lost, for rows whose senders take rate samples (draft-ietf-ccwg-bbr section
/// 4.1).
struct Delivery {
  std::uint32_t delivered = 0, lost = 0;  ///< segments
  /// samples count as limited by the application until more segments than this are delivered
  std::uint32_t app_limited = 0;
  Time delivered_at = 0;   ///< when the last segment was known to be delivered
  Time first_sent = 0;     ///< when the newest segment that is known to be delivered was sent
  Time shortest = kNever;  ///< round trip
};

/// The rate at which the network delivered the segments that an acknowledgement answers, measured at the newest of
/// them.
struct RateSample {
  bool any = false;                   ///< the acknowledgement answers something new
  bool app_limited = false;           ///< the application had too little to send
  double rate = 0;                    ///< segments/s; 0: there is no reliable rate
  Time rtt = 0;                       ///< of the newest segment
  std::uint32_t delivered = 0;        ///< segments, since that segment was sent
  std::uint32_t prior_delivered = 0;  ///< when it was sent
  std::uint32_t lost = 0;             ///< segments, since that segment was sent
  double in_flight = 0;               ///< segments in flight when that segment was sent, itself included
};

/// A segment that counts as lost from now on.
struct LostSegment {
  double in_flight;    ///< segments in flight when it was sent, itself included
  std::uint32_t lost;  ///< segments lost since it was sent, itself included
  bool app_limited;    ///< the application had too little to send when the segment was sent
};

/// What a congestion control sees of its connection, and the windows that it sets, in segments.
struct Connection {
  double& cwnd;
  double& ssthresh;
  std::byte* own;  ///< its state
  Time now, srtt;
  std::uint32_t una, high;  ///< oldest outstanding segment; one above the highest segment that was ever sent
  /// The part of the window that is in use: the whole window if whole segments fill it, else what is outstanding.
  double used;
  const Bursts* bursts = nullptr;  ///< of rows that are paced
  Delivery* delivery = nullptr;    ///< for rows that take rate samples
  Rng* rng = nullptr;              ///< of its own, of the same
};

/// What keeps a sender from sending more.
enum class Limit : std::uint8_t {
  window,    ///< its congestion window
  receiver,  ///< the receiver's
  data,      ///< its application has no more data
  pace       ///< its pacing
};

/// What an acknowledgement reported.
struct AckEvent {
  Time rtt;                 ///< of the segment that it answers; 0: it answers no new segment
  Time delay;               ///< one-way, of the latest segment, if the receiver reports it; 0: unknown
  std::uint32_t segments;   ///< newly acknowledged
  std::uint32_t next;       ///< the cumulative acknowledgement
  std::uint32_t delivered;  ///< segments newly known to have arrived, selective acknowledgements included
  std::uint32_t total;      ///< segments known to have arrived since the flow began
  std::uint32_t marks;      ///< how many of these segments the receiver reports as marked
  double in_flight;         ///< segments that are estimated to be in the network
  /// the first acknowledgement of segments sent after the last round start: one round trip has passed
  bool round_start;
  Limit limit;               ///< what limited the sender when the answered segments were sent
  const RateSample* sample;  ///< for rows that take rate samples
  bool recovering;           ///< from a loss
};

/// The behaviour of the connections of one row: the parameters are set, the state belongs to each connection. The base
/// class is standard TCP (RFC 5681). The compiler finds which of these functions a kind defines itself
/// (parts/control_of.hpp).
class Controller {
 public:
  /// Bytes of state that fit beside a connection's windows; a larger state lies in a block of its row.
  static constexpr std::size_t kInline = 40;

  virtual ~Controller() = default;

  /// A connection opens: its state is initialised.
  virtual void open(const Connection&) const {}
  /// An acknowledgement in congestion avoidance, when the window was in use.
  virtual void grow(const Connection& c, const AckEvent&) const { c.cwnd += 1 / c.cwnd; }  // RFC 5681 eq 3
  /// The same in slow start.
  virtual void slow_start(const Connection& c, const AckEvent&) const { c.cwnd += 1; }  // RFC 5681 eq 2, whole segments
  /// An acknowledgement after which the window does not grow because it was not in use.
  virtual void held(const Connection&) const {}
  /// The slow start threshold after a loss, given the segments in the network (RFC 5681 eq 4).
  virtual double after_loss(const Connection&, double in_network) const { return in_network / 2; }
  /// The window after an ECN echo (RFC 3168 section 6.1.2: the same as after a loss).
  virtual double after_echo(const Connection& c, double in_network) const { return after_loss(c, in_network); }
  /// A loss was detected or an echo arrived; the window has not changed yet.
  virtual void congested(const Connection&) const {}
  /// The retransmission timer expired; the window has not changed yet.
  virtual void timed_out(const Connection&) const {}
  /// The connection sends again after a pause, with the restart window (RFC 5681 section 4.1).
  virtual void restarted(const Connection&) const {}
  /// Called at every acknowledgement, before any other processing.
  virtual void acknowledged(const Connection&, const AckEvent&) const {}

  /// Called at every acknowledgement, after loss detection and before anything is sent. A congestion control with this
  /// function sets the window alone, also in recovery, and takes rate samples.
  virtual void steer(const Connection&, const AckEvent&) const {}
  /// A segment counts as lost; only for kinds that take rate samples.
  virtual void lost(const Connection&, const LostSegment&) const {}
  /// Segments per second for rows that are paced; infinite: no pacing. As in Linux, two windows per round trip in slow
  /// start and 1.2 windows afterwards.
  virtual double pacing_rate(const Connection& c) const {
    return c.srtt == 0 ? kInfinity : (c.cwnd < c.ssthresh / 2 ? 2 : 1.2) * c.cwnd / to_seconds(c.srtt);
  }
  /// Segments that may be in flight, for rows that are paced.
  virtual double window(const Connection& c) const { return c.cwnd; }

  /// The current phase among the kind's own phases, if it has any (CongestionControl::phases); negative: none.
  virtual int phase(const Connection&) const { return -1; }

  /// Which of the frequently called functions a kind defines. A row pays nothing for a function that its kind does not
  /// define.
  struct Asks {
    bool acknowledged = false, slow_start = false, grow = false, held = false, steer = false;
    bool events = false;  ///< at least one of these reads the acknowledgement event
    bool paces = false;   ///< it has its own pacing rate, and its rows are paced
    bool window = false;  ///< the segments in flight are limited by another window than cwnd
  };
  Asks asks;
  bool accurate_echo = false;  ///< the receiver must echo each mark separately (RFC 8257 section 3.2)
  bool counts_marks = false;   ///< the receiver must report how many marks it has received (RFC 9768)
  bool reports_delay = false;  ///< the receiver must report the one-way delay of what it received (RFC 6817 2.3)
  double abe = 0.8;            ///< the factor that an echo applies to the window with ABE (RFC 8511 section 3)
  double burst_seconds = 1e-3, burst_least = 2;  ///< as Bursts has them
  double floor = 2;                              ///< the least window, in segments, after congestion (RFC 5681 eq 4)
  std::size_t state_bytes = 0;
};

/// How a sender leaves fast recovery.
enum class Recovery : int {
  newreno,  ///< when all segments that were outstanding are acknowledged (RFC 6582, RFC 6675)
  reno      ///< at the first new acknowledgement (RFC 2581); without SACK
};
/// The phases of every sender. A recording holds the index; the kind's own phases follow these.
inline constexpr std::array kPhases{"handshake", "slow start", "congestion avoidance", "recovery from a loss",
                                    "after a timeout"};
/// Its use of ECN.
enum class EcnUse : int {
  optional,  ///< if the row asks for it, as in RFC 3168
  l4s,       ///< always, with ECT(1) and an echo of every mark
  none       ///< the kind defines no response to marks
};

/// A catalogue entry.
class CongestionControl {
 public:
  virtual ~CongestionControl() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view name() const = 0;
  virtual std::string_view source() const = 0;  ///< where it is defined
  virtual std::span<const ParamSpec> params() const = 0;
  virtual Recovery recovery() const = 0;
  virtual EcnUse ecn() const = 0;
  /// The kind takes rate samples, and those need SACK.
  virtual bool needs_sack() const = 0;
  /// Names of the kind's own phases, which follow the phases of every sender.
  virtual std::span<const char* const> phases() const = 0;
  /// Each value by itself.
  virtual Issues check(std::span<const double> values) const = 0;
  /// Values must have passed `check`.
  virtual std::unique_ptr<const Controller> make(std::span<const double> values) const = 0;
  /// The same sender in the fluid model.
  virtual FluidSender fluid(std::span<const double> values) const = 0;
};

/// All kinds, sorted by id.
std::span<const CongestionControl* const> congestion_controls();
/// The kind with that id, or null.
const CongestionControl* find_congestion_control(std::string_view id);

}  // namespace aqm
