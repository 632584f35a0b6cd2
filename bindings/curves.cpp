#include "curves.hpp"

#include <algorithm>
#include <cmath>

#include "aqm/scenario_fields.hpp"

namespace aqm::bindings {
namespace {

/// 7 ms for the most expensive curve; a cancel may have to wait as long as a call.
constexpr int kMaxPoints = 100'000;

void require(bool holds, const char* path, const char* rule, double value, ConfigIssues& issues) {
  if (!holds) issues.push_back({path, rule, value});
}

std::vector<double> grid(const CurveRequest& request, double x_max) {
  const auto& [of, curve, state] = request;
  std::vector<double> x;
  for (int i = 0; i < curve.points; ++i) x.push_back(curve.points == 1 ? 0 : x_max * i / (curve.points - 1));
  for (const double knot : of.scheme->knots(of.params, of.link, curve.which, state)) {
    for (const double side : {std::nextafter(knot, -kInfinity), knot, std::nextafter(knot, kInfinity)}) {
      if (side >= 0 && side <= x_max) x.push_back(side);
    }
  }
  std::sort(x.begin(), x.end());
  x.erase(std::unique(x.begin(), x.end()), x.end());
  return x;
}

}  // namespace

std::vector<double> sample_curve(const CurveRequest& request, ConfigIssues& issues) {
  const auto& [of, curve, state] = request;
  const Scheme& scheme = *of.scheme;
  const std::size_t states = scheme.states().size();
  require(curve.which >= 0 && static_cast<std::size_t>(curve.which) < scheme.curves().size(), "which",
          "must be one of the scheme's curves", curve.which, issues);
  require(curve.points >= 0 && curve.points <= kMaxPoints, "points", "must be from 0 to 100000", curve.points, issues);
  require(state.empty() || state.size() == states, "state", "must have one number for each state variable",
          static_cast<double>(state.size()), issues);
  require(std::isfinite(curve.x), "x", "must be finite", curve.x, issues);
  // For a link that no scenario can have, a law has no meaning: a law that counts packets per second divides by the
  // rate.
  require(of.link.rate_bps >= 1000 && of.link.rate_bps <= Limits::kRate, "rate", "must be from 1000 to 1e10 bit/s",
          of.link.rate_bps, issues);
  require(of.link.buffer >= 1 && of.link.buffer <= 1'000'000, "buffer", "must be from 1 to 1000000 packets",
          of.link.buffer, issues);
  require(of.link.packet_size >= 64 && of.link.packet_size <= 9000, "packetSize", "must be from 64 to 9000 bytes",
          of.link.packet_size, issues);
  if (!issues.empty()) return {};

  const double x_max = std::isnan(curve.x_max) ? scheme.curve_extent(of.params, of.link) : curve.x_max;
  require(std::isfinite(x_max) && x_max > 0, "xMax", "must be finite and above 0", x_max, issues);
  if (!issues.empty()) return {};

  std::vector<double> out = curve.points == 0 ? std::vector<double>{curve.x} : grid(request, x_max);
  const std::size_t n = out.size();
  out.resize(2 * n);
  scheme.curve(of.params, of.link, curve.which, state, std::span(out).first(n), std::span(out).last(n));
  return out;
}

}  // namespace aqm::bindings
