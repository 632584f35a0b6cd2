// CAKE's acknowledgement filter (net/sched/sch_cake.c): finds the waiting acknowledgement that a new one of its flow
// makes redundant.
#pragma once
#include "aqm/queue_discipline.hpp"
#include "packet_pool.hpp"

namespace aqm::kernel {

enum class AckFilter : int { none, filter, aggressive };

/// The place before the redundant acknowledgement (-1: it is the first packet); `kNoAck`: there is none. The newest
/// packet is the last.
inline constexpr std::int32_t kNoAck = -2;
inline std::int32_t before_needless_ack(const PacketPool& pool, const PacketChain& chain, const HeaderReader& reader,
                                        bool aggressive) {
  const Packet& newest = pool.at(chain.tail);
  if (chain.packets < 2 || !reader.bare_ack(newest)) return kNoAck;
  std::int32_t before = -1, found_before = kNoAck, found_at = -1;
  bool found_echoes = false;
  int found = 0;
  for (std::int32_t at = chain.head; at != chain.tail; before = at, at = pool.behind(at)) {
    const Packet& waiting = pool.at(at);
    if (waiting.flow != newest.flow) continue;
    // An acknowledgement with a different report of marks ends a run: the one before it stays.
    if (found_before != kNoAck && reader.echoes(waiting) != found_echoes) {
      found_before = kNoAck;
      --found;
    }
    if (!reader.bare_ack(waiting) || !reader.covers(newest, waiting)) continue;
    if (found_before == kNoAck) {
      found_before = before;
      found_at = at;
      found_echoes = reader.echoes(waiting);
    }
    if (found++ > 0) return found_before;
  }
  // A single one is removed if the new one is directly behind it and has the same report of marks.
  const bool goes = found_before != kNoAck && aggressive && pool.behind(found_at) == chain.tail &&
                    found_echoes == reader.echoes(newest);
  return goes ? found_before : kNoAck;
}

}  // namespace aqm::kernel
