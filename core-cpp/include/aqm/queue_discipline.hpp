// A queue discipline: what a router does to packets that wait for its link.
#pragma once
#include <memory>
#include <span>

#include "aqm/packet.hpp"
#include "aqm/parameters.hpp"
#include "aqm/rng.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// What becomes of a packet. The three kinds of drop never overlap.
enum class Fate : std::uint8_t {
  accepted,
  marked,           ///< accepted, and CE set instead of an early drop
  dropped_early,    ///< the discipline's own probabilistic drop
  dropped_forced,   ///< its certain drop (average over the upper threshold)
  dropped_overflow  ///< the buffer is full
};
constexpr bool is_drop(Fate f) { return f >= Fate::dropped_early; }

/// An arrival as the discipline sees it.
struct Arrival {
  Time now = 0;
  double u = 0;            ///< one uniform draw, taken on every arrival, needed or not (docs/specification.md 0.1)
  bool link_busy = false;  ///< a packet is in transmission
};

/// Whoever must know of packets that a discipline drops or marks after it had accepted them (at the head, on overflow).
class DropListener {
 public:
  virtual void on_late_drop(const Packet& packet, Fate fate, Time now) = 0;
  virtual void on_late_mark(const Packet& packet, Time now) = 0;

 protected:
  ~DropListener() = default;
};

/// What a packet's headers say beyond what Packet holds: who simulates its sender knows it.
class HeaderReader {
 public:
  struct Hosts {
    std::uint32_t source, destination;  ///< equal numbers are one host
  };
  virtual Hosts hosts(const Packet& packet) const = 0;
  /// Whether it is an acknowledgement without data.
  virtual bool bare_ack(const Packet& packet) const = 0;
  /// Whether it echoes a mark (ECE).
  virtual bool echoes(const Packet& packet) const = 0;
  /// Whether the bare acknowledgement `later` says all that `earlier` of the same flow says.
  virtual bool covers(const Packet& later, const Packet& earlier) const = 0;

 protected:
  ~HeaderReader() = default;
};

struct Stops;

class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  /// Decides over `packet` and, unless it is dropped, stores it. Returns the arriving packet's own fate.
  virtual Fate enqueue(const Packet& packet, const Arrival& arrival) = 0;

  /// Hands out the next packet; false when nothing waits. May drop from the head first, which the listener hears.
  virtual bool dequeue(Time now, Packet& out) = 0;

  /// Flows of the packets that leave after the next `skip`, if nothing changes; returns how many are known, none by default.
  virtual std::size_t upcoming(std::size_t /*skip*/, std::span<std::uint32_t> /*flows*/) const { return 0; }

  /// The link has finished a packet and finds nothing to send.
  virtual void on_idle(Time /*now*/) {}

  /// When the discipline wants `on_timer` next; kNever: it has no timer. Asked again after every on_timer.
  virtual Time next_timer() const { return kNever; }
  virtual void on_timer(Time /*now*/) {}

  /// Writes the current value of each state variable of the scheme's table, in table order.
  virtual void observe(double* /*out*/) const {}

  /// Keeps what it does at a time, s, stop by stop; only a program has stops.
  virtual void keep_stops(double /*at*/, Stops& /*kept*/) {}

  /// Packets and bytes that wait now.
  int packets() const { return packets_; }
  std::int64_t bytes() const { return bytes_; }

  void set_listener(DropListener* listener) { listener_ = listener; }
  /// Without one each flow is between two hosts of its own, and nothing is known to be an acknowledgement.
  void set_reader(const HeaderReader* reader) { reader_ = reader; }

 protected:
  int packets_ = 0;
  std::int64_t bytes_ = 0;
  DropListener* listener_ = nullptr;
  const HeaderReader* reader_ = nullptr;
};

}  // namespace aqm
