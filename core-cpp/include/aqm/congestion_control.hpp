// Congestion control: how a TCP sender's window grows and shrinks. A kind is one file in src/senders/, registered by its last line;
// what is common to all of TCP (loss detection, recovery, timers) is src/packet/tcp_sender.hpp. As Linux's tcp_congestion_ops.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include "aqm/fluid_sender.hpp"
#include "aqm/parameters.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// What a congestion control sees of its connection, and the window that it sets. Windows are in segments.
struct Connection {
  static constexpr std::size_t kOwnBytes = 40;

  double& cwnd;
  double ssthresh;
  std::byte* own;  ///< kOwnBytes of its own, zero when the connection opens
  Time now, srtt;
  std::uint32_t una, high;  ///< oldest outstanding segment; one above the highest ever sent

  /// The private state of this connection.
  template <class State>
  State& state() const {
    static_assert(sizeof(State) <= kOwnBytes && alignof(State) <= 8 && std::is_trivially_copyable_v<State>);
    return *std::launder(reinterpret_cast<State*>(own));
  }
};

/// What an acknowledgement said, for those that count marks.
struct Acknowledged {
  std::uint32_t segments;  ///< newly acknowledged
  std::uint32_t next;      ///< the cumulative acknowledgement
  bool echo;               ///< with an ECN echo
};

/// The behaviour of one row's connections: parameters are set, state is the connection's. The base class is standard TCP (RFC 5681).
class Controller {
 public:
  virtual ~Controller() = default;

  /// A connection opens.
  virtual void open(const Connection&) const {}
  /// An acknowledgement in congestion avoidance; asked only when `own_growth`.
  virtual void grow(const Connection& c) const { c.cwnd += 1 / c.cwnd; }  // RFC 5681 eq 3
  /// The slow start threshold after a loss, given what is in the network (RFC 5681 eq 4).
  virtual double after_loss(const Connection&, double in_network) const { return in_network / 2; }
  /// The window after an ECN echo (RFC 3168 section 6.1.2: as after a loss).
  virtual double after_echo(const Connection& c, double in_network) const { return after_loss(c, in_network); }
  /// Congestion was detected; the window has not been changed yet.
  virtual void congested(const Connection&) const {}
  /// Every acknowledgement; asked only when `counts_marks`.
  virtual void acknowledged(const Connection&, const Acknowledged&) const {}

  bool own_growth = false;  ///< `grow` is asked
  bool counts_marks =
      false;  ///< `acknowledged` is asked, and the receiver echoes every mark by itself (RFC 8257 section 3.2)
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
