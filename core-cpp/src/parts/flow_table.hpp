// The waiting packets of each flow, in a table of fixed size: a hash spreads flows over the rows, and the flows of one
// row count as one.
#pragma once
#include <array>
#include <cstdint>

namespace aqm {

class FlowTable {
 public:
  static constexpr std::size_t kRows = 1024;
  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): neighbouring numbers are mapped far apart.
  static constexpr std::size_t row_of(std::uint32_t flow) { return (flow * 2654435769U) >> 22; }

  void add(std::uint32_t flow) {
    if (packets_[row_of(flow)]++ == 0) ++waiting_;
  }
  void remove(std::uint32_t flow) {
    if (--packets_[row_of(flow)] == 0) --waiting_;
  }
  int packets_of(std::uint32_t flow) const { return packets_[row_of(flow)]; }
  /// Rows with at least one waiting packet.
  int waiting() const { return waiting_; }

 private:
  std::array<int, kRows> packets_{};
  int waiting_ = 0;
};

}  // namespace aqm
