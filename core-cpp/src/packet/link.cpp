#include "link.hpp"

#include "aqm/scenario_fields.hpp"
#include "config_check.hpp"

namespace aqm {
namespace {

LinkConfig config_of(const ScenarioConfig& config, LinkPlace place) {
  const LinkConfig& link = config.network.links[place.index];
  return place.back ? link.back() : link;
}

/// The streams of ways back are numbered after those of all links.
LinkStreams streams_of(LinkPlace place) {
  return streams_at(place.back ? place.index + static_cast<std::size_t>(Limits::kLinks) : place.index);
}

Grants grants_of(const LinkConfig& link) {
  return link.grant_period > 0 ? Grants(link.rate, link.grant_period, link.grant_share) : Grants();
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
  if (link == 0) return {2, 3, 4, 5};
  const std::uint64_t first = 0x100000 + 4 * static_cast<std::uint64_t>(link);  // after the streams of all flows
  return {first, first + 1, first + 2, first + 3};
}

Link::Link(const ScenarioConfig& config, const RecordConfig& record, LinkPlace place, LossListener& losses)
    : schedule_(config_of(config, place), place.back ? 0 : config.network.random_loss),
      changes_(!schedule_.fixed()),
      even_(!changes_ && config_of(config, place).jitter == 0),
      by_table_(changes_ || config_of(config, place).grant_period > 0),
      framed_(config_of(config, place).frame.any()),
      frame_(config_of(config, place).frame),
      pace_(schedule_.first_rate(), frame_),
      reverse_pace_(schedule_.first_rate(), frame_),
      grants_(grants_of(config_of(config, place))),
      jitter_(from_seconds(config_of(config, place).jitter)),
      policed_(config_of(config, place).policer_rate > 0),
      policer_(config_of(config, place).policer_rate, config_of(config, place).policer_burst),
      queue_(make_queue(config, place)),
      drops_(config.seed, streams_of(place).drops),
      loss_(config.seed, streams_of(place).loss),
      jitters_(config.seed, streams_of(place).jitter),
      runs_(config.network.loss_run),
      has_chain_(config.network.gemodel.any() && !place.back),
      chain_(config.network.gemodel),
      delay_(schedule_.first_delay()),
      loses_(changes_ || schedule_.first_loss() > 0 || has_chain_),
      place_(place),
      losses_(losses),
      reverse_(config_of(config, place).buffer),
      recorder_(record, config.duration, config.warmup, scheme_of(config, config_of(config, place))->states().size()) {
  queue_->set_listener(this);
  queue_->keep_stops(record.stops_at, recorder_.stops());
  timer_ = due_ = queue_->next_timer();
}

std::uint64_t Link::waiting_back(Time now) const {
  if (place_.back) return 0;
  return way_back_ == nullptr ? reverse_.waiting(now) : way_back_->backlog();
}

UnderWay Link::under_way(Time at) const {
  const int bytes = in_transmission_.size, wire = frame_.on_wire(bytes);
  if (transmission_end_ == kNever || at <= transmission_begin_) return {};
  double share = 1;
  if (at < transmission_end_ && grants_.any()) {
    const Time begun = grants_.sending(transmission_begin_);
    share = static_cast<double>(grants_.sending(at) - begun) /
            static_cast<double>(grants_.sending(transmission_end_) - begun);
  } else if (at < transmission_end_ && changes_) {
    const double bits = schedule_.mean_rate(transmission_begin_, at) * to_seconds(at - transmission_begin_);
    share = std::min(1.0, bits / (8.0 * wire));
  } else if (at < transmission_end_) {
    share =
        static_cast<double>(at - transmission_begin_) / static_cast<double>(transmission_end_ - transmission_begin_);
  }
  return {share * bytes, share * wire};
}

Time Link::reached_unevenly(Time at) {
  at = schedule_.reached(at);
  if (jitter_ == 0) return at;
  at += static_cast<Time>(static_cast<double>(jitter_) * jitters_.uniform());
  return last_reached_ = std::max(last_reached_, at);
}

Time Link::carry_back_changing(const Packet& packet, Time now) {
  const Time start = reverse_.start(now);
  const Time end = schedule_.transmitted(start, frame_.on_wire(packet.size));
  if (end == kNever) return kNever;  // it waits there for ever
  const Time done = reverse_.carry(now, end - start);
  if (done == kNever) losses_.lost(packet, now);
  return done;
}

}  // namespace aqm
