// Many queues of packets in one store.
#pragma once
#include <cstdint>
#include <vector>

#include "aqm/packet.hpp"

namespace aqm {

/// One queue: places in a pool, linked from the oldest packet to the newest.
struct PacketChain {
  std::int32_t head = -1, tail = -1;
  std::int32_t packets = 0;
  std::int64_t bytes = 0;
  bool empty() const { return packets == 0; }
};

/// Grows to the largest number of packets that waited at once; after that it allocates nothing.
class PacketPool {
 public:
  /// Returns the stored copy.
  Packet& push(PacketChain& chain, const Packet& packet) {
    const std::int32_t i = take();
    slots_[index(i)].packet = packet;
    slots_[index(i)].next = -1;
    if (chain.empty()) {
      chain.head = i;
    } else {
      slots_[index(chain.tail)].next = i;
    }
    chain.tail = i;
    ++chain.packets;
    chain.bytes += packet.size;
    return slots_[index(i)].packet;
  }

  /// False if the queue is empty.
  bool pop(PacketChain& chain, Packet& out) {
    if (chain.empty()) return false;
    const std::int32_t i = chain.head;
    Slot& slot = slots_[index(i)];
    out = slot.packet;
    chain.head = slot.next;
    --chain.packets;
    chain.bytes -= out.size;
    slot.next = free_;
    free_ = i;
    return true;
  }

  /// To read through a queue, from `chain.head` to -1.
  const Packet& at(std::int32_t place) const { return slots_[index(place)].packet; }
  std::int32_t behind(std::int32_t place) const { return slots_[index(place)].next; }
  /// Removes the packet behind the place `before`; -1: the first packet. It must not be the last packet of the chain.
  Packet take_behind(PacketChain& chain, std::int32_t before) {
    std::int32_t& link = before < 0 ? chain.head : slots_[index(before)].next;
    const std::int32_t i = link;
    Slot& slot = slots_[index(i)];
    link = slot.next;
    --chain.packets;
    chain.bytes -= slot.packet.size;
    slot.next = free_;
    free_ = i;
    return slot.packet;
  }

 private:
  struct Slot {
    Packet packet;
    std::int32_t next = -1;
  };
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  std::int32_t take() {
    if (free_ < 0) {
      slots_.emplace_back();
      return static_cast<std::int32_t>(slots_.size()) - 1;
    }
    const std::int32_t i = free_;
    free_ = slots_[index(i)].next;
    return i;
  }

  std::vector<Slot> slots_;
  std::int32_t free_ = -1;
};

}  // namespace aqm
