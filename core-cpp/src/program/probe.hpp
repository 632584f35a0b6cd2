// A program is run with a given queue and given states, and its actions are observed. A packet's random number is
// uniform on [0, 1) and is only compared, so the outcome is the same between two of the numbers with which it is
// compared: the distances between them add up exactly to the probability.
#pragma once
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "discipline.hpp"
#include "machine.hpp"

namespace aqm::program {

/// What a run looks at.
struct Watched {
  static constexpr bool kWatches = true, kFollows = false;
  double spacing = 1;         ///< the ratio of the long-run drop rate of `spaced` to the probability
  std::vector<double> draws;  ///< the numbers with which the random number is compared
  std::uint64_t path = 0;     ///< which ways were gone

  void drawn(double p) { draws.push_back(p); }
  void went(bool way) { path = path * 0x9E3779B97F4A7C15ULL + (way ? 2 : 1); }
  double spaced(double p) const { return std::min(1.0, spacing * p); }
};

/// Whose packets a probe sends: those that can carry a mark, or those that cannot.
enum class Ect : unsigned char { capable, not_capable };

/// A program at a queue, with its states.
class Probe {
 public:
  Probe(std::shared_ptr<const Program> program, std::vector<double> frame, const LinkInfo& link, double spacing,
        Ect ect)
      : program_(std::move(program)),
        frame_(std::move(frame)),
        packet_size_(link.packet_size),
        spacing_(spacing),
        ect_(ect) {
    at(frame_, Read::ect) = ect == Ect::capable ? 1 : 0;
    at(frame_, Read::busy) = 1;
    at(frame_, Read::first) = 1;
    at(frame_, Read::size) = link.packet_size;
    Watched watch;
    run(program_->code, program_->code.entry[static_cast<std::size_t>(Event::start)], frame_.data(), watch);
    states_.assign(frame_.begin() + program_->code.first_state,
                   frame_.begin() + program_->code.first_state + static_cast<int>(program_->tree.states.size()));
  }

  const Program& program() const { return *program_; }
  const std::vector<double>& first_states() const { return states_; }
  bool has(Event event) const { return program_->tree.has[static_cast<std::size_t>(event)]; }
  double interval() const { return value_of(*program_, program_->code.interval, frame_); }
  /// The same at another time, in s.
  Probe at_time(double now) const {
    Probe other = *this;
    at(other.frame_, Read::now) = now;
    return other;
  }

  /// The result for a packet that arrives at q packets, after the previous packet left having waited for them: the
  /// probability, and the path of the program, which changes where the law bends.
  struct Met {
    double probability = 0;  ///< of a drop or mark
    double dropped = 0;      ///< of a drop
    std::uint64_t path = 0;
    double most = 0;  ///< the largest number with which the random number is compared
  };
  Met arrive(double q, double capacity, const std::vector<double>& states) const {
    const std::vector<double> first = seen(q, capacity, states);
    std::vector<double> frame;  // one for all parts: a map evaluates a law thousands of times
    Met met;
    Watched watch;
    watch.spacing = spacing_;
    double u = 0;
    for (int part = 0; part < 16 && u < 1; ++part) {
      frame = first;
      at(frame, Read::random) = u;
      watch.draws.clear();
      const Outcome outcome = ask(Event::arrive, frame, watch);
      double next = 1;
      for (const double draw : watch.draws) {
        met.most = std::max(met.most, draw);
        if (draw > u && draw < next) next = draw;
      }
      const bool dropped = drops(outcome), signalled = dropped || marks(outcome);
      if (signalled) met.probability += next - u;
      if (dropped) met.dropped += next - u;
      watch.went(signalled);
      watch.went(dropped);
      u = next;
    }
    met.path = watch.path;
    return met;
  }

  /// States after an accepted packet.
  std::vector<double> accepted(double q, double capacity, const std::vector<double>& states) const {
    std::vector<double> frame = seen(q, capacity, states);
    at(frame, Read::random) = std::nextafter(1.0, 0.0);
    Watched watch;
    ask(Event::arrive, frame, watch);
    return states_in(frame);
  }

  /// States after an update that finds q packets.
  std::vector<double> updated(double q, double capacity, const std::vector<double>& states) const {
    std::vector<double> frame = seen(q, capacity, states);
    Watched watch;
    ask(Event::every, frame, watch);
    return states_in(frame);
  }

 private:
  bool marks(Outcome outcome) const {
    return ect_ == Ect::capable && (outcome == Outcome::mark || outcome == Outcome::mark_or_drop);
  }
  bool drops(Outcome outcome) const {
    if (outcome == Outcome::mark_or_drop) return ect_ != Ect::capable;
    return outcome == Outcome::drop || outcome == Outcome::force;
  }

  static double& at(std::vector<double>& frame, Read reading) { return frame[static_cast<std::size_t>(reading)]; }

  /// The frame with the queue and with the states, after a packet has left.
  std::vector<double> seen(double q, double capacity, const std::vector<double>& states) const {
    std::vector<double> frame = frame_;
    at(frame, Read::queue) = q;
    at(frame, Read::queue_bytes) = q * packet_size_;
    at(frame, Read::sojourn) = q / capacity;
    std::copy(states.begin(), states.end(), frame.begin() + program_->code.first_state);
    Watched watch;
    ask(Event::depart, frame, watch);
    return frame;
  }
  Outcome ask(Event event, std::vector<double>& frame, Watched& watch) const {
    const int entry = program_->code.entry[static_cast<std::size_t>(event)];
    return entry == kNone ? Outcome::none : run(program_->code, entry, frame.data(), watch);
  }
  std::vector<double> states_in(const std::vector<double>& frame) const {
    const auto first = frame.begin() + program_->code.first_state;
    return {first, first + static_cast<int>(states_.size())};
  }

  std::shared_ptr<const Program> program_;
  std::vector<double> frame_, states_;
  double packet_size_, spacing_;
  Ect ect_;
};

inline bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max({1e-9, std::abs(a), std::abs(b)}); }

/// Values that a state is tried with.
inline constexpr double kTried[] = {0, 1, 0.31, 17, 60, 1000};
inline constexpr double kQueues[] = {0.5, 3, 21, 75, 140};

/// Calls `look` with queues and states, all states with one value, until it returns true.
template <class Look>
bool any_tried(const Probe& probe, const LinkInfo& link, const Look& look) {
  for (const double value : kTried) {
    const std::vector<double> states(probe.first_states().size(), value);
    for (const double q : kQueues) {
      if (look(q, states) || look(q / kQueues[std::size(kQueues) - 1] * link.buffer, states)) return true;
    }
  }
  return false;
}

/// The first name or state that keeps a packet's random number: the probe finds probabilities only where the number is
/// compared at once. Empty if there is none. States of flows have no law in any case.
inline std::string keeps_random(const Tree& tree) {
  for (const Statement& one : tree.statements) {
    if (one.act != Act::let && one.act != Act::set) continue;
    if (!is_reading(tree.nodes[static_cast<std::size_t>(one.value)], Read::random)) continue;
    const auto target = static_cast<std::size_t>(one.target);
    return one.act == Act::let ? tree.locals[target] : tree.states[target].name;
  }
  return {};
}

/// Whether the fate of a packet depends on the time itself, not only on what happens in it: at one queue and with the
/// same states another time gives another probability.
inline bool depends_on_time(const Probe& probe, const LinkInfo& link, double capacity) {
  const std::vector<Node>& nodes = probe.program().tree.nodes;
  if (std::none_of(nodes.begin(), nodes.end(), [](const Node& node) { return is_reading(node, Read::now); }))
    return false;
  constexpr double kFirst = 1e-3, kLast = 86400, kStep = 1.2;
  for (double now = kFirst; now < kLast; now *= kStep) {
    const Probe later = probe.at_time(now);
    if (any_tried(probe, link, [&](double q, const std::vector<double>& states) {
          return later.arrive(q, capacity, states).probability != probe.arrive(q, capacity, states).probability;
        }))
      return true;
  }
  return false;
}

/// The states whose value before a packet or an update changes the result of `told` after it.
template <class Told>
std::vector<std::size_t> lasting(const Probe& probe, const Told& told) {
  std::vector<std::size_t> found;
  const std::size_t count = probe.first_states().size();
  for (std::size_t s = 0; s < count; ++s) {
    bool matters = false;
    for (const double other : kTried) {
      for (const double q : kQueues) {
        std::vector<double> states(count, other);
        const auto before = told(q, states);
        for (const double value : kTried) {
          states[s] = value;
          matters = matters || told(q, states) != before;
        }
      }
    }
    if (matters) found.push_back(s);
  }
  return found;
}

/// Where the path of the program changes between `from` and `to`, ascending.
template <class Path>
std::vector<double> bends(const Path& path, double from, double to) {
  constexpr int kPlaces = 500;
  constexpr std::size_t kMost = 64;
  constexpr double kSamePlace = 1e-9;
  std::vector<double> found;
  double low = from;
  std::uint64_t at_low = path(low);
  std::size_t turns = 0;
  for (int i = 1; i <= kPlaces && turns < kMost; ++i) {
    const double end = from + (to - from) * i / kPlaces;
    const std::uint64_t at_end = path(end);
    while (at_low != at_end && turns++ < kMost) {
      double left = low, right = end;
      for (double middle = left + (right - left) / 2; middle > left && middle < right;
           middle = left + (right - left) / 2) {
        (path(middle) == at_low ? left : right) = middle;
      }
      // A probability leaves 0 one rounding error after the place where its law begins: this is one bend.
      if (found.empty() || right - found.back() > kSamePlace * (to - from)) found.push_back(right);
      low = right;
      at_low = path(right);
    }
    low = end;
  }
  return found;
}

/// The effect of an accepted packet on a state that is a weighted mean of the queue: keep mean + gain q.
struct Mean {
  double keep = 1, gain = 0;
  bool sound = false;                                ///< it is one
  double unit() const { return gain / (1 - keep); }  ///< the mean if one packet always waits
};
inline Mean mean_of(const Probe& probe, std::size_t state, double capacity) {
  const auto after = [&](double avg, double q) {
    std::vector<double> states = probe.first_states();
    states[state] = avg;
    return probe.accepted(q, capacity, states)[state];
  };
  Mean mean{after(1, 0) - after(0, 0), after(0, 1) - after(0, 0), false};
  if (!(mean.keep > 0 && mean.keep < 1) || !(mean.gain > 0)) return mean;
  for (const double avg : kTried) {
    for (const double q : kQueues) {
      if (!near(after(avg, q), mean.keep * avg + mean.gain * q)) return mean;
    }
  }
  mean.sound = true;
  return mean;
}

}  // namespace aqm::program
