// Congestion control: how a TCP sender's window grows and shrinks. A kind is one file in src/senders/, registered by its last line;
// what is common to all of TCP (loss detection, recovery, timers) is src/packet/tcp_sender.hpp. As Linux's tcp_congestion_ops.
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

/// Segments that leave together: a host hands several at once to its interface (segmentation offload).
struct Bursts {
  double fixed = 0;                  ///< how many; 0: by the rate
  double seconds = 1e-3, least = 2;  ///< by the rate: what it carries in so long a time, at least so many
  double most = 44;                  ///< and at most so many, 64 KiB
  double at(double rate) const {
    return fixed > 0 ? fixed : std::max(least, std::min(std::floor(rate * seconds), most));
  }
};

/// What a connection has delivered and lost, of rows whose senders take rate samples (draft-ietf-ccwg-bbr section 4.1).
struct Delivery {
  std::uint32_t delivered = 0, lost = 0;  ///< segments
  std::uint32_t app_limited = 0;  ///< samples count as limited by the application until more than this is delivered
  Time delivered_at = 0;          ///< when the last segment was known to be
  Time first_sent = 0;            ///< when the newest segment that is known to be delivered was sent
  Time shortest = kNever;         ///< round trip
};

/// The rate at which the network has delivered what an acknowledgement answers, by its newest segment.
struct RateSample {
  bool any = false;                   ///< the acknowledgement answers something new
  bool app_limited = false;           ///< the application had too little to send
  double rate = 0;                    ///< segments/s; 0: there is no reliable one
  Time rtt = 0;                       ///< of the newest segment
  std::uint32_t delivered = 0;        ///< segments, since that segment was sent
  std::uint32_t prior_delivered = 0;  ///< when it was sent
  std::uint32_t lost = 0;             ///< segments, since it was sent
  double in_flight = 0;               ///< segments when it was sent, itself included
};

/// A segment that counts as lost from now on.
struct LostSegment {
  double in_flight;    ///< segments when it was sent, itself included
  std::uint32_t lost;  ///< since then, itself included
  bool app_limited;    ///< the application had too little to send then
};

/// What a congestion control sees of its connection, and the windows that it sets, in segments.
struct Connection {
  double& cwnd;
  double& ssthresh;
  std::byte* own;  ///< its state
  Time now, srtt;
  std::uint32_t una, high;  ///< oldest outstanding segment; one above the highest ever sent
  /// The part of the window that is in use: the window where whole segments fill it, else what is outstanding.
  double used;
  const Bursts* bursts = nullptr;  ///< of rows that are paced
  Delivery* delivery = nullptr;    ///< of those that take rate samples
  Rng* rng = nullptr;              ///< of its own, of the same
};

/// What keeps a sender from sending more.
enum class Limit : std::uint8_t {
  window,    ///< its congestion window
  receiver,  ///< the receiver's
  data,      ///< its application has no more
  pace       ///< its pacing
};

/// What an acknowledgement said.
struct AckEvent {
  Time rtt;                  ///< of the segment that it answers; 0: it answers no new one
  std::uint32_t segments;    ///< newly acknowledged
  std::uint32_t next;        ///< the cumulative acknowledgement
  std::uint32_t delivered;   ///< newly known to have arrived, by selective acknowledgements, too
  std::uint32_t total;       ///< known to have arrived since the flow began
  std::uint32_t marks;       ///< segments of these that the receiver reports as marked
  double in_flight;          ///< segments that are thought to be in the network
  bool round_start;          ///< the first that answers what was sent after the last such one: a round trip has passed
  Limit limit;               ///< when the segments that it answers had been sent
  const RateSample* sample;  ///< of rows that take rate samples
  bool recovering;           ///< from a loss
};

/// The behaviour of one row's connections: parameters are set, state is the connection's. The base class is standard TCP (RFC 5681).
/// Which of these a kind has of its own is found by the compiler (parts/control_of.hpp).
class Controller {
 public:
  /// State of a connection that lies beside its windows; what is larger lies in a block of its row.
  static constexpr std::size_t kInline = 40;

  virtual ~Controller() = default;

  /// A connection opens: its state begins.
  virtual void open(const Connection&) const {}
  /// An acknowledgement in congestion avoidance, of a window that was in use.
  virtual void grow(const Connection& c, const AckEvent&) const { c.cwnd += 1 / c.cwnd; }  // RFC 5681 eq 3
  /// The same in slow start.
  virtual void slow_start(const Connection& c, const AckEvent&) const { c.cwnd += 1; }  // RFC 5681 eq 2, whole segments
  /// An acknowledgement after which a window does not grow because it was not in use.
  virtual void held(const Connection&) const {}
  /// The slow start threshold after a loss, given what is in the network (RFC 5681 eq 4).
  virtual double after_loss(const Connection&, double in_network) const { return in_network / 2; }
  /// The window after an ECN echo (RFC 3168 section 6.1.2: as after a loss).
  virtual double after_echo(const Connection& c, double in_network) const { return after_loss(c, in_network); }
  /// A loss was detected, or an echo came; the window has not been changed yet.
  virtual void congested(const Connection&) const {}
  /// The retransmission timer ran out; the window has not been changed yet.
  virtual void timed_out(const Connection&) const {}
  /// The connection sends again after a pause, with the restart window (RFC 5681 section 4.1).
  virtual void restarted(const Connection&) const {}
  /// Every acknowledgement, before anything else is done with it.
  virtual void acknowledged(const Connection&, const AckEvent&) const {}

  /// Every acknowledgement, after losses have been looked for and before anything is sent. Who has this sets the window alone, in recovery,
  /// too, and takes rate samples.
  virtual void steer(const Connection&, const AckEvent&) const {}
  /// A segment counts as lost, of who takes rate samples.
  virtual void lost(const Connection&, const LostSegment&) const {}
  /// Segments a second, of rows that are paced; infinite: no pacing. As Linux: twice the window a round trip in slow start, 1.2 of it after.
  virtual double pacing_rate(const Connection& c) const {
    return c.srtt == 0 ? kInfinity : (c.cwnd < c.ssthresh / 2 ? 2 : 1.2) * c.cwnd / to_seconds(c.srtt);
  }
  /// Segments that may be in flight, of rows that are paced.
  virtual double window(const Connection& c) const { return c.cwnd; }

  /// Which of its own phases it is in, of one that has such (CongestionControl::phases); negative: none.
  virtual int phase(const Connection&) const { return -1; }

  /// What a kind has of its own, of what is asked often. A row that has nothing here pays nothing.
  struct Asks {
    bool acknowledged = false, slow_start = false, grow = false, held = false, steer = false;
    bool events = false;  ///< one of these that is told what an acknowledgement said
    bool paces = false;   ///< it has a pacing rate of its own, and its rows are paced
    bool window = false;  ///< what may be in flight is another window than cwnd
  };
  Asks asks;
  bool accurate_echo = false;  ///< the receiver is to echo every mark by itself (RFC 8257 section 3.2)
  bool counts_marks = false;   ///< the receiver is to tell how many it has got (RFC 9768)
  double abe = 0.8;            ///< what an echo leaves of a window with ABE (RFC 8511 section 3)
  double burst_seconds = 1e-3, burst_least = 2;  ///< as Bursts has them
  double floor = 2;                              ///< segments that congestion leaves of a window (RFC 5681 eq 4)
  std::size_t state_bytes = 0;
};

/// How a sender leaves fast recovery.
enum class Recovery : int {
  newreno,  ///< when all that was outstanding is acknowledged (RFC 6582, RFC 6675)
  reno      ///< at the first new acknowledgement (RFC 2581); without SACK
};
/// What every sender may be doing; a recording has the index, and after these those of its own phases.
inline constexpr std::array kPhases{"handshake", "slow start", "congestion avoidance", "recovery from a loss",
                                    "after a timeout"};
/// Its use of ECN.
enum class EcnUse : int {
  optional,  ///< where the row asks for it, as RFC 3168 has it
  l4s,       ///< always, with ECT(1) and an echo of every mark
  none       ///< it defines no answer to marks
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
  /// It takes rate samples, and those need SACK.
  virtual bool needs_sack() const = 0;
  /// Names of its own phases, after those of all.
  virtual std::span<const char* const> phases() const = 0;
  /// Each value by itself.
  virtual Issues check(std::span<const double> values) const = 0;
  /// Values must have passed `check`.
  virtual std::unique_ptr<const Controller> make(std::span<const double> values) const = 0;
  /// The same sender in the fluid model.
  virtual FluidSender fluid(std::span<const double> values) const = 0;
};

/// All of them, sorted by id.
std::span<const CongestionControl* const> congestion_controls();
/// The one of that id, or null.
const CongestionControl* find_congestion_control(std::string_view id);

}  // namespace aqm
