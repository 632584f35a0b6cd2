// What a run leaves to look at: an overview of fixed size at any length, and every packet of one window.
#pragma once
#include <cstdint>
#include <vector>

namespace aqm {

/// Column i of every vector describes [i * bin_s, (i + 1) * bin_s).
struct Overview {
  double bin_s = 0;
  int bins = 0;                                          ///< bins that have ended
  std::vector<double> queue_min, queue_max, queue_mean;  ///< packets
  std::vector<double> cwnd_mean;  ///< congestion window, mean over active TCP flows, packets; NaN without any
  std::vector<double> arrivals, departures, bytes_out, drops_early, drops_forced, drops_overflow, marks;
  std::vector<std::vector<double>> state;  ///< one vector a state variable of the scheme: its value at the bin's end
};

/// Drops (and marks) as dots; thinned to every 2^k-th when there are too many.
struct Dots {
  std::vector<double> time, queue;  ///< s, packets
  std::vector<std::uint8_t> fate;   ///< aqm::Fate
  int thinning = 1;
};

/// Every packet event of the window.
struct Window {
  std::vector<double> time, queue;  ///< s, packets after the event
  std::vector<std::uint8_t> event;  ///< WindowEvent
  std::vector<std::uint32_t> flow, seq;
  std::vector<std::vector<double>> state;  ///< after the event
  bool truncated = false;
};
enum class WindowEvent : std::uint8_t { arrival, mark, drop_early, drop_forced, drop_overflow, departure };

struct Recording {
  Overview overview;
  Dots dots;
  Window window;
};

}  // namespace aqm
