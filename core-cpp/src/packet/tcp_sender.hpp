// The sending end of a TCP connection, in whole segments. Slow start, congestion avoidance, fast retransmit and
// recovery:
// RFC 5681, RFC 6582 (New Reno); with selective acknowledgements RFC 6675 and proportional rate reduction, RFC 6937;
// limited transmit: RFC 3042; losses by time: RFC 8985; timeout: RFC 6298; ECN: RFC 3168; restart after a pause:
// RFC 5681 4.1. The congestion control determines how the window grows and shrinks.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "ack.hpp"
#include "aqm/congestion_control.hpp"
#include "aqm/scenario.hpp"
#include "aqm/time.hpp"
#include "rtt_estimator.hpp"
#include "sender_extras.hpp"
#include "tcp_options.hpp"

namespace aqm {

class TcpSender {
 public:
  enum class Phase : std::uint8_t {
    greeting,  ///< until the handshake is complete
    open,
    recovery,  ///< fast recovery
    loss       ///< after a timeout, until what was outstanding is acknowledged
  };

  /// `segments`: the number to deliver, UINT32_MAX for an endless source.
  explicit TcpSender(std::uint32_t segments = UINT32_MAX) : segments_(segments) {}

  /// For rows whose options have extras: sets where the extras are, and with them the congestion control's state.
  void keep_extras_at(SenderExtras* extras) { new (own_.data()) SenderExtras*(extras); }

  /// A connection begins: its windows and its round-trip time are new, its segment numbers continue.
  void open(const TcpOptions& options) {
    cwnd_ = options.initial_window;
    ssthresh_ = kInfinity;
    rtt_ = {};
    backoff_ = 0;
    if (options.extras) {
      extras().hystart = {};
      extras().rack = {};
    }
    options.control->open(connection(options, 0));
  }

  /// The handshake begins (RFC 9293 3.5). Nothing else is sent until it is answered.
  template <class Wire>
  void greet(const TcpOptions& options, Time now, Wire&& wire) {
    phase_ = Phase::greeting;
    deadline_ = now + timeout(options);
    wire.greet(backoff_ > 0);
  }

  /// The handshake is answered. "If the SYN or SYN/ACK is lost, the initial window used by a sender after a correctly
  /// transmitted SYN MUST be one segment" (RFC 5681 section 3.1).
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

  /// The connection continues after a pause that began with its last sending at `sent`. After more than a timeout its
  /// knowledge of the path is old: "cwnd to no more than RW before beginning transmission" (RFC 5681 section 4.1).
  void resume(const TcpOptions& options, Time now, Time sent) {
    if (options.rack) extras().rack.probe_end = 0;  // the answer to the last probe has been missed
    if (options.control->asks.steer) return options.control->restarted(connection(options, now));
    if (now - sent <= timeout(options)) return;
    cwnd_ = std::min(cwnd_, options.initial_window);
    options.control->restarted(connection(options, now));
  }

  /// Adds `segments` to deliver. All earlier segments have been delivered.
  void extend(std::uint32_t segments) {
    segments_ = segments == UINT32_MAX ? segments : std::min(segments, UINT32_MAX - 1 - una_) + una_;
    leave(Phase::open);
  }

  /// Reads the data for acknowledgements and losses to bring it into the cache; the return value has no meaning.
  std::uint64_t touch() const { return una_ + recover_; }
  double cwnd() const { return cwnd_; }
  double ssthresh() const { return ssthresh_; }
  Phase phase() const { return phase_; }
  /// An index into kPhases, followed by the phases of the congestion control.
  std::size_t doing(const TcpOptions& options, Time now) {
    if (phase_ == Phase::greeting) return 0;
    if (phase_ == Phase::loss) return 4;
    if (const int own = options.control->phase(connection(options, now)); own >= 0)
      return kPhases.size() + static_cast<std::size_t>(own);
    if (phase_ == Phase::recovery) return 3;
    return cwnd_ < ssthresh_ ? 1 : 2;
  }
  std::uint32_t una() const { return una_; }
  std::uint32_t next() const { return next_; }
  Time deadline() const { return deadline_; }
  std::uint32_t segments() const { return segments_; }
  bool done() const { return una_ >= segments_; }
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
    const bool window_full = una_ < full_until_;
    bool in_use = window_full, echo = ack.ece;
    if (options.extras) [[unlikely]] {
      if (options.records) take_sample(ack, options, now);
      if (options.control->asks.paces) in_use = in_use || una_ < extras().pacer.full_until;
      if (options.control->counts_marks) echo = take_marks(ack);
    }
    const std::uint32_t newly_sacked = ack.sack ? take_sack(ack) : 0;
    std::uint32_t delivered = newly_sacked;
    if (advanced > 0) {
      const std::uint32_t known = sacked_count_ == 0 ? 0 : sacked_.remove_below(ack.next);
      sacked_count_ -= known;
      delivered += advanced - known;
      una_ = ack.next;
      next_ = std::max(next_, una_);
      high_ = std::max(high_, next_);
      rtt_.sample(now -
                  ack.echo);  // the echo distinguishes transmissions, so Karn's rule is not needed (RFC 6298 section 3)
      backoff_ = 0;
    }
    AckEvent event;
    if (options.events) event = tell(ack, advanced, delivered, window_full, options, now);
    if (advanced > 0) {
      if (echo && phase_ == Phase::open) on_echo(advanced, options, now);
      // "The sender SHOULD NOT increase the congestion window in response to the receipt of an ECN-Echo ACK" (RFC 3168
      // 6.1.2).
      bool grows = !echo || !options.echo_pause;
      if (!in_use) [[unlikely]] {
        grows = false;
        if (options.control->asks.held) options.control->held(connection(options, now));
      }
      on_progress(advanced, delivered, grows, event, options, now);
    } else if (una_ < high_) {
      if (echo && phase_ == Phase::open) on_echo(advanced, options, now);
      on_duplicate(newly_sacked, options, now, wire);
    } else {
      return;  // it belongs to an earlier connection, while this connection's handshake is in progress
    }
    if (options.extras) [[unlikely]] {
      if (options.rack && phase_ == Phase::open && lost_edge_ > una_) enter_recovery(delivered, options, now, wire);
      if (options.control->asks.steer) {
        steer(event, options, now);
        return transmit_apart(event.in_flight, options, now, wire);
      }
    }
    transmit(options, now, wire);
  }

  /// Whether pacing waits for an event of this time; the event then counts as handled. For paced rows.
  bool paces_at(Time now) {
    Pacer& pacer = extras().pacer;
    if (pacer.event != now) return false;
    pacer.event = kNever;
    return true;
  }

  /// Pacing releases the next burst. `Wire` has void pace(Pacer&), which requests the next call at pacer.next().
  template <class Wire>
  void on_pace(const TcpOptions& options, Time now, Wire&& wire) {
    if (phase_ == Phase::greeting) return;
    if (options.rack) disarm();
    transmit(options, now, wire);
  }

  /// The retransmission timer expired: RFC 6298 5.4 to 5.7.
  template <class Wire>
  [[gnu::noinline]] void on_timeout(const TcpOptions& options, Time now, Wire&& wire) {
    if (phase_ == Phase::greeting) {
      if (rtt_.timeout(options.min_rto) << backoff_ < RttEstimator::kMaxRto) ++backoff_;
      greet(options, now, wire);
      return;
    }
    if (options.rack && disarm()) return on_rack_timer(options, now, wire);
    if (una_ >= high_) {
      deadline_ = kNever;
      return;
    }
    if (phase_ != Phase::loss || una_ >= recover_) {
      options.control->timed_out(connection(options, now));
      if (!reduced_by_a_mark(options)) ssthresh_ = reduced(options, now);
      note_reduction(options);
    }
    if (options.control->asks.steer && !options.rack) {
      note_lost(una_, std::min(retransmitted_, lost_edge_), options, now);
      note_lost(std::max(lost_edge_, una_), high_, options, now);
    }
    cwnd_ = 1;
    phase_ = Phase::loss;
    recover_ = high_;
    duplicates_ = limited_ = 0;
    if (options.rack) {
      lose_old(options, now);
    } else {
      lost_edge_ = high_;
      retransmitted_ = una_;
    }
    if (!options.sack) next_ = una_;
    if (rtt_.timeout(options.min_rto) << backoff_ < RttEstimator::kMaxRto) ++backoff_;
    deadline_ = now + timeout(options);
    transmit(options, now, wire);
  }

 private:
  static constexpr std::uint32_t kDupThresh = Rack::kDupThresh;

  /// `answered`: segments that were in flight until the current acknowledgement.
  Connection connection(const TcpOptions& options, Time now, std::uint32_t answered = 0) {
    Connection c{cwnd_, ssthresh_, own_.data(), now, rtt_.smoothed(), una_, high_, used(answered)};
    if (options.extras) {
      c.own = extras().state;
      c.bursts = &options.bursts;
      c.delivery = &extras().sampler.delivery;
      c.rng = &extras().rng;
    }
    return c;
  }

  SenderExtras& extras() const { return **std::launder(reinterpret_cast<SenderExtras* const*>(own_.data())); }

  // ---- windows ------------------------------------------------------------------------------------------------------

  std::uint32_t outstanding() const { return high_ - una_; }

  /// RFC 5681's FlightSize, without the segments of limited transmit (RFC 5681 section 3.2, step 2).
  std::uint32_t flight() const { return outstanding() - std::min(limited_, outstanding()); }

  /// The window that congestion reduces. In a recovery, cwnd only paces the recovery.
  double whole_window() const { return phase_ == Phase::recovery ? recover_flight_ : cwnd_; }

  /// The part of the window that is in use (RFC 9438 sections 4.6 and 5.8).
  double used(std::uint32_t answered) const {
    const double flying = flight() + answered;
    return flying + 1 > whole_window() ? whole_window() : flying;
  }

  /// "The amount of outstanding data in the network" that is halved (RFC 5681 eq 4). Data outstanding beyond the
  /// window, for example when one recovery follows another, was sent under a larger window, which has already been
  /// halved.
  double in_network(const TcpOptions& options, std::uint32_t answered = 0) const {
    if (options.sack && options.flight == FlightEstimate::pipe) return pipe(options);
    return std::min<double>(flight() + answered, whole_window());
  }

  /// Segments estimated to be in the network (RFC 6675 section 4 SetPipe; without SACK, RFC 5681's FlightSize).
  double pipe(const TcpOptions& options) const {
    if (!options.sack) return next_ - una_;
    if (sacked_count_ == 0 && lost_edge_ <= una_) return high_ - una_;
    return pipe_with_holes(options);
  }
  [[gnu::noinline]] double pipe_with_holes(const TcpOptions& options) const {
    const std::uint32_t lost = std::max(lost_edge_, una_);
    const std::uint32_t rxt = std::max(retransmitted_, una_);
    const std::uint32_t alive = (high_ - lost) - (sacked_count_ - sacked_.count_below(lost));
    const std::uint32_t again = (rxt - una_) - sacked_.count_below(rxt);
    return options.rack ? alive + again - extras().rack.lost_again() : alive + again;
  }

  /// The slow start threshold after congestion: at least two segments (RFC 5681 eq 4), unless the congestion control
  /// has its own floor.
  double reduced(const TcpOptions& options, Time now) {
    if (options.control->asks.steer) return ssthresh_;
    return std::max(options.control->after_loss(connection(options, now), in_network(options)), options.control->floor);
  }

  void grow(const AckEvent& event, const TcpOptions& options, Time now) {
    if (options.events) return grow_by(event, options, now);
    cwnd_ += cwnd_ < ssthresh_ ? 1 : 1 / cwnd_;  // RFC 5681 eq 2 with whole segments, eq 3
  }

  /// For congestion controls that read acknowledgement events.
  [[gnu::noinline]] void grow_by(const AckEvent& event, const TcpOptions& options, Time now) {
    const Controller& control = *options.control;
    if (cwnd_ < ssthresh_) {
      if (!grows_otherwise(event, options)) control.slow_start(connection(options, now), event);
    } else {
      control.grow(connection(options, now), event);
    }
  }

  /// Slow start of congestion controls that steer, which have no slow start of this kind, and of HyStart++.
  bool grows_otherwise(const AckEvent& event, const TcpOptions& options) {
    if (options.control->asks.steer) return true;
    if (options.control->asks.slow_start || !options.hystart || ssthresh_ < kInfinity) return false;
    bool done = false;
    cwnd_ += extras().hystart.grow(event, high_, options.paced, done);
    if (done) ssthresh_ = cwnd_;
    return true;
  }

  // ---- ECN ----------------------------------------------------------------------------------------------------------

  /// Drops and marks of one window reduce it once, and the next new segment says that it was reduced (RFC 3168 6.1.2).
  void note_reduction(const TcpOptions& options) {
    ecn_recover_ = high_;
    send_cwr_ = options.ecn;
  }

  /// Whether a mark of this window has already reduced it, so that a drop does not. A congestion control that counts
  /// marks, or that steers, times its reactions itself.
  bool reduced_by_a_mark(const TcpOptions& options) const {
    return options.ecn && phase_ == Phase::open && una_ >= recover_ && una_ < ecn_recover_ &&
           !options.control->counts_marks && !options.control->asks.steer;
  }

  /// At most one reaction per window; a congestion control that counts marks times its reactions itself.
  [[gnu::noinline]] void on_echo(std::uint32_t answered, const TcpOptions& options, Time now) {
    const Controller& control = *options.control;
    if (!options.ecn || (una_ <= ecn_recover_ && !control.counts_marks)) return;
    note_reduction(options);
    control.congested(connection(options, now, answered));
    const Connection c = connection(options, now, answered);
    ssthresh_ = std::max(options.abe ? control.abe * c.used : control.after_echo(c, in_network(options, answered)),
                         control.floor);
    cwnd_ = ssthresh_;
  }

  // ---- acknowledgements ---------------------------------------------------------------------------------------------

  /// The event of an acknowledgement for a congestion control; a congestion control that wants every acknowledgement is
  /// called here.
  [[gnu::noinline]] AckEvent tell(const Ack& ack, std::uint32_t advanced, std::uint32_t delivered, bool window_full,
                                  const TcpOptions& options, Time now) {
    if (options.rack) follow(ack, advanced, options, now);
    AckEvent event;
    event.rtt = advanced > 0 ? now - ack.echo : 0;
    event.delay = ack.sack ? ack.sack->delay : 0;
    event.segments = advanced;
    event.next = ack.next;
    event.delivered = delivered;
    event.total = una_ + sacked_count_;
    event.marks = options.control->counts_marks ? extras().fresh_marks : ack.ece ? advanced : 0;
    // a congestion control that steers is called after loss detection
    if (!options.control->asks.steer) event.in_flight = pipe(options);
    event.round_start = una_ > round_end_;
    if (event.round_start) round_end_ = high_;
    event.limit = window_full          ? Limit::window
                  : next_ >= segments_ ? Limit::data
                  : options.paced      ? Limit::pace
                                       : Limit::receiver;
    event.sample = nullptr;
    event.recovering = phase_ != Phase::open;
    if (options.control->asks.acknowledged) options.control->acknowledged(connection(options, now), event);
    return event;
  }

  // ---- for congestion controls that take rate samples ---------------------------------------------------------------

  template <class Do>
  void each_missing(std::uint32_t begin, std::uint32_t end, Do&& act) const {
    for (std::uint32_t seq = sacked_.next_missing(begin); seq < end; seq = sacked_.next_missing(seq + 1)) act(seq);
  }

  /// The segments that an acknowledgement answers, before it is recorded.
  [[gnu::noinline]] void take_sample(const Ack& ack, const TcpOptions& options, Time now) {
    SenderExtras& of = extras();
    const auto arrived = [&](std::uint32_t seq) {
      if (options.rack) of.rack.arrived(seq, of.sampler[seq], now);
      of.sampler.arrived(seq, now);
    };
    of.sampler.begin(ack.echo);
    if (options.rack) begin_rack(ack);
    each_missing(una_, ack.next, arrived);
    if (ack.sack == nullptr) return;
    for (const Interval* block = ack.sack->from(0); block != nullptr; block = ack.sack->from(block->end)) {
      each_missing(std::max({block->begin, ack.next, una_}), std::min(block->end, high_), arrived);
    }
  }

  void note_lost(std::uint32_t begin, std::uint32_t end, const TcpOptions& options, Time now) {
    each_missing(begin, end, [&](std::uint32_t seq) { note_lost(seq, options, now); });
  }
  void note_lost(std::uint32_t seq, const TcpOptions& options, Time now) {
    const LostSegment segment = extras().sampler.lost(seq);
    options.control->lost(connection(options, now), segment);
  }

  [[gnu::noinline]] void steer(AckEvent& event, const TcpOptions& options, Time now) {
    RateSampler& sampler = extras().sampler;
    sampler.end();
    event.sample = &sampler.sample;
    event.in_flight = pipe(options);
    event.recovering = phase_ != Phase::open;
    options.control->steer(connection(options, now), event);
  }

  /// `in_flight` includes this segment.
  [[gnu::noinline]] void note_sent(std::uint32_t seq, bool again, double in_flight, const TcpOptions& options,
                                   Time now) {
    if (!options.records) return;
    if (options.rack && !again) extras().rack.moves = true;
    extras().sampler.sent(seq, una_, in_flight, now, again);
  }

  // ---- RACK-TLP -----------------------------------------------------------------------------------------------------

  /// The record of a segment, null if the segment has arrived.
  SegmentRecord* record_of(std::uint32_t seq) const {
    return seq < una_ || sacked_.find(seq) != nullptr ? nullptr : &extras().sampler[seq];
  }

  /// Restores the retransmission timeout as the deadline; returns whether another timer had replaced it.
  bool disarm() {
    Rack& rack = extras().rack;
    if (!rack.armed) return false;
    rack.armed = false;
    deadline_ = rack.timeout_at;
    return true;
  }

  void begin_rack(const Ack& ack) {
    disarm();
    Rack& rack = extras().rack;
    rack.begin();
    if (ack.next > una_) rack.moves = true;
  }

  /// Processes an acknowledgement after everything that it reports has been recorded.
  [[gnu::cold]] void follow(const Ack& ack, std::uint32_t advanced, const TcpOptions& options, Time now) {
    Rack& rack = extras().rack;
    // Section 7.4: if a probe has repaired something, that was a loss.
    if (rack.probe_end != 0 && una_ >= rack.probe_end) {
      const bool repaired = rack.probe_again && una_ > rack.probe_end;
      if (!rack.probe_again || repaired || (advanced == 0 && (ack.sack == nullptr || ack.sack->count == 0)))
        rack.probe_end = 0;
      if (repaired && phase_ == Phase::open) reduce_at_once(options, now);
    }
    find_lost(options, now);
  }

  void reduce_at_once(const TcpOptions& options, Time now) {
    if (reduced_by_a_mark(options)) return;
    note_reduction(options);
    options.control->congested(connection(options, now));
    ssthresh_ = reduced(options, now);
    if (!options.control->asks.steer) cwnd_ = std::min(cwnd_, ssthresh_);
  }

  /// Section 6.2, step 5.
  [[gnu::cold]] void find_lost(const TcpOptions& options, Time now) {
    Rack& rack = extras().rack;
    const Time window = rack.window(phase_ != Phase::open, sacked_count_, rtt_.smoothed());
    rack.reorder_at = kNever;
    // Segments that were sent once left in the order of their numbers; a probe sends the highest of them again.
    const std::uint32_t first = std::max(lost_edge_, una_);
    std::uint32_t edge = first;
    for (std::uint32_t seq = sacked_.next_missing(first); seq < high_; seq = sacked_.next_missing(seq + 1)) {
      const Time sent = extras().sampler[seq].sent;
      if (!rack.overtaken(seq, sent)) break;
      const Time due = rack.due(sent, window);
      if (due <= now) {
        edge = seq + 1;
      } else {
        rack.reorder_at = due;
      }
    }
    if (edge > first) {
      rack.found = true;
      lose_below(edge, options, now);
    }
    rack.judge([this](std::uint32_t seq) { return record_of(seq); },
               [&](std::uint32_t seq, Time sent) {
                 if (!rack.overtaken(seq, sent)) return false;
                 const Time due = rack.due(sent, window);
                 if (due > now) {
                   rack.reorder_at = rack.reorder_at == kNever ? due : std::max(rack.reorder_at, due);
                   return false;
                 }
                 rack.found = true;
                 if (options.control->asks.steer) note_lost(seq, options, now);
                 return true;
               });
  }

  /// At a retransmission timeout the first segment is lost, and so are segments that left longer ago than a round trip
  /// (section 6.3). The first segment is sent again whatever else is in transit.
  [[gnu::cold]] void lose_old(const TcpOptions& options, Time now) {
    Rack& rack = extras().rack;
    const Time window = rack.window(true, sacked_count_, rtt_.smoothed());
    const auto old = [&](std::uint32_t seq, Time sent) { return seq == una_ || rack.due(sent, window) <= now; };
    std::uint32_t edge = std::max(lost_edge_, una_);
    for (std::uint32_t seq = sacked_.next_missing(edge); seq < high_ && old(seq, extras().sampler[seq].sent);
         seq = sacked_.next_missing(seq + 1)) {
      edge = seq + 1;
    }
    lose_below(edge, options, now);
    rack.judge([this](std::uint32_t seq) { return record_of(seq); },
               [&](std::uint32_t seq, Time sent) {
                 const bool lost = old(seq, sent);
                 if (lost && options.control->asks.steer) note_lost(seq, options, now);
                 return lost;
               });
    rack.reorder_at = kNever;
    cwnd_ = pipe(options) + 1;
  }

  /// The reordering window, or the time of a probe, has expired.
  template <class Wire>
  [[gnu::cold]] void on_rack_timer(const TcpOptions& options, Time now, Wire&& wire) {
    Rack& rack = extras().rack;
    if (rack.reorder_at == kNever) return probe(options, now, wire);
    rack.found = false;
    find_lost(options, now);
    if (rack.found) {
      if (phase_ == Phase::open) {
        enter_recovery(0, options, now, wire);
      } else if (phase_ == Phase::recovery) {
        reduce_proportionally(0, false, options);
      }
    }
    transmit(options, now, wire);
  }

  /// Section 7.3: sends new data whatever the window is, or else the segment that was sent last; the timeout starts
  /// here.
  template <class Wire>
  [[gnu::cold]] void probe(const TcpOptions& options, Time now, Wire&& wire) {
    Rack& rack = extras().rack;
    rack.probe_again = !send_new(pipe(options) + 1, options, now, wire);
    if (rack.probe_again) {
      note_sent(high_ - 1, true, pipe(options), options, now);
      wire.send(high_ - 1, false, true);
    }
    rack.probe_end = high_;
    rack.moves = false;
    deadline_ = now + timeout(options);
  }

  /// The earlier of these timers becomes the deadline, if it is before the timeout (sections 7.2 and 8).
  [[gnu::cold]] void arm(const TcpOptions& options, Time now) {
    Rack& rack = extras().rack;
    if (rack.moves) {
      const Time srtt = rtt_.smoothed();
      rack.probe_at = now + (srtt == 0 ? kSecond : 2 * srtt + (outstanding() == 1 ? options.max_ack_delay : 0));
      rack.moves = false;
    }
    const bool probes = phase_ == Phase::open && sacked_count_ == 0 && una_ < high_ && rack.probe_end == 0;
    const Time at = rack.reorder_at != kNever ? rack.reorder_at : probes ? std::min(rack.probe_at, deadline_) : kNever;
    if (at > deadline_ || at == kNever) return;
    rack.armed = true;
    rack.timeout_at = deadline_;
    deadline_ = at;
  }

  /// Reads how many further segments the receiver got with a mark; returns whether there are any.
  bool take_marks(const Ack& ack) {
    SenderExtras& of = extras();
    const std::uint32_t marks = ack.sack ? ack.sack->marks : 0;
    of.fresh_marks = marks - of.marks;
    of.marks = marks;
    return of.fresh_marks > 0;
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

  /// RFC 6675 IsLost for every segment at once: segments with kDupThresh selectively acknowledged segments above them.
  void mark_lost(const TcpOptions& options, Time now) {
    if (sacked_count_ >= kDupThresh) lose_below(sacked_.nth_largest(kDupThresh), options, now);
  }

  void lose_below(std::uint32_t edge, const TcpOptions& options, Time now) {
    if (options.extras) [[unlikely]] {
      if (options.control->asks.steer) note_lost(std::max(lost_edge_, una_), edge, options, now);
    }
    lost_edge_ = std::max(lost_edge_, edge);
  }

  /// Looks for losses that an acknowledgement shows, in a recovery or before one; returns whether there is a further
  /// loss.
  bool shows_loss(const TcpOptions& options, Time now) {
    if (options.rack) return extras().rack.found;
    const std::uint32_t edge = lost_edge_;
    mark_lost(options, now);
    return lost_edge_ != edge;
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
        if (una_ >= recover_) leave(Phase::open, options.rack);
        if (grows) grow(event, options, now);
        break;
      case Phase::recovery:
        if (una_ >= recover_ || options.classic_recovery) {
          if (!options.control->asks.steer) {
            cwnd_ = options.sack ? ssthresh_
                                 : std::min(ssthresh_, std::max<double>(outstanding(), 1) + 1);  // RFC 6582 3.2 (3)
          }
          leave(Phase::open, options.rack);
        } else if (options.sack) {
          const bool safe = !shows_loss(options, now);
          reduce_proportionally(delivered, safe, options);
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
        shows_loss(options, now);
        reduce_proportionally(newly_sacked, false, options);
      } else {
        cwnd_ += 1;  // RFC 5681 3.2 (4)
      }
      return;
    }
    if (phase_ == Phase::loss) return;
    ++duplicates_;
    if (options.sack) shows_loss(options, now);
    const bool lost = (duplicates_ >= kDupThresh && !options.rack) || (options.sack && lost_edge_ > una_);
    if (!lost || una_ < recover_) return;
    enter_recovery(newly_sacked, options, now, wire);
  }

  template <class Wire>
  [[gnu::noinline]] void enter_recovery(std::uint32_t delivered, const TcpOptions& options, Time now, Wire&& wire) {
    const bool again = reduced_by_a_mark(options);
    if (!again) options.control->congested(connection(options, now));
    if (!options.rack) {
      lose_below(una_ + 1, options, now);
      retransmitted_ = una_;
    }
    // RFC 9937 section 6.2: segments that were sacked before will not be delivered in the recovery. RFC 6937: all data
    // that is outstanding; of a window that a mark has reduced, more than the window.
    recover_flight_ = std::max(options.prr == RateReduction::rfc9937 ? high_ - una_ - sacked_count_ + delivered
                               : again                               ? flight()
                                                                     : in_network(options),
                               1.0);
    if (!again) ssthresh_ = reduced(options, now);
    note_reduction(options);
    phase_ = Phase::recovery;
    recover_ = high_;
    if (options.sack) {
      prr_delivered_ = prr_out_ = 0;
      if (!options.control->asks.steer) {
        reduce_proportionally(delivered, false, options);
        cwnd_ = std::max(cwnd_, pipe(options) + 1);  // the fast retransmission itself is always sent
      }
    } else {
      cwnd_ = ssthresh_ + kDupThresh;
      retransmit(una_, pipe(options), options, now, wire);
    }
    // "We suggest restarting" the timer (RFC 6675 section 6); in RFC 6298 (5.3) only new acknowledged data restarts it.
    if (options.timer_restart) deadline_ = now + timeout(options);
  }

  /// RFC 6937 section 3.1 with the slow-start reduction bound. In RFC 9937 section 6.2 that bound holds only for
  /// acknowledgements that are `safe`: they advance and show no further loss.
  void reduce_proportionally(std::uint32_t delivered, bool safe, const TcpOptions& options) {
    if (options.control->asks.steer) return;
    prr_delivered_ += delivered;
    const double in_flight = pipe(options);
    double quota;
    if (in_flight > ssthresh_) {
      quota = std::ceil(prr_delivered_ * ssthresh_ / recover_flight_) - prr_out_;
    } else {
      const double more = safe || options.prr == RateReduction::rfc6937 ? 1 : 0;
      const double limit = std::max<double>(static_cast<double>(prr_delivered_) - prr_out_, delivered) + more;
      quota = std::min(ssthresh_ - in_flight, limit);
    }
    cwnd_ = in_flight + std::max(quota, 0.0);
  }

  /// `keeps`: whether what is known of later segments is kept.
  void leave(Phase to, bool keeps = false) {
    phase_ = to;
    duplicates_ = limited_ = 0;
    lost_edge_ = keeps ? std::max(lost_edge_, una_) : una_;
    retransmitted_ = keeps ? std::max(retransmitted_, una_) : una_;
  }

  // ---- sending: `in_flight` includes the segment that is sent -------------------------------------------------------

  template <class Wire>
  void retransmit(std::uint32_t seq, double in_flight, const TcpOptions& options, Time now, Wire&& wire) {
    ++prr_out_;
    retransmitted_ = std::max(retransmitted_, seq + 1);
    if (options.rack) extras().rack.sent_again(seq, extras().sampler[seq], now);
    if (options.extras) note_sent(seq, true, in_flight, options, now);
    wire.send(seq, false, true);
  }

  template <class Wire>
  void transmit(const TcpOptions& options, Time now, Wire&& wire) {
    if (hole_) {
      hole_ = false;
      retransmit(una_, pipe(options), options, now, wire);
    }
    if (options.extras) [[unlikely]] {
      if (options.paced || options.rack) return transmit_apart(pipe(options), options, now, wire);
    }
    double in_flight = pipe(options);
    // In the open phase up to two more segments may be sent on duplicates without SACK (RFC 3042).
    const double allowance = !options.sack && phase_ == Phase::open ? std::min<std::uint32_t>(duplicates_, 2) : 0;
    while (true) {
      if (!(in_flight + 1 <= cwnd_ + allowance)) {
        full_until_ = high_;
        break;
      }
      if (!send_one(in_flight + 1, options, now, wire)) break;
      in_flight += 1;
    }
    if (deadline_ == kNever && una_ < high_) deadline_ = now + timeout(options);
  }

  /// The same for paced bursts, or for loss detection by time; `in_flight` segments are in flight before it.
  template <class Wire>
  [[gnu::noinline]] void transmit_apart(double in_flight, const TcpOptions& options, Time now, Wire&& wire) {
    const Controller& control = *options.control;
    Pacer& pacer = extras().pacer;
    const double window = options.paced && control.asks.window ? control.window(connection(options, now)) : cwnd_;
    double rate = 0;  // computed when the first segment leaves
    const double allowance = !options.sack && phase_ == Phase::open ? std::min<std::uint32_t>(duplicates_, 2) : 0;
    while (true) {
      if (!(in_flight + 1 <= window + allowance)) {
        full_until_ = high_;
        break;
      }
      if (options.paced && !pacer.ready(now)) {
        if (next_ < segments_) pacer.full_until = high_;
        wire.pace(pacer);
        break;
      }
      if (options.paced && rate == 0) rate = control.pacing_rate(connection(options, now));
      if (!send_one(in_flight + 1, options, now, wire)) {
        // There is nothing to send, and nothing to send again (draft-ietf-ccwg-bbr section 4.1.2.4).
        if (next_ >= segments_) extras().sampler.run_dry(in_flight);
        break;
      }
      in_flight += 1;
      if (options.paced) pacer.sent(now, rate, options.bursts);
    }
    if (deadline_ == kNever && una_ < high_) deadline_ = now + timeout(options);
    if (options.rack) arm(options, now);
  }

  /// RFC 6675 NextSeg: the next hole that counts as lost, else new data, else an unacknowledged segment below the
  /// highest that was selectively acknowledged. RACK finds such segments by time.
  template <class Wire>
  bool send_one(double in_flight, const TcpOptions& options, Time now, Wire&& wire) {
    return options.sack && phase_ != Phase::open ? send_after_loss(in_flight, options, now, wire)
                                                 : send_new(in_flight, options, now, wire);
  }

  template <class Wire>
  [[gnu::noinline]] bool send_after_loss(double in_flight, const TcpOptions& options, Time now, Wire&& wire) {
    if (options.rack) {
      const std::uint32_t lost = extras().rack.take_lost([this](std::uint32_t seq) { return record_of(seq); });
      if (lost != UINT32_MAX) {
        // As after the first retransmission (RFC 6675 section 6).
        if (lost == una_ && options.timer_restart) deadline_ = now + timeout(options);
        retransmit(lost, in_flight, options, now, wire);
        return true;
      }
    }
    const std::uint32_t hole = sacked_.next_missing(std::max(retransmitted_, una_));
    if (hole < lost_edge_) {
      retransmit(hole, in_flight, options, now, wire);
      return true;
    }
    if (send_new(in_flight, options, now, wire)) return true;
    if (!options.rack && hole < sacked_.max_end()) {
      retransmit(hole, in_flight, options, now, wire);
      return true;
    }
    return false;
  }

  template <class Wire>
  [[gnu::always_inline]] bool send_new(double in_flight, const TcpOptions& options, Time now, Wire&& wire) {
    if (next_ >= segments_ || next_ - una_ >= options.receiver_window) return false;
    if (phase_ == Phase::open) {
      if (duplicates_ > 0) ++limited_;
    } else if (phase_ == Phase::recovery) {
      ++prr_out_;
    }
    const std::uint32_t seq = next_++;
    const bool again = seq < high_;  // after a timeout without SACK
    const bool cwr = send_cwr_ && !again;
    if (cwr) send_cwr_ = false;
    high_ = std::max(high_, next_);
    if (options.extras) [[unlikely]]
      note_sent(seq, again, in_flight, options, now);
    wire.send(seq, cwr, again);
    return true;
  }

  // In the order of use: first the data that every acknowledgement reads and writes, then the data for losses (Source
  // relies on 16, 64 and 64 bytes), then the data of only some congestion controls.
  std::uint32_t segments_;
  std::uint32_t full_until_ = 0;  ///< segments below it were sent before the window was last seen to be full
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
  /// state of the congestion control, or a pointer to it
  alignas(8) std::array<std::byte, Controller::kInline> own_{};
};

}  // namespace aqm
