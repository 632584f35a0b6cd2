// A queue discipline: what a router does with packets that wait for its link.
#pragma once
#include <memory>
#include <span>

#include "aqm/packet.hpp"
#include "aqm/parameters.hpp"
#include "aqm/rng.hpp"
#include "aqm/time.hpp"

namespace aqm {

/// The fate of a packet. The three kinds of drop never overlap.
enum class Fate : std::uint8_t {
  accepted,
  marked,           ///< accepted, with CE set instead of an early drop
  dropped_early,    ///< the discipline's own probabilistic drop
  dropped_forced,   ///< the discipline's certain drop (average over the upper threshold)
  dropped_overflow  ///< the buffer is full
};
constexpr bool is_drop(Fate f) { return f >= Fate::dropped_early; }

/// An arrival as the discipline sees it.
struct Arrival {
  Time now = 0;
  double u = 0;            ///< one uniform draw, taken at every arrival, needed or not (docs/specification.md 0.1)
  bool link_busy = false;  ///< a packet is in transmission
};

/// Is called when a discipline drops or marks a packet that it had accepted before (at the head, on overflow).
class DropListener {
 public:
  virtual void on_late_drop(const Packet& packet, Fate fate, Time now) = 0;
  virtual void on_late_mark(const Packet& packet, Time now) = 0;

 protected:
  ~DropListener() = default;
};

/// What a packet's headers say beyond the members of Packet. The simulator of the sender implements it.
class HeaderReader {
 public:
  struct Hosts {
    std::uint32_t source, destination;  ///< equal numbers mean the same host
  };
  virtual Hosts hosts(const Packet& packet) const = 0;
  /// Whether the packet is an acknowledgement without data.
  virtual bool bare_ack(const Packet& packet) const = 0;
  /// Whether the packet echoes a mark (ECE).
  virtual bool echoes(const Packet& packet) const = 0;
  /// Whether the bare acknowledgement `later` contains everything that `earlier` of the same flow reports.
  virtual bool covers(const Packet& later, const Packet& earlier) const = 0;

 protected:
  ~HeaderReader() = default;
};

struct Stops;

class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  /// Decides about `packet` and stores it unless it is dropped. Returns the arriving packet's own fate.
  virtual Fate enqueue(const Packet& packet, const Arrival& arrival) = 0;

  /// Hands out the next packet; false if nothing waits. It may first drop from the head, which the listener is told.
  virtual bool dequeue(Time now, Packet& out) = 0;

  /// The flows of the packets that leave after the next `skip` packets, if nothing changes. Returns how many are known;
  /// by default none.
  virtual std::size_t upcoming(std::size_t /*skip*/, std::span<std::uint32_t> /*flows*/) const { return 0; }

  /// The link has finished a packet and finds nothing to send.
  virtual void on_idle(Time /*now*/) {}

  /// The time at which the discipline wants the next `on_timer`; kNever: it has no timer. The caller asks again after
  /// every on_timer.
  virtual Time next_timer() const { return kNever; }
  virtual void on_timer(Time /*now*/) {}

  /// Writes the current value of each state variable of the scheme's table, in table order.
  virtual void observe(double* /*out*/) const {}

  /// Records what the discipline does at time `at`, s, stop by stop; only a program has stops.
  virtual void keep_stops(double /*at*/, Stops& /*kept*/) {}

  /// Packets and bytes that wait now.
  int packets() const { return packets_; }
  std::int64_t bytes() const { return bytes_; }

  void set_listener(DropListener* listener) { listener_ = listener; }
  /// Without a reader each flow is between two hosts of its own, and no packet is known to be an acknowledgement.
  void set_reader(const HeaderReader* reader) { reader_ = reader; }

 protected:
  int packets_ = 0;
  std::int64_t bytes_ = 0;
  DropListener* listener_ = nullptr;
  const HeaderReader* reader_ = nullptr;
};

}  // namespace aqm
