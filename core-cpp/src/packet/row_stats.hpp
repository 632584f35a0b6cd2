// The results for the packets and transfers of one row of traffic, after the warm-up.
#pragma once
#include <span>

#include "aqm/metrics.hpp"
#include "aqm/packet.hpp"
#include "delay_stats.hpp"
#include "histogram.hpp"

namespace aqm {

/// The sum of rates, and their Jain index (Jain, Chiu, Hawe 1984): 1 if all are equal, 1/n if one flow has everything.
struct Shares {
  double sum, fairness;
};
Shares shares_of(std::span<const double> rates);

/// The rate that a max-min fair division of `capacity` gives to each flow that wants more than it gets; infinite if all
/// get what they want.
double max_min_share(std::span<const double> demands, double capacity);

class RowStats {
 public:
  RowStats(Time warmup, Time end) : warmup_(warmup), end_(end) {}

  void sent(Time now) {
    if (now >= warmup_) ++sent_;
  }
  void again(Time now) {
    if (now >= warmup_) ++again_;
  }
  /// A packet is lost.
  void lost(const Packet& packet, Time /*now*/) {
    if (packet.created >= warmup_) ++lost_;
  }
  /// A packet of the row, data or not, found no room before a host's own link.
  void lost_at_host(Time now) {
    if (now >= warmup_) ++lost_at_hosts_;
  }
  /// A packet reaches its receiver in the measured time; along an empty path it would have taken `least`.
  void delivered(Time delay, Time least, bool marked) {
    delays_.add(delay);
    least_sum_ += least;
    histogram_.add(delay);
    marked_ += marked;
  }
  void completed(Time now, Time after) {
    if (now < warmup_ || now > end_) return;
    completions_.add(after);
    completion_histogram_.add(after);
  }

  /// A sender has measured the round trip of a segment and its acknowledgement.
  void answered(Time now, Time after) {
    if (now >= warmup_) round_trips_.add(after);
  }

  /// All metrics except those of video frames. `speech` is the speech in each packet of a call, s; 0: the row is not a
  /// call.
  RowMetrics metrics(std::span<const double> goodputs, double speech) const;
  const DelayStats& delays() const { return delays_; }

 private:
  double opinion(double speech) const;

  Time warmup_, end_;
  Time least_sum_ = 0;
  std::uint64_t sent_ = 0, again_ = 0, lost_ = 0, marked_ = 0, lost_at_hosts_ = 0;
  DelayStats delays_, completions_;
  // Coarse, because every row has these histograms, and every packet enters one in addition to the link's.
  Histogram<6> histogram_, completion_histogram_, round_trips_;
};

}  // namespace aqm
