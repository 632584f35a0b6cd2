#include "marking.hpp"

#include <algorithm>

#include "probe.hpp"

namespace aqm::program {
namespace {

bool has_marks(const Tree& tree) {
  return std::any_of(tree.statements.begin(), tree.statements.end(), [](const Statement& one) {
    return one.act == Act::decide && (one.outcome == Outcome::mark || one.outcome == Outcome::mark_or_drop);
  });
}

}  // namespace

bool marks_packets(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                   const LinkInfo& link) {
  if (!has_marks(program->tree)) return false;
  const Probe probe(program, frame, link, 1, Ect::capable);
  const double capacity = link.rate_bps / (8.0 * link.packet_size);
  // A parameter can turn all marks into drops.
  bool drops = false;
  const bool marks = any_tried(probe, link, [&](double q, const std::vector<double>& states) {
    const Probe::Met met = probe.arrive(q, capacity, states);
    drops = drops || met.dropped > 0;
    return met.probability > met.dropped;
  });
  return marks || !drops;
}

}  // namespace aqm::program
