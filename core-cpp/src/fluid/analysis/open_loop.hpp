// The transfer function of a loop that is cut where the senders see the probability.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "elimination.hpp"
#include "far_out.hpp"

namespace aqm::fluid {

/// Sweeps for crossovers end where omega times the longest round trip is this value, unless L has fallen for good
/// before: a sender that responds at once to drops (without marks) may hold |L| above 1 over hundreds of turns of the
/// delay.
inline constexpr double kSweepEnd = 3000;
/// From here on, L with a gain below 1/30 does not rise above 1 again.
inline constexpr double kSweepFallen = 1.0 / 30;

inline constexpr double kQuarter = 0.7853981633974483;  ///< pi / 4

/// L(j omega): the probability that returns, with the opposite sign, if the senders see a probability of amplitude 1.
/// With the states' equations (s I - A) y = b p, and c y returning, L = -c (s I - A)^-1 b is what elimination leaves in
/// the corner of [[s I - A, -b], [-c, 0]].
class OpenLoop {
 public:
  explicit OpenLoop(const LinearLoop& loop)
      : lags_(loop.lag),
        n_(static_cast<std::size_t>(loop.plant) + loop.out.size()),
        present_((n_ + 1) * (n_ + 1)),
        elimination_(n_ + 1, n_) {
    const Border border = borders(loop);
    const std::vector<std::size_t> state = least_coupled_first(n_, [&](std::size_t i, std::size_t j) {
      const auto any = [&](const Matrix& m) { return m[i * (n_ + 1) + j] != 0; };
      return any(border.present) || std::any_of(border.delayed.begin(), border.delayed.end(), any);
    });
    const auto place = [&](std::size_t i) { return i < n_ ? state[i] : n_; };
    for (std::size_t i = 0; i <= n_; ++i) {
      for (std::size_t j = 0; j <= n_; ++j) {
        const std::size_t from = place(i) * (n_ + 1) + place(j), to = i * (n_ + 1) + j;
        present_[to] = -border.present[from];
        for (std::size_t k = 0; k < lags_.size(); ++k) {
          if (border.delayed[k][from] != 0) past_.push_back({to, k, border.delayed[k][from]});
        }
      }
    }
    decay_.resize(lags_.size());
    far_out_.emplace(bounds(border));
  }

  Complex operator()(double omega) {
    for (std::size_t k = 0; k < lags_.size(); ++k) decay_[k] = fluid::exp(Complex{0, -omega * lags_[k]});
    std::vector<Complex>& a = elimination_.elements();
    for (std::size_t at = 0; at < a.size(); ++at) a[at] = {present_[at], 0};
    for (std::size_t i = 0; i < n_; ++i) a[i * (n_ + 1) + i].im = omega;
    for (const Past& p : past_) a[p.at] = a[p.at] - p.weight * decay_[p.lag];
    const bool regular = elimination_.run([](Complex, Complex) {});
    return regular ? elimination_.corner() : kUndefined;
  }

  /// Whether |L| is shown to be below 1 at omega and at all higher frequencies.
  bool below_one_from(double omega) { return far_out_->at(omega) && far_out_->gain() < 1; }

 private:
  using Matrix = std::vector<double>;
  /// Rows: the equations of the plant and of the law, the returning probability. Columns: their states, the input.
  struct Border {
    Matrix present;
    std::vector<Matrix> delayed;
  };
  Border borders(const LinearLoop& loop) const {
    const auto np = static_cast<std::size_t>(loop.plant), nz = loop.out.size(), width = n_ + 1;
    Border all{Matrix(width * width), std::vector<Matrix>(lags_.size(), Matrix(width * width))};
    for (std::size_t i = 0; i < np; ++i) {
      const auto copy = [&](const Matrix& plant, const Matrix& input, Matrix& to) {
        for (std::size_t j = 0; j < np; ++j) to[i * width + j] = plant[i * np + j];
        to[i * width + n_] = input[i];
      };
      copy(loop.plant_now, loop.input_now, all.present);
      for (std::size_t k = 0; k < lags_.size(); ++k) {
        copy(loop.plant_delayed[k], loop.input_delayed[k], all.delayed[k]);
      }
    }
    /// A row over the queue, the arrivals, and those that enter the queue.
    const auto see = [&](std::size_t i, double queue, double arrivals, double entering) {
      for (std::size_t j = 0; j < np; ++j) {
        all.present[i * width + j] = arrivals * loop.arrivals[j] + entering * loop.entering[j];
      }
      all.present[i * width + n_] = entering * loop.input_entering;
      if (loop.queue != LinearLoop::kHeld) all.present[i * width + static_cast<std::size_t>(loop.queue)] += queue;
    };
    for (std::size_t i = 0; i < nz; ++i) {
      see(np + i, loop.law_queue[i], loop.law_arrivals[i], loop.law_entering[i]);
      for (std::size_t j = 0; j < nz; ++j) all.present[(np + i) * width + np + j] = loop.law_law[i * nz + j];
    }
    see(n_, loop.out_queue, loop.out_arrivals, 0);
    for (std::size_t j = 0; j < nz; ++j) all.present[n_ * width + np + j] = loop.out[j];
    return all;
  }

  FarOut bounds(const Border& border) const {
    const std::size_t width = n_ + 1;
    std::vector<double> own;
    Matrix others(width * width);
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        double& bound = others[i * width + j];
        if (i != j) bound = std::abs(border.present[i * width + j]);
        for (const Matrix& delayed : border.delayed) bound += std::abs(delayed[i * width + j]);
      }
      if (i < n_) own.push_back(-border.present[i * width + i]);
    }
    return FarOut(std::move(own), std::move(others));
  }

  static constexpr Complex kUndefined{std::numeric_limits<double>::quiet_NaN(),
                                      std::numeric_limits<double>::quiet_NaN()};
  struct Past {
    std::size_t at, lag;
    double weight;
  };
  std::vector<double> lags_;
  std::size_t n_;   ///< number of states
  Matrix present_;  ///< without s and the past, with the opposite sign, in the order of elimination
  std::vector<Past> past_;
  std::vector<Complex> decay_;
  Elimination elimination_;
  std::optional<FarOut> far_out_;
};

/// The phase at the low end, from which it is followed, rad. A loop that integrates there with the wrong sign seems to
/// lead by a right angle; in fact it lags by three right angles and is unstable.
inline double phase_at_start(Complex l) {
  const double phase = angle(l);
  return phase > kQuarter && norm(l) > 1 ? phase - 8 * kQuarter : phase;
}

}  // namespace aqm::fluid
