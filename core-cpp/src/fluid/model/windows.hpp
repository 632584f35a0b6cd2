// The response of the window of each kind of TCP (include/aqm/fluid.hpp names the sources), written once for numbers
// and for numbers with derivatives: the solver and the linearisation use the same lines.
#pragma once
#include <algorithm>
#include <cmath>

#include "aqm/elementary.hpp"
#include "aqm/fluid.hpp"
#include "recovery.hpp"

namespace aqm::fluid {

// Reno that is clocked by acknowledgements. With W / R, the rate of the literature, a queue follows the windows only
// within a round trip. A real sender puts a packet on the link for each acknowledgement, and another one when its
// window has grown: the packets in flight, F, follow the window at once, rate = F / R + dF/dt (cf. Jacobsson, Andrew,
// Tang, Johansson, Hjalmarsson and Low, "ACK-clocking dynamics: modelling the interaction between windows and the
// network", INFOCOM 2008). When a window is halved, F exceeds it by W / 2. The sender is silent while half a window of
// acknowledgements returns, R / 2, and the excess falls linearly: on average it lasts R / 4. So, with the excess E = F
// - W as a state,
//   dE/dt = b W W(theta) p(theta) / R(theta) - D / R,   D = 4 E
//   dF/dt = dW/dt + dE/dt = (a - D) / R,   rate = (W + E + a - D) / R
// Of a sender that answers marks once in a round trip, W is the mean of the packets in flight, so the excess at rest,
// a / 4, is a part of it.
// D cannot exceed the acknowledgements and what they allow: it tends to W + E + a if all senders are silent at once.

// A sender responds to one mark per round trip (RFC 3168 section 6.1.2): in the round trip after it the smaller window,
// h, is sent, and its marks get no response. Of random marks, the share 1 / (1 + p h) then gets a response. They hit
// windows of v W on average, because windows scatter, and leave h = v W / 2, but at least two (recovery.hpp): W =
// 1.3098 / sqrt(p / (1 + p h)) for large windows. DCTCP reduces by alpha / 2, to at least two, after a window in which
// any packet was marked (RFC 8257 section 3.3), which is the share 1 - (1 - p)^W of windows; as printed, each mark
// takes alpha / 2 W of it.

// Prague does this in a virtual round trip, V, of at least 25 ms: an unmarked segment lets its window grow by (R / V)^2
// / W, and the first mark one V after a reduction takes alpha / 2 of it. If m random marks arrive per V, reductions are
// V + V / m apart:
//   dW/dt = (1 - p) R / V^2 - W alpha m / ((1 + m) 2 V),   m = p W V / R,   d alpha/dt = g (p - alpha) / V
// At rest alpha = p and m^2 / (1 + m) = 2 (1 - p): W = 2.73 R / (V p) for small p, where evenly spaced marks would give
// 2 R / (V p).

// A source of the scalable control (Low, Paganini, Wang and Doyle 2003) has the window W* = R x_max exp(-k z / R) for
// the share p of marks, with z = -ln(1 - p) and k = alpha / (M ln phi). Its estimate of the share follows the marks
// with the weight g in a round trip; here the window follows W* so, which is the same for small changes:
//   dW/dt = g / R (W* - W)

/// States of a window: those of recovery.hpp; or W; or W and the excess in flight; or W with CUBIC's time since the
/// last loss and W_max; or the W and alpha of DCTCP and Prague.
inline constexpr int kMaxWindowStates = 6;
constexpr int window_states(FluidTcp tcp) {
  if (mends(tcp)) return kMendingStates;
  return tcp == FluidTcp::reno || tcp == FluidTcp::reno_acks || tcp == FluidTcp::scalable_control ? 1 : 2;
}

/// The window, packets.
template <class T>
T window_of(const FluidClass& c, const T* w) {
  if (mends(c.tcp)) return shown_window(c, w);
  if (c.tcp != FluidTcp::cubic) return w[0];
  const T s = w[0] - cube_root(c.decrease * w[1] / c.scaling);
  return c.scaling * s * s * s + w[1];
}

/// For Reno clocked by acknowledgements: the acknowledgements per round trip that reach silent senders, D.
template <class T>
T unanswered(const FluidClass& c, const T* w) {
  const T most = w[0] + w[1] + c.increase, share = 4 * w[1] / most, square = share * share;
  return 4 * w[1] / square_root(square_root(1 + square * square));  // 4 E while few are silent, smoothly up to `most`
}

/// What is sent in a round-trip time, packets.
template <class T>
T sent_of(const FluidClass& c, const T* w, [[maybe_unused]] const T& trip) {
  if (mends(c.tcp)) return MendingNow<T>(c, w, trip).sent;
  if (c.tcp != FluidTcp::reno_clocked) return window_of(c, w);
  const T sent = w[0] + w[1] + c.increase - unanswered(c, w);
  return c.once ? T(sent - c.increase / 4) : sent;
}

/// The mean of the flows' squared windows over the square of their mean: open windows are spread as random losses
/// spread them, those in repair have the window after a loss, and the silent flows have none (recovery.hpp). Without
/// repairs every flow has the mean window.
inline double scatter_of(const FluidClass& c, const double* w) {
  if (!mends(c.tcp)) return 1;
  const double open = std::max(0.0, w[kOpen]), repair = std::max(0.0, w[kRepair]);
  const double window = std::max(Mending<double>::kLeastWindow, w[kOpenWindow]);
  const double after = Mending<double>::window_after(c, window), sum = open * window + repair * after;
  if (!(sum > 0)) return 1;
  return (open * Mending<double>::kScatter * window * window + repair * after * after) / (sum * sum);
}

/// Whether a sender that is marked answers a loss in another way than a mark.
inline bool splits_loss(const FluidClass& c) {
  return c.once && (c.tcp == FluidTcp::dctcp || c.tcp == FluidTcp::prague);
}

/// The larger of a window and two, with the corner rounded.
template <class T>
T two_at_least(const T& window) {
  const T above = window - 2;
  return 2 + (above + square_root(above * above + 0.05)) / 2;
}
/// The window after a mark, packets.
template <class T>
T left_by_mark(const FluidClass& c, const T& window) {
  if (c.tcp == FluidTcp::cubic) return (1 - c.decrease) * window;
  return two_at_least(T(Mending<T>::kScatter / 2 * window));
}
/// The probability that a packet's mark gets a response.
template <class T>
T answered(const FluidClass& c, const T& window, const T& p) {
  return c.once ? T(p / (1 + p * left_by_mark(c, window))) : p;
}
/// What an effective mark, or a loss, takes of the mean window of Reno.
template <class T>
T taken_by_mark(const FluidClass& c, const T& window) {
  if (!c.once) return c.decrease * window;
  return Mending<T>::kScatter * window - left_by_mark(c, window);
}
/// What DCTCP's marks take of its window in a round trip.
template <class T>
T taken_by_marks(const FluidClass& c, const T& window, const T& alpha, const T& then, const T& p) {
  constexpr double kAll = 0.999999;
  if (!c.once) return window * alpha * p / 2;
  const T marked = 1 - exponential(T(then * logarithm(value_of(p) > kAll ? T(1 - kAll) : T(1 - p))));
  return marked * (window - two_at_least(T(window * (1 - alpha / 2))));
}

/// Of the packets that arrive, those that are marked, if p are marked or lost; none if none arrives.
template <class T>
T marked_of(const T& p, const T& lost) {
  constexpr double kAll = 0.999999;
  return value_of(lost) > kAll ? T(0) : T((p - lost) / (1 - lost));
}
/// What a packet's loss takes of the window of DCTCP or Prague, which halve it once in a round trip (RFC 8257 section
/// 3.5, RFC 9331 section 4.3).
template <class T>
T taken_by_loss(const T& window, const T& lost) {
  const T half = two_at_least(T(window / 2));
  return lost / (1 + lost * half) * (window - half);
}

/// The window that the scalable control has for a share of marks.
template <class T>
T window_for_share(const FluidClass& c, const T& p, const T& trip) {
  constexpr double kAll = 0.999999;
  const T unmarked = logarithm(value_of(p) > kAll ? T(1 - kAll) : T(1 - p));
  return trip * c.rate * exponential(T(c.price_gain * unmarked / trip));
}

/// Prague's virtual round trip.
template <class T>
T virtual_trip(const FluidClass& c, const T& trip) {
  return value_of(trip) > c.virtual_trip ? trip : T(c.virtual_trip);
}
/// Its marks in one.
template <class T>
T marks_of(const FluidClass& c, const T& window, const T& p, const T& trip) {
  return p * window * virtual_trip(c, trip) / trip;
}
/// The number of reductions that these marks cause.
template <class T>
T reductions_by(const FluidClass& c, const T& marks) {
  return c.once ? T(marks / (1 + marks)) : marks;
}

/// The values that a sender sees: its own round-trip time now; the part of its present that depends on this and on its
/// states; and, a round trip ago, its states, its round-trip time, the probability of a loss or mark, and, for a sender
/// that is marked and answers a loss in another way, that of a loss. For one that mends, also the probability of a loss
/// now: it does not see this loss, but the acknowledgement will be missing.
template <class T>
struct WindowView {
  T trip;
  const MendingNow<T>& now;  ///< of one that mends
  const T* then;
  T then_trip, p, lost = 0, p_now = 0;
};

template <class T>
void window_rates(const FluidClass& c, const T* w, const WindowView<T>& v, T* dw) {
  if (mends(c.tcp)) return mending_rates(c, w, v.now, v.then, v.trip, v.then_trip, v.p, v.p_now, dw);
  const T then_window = window_of(c, v.then), then_rate = then_window / v.then_trip;
  const T p = answered(c, then_window, v.p);
  switch (c.tcp) {
    case FluidTcp::reno_recovery:
    case FluidTcp::cubic_recovery: break;
    case FluidTcp::reno: dw[0] = c.increase / v.trip - taken_by_mark(c, w[0]) * then_rate * p; break;
    case FluidTcp::reno_clocked: {
      const T loss = taken_by_mark(c, w[0]) * then_rate * p;  // packets a second
      dw[0] = c.increase / v.trip - loss;
      dw[1] = loss - unanswered(c, w) / v.trip;
      break;
    }
    case FluidTcp::reno_acks: dw[0] = then_rate * (c.increase * (1 - v.p) / w[0] - c.decrease * v.p * w[0]); break;
    case FluidTcp::cubic: {
      const T losses = then_rate * p;  // a second
      dw[0] = 1 - w[0] * losses;
      dw[1] = (window_of(c, w) - w[1]) * losses;
      break;
    }
    case FluidTcp::dctcp: {
      const T marked = marked_of(v.p, v.lost);
      dw[0] = (c.increase - taken_by_marks(c, w[0], w[1], then_window, marked)) / v.trip -
              then_rate * taken_by_loss(w[0], v.lost);
      dw[1] = c.gain / v.trip * (marked - w[1]);
      break;
    }
    case FluidTcp::prague: {
      const T round = virtual_trip(c, v.trip);
      const T marked = marked_of(v.p, v.lost);
      const T reductions = reductions_by(c, marks_of(c, then_window, marked, v.then_trip));
      dw[0] = ((1 - marked) * v.trip / round - w[0] * w[1] / 2 * reductions) / round -
              then_rate * taken_by_loss(w[0], v.lost);
      dw[1] = c.gain / round * (marked - w[1]);
      break;
    }
    case FluidTcp::scalable_control: dw[0] = c.gain / v.trip * (window_for_share(c, v.p, v.trip) - w[0]); break;
  }
}

/// The states at the start.
inline void window_at_start(const FluidClass& c, double* w) {
  switch (c.tcp) {
    case FluidTcp::reno_recovery:
    case FluidTcp::cubic_recovery: mending_at_start(c, w); break;
    case FluidTcp::reno:
    case FluidTcp::reno_acks:
    case FluidTcp::scalable_control: w[0] = c.window; break;
    case FluidTcp::cubic:  // on the plateau: W = W_max
      w[0] = math::cbrt(c.decrease * c.window / c.scaling);
      w[1] = c.window;
      break;
    case FluidTcp::reno_clocked:
    case FluidTcp::dctcp:
    case FluidTcp::prague:
      w[0] = c.window;
      w[1] = 0;
      break;
  }
}

/// Where a rising function of the window is 1; `guess` is near that place.
template <class F>
double window_where(const F& of, double guess) {
  // Below the least window nothing is taken.
  const auto left = [&](double log_window) { return -math::log(std::max(of(math::exp(log_window)), 1e-300)); };
  double a = math::log(guess), b = a, at_a = left(a), at_b = at_a;
  while (at_a < 0) b = a, at_b = at_a, at_a = left(a -= 1);
  while (at_b > 0) a = b, at_a = at_b, at_b = left(b += 1);
  return math::exp(at_a == 0 ? a : at_b == 0 ? b : root_by_secants(left, a, at_a, b, at_b));
}

/// Reno's window at rest: effective marks take in a round trip what the window grows by.
inline double window_of_marks(const FluidClass& c, double p) {
  const double each = std::sqrt(c.increase / (c.decrease * p));
  const auto taken = [&](double window) {
    return window * answered(c, window, p) * taken_by_mark(c, window) / c.increase;
  };
  return c.once ? window_where(taken, each) : each;
}

/// The states at rest where p is the probability, 0 < p <= 1, `trip` the round-trip time, and `lost` as in WindowView.
inline void window_at_rest(const FluidClass& c, double p, double trip, double* w, double lost = 0) {
  switch (c.tcp) {
    case FluidTcp::reno_recovery:
    case FluidTcp::cubic_recovery: mending_at_rest(c, p, trip, w); break;
    case FluidTcp::reno: w[0] = window_of_marks(c, p); break;
    case FluidTcp::reno_clocked: {
      w[0] = window_of_marks(c, p);
      // D = a. 4 E equals D except for the fourth power of a / (W + E + a): found by iteration, because that hardly
      // changes.
      w[1] = c.increase / 4;
      for (int i = 0; i < 60; ++i) w[1] *= c.increase / unanswered(c, w);
      break;
    }
    case FluidTcp::reno_acks: w[0] = std::sqrt(c.increase * (1 - p) / (c.decrease * p)); break;
    case FluidTcp::cubic: {
      // W = W_max, s = cbrt(b W / c), and one loss in that time: s W p / trip = 1.
      const double root = std::sqrt(trip / p);
      w[1] = root * std::sqrt(root) * std::sqrt(std::sqrt(c.scaling / c.decrease));
      if (c.once) {
        const auto losses = [&](double window) {
          return cube_root(c.decrease * window / c.scaling) * window * answered(c, window, p) / trip;
        };
        w[1] = window_where(losses, w[1]);
      }
      w[0] = cube_root(c.decrease * w[1] / c.scaling);
      break;
    }
    case FluidTcp::dctcp: {
      const double marked = marked_of(p, lost);
      w[0] = 2 * c.increase / (p * p);
      if (c.once) {
        const auto taken = [&](double window) {
          return (taken_by_marks(c, window, marked, window, marked) + window * taken_by_loss(window, lost)) /
                 c.increase;
        };
        w[0] = window_where(taken, 2 + 2 * c.increase / p);
      }
      w[1] = marked;
      break;
    }
    case FluidTcp::prague: {
      // m reductions of m / 2 each: m r(m) = 2 (1 - p).
      const double grown = 1 - p;
      const double marks = c.once ? grown + std::sqrt(grown * (grown + 2)) : std::sqrt(2 * grown);
      w[0] = marks * trip / (p * virtual_trip(c, trip));
      w[1] = marked_of(p, lost);
      if (lost > 0) {
        const double round = virtual_trip(c, trip), rise = (1 - w[1]) * trip / round;
        const auto taken = [&](double window) {
          const double reductions = reductions_by(c, marks_of(c, window, w[1], trip));
          return (window * w[1] / 2 * reductions + round * window / trip * taken_by_loss(window, lost)) / rise;
        };
        w[0] = window_where(taken, 2 + std::sqrt(2 * rise / lost));
      }
      break;
    }
    case FluidTcp::scalable_control: w[0] = window_for_share(c, p, trip); break;
  }
}

}  // namespace aqm::fluid
