// Quantiles of times in bounded memory: a histogram whose bins are 2^-Bits of an octave wide. With 8 bits a quantile is
// known to 0.4 %, and with 6 bits to 1.6 %, for any number of packets.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "aqm/time.hpp"

namespace aqm {

template <int Bits>
class Histogram {
 public:
  void clear() { counts_.assign(kBins, 0); }

  void add(Time value) { ++counts_[bin_of(static_cast<std::uint64_t>(value))]; }

  /// The number of values that were added: computed on request, not counted at every packet.
  std::uint64_t total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

  /// The value below which the fraction `f` of the values lies, interpolated inside its bin; NaN if empty.
  double quantile(double f) const {
    const std::uint64_t all = total();
    if (all == 0) return std::numeric_limits<double>::quiet_NaN();
    const double rank = f * static_cast<double>(all);
    double below = 0;
    for (std::size_t i = 0; i < kBins; ++i) {
      const double n = counts_[i];
      if (n > 0 && below + n >= rank) {
        const double lo = static_cast<double>(lower_edge(i)), hi = static_cast<double>(lower_edge(i + 1));
        return i == 0 ? 0 : lo + (hi - lo) * (rank - below) / n;
      }
      below += n;
    }
    return static_cast<double>(lower_edge(kBins));
  }

  /// The mean of the values up to the quantile `f`, with the values of a bin at its middle; NaN if empty.
  double mean_up_to(double f) const {
    const std::uint64_t all = total();
    if (all == 0) return std::numeric_limits<double>::quiet_NaN();
    double left = f * static_cast<double>(all), sum = 0;
    const double taken = left;
    for (std::size_t i = 0; i < kBins && left > 0; ++i) {
      const double n = std::min<double>(left, counts_[i]);
      sum += n * middle(i);
      left -= n;
    }
    return sum / taken;
  }

  /// Calls `visit(upper edge, number of values below it)` for each bin that is not empty.
  template <class Visit>
  void each(Visit&& visit) const {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < kBins; ++i) {
      if (counts_[i] == 0) continue;
      below += counts_[i];
      visit(static_cast<double>(lower_edge(i + 1)), below);
    }
  }

 private:
  static constexpr int kBits = Bits;
  static constexpr std::size_t kBins = (44 - kBits + 1) << kBits;  // up to 2^44 ns, about five hours

  static std::size_t bin_of(std::uint64_t v) {
    const int shift = 63 - std::countl_zero(v | (1u << kBits)) - kBits;  // 0 in the first octave and below it
    const std::size_t bin = (static_cast<std::size_t>(shift) << kBits) + static_cast<std::size_t>(v >> shift);
    return bin < kBins ? bin : kBins - 1;
  }

  static std::uint64_t lower_edge(std::size_t bin) {
    if (bin < (1u << kBits)) return bin;
    const std::size_t shift = (bin >> kBits) - 1;
    return std::uint64_t{(bin & ((1u << kBits) - 1)) + (1u << kBits)} << shift;
  }

  /// The mean of the whole numbers in a bin.
  static double middle(std::size_t bin) {
    return (static_cast<double>(lower_edge(bin)) + static_cast<double>(lower_edge(bin + 1) - 1)) / 2;
  }

  std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(kBins, 0);
};

}  // namespace aqm
