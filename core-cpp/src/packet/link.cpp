#include "link.hpp"

#include "aqm/scenario_fields.hpp"
#include "config_check.hpp"

namespace aqm {
namespace {

LinkConfig config_of(const ScenarioConfig& config, LinkPlace place) {
  const LinkConfig& link = config.network.links[place.index];
  return place.back ? link.back() : link;
}

/// Streams of ways back lie beyond those of all links.
LinkStreams streams_of(LinkPlace place) {
  return streams_at(place.back ? place.index + static_cast<std::size_t>(Limits::kLinks) : place.index);
}

std::unique_ptr<QueueDiscipline> make_queue(const ScenarioConfig& config, LinkPlace place) {
  const LinkConfig link = config_of(config, place);
  const LinkInfo info = link_of(link, config.network.packet_size);
  const auto scheme = scheme_of(config, link);
  const Rng rng(config.seed, streams_of(place).discipline);
  if (link.managed) return scheme->make(config.params, info, rng);
  return scheme->make({std::vector<double>(scheme->params().size(), kUnset)}, info, rng);
}

}  // namespace

LinkStreams streams_at(std::size_t link) {
  if (link == 0) return {2, 3, 4};
  const std::uint64_t first = 0x100000 + 4 * static_cast<std::uint64_t>(link);  // beyond those of all flows
  return {first, first + 1, first + 2};
}

Link::Link(const ScenarioConfig& config, const RecordConfig& record, LinkPlace place, LossListener& losses)
    : schedule_(config_of(config, place), place.back ? 0 : config.network.random_loss),
      changes_(!schedule_.fixed()),
      pace_(schedule_.first_rate()),
      reverse_pace_(schedule_.first_rate()),
      queue_(make_queue(config, place)),
      drops_(config.seed, streams_of(place).drops),
      loss_(config.seed, streams_of(place).loss),
      delay_(schedule_.first_delay()),
      loses_(changes_ || schedule_.first_loss() > 0),
      place_(place),
      losses_(losses),
      reverse_(config_of(config, place).buffer),
      recorder_(record, config.duration, config.warmup, scheme_of(config, config_of(config, place))->states().size()) {
  queue_->set_listener(this);
  timer_ = due_ = queue_->next_timer();
}

std::uint64_t Link::waiting_back(Time now) const {
  if (place_.back) return 0;
  return way_back_ == nullptr ? reverse_.waiting(now) : way_back_->backlog();
}

Time Link::carry_back_changing(const Packet& packet, Time now) {
  const Time start = reverse_.start(now);
  const Time end = schedule_.transmitted(start, packet.size);
  if (end == kNever) return kNever;  // it waits there for ever
  const Time done = reverse_.carry(now, end - start);
  if (done == kNever) losses_.lost(packet, now);
  return done;
}

}  // namespace aqm
