// The recording of a run: an overview whose size does not depend on the duration, and every packet of one window.
#pragma once
#include <cstdint>
#include <vector>

namespace aqm {

/// Entry i of every vector describes [i * bin_s, (i + 1) * bin_s).
struct Overview {
  double bin_s = 0;
  int bins = 0;                                          ///< bins that have ended
  std::vector<double> queue_min, queue_max, queue_mean;  ///< packets
  std::vector<double> cwnd_mean;   ///< congestion window, mean over active TCP flows, packets; NaN without active flows
  std::vector<double> queue_back;  ///< packets that wait for the link's way back, at the bin's end
  std::vector<double> arrivals, departures, bytes_out, drops_early, drops_forced, drops_overflow, marks;
  /// one vector per state variable of the scheme: its value at the bin's end
  std::vector<std::vector<double>> state;
  std::vector<std::vector<double>> windows;  ///< one vector per chosen flow: packets at the bin's end
  /// one vector per chosen flow: the phase of its sender, an index into kPhases and the kind's own phases
  std::vector<std::vector<double>> phases;
};

/// Drops (and marks) as dots; thinned to every 2^k-th dot if there are too many.
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
  std::vector<double> drawn;               ///< for an arrival: the random number that its law was given; else NaN
  std::vector<std::vector<double>> state;  ///< after the event
  bool truncated = false;
};
/// How a program decided at one time: each stop of its text (program::Described) that it passed.
struct Stops {
  std::vector<std::uint8_t> event;  ///< the event of the decision, program::Event
  std::vector<std::uint32_t> call;  ///< which time, from 0
  std::vector<std::uint32_t> stop;
  std::vector<double> left, right;  ///< before and after; for a comparison its two sides; NaN: there is none
  std::vector<std::uint8_t> holds;  ///< of a condition
};

enum class WindowEvent : std::uint8_t { arrival, mark, drop_early, drop_forced, drop_overflow, departure };

struct Recording {
  /// Calls `v.column(name, unit, help, vector)` for each column of one kind, and `v.columns` for a column per state
  /// variable.
  template <class Visitor>
  void visit_overview(Visitor& v) const {
    v.column("queue_min", "packets", "Shortest queue in the interval.", overview.queue_min);
    v.column("queue_max", "packets", "Longest queue in the interval.", overview.queue_max);
    v.column("queue_mean", "packets", "Time average of the queue in the interval.", overview.queue_mean);
    v.column("cwnd_mean", "packets", "Mean congestion window of the active TCP flows; empty without any.",
             overview.cwnd_mean);
    v.column("queue_back", "packets", "Packets that wait for the link's way back at the end of the interval.",
             overview.queue_back);
    v.column("arrivals", "packets", "Packets that arrived in the interval.", overview.arrivals);
    v.column("departures", "packets", "Packets that left in the interval.", overview.departures);
    v.column("bytes_out", "bytes", "Bytes that left in the interval.", overview.bytes_out);
    v.column("drops_early", "packets", "Early drops in the interval.", overview.drops_early);
    v.column("drops_forced", "packets", "Forced drops in the interval.", overview.drops_forced);
    v.column("drops_overflow", "packets", "Drops at a full buffer in the interval.", overview.drops_overflow);
    v.column("marks", "packets", "Marks in the interval.", overview.marks);
    v.columns("state", "Value of a state variable of the AQM at the end of the interval.", overview.state);
    v.columns(
        "windows",
        "Congestion window of a chosen flow at the end of the interval, packets; empty while the flow sends nothing.",
        overview.windows);
    v.columns(
        "phases",
        "What the sender of a chosen flow does at the end of the interval: an index into the phases of its congestion "
        "control; empty while the flow sends nothing.",
        overview.phases);
  }
  template <class Visitor>
  void visit_dots(Visitor& v) const {
    v.column("time", "s", "Time of the drop or mark.", dots.time);
    v.column("queue", "packets", "Length of the queue at that time.", dots.queue);
    v.column("fate", "", "What happened to the packet: an index into the fates.", dots.fate);
  }
  template <class Visitor>
  void visit_window(Visitor& v) const {
    v.column("time", "s", "Time of the event.", window.time);
    v.column("queue", "packets", "Length of the queue after the event.", window.queue);
    v.column("event", "", "0 arrival, 1 mark, 2 early drop, 3 forced drop, 4 overflow drop, 5 departure.",
             window.event);
    v.column("flow", "", "Number of the flow that the packet belongs to.", window.flow);
    v.column("seq", "", "Number of the packet in its flow.", window.seq);
    v.column("drawn", "1", "Random number of an arrival, compared with the drop probability; empty for other events.",
             window.drawn);
    v.columns("state", "Value of a state variable of the AQM after the event.", window.state);
  }

  template <class Visitor>
  void visit_stops(Visitor& v) const {
    v.column("event", "", "0 on arrive, 1 on depart, 2 on idle, 3 on overflow, 4 every.", stops.event);
    v.column("call", "", "Which time the program was asked, from 0.", stops.call);
    v.column("stop", "", "Which stop of the text.", stops.stop);
    v.column("left", "", "Value before, or left side of a comparison.", stops.left);
    v.column("right", "", "Value after, or right side of a comparison.", stops.right);
    v.column("holds", "", "1 where a condition holds.", stops.holds);
  }

  Overview overview;
  Dots dots;
  Window window;
  Stops stops;
};

}  // namespace aqm
