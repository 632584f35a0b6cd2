// The parts that only some rows' senders have besides their windows: state that is larger than the room beside the
// windows, pacing, HyStart++, RACK-TLP, rate samples, the receiver's count of marks. They are stored apart, so that
// other rows pay nothing for them.
#pragma once
#include <cstddef>

#include "hystart.hpp"
#include "pacer.hpp"
#include "rack.hpp"
#include "rate_sampler.hpp"

namespace aqm {

struct SenderExtras {
  std::byte* state = nullptr;  ///< state of the congestion control
  Pacer pacer;
  HyStart hystart;
  Rack rack;
  RateSampler sampler;
  Rng rng{0};
  std::uint32_t marks = 0,
                fresh_marks =
                    0;  ///< segments that the receiver got with a mark, and how many of them it has just reported
};

}  // namespace aqm
