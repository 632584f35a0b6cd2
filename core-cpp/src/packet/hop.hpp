// A link of a chain that is not the observed one: its queue discipline and the packet that it sends.
//
// It does what the observed link does, in the same order, whatever comes at the same nanosecond: the end of a transmission
// first, then the discipline's timer, then arrivals. So what is observed changes nothing of what happens.
#pragma once
#include <algorithm>
#include <memory>

#include "aqm/queue_discipline.hpp"
#include "aqm/rng.hpp"
#include "link.hpp"

namespace aqm {

/// Streams of random numbers of one link, each under the run's seed.
struct LinkStreams {
  std::uint64_t drops, discipline, loss;
};

/// The simulation around a hop.
class HopHost {
 public:
  /// `settle` of hop `link` is wanted at `at`.
  virtual void wake_hop(int link, Time at) = 0;
  /// The last bit of `packet` has been put on the link.
  virtual void sent_by_hop(int link, const Packet& packet, Time now) = 0;
  /// `packet` goes no further.
  virtual void dropped_by_hop(const Packet& packet) = 0;

 protected:
  ~HopHost() = default;
};

class Hop final : private DropListener {
 public:
  struct Config {
    int link;
    double rate, random_loss;
    std::uint64_t seed;
    LinkStreams streams;
  };

  Hop(const Config& config, std::unique_ptr<QueueDiscipline> queue, HopHost& host)
      : link_(config.link),
        random_loss_(config.random_loss),
        pace_(config.rate),
        queue_(std::move(queue)),
        drops_(config.seed, config.streams.drops),
        loss_(config.seed, config.streams.loss),
        host_(host) {
    queue_->set_listener(this);
    plan_timer();
  }
  Hop(const Hop&) = delete;  // the discipline knows where its listener is
  Hop& operator=(const Hop&) = delete;

  void arrive(const Packet& packet, Time now) {
    settle(now);
    const bool busy = transmission_end_ != kNever;
    const Fate fate = queue_->enqueue(packet, {now, drops_.uniform(), busy});
    if (is_drop(fate)) host_.dropped_by_hop(packet);
    if (!busy) begin_transmission(now);
  }

  /// Does what is due. May be called more often than `wake_hop` has asked for.
  void settle(Time now) {
    if (transmission_end_ == now) end_transmission(now);
    if (timer_ == now) {
      queue_->on_timer(now);
      plan_timer();
    }
  }

 private:
  void plan_timer() {
    timer_ = queue_->next_timer();
    if (timer_ != kNever) host_.wake_hop(link_, timer_);
  }

  void begin_transmission(Time now) {
    if (!queue_->dequeue(now, in_transmission_)) {
      transmission_end_ = kNever;
      queue_->on_idle(now);
      return;
    }
    transmission_end_ = now + pace_.of(in_transmission_.size);
    host_.wake_hop(link_, transmission_end_);
  }

  void end_transmission(Time now) {
    const Packet packet = in_transmission_;
    begin_transmission(now);
    if (random_loss_ > 0 && loss_.uniform() < random_loss_) {
      host_.dropped_by_hop(packet);
    } else {
      host_.sent_by_hop(link_, packet, now);
    }
  }

  void on_late_drop(const Packet& packet, Fate /*fate*/, Time /*now*/) override { host_.dropped_by_hop(packet); }
  void on_late_mark(const Packet& /*packet*/, Time /*now*/) override {}

  int link_;
  double random_loss_;
  LinkPace pace_;
  std::unique_ptr<QueueDiscipline> queue_;
  Rng drops_, loss_;
  HopHost& host_;
  Packet in_transmission_;
  Time transmission_end_ = kNever, timer_ = kNever;
};

}  // namespace aqm
