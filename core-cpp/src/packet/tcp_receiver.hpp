// The receiving end of a TCP connection: cumulative and selective acknowledgements (RFC 5681 4.2, RFC 2018), delayed
// acknowledgements as an option (RFC 1122 4.2.3.2), ECN echo (RFC 3168 6.1.3, DCTCP: RFC 8257 3.2).
#pragma once
#include "ack.hpp"
#include "aqm/packet.hpp"

namespace aqm {

/// The longest time for which an acknowledgement is delayed. RFC 1122 allows 0.5 s; common stacks use 40 ms, which is
/// below the smallest retransmission timeout.
inline constexpr Time kDelayedAckTimeout = 40'000'000;

class TcpReceiver {
 public:
  struct Options {
    bool sack = true;
    int every = 1;               ///< number of segments per acknowledgement
    bool counts_marks = false;   ///< and reports their number
    bool accurate_echo = false;  ///< of each mark separately (RFC 8257 section 3.2)
    bool reports_delay = false;  ///< of the latest segment, one-way (RFC 6817 section 2.3)
  };

  struct Reply {
    bool send = false;               ///< an acknowledgement is sent now
    std::uint32_t new_segments = 0;  ///< 1 if this segment had not been received before
  };

  /// Whether the waiting acknowledgement must be sent before a segment with these bits is processed, because the
  /// segment's echo differs (RFC 8257 section 3.2, figure 1).
  bool answers_first(Ecn ecn, const Options& options) const {
    return options.accurate_echo && pending_ > 0 && (ecn == Ecn::ce) != ece_;
  }

  /// A segment arrives. `cwr`: the sender has reacted to the echo.
  Reply on_segment(std::uint32_t seq, Ecn ecn, bool cwr, Time sent, const Options& options) {
    Reply reply;
    if (cwr) ece_ = false;
    const bool ce = ecn == Ecn::ce;
    if (options.accurate_echo) {
      ece_ = ce;
    } else if (ce) {
      ece_ = true;
    }
    if (seq == acked_) echo_ = sent;  // RFC 7323 4.3: the earliest segment not yet answered
    const bool tells = options.counts_marks && counts(ce);
    bool at_once = options.every == 1 || tells;
    if (seq == next_) {
      reply.new_segments = 1;
      at_once = at_once || early_count_ > 0;  // it fills a hole
      ++next_;
      if (early_count_ > 0) {
        next_ = early_.next_missing(next_);
        early_count_ -= early_.remove_below(next_);
      }
    } else if (seq > next_) {
      reply.new_segments = early_.add(seq, seq + 1);
      early_count_ += reply.new_segments;
      at_once = true;
      if (options.sack) remember(seq);
    } else {
      at_once = true;  // a duplicate: say so
    }
    ++pending_;
    reply.send = at_once || pending_ >= options.every;
    return reply;
  }

  /// The one-way delay of a segment that has arrived, for receivers that report it.
  void took(Time delay) { delay_ = delay; }

  /// The acknowledgement to send now; its selective part is written to `blocks`.
  Ack acknowledge(const Options& options, SackBlocks& blocks) {
    acked_ = next_;
    pending_ = 0;
    if (options.sack && early_count_ > 0) {
      for (std::uint32_t i = 0; i < known_ && blocks.count < blocks.block.size(); ++i) {
        if (const Interval* block = early_.find(recent_[i])) blocks.block[blocks.count++] = *block;
      }
    }
    if (options.counts_marks) blocks.marks = told_ = marks_;
    if (options.reports_delay) blocks.delay = delay_;
    return {next_, ece_, echo_, nullptr};
  }

  /// Reads the data for losses to bring it into the cache; the return value has no meaning.
  std::uint64_t touch() const { return recent_[0]; }
  bool pending() const { return pending_ > 0; }
  std::uint32_t next() const { return next_; }

 private:
  static constexpr std::uint32_t kMarksTogether = 2;

  /// Counts a mark; returns whether it is reported at once (RFC 9768 section 3.2.2.5.1): the first mark after a segment
  /// without a mark, and every second mark.
  bool counts(bool ce) {
    marks_ += ce;
    const bool changed = ce && !marked_;
    marked_ = ce;
    return changed || marks_ - told_ >= kMarksTogether;
  }

  /// `recent_` holds one member of each of the newest blocks, newest first (RFC 2018 section 4).
  void remember(std::uint32_t seq) {
    const Interval block = *early_.find(seq);
    std::uint32_t newer = seq;
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < known_; ++i) {
      const std::uint32_t member = recent_[i];
      if (member >= block.begin && member < block.end) continue;
      recent_[n++] = newer;
      newer = member;
    }
    if (n < recent_.size()) recent_[n++] = newer;
    known_ = n;
  }

  // In the order of use: first the data for every segment, and nothing else (Sink relies on these 24 bytes).
  Time echo_ = 0;
  std::uint32_t next_ = 0, acked_ = 0;
  std::uint32_t early_count_ = 0;
  std::uint8_t pending_ = 0;  ///< segments not yet answered
  bool ece_ = false;
  bool marked_ = false;  ///< the last segment arrived with a mark; for receivers that count marks

  SequenceSet early_;  ///< `early_count_` segments above `next_`
  std::array<std::uint32_t, 4> recent_{};
  std::uint32_t known_ = 0;
  std::uint32_t marks_ = 0, told_ = 0;  ///< marks that have arrived, and marks that the last acknowledgement reported
  Time delay_ = 0;
};

}  // namespace aqm
