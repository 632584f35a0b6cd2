// Random numbers with the same bits on every platform: xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64.
#pragma once
#include <array>
#include <cstdint>

namespace aqm {

/// Given random numbers, in place of those of a generator.
class GivenDraws {
 public:
  virtual std::uint64_t next() = 0;

 protected:
  ~GivenDraws() = default;
};

class Rng {
 public:
  /// Different `stream` numbers under one `seed` give independent streams.
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t z = seed + stream * 0xD1342543DE82EF95ULL;
    for (auto& word : state_) word = split_mix(z);
  }

  /// Returns the given numbers (aqm/one_link.hpp).
  explicit Rng(GivenDraws& given) : given_(&given) {}

  std::uint64_t next() {
    if (given_ != nullptr) [[unlikely]]
      return given_->next();
    const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotl(state_[3], 45);
    return result;
  }

  /// SplitMix64: advances `z` and returns a well mixed value.
  static std::uint64_t split_mix(std::uint64_t& z) {
    std::uint64_t x = (z += 0x9E3779B97F4A7C15ULL);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

  /// A whole number of `count` random bits, 1 to 64.
  std::uint64_t bits(int count) { return next() >> (64 - count); }

  /// Uniform on [0, 1) with 53 random bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform on [lo, hi); exactly `lo` when the interval is empty.
  double uniform(double lo, double hi) { return lo + (hi - lo) * uniform(); }

  /// Uniform on {0, ..., n-1}, n >= 1 (bias below 2^-32 for n < 2^32).
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }

 private:
  static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<std::uint64_t, 4> state_{};
  GivenDraws* given_ = nullptr;
};

}  // namespace aqm
