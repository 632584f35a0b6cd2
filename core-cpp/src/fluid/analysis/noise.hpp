// The random events that drive a loop near its rest. Each event moves the windows, and some also move the queue.
//   losses     drops (D per second) take a packet from the queue; a round trip later a share L / D of them reduce a
//              flow's window; their number scatters like a Poisson number, or less if the law spaces them
//              (FluidLink::dispersion). A lost packet is missing until it is sent again (model/recovery.hpp)
//   failures   of repairs, as many as the model has, and ends of silence, both like Poisson numbers
// A repair that succeeds lasts a round trip: its end is its loss again, later, and not a separate event. Which window a
// loss hits is left out: a large window that is halved moves the mean further, and leaves less for the next loss.
//
// A marked sender responds once per round trip: the number of its responses scatters less, by 1 / (1 + p h), the share
// of marks that get a response. (A dead time of exactly one round trip gives the square of this factor, and the bands
// of packets are a fifth to a third wider than the model's.) Which window a mark hits does count there: E w^3 / E w -
// (E w^2 / E w)^2 = 0.194 W^2 for E w^2 = 2 a / p and E w^3 = 8 a E w / (3 p).
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "fluid/model/windows.hpp"

namespace aqm::fluid {

/// Events of one kind: each moves the states of its class by `now`, and by `later` one round trip later; and the queue
/// at once.
struct NoiseSource {
  double intensity = 0;  ///< events per second, times the ratio of their dispersion to that of a Poisson number
  double now[kMaxWindowStates] = {}, later[kMaxWindowStates] = {};
  double queue = 0;
  double from = 0;  ///< rad/s; at lower frequencies the events are regular: the factor is w^2 / (w^2 + from^2)
};

/// The packets of a flow whose windows are given: a Poisson process within a round trip, and regular beyond it.
inline NoiseSource packets_of(double rate, double trip) {
  NoiseSource packets;
  packets.intensity = rate;
  packets.queue = 1;
  packets.from = 1 / trip;
  return packets;
}

/// A class of `flows` flows with the states w at rest and the probability p. `dispersion`: of the law's drops.
inline std::vector<NoiseSource> noise_of(const FluidClass& c, double flows, const double* w, double p, double trip,
                                         double dispersion) {
  constexpr double kScatter = Mending<double>::kScatter, kWindows = 8 / (3 * 1.3098 * 1.3098) - kScatter * kScatter;
  std::vector<NoiseSource> all;
  const double sent = flows * sent_of(c, w, trip) / trip, dropped = sent * p;
  /// A share of the drops gets a response, and each response moves the window's states by `each`.
  const auto losses = [&](double answers, double regular, const auto& put) {
    const double share = std::min(1.0, answers / dropped);
    NoiseSource counted;
    counted.intensity = dropped * dispersion * regular;
    counted.queue = c.ecn ? 0 : -1;
    put(counted.later, share);
    if (mends(c.tcp)) {
      counted.now[kMissing] = 1 / (kMissingTrips * trip * flows);
      counted.later[kAgain] = 1 / (kAgainTrips * trip * flows);
    }
    all.push_back(counted);
    NoiseSource thinned;  // selects the drops that get a response
    thinned.intensity = answers * (1 - share) * regular;
    put(thinned.now, 1);
    all.push_back(thinned);
  };
  if (mends(c.tcp)) {
    const double open = w[kOpen], window = w[kOpenWindow];
    const Mending<double> at(c, window, p, trip);
    const MendingNow<double> present(c, w, trip);
    const double lost = at.p * (window - 0.5), spared = 1 / (1 + 2 * at.phi * lost);
    const double answers = flows * spared * lost / trip * open, repaired = flows * w[kRepair] / trip;
    losses(answers, 1, [&](double* y, double share) {
      const double away = (1 - at.q_open) * (at.met - window) + at.q_open * (2.5 - window);
      y[kOpenWindow] = -share * away / (flows * open);
      y[kOpen] = -share / flows;
      y[kRepair] = share / flows;
    });
    NoiseSource failed, back;
    failed.intensity = repaired * at.q_all;
    failed.now[kRepair] = -1 / flows;
    back.intensity = flows * present.tries * (1 - at.p);
    back.now[kOpen] = 1 / flows;
    back.now[kOpenWindow] = (2 - window) / (flows * open);
    for (const NoiseSource& source : {failed, back}) all.push_back(source);
    return all;
  }
  const double window = window_of(c, w), dead = c.once ? p * left_by_mark(c, window) : 0;
  const double answers = flows * window / trip * answered(c, window, p), regular = 1 / (1 + dead);
  switch (c.tcp) {
    case FluidTcp::cubic:
      losses(answers, regular, [&](double* y, double share) { y[0] = -share * w[0] / flows; });
      break;
    case FluidTcp::dctcp: {
      // A window is cut once or not at all: a binomial number of them.
      const double cut = taken_by_marks(c, window, w[1], window, p);
      const double marked = c.once ? 1 - math::exp(window * math::log(1 - std::min(p, 0.999999))) : p;
      NoiseSource cuts, estimate;
      cuts.intensity = flows / trip * marked * (1 - marked);
      cuts.now[0] = -cut / (marked * flows);
      estimate.intensity = flows / trip * p * (1 - p) / window;
      estimate.now[1] = c.gain / flows;
      all = {cuts, estimate};
      break;
    }
    case FluidTcp::scalable_control: {
      // Each segment is marked or not, and moves the estimate of the share.
      NoiseSource estimate;
      estimate.intensity = flows * window / trip * p * (1 - p);
      estimate.now[0] = -c.gain * c.price_gain / (trip * (1 - p)) / flows;
      all = {estimate};
      break;
    }
    default: {
      const double taken = taken_by_mark(c, window);
      const auto put = [&](double* y, double share) {
        y[0] = -share * taken / flows;
        if (c.tcp == FluidTcp::reno_clocked) y[1] = -y[0];
      };
      losses(answers, regular, put);
      NoiseSource scatter;
      scatter.intensity = answers * kWindows * window * window / 4;
      scatter.now[0] = -1 / flows;
      all.push_back(scatter);
    }
  }
  return all;
}

}  // namespace aqm::fluid
