#include "argument_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "aqm/elementary.hpp"
#include "eigenvalues.hpp"
#include "signals.hpp"

namespace aqm::fluid {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr std::size_t kMostNear = 64;

/// A bound on the size of all roots with Re s >= sigma: the largest row sum of |A0| + sum of |Ak| e^(-sigma Rk), with
/// components in units (powers of two) that balance rows and columns.
double root_bound(const LinearLoop& loop, double sigma) {
  SquareMatrix m(loop.states);
  std::vector<double> growth;
  for (const double lag : loop.lag) growth.push_back(math::exp(-sigma * lag));
  for (std::size_t i = 0; i < m.a.size(); ++i) {
    m.a[i] = std::abs(loop.now[i]);
    for (std::size_t k = 0; k < loop.lag.size(); ++k) m.a[i] += std::abs(loop.delayed[k][i]) * growth[k];
  }
  balance(m);
  double largest = 0;
  for (int i = 0; i < m.n; ++i) {
    double row = 0;
    for (int j = 0; j < m.n; ++j) row += m(i, j);
    largest = std::max(largest, row);
  }
  return largest;
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
    : loop_(loop), sigma_(sigma), places_(places), bound_(loop.states > 0 ? root_bound(loop, sigma) : 0) {
  if (loop.states == 0) line_.right = 0;
  for (const Complex root : known) {
    if (!(root.re < sigma) || magnitude(root) > bound_) continue;
    known_.push_back(root);
    if (root.im != 0) known_.push_back({root.re, -root.im});
  }
  // The argument of F = det Delta(s) / ((s - sigma + bound)^(n - m) times the product of the m known s - root) along
  // the line Re s = sigma: F tends to 1 far out and has no poles on the right, so it turns once around 0 for each zero
  // there. Beyond 4 (n + m) bound it stays within a right angle of 1.
  end_ = 4 * (loop.states + static_cast<double>(known_.size())) * bound_;
  done_ = loop.states == 0 || !std::isfinite(end_);
}

LineWalk::Place LineWalk::place(double omega, double& work) {
  places_ -= std::pow(loop_.states, 3) + 50;
  work -= quick_->cost();
  SignalDeterminant::Value v;
  if (!quick_->at({sigma_, omega}, {bound_, omega}, v)) {
    work -= 2 * slow_->cost();
    const auto slow = slow_->at({sigma_, omega}, {bound_, omega});
    v = {slow.whole, slow.present, Complex{1, 0} / slow.correction};
  }
  const bool calm = norm(v.whole - v.present) < 0.04 * norm(v.present);
  for (const Complex root : known_) {
    const Complex per = Complex{1, 0} / (Complex{sigma_, omega} - root);
    v.whole = v.whole * (per * Complex{bound_, omega});
    v.slope = v.slope - per;
  }
  const double slope = magnitude(v.slope);  // not a number on a root
  return {v.whole, std::isnan(slope) ? std::numeric_limits<double>::infinity() : slope, calm};
}

void LineWalk::begin(double& work) {
  slow_.emplace(loop_);
  quick_.emplace(loop_);
  work -= 4 * slow_->cost();  // eigenvalues, and signals to their Hessenberg form
  longest_ = longest_lag(loop_);
  cautious_ = 0.5 / std::max(longest_, longest_product(loop_));
  length_ = cautious_;
  here_ = place(0, work);
  begun_ = true;
}

bool LineWalk::run(double& work) {
  if (done_) return true;
  if (!begun_) {
    if (work <= 0) return false;
    begin(work);
  }
  while (work > 0 && omega_ < end_ && places_ >= 0) step(work);
  if (work <= 0 && omega_ < end_ && places_ >= 0) return false;
  done_ = true;
  if (omega_ >= end_) line_.right = static_cast<int>(std::lround((angle(here_.value) - turned_) / kPi));
  return true;
}

void LineWalk::step(double& work) {
  // The steps must be so short that the delayed terms cannot turn F unseen, and that no step passes a root: two roots
  // close together turn F once around, as if there were none.
  if (!here_.calm) length_ = std::min(length_, cautious_);
  const Place next = place(omega_ + length_, work);
  const double turn = angle(next.value / here_.value);
  // A zero on the line itself has no side: a turn that cannot be determined is skipped.
  const bool known = std::isfinite(turn);
  const bool near = length_ * std::max(here_.slope, next.slope) <= 0.5;
  const bool seen = !known || (std::abs(turn) <= 0.3 && near && (next.calm || length_ <= cautious_));
  if (!seen && length_ > 1e-12 * (1 / longest_ + omega_)) {
    length_ *= 0.5;
    return;
  }
  if (known) turned_ += turn;
  const double rises = next.slope - here_.slope;
  if (rise_ > 0 && rises <= 0 && line_.near.size() < kMostNear) line_.near.push_back({sigma_, omega_});
  if (rises != 0) rise_ = rises;
  omega_ += length_;
  here_ = next;
  if (!known || (std::abs(turn) < 0.1 && length_ * here_.slope < 0.3)) length_ *= 1.5;
}

}  // namespace aqm::fluid
