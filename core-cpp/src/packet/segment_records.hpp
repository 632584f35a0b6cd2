// The data that a sender stores for each segment from its sending to its delivery: a ring over the segments in flight,
// for rows that take rate samples (draft-ietf-ccwg-bbr section 4.1.2).
#pragma once
#include <bit>
#include <vector>

#include "aqm/congestion_control.hpp"

namespace aqm {

struct SegmentRecord {
  Time sent = 0;                          ///< for the last time
  Time first_sent = 0, delivered_at = 0;  ///< Delivery's, then
  std::uint32_t delivered = 0, lost = 0;  ///< Delivery's, then
  double in_flight = 0;                   ///< segments in flight, this one included
  bool app_limited = false;
  bool again = false;       ///< it was sent before
  bool again_lost = false;  ///< a retransmission that counts as lost (RFC 8985)
};

class SegmentRecords {
 public:
  SegmentRecord& operator[](std::uint32_t seq) { return ring_[seq & (ring_.size() - 1)]; }

  /// Room for [una, end).
  void reach(std::uint32_t una, std::uint32_t end) {
    const std::size_t size = std::bit_ceil(std::size_t{end - una});
    if (size <= ring_.size()) return;
    std::vector<SegmentRecord> larger(size);
    if (!ring_.empty()) {
      for (std::uint32_t seq = una; seq != end; ++seq) larger[seq & (size - 1)] = (*this)[seq];
    }
    ring_.swap(larger);
  }

 private:
  std::vector<SegmentRecord> ring_;
};

}  // namespace aqm
