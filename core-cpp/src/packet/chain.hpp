// The links of a chain but for the observed one's queue, which the simulation has itself: hops that way, FIFOs back.
#pragma once
#include <memory>
#include <vector>

#include "aqm/scheme.hpp"
#include "aqm/simulation.hpp"
#include "hop.hpp"
#include "link.hpp"
#include "reverse_link.hpp"

namespace aqm {

/// The scheme at that link: the lane's, or DropTail where a chain has a link without management. A dumbbell's link is link 0.
const Scheme& scheme_at(const ScenarioConfig& config, int link);
std::unique_ptr<QueueDiscipline> make_queue(const ScenarioConfig& config, int link);

/// They belong to the link, observed or not; those of link 0 are the dumbbell's.
LinkStreams streams_at(int link);

/// The bits of Packet::kind in which an event carries the link at which its packet arrives: three are enough for eight links.
inline constexpr int kLinkShift = 3;
inline int link_of_packet(const Packet& packet) { return packet.kind >> kLinkShift; }
inline void set_link_of_packet(Packet& packet, int link) {
  packet.kind = static_cast<std::uint8_t>((packet.kind & ((1u << kLinkShift) - 1)) | unsigned(link) << kLinkShift) & 63;
}

class Chain {
 public:
  /// `config` has passed its check.
  Chain(const ScenarioConfig& config, HopHost& host);

  Time delay(int link) const { return at(link).delay; }
  /// Of any link but the observed one.
  Hop& hop(int link) { return *at(link).hop; }
  /// When `packet`, which comes at `now` to the link's other end, has been put on it; kNever when it is lost.
  Time carry_back(int link, const Packet& packet, Time now) {
    Link& back = at(link);
    return back.reverse.carry(now, back.reverse_pace.of(packet.size));
  }

 private:
  struct Link {
    Time delay;
    std::unique_ptr<Hop> hop;
    ReverseLink reverse;
    LinkPace reverse_pace;
  };
  const Link& at(int link) const { return links_[static_cast<std::size_t>(link)]; }
  Link& at(int link) { return links_[static_cast<std::size_t>(link)]; }

  std::vector<Link> links_;
};

}  // namespace aqm
