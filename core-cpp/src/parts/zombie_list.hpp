// The zombie list of Stabilized RED: a sample of recently seen flows, which gives an estimate of their number.
#pragma once
#include <cstdint>
#include <vector>

#include "aqm/rng.hpp"

namespace aqm {

/// P <- (1 - a) P + a Hit: the frequency of hits, whose mean is 1/N for N equal flows.
constexpr double hit_frequency(double p, double hit, double a) { return (1 - a) * p + a * hit; }

class ZombieList {
 public:
  ZombieList(int size, double p_overwrite, Rng rng)
      : size_(static_cast<std::size_t>(size)), p_overwrite_(p_overwrite), rng_(rng) {
    flows_.reserve(size_);
  }

  /// A packet of `flow` arrives: it is compared with a randomly drawn zombie, whose place it may take.
  void see(std::uint32_t flow) {
    if (!full()) {
      flows_.push_back(flow);
      return;
    }
    std::uint32_t& zombie = flows_[rng_.below(static_cast<std::uint32_t>(size_))];
    hit_ = zombie == flow;
    if (!hit_ && rng_.uniform() < p_overwrite_) zombie = flow;
    frequency_ = hit_frequency(frequency_, hit_ ? 1 : 0, p_overwrite_ / static_cast<double>(size_));
  }

  bool full() const { return flows_.size() == size_; }
  bool hit() const { return hit_; }
  double frequency() const { return frequency_; }

 private:
  std::size_t size_;
  double p_overwrite_;
  Rng rng_;
  std::vector<std::uint32_t> flows_;
  bool hit_ = false;
  double frequency_ = 0;
};

}  // namespace aqm
