// What only some rows' senders have besides their windows: state that is larger than the room beside them, pacing, HyStart++, RACK-TLP,
// rate samples, the receiver's count of marks. It lies apart, so that other rows pay nothing for it.
#pragma once
#include <cstddef>

#include "hystart.hpp"
#include "pacer.hpp"
#include "rack.hpp"
#include "rate_sampler.hpp"

namespace aqm {

struct SenderExtras {
  std::byte* state = nullptr;  ///< of the congestion control
  Pacer pacer;
  HyStart hystart;
  Rack rack;
  RateSampler sampler;
  Rng rng{0};
  std::uint32_t marks = 0,
                fresh_marks =
                    0;  ///< segments that the receiver has got with a mark, and those of them that it has just told of
};

}  // namespace aqm
