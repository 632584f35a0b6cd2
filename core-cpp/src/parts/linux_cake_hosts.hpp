// How hosts share in CAKE: the key by which queues are assigned, and the number of bulk queues of each host
// (net/sched/sch_cake.c).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "aqm/queue_discipline.hpp"

namespace aqm::kernel {

/// The kernel's bits: 1 the source's address, 2 the destination's, 4 the flow.
enum class Isolation : int { flowblind, srchost, dsthost, hosts, flows, dual_srchost, dual_dsthost, triple };
constexpr bool has_bits(Isolation mode, int bits) { return (static_cast<int>(mode) & bits) == bits; }

/// A hash of 32 bits replaces an address.
inline std::uint32_t address(std::uint32_t host) {
  std::uint32_t z = (host + 1) * 0x9E3779B9U;
  z = (z ^ (z >> 16)) * 0x85EBCA6BU;
  return z ^ (z >> 13);
}

struct CakeKeys {
  std::uint32_t flow;
  std::array<std::uint32_t, 2> hosts;  ///< of the source and of the destination
};
inline CakeKeys keys_of(const Packet& packet, Isolation mode, const HeaderReader* reader) {
  CakeKeys keys{packet.flow + 1, {}};
  if (!has_bits(mode, 1) && !has_bits(mode, 2)) return keys;
  const HeaderReader::Hosts hosts =
      reader != nullptr ? reader->hosts(packet) : HeaderReader::Hosts{2 * packet.flow, 2 * packet.flow + 1};
  keys.hosts = {address(hosts.source), address(hosts.destination)};
  if (!has_bits(mode, 4)) {
    keys.flow = (has_bits(mode, 1) ? keys.hosts[0] : 0) ^ (has_bits(mode, 2) ? keys.hosts[1] : 0);
  }
  return keys;
}

/// The hosts of one side, in sets of eight, like the queues.
class BulkHosts {
 public:
  explicit BulkHosts(std::size_t size) : hosts_(size) {}

  /// The place of a host: the place with its address, or one without bulk flows, or its own place.
  std::uint16_t place_of(std::uint32_t tag) {
    const std::size_t own = tag % hosts_.size(), set = own - own % kWays;
    const auto place = [&](std::size_t i) { return set + (own + i) % kWays; };
    for (std::size_t i = 0; i < kWays; ++i) {
      if (hosts_[place(i)].tag == tag) return static_cast<std::uint16_t>(place(i));
    }
    std::size_t found = own;
    for (std::size_t i = 0; i < kWays; ++i) {
      if (hosts_[place(i)].bulk == 0) {
        found = place(i);
        break;
      }
    }
    hosts_[found].tag = tag;
    return static_cast<std::uint16_t>(found);
  }
  void add(std::uint16_t place) { ++hosts_[place].bulk; }
  void remove(std::uint16_t place) {
    if (hosts_[place].bulk > 0) --hosts_[place].bulk;
  }
  std::uint32_t bulk(std::uint16_t place) const { return hosts_[place].bulk; }

  static constexpr std::size_t kWays = 8;

 private:
  struct Host {
    std::uint32_t tag = 0, bulk = 0;
  };
  std::vector<Host> hosts_;
};

}  // namespace aqm::kernel
