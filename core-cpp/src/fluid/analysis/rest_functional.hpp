// A system's right-hand side near a rest, as a functional of a past that is known in closed form, with its directional
// derivatives up to the third order. The delayed arguments are those of the moved state, so the dependence of a delay
// on the state is included: for smooth pasts the expansion is the same as with constant delays (Sieber, "Finding
// periodic orbits in state-dependent delay differential equations as roots of algebraic equations", Discrete and
// Continuous Dynamical Systems 32(8), 2012).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "complex.hpp"
#include "fluid/solver/segment.hpp"

namespace aqm::fluid {

using ComplexVector = std::vector<Complex>;

/// Re((fixed + slope s) e^(rate s)) for s <= 0, over the components that move.
struct Wave {
  Complex rate;
  ComplexVector fixed, slope{};
};
using Waves = std::vector<Wave>;

template <class System>
class RestFunctional {
 public:
  using Vector = typename Segment<System>::Vector;
  using Mode = typename System::Mode;

  /// `moving`: the components that move near the rest, in order; the others keep their values.
  RestFunctional(const System& system, double time, const Vector& rest, const Mode& mode, std::vector<int> moving)
      : system_(system), time_(time), rest_(rest), mode_(mode), moving_(std::move(moving)) {}

  int size() const { return static_cast<int>(moving_.size()); }
  int component(int i) const { return moving_[static_cast<std::size_t>(i)]; }

  /// The largest value of a direction, each component in units of its state and its small unit.
  double length(const Waves& direction) const {
    double largest = 0;
    for (int i = 0; i < size(); ++i) {
      const auto k = static_cast<std::size_t>(i), at = static_cast<std::size_t>(moving_[k]);
      double sum = 0;
      for (const Wave& wave : direction) {
        sum += magnitude(wave.fixed[k]) + (wave.slope.empty() ? 0 : magnitude(wave.slope[k]));
      }
      largest = std::max(largest, sum / (std::abs(rest_[at]) + system_.typical(moving_[k])));
    }
    return largest;
  }

  /// The first three derivatives of the right-hand side along a direction, over the components that move.
  using Derivatives = std::array<std::vector<double>, 3>;
  Derivatives along(const Waves& direction) const {
    // Central differences with nine points, exact for polynomials up to the degree eight (first and second derivative)
    // and seven (third).
    static constexpr double kFirst[] = {0, 4. / 5, -1. / 5, 4. / 105, -1. / 280};
    static constexpr double kSecond[] = {-205. / 72, 8. / 5, -1. / 5, 8. / 315, -1. / 560};
    static constexpr double kThird[] = {0, -61. / 30, 169. / 120, -3. / 10, 7. / 240};
    Derivatives out;
    for (auto& derivative : out) derivative.assign(moving_.size(), 0);
    const double all = length(direction);
    if (all == 0) return out;
    const double width = kWidth / all;
    for (int step = -4; step <= 4; ++step) {
      const auto k = static_cast<std::size_t>(std::abs(step));
      const double side = step < 0 ? -1 : 1;
      const Vector rates = moved(direction, step * width);
      for (std::size_t i = 0; i < moving_.size(); ++i) {
        const double rate = rates[static_cast<std::size_t>(moving_[i])];
        out[0][i] += side * kFirst[k] * rate / width;
        out[1][i] += kSecond[k] * rate / (width * width);
        out[2][i] += side * kThird[k] * rate / (width * width * width);
      }
    }
    return out;
  }

  /// Whether no guard changes its sign about the rest, as far away as the differences go.
  bool holds(const Waves& direction) const {
    const double width = 4 * kWidth / std::max(length(direction), 1e-300);
    for (int guard = 0; guard < system_.guards(mode_); ++guard) {
      const bool at_rest = system_.slack(guard, time_, rest_, mode_) < 0;
      for (const double side : {-width, width}) {
        if ((system_.slack(guard, time_, at(direction, side, 0), mode_) < 0) != at_rest) return false;
      }
    }
    return true;
  }

 private:
  static constexpr double kWidth = 5e-3;

  Vector at(const Waves& direction, double step, double s) const {
    Vector y = rest_;
    for (const Wave& wave : direction) {
      const Complex grown = fluid::exp(Complex{wave.rate.re * s, wave.rate.im * s});
      for (std::size_t i = 0; i < moving_.size(); ++i) {
        const Complex v = wave.slope.empty() ? wave.fixed[i] : wave.fixed[i] + s * wave.slope[i];
        y[static_cast<std::size_t>(moving_[i])] += step * (v * grown).re;
      }
    }
    return y;
  }

  struct Past {
    struct View {
      Vector y;
      const Mode& of;
      double value(int i) const { return y[static_cast<std::size_t>(i)]; }
      void values(int, Vector& out) const { out = y; }
      const Mode& mode() const { return of; }
    };
    const RestFunctional& about;
    const Waves& direction;
    double step;
    View view(int, double theta) const { return {about.at(direction, step, theta - about.time_), about.mode_}; }
  };

  Vector moved(const Waves& direction, double step) const {
    Vector y = at(direction, step, 0), rates{};
    Past past{*this, direction, step};
    if constexpr (requires { system_.meet_arguments(time_, y, mode_, past); }) {
      system_.meet_arguments(time_, y, mode_, past);
    }
    system_.derivative(time_, y, mode_, past, rates);
    return rates;
  }

  const System& system_;
  double time_;
  Vector rest_;
  Mode mode_;
  std::vector<int> moving_;
};

}  // namespace aqm::fluid
