// A first-in, first-out queue that a program manages. A Law is the executable form of the program:
//   double& at(Read)            the place from which it reads the queue's value
//   bool has(Event) const       whether it handles an event
//   Outcome ask(Event)          runs it for one event
//   double interval() const     of `every`; NaN: it has none
//   double window() const       of `load`; NaN: it does not read the load
//   void set_load(double)
//   void observe(double*) const its states
// and, if it reads single flows or records its steps:
//   bool by_flow() const
//   void set_row(std::size_t)   the flow for the next run, as a row of the table
//   void keep_stops(double, Stops&)
#pragma once
#include <cmath>
#include <optional>
#include <utility>

#include "aqm/scheme.hpp"
#include "fifo.hpp"
#include "flow_table.hpp"
#include "load_estimator.hpp"
#include "program_events.hpp"
#include "ticker.hpp"

namespace aqm::program {

inline Fate fate_of(Outcome outcome, const Packet& packet) {
  switch (outcome) {
    case Outcome::none:
    case Outcome::accept: return Fate::accepted;
    case Outcome::drop: return Fate::dropped_early;
    case Outcome::force: return Fate::dropped_forced;
    case Outcome::mark: return packet.ecn == Ecn::not_ect ? Fate::accepted : Fate::marked;
    case Outcome::mark_or_drop: break;
  }
  return early_signal(packet, true);
}

/// Sets the readings that describe the link.
inline void read_link(double* readings, const LinkInfo& link) {
  const auto set = [&](Read reading, double value) { readings[static_cast<std::size_t>(reading)] = value; };
  set(Read::buffer, link.buffer);
  set(Read::rate, link.rate_bps);
  set(Read::capacity, link.rate_bps / (8.0 * link.packet_size));
  set(Read::packet_size, link.packet_size);
}

template <class Law>
class ProgramQueue final : public QueueDiscipline {
 public:
  ProgramQueue(Law law, int buffer)
      : law_(std::move(law)), buffer_(buffer), ticker_(law_.has(Event::every) ? law_.interval() : kNoTimer) {
    if (!std::isnan(law_.window())) load_.emplace(law_.window());
    if constexpr (kByFlow) {
      if (law_.by_flow()) flows_.emplace();
    }
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    look(arrival.now);
    look(packet);
    at(Read::random) = arrival.u;
    at(Read::busy) = arrival.link_busy ? 1 : 0;
    const bool idle = packets_ == 0 && !arrival.link_busy;
    at(Read::idle_time) = idle ? to_seconds(arrival.now - idle_since_) : 0;
    if (idle) idle_since_ = arrival.now;
    if (load_) law_.set_load(load_->update(arrival.now, packet.size, at(Read::rate)));
    const Fate fate = fate_of(law_.ask(Event::arrive), packet);
    if (packets_ >= buffer_) {
      law_.ask(Event::overflow);
      return Fate::dropped_overflow;
    }
    if (is_drop(fate)) return fate;
    Packet& stored = store_.push(packet);
    stored.enqueued = arrival.now;
    if (fate == Fate::marked) stored.ecn = Ecn::ce;
    ++packets_;
    bytes_ += packet.size;
    if (flows_) flows_->add(packet.flow);
    return fate;
  }

  bool dequeue(Time now, Packet& out) override {
    at(Read::first) = 1;
    while (!store_.empty()) {
      out = store_.pop();
      --packets_;
      bytes_ -= out.size;
      if (flows_) flows_->remove(out.flow);
      if (!law_.has(Event::depart) || leaves(out, now)) return true;
      at(Read::first) = 0;
    }
    return false;
  }

  std::size_t upcoming(std::size_t skip, std::span<std::uint32_t> flows) const override {
    if (law_.has(Event::depart)) return 0;
    std::size_t n = 0;
    for (; n < flows.size() && skip + n < store_.size(); ++n) flows[n] = store_.at(skip + n).flow;
    return n;
  }

  void on_idle(Time now) override {
    idle_since_ = now;
    look(now);
    law_.ask(Event::idle);
  }

  void on_timer(Time now) override {
    look(now);
    law_.ask(Event::every);
    ticker_.advance();
  }

  Time next_timer() const override { return ticker_.next(); }
  void observe(double* out) const override { law_.observe(out); }
  void keep_stops(double at, Stops& kept) override {
    if constexpr (requires { law_.keep_stops(at, kept); }) law_.keep_stops(at, kept);
  }

 private:
  static constexpr bool kByFlow = requires(Law law) { law.set_row(std::size_t{}); };
  /// Beyond every run.
  static constexpr double kNoTimer = 1e9;

  double& at(Read reading) { return law_.at(reading); }

  void look(Time now) {
    at(Read::queue) = packets_;
    at(Read::queue_bytes) = static_cast<double>(bytes_);
    at(Read::now) = to_seconds(now);
    if (flows_) at(Read::flows) = flows_->waiting();
  }

  void look(const Packet& packet) {
    if constexpr (kByFlow) {
      if (flows_) look_at_flow(packet.flow);
    }
    at(Read::size) = packet.size;
    at(Read::ect) = packet.ecn == Ecn::not_ect ? 0 : 1;
  }

  void look_at_flow(std::uint32_t flow) {
    at(Read::flow_queue) = flows_->packets_of(flow);
    law_.set_row(FlowTable::row_of(flow));
  }

  /// Runs the program for the oldest packet; false if the packet is dropped.
  bool leaves(Packet& packet, Time now) {
    look(now);
    look(packet);
    at(Read::sojourn) = to_seconds(now - packet.enqueued);
    const Fate fate = fate_of(law_.ask(Event::depart), packet);
    if (is_drop(fate)) {
      if (listener_) listener_->on_late_drop(packet, fate, now);
      return false;
    }
    if (fate == Fate::marked) {
      packet.ecn = Ecn::ce;
      if (listener_) listener_->on_late_mark(packet, now);
    }
    return true;
  }

  Law law_;
  PacketRing store_;
  int buffer_;
  Time idle_since_ = 0;  ///< the queue starts idle
  Ticker ticker_;
  std::optional<LoadEstimator> load_;
  std::optional<FlowTable> flows_;  ///< for a law that reads single flows
};

}  // namespace aqm::program
