// One discipline in front of one link, with given arrivals and given random numbers. What another program did to every packet of them
// can so be compared with what is done here, to the nanosecond (docs/linux.md has the conventions).
#pragma once
#include <span>
#include <vector>

#include "aqm/scheme.hpp"
#include "aqm/time.hpp"

namespace aqm {

struct GivenArrival {
  Time at = 0;
  std::uint16_t size = 0;
  Ecn ecn = Ecn::not_ect;
  std::uint32_t flow = 0;
};

/// What becomes of a packet. A drop is told by whose turn it is.
enum class PacketEnd : std::uint8_t {
  sent,
  marked,            ///< sent, and CE set on its way
  dropped_arriving,  ///< while it arrives itself
  dropped_waiting,   ///< while another packet arrives
  dropped_leaving,   ///< while the link asks for a packet
  held               ///< it still waits, and nothing lets it go
};

struct PacketFate {
  PacketEnd end = PacketEnd::held;
  Time after = 0;  ///< since its arrival; of what is sent, its wait
};

/// When a timer fires that asks for a time.
enum class TimerClock : int {
  exact,
  wheel  ///< as Linux's timer wheel does: a jiffy later, the later the farther ahead it asks
};

struct OneLink {
  LinkInfo link;
  std::uint64_t draw_seed = 0;
  TimerClock timers = TimerClock::exact;
};

/// The fate of every packet. `params` must have passed the scheme's check, `arrivals` are in order of time.
std::vector<PacketFate> run_one_link(const Scheme& scheme, const ParamValues& params, const OneLink& set_up,
                                     std::span<const GivenArrival> arrivals);

}  // namespace aqm
