// A token bucket that passes conforming packets and drops the others; it delays nothing. Tokens are bytes. They arrive
// at a rate, and the bucket holds at most those of one burst.
#pragma once
#include <algorithm>

#include "aqm/time.hpp"

namespace aqm {

class Policer {
 public:
  Policer() = default;
  Policer(double rate_bps, double burst) : bytes_per_ns_(rate_bps / 8e9), burst_(burst), tokens_(burst) {}

  bool conforms(Time now, int bytes) {
    tokens_ = std::min(burst_, tokens_ + static_cast<double>(now - since_) * bytes_per_ns_);
    since_ = now;
    if (tokens_ < bytes) return false;
    tokens_ -= bytes;
    return true;
  }

 private:
  double bytes_per_ns_ = 0, burst_ = 0, tokens_ = 0;
  Time since_ = 0;
};

}  // namespace aqm
