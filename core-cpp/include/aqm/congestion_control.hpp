// Congestion control: how a TCP sender's window grows and shrinks. A kind is one file in src/senders/, registered by its last line;
// what is common to all of TCP (loss detection, recovery, timers) is src/packet/tcp_sender.hpp. As Linux's tcp_congestion_ops.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "aqm/fluid_sender.hpp"
#include "aqm/parameters.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// What a congestion control sees of its connection, and the windows that it sets, in segments.
struct Connection {
  double& cwnd;
  double& ssthresh;
  std::byte* own;  ///< its state
  Time now, srtt;
  std::uint32_t una, high;  ///< oldest outstanding segment; one above the highest ever sent
  /// The part of the window that is in use: the window where whole segments fill it, else what is outstanding.
  double used;
};

/// What keeps a sender from sending more.
enum class Limit : std::uint8_t {
  window,    ///< its congestion window
  receiver,  ///< the receiver's
  data       ///< its application has no more
};

/// What an acknowledgement said.
struct AckEvent {
  Time rtt;                 ///< of the segment that it answers; 0: it answers no new one
  std::uint32_t segments;   ///< newly acknowledged
  std::uint32_t next;       ///< the cumulative acknowledgement
  std::uint32_t delivered;  ///< newly known to have arrived, by selective acknowledgements, too
  std::uint32_t total;      ///< known to have arrived since the flow began
  std::uint32_t marks;      ///< segments of these that the receiver reports as marked
  double in_flight;         ///< segments that are thought to be in the network
  bool round_start;         ///< the first that answers what was sent after the last such one: a round trip has passed
  Limit limit;              ///< when the segments that it answers had been sent
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

  /// What a kind has of its own, of what is asked often. A row that has nothing here pays nothing.
  struct Asks {
    bool acknowledged = false, slow_start = false, grow = false, held = false;
    bool events = false;  ///< one of these that is told what an acknowledgement said
  };
  Asks asks;
  bool accurate_echo = false;  ///< the receiver is to echo every mark by itself (RFC 8257 section 3.2)
  double floor = 2;            ///< segments that congestion leaves of a window (RFC 5681 eq 4)
  std::size_t state_bytes = 0;
};

/// How a sender leaves fast recovery.
enum class Recovery : int {
  newreno,  ///< when all that was outstanding is acknowledged (RFC 6582, RFC 6675)
  reno      ///< at the first new acknowledgement (RFC 2581); without SACK
};
/// Its use of ECN.
enum class EcnUse : int {
  optional,  ///< where the row asks for it, as RFC 3168 has it
  l4s        ///< always, with ECT(1) and an echo of every mark
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
