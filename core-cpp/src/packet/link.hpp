// A link of the path and the queue before it: its discipline, its transmitter, its losses, its way back, and the
// recorder that watches it. One bottleneck is a path of one link.
//
// Order of what is due in the same nanosecond: first the end of a transmission, then the discipline's timer, then
// arrivals.
#pragma once
#include <memory>

#include "aqm/queue_discipline.hpp"
#include "aqm/rng.hpp"
#include "grants.hpp"
#include "link_schedule.hpp"
#include "policer.hpp"
#include "recorder.hpp"
#include "reverse_link.hpp"
#include "runs_of_loss.hpp"
#include "serial_link.hpp"

namespace aqm {

/// Bits of Packet::kind.
inline constexpr std::uint8_t kAck = 1, kCwr = 2, kEce = 4, kRequest = 8, kSyn = 16;
/// Whether the packet goes from a flow's sink to its source.
inline bool is_ack(const Packet& packet) { return (packet.kind & kAck) != 0; }

/// The streams of random numbers of one link, each under the run's seed.
struct LinkStreams {
  std::uint64_t drops, discipline, loss, jitter;
};
LinkStreams streams_at(std::size_t link);

/// The position of a link, and the direction in which it sends.
struct LinkPlace {
  std::size_t index;
  bool back;
};

/// Is called for packets that are lost.
class LossListener {
 public:
  virtual void lost(const Packet& packet, Time now) = 0;

 protected:
  ~LossListener() = default;
};

class Link final : private DropListener {
 public:
  /// `config` has passed its check.
  Link(const ScenarioConfig& config, const RecordConfig& record, LinkPlace place, LossListener& losses);
  Link(Link&&) = delete;  // the discipline holds a pointer to its listener

  std::size_t index() const { return place_.index; }
  /// Whether this is the way back of the link with its index.
  bool back() const { return place_.back; }
  /// The way back as a link of its own, or null: then `carry_back` is the way back.
  Link* way_back() const { return way_back_; }
  void set_way_back(Link& link) { way_back_ = &link; }
  void set_reader(const HeaderReader& reader) { queue_->set_reader(&reader); }
  /// When a packet that leaves the link at `at` reaches its other end.
  Time reached(Time at) { return even_ ? at + delay_ : reached_unevenly(at); }
  /// Mean of the link's rate over [from, to), bit/s.
  double mean_rate(Time from, Time to) const {
    if (grants_.any()) return grants_.mean_rate(from, to);
    return changes_ ? schedule_.mean_rate(from, to) : schedule_.first_rate();
  }
  /// The bytes of the packet in transmission that have left by `at`.
  UnderWay under_way(Time at) const;
  /// When `act` must be called next.
  Time due() const { return due_; }
  const QueueDiscipline& queue() const { return *queue_; }
  const Recorder& recorder() const { return recorder_; }
  /// The packets that wait, with the packet in transmission.
  std::uint64_t backlog() const {
    return static_cast<std::uint64_t>(queue_->packets()) + (transmission_end_ != kNever ? 1 : 0);
  }

  // `Host` is the surrounding simulation, with the functions double mean_cwnd(),
  // void read_windows(std::span<double>, std::span<double>), void before_transmission(const QueueDiscipline&), and
  // void sent(const Packet&, Link&), which is called when the last bit of a packet has been put on the link.

  template <class Host>
  [[gnu::always_inline]] void arrive(const Packet& packet, Time now, Host& host) {
    observe_time(now, host);
    if (policed_ && !policer_.conforms(now, packet.size)) [[unlikely]]
      return losses_.lost(packet, now);
    const bool busy = transmission_end_ != kNever;
    const double drawn = drops_.uniform();
    const Fate fate = queue_->enqueue(packet, {now, drawn, busy});
    if (is_drop(fate)) losses_.lost(packet, now);
    recorder_.arrival(now, packet, fate, *queue_);
    if (!busy) begin_transmission(now, host);
    recorder_.after_arrival(now, packet, fate, *queue_, drawn);
  }

  /// Handles the first of the operations that are due.
  template <class Host>
  void act(Time now, Host& host) {
    observe_time(now, host);
    if (transmission_end_ == now) {
      end_transmission(now, host);
    } else {
      queue_->on_timer(now);
      timer_ = queue_->next_timer();
      due_ = std::min(transmission_end_, timer_);
      if (transmission_end_ == kNever && queue_->packets() > 0) begin_transmission(now, host);  // a shaper lets go
    }
  }

  template <class Host>
  void finish(Time now, Host& host) {
    host.read_windows(recorder_.windows(), recorder_.phases());
    recorder_.finish(*queue_, around(now, host));
  }

  /// When `packet`, which comes to the link's other end at `now`, has been put on it; kNever if it is lost.
  [[gnu::always_inline]] Time carry_back(const Packet& packet, Time now) {
    if (changes_) [[unlikely]]
      return carry_back_changing(packet, now);
    const Time done = reverse_.carry(now, reverse_pace_.of(packet.size));
    if (done == kNever) losses_.lost(packet, now);
    return done;
  }

 private:
  Time reached_unevenly(Time at);
  Time carry_back_changing(const Packet& packet, Time now);
  std::uint64_t waiting_back(Time now) const;

  template <class Host>
  void observe_time(Time now, Host& host) {
    if (!recorder_.due(now)) return;
    host.read_windows(recorder_.windows(), recorder_.phases());
    recorder_.advance(now, *queue_, around(now, host));
  }

  template <class Host>
  Surroundings around(Time now, const Host& host) const {
    return {host.mean_cwnd(), backlog(), waiting_back(now), under_way(recorder_.warmup())};
  }

  template <class Host>
  [[gnu::always_inline]] void begin_transmission(Time now, Host& host) {
    if (!queue_->dequeue(now, in_transmission_)) {
      transmission_end_ = kNever;
      due_ = timer_ = queue_->next_timer();  // a shaper reports when it has a packet to send
      queue_->on_idle(now);
      return;
    }
    recorder_.dequeued(now, in_transmission_, *queue_);
    host.before_transmission(*queue_);
    transmission_begin_ = now;
    transmission_end_ = by_table_ ? end_of_transmission(now) : now + pace_.of(in_transmission_.size);
    due_ = std::min(transmission_end_, timer_);
  }

  template <class Host>
  void end_transmission(Time now, Host& host) {
    const Packet packet = in_transmission_;
    recorder_.departure(now, packet, *queue_, framed_ ? frame_.on_wire(packet.size) : packet.size);
    begin_transmission(now, host);
    if (loses_ && loses(now)) [[unlikely]] {
      losses_.lost(packet, now);
    } else {
      host.sent(packet, *this);
    }
  }

  void on_late_drop(const Packet& packet, Fate fate, Time now) override {
    losses_.lost(packet, now);
    recorder_.late(now, packet, fate, *queue_);
  }
  void on_late_mark(const Packet& packet, Time now) override { recorder_.late(now, packet, Fate::marked, *queue_); }

  [[gnu::noinline]] bool loses(Time now) {
    if (has_chain_) return chain_.next(loss_);
    const double random_loss = schedule_.loss(now);
    return runs_.next(random_loss, loss_);
  }

  /// If the rate is 0 from now on, a time that no run reaches: the packet stays in transmission.
  [[gnu::noinline]] Time end_of_transmission(Time now) const {
    const int wire = frame_.on_wire(in_transmission_.size);
    return std::min(grants_.any() ? grants_.transmitted(now, wire) : schedule_.transmitted(now, wire), kNever - 1);
  }

  LinkSchedule schedule_;
  bool changes_;   ///< stored here, because every packet needs it
  bool even_;      ///< every packet takes the same time to its other end
  bool by_table_;  ///< a table gives the end of a transmission: changes, or grants
  bool framed_;    ///< the size of a packet on the link is not its own size
  Framing frame_;
  LinkPace pace_, reverse_pace_;
  Grants grants_;
  Time jitter_, last_reached_ = 0;
  bool policed_;
  Policer policer_;
  std::unique_ptr<QueueDiscipline> queue_;
  Time transmission_begin_ = 0, transmission_end_ = kNever, timer_ = kNever;
  Time due_ = kNever;  ///< the first of both
  Packet in_transmission_;
  Rng drops_, loss_, jitters_;
  RunsOfLoss runs_;
  bool has_chain_;
  GilbertElliott chain_;
  Time delay_;
  bool loses_;  ///< loses packets at random, now or later
  LinkPlace place_;
  Link* way_back_ = nullptr;
  LossListener& losses_;
  ReverseLink reverse_;
  Recorder recorder_;
};

}  // namespace aqm
