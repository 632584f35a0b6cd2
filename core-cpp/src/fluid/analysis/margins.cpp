#include <algorithm>
#include <cmath>

#include "aqm/fluid_analysis.hpp"
#include "open_loop.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kPi = 3.141592653589793;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Adds the turn of the complex plane from one place to the next: steps must be small against half a turn.
double unwrapped(double phase, double next) {
  const double turn = next - phase;
  return next - 2 * kPi * std::floor((turn + kPi) / (2 * kPi));
}

template <class F>
double root_between(const F& f, double a, double fa, double b) {
  for (int i = 0; i < 100 && b - a > 1e-14 * b; ++i) {
    const double middle = 0.5 * (a + b), fm = f(middle);
    if ((fm > 0) == (fa > 0)) {
      a = middle;
      fa = fm;
    } else {
      b = middle;
    }
  }
  return 0.5 * (a + b);
}

}  // namespace

FrequencyResponse frequency_response(const LinearLoop& loop, double from, double to, int points) {
  FrequencyResponse out;
  if (!loop.single) return out;
  OpenLoop open(loop);
  const double step = math::log(to / from) / std::max(1, points - 1);
  double phase = 0;
  for (int i = 0; i < points; ++i) {
    const double omega = from * math::exp(i * step);
    const Complex l = open(omega);
    phase = i == 0 ? phase_at_start(l) : unwrapped(phase, angle(l));
    out.omega.push_back(omega);
    out.re.push_back(l.re);
    out.im.push_back(l.im);
    out.gain_db.push_back(20 * math::log(magnitude(l)) / 2.302585092994046);
    out.phase_deg.push_back(phase * 180 / kPi);
  }
  return out;
}

Margins margins(const LinearLoop& loop) {
  Margins m;
  m.phase_margin_deg = m.phase_omega = m.delay_margin_s = m.gain_margin = m.gain_omega = kNan;
  if (!loop.single) return m;
  OpenLoop open(loop);
  const double longest = *std::max_element(loop.lag.begin(), loop.lag.end());
  // From frequencies at which nothing moves during a round trip to those at which the plant hardly responds; further
  // only while |L| has not fallen.
  const double from = 1e-6 / longest, far = 300 / longest, to = kSweepEnd / longest;
  constexpr double kRatio = 1.03;
  double omega = from, phase = phase_at_start(open(from)), gain = magnitude(open(from));
  while (omega < to) {
    // At most a fifth of a radian of delay from one place to the next.
    const double next = std::min(omega * kRatio, omega + 0.2 / longest);
    const Complex l = open(next);
    const double next_phase = unwrapped(phase, angle(l)), next_gain = magnitude(l);
    if ((gain > 1) != (next_gain > 1)) {
      const double at = root_between([&](double w) { return magnitude(open(w)) - 1; }, omega, gain - 1, next);
      const double there = unwrapped(phase, angle(open(at)));
      m.gain_crossovers.push_back({at, 180 + there * 180 / kPi});
    }
    // Odd multiples of pi that the phase passes.
    const double low = std::floor((phase / kPi + 1) / 2), high = std::floor((next_phase / kPi + 1) / 2);
    if (low != high) {
      const double level = (2 * std::max(low, high) - 1) * kPi;
      const auto past = [&](double w) { return unwrapped(phase, angle(open(w))) - level; };
      const double at = root_between(past, omega, phase - level, next);
      m.phase_crossovers.push_back({at, 1 / magnitude(open(at))});
    }
    omega = next;
    phase = next_phase;
    gain = next_gain;
    // Nothing more to come.
    if ((gain < 1e-6 && !m.phase_crossovers.empty()) || (omega > far && gain < kSweepFallen)) break;
  }
  if (!m.gain_crossovers.empty()) {
    m.phase_omega = m.gain_crossovers.back().omega;
    m.phase_margin_deg = m.gain_crossovers.back().margin;
    m.delay_margin_s = m.phase_margin_deg * kPi / 180 / m.phase_omega;
  }
  if (!m.phase_crossovers.empty()) {
    m.gain_omega = m.phase_crossovers.front().omega;
    m.gain_margin = m.phase_crossovers.front().margin;
  }
  return m;
}

}  // namespace aqm
