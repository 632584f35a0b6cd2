// The transfer function of a loop that is cut where the senders see the probability.
#pragma once
#include <limits>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "linear_solve.hpp"

namespace aqm::fluid {

/// Sweeps for crossovers end where omega times the longest round trip is this value, unless L has fallen for good
/// before: a sender that responds at once to drops (without marks) may hold |L| above 1 over hundreds of turns of the
/// delay.
inline constexpr double kSweepEnd = 3000;
/// From here on, L with a gain below 1/30 does not rise above 1 again.
inline constexpr double kSweepFallen = 1.0 / 30;

inline constexpr double kQuarter = 0.7853981633974483;  ///< pi / 4

/// L(j omega): the probability that returns, with the opposite sign, if the senders see a probability of amplitude 1.
class OpenLoop {
 public:
  explicit OpenLoop(const LinearLoop& loop)
      : loop_(loop),
        plant_(loop.plant),
        states_(static_cast<int>(loop.out.size())),
        x_(static_cast<std::size_t>(loop.plant)),
        z_(loop.out.size()) {}

  Complex operator()(double omega) {
    const int np = loop_.plant;
    for (int i = 0; i < np; ++i) {
      for (int j = 0; j < np; ++j) plant_(i, j) = {-loop_.plant_now[at(i, j, np)], i == j ? omega : 0};
      x_[static_cast<std::size_t>(i)] = {loop_.input_now[static_cast<std::size_t>(i)], 0};
    }
    for (std::size_t k = 0; k < loop_.lag.size(); ++k) {
      const Complex delay = fluid::exp(Complex{0, -omega * loop_.lag[k]});
      for (int i = 0; i < np; ++i) {
        for (int j = 0; j < np; ++j) plant_(i, j) = plant_(i, j) - loop_.plant_delayed[k][at(i, j, np)] * delay;
        Complex& input = x_[static_cast<std::size_t>(i)];
        input = input + loop_.input_delayed[k][static_cast<std::size_t>(i)] * delay;
      }
    }
    if (!plant_.factorise()) return kUndefined;
    plant_.solve(x_);
    return -law({0, omega});
  }

 private:
  static std::size_t at(int i, int j, int n) { return static_cast<std::size_t>(i * n + j); }

  static constexpr Complex kUndefined{std::numeric_limits<double>::quiet_NaN(),
                                      std::numeric_limits<double>::quiet_NaN()};

  /// The law's response to the plant's states.
  Complex law(Complex s) {
    const Complex q = x_.back();
    Complex inflow;
    for (std::size_t j = 0; j < x_.size(); ++j) inflow = inflow + loop_.arrivals[j] * x_[j];
    Complex p = loop_.out_queue * q + loop_.out_arrivals * inflow;
    const int nz = static_cast<int>(loop_.out.size());
    if (nz == 0) return p;
    for (int i = 0; i < nz; ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (int j = 0; j < nz; ++j) {
        states_(i, j) = {(i == j ? s.re : 0) - loop_.law_law[at(i, j, nz)], i == j ? s.im : 0};
      }
      z_[row] = loop_.law_queue[row] * q + loop_.law_arrivals[row] * inflow + loop_.law_drift[row] * (s * q);
    }
    if (!states_.factorise()) return kUndefined;
    states_.solve(z_);
    for (int j = 0; j < nz; ++j) p = p + loop_.out[static_cast<std::size_t>(j)] * z_[static_cast<std::size_t>(j)];
    return p;
  }

  const LinearLoop& loop_;
  ComplexLu plant_, states_;
  std::vector<Complex> x_, z_;
};

/// The phase at the low end, from which it is followed, rad. A loop that integrates there with the wrong sign seems to
/// lead by a right angle; in fact it lags by three right angles and is unstable.
inline double phase_at_start(Complex l) {
  const double phase = angle(l);
  return phase > kQuarter && norm(l) > 1 ? phase - 8 * kQuarter : phase;
}

}  // namespace aqm::fluid
