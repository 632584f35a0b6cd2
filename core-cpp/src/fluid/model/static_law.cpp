#include "static_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "aqm/elementary.hpp"

namespace aqm::fluid {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// How closely a patch follows the curve, as a share of the curve's largest value on it; and of its largest value on the whole piece,
/// because a curve that is a difference of larger numbers has no digits below that.
constexpr double kExact = 4e-15, kClose = 1e-14, kNoise = 1e-15;
/// Halvings of a piece before a patch is taken as it is: only next to an infinite slope, and narrower than 1e-9 packets then.
constexpr int kMaxDepth = 40;
constexpr int kPoints = 8, kChecks = 15;

/// The i-th of n Chebyshev points of [0, 1], none of them an end: a curve may jump there.
double chebyshev(int i, int n) { return 0.5 - 0.5 * math::cos(3.141592653589793 * (i + 0.5) / n); }

}  // namespace

StaticLaw::StaticLaw(const std::function<double(double)>& curve, std::vector<double> knots, double weight,
                     double extent, std::vector<Ramp> ramps)
    : ramps_(std::move(ramps)), weight_(weight), inverse_extent_(1 / extent) {
  knots = with_ramps(knots, ramps_);
  std::erase_if(knots, [&](double knot) { return !(knot > 0 && knot < extent); });
  double from = 0;
  for (const double knot : knots) {
    add_piece(curve, from, knot);
    from = knot;
  }
  add_piece(curve, from, extent);
  pieces_.front().from = -kInf;
  pieces_.back().to = kInf;
  for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) {
    const double knot = pieces_[i].to, h = 1e-3 * std::min(1.0, knot);
    const auto at = [&](double x, std::size_t piece) { return this->curve(x, static_cast<int>(piece)); };
    const double below = at(knot, i), above = at(knot, i + 1);
    const double slope_below = (below - at(knot - h, i)) / h, slope_above = (at(knot + h, i + 1) - above) / h;
    if (std::abs(above - below) > 1e-9)
      jumps_.push_back(FluidJump::value);
    else if (std::abs(slope_above - slope_below) > 1e-6)
      jumps_.push_back(FluidJump::slope);
    else
      jumps_.push_back(FluidJump::curvature);
  }
}

void StaticLaw::add_piece(const std::function<double(double)>& curve, double from, double to) {
  const int first = static_cast<int>(patches_.size());
  if (const Ramp* ramp = ramp_at(ramps_, 0.5 * (from + to))) {
    const double low = curve(ramp->from), rise = curve(ramp->to) - low;
    const Patch line{from, 1, {low, rise / (ramp->to - ramp->from)}};
    patches_.push_back(line);
    pieces_.push_back({from, to, first, first, true, line});
    return;
  }
  double largest = 0;
  for (int i = 0; i < kPoints; ++i) {
    largest = std::max(largest, std::abs(curve(from + (to - from) * chebyshev(i, kPoints))));
  }
  add_patches(curve, from, to, kNoise * largest, 0);
  const int last = static_cast<int>(patches_.size()) - 1;
  const Patch& patch = patches_[static_cast<std::size_t>(first)];
  pieces_.push_back({from, to, first, last, first == last && patch.degree <= 1, patch});
}

void StaticLaw::add_patches(const std::function<double(double)>& curve, double from, double to, double noise,
                            int depth) {
  const double width = to - from;
  double u[kPoints], p[kPoints], largest = 0;
  for (int i = 0; i < kPoints; ++i) {
    // From the middle outwards, so that the first few points span the piece as well.
    u[i] = width * chebyshev((i * 3 + 4) % kPoints, kPoints);
    p[i] = curve(from + u[i]);
    largest = std::max(largest, std::abs(p[i]));
  }
  for (int k = 1; k < kPoints; ++k) {  // Newton's divided differences
    for (int i = kPoints - 1; i >= k; --i) p[i] = (p[i] - p[i - 1]) / (u[i] - u[i - k]);
  }
  for (const int degree : {0, 1, 2, 3, kMaxDegree}) {
    Patch patch;
    patch.from = from;
    patch.degree = degree;
    for (int j = degree; j >= 0; --j) {  // to powers of x - from
      for (int d = degree; d >= 1; --d) patch.c[d] = patch.c[d - 1] - u[j] * patch.c[d];
      patch.c[0] = p[j] - u[j] * patch.c[0];
    }
    double worst = 0;
    for (int i = 0; i < kChecks; ++i) {
      const double x = width * chebyshev(i, kChecks);
      double sum = 0;
      for (int d = degree; d >= 0; --d) sum = sum * x + patch.c[d];
      worst = std::max(worst, std::abs(sum - curve(from + x)));
    }
    const bool last = degree == kMaxDegree;
    if (worst <= std::max(noise, (last ? kClose : kExact) * largest) || (last && depth == kMaxDepth)) {
      patches_.push_back(patch);
      return;
    }
  }
  const double middle = from + 0.5 * width;
  add_patches(curve, from, middle, noise, depth + 1);
  add_patches(curve, middle, to, noise, depth + 1);
}

void StaticLaw::start(const FluidQueue& queue, double* z, FluidMemory& memory) const {
  z[0] = queue.q;
  settle(queue, z, memory);
}

void StaticLaw::settle(const FluidQueue&, const double* z, FluidMemory& memory) const {
  memory.piece = 0;
  while (z[0] >= pieces_[static_cast<std::size_t>(memory.piece)].to) ++memory.piece;
}

FluidJump StaticLaw::cross(int guard, const FluidQueue&, double* z, FluidMemory& memory) const {
  const int lower = guard == 0 ? memory.piece - 1 : memory.piece;
  z[0] = pieces_[static_cast<std::size_t>(lower)].to;
  memory.piece = guard == 0 ? lower : lower + 1;
  return jumps_[static_cast<std::size_t>(lower)];
}

std::string StaticLaw::guard_name(int guard, const FluidMemory& memory) const {
  const Piece& piece = pieces_[static_cast<std::size_t>(memory.piece)];
  char text[48];
  std::snprintf(text, sizeof text, "avg = %.6g", guard == 0 ? piece.from : piece.to);
  return text;
}

}  // namespace aqm::fluid
