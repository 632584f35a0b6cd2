#include <cmath>

#include "aqm/elementary.hpp"
#include "parts/source_of.hpp"

namespace aqm {

Time exponential(Rng& rng, double mean_s) { return from_seconds(-mean_s * math::log(1 - rng.uniform())); }

Span SourceTable::value_of(std::span<const Span> values, std::size_t i) const {
  return i < values.size() ? values[i] : Span{kUnset, kUnset};
}

Issues SourceTable::check(std::span<const Span> values) const {
  ParamValues low, high;
  for (std::size_t i = 0; i < params().size(); ++i) {
    low.numbers.push_back(value_of(values, i).lo);
    high.numbers.push_back(value_of(values, i).hi);
  }
  Issues issues = table_.check(low);
  if (issues.empty()) issues = table_.check(high);
  for (std::size_t i = 0; issues.empty() && i < params().size(); ++i) {
    if (low.numbers[i] > high.numbers[i]) {
      issues.push_back({true, static_cast<int>(i), low.numbers[i], "the first number of a pair is at most the second"});
    }
  }
  return issues;
}

ParamValues SourceTable::means(std::span<const Span> values) const {
  ParamValues out;
  for (std::size_t i = 0; i < params().size(); ++i) {
    const Span v = value_of(values, i);
    out.numbers.push_back(0.5 * (v.lo + v.hi));
  }
  return out;
}

ParamValues SourceTable::drawn(std::span<const Span> values, Rng& draws) const {
  // The first version drew three numbers for every flow of UDP and none for an endless transfer. This is kept, because
  // the draws here shift the draws of all later flows.
  constexpr std::size_t kDrawsOfUdp = 3;
  ParamValues out;
  for (std::size_t i = 0; i < params().size(); ++i) {
    const Span v = value_of(values, i);
    const bool draws_none = transport() == Transport::tcp && !(v.lo <= v.hi && v.hi < kInfinity);
    out.numbers.push_back(draws_none ? v.lo : draws.uniform(v.lo, v.hi));
  }
  if (transport() == Transport::udp) {
    for (std::size_t i = params().size(); i < kDrawsOfUdp; ++i) draws.next();
  }
  return out;
}

}  // namespace aqm
