// A TCP sender and receiver joined by a path of constant delay and unlimited rate, on which a test determines the
// losses: the results that the RFCs prescribe can be computed by hand.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "packet/tcp_receiver.hpp"
#include "packet/tcp_sender.hpp"

namespace aqm::test {

struct Sent {
  double time;
  std::uint32_t seq;
  int attempt;  ///< 1 for the first transmission
  bool cwr;     ///< it says that the window was reduced
};

/// A congestion control with its defaults, kept for the whole run of the tests.
inline const Controller* control(const std::string& id) {
  static std::map<std::string, std::unique_ptr<const Controller>> made;
  auto& one = made[id];
  if (!one) one = find_congestion_control(id)->make({});
  return one.get();
}

class TcpPath {
 public:
  enum class Fate { arrives, lost, marked };
  using Verdict = std::function<Fate(std::uint32_t seq, int attempt)>;

  TcpPath(TcpOptions options, Time one_way, Verdict verdict, TcpReceiver::Options receiver = {})
      : options_(options), receiver_options_(receiver), one_way_(one_way), verdict_(std::move(verdict)) {
    receiver_options_.sack = options.sack;
    if (options_.control == nullptr) options_.control = control("newreno");
    receiver_options_.accurate_echo = options_.control->accurate_echo;
    receiver_options_.counts_marks = options_.control->counts_marks;
    receiver_options_.reports_delay = options_.control->reports_delay;
    options_.settle();
    state_.resize(options_.control->state_bytes);
    extras_.state = state_.data();
  }

  /// Runs until `until` seconds or until `segments` are delivered.
  void run(std::uint32_t segments, double until) {
    sender = TcpSender(segments);
    if (options_.extras) sender.keep_extras_at(&extras_);
    sender.open(options_);
    sender.start(options_, now_, Wire{*this});
    go_on(until);
  }

  /// Sends further segments over the same connection, after a pause.
  void again(std::uint32_t segments, double at, double until) {
    now_ = from_seconds(at);
    sender.extend(segments);
    sender.resume(options_, now_, last_send_);
    sender.start(options_, now_, Wire{*this});
    go_on(until);
  }

  /// Continues until `until` seconds.
  void go_on(double until) {
    const Time end = from_seconds(until);
    while (now_ < end) {
      const Time timer = std::min({sender.deadline(), ack_deadline_, extras_.pacer.event});
      const Time next = std::min(timer, events_.empty() ? kNever : events_.top().time);
      if (next > end) break;
      now_ = next;
      if (!events_.empty() && events_.top().time == next) {
        const Item item = events_.top();
        events_.pop();
        if (item.is_ack) {
          Ack ack = item.ack;
          if (item.sack.count > 0 || item.sack.marks > 0 || item.sack.delay > 0) ack.sack = &item.sack;
          sender.on_ack(ack, options_, now_, Wire{*this});
          windows.push_back({seconds(), sender.cwnd()});
          if (each_ack) each_ack(sender);
        } else {
          arrive(item);
        }
      } else if (ack_deadline_ == next) {
        reply();
      } else if (extras_.pacer.event == next) {
        extras_.pacer.event = kNever;
        sender.on_pace(options_, now_, Wire{*this});
      } else {
        timeouts += !extras_.rack.armed;
        sender.on_timeout(options_, now_, Wire{*this});
      }
    }
  }

  /// The congestion control's state.
  template <class State>
  const State& state() const {
    return *std::launder(reinterpret_cast<const State*>(state_.data()));
  }

  double seconds() const { return to_seconds(now_); }
  std::vector<Sent> sends_of(std::uint32_t seq) const {
    std::vector<Sent> found;
    for (const Sent& s : sends) {
      if (s.seq == seq) found.push_back(s);
    }
    return found;
  }
  /// How many segments were sent in [from, to) seconds.
  int sent_between(double from, double to) const {
    int n = 0;
    for (const Sent& s : sends) n += s.time >= from && s.time < to;
    return n;
  }

  double rate = 0;  ///< segments a second that the path carries; 0: any
  int buffer = 0;   ///< segments that may wait before it
  TcpSender sender;
  TcpReceiver receiver;
  std::vector<Sent> sends;
  std::vector<std::pair<double, double>> windows;  ///< (time, cwnd) after each acknowledgement
  std::function<void(const TcpSender&)> each_ack;
  int timeouts = 0, acks = 0;

 private:
  struct Item {
    Time time;
    std::uint64_t order;
    bool is_ack;
    Ack ack;
    SackBlocks sack;
    std::uint32_t seq;
    Ecn ecn;
    bool cwr;
    Time created;
    bool operator<(const Item& o) const { return time != o.time ? time > o.time : order > o.order; }
  };
  struct Wire {
    TcpPath& path;
    void send(std::uint32_t seq, bool cwr, bool /*again*/) const { path.send(seq, cwr); }
    void greet(bool /*again*/) const {}
    void pace(Pacer& pacer) const { pacer.event = pacer.next(); }
  };

  void send(std::uint32_t seq, bool cwr) {
    const int attempt = ++attempts_[seq];
    sends.push_back({seconds(), seq, attempt, cwr});
    last_send_ = now_;
    const Fate fate = verdict_(seq, attempt);
    if (fate == Fate::lost) return;
    if (rate > 0) {
      const Time transmission = from_seconds(1 / rate);
      if (free_at_ - now_ > buffer * transmission) return;
      free_at_ = std::max(free_at_, now_) + transmission;
    }
    Item item{};
    item.time = std::max(now_, free_at_) + one_way_;
    item.order = ++order_;
    item.seq = seq;
    item.cwr = cwr;
    item.created = now_;
    item.ecn = fate == Fate::marked ? Ecn::ce : options_.ecn ? Ecn::ect0 : Ecn::not_ect;
    events_.push(item);
  }

  void arrive(const Item& item) {
    if (receiver.answers_first(item.ecn, receiver_options_)) reply();
    if (receiver_options_.reports_delay) receiver.took(now_ - item.created);
    const auto result = receiver.on_segment(item.seq, item.ecn, item.cwr, item.created, receiver_options_);
    if (result.send) {
      reply();
    } else if (ack_deadline_ == kNever) {
      ack_deadline_ = now_ + kDelayedAckTimeout;
    }
  }

  void reply() {
    ack_deadline_ = kNever;
    ++acks;
    Item item{};
    item.is_ack = true;
    item.time = now_ + one_way_;
    item.order = ++order_;
    item.ack = receiver.acknowledge(receiver_options_, item.sack);
    events_.push(item);
  }

  TcpOptions options_;
  TcpReceiver::Options receiver_options_;
  Time one_way_;
  Verdict verdict_;
  std::priority_queue<Item> events_;
  std::map<std::uint32_t, int> attempts_;
  std::uint64_t order_ = 0;
  Time free_at_ = 0;  ///< when what the path has taken has left
  Time now_ = 0, last_send_ = 0, ack_deadline_ = kNever;
  std::vector<std::byte> state_;
  SenderExtras extras_;
};

}  // namespace aqm::test
