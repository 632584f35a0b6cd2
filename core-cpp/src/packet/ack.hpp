// The content of an acknowledgement.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "aqm/time.hpp"
#include "sequence_set.hpp"

namespace aqm {

/// The selective part, RFC 2018: the block of the newest segment first; and what else a receiver may report. Few
/// acknowledgements have one.
struct SackBlocks {
  std::uint32_t count = 0;
  std::uint32_t marks = 0;  ///< segments that arrived with a mark, from receivers that count marks (RFC 9768)
  Time delay = 0;           ///< one-way, of the latest segment, from receivers that report it (RFC 6817); or 0
  std::array<Interval, 3> block{};

  /// The lowest block that begins at or above `seq`, or null.
  const Interval* from(std::uint32_t seq) const {
    const Interval* lowest = nullptr;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (block[i].begin >= seq && (lowest == nullptr || block[i].begin < lowest->begin)) lowest = &block[i];
    }
    return lowest;
  }
};

struct Ack {
  std::uint32_t next = 0;            ///< the next segment that the receiver expects (cumulative)
  bool ece = false;                  ///< ECN echo (RFC 3168); with DCTCP, the echo for this segment alone (RFC 8257)
  Time echo = 0;                     ///< when the answered segment was sent, as in RFC 7323 timestamps
  const SackBlocks* sack = nullptr;  ///< null: it reports none of these
};

/// The selective parts of acknowledgements in transit. Slot 0 means none.
class SackStore {
 public:
  std::uint32_t store(const SackBlocks& blocks) {
    if (blocks.count == 0 && blocks.marks == 0 && blocks.delay == 0) return 0;
    if (free_.empty()) {
      blocks_.push_back(blocks);
      return static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    blocks_[slot] = blocks;
    return slot;
  }
  /// Valid until the next `store`.
  const SackBlocks* get(std::uint32_t slot) const { return slot == 0 ? nullptr : &blocks_[slot]; }
  /// Whether the part `later`, of a later acknowledgement, contains everything that the part `earlier` reports. If both
  /// report the same, `advances` decides: whether the later one has a higher cumulative number. If marks are counted, a
  /// flow's acknowledgements contain information that no filter knows.
  bool covers(std::uint32_t later, std::uint32_t earlier, bool advances) const {
    const SackBlocks &after = blocks_[later], &before = blocks_[earlier];
    if (after.marks > 0 || before.marks > 0) return false;
    std::uint64_t more = 0, less = 0;
    for (std::uint32_t j = 0; j < after.count; ++j) more += after.block[j].end - after.block[j].begin;
    for (std::uint32_t i = 0; i < before.count; ++i) {
      const Interval& block = before.block[i];
      bool found = false;
      for (std::uint32_t j = 0; j < after.count; ++j) {
        found = found || (after.block[j].begin <= block.begin && after.block[j].end >= block.end);
      }
      if (!found) return false;
      less += block.end - block.begin;
    }
    return advances || more > less;
  }
  /// Reads the slot to bring it into the cache; the return value has no meaning.
  std::uint32_t touch(std::uint32_t slot) const { return blocks_[slot].count; }
  void release(std::uint32_t slot) {
    if (slot != 0) free_.push_back(slot);
  }

 private:
  std::vector<SackBlocks> blocks_{1};
  std::vector<std::uint32_t> free_;
};

}  // namespace aqm
