// CAKE's tins: the tin of each DSCP, and each tin's share of the rate (net/sched/sch_cake.c; the names of the code
// points are those of RFC 4594 and RFC 8622).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace aqm::kernel {

enum class TinMode : int { besteffort, diffserv3, diffserv4, diffserv8, precedence };

/// For a tin: its part of the rate, above which it loses its precedence, and its quantum if there is no shaper.
struct TinShare {
  std::uint64_t rate;  ///< bytes/s; 0: no shaper
  std::uint32_t quantum;
};

inline std::vector<TinShare> tin_shares(TinMode mode, std::uint64_t rate) {
  switch (mode) {
    case TinMode::besteffort: return {{rate, 65535}};
    case TinMode::diffserv3: return {{rate, 1024}, {rate >> 4, 64}, {rate >> 2, 256}};
    case TinMode::diffserv4: return {{rate, 1024}, {rate >> 4, 64}, {rate >> 1, 512}, {rate >> 2, 256}};
    case TinMode::diffserv8:
    case TinMode::precedence: break;
  }
  std::vector<TinShare> shares;  // each has 7/8 of the tin before
  for (std::uint32_t quantum = 256; shares.size() < 8; quantum = quantum * 7 >> 3, rate = rate * 7 >> 3) {
    shares.push_back({rate, quantum});
  }
  return shares;
}

/// The tin of a DSCP; a service that is not a DSCP is best effort.
inline std::size_t tin_of(TinMode mode, int dscp) {
  struct Row {
    std::uint8_t dscp, three, four, eight;
  };
  // LE, TOS2, TOS4, CS1, AF1x, CS2, AF2x, CS3, AF3x, CS4, AF4x, CS5, VA, EF, CS6, CS7. With three tins: 0 best effort,
  // 1 bulk, 2 voice; with four: 2 is video and 3 voice.
  static constexpr std::array<Row, 25> kRows{{
      {1, 1, 1, 0},  {2, 0, 0, 1},  {4, 2, 2, 4},  {8, 1, 1, 1},  {10, 0, 0, 1}, {12, 0, 0, 1}, {14, 0, 0, 1},
      {16, 0, 2, 5}, {18, 0, 2, 4}, {20, 0, 2, 4}, {22, 0, 2, 4}, {24, 0, 2, 3}, {26, 0, 2, 3}, {28, 0, 2, 3},
      {30, 0, 2, 3}, {32, 0, 3, 6}, {34, 0, 2, 3}, {36, 0, 2, 3}, {38, 0, 2, 3}, {40, 0, 3, 6}, {44, 2, 3, 6},
      {46, 2, 3, 6}, {48, 2, 3, 7}, {56, 2, 3, 7}, {0, 0, 0, 2},
  }};
  if (mode == TinMode::besteffort || dscp > 63) return mode == TinMode::diffserv8 ? 2 : 0;
  if (mode == TinMode::precedence) return static_cast<std::size_t>(dscp >> 3);
  const auto found = std::find_if(kRows.begin(), kRows.end() - 1, [&](const Row& row) { return row.dscp == dscp; });
  return mode == TinMode::diffserv3 ? found->three : mode == TinMode::diffserv4 ? found->four : found->eight;
}

/// A rate in the kernel's fixed-point form: nanoseconds per byte.
class FixedPace {
 public:
  FixedPace() = default;
  explicit FixedPace(std::uint64_t bytes_per_second) : shift_(34) {
    ns_per_byte_ = (std::uint64_t{1'000'000'000} << shift_) / std::max<std::uint64_t>(64, bytes_per_second);
    for (; ns_per_byte_ >> 34 != 0; --shift_) ns_per_byte_ >>= 1;
  }
  bool any() const { return ns_per_byte_ != 0; }
  std::int64_t of(std::uint64_t bytes) const { return static_cast<std::int64_t>((bytes * ns_per_byte_) >> shift_); }

 private:
  std::uint64_t ns_per_byte_ = 0;
  int shift_ = 0;
};

}  // namespace aqm::kernel
