// What flows through the links at one moment, written once for numbers and for numbers with derivatives.
//
// A stream (a class of TCP flows, or an unresponsive load) enters at its first link. Link l admits what it does not drop early, and
// passes on everything while it is empty; while packets wait it passes on C_l, shared among the streams as they are admitted. So
// a queue shapes what the next one sees: of two equal links in series only the first is ever loaded. (Misra, Gong and Towsley
// 2000 let every link see N W / R whole, and both would be.)
//
// The time from one link to the next is lumped: a change at the entrance is felt by all links at once, and what leaves a queue has the
// composition of what enters it, not of what entered when it came. The round trip, R = T + sum of q_l / C_l, has all of it.
#pragma once
#include <cstddef>
#include <vector>

#include "aqm/fluid.hpp"

namespace aqm::fluid {

/// Where a stream goes, and whether early drops spare it.
struct StreamPath {
  int first, last;
  bool marked;
  int service;
  bool crosses(int link) const { return first <= link && link <= last; }
};

/// The classes, then the loads.
inline std::vector<StreamPath> streams_of(const FluidConfig& config) {
  std::vector<StreamPath> all;
  for (const FluidClass& c : config.classes) all.push_back({c.first_link, c.last_link, c.ecn, c.service});
  for (const FluidLoad& load : config.loads) {
    all.push_back({load.first_link, load.last_link, load.ecn, load.service});
  }
  return all;
}

/// The senders whose packets meet at a link, for laws that tell them apart; as they send: what the links before do to one of them
/// they do to all.
class SenderCount {
 public:
  /// `count` of them, each with so many packets a second.
  void add(double count, double each) {
    flows_ += count;
    rate_ += count * each;
    squares_ += count * each * each;
  }
  void add(const FluidLoad& load, double rate) {
    const double each = load.each > 0 ? load.each : rate;
    if (each > 0) add(rate / each, each);
  }
  void put(FluidQueue& queue) const {
    queue.flows = flows_;
    queue.hits = rate_ > 0 ? squares_ / (rate_ * rate_) : 0;
  }

 private:
  double flows_ = 0, rate_ = 0, squares_ = 0;
};

/// At one link: what arrives, packets/s, and what of it is not dropped early.
template <class T>
struct LinkFlow {
  T inflow = 0, admitted = 0;
};

/// `rate`: of each stream, at its entrance. `law(l, inflow, service)`: the probability of link l, asked where packets are dropped.
/// `pass(l, admitted)`: the share of what is admitted that comes out. `rate` is used up.
template <class T, class Law, class Pass>
void flow_through(const std::vector<StreamPath>& streams, int links, T* rate, const Law& law, const Pass& pass,
                  LinkFlow<T>* out) {
  for (int l = 0; l < links; ++l) {
    LinkFlow<T>& at = out[l];
    at = {};
    bool whole = true;
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (!streams[s].crosses(l)) continue;
      at.inflow = at.inflow + rate[s];
      whole = whole && streams[s].marked;
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
