// RACK-TLP (RFC 8985): a segment is lost when one that was sent after it has arrived, and a reordering window has
// passed since. So a retransmission that is lost again is found without a timeout; and where nothing comes back, a
// probe asks for an answer before one.
//
// Left out: the wider window after duplicate SACKs (section 6.2, step 4), which receivers here do not send. An answer
// above a hole echoes the time of an earlier segment (RFC 7323 section 4.3), so that only its round trip tells
// transmissions apart (step 2), as in Linux.
#pragma once
#include <algorithm>
#include <set>
#include <vector>

#include "segment_records.hpp"

namespace aqm {

class Rack {
 public:
  /// An acknowledgement comes.
  void begin() {
    answered_ = false;
    found = false;
  }

  /// A segment is known to have arrived; in the order of their numbers (section 6.2, steps 1 to 3).
  void arrived(std::uint32_t seq, SegmentRecord& record, Time now) {
    if (record.again_lost) --lost_again_;
    record.again_lost = false;
    if (seq >= forward_) {
      forward_ = seq + 1;
    } else if (!record.again) {
      reordered_ = true;
    }
    const Time rtt = now - record.sent;
    if (!record.again) min_rtt_ = std::min(min_rtt_, rtt);
    if (rtt < min_rtt_) return;
    if (!answered_ || record.sent >= answered_sent_) rtt_ = rtt;
    answered_sent_ = answered_ ? std::max(answered_sent_, record.sent) : record.sent;
    answered_ = true;
    if (sent_before(newest_sent_, newest_, record.sent, seq)) {
      newest_sent_ = record.sent;
      newest_ = seq;
    }
  }

  /// The reordering window (step 4).
  Time window(bool recovering, std::uint32_t sacked, Time srtt) const {
    if (!reordered_ && (recovering || sacked >= kDupThresh)) return 0;
    if (min_rtt_ == kNever) return 0;
    return srtt == 0 ? min_rtt_ / 4 : std::min(min_rtt_ / 4, srtt);
  }

  /// Whether one that was sent after this one has arrived.
  bool overtaken(std::uint32_t seq, Time sent) const { return sent_before(sent, seq, newest_sent_, newest_); }

  /// When a segment counts as lost that has been overtaken.
  Time due(Time sent, Time window) const { return sent + rtt_ + window; }

  // ---- retransmissions ----------------------------------------------------------------------------------------------

  /// One leaves, after what its record says of the one before.
  void sent_again(std::uint32_t seq, const SegmentRecord& before, Time now) {
    if (before.again_lost) --lost_again_;
    retransmissions_.push_back({seq, now});
  }

  /// Asks `lost(seq, sent)` of those under way, in the order in which they left. `of(seq)` is the record of a segment,
  /// null when that has arrived.
  template <class Of, class Lost>
  void judge(Of&& of, Lost&& lost) {
    std::size_t left = 0;
    for (const Retransmission r : retransmissions_) {
      SegmentRecord* const record = of(r.seq);
      if (record == nullptr || record->sent != r.sent) continue;
      if (lost(r.seq, r.sent)) {
        record->again_lost = true;
        ++lost_again_;
        waiting_.insert(r.seq);
      } else {
        retransmissions_[left++] = r;
      }
    }
    retransmissions_.resize(left);
  }

  /// Retransmissions that are lost and have not left again.
  std::uint32_t lost_again() const { return lost_again_; }

  /// The lowest of them, taken out; UINT32_MAX: there is none.
  template <class Of>
  std::uint32_t take_lost(Of&& of) {
    while (!waiting_.empty()) {
      const std::uint32_t seq = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      const SegmentRecord* const record = of(seq);
      if (record != nullptr && record->again_lost) return seq;
    }
    return UINT32_MAX;
  }

  // ---- timers (sections 7.2 and 8) ----------------------------------------------------------------------------------

  bool found = false;        ///< this acknowledgement has shown a loss
  bool moves = false;        ///< what starts the probe's time anew: new data has left, or was acknowledged
  Time reorder_at = kNever;  ///< when segments that have been overtaken count as lost
  Time probe_at = kNever;    ///< when a probe is sent
  bool armed = false;        ///< the sender's deadline is one of these two
  Time timeout_at = kNever;  ///< then, the retransmission timeout's
  std::uint32_t probe_end =
      0;  ///< one above the highest segment sent when a probe was, until that is answered; 0: none is under way
  bool probe_again = false;  ///< that was a retransmission

  static constexpr std::uint32_t kDupThresh = 3;

 private:
  struct Retransmission {
    std::uint32_t seq;
    Time sent;
  };

  static bool sent_before(Time sent, std::uint32_t seq, Time other, std::uint32_t other_seq) {
    return sent < other || (sent == other && seq < other_seq);
  }

  Time min_rtt_ = kNever, rtt_ = 0;
  Time newest_sent_ = -1;  ///< of the segment that left last of those that have arrived
  std::uint32_t newest_ = 0;
  std::uint32_t forward_ = 0;  ///< one above the highest segment that has arrived
  bool reordered_ = false;     ///< one arrived after a later one, without having been sent again
  bool answered_ = false;
  Time answered_sent_ = 0;  ///< when the newest left of what this acknowledgement answers
  std::vector<Retransmission> retransmissions_;
  std::set<std::uint32_t> waiting_;  ///< those that are lost, and some that have arrived since
  std::uint32_t lost_again_ = 0;
};

}  // namespace aqm
