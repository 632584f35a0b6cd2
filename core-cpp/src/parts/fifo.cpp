// The rarely used half of the ring, compiled apart from the other half (docs/engines.md, note 12).
#include "fifo.hpp"

namespace aqm {

void PacketRing::grow() {
  std::vector<Packet> larger(slots_.empty() ? 16 : 2 * slots_.size());
  for (std::size_t i = 0; i < size_; ++i) larger[i] = slots_[(head_ + i) & (slots_.size() - 1)];
  slots_.swap(larger);
  head_ = 0;
}

}  // namespace aqm
