// A linear loop that is driven by random events: the power of an observed quantity over frequency, and its variance.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linear_solve.hpp"
#include "noise.hpp"

namespace aqm::fluid {

inline constexpr double kPi = 3.141592653589793;

/// The sources of a class, the position of its states among those of the loop, and its round trip.
struct ClassNoise {
  std::size_t first;
  int states;
  double trip;
  std::vector<NoiseSource> sources;
};

/// The closed loop's response to noise, observed through a row over the states.
class NoisyLoop {
 public:
  NoisyLoop(const LinearLoop& loop, std::vector<ClassNoise> classes)
      : loop_(loop), classes_(std::move(classes)), transposed_(loop.states) {}

  /// At s = j omega; false if the loop has a root there.
  bool look(double omega) {
    const int n = loop_.states;
    omega_ = omega;
    std::vector<Complex> delay;
    for (const double lag : loop_.lag) delay.push_back(turn(lag));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const std::size_t at = static_cast<std::size_t>(i * n + j);
        Complex v{-loop_.now[at], i == j ? omega : 0};
        for (std::size_t k = 0; k < delay.size(); ++k) v = v - loop_.delayed[k][at] * delay[k];
        transposed_(j, i) = v;
      }
    }
    return transposed_.factorise();
  }

  /// The two-sided power density of row . y at that frequency.
  double density(const std::vector<double>& row) {
    std::vector<Complex> x;
    for (const double v : row) x.push_back({v, 0});
    transposed_.solve(x);
    // A packet that does not enter is missing in the queue, and in the law's own count of those that enter.
    Complex queue = loop_.queue == LinearLoop::kHeld ? Complex{} : x[static_cast<std::size_t>(loop_.queue)];
    for (std::size_t i = 0; i < loop_.law_packet.size(); ++i) {
      queue = queue + loop_.law_packet[i] * x[static_cast<std::size_t>(loop_.plant) + i];
    }
    double sum = 0;
    for (const ClassNoise& c : classes_) {
      const Complex trip = turn(c.trip);
      for (const NoiseSource& source : c.sources) {
        Complex seen = source.queue * queue;
        for (int s = 0; s < c.states; ++s) {
          seen = seen + x[c.first + static_cast<std::size_t>(s)] * (Complex{source.now[s], 0} + source.later[s] * trip);
        }
        sum += source.intensity * irregular(source.from) * norm(seen);
      }
    }
    return sum;
  }

 private:
  double irregular(double from) const { return omega_ * omega_ / (omega_ * omega_ + from * from); }
  Complex turn(double lag) const { return fluid::exp(Complex{0, -std::fmod(omega_ * lag, 2 * kPi)}); }

  const LinearLoop& loop_;
  std::vector<ClassNoise> classes_;
  ComplexLu transposed_;
  double omega_ = 0;
};

/// From far below the frequencies that the loop follows to those that it no longer follows, evenly over the logarithm,
/// and densely about its resonances.
inline std::vector<double> frequencies(const LinearLoop& loop, const std::vector<Root>& roots) {
  constexpr int kPoints = 240, kAbout = 40;
  const double lag = *std::max_element(loop.lag.begin(), loop.lag.end());
  const double from = 1e-4 / lag, to = 30 / lag, step = math::log(to / from) / kPoints;
  std::vector<double> all;
  for (int i = 0; i <= kPoints; ++i) all.push_back(from * math::exp(step * i));
  for (const Root& root : roots) {
    const double width = std::abs(root.re);
    if (root.im == 0 || width > root.im) continue;
    // Evenly within its width, then over the logarithm of the distance, to a hundred widths.
    for (int i = -kAbout; i <= kAbout; ++i) {
      const double grown = math::exp(5.3 * i / kAbout), omega = root.im + width * (grown - 1 / grown) / 2;
      if (omega > from && omega < to) all.push_back(omega);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Integral of a density times a factor of the frequency, over pi: by trapezoids, plus a tail that falls with the
/// square.
template <class F>
double power(const std::vector<double>& omega, const std::vector<double>& density, const F& factor) {
  double sum = density.front() * omega.front() * factor(omega.front());
  for (std::size_t i = 0; i + 1 < omega.size(); ++i) {
    sum += 0.5 * (omega[i + 1] - omega[i]) * (density[i] * factor(omega[i]) + density[i + 1] * factor(omega[i + 1]));
  }
  return sum / kPi;
}
inline double variance(const std::vector<double>& omega, const std::vector<double>& density) {
  return power(omega, density, [](double) { return 1; }) + density.back() * omega.back() / kPi;
}

}  // namespace aqm::fluid
