#include "static_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "aqm/elementary.hpp"

namespace aqm::fluid {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// How closely a patch must follow the curve, relative to the curve's largest value on the patch, and to its largest
/// value on the whole piece, because a curve that is a difference of larger numbers has no digits below that.
constexpr double kExact = 4e-15, kClose = 1e-14, kNoise = 1e-15;
/// Halvings of a piece before a patch is accepted as it is: this happens only next to an infinite slope, and the patch
/// is then narrower than 1e-9 packets.
constexpr int kMaxDepth = 40;
/// Patches of a piece before the remaining ones are accepted as they are, whatever the curve. An exponential over the
/// whole buffer needs a few hundred.
constexpr std::size_t kMaxPatches = 1024;
constexpr int kPoints = 8, kChecks = 15;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// The permitted error of a patch from the curve's own rounding, in deviations of the rounding: seven points amplify it
/// about threefold.
constexpr double kRounding = 4;

/// Chebyshev point i of n in [0, 1]. No point is an end, because a curve may jump there.
double chebyshev(int i, int n) { return 0.5 - 0.5 * math::cos(3.141592653589793 * (i + 0.5) / n); }

/// The scatter of the curve's values by rounding between `from` and `to`: third differences over places that are so
/// close together that nothing else contributes (More and Wild 2011). High thresholds close together cost digits: avg -
/// min_th has those of avg.
double scatter(const std::function<double(double)>& curve, double from, double to) {
  const double width = to - from, h = std::max(1e-6 * width, 4 * kEpsilon * std::abs(to));
  double largest = 0;
  for (int i = 0; i < kChecks; ++i) {
    const double x = std::min(from + width * chebyshev(i, kChecks), to - 4 * h);
    const double third = curve(x) - 3 * curve(x + h) + 3 * curve(x + 2 * h) - curve(x + 3 * h);
    largest = std::max(largest, std::abs(third));
  }
  return largest / std::sqrt(20.0);  // 1 + 9 + 9 + 1 variances
}

}  // namespace

StaticLaw::StaticLaw(const std::function<double(double)>& curve, std::vector<double> knots, double weight,
                     double extent, std::vector<Ramp> ramps, std::function<double(double)> drops_marked)
    : drops_marked_(std::move(drops_marked)), ramps_(std::move(ramps)), weight_(weight), inverse_extent_(1 / extent) {
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
  if (const Ramp* ramp = ramp_at(ramps_, 0.5 * (from + to))) {
    const double low = curve(ramp->from), rise = curve(ramp->to) - low;
    const Patch line{from, 1, {low, rise / (ramp->to - ramp->from)}};
    const int first = static_cast<int>(patches_.size());
    patches_.push_back(line);
    pieces_.push_back({from, to, first, first, true, line});
    return;
  }
  double largest = 0;
  for (int i = 0; i < kPoints; ++i) {
    largest = std::max(largest, std::abs(curve(from + (to - from) * chebyshev(i, kPoints))));
  }
  // Level by level: if there are too many patches, all are about equally wide.
  std::vector<Patch> done;
  std::vector<double> open{from, to};  // ends of the remaining stretches: from, to, from, to ..
  for (int depth = 0; !open.empty(); ++depth) {
    std::vector<double> halves;
    for (std::size_t i = 0; i < open.size(); i += 2) {
      const double low = open[i], high = open[i + 1], middle = low + 0.5 * (high - low);
      Patch patch;
      const bool close = fit(curve, low, high, kNoise * largest, patch);
      const std::size_t patches = done.size() + (halves.size() + open.size() - i) / 2;
      if (close || depth == kMaxDepth || patches >= kMaxPatches) {
        done.push_back(patch);
      } else {
        halves.insert(halves.end(), {low, middle, middle, high});
      }
    }
    open = std::move(halves);
  }
  std::sort(done.begin(), done.end(), [](const Patch& a, const Patch& b) { return a.from < b.from; });
  const int first = static_cast<int>(patches_.size());
  patches_.insert(patches_.end(), done.begin(), done.end());
  const int last = static_cast<int>(patches_.size()) - 1;
  const Patch& patch = patches_[static_cast<std::size_t>(first)];
  pieces_.push_back({from, to, first, last, first == last && patch.degree <= 1, patch});
}

bool StaticLaw::fit(const std::function<double(double)>& curve, double from, double to, double noise, Patch& patch) {
  const double width = to - from;
  double u[kPoints], p[kPoints], largest = 0;
  for (int i = 0; i < kPoints; ++i) {
    // From the middle outwards, so that the first few points also span the piece.
    u[i] = width * chebyshev((i * 3 + 4) % kPoints, kPoints);
    p[i] = curve(from + u[i]);
    largest = std::max(largest, std::abs(p[i]));
  }
  for (int k = 1; k < kPoints; ++k) {  // Newton's divided differences
    for (int i = kPoints - 1; i >= k; --i) p[i] = (p[i] - p[i - 1]) / (u[i] - u[i - k]);
  }
  const auto follows = [&](double at_least) {
    for (const int degree : {0, 1, 2, 3, kMaxDegree}) {
      patch = {};
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
      if (worst <= std::max(at_least, (degree == kMaxDegree ? kClose : kExact) * largest)) return true;
    }
    return false;
  };
  // The curve's own rounding is computed only if it matters.
  return follows(noise) || follows(std::max(noise, kRounding * scatter(curve, from, to)));
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
