#include "argument_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "aqm/elementary.hpp"
#include "far_out.hpp"
#include "signals.hpp"

namespace aqm::fluid {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr std::size_t kMostNear = 64;

/// A frequency from which on the argument of det(I - B / D) (far_out.hpp) is between -pi and pi; not much higher than
/// the lowest.
double known_from(const LinearLoop& loop, double sigma) {
  const auto n = static_cast<std::size_t>(loop.states);
  std::vector<double> own, others(n * n);
  for (std::size_t at = 0; at < n * n; ++at) others[at] = std::abs(loop.now[at]);
  for (std::size_t i = 0; i < n; ++i) {
    others[i * n + i] = 0;
    own.push_back(sigma - loop.now[i * n + i]);
  }
  for (std::size_t k = 0; k < loop.lag.size(); ++k) {
    const double growth = math::exp(-sigma * loop.lag[k]);
    for (std::size_t at = 0; at < n * n; ++at) others[at] += std::abs(loop.delayed[k][at]) * growth;
  }
  FarOut far_out(std::move(own), std::move(others));
  const auto known = [&](double omega) {
    constexpr double kLeast = 0.0432139183;  // e^-pi, rounded up
    return far_out.at(omega) && far_out.determinant() > kLeast;
  };
  double low = 0, high = 1 / longest_lag(loop);
  while (std::isfinite(high) && !known(high)) high *= 2;
  for (int i = 0; i < 3; ++i) {
    const double middle = 0.5 * (low + high);
    (known(middle) ? high : low) = middle;
  }
  return high;
}

/// The longest lag of the exponentials in the determinant. Each is a product of one term per equation, and of at most
/// one term per signal: the sum over the equations of each one's longest lag, or over the signals of theirs.
double longest_product(const LinearLoop& loop) {
  std::vector<double> of(static_cast<std::size_t>(loop.states), 0);
  double by_signals = 0;
  for (const Signal& signal : signals_of(loop)) {
    by_signals += loop.lag[signal.lag];
    for (const Signal::Target& target : signal.targets) {
      double& longest = of[static_cast<std::size_t>(target.equation)];
      longest = std::max(longest, loop.lag[signal.lag]);
    }
  }
  return std::min(by_signals, std::accumulate(of.begin(), of.end(), 0.0));
}

}  // namespace

LineWalk::LineWalk(const LinearLoop& loop, double sigma, double& places, const std::vector<Complex>& known)
    : loop_(loop), sigma_(sigma), places_(places), done_(loop.states == 0) {
  if (done_) {
    line_.right = 0;
    return;
  }
  longest_ = longest_lag(loop);
  for (const Complex root : known) {
    if (!(root.re < sigma)) continue;
    const double size = seen_size(magnitude(root - Complex{sigma, 0}));
    known_.push_back({root, size});
    if (root.im != 0) known_.push_back({{root.re, -root.im}, size});
  }
}

// F = det Delta(s) over the product of (s - sigma + size) for each state, times the product of (s - sigma + size) /
// (s - root) for the known roots. F tends to 1 far out and has no poles on the right, so along the line it turns once
// around 0 for each zero there. The sizes are those of the states' own rates and of the roots, so that F turns little.
Complex LineWalk::place(double omega, double& work) {
  places_ -= characteristic_->cost();
  work -= characteristic_->cost();
  for (std::size_t i = 0; i < size_.size(); ++i) per_unit_[i] = Complex{1, 0} / Complex{size_[i], omega};
  Complex value = characteristic_->determinant({sigma_, omega}, per_unit_);
  for (const Known& k : known_) value = value * (Complex{k.size, omega} / (Complex{sigma_, omega} - k.root));
  if (!std::isfinite(value.re) || !std::isfinite(value.im)) places_ = -1;  // too far left
  return value;
}

// Not smaller than the rate of a round trip: beside 0 a small one would turn F as quickly as a root does.
double LineWalk::seen_size(double distance) const { return std::max(std::abs(distance), 1 / longest_); }

void LineWalk::begin(double& work) {
  characteristic_.emplace(loop_);
  work -= 4 * characteristic_->cost();
  cautious_ = std::min(0.5 / longest_, 1 / longest_product(loop_));  // a term that turns further is not followed
  const auto n = static_cast<std::size_t>(loop_.states);
  for (std::size_t i = 0; i < n; ++i) size_.push_back(seen_size(sigma_ - loop_.now[i * n + i]));
  per_unit_.resize(n);
  end_ = known_from(loop_, sigma_);
  length_ = 0.25 * cautious_;
  here_ = place(0, work);
  begun_ = true;
}

double LineWalk::left_to_turn() const {
  // det(I - B / D) is F over the factors that D lacks.
  const auto n = static_cast<std::size_t>(loop_.states);
  Complex rest = here_;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Complex own{sigma_ - loop_.now[i * n + i], omega_}, in_its_place{size_[i], omega_};
    rest = rest / (own / in_its_place);
    sum += angle(own) - angle(in_its_place);
  }
  for (const Known& k : known_) {
    const Complex own = Complex{sigma_, omega_} - k.root, in_its_place{k.size, omega_};
    rest = rest / (in_its_place / own);
    sum += angle(in_its_place) - angle(own);
  }
  return -(sum + angle(rest));
}

bool LineWalk::run(double& work) {
  if (done_) return true;
  if (!begun_) {
    if (work <= 0) return false;
    begin(work);
    if (!std::isfinite(end_)) return done_ = true;
  }
  while (work > 0 && omega_ < end_ && places_ >= 0) step(work);
  if (work <= 0 && omega_ < end_ && places_ >= 0) return false;
  done_ = true;
  if (omega_ >= end_) line_.right = static_cast<int>(std::lround(-(turned_ + left_to_turn()) / kPi));
  return true;
}

void LineWalk::step(double& work) {
  // The steps must be so short that the delayed terms cannot turn F unseen, and that no step passes a root: two roots
  // close together turn F once around, as if there were none. But F changes before they are reached, and steps grow
  // slowly. Only in the first step they may lie in the middle.
  constexpr double kChange = 0.3, kSmallChange = 0.15;
  length_ = std::min(length_, cautious_);
  const Complex next = place(omega_ + length_, work);
  const double turn = angle(next / here_);
  const auto change_to = [&](Complex value) { return magnitude(value / here_ - Complex{1, 0}); };
  double change = change_to(next);
  if (omega_ == 0) change = std::max(change, change_to(place(0.5 * length_, work)));
  // A zero on the line itself has no side: a turn that cannot be determined is skipped.
  const bool known = std::isfinite(turn);
  if (known && change > kChange && length_ > 1e-12 * (1 / longest_ + omega_)) {
    length_ *= 0.5;
    return;
  }
  if (known) turned_ += turn;
  const double slope = change / length_;
  if (rising_ && slope <= slope_ && line_.near.size() < kMostNear) line_.near.push_back({sigma_, omega_});
  rising_ = slope > slope_;
  slope_ = slope;
  omega_ += length_;
  here_ = next;
  if (!known || change < kSmallChange) length_ *= 1.5;
}

}  // namespace aqm::fluid
