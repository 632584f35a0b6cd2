// RACK-TLP (RFC 8985): a segment is lost if a segment that was sent after it has arrived and a reordering window has
// passed since. So a retransmission that is lost again is found without a timeout. If no acknowledgements arrive, a
// probe asks for one before the timeout.
//
// Left out: the wider window after duplicate SACKs (section 6.2, step 4), which the receivers here do not send. An
// acknowledgement above a hole echoes the time of an earlier segment (RFC 7323 section 4.3), so that only its round
// trip distinguishes transmissions (step 2), as in Linux.
#pragma once
#include <algorithm>
#include <set>
#include <vector>

#include "segment_records.hpp"

namespace aqm {

class Rack {
 public:
  /// An acknowledgement arrives.
  void begin() {
    answered_ = false;
    found = false;
  }

  /// A segment is known to have arrived; called in the order of segment numbers (section 6.2, steps 1 to 3).
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

  /// Whether a segment that was sent after this one has arrived.
  bool overtaken(std::uint32_t seq, Time sent) const { return sent_before(sent, seq, newest_sent_, newest_); }

  /// When an overtaken segment counts as lost.
  Time due(Time sent, Time window) const { return sent + rtt_ + window; }

  // ---- retransmissions ----------------------------------------------------------------------------------------------

  /// A retransmission leaves; `before` is the record of the previous transmission.
  void sent_again(std::uint32_t seq, const SegmentRecord& before, Time now) {
    if (before.again_lost) --lost_again_;
    retransmissions_.push_back({seq, now});
  }

  /// Calls `lost(seq, sent)` for the retransmissions in transit, in the order in which they left. `of(seq)` is the
  /// record of a segment, or null if the segment has arrived.
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

  /// Retransmissions that are lost and have not been sent again.
  std::uint32_t lost_again() const { return lost_again_; }

  /// Removes and returns the lowest of them; UINT32_MAX: there is none.
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
  bool moves = false;        ///< the probe's time starts again: new data was sent or acknowledged
  Time reorder_at = kNever;  ///< when overtaken segments count as lost
  Time probe_at = kNever;    ///< when a probe is sent
  bool armed = false;        ///< the sender's deadline is one of these two times
  Time timeout_at = kNever;  ///< in that case, the time of the retransmission timeout
  std::uint32_t probe_end =
      /// one above the highest segment sent at the time of a probe, until the probe is answered; 0: there is no probe
      0;
  bool probe_again = false;  ///< the probe was a retransmission

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
  Time newest_sent_ = -1;  ///< of the segment that left last among those that have arrived
  std::uint32_t newest_ = 0;
  std::uint32_t forward_ = 0;  ///< one above the highest segment that has arrived
  bool reordered_ = false;     ///< a segment arrived after a later one, without a retransmission
  bool answered_ = false;
  Time answered_sent_ = 0;  ///< when the newest segment that this acknowledgement answers was sent
  std::vector<Retransmission> retransmissions_;
  std::set<std::uint32_t> waiting_;  ///< lost retransmissions, and some that have arrived since
  std::uint32_t lost_again_ = 0;
};

}  // namespace aqm
