// A queue discipline on a test bench: a test determines the arrivals, the queue that each finds, and its random draw.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "aqm/scheme.hpp"

namespace aqm::test {

using Settings = std::vector<std::pair<std::string, double>>;

/// Values for the scheme `id`: values that are not set are left out.
inline ParamValues values_of(const std::string& id, const Settings& settings) {
  const auto params = find_scheme(id)->params();
  ParamValues values;
  values.numbers.assign(params.size(), kUnset);
  for (const auto& setting : settings) {
    const std::string& name = setting.first;
    const auto it = std::find_if(params.begin(), params.end(), [&](const ParamSpec& p) { return name == p.name; });
    if (it == params.end()) throw std::invalid_argument(id + " has no parameter " + name);
    values.numbers[static_cast<std::size_t>(it - params.begin())] = setting.second;
  }
  return values;
}

/// Records what a discipline does to packets that it had accepted.
class LateEvents final : public DropListener {
 public:
  struct Event {
    Packet packet;
    Fate fate;
    Time at;
  };
  void on_late_drop(const Packet& packet, Fate fate, Time now) override { drops.push_back({packet, fate, now}); }
  void on_late_mark(const Packet& packet, Time now) override { marks.push_back({packet, Fate::marked, now}); }
  std::vector<Event> drops, marks;
};

/// Reaches the protected counters of a discipline, so that a test can dictate the queue that an arrival finds.
class Dictate : public QueueDiscipline {
 public:
  static void queue(QueueDiscipline& d, int packets, int packet_size) {
    d.*(&Dictate::packets_) = packets;
    d.*(&Dictate::bytes_) = std::int64_t{packets} * packet_size;
  }
};

class Bench {
 public:
  explicit Bench(const std::string& id, const Settings& settings = {}, const LinkInfo& link_info = {10e6, 400, 1000})
      : scheme(*find_scheme(id)), link(link_info), values(values_of(id, settings)) {
    for (const Issue& issue : scheme.check(values, link)) {
      if (issue.error) throw std::invalid_argument(id + ": " + issue.rule);
    }
    discipline = scheme.make(values, link, Rng(1, 3));
    discipline->set_listener(&late);
    row.resize(std::max<std::size_t>(1, scheme.states().size()));
  }

  /// A packet at `seconds` that draws `u`.
  Fate arrive(double seconds, double u = kNoDrop, int size = 1000, std::uint32_t flow = 0, bool busy = true) {
    Packet p;
    p.flow = flow;
    p.size = static_cast<std::uint16_t>(size);
    p.ecn = ecn;
    p.service = service;
    return discipline->enqueue(p, {from_seconds(seconds), u, busy});
  }
  /// The same, when it finds `q` packets waiting.
  Fate find(int q, double seconds, double u = kNoDrop) {
    Dictate::queue(*discipline, q, 1000);
    return arrive(seconds, u);
  }
  bool depart(double seconds) { return discipline->dequeue(from_seconds(seconds), departed); }
  void timer() { discipline->on_timer(discipline->next_timer()); }

  /// With a weight near 1 a few arrivals bring the average to `q`; none of them is dropped by chance.
  void settle(int q) {
    for (int i = 0; i < 8; ++i) find(q, 0);
  }

  double state(const std::string& name) {
    discipline->observe(row.data());
    return row.at(index(name));
  }
  /// A row of state, all zero except the named values.
  std::vector<double> state_row(const Settings& named) const {
    std::vector<double> all(scheme.states().size(), 0);
    for (const auto& [name, value] : named) all.at(index(name)) = value;
    return all;
  }

  double curve(double x, int which = 0, const Settings& named = {}) const {
    const std::vector<double> state = named.empty() ? std::vector<double>{} : state_row(named);
    double p_b = 0;
    scheme.curve(values, link, which, state, {&x, 1}, {&p_b, 1});
    return p_b;
  }
  double computed(const std::string& name) const {
    for (const Computed& c : scheme.computed(values, link)) {
      if (name == c.name) return c.value;
    }
    throw std::out_of_range("nothing computed is called " + name);
  }

  static constexpr double kNoDrop = 1 - 1e-12;  ///< a draw that only certainty exceeds

  const Scheme& scheme;
  LinkInfo link;
  ParamValues values;
  std::unique_ptr<QueueDiscipline> discipline;
  LateEvents late;
  Packet departed;
  Ecn ecn = Ecn::not_ect;
  std::uint8_t service = 0;

 private:
  std::size_t index(const std::string& name) const {
    const auto states = scheme.states();
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (name == states[i].name) return i;
    }
    throw std::out_of_range("no state " + name);
  }
  std::vector<double> row;
};

/// Relative to the larger value, and absolute where the reference is zero.
#define EXPECT_CLOSE(actual, expected) \
  EXPECT_NEAR(actual, expected, std::max(1e-6 * std::fabs(static_cast<double>(expected)), 1e-15))

}  // namespace aqm::test
