// One discipline in front of one link, with given arrivals and given random numbers. This allows a comparison to the
// nanosecond with what another program did with each of these packets (docs/linux.md has the conventions).
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

/// The end of a packet. For a drop, it says during which operation the drop happened.
enum class PacketEnd : std::uint8_t {
  sent,
  marked,            ///< sent, with CE set on the way
  dropped_arriving,  ///< while it arrives itself
  dropped_waiting,   ///< while another packet arrives
  dropped_leaving,   ///< while the link asks for a packet
  held               ///< it still waits, and nothing releases it
};

struct PacketFate {
  PacketEnd end = PacketEnd::held;
  Time after = 0;  ///< since its arrival; for a sent packet, its waiting time
};

/// When a timer that is set for a time fires.
enum class TimerClock : int {
  exact,
  wheel  ///< as in Linux's timer wheel: one jiffy later, and later the farther ahead the time is
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
