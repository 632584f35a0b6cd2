#include "curve.hpp"

namespace aqm::program {
namespace {

double capacity_of(const LinkInfo& link) { return link.rate_bps / (8.0 * link.packet_size); }

}  // namespace

DropCurve drop_curve(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                     const LinkInfo& link) {
  const Tree& tree = program->tree;
  // The load, single flows and the time are not functions of the queue.
  const bool at_arrival = decides(tree, tree.events[static_cast<std::size_t>(Event::arrive)]);
  if (!at_arrival || tree.window != kNone || tree.by_flow || !keeps_random(tree).empty()) return {};
  const Probe probe(program, frame, link, 1, Ect::capable);
  const double capacity = capacity_of(link);
  if (depends_on_time(probe, link, capacity)) return {};
  const auto lasts = lasting(probe, [&](double q, const std::vector<double>& states) {
    return probe.arrive(q, capacity, states).probability;
  });
  if (lasts.empty()) return {true, false, kNone};
  for (const std::size_t state : lasts) {
    if (mean_of(probe, state, capacity).sound) return {true, lasts.size() > 1, static_cast<int>(state)};
  }
  return {};
}

CurveOf::CurveOf(const std::shared_ptr<const Program>& program, const std::vector<double>& frame, const LinkInfo& link,
                 int axis, std::span<const double> states)
    : probe_(program, frame, link, 1, Ect::capable),
      axis_(axis),
      capacity_(capacity_of(link)),
      states_(probe_.first_states()) {
  if (states.size() == states_.size()) states_.assign(states.begin(), states.end());
  if (axis_ != kNone) unit_ = mean_of(probe_, static_cast<std::size_t>(axis_), capacity_).unit();
  extent_ = unit_ * link.buffer;
}

Probe::Met CurveOf::met(double x) const {
  const double q = x / unit_;
  if (axis_ == kNone) return probe_.arrive(q, capacity_, states_);
  // A mean of a constant value does not change.
  std::vector<double> states = states_;
  states[static_cast<std::size_t>(axis_)] = x;
  return probe_.arrive(q, capacity_, states);
}

double CurveOf::above_one() const {
  constexpr int kPlaces = 100;
  constexpr double kRounding = 1e-9;
  for (int i = 0; i <= kPlaces; ++i) {
    const double x = extent_ * i / kPlaces;
    if (met(x).most > 1 + kRounding) return x;
  }
  return kUnset;
}

std::vector<double> CurveOf::knots() const {
  return bends([this](double x) { return met(x).path; }, 0, extent_);
}

}  // namespace aqm::program
