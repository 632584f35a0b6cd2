// Maps a flow's number to a queue or a bin.
#pragma once
#include <cstdint>

#include "aqm/parameters.hpp"

namespace aqm {

/// A well mixed hash (the finaliser of SplitMix64); different seeds give independent hashes.
constexpr std::uint32_t flow_hash(std::uint32_t flow, std::uint64_t seed) {
  std::uint64_t x = seed + flow * 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

/// Flows are numbered consecutively, so this hash is as even as possible: two flows share a queue only if there are
/// more flows than queues. (A hash of addresses and ports would put a few flows into one queue by chance.)
constexpr std::uint32_t even_hash(std::uint32_t flow, std::uint32_t queues) { return flow % queues; }

/// How flows are spread over queues.
enum class Spread : int { even, random };

/// Either of them.
constexpr std::uint32_t queue_for(Spread spread, std::uint32_t flow, std::uint32_t queues, std::uint64_t seed) {
  return spread == Spread::even ? even_hash(flow, queues) : flow_hash(flow, seed) % queues;
}

template <class P>
ParamSpec spread_choice() {
  return choice<P, &P::hash>(
      "hash", {"even", "random"}, 0,
      "How flows find their queues: one each as long as there are enough, or by chance, as a hash "
      "of addresses does: then some share one.");
}

}  // namespace aqm
