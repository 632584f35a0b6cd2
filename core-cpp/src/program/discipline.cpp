#include "discipline.hpp"

#include <utility>

#include "machine.hpp"

namespace aqm::program {
namespace {

/// Beyond every run.
constexpr double kNoTimer = 1e9;

Fate fate_of(Outcome outcome, const Packet& packet) {
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

}  // namespace

std::vector<double> frame_of(const Program& program, std::span<const double> params, const LinkInfo& link) {
  std::vector<double> frame = program.code.frame;
  const auto set = [&](Read reading, double value) { frame[static_cast<std::size_t>(reading)] = value; };
  set(Read::buffer, link.buffer);
  set(Read::rate, link.rate_bps);
  set(Read::capacity, link.rate_bps / (8.0 * link.packet_size));
  set(Read::packet_size, link.packet_size);
  std::copy(params.begin(), params.end(), frame.begin() + program.code.first_param);
  return frame;
}

double value_of(const Program& program, const Code::Value& value, std::vector<double> frame) {
  if (value.entry == kNone) return kUnset;
  run(program.code, value.entry, frame.data());
  return frame[value.slot];
}

Discipline::Discipline(std::shared_ptr<const Program> program, std::vector<double> frame, int buffer)
    : program_(std::move(program)),
      frame_(std::move(frame)),
      buffer_(buffer),
      ticker_(has(Event::every) ? value_of(*program_, program_->code.interval, frame_) : kNoTimer) {
  if (program_->code.window.entry != kNone) load_.emplace(value_of(*program_, program_->code.window, frame_));
  ask(Event::start);
}

void Discipline::look(Time now) {
  at(Read::queue) = packets_;
  at(Read::queue_bytes) = static_cast<double>(bytes_);
  at(Read::now) = to_seconds(now);
}
void Discipline::look(const Packet& packet) {
  at(Read::size) = packet.size;
  at(Read::ect) = packet.ecn == Ecn::not_ect ? 0 : 1;
}

Outcome Discipline::ask(Event event) {
  const int entry = program_->code.entry[static_cast<std::size_t>(event)];
  return entry == kNone ? Outcome::none : run(program_->code, entry, frame_.data());
}

Fate Discipline::enqueue(const Packet& packet, const Arrival& arrival) {
  look(arrival.now);
  look(packet);
  at(Read::random) = arrival.u;
  at(Read::busy) = arrival.link_busy ? 1 : 0;
  const bool idle = packets_ == 0 && !arrival.link_busy;
  at(Read::idle_time) = idle ? to_seconds(arrival.now - idle_since_) : 0;
  if (idle) idle_since_ = arrival.now;
  if (load_) {
    frame_[static_cast<std::size_t>(program_->code.load)] = load_->update(arrival.now, packet.size, at(Read::rate));
  }
  const Fate fate = fate_of(ask(Event::arrive), packet);
  if (packets_ >= buffer_) {
    ask(Event::overflow);
    return Fate::dropped_overflow;
  }
  if (is_drop(fate)) return fate;
  Packet& stored = store_.push(packet);
  stored.enqueued = arrival.now;
  if (fate == Fate::marked) stored.ecn = Ecn::ce;
  ++packets_;
  bytes_ += packet.size;
  return fate;
}

bool Discipline::dequeue(Time now, Packet& out) {
  at(Read::first) = 1;
  while (!store_.empty()) {
    out = store_.pop();
    --packets_;
    bytes_ -= out.size;
    if (!has(Event::depart) || leaves(out, now)) return true;
    at(Read::first) = 0;
  }
  return false;
}

/// Asks about the oldest packet; false when it is dropped.
bool Discipline::leaves(Packet& packet, Time now) {
  look(now);
  look(packet);
  at(Read::sojourn) = to_seconds(now - packet.enqueued);
  const Fate fate = fate_of(ask(Event::depart), packet);
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

std::size_t Discipline::upcoming(std::size_t skip, std::span<std::uint32_t> flows) const {
  if (has(Event::depart)) return 0;
  std::size_t n = 0;
  for (; n < flows.size() && skip + n < store_.size(); ++n) flows[n] = store_.at(skip + n).flow;
  return n;
}

void Discipline::on_idle(Time now) {
  idle_since_ = now;
  look(now);
  ask(Event::idle);
}

void Discipline::on_timer(Time now) {
  look(now);
  ask(Event::every);
  ticker_.advance();
}

void Discipline::observe(double* out) const {
  for (std::size_t i = 0; i < program_->tree.states.size(); ++i) {
    out[i] = frame_[static_cast<std::size_t>(program_->code.first_state) + i];
  }
}

}  // namespace aqm::program
