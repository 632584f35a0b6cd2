// Watches a link: counts, time averages, waiting times, the overview, the dots, one window of packets, and the digest.
#pragma once
#include <bit>
#include <span>

#include "aqm/packet.hpp"
#include "aqm/queue_discipline.hpp"
#include "aqm/recording.hpp"
#include "aqm/simulation.hpp"
#include "histogram.hpp"

namespace aqm {

/// Counts at a link from time zero.
struct Counters {
  std::uint64_t arrivals = 0, departures = 0, bytes_out = 0, wire_out = 0, early = 0, forced = 0, overflow = 0,
                marks = 0;
};

/// A hash over the whole stream of events. It depends only on their order and content.
class Digest {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9FB21C651E98DF25ULL;
    state_ ^= state_ >> 35;
  }
  std::uint64_t value() const {
    std::uint64_t x = state_ * 0xD6E8FEB86659FD93ULL;
    return x ^ (x >> 32);
  }

 private:
  std::uint64_t state_ = 0x243F6A8885A308D3ULL;
};

/// Bytes of a packet in transmission that have left: of the packet itself, and with the link's framing.
struct UnderWay {
  double bytes = 0, wire = 0;
};

/// Values from outside the queue that are recorded at a bin's end.
struct Surroundings {
  double cwnd_mean;
  std::uint64_t backlog;       ///< the packets that wait, with the packet in transmission
  std::uint64_t waiting_back;  ///< for the link's way back
  UnderWay under_way;          ///< when the warm-up ended
};

class Recorder {
 public:
  Recorder(const RecordConfig& config, double duration, double warmup, std::size_t states);

  /// A bin or the warm-up ends at `now` or before: `advance` must be called before anything at the link changes.
  bool due(Time now) const { return now >= next_mark_; }
  void advance(Time now, const QueueDiscipline& queue, const Surroundings& around);

  void arrival(Time now, const Packet& packet, Fate fate, const QueueDiscipline& queue) {
    ++counters_.arrivals;
    note(now, packet, static_cast<std::uint64_t>(fate));
    if (fate != Fate::accepted) signal(now, fate, queue.packets());
  }

  /// The queue after an arrival. A packet that found the link idle has started at once and never waited.
  void after_arrival(Time now, const Packet& packet, Fate fate, const QueueDiscipline& queue, double drawn) {
    set_queue(now, queue.packets());
    if (now >= window_from_) window_row(now, packet, event_of(fate), queue, drawn);
  }

  /// A packet that had been accepted is dropped or marked at the head.
  void late(Time now, const Packet& packet, Fate fate, const QueueDiscipline& queue) {
    note(now, packet, 8 + static_cast<std::uint64_t>(fate));
    if (is_drop(fate) && packet.enqueued < warmup_ && now >= warmup_) ++stale_drops_;
    signal(now, fate, queue.packets());
    if (now >= window_from_) window_row(now, packet, event_of(fate), queue);
  }

  /// A packet goes into transmission; its waiting time ends.
  void dequeued(Time now, const Packet& packet, const QueueDiscipline& queue) {
    const Time waited = now - packet.enqueued;
    if (now >= warmup_) {
      sojourn_.add(waited);
      sojourn_sum_ += waited;
    }
    set_queue(now, queue.packets());
  }

  /// A packet has left the link.
  void departure(Time now, const Packet& packet, const QueueDiscipline& queue, int on_wire) {
    ++counters_.departures;
    counters_.bytes_out += packet.size;
    counters_.wire_out += static_cast<std::uint64_t>(on_wire);
    note(now, packet, 7);
    if (now >= window_from_) window_row(now, packet, WindowEvent::departure, queue);
  }

  void finish(const QueueDiscipline& queue, const Surroundings& around);

  /// The buffers for the windows and phases of the chosen flows, to be filled before `advance` and `finish`; empty if
  /// no flow was chosen.
  std::span<double> windows() { return windows_; }
  std::span<double> phases() { return phases_; }

  /// All metrics except those of the flows: goodput, fairness, end-to-end delays and their jitter. `under_way` is the
  /// part of the packet in transmission that has left by `now`.
  Metrics metrics(Time now, double rate_bps, std::uint64_t backlog, UnderWay under_way) const;
  Time warmup() const { return warmup_; }
  std::uint64_t digest() const { return digest_.value(); }
  const Recording& recording() const { return recording_; }
  Stops& stops() { return recording_.stops; }

 private:
  static constexpr std::size_t kMaxDots = 20'000;

  static WindowEvent event_of(Fate fate) { return static_cast<WindowEvent>(fate); }

  void note(Time now, const Packet& packet, std::uint64_t what) {
    const std::uint64_t who = static_cast<std::uint64_t>(packet.flow) << 32 | packet.seq;
    digest_.add(who * 0xC2B2AE3D27D4EB4FULL + (static_cast<std::uint64_t>(now) << 4 | what));
  }

  void set_queue(Time now, int packets) {
    const Time part = queue_ * (now - queue_since_);  // below 1e6 packets * 3600 s: no overflow, no rounding
    area_ += part;
    square_area_ += static_cast<double>(part) * static_cast<double>(queue_);
    queue_since_ = now;
    queue_ = packets;
    if (packets > bin_max_) bin_max_ = packets;
    if (packets < bin_min_) bin_min_ = packets;
    if (packets > max_) max_ = packets;
  }

  void signal(Time now, Fate fate, int queue);
  void end_bin(const QueueDiscipline& queue, const Surroundings& around);
  void end_warmup(const Surroundings& around);
  /// The end of bin i: the run is divided evenly, to the nanosecond.
  Time edge(int i) const { return static_cast<Time>(static_cast<double>(end_) * (i + 1) / bins_ + 0.5); }
  void set_next_mark();
  void window_row(Time now, const Packet& packet, WindowEvent event, const QueueDiscipline& queue,
                  double drawn = kUnset);

  Counters counters_, at_warmup_, at_bin_;
  Digest digest_;
  Recording recording_;
  std::vector<double> row_, windows_, phases_;

  Time warmup_, end_, window_from_, window_to_;
  int window_limit_;
  Time bin_begin_ = 0, bin_end_ = 0, next_mark_ = 0;
  int bins_;
  bool warm_ = false;

  Time queue_ = 0;  ///< packets, since `queue_since_`
  Time queue_since_ = 0;
  Time area_ = 0, bin_area_ = 0;  ///< packets * ns
  double square_area_ = 0;
  int bin_min_ = 0, bin_max_ = 0, max_ = 0;

  Histogram<8> sojourn_;
  Time sojourn_sum_ = 0;
  std::uint64_t signals_ = 0;
  std::uint64_t stale_drops_ = 0;  ///< after the warm-up, of packets that arrived before its end
  std::uint64_t backlog_at_warmup_ = 0;
  UnderWay under_way_at_warmup_;
};

}  // namespace aqm
