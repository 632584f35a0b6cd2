// Delivery rate samples (draft-ietf-ccwg-bbr section 4.1, "Delivery Rate Samples"): the data delivered between the
// sending of the newest segment that an acknowledgement answers and that acknowledgement, divided by the longer of the
// two times in which that data was sent and was acknowledged.
#pragma once
#include "segment_records.hpp"

namespace aqm {

class RateSampler {
 public:
  /// A segment is sent; `in_flight` includes it. `una` is the oldest outstanding segment.
  void sent(std::uint32_t seq, std::uint32_t una, double in_flight, Time now, bool again = false) {
    if (in_flight <= 1) delivery.first_sent = delivery.delivered_at = now;
    records_.reach(una, seq + 1);
    records_[seq] = {now,           delivery.first_sent, delivery.delivered_at,     delivery.delivered,
                     delivery.lost, in_flight,           delivery.app_limited != 0, again,
                     false};
  }

  SegmentRecord& operator[](std::uint32_t seq) { return records_[seq]; }

  /// An acknowledgement arrives, with the time of sending that it echoes.
  void begin(Time echo) {
    sample = {};
    echo_ = echo;
  }

  /// The acknowledgement reports that a segment has arrived.
  void arrived(std::uint32_t seq, Time now) {
    const SegmentRecord& record = records_[seq];
    ++delivery.delivered;
    delivery.delivered_at = now;
    if (sample.any && (record.sent < delivery.first_sent || (record.sent == delivery.first_sent && seq < newest_)))
      return;
    newest_ = seq;
    send_elapsed_ = record.sent - record.first_sent;
    ack_elapsed_ = now - record.delivered_at;
    sample.any = true;
    sample.app_limited = record.app_limited;
    sample.rtt = now - (record.again ? echo_ : record.sent);  // the echo distinguishes transmissions
    sample.prior_delivered = record.delivered;
    sample.in_flight = record.in_flight;
    prior_lost_ = record.lost;
    delivery.first_sent = record.sent;
  }

  /// A segment counts as lost.
  LostSegment lost(std::uint32_t seq) {
    const SegmentRecord& record = records_[seq];
    ++delivery.lost;
    return {record.in_flight, delivery.lost - record.lost, record.app_limited};
  }

  /// Everything that the acknowledgement reports has been recorded.
  void end() {
    if (delivery.app_limited != 0 && delivery.delivered > delivery.app_limited) delivery.app_limited = 0;
    if (!sample.any) return;
    delivery.shortest = std::min(delivery.shortest, sample.rtt);
    sample.delivered = delivery.delivered - sample.prior_delivered;
    sample.lost = delivery.lost - prior_lost_;
    const Time interval = std::max(send_elapsed_, ack_elapsed_);
    if (interval >= delivery.shortest && interval > 0) sample.rate = sample.delivered / to_seconds(interval);
  }

  /// The application has nothing to send although there is room for it.
  void run_dry(double in_flight) {
    delivery.app_limited = std::max(delivery.delivered + static_cast<std::uint32_t>(in_flight), 1U);
  }

  Delivery delivery;
  RateSample sample;

 private:
  SegmentRecords records_;
  Time send_elapsed_ = 0, ack_elapsed_ = 0, echo_ = 0;
  std::uint32_t newest_ = 0, prior_lost_ = 0;
};

}  // namespace aqm
