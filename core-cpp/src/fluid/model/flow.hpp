// The flow through the links at one moment, written once for numbers and for numbers with derivatives.
//
// A stream (a class of TCP flows, or an unresponsive load) enters at its first link. Link l admits what it does not
// drop early, and passes on everything while it is empty. While packets wait it passes on C_l, shared among the streams
// in proportion to what is admitted. So a queue shapes the arrivals of the next queue: of two equal links in series
// only the first is ever loaded. (Misra, Gong and Towsley 2000 let every link see the whole of N W / R, and both would
// be loaded.)
//
// The time from one link to the next is lumped: all links notice a change at the entrance at once, and the packets that
// leave a queue have the composition of those that enter it now, not of those that entered with them. The round trip, R
// = T + sum of q_l / C_l, contains the whole time.
#pragma once
#include <cstddef>
#include <vector>

#include "aqm/fluid.hpp"

namespace aqm::fluid {

/// The path of a stream, and whether early drops spare it.
struct StreamPath {
  int first, last;
  bool marked;
  int service;
  bool hard = false;  ///< marked, but a law drops its packets where it does not mark (FluidLaw::drops_marked)
  bool crosses(int link) const { return first <= link && link <= last; }
};

/// The classes, then the loads.
inline std::vector<StreamPath> streams_of(const FluidConfig& config) {
  std::vector<StreamPath> all;
  for (const FluidClass& c : config.classes)
    all.push_back({c.first_link, c.last_link, c.ecn, c.service, c.ecn && c.once});
  for (const FluidLoad& load : config.loads) {
    all.push_back({load.first_link, load.last_link, load.ecn, load.service});
  }
  return all;
}

/// The senders whose packets meet at a link, for laws that distinguish them; at their sending rates, because the links
/// before treat all of them alike.
class SenderCount {
 public:
  /// `count` senders, each with `each` packets per second on average; `scatter`: the mean of their squared rates,
  /// over the square of the mean; `trip`: their round-trip time, 0 for senders without one.
  void add(double count, double each, double scatter, double trip) {
    flows_ += count;
    flight_ += count * each * trip;
    rate_ += count * each;
    squares_ += count * each * each * scatter;
  }
  void add(const FluidLoad& load, double rate) {
    const double each = load.each > 0 ? load.each : rate;
    if (each > 0) add(rate / each, each, 1, 0);
  }
  void put(FluidQueue& queue) const {
    queue.flows = flows_;
    queue.flight = flight_;
    queue.hits = rate_ > 0 ? squares_ / (rate_ * rate_) : 0;
  }

 private:
  double flows_ = 0, rate_ = 0, squares_ = 0, flight_ = 0;
};

/// At one link: the arriving packets/s, the part of them that is not dropped early, and what the link can send.
template <class T>
struct LinkFlow {
  T inflow = 0, admitted = 0, leaving = 0;
};

/// `rate`: of each stream, at its entrance. `law(l, inflow, service)`: the probability of link l, called if packets are
/// dropped. `forced(l, inflow, service)`: the part of it that packets with ECN lose. `pass(l, admitted)`: the share of
/// the admitted packets that leaves. `rate` is overwritten; `leaving` is not computed.
template <class T, class Law, class Forced, class Pass>
void flow_through(const std::vector<StreamPath>& streams, int links, T* rate, const Law& law, const Forced& forced,
                  const Pass& pass, LinkFlow<T>* out) {
  for (int l = 0; l < links; ++l) {
    LinkFlow<T>& at = out[l];
    at = {};
    bool whole = true;
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (!streams[s].crosses(l)) continue;
      at.inflow = at.inflow + rate[s];
      whole = whole && streams[s].marked && !streams[s].hard;
    }
    at.admitted = at.inflow;
    if (!whole) {
      int asked = -1;
      T keep = 1;
      at.admitted = 0;
      for (std::size_t s = 0; s < streams.size(); ++s) {
        if (!streams[s].crosses(l)) continue;
        if (!streams[s].marked) {
          if (streams[s].service != asked) keep = 1 - law(l, at.inflow, streams[s].service);
          asked = streams[s].service;
          rate[s] *= keep;
        } else if (streams[s].hard) {
          rate[s] *= 1 - forced(l, at.inflow, streams[s].service);
        }
        at.admitted = at.admitted + rate[s];
      }
    }
    if (l + 1 == links) return;
    const T share = pass(l, at.admitted);
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (streams[s].crosses(l)) rate[s] *= share;
    }
  }
}

}  // namespace aqm::fluid
