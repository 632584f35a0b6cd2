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
  std::vector<double> cwnd_mean;   ///< congestion window, mean over active TCP flows, packets; NaN without any
  std::vector<double> queue_back;  ///< packets that wait for the link's way back, at the bin's end
  std::vector<double> arrivals, departures, bytes_out, drops_early, drops_forced, drops_overflow, marks;
  std::vector<std::vector<double>> state;    ///< one vector a state variable of the scheme: its value at the bin's end
  std::vector<std::vector<double>> windows;  ///< one vector a flow that was chosen: packets at the bin's end
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
  std::vector<double> drawn;               ///< of an arrival: the number that its law was given; else NaN
  std::vector<std::vector<double>> state;  ///< after the event
  bool truncated = false;
};
enum class WindowEvent : std::uint8_t { arrival, mark, drop_early, drop_forced, drop_overflow, departure };

struct Recording {
  /// `v.column(name, unit, help, vector)` for each column of one kind, `v.columns` for one a state variable.
  template <class Visitor>
  void visit_overview(Visitor& v) const {
    v.column("queueMin", "packets", "Least queue of the bin.", overview.queue_min);
    v.column("queueMax", "packets", "Longest queue of the bin.", overview.queue_max);
    v.column("queueMean", "packets", "Time average of the queue.", overview.queue_mean);
    v.column("cwndMean", "packets", "Congestion window, mean over active TCP flows; none without any.",
             overview.cwnd_mean);
    v.column("queueBack", "packets", "Packets that wait for the link's way back, at the end of the bin.",
             overview.queue_back);
    v.column("arrivals", "packets", "Packets that came.", overview.arrivals);
    v.column("departures", "packets", "Packets that left.", overview.departures);
    v.column("bytesOut", "bytes", "Bytes that left.", overview.bytes_out);
    v.column("dropsEarly", "packets", "Early drops.", overview.drops_early);
    v.column("dropsForced", "packets", "Forced drops.", overview.drops_forced);
    v.column("dropsOverflow", "packets", "Drops at a full buffer.", overview.drops_overflow);
    v.column("marks", "packets", "Marks.", overview.marks);
    v.columns("state", "A state variable's value at the end of the bin.", overview.state);
    v.columns("windows",
              "Congestion window of a chosen flow at the end of the bin, packets; none while it sends nothing.",
              overview.windows);
  }
  template <class Visitor>
  void visit_dots(Visitor& v) const {
    v.column("time", "s", "When.", dots.time);
    v.column("queue", "packets", "The queue then.", dots.queue);
    v.column("fate", "", "What happened: an index into the fates.", dots.fate);
  }
  template <class Visitor>
  void visit_window(Visitor& v) const {
    v.column("time", "s", "When.", window.time);
    v.column("queue", "packets", "The queue after the event.", window.queue);
    v.column("event", "", "0 arrival, 1 mark, 2 early, 3 forced, 4 overflow drop, 5 departure.", window.event);
    v.column("flow", "", "Whose packet.", window.flow);
    v.column("seq", "", "Its number.", window.seq);
    v.column("drawn", "1", "Of an arrival, the random number that decides against a probability; else none.",
             window.drawn);
    v.columns("state", "A state variable's value after the event.", window.state);
  }

  Overview overview;
  Dots dots;
  Window window;
};

}  // namespace aqm
