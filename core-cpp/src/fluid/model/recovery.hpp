// How senders whose packets are dropped repair their losses: the mean window of the open flows, and the shares of flows
// that are open, in repair and silent. docs/fluid-model.md derives the equations and says how far they can be trusted.
//   RTO = (min_rto^8 + (1.25 R)^8)^(1/8)
//   e_k = 1 / (1 + (RTO / (k R))^8)           whether a time-out at a window of k is certain
//   phi = 1 - e^(-25 / W^2)                   losses that leave a window of two
//   Q_o = 1 - e^(-(9 / W^3)(a_2 + a_3))       losses that find too few packets behind them for a fast retransmission
//   Q_r = 1 - (1 - p)^(1 + phi (1 + e_3))     repairs in which another packet is lost
//   W_e = v W + 1/2                           the window at a loss, h the one after it
//   u = 1 / (1 + phi (p + m)(W - 1/2))        share of losses that meet a flow which can lose again
//   E = u p (W - 1/2) / R o at theta          losses that are answered;   X = c / R ends of repair
//   B = (1 - p) s / T                         ends of silence: of the packets sent again after a time-out, s / T
//   dc/dt = E - X,   do/dt = B - E + (1 - Q) X,   s = 1 - o - c
//   dW/dt = a u (1 - p)(W - 1/2) / (W R) - (E / o)((1 - Q_o)(W_e - W) + Q_o (5/2 - W))
//         + ((1 - Q) X / o)(h - W) + (B / o)(2 - W)
// Senders are clocked by acknowledgements (cf. Jacobsson, Andrew, Tang, Johansson, Hjalmarsson and Low, "ACK-clocking
// dynamics: modelling the interaction between windows and the network", INFOCOM 2008): what they add to their packets
// in flight enters the queue at once, and what they give up leaves their flight over a round trip. In a round trip is
// sent
//   o (W - 1/2 + g) + c ((1 - Q)(h - 1/2) - D + E_D) + R (s / T (1 + 3/2 (1 - m)) + A - Z)
// with the growth g, what a loss takes of a window, D = (1 - Q_o) W_e + Q_o 5/2 - h, and the part of it that is still
// in flight, E_D = (D - 2) / 2, but not below 0. A lost packet brings no acknowledgement, so it is missing (Z) until it
// is sent again (A), half a round trip after the first packets behind it were acknowledged:
//   dZ/dt = (L - Z) / (3/4 R),   dA/dt = (L at theta - A) / (1/2 R),   L = p (o (W - 1/2) + c (h - 1/2)) / R
// The loss that time-outs meet is a state too, m: the past loss, averaged over a time-out, dm/dt = (p - m) / RTO. So
// what is sent depends on states only. docs/fluid-model.md has the measurements.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/fluid.hpp"
#include "exponential.hpp"

namespace aqm::fluid {

inline double cube_root(double x) { return math::cbrt(x); }
inline double square_root(double x) { return std::sqrt(x); }
inline double logarithm(double x) { return math::log(x); }
inline double value_of(double x) { return x; }

constexpr bool mends(FluidTcp tcp) { return tcp == FluidTcp::reno_recovery || tcp == FluidTcp::cubic_recovery; }

template <class T>
T power8(const T& x) {
  const T x2 = x * x, x4 = x2 * x2;
  return x4 * x4;
}
/// RTO^8 in units of R^8, and R^8 itself: the certainty of a time-out needs no root.
template <class T>
struct TimeOut {
  static constexpr double kLong = 1.25;  ///< R and 4 deviations of it

  TimeOut(const FluidClass& c, const T& trip) : trip8(power8(trip)) {
    power = power8(T(c.min_rto)) + power8(kLong) * trip8;
  }
  T value() const { return square_root(square_root(square_root(power))); }
  /// Whether the time-out is shorter than k round trips, e_k.
  T within(double k) const {
    const T trips = power8(k) * trip8;
    return trips / (trips + power);
  }
  T trip8, power;
};

/// The quantities that follow from one window and one loss probability.
template <class T>
class Mending {
 public:
  /// With windows of half a packet or a loss of everything there are no senders left.
  static constexpr double kLeastWindow = 0.51, kMostLoss = 0.9;

  Mending(const FluidClass& c, const T& window, const T& loss, const T& trip) : c_(c), trip_(trip) {
    w = value_of(window) < kLeastWindow ? T(kLeastWindow) : window;
    p = value_of(loss) > kMostLoss ? T(kMostLoss) : loss;
    const TimeOut<T> time_out(c, trip);
    const T e2 = time_out.within(2), e3 = time_out.within(3), kept = 1 - p;
    const T square = w * w;
    phi = 1 - exponential(T(-25) / square);
    const T a2 = e3 + (1 - e3) * (1 - kept * kept * kept);
    const T several = 6 * p * p;
    const T a3 = e2 + (1 - e2) * several / (1 + several);
    q_open = 1 - exponential((T(-9) / (square * w)) * (a2 + a3));
    T packets = 1 + phi * (1 + e3);
    met = kScatter * w + 0.5;
    if (c.one_a_trip) packets = packets + met / 2;
    q_repair = 1 - exponential(packets * logarithm(kept));
    q_all = 1 - (1 - q_open) * (1 - q_repair);
  }

  /// The window of flows in repair and after it: half of what is in flight, but at least two, with the corner rounded.
  static T window_after(const FluidClass& c, const T& w) {
    const T met = kScatter * w + 0.5;
    const T left = c.tcp == FluidTcp::cubic_recovery ? 0.7 * met : (met - 0.5 - c.spared) / 2;
    const T above = left - 2;
    return 2 + (above + square_root(above * above + 0.3)) / 2;
  }

  /// Packets that an open flow gains in a round trip without losses. CUBIC: the Reno-friendly rate (RFC 9438 section
  /// 4.3, the mean of its two slopes), or its own slope, whose mean from a loss to W_max is b W / cbrt(b W / c) per
  /// second.
  T growth() const {
    if (c_.tcp != FluidTcp::cubic_recovery) return T(c_.increase);
    const T root = cube_root(0.3 * w), own = trip_ * root * root * cube_root(T(c_.scaling));
    const T friendly = T(0.75 * c_.increase), f2 = friendly * friendly, o2 = own * own;
    return square_root(square_root(f2 * f2 + o2 * o2));
  }

  /// What a loss finally takes from the mean window, for a window at rest; `after`: window_after.
  T taken(const T& after) const { return (1 - q_open) * (met - after + q_repair * (after - 2)) + q_open / 2; }

  /// For a silent flow with loss m, from one packet that is sent again to the next: time-outs double (Padhye et al.
  /// 1998).
  static T pause(const T& rto, const T& m) {
    return rto * (1 + m * (1 + m * (2 + m * (4 + m * (8 + m * (16 + m * 32))))));
  }

  /// Packets by which the window of an open flow grows in a round trip in which it may meet a loss.
  T grown() const {
    const T above = w - 0.5;
    return growth() * (1 - p) * above / (w * (1 + 2 * phi * p * above));
  }

  /// What a flow in repair sends in a round trip, beyond what others add; `after`: window_after. Proportional rate
  /// reduction (RFC 6937) spreads the reduction over the round trip, so half of it is in flight on average; but two
  /// packets fewer are, the lost one and one that no packet has replaced while the duplicates came.
  T sent_in_repair(const T& after) const {
    constexpr double kFewer = 2;
    const T given_up = (1 - q_open) * met + q_open * 2.5 - after, above = given_up - kFewer;
    const T in_flight = (above + square_root(above * above + 0.3)) / 4;
    return (1 - q_all) * (after - 0.5) - given_up + in_flight;
  }

  static constexpr double kBack = 1.5;                       ///< packets in flight of a flow whose silence has ended
  static constexpr double kScatter = 2 / (1.3098 * 1.3098);  ///< E W^2 / (E W)^2 under random losses (Ott et al. 1996)

  T w, p, phi, q_open, q_repair, q_all, met;

 private:
  const FluidClass& c_;
  const T& trip_;
};

/// The states of a class that repairs losses: mean window of the open flows, share open, share in repair, the loss that
/// time-outs meet, and for each flow, packets/s, the lost packets that are missing and those that are sent again.
enum MendingState : int { kOpenWindow, kOpen, kRepair, kMet, kMissing, kAgain, kMendingStates };

/// The time constants of the last two, in round trips. A lost packet is missing for a round trip and kAgainTrips; with
/// half of this time as the first constant, that is what is missing.
inline constexpr double kAgainTrips = 0.5, kMissingTrips = (1 + kAgainTrips) / 2;

template <class T>
T shown_window(const FluidClass& c, const T* w) {
  const T silent = 1 - w[kOpen] - w[kRepair];
  return w[kOpen] * w[kOpenWindow] + w[kRepair] * Mending<T>::window_after(c, w[kOpenWindow]) +
         Mending<T>::kBack * silent;
}

/// The packets in the windows of a flow, on average over the open flows and those in repair.
template <class T>
T in_windows(const T* w, const T& window, const T& after) {
  return w[kOpen] * (window - 0.5) + w[kRepair] * (after - 0.5);
}

template <class T>
T capped_loss(const T& p) {
  return value_of(p) > Mending<T>::kMostLoss ? T(Mending<T>::kMostLoss) : p;
}

/// The sent packets depend only on the present, and so does much of the change of the windows.
template <class T>
struct MendingNow {
  MendingNow() = default;  ///< for senders that do not repair losses: empty
  MendingNow(const FluidClass& c, const T* w, const T& trip) {
    const T m = capped_loss(w[kMet]), silent = 1 - w[kOpen] - w[kRepair];
    const T window = value_of(w[kOpenWindow]) < Mending<T>::kLeastWindow ? T(Mending<T>::kLeastWindow) : w[kOpenWindow];
    rto = TimeOut<T>(c, trip).value();
    tries = silent / Mending<T>::pause(rto, m);
    const Mending<T> past(c, window, m, trip);
    after = Mending<T>::window_after(c, window);
    const T total = w[kOpen] * (window - 0.5 + past.grown()) + w[kRepair] * past.sent_in_repair(after) +
                    trip * (tries * (1 + Mending<T>::kBack * (1 - m)) + w[kAgain] - w[kMissing]);
    sent = (total + square_root(total * total + 0.01)) / 2;  // not negative, with the corner rounded
  }
  T sent;        ///< in a round-trip time, packets
  T rto, after;  ///< the time-out, s; the window after a loss
  T tries;       ///< share of all flows that send a packet again after a time-out, 1/s
};

/// The share that was open at the time of the losses, as far as it is still open: if nearly all flows lose at once, as
/// when a buffer overflows, they cannot lose again before they have repaired. Near a rest it is unchanged, to a quarter
/// of a percent.
template <class T>
T open_then(const T& now, const T& then) {
  constexpr double kSharp = 8, kAll = 1 - 3.3546262790251185e-4;  // 1 - e^-8
  if (!(value_of(now) > 0 && value_of(then) > 0)) return T(0);
  return then * (1 - exponential(T(-kSharp) * now / then)) / kAll;
}

template <class T>
void mending_rates(const FluidClass& c, const T* w, const MendingNow<T>& present, const T* then, const T& trip,
                   const T& then_trip, const T& p, const T& p_now, T* dw) {
  const Mending<T> now(c, w[kOpenWindow], p, trip);
  const T then_window = value_of(then[kOpenWindow]) < now.kLeastWindow ? T(now.kLeastWindow) : then[kOpenWindow];
  const T lost = now.p * (then_window - 0.5);
  const T spared = 1 / (1 + now.phi * (lost + capped_loss(w[kMet]) * (then_window - 0.5)));
  const T losses = spared * lost / then_trip * open_then(w[kOpen], then[kOpen]);
  const T returns = present.tries * (1 - now.p);
  const T repaired = w[kRepair] / trip, well = (1 - now.q_all) * repaired;
  const T open = value_of(w[kOpen]) < 1e-6 ? T(1e-6) : w[kOpen];
  dw[kRepair] = losses - repaired;
  dw[kOpen] = returns - losses + well;
  dw[kOpenWindow] = now.growth() * spared * (1 - now.p) * (now.w - 0.5) / (now.w * trip) -
                    (losses * ((1 - now.q_open) * (now.met - now.w) + now.q_open * (2.5 - now.w)) -
                     well * (present.after - now.w) - returns * (2 - now.w)) /
                        open;
  if (value_of(w[kOpenWindow]) <= now.kLeastWindow && value_of(dw[kOpenWindow]) < 0) dw[kOpenWindow] = T(0);
  dw[kMet] = (now.p - w[kMet]) / present.rto;
  const T after_then = Mending<T>::window_after(c, then_window);
  const T lost_now = capped_loss(p_now) * in_windows(w, now.w, present.after) / trip;
  dw[kMissing] = (lost_now - w[kMissing]) / (kMissingTrips * trip);
  dw[kAgain] = (now.p * in_windows(then, then_window, after_then) / then_trip - w[kAgain]) / (kAgainTrips * trip);
}

inline void mending_at_start(const FluidClass& c, double* w) {
  w[kOpenWindow] = c.window;
  w[kOpen] = 1;
  w[kRepair] = w[kMet] = w[kMissing] = w[kAgain] = 0;
}

/// The root of a smooth function that falls from f(a) = fa > 0 to f(b) = fb < 0, to rounding: by secants, or the middle
/// where a secant leaves the bracket or takes too long.
template <class F>
double root_by_secants(const F& f, double a, double fa, double b, double fb) {
  constexpr double kNear =
      1e-8;  // from two places this close the next one is exact: the error is their distance times that of the last
  constexpr int kPatience = 12;
  double before = a, f_before = fa, last = b, f_last = fb;
  for (int i = 0; i < 100 && std::abs(last - before) > kNear; ++i) {
    double next = last - f_last * (last - before) / (f_last - f_before);
    if (i > kPatience || !(next > a && next < b)) next = 0.5 * (a + b);
    before = last;
    f_before = f_last;
    last = next;
    f_last = f(next);
    if (f_last == 0) return last;
    (f_last > 0 ? a : b) = last;
  }
  const double next = last - f_last * (last - before) / (f_last - f_before);
  return next >= a && next <= b ? next : last;
}

/// a (1 - p) / W = p M(W): the left side falls and the right side rises with W; everything else follows.
inline void mending_at_rest(const FluidClass& c, double p, double trip, double* w) {
  // The difference of the two sides over their sum is nearly a line over log W.
  const auto gains = [&](double log_window) {
    const Mending<double> at(c, math::exp(log_window), p, trip);
    const double gained = at.growth() * (1 - at.p), after = Mending<double>::window_after(c, at.w);
    const double lost = at.p * at.w * at.taken(after);
    return (gained - lost) / (gained + std::abs(lost));
  };
  double low = math::log(Mending<double>::kLeastWindow), high = math::log(1e9);
  // Around the rest of large windows; the bracket is widened if necessary.
  const double guess = 0.5 * math::log(1.7155 * c.increase / p);
  double a = std::clamp(guess - 1, low, high), b = std::clamp(guess + 0.2, low, high);
  double at_a = gains(a), at_b = gains(b);
  while (at_b > 0 && b < high) a = b, at_a = at_b, b = std::min(high, b + 2), at_b = gains(b);
  while (at_a < 0 && a > low) b = a, at_b = at_a, a = std::max(low, a - 2), at_a = gains(a);
  const double root = at_a <= 0 ? a : at_b >= 0 ? b : root_by_secants(gains, a, at_a, b, at_b);
  const Mending<double> at(c, math::exp(root), p, trip);
  const double lost = at.p * (at.w - 0.5), k = lost / (1 + 2 * at.phi * lost);
  const double silent =
      k * at.q_all * Mending<double>::pause(TimeOut<double>(c, trip).value(), at.p) / ((1 - at.p) * trip);
  w[kOpenWindow] = at.w;
  w[kOpen] = 1 / (1 + k + silent);
  w[kRepair] = k * w[kOpen];
  w[kMet] = at.p;
  const double after = Mending<double>::window_after(c, at.w);
  w[kMissing] = w[kAgain] = at.p * in_windows(w, at.w, after) / trip;
}

}  // namespace aqm::fluid
