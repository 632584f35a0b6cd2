// The events at which a program runs, what it can read then, and what it can decide (docs/programs.md).
#pragma once

namespace aqm::program {

/// The events at which a program runs. `start`: before anything has happened, for first values, requirements and the
/// interval of `every`.
enum class Event : unsigned char { arrive, depart, idle, overflow, every, start };
inline constexpr int kEvents = 6;
constexpr unsigned bit_of(Event event) { return 1U << static_cast<unsigned>(event); }

/// What an event can read, in the order of `readings()` (program/words.hpp); a program's frame begins with these.
enum class Read : int {
  queue,
  queue_bytes,
  buffer,
  rate,
  capacity,
  packet_size,
  now,
  random,
  size,
  busy,
  ect,
  idle_time,
  sojourn,
  first,
  flows,
  flow_queue
};
inline constexpr int kReadings = 16;

/// What an event decides.
enum class Outcome : unsigned char { none, accept, drop, force, mark, mark_or_drop };

}  // namespace aqm::program
