// The sending end of a TCP connection, in whole segments. Slow start, congestion avoidance, fast retransmit and recovery:
// RFC 5681, RFC 6582 (New Reno); with selective acknowledgements RFC 6675 and proportional rate reduction, RFC 6937;
// limited transmit: RFC 3042; timeout: RFC 6298; ECN: RFC 3168; restart after a pause: RFC 5681 4.1. How the window grows and shrinks:
// its congestion control.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "ack.hpp"
#include "aqm/congestion_control.hpp"
#include "aqm/scenario.hpp"
#include "aqm/time.hpp"

namespace aqm {

struct TcpOptions {
  const Controller* control = nullptr;  ///< must be set
  bool classic_recovery = false;        ///< fast recovery ends with the first new acknowledgement (RFC 2581)
  bool sack = true;
  bool ecn = false;
  bool echo_pause = false;    ///< no growth while echoes come
  bool timer_restart = true;  ///< by a fast retransmission
  bool handshake = true;      ///< a round trip before the first segment
  double initial_window = 2;  ///< segments
  Time min_rto = 200'000'000;
  std::uint32_t receiver_window = UINT32_MAX;  ///< segments
  FlightEstimate flight = FlightEstimate::outstanding;
};

/// Retransmission timeout: RFC 6298, in nanoseconds.
class RttEstimator {
 public:
  void sample(Time rtt) {
    if (srtt_ == 0) {
      srtt_ = rtt;
      variation_ = rtt / 2;
    } else {
      const Time error = rtt > srtt_ ? rtt - srtt_ : srtt_ - rtt;
      variation_ += (error - variation_) / 4;
      srtt_ += (rtt - srtt_) / 8;
    }
  }
  Time smoothed() const { return srtt_; }

  /// Timeout before backoff; one second before the first sample (RFC 6298 2.1).
  Time timeout(Time min_rto) const {
    if (srtt_ == 0) return std::max(kSecond, min_rto);
    return std::clamp(srtt_ + std::max(kGranularity, 4 * variation_), min_rto, kMaxRto);
  }
  static constexpr Time kMaxRto = 60 * kSecond;

 private:
  static constexpr Time kGranularity = 1'000'000;
  Time srtt_ = 0, variation_ = 0;
};

class TcpSender {
 public:
  enum class Phase : std::uint8_t {
    greeting,  ///< until the handshake is over
    open,
    recovery,  ///< fast recovery
    loss       ///< after a timeout, until what was outstanding is acknowledged
  };

  /// `segments`: how many to deliver, UINT32_MAX for an endless source.
  explicit TcpSender(std::uint32_t segments = UINT32_MAX) : segments_(segments) {}

  /// Where the congestion control's state lies when it is larger than the room for it here.
  void keep_state_at(std::byte* block) { new (own_.data()) std::byte*(block); }

  /// A connection begins: its windows and its round-trip time are new, its numbers go on.
  void open(const TcpOptions& options) {
    cwnd_ = options.initial_window;
    ssthresh_ = kInfinity;
    rtt_ = {};
    backoff_ = 0;
    options.control->open(connection(options, 0));
  }

  /// Its handshake begins (RFC 9293 3.5). Nothing else leaves until that is answered.
  template <class Wire>
  void greet(const TcpOptions& options, Time now, Wire&& wire) {
    phase_ = Phase::greeting;
    deadline_ = now + timeout(options);
    wire.greet(backoff_ > 0);
  }

  /// The handshake is answered. "If the SYN or SYN/ACK is lost, the initial window used by a sender after a correctly transmitted SYN
  /// MUST be one segment" (RFC 5681 section 3.1).
  template <class Wire>
  void on_greeting(Time echo, const TcpOptions& options, Time now, Wire&& wire) {
    if (phase_ != Phase::greeting) return;
    phase_ = Phase::open;
    if (backoff_ > 0) cwnd_ = 1;
    rtt_.sample(now - echo);
    backoff_ = 0;
    deadline_ = kNever;
    transmit(options, now, wire);
  }

  /// The connection goes on after a pause since `sent`, when it sent for the last time. After more than a timeout what it knew of the
  /// path is old: "cwnd to no more than RW before beginning transmission" (RFC 5681 section 4.1).
  void resume(const TcpOptions& options, Time now, Time sent) {
    if (now - sent <= timeout(options)) return;
    cwnd_ = std::min(cwnd_, options.initial_window);
    options.control->restarted(connection(options, now));
  }

  /// So many segments more to deliver. All before have been.
  void extend(std::uint32_t segments) {
    segments_ = segments == UINT32_MAX ? segments : std::min(segments, UINT32_MAX - 1 - una_) + una_;
    leave(Phase::open);
  }

  /// Reads what acknowledgements and losses need; what it returns means nothing.
  std::uint64_t touch() const { return una_ + recover_; }
  double cwnd() const { return cwnd_; }
  double ssthresh() const { return ssthresh_; }
  Phase phase() const { return phase_; }
  std::uint32_t una() const { return una_; }
  std::uint32_t next() const { return next_; }
  Time deadline() const { return deadline_; }
  std::uint32_t segments() const { return segments_; }
  bool done() const { return una_ >= segments_; }
  Time smoothed_rtt() const { return rtt_.smoothed(); }
  Time timeout(const TcpOptions& options) const {
    return std::min(rtt_.timeout(options.min_rto) << backoff_, RttEstimator::kMaxRto);
  }

  /// Sends what the windows allow. `Wire` has void send(std::uint32_t seq, bool cwr, bool again).
  template <class Wire>
  void start(const TcpOptions& options, Time now, Wire&& wire) {
    transmit(options, now, wire);
  }

  template <class Wire>
  void on_ack(const Ack& ack, const TcpOptions& options, Time now, Wire&& wire) {
    const std::uint32_t advanced = ack.next > una_ ? ack.next - una_ : 0;
    const std::uint32_t newly_sacked = ack.sack ? take_sack(ack) : 0;
    const bool in_use = una_ < full_until_;
    std::uint32_t delivered = newly_sacked;
    if (advanced > 0) {
      const std::uint32_t known = sacked_count_ == 0 ? 0 : sacked_.remove_below(ack.next);
      sacked_count_ -= known;
      delivered += advanced - known;
      una_ = ack.next;
      next_ = std::max(next_, una_);
      high_ = std::max(high_, next_);
      rtt_.sample(now -
                  ack.echo);  // the echo tells transmissions apart, so Karn's rule is not needed (RFC 6298 section 3)
      backoff_ = 0;
    }
    AckEvent event;
    if (options.control->asks.events) event = tell(ack, advanced, delivered, in_use, options, now);
    if (advanced > 0) {
      if (ack.ece && phase_ == Phase::open) on_echo(advanced, options, now);
      // "The sender SHOULD NOT increase the congestion window in response to the receipt of an ECN-Echo ACK" (RFC 3168 6.1.2).
      bool grows = !ack.ece || !options.echo_pause;
      if (!in_use) [[unlikely]] {
        grows = false;
        if (options.control->asks.held) options.control->held(connection(options, now));
      }
      on_progress(advanced, delivered, grows, event, options, now);
    } else if (una_ < high_) {
      if (ack.ece && phase_ == Phase::open) on_echo(advanced, options, now);
      on_duplicate(newly_sacked, options, now, wire);
    } else {
      return;  // of a connection before, while this one's handshake is under way
    }
    transmit(options, now, wire);
  }

  /// The retransmission timer ran out: RFC 6298 5.4 to 5.7.
  template <class Wire>
  [[gnu::noinline]] void on_timeout(const TcpOptions& options, Time now, Wire&& wire) {
    if (phase_ == Phase::greeting) {
      if (rtt_.timeout(options.min_rto) << backoff_ < RttEstimator::kMaxRto) ++backoff_;
      greet(options, now, wire);
      return;
    }
    if (una_ >= high_) {
      deadline_ = kNever;
      return;
    }
    if (phase_ != Phase::loss || una_ >= recover_) {
      options.control->timed_out(connection(options, now));
      ssthresh_ = reduced(options, now);
    }
    cwnd_ = 1;
    phase_ = Phase::loss;
    recover_ = high_;
    duplicates_ = limited_ = 0;
    lost_edge_ = high_;
    retransmitted_ = una_;
    if (!options.sack) next_ = una_;
    if (rtt_.timeout(options.min_rto) << backoff_ < RttEstimator::kMaxRto) ++backoff_;
    deadline_ = now + timeout(options);
    transmit(options, now, wire);
  }

 private:
  static constexpr std::uint32_t kDupThresh = 3;

  /// `answered`: segments that were in flight until the acknowledgement that is looked at.
  Connection connection(const TcpOptions& options, Time now, std::uint32_t answered = 0) {
    std::byte* const own = options.control->state_bytes > Controller::kInline
                               ? *std::launder(reinterpret_cast<std::byte**>(own_.data()))
                               : own_.data();
    return {cwnd_, ssthresh_, own, now, rtt_.smoothed(), una_, high_, used(answered)};
  }

  // ---- windows --------------------------------------------------------------------------------------------------------

  std::uint32_t outstanding() const { return high_ - una_; }

  /// RFC 5681's FlightSize, without what limited transmit has sent (RFC 5681 section 3.2, step 2).
  std::uint32_t flight() const { return outstanding() - std::min(limited_, outstanding()); }

  /// The window that congestion takes its share of. In a recovery cwnd is what paces it.
  double whole_window() const { return phase_ == Phase::recovery ? recover_flight_ : cwnd_; }

  /// The part of it that is in use (RFC 9438 sections 4.6 and 5.8).
  double used(std::uint32_t answered) const {
    const double flying = flight() + answered;
    return flying + 1 > whole_window() ? whole_window() : flying;
  }

  /// "The amount of outstanding data in the network" that is halved (RFC 5681 eq 4). What is outstanding beyond the window, as when one
  /// recovery follows on another, was sent under a larger one, which has been halved already.
  double in_network(const TcpOptions& options, std::uint32_t answered = 0) const {
    if (options.sack && options.flight == FlightEstimate::pipe) return pipe(options);
    return std::min<double>(flight() + answered, whole_window());
  }

  /// Segments thought to be in the network (RFC 6675 section 4 SetPipe; without SACK, RFC 5681's FlightSize).
  double pipe(const TcpOptions& options) const {
    if (!options.sack) return next_ - una_;
    if (sacked_count_ == 0 && lost_edge_ <= una_) return high_ - una_;
    const std::uint32_t lost = std::max(lost_edge_, una_);
    const std::uint32_t rxt = std::max(retransmitted_, una_);
    const std::uint32_t alive = (high_ - lost) - sacked_.count_in(lost, high_);
    const std::uint32_t again = (rxt - una_) - sacked_.count_in(una_, rxt);
    return alive + again;
  }

  /// The slow start threshold after congestion, at least two segments (RFC 5681 eq 4) where the congestion control has no floor of its own.
  double reduced(const TcpOptions& options, Time now) {
    return std::max(options.control->after_loss(connection(options, now), in_network(options)), options.control->floor);
  }

  void grow(const AckEvent& event, const TcpOptions& options, Time now) {
    const Controller& control = *options.control;
    if (cwnd_ < ssthresh_) {
      if (control.asks.slow_start) {
        control.slow_start(connection(options, now), event);
      } else {
        cwnd_ += 1;  // RFC 5681 eq 2 with whole segments
      }
    } else if (control.asks.grow) {
      control.grow(connection(options, now), event);
    } else {
      cwnd_ += 1 / cwnd_;  // RFC 5681 eq 3
    }
  }

  // ---- ECN ------------------------------------------------------------------------------------------------------------

  /// At most one reaction a window (RFC 3168 6.1.2).
  [[gnu::noinline]] void on_echo(std::uint32_t answered, const TcpOptions& options, Time now) {
    if (!options.ecn || una_ <= ecn_recover_) return;
    ecn_recover_ = high_;
    const Controller& control = *options.control;
    control.congested(connection(options, now, answered));
    ssthresh_ =
        std::max(control.after_echo(connection(options, now, answered), in_network(options, answered)), control.floor);
    cwnd_ = ssthresh_;
    send_cwr_ = true;
  }

  // ---- acknowledgements -----------------------------------------------------------------------------------------------

  /// The acknowledgement for a congestion control, which is asked for it when it wants every one.
  [[gnu::noinline]] AckEvent tell(const Ack& ack, std::uint32_t advanced, std::uint32_t delivered, bool in_use,
                                  const TcpOptions& options, Time now) {
    AckEvent event;
    event.rtt = advanced > 0 ? now - ack.echo : 0;
    event.segments = advanced;
    event.next = ack.next;
    event.delivered = delivered;
    event.total = una_ + sacked_count_;
    event.marks = ack.ece ? advanced : 0;
    event.in_flight = pipe(options);
    event.round_start = una_ > round_end_;
    if (event.round_start) round_end_ = high_;
    event.limit = in_use ? Limit::window : next_ >= segments_ ? Limit::data : Limit::receiver;
    if (options.control->asks.acknowledged) options.control->acknowledged(connection(options, now), event);
    return event;
  }

  /// Records the SACK blocks; returns how many segments are newly known to have arrived.
  std::uint32_t take_sack(const Ack& ack) {
    std::uint32_t fresh = 0;
    for (std::uint32_t i = 0; i < ack.sack->count; ++i) {
      const Interval& block = ack.sack->block[i];
      fresh += sacked_.add(std::max({block.begin, ack.next, una_}), std::min(block.end, high_));
    }
    sacked_count_ += fresh;
    return fresh;
  }

  /// RFC 6675 IsLost for every segment at once: what has kDupThresh selectively acknowledged segments above it.
  void mark_lost() {
    if (sacked_count_ >= kDupThresh) lost_edge_ = std::max(lost_edge_, sacked_.nth_largest(kDupThresh));
  }

  void on_progress(std::uint32_t advanced, std::uint32_t delivered, bool grows, const AckEvent& event,
                   const TcpOptions& options, Time now) {
    deadline_ = una_ < high_ ? now + timeout(options) : kNever;
    switch (phase_) {
      case Phase::greeting: break;
      case Phase::open:
        duplicates_ = limited_ = 0;
        if (grows) grow(event, options, now);
        break;
      case Phase::loss:
        if (una_ >= recover_) leave(Phase::open);
        if (grows) grow(event, options, now);
        break;
      case Phase::recovery:
        if (una_ >= recover_ || options.classic_recovery) {
          cwnd_ = options.sack ? ssthresh_
                               : std::min(ssthresh_, std::max<double>(outstanding(), 1) + 1);  // RFC 6582 3.2 (3)
          leave(Phase::open);
        } else if (options.sack) {
          mark_lost();
          reduce_proportionally(delivered, options);
        } else {
          // Partial acknowledgement, RFC 6582 3.2: retransmit the next hole, deflate by what was acknowledged.
          hole_ = true;
          cwnd_ = std::max(cwnd_ - advanced + 1, 1.0);
        }
        break;
    }
  }

  template <class Wire>
  void on_duplicate(std::uint32_t newly_sacked, const TcpOptions& options, Time now, Wire&& wire) {
    if (options.sack && newly_sacked == 0) return;  // RFC 6675: a duplicate brings new SACK information
    if (phase_ == Phase::recovery) {
      if (options.sack) {
        mark_lost();
        reduce_proportionally(newly_sacked, options);
      } else {
        cwnd_ += 1;  // RFC 5681 3.2 (4)
      }
      return;
    }
    if (phase_ == Phase::loss) return;
    ++duplicates_;
    if (options.sack) mark_lost();
    const bool lost = duplicates_ >= kDupThresh || (options.sack && lost_edge_ > una_);
    if (!lost || una_ < recover_) return;
    enter_recovery(newly_sacked, options, now, wire);
  }

  template <class Wire>
  [[gnu::noinline]] void enter_recovery(std::uint32_t delivered, const TcpOptions& options, Time now, Wire&& wire) {
    options.control->congested(connection(options, now));
    lost_edge_ = std::max(lost_edge_, una_ + 1);
    retransmitted_ = una_;
    recover_flight_ = std::max(in_network(options), 1.0);
    ssthresh_ = reduced(options, now);
    phase_ = Phase::recovery;
    recover_ = high_;
    if (options.sack) {
      prr_delivered_ = prr_out_ = 0;
      reduce_proportionally(delivered, options);
      cwnd_ = std::max(cwnd_, pipe(options) + 1);  // the fast retransmission itself always goes out
    } else {
      cwnd_ = ssthresh_ + kDupThresh;
      retransmit(una_, wire);
    }
    // "We suggest restarting" it (RFC 6675 section 6); new data acknowledged is all that does so in RFC 6298 (5.3).
    if (options.timer_restart) deadline_ = now + timeout(options);
  }

  /// RFC 6937 section 3.1 with the slow-start reduction bound.
  void reduce_proportionally(std::uint32_t delivered, const TcpOptions& options) {
    prr_delivered_ += delivered;
    const double in_flight = pipe(options);
    double quota;
    if (in_flight > ssthresh_) {
      quota = std::ceil(prr_delivered_ * ssthresh_ / recover_flight_) - prr_out_;
    } else {
      const double limit = std::max<double>(static_cast<double>(prr_delivered_) - prr_out_, delivered) + 1;
      quota = std::min(ssthresh_ - in_flight, limit);
    }
    cwnd_ = in_flight + std::max(quota, 0.0);
  }

  void leave(Phase to) {
    phase_ = to;
    duplicates_ = limited_ = 0;
    lost_edge_ = retransmitted_ = una_;
  }

  // ---- sending --------------------------------------------------------------------------------------------------------

  template <class Wire>
  void retransmit(std::uint32_t seq, Wire&& wire) {
    ++prr_out_;
    retransmitted_ = std::max(retransmitted_, seq + 1);
    wire.send(seq, false, true);
  }

  template <class Wire>
  void transmit(const TcpOptions& options, Time now, Wire&& wire) {
    if (hole_) {
      hole_ = false;
      retransmit(una_, wire);
    }
    double in_flight = pipe(options);
    // In the open phase up to two more segments may leave on duplicates without SACK (RFC 3042).
    const double allowance = !options.sack && phase_ == Phase::open ? std::min<std::uint32_t>(duplicates_, 2) : 0;
    while (true) {
      if (!(in_flight + 1 <= cwnd_ + allowance)) {
        full_until_ = high_;
        break;
      }
      if (!send_one(options, wire)) break;
      in_flight += 1;
    }
    if (deadline_ == kNever && una_ < high_) deadline_ = now + timeout(options);
  }

  /// RFC 6675 NextSeg: the next hole that counts as lost, else new data, else an unacknowledged segment below the highest
  /// that was selectively acknowledged.
  template <class Wire>
  bool send_one(const TcpOptions& options, Wire&& wire) {
    if (options.sack && phase_ != Phase::open) {
      const std::uint32_t hole = sacked_.next_missing(std::max(retransmitted_, una_));
      if (hole < lost_edge_) {
        retransmit(hole, wire);
        return true;
      }
      if (send_new(options, wire)) return true;
      if (hole < sacked_.max_end()) {
        retransmit(hole, wire);
        return true;
      }
      return false;
    }
    return send_new(options, wire);
  }

  template <class Wire>
  bool send_new(const TcpOptions& options, Wire&& wire) {
    if (next_ >= segments_ || next_ - una_ >= options.receiver_window) return false;
    const bool cwr = send_cwr_;
    send_cwr_ = false;
    if (phase_ == Phase::recovery) ++prr_out_;
    if (phase_ == Phase::open && duplicates_ > 0) ++limited_;
    const std::uint32_t seq = next_++;
    const bool again = seq < high_;  // after a timeout without SACK
    high_ = std::max(high_, next_);
    wire.send(seq, cwr, again);
    return true;
  }

  // In the order of use: what every acknowledgement reads and writes comes first, then what losses need (Source counts on 16, 64 and
  // 64 bytes), then what only some congestion controls have.
  std::uint32_t segments_;
  std::uint32_t full_until_ = 0;  ///< what is below it was sent before the window was last seen to be full
  std::uint32_t duplicates_ = 0;
  std::uint32_t limited_ = 0;  ///< new segments sent since the first duplicate

  std::uint32_t una_ = 0, next_ = 0, high_ = 0;  ///< oldest outstanding; next to send; one above the highest ever sent
  std::uint32_t sacked_count_ = 0;
  double cwnd_ = 2, ssthresh_ = kInfinity;
  RttEstimator rtt_;
  Time deadline_ = kNever;
  std::uint32_t lost_edge_ = 0;  ///< every segment below it that is not in `sacked_` counts as lost
  Phase phase_ = Phase::open;
  bool hole_ = false, send_cwr_ = false;
  std::uint8_t backoff_ = 0;

  SequenceSet sacked_;  ///< `sacked_count_` segments above `una_`
  double recover_flight_ = 1;
  std::uint32_t recover_ = 0;
  std::uint32_t retransmitted_ = 0;  ///< RFC 6675 HighRxt, plus one
  std::uint32_t prr_delivered_ = 0, prr_out_ = 0;

  std::uint32_t ecn_recover_ = 0;
  std::uint32_t round_end_ = 0;  ///< the round trip ends when more than this is acknowledged
  alignas(8) std::array<std::byte, Controller::kInline> own_{};  ///< of the congestion control, or where that is
};

}  // namespace aqm
