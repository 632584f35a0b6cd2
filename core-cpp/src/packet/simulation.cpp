// The dumbbell: sources - access links - bottleneck queue - link - access links - sinks, and the way back.
//
// A packet costs four events: arrival at the bottleneck, end of its transmission there, arrival of its acknowledgement at the
// reverse link, and at the source. What happens on links that only one flow uses is computed when a packet enters them.
//
// Of a chain, the bottleneck here is the observed link; the others are hops, and `chain_` has them.
#include "aqm/simulation.hpp"

#include <cmath>

#include "chain.hpp"
#include "config_check.hpp"
#include "event_queue.hpp"
#include "flow.hpp"
#include "link.hpp"
#include "recorder.hpp"
#include "reverse_link.hpp"

namespace aqm {
namespace {

/// Streams of random numbers under one seed, besides those of the links; flows follow.
enum Stream : std::uint64_t { kTopology = 1, kFirstFlow = 16 };

class PacketSimulation final : public Simulation, private DropListener, private HopHost {
 public:
  PacketSimulation(const ScenarioConfig& config, const RecordConfig& record)
      : config_(config),
        end_(from_seconds(config.duration)),
        warmup_(from_seconds(config.warmup)),
        bottleneck_pace_(config.network.rate),
        reverse_pace_(config.network.rate),
        access_pace_(config.network.access_rate),
        bottleneck_delay_(from_seconds(config.network.delay)),
        events_(typical_gap(config.network)),
        queue_(make_queue(config, config.network.observed)),
        recorder_(record, config.duration, config.warmup, scheme_at(config, config.network.observed).states().size()),
        drops_(config.seed, streams_at(config.network.observed).drops),
        loss_(config.seed, streams_at(config.network.observed).loss),
        reverse_(config.network.buffer) {
    queue_->set_listener(this);
    aqm_timer_ = queue_->next_timer();
    ack_transmission_ = access_pace_.of(kHeaderBytes);
    make_flows();
    many_flows_ = sinks_.size() > kFewFlows;
    // Without flows nothing comes to any hop.
    HopHost& host = *this;
    if (!config.network.chain.empty() && !sources_.empty()) chain_ = std::make_unique<Chain>(config, host);
    sweep_timers();
  }

  bool run(Time until, std::uint64_t max_events) override {
    until = std::min(until, end_);
    for (std::uint64_t budget = max_events; budget > 0; --budget) {
      const Time own = std::min(transmission_end_, aqm_timer_);
      const Time next = std::min(own, events_.next_time());
      if (next > until) {
        now_ = until;
        if (until == end_ && !finished_) finish();
        return true;
      }
      now_ = next;
      ++handled_;
      if (transmission_end_ == next) {
        end_transmission();
      } else if (aqm_timer_ == next) {
        observe_time();
        queue_->on_timer(now_);
        aqm_timer_ = queue_->next_timer();
      } else {
        handle(events_.pop([this](const Event& event) { return touch(event); }));
      }
    }
    return false;
  }

  Time now() const override { return now_; }
  std::uint64_t events() const override { return handled_; }
  std::uint64_t digest() const override { return recorder_.digest(); }
  const Recording& recording() const override { return recorder_.recording(); }
  std::uint64_t backlog() const override {
    return static_cast<std::uint64_t>(queue_->packets()) + (transmission_end_ != kNever ? 1 : 0);
  }

  Metrics metrics() const override {
    Metrics m = recorder_.metrics(now_, config_.network.rate);
    double sum = 0, squares = 0;
    for (const double g : flow_goodputs()) {
      sum += g;
      squares += g * g;
    }
    m.goodput = sum;
    // Jain's index (Jain, Chiu, Hawe 1984): 1 when all are equal, 1/n when one has everything.
    m.fairness = squares > 0 ? sum * sum / (static_cast<double>(sinks_.size()) * squares) : kUnset;
    return m;
  }

  std::vector<double> flow_goodputs() const override {
    const double measured = to_seconds(now_) - (now_ > warmup_ ? config_.warmup : 0);
    std::vector<double> rates;
    rates.reserve(sinks_.size());
    for (const Sink& sink : sinks_) rates.push_back(measured > 0 ? 8 * sink.delivered_bytes / measured : kUnset);
    return rates;
  }

 private:
  static constexpr std::size_t kFewFlows = 500;  ///< their hosts are in the cache anyway
  static constexpr std::size_t kAhead = 32;      ///< sinks that are read together
  static constexpr Time kSweep = 50'000'000;

  static Time typical_gap(const NetworkConfig& n) {
    const double packets_per_second = n.rate / (8.0 * n.packet_size);
    return std::max<Time>(1, from_seconds(1 / (3 * packets_per_second)));
  }

  // ---- set-up ---------------------------------------------------------------------------------------------------------

  void make_flows() {
    Rng topology(config_.seed, kTopology);
    std::uint32_t index = 0;
    for (const TrafficGroup& group : config_.traffic) {
      groups_.emplace_back(group, config_.network);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const TrafficGroup& row = groups_[g].row;
      for (int i = 0; i < row.flows; ++i, ++index) {
        const FlowDraws draws(groups_[g], config_.network, topology);
        const Source& source = sources_.emplace_back(groups_[g], static_cast<std::uint32_t>(g), draws, config_.network,
                                                     Rng(config_.seed, kFirstFlow + index));
        home_links_.push_back({{}, source.delay});
        sinks_.emplace_back(source, draws);
        Packet timer;
        timer.flow = index;
        events_.push(from_seconds(draws.start_s), EventKind::flow_start, timer);
      }
    }
  }

  /// Reads what an event that is to come will need of its flow. Without a branch, which would have to wait for the event.
  std::uint64_t touch(const Event& event) const {
    const std::uint32_t at_source = event.kind == EventKind::at_source ? ~0U : 0;
    const std::uint32_t at_reverse = event.kind == EventKind::at_reverse ? ~0U : 0;
    return sources_[event.packet.flow & at_source].touch() + sacks_.touch(event.packet.extra & at_source) +
           home_links_[event.packet.flow & at_reverse].touch();
  }

  // ---- events ---------------------------------------------------------------------------------------------------------

  // What happens rarely is never inlined, here and in TcpSender: the loop keeps what happens with every packet in registers.

  /// `event` lies in a slot that is already free and that the next push takes: whoever pushes has read it before.
  void handle(const Event& event) {
    const Packet& packet = event.packet;
    switch (event.kind) {
      case EventKind::at_bottleneck: arrive(packet); break;
      case EventKind::at_reverse: arrive_at_reverse(packet); break;
      case EventKind::at_source: acknowledge(packet); break;
      case EventKind::rto: retransmission_timer(packet.flow); break;
      case EventKind::timer_sweep: sweep_timers(); break;
      case EventKind::delayed_ack: delayed_ack_timer(packet.flow); break;
      case EventKind::flow_start: start(packet.flow); break;
      case EventKind::udp_send: send_udp(packet.flow, packet.seq); break;
      case EventKind::udp_toggle: toggle_udp(packet.flow); break;
      case EventKind::at_hop: arrive_at_hop(packet); break;
      case EventKind::hop_due: chain_->hop(link_of_packet(packet)).settle(now_); break;
    }
  }

  // ---- the bottleneck -------------------------------------------------------------------------------------------------

  double mean_cwnd() const { return tcp_flows_ > 0 ? cwnd_sum_ / tcp_flows_ : kUnset; }

  void observe_time() {
    if (recorder_.due(now_)) recorder_.advance(now_, *queue_, mean_cwnd());
  }

  void arrive(const Packet& packet) {
    observe_time();
    const bool busy = transmission_end_ != kNever;
    const Fate fate = queue_->enqueue(packet, {now_, drops_.uniform(), busy});
    if (is_drop(fate)) release(packet);
    recorder_.arrival(now_, packet, fate, *queue_);
    if (!busy) begin_transmission();
    recorder_.after_arrival(now_, packet, fate, *queue_);
  }

  void begin_transmission() {
    if (!queue_->dequeue(now_, in_transmission_)) {
      transmission_end_ = kNever;
      queue_->on_idle(now_);
      return;
    }
    recorder_.dequeued(now_, in_transmission_, *queue_);
    if (many_flows_) [[unlikely]]
      read_sinks_ahead();
    transmission_end_ = now_ + bottleneck_pace_.of(in_transmission_.size);
  }

  /// Among many flows a sink is not in the cache: those of the next packets are read ahead together, as `touch` does with sources.
  [[gnu::noinline]] void read_sinks_ahead() {
    if (++sent_since_ < kAhead) return;
    sent_since_ = 0;
    const std::size_t n = queue_->upcoming(kAhead / 2, upcoming_);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += sinks_[upcoming_[i]].touch();
    touched_ = sum;
  }

  void end_transmission() {
    observe_time();
    const Packet packet = in_transmission_;
    recorder_.departure(now_, packet, *queue_);
    begin_transmission();
    if (config_.network.random_loss > 0 && loss_.uniform() < config_.network.random_loss) {
      release(packet);
      return;
    }
    leave_core(packet, now_);
  }

  void on_late_drop(const Packet& packet, Fate fate, Time now) override {
    release(packet);
    recorder_.late(now, packet, fate, *queue_);
  }
  void on_late_mark(const Packet& packet, Time now) override { recorder_.late(now, packet, Fate::marked, *queue_); }

  /// A packet that will go no further gives back what it holds.
  void release(const Packet& packet) {
    if (is_ack(packet)) sacks_.release(packet.extra);
  }

  void arrive_at_reverse(const Packet& packet) {
    if (chain_) [[unlikely]]
      return go_back(packet);
    const Time done = reverse_.carry(now_, reverse_pace_.of(packet.size));
    if (done == kNever) {
      release(packet);
    } else if (is_ack(packet)) {
      events_.again(reach_source(packet, done + bottleneck_delay_), EventKind::at_source);
    } else {
      const Packet segment = packet;  // the sink may reply to an earlier one first
      reach_sink(segment, done + bottleneck_delay_);
    }
  }

  /// `packet` has been put on the far link at `at`: on to the host that it is for.
  void leave_core(const Packet& packet, Time at) {
    if (chain_) [[unlikely]]
      return leave_link(packet, config_.network.observed, true, at);
    reach_host(packet, at + bottleneck_delay_);
  }

  /// `packet` comes at `at` to the router of the host that it is for.
  void reach_host(const Packet& packet, Time at) {
    if (is_ack(packet)) {
      events_.push(reach_source(packet, at), EventKind::at_source, packet);
    } else {
      reach_sink(packet, at);
    }
  }
  Time reach_source(const Packet& ack, Time at) {
    HomeLink& link = home_links_[ack.flow];
    return link.down.carry(at, ack_transmission_, link.delay);
  }
  void reach_sink(const Packet& packet, Time at) {
    Sink& sink = sinks_[packet.flow];
    receive(sink, packet, sink.down.carry(at, access_pace_.of(packet.size), sink.delay));
  }

  // ---- the rest of a chain ----------------------------------------------------------------------------------------------

  /// What goes forward passes the queues of links from `first_link` up to `last_link`, what goes back the FIFOs down from there.
  [[gnu::noinline]] void enter_chain(Time at, const Packet& packet, bool forward) {
    const Source& source = sources_[packet.flow];
    go_to_link(forward ? source.first_link : source.last_link, forward, at, packet);
  }

  void go_to_link(int link, bool forward, Time at, Packet packet) {
    set_link_of_packet(packet, link);
    const bool observed = link == config_.network.observed;
    const EventKind queue = observed ? EventKind::at_bottleneck : EventKind::at_hop;
    events_.push(at, forward ? queue : EventKind::at_reverse, packet);
  }

  /// `packet` has been put on `link` at `at`: to the next one, or to its host.
  [[gnu::noinline]] void leave_link(const Packet& packet, int link, bool forward, Time at) {
    const Source& source = sources_[packet.flow];
    at += chain_->delay(link);
    if (link == (forward ? source.last_link : source.first_link)) {
      reach_host(packet, at);
    } else {
      go_to_link(forward ? link + 1 : link - 1, forward, at, packet);
    }
  }

  /// The event lies in a slot that the hop's own events may take before it is done with the packet.
  [[gnu::noinline]] void arrive_at_hop(Packet packet) { chain_->hop(link_of_packet(packet)).arrive(packet, now_); }

  /// A copy, because a sink may reply to an earlier segment first, and the event's slot is free.
  [[gnu::noinline]] void go_back(Packet packet) {
    const int link = link_of_packet(packet);
    const Time done = chain_->carry_back(link, packet, now_);
    if (done == kNever) {
      release(packet);
    } else {
      leave_link(packet, link, false, done);
    }
  }

  void wake_hop(int link, Time at) override {
    Packet which;
    set_link_of_packet(which, link);
    events_.push(at, EventKind::hop_due, which);
  }
  void sent_by_hop(int link, const Packet& packet, Time now) override { leave_link(packet, link, true, now); }
  void dropped_by_hop(const Packet& packet) override { release(packet); }

  // ---- sinks ----------------------------------------------------------------------------------------------------------

  /// What a receiver does depends on its own flow only, so it is done as soon as the time of arrival is known.
  void receive(Sink& sink, const Packet& packet, Time at) {
    recorder_.delivered(at, at - packet.created);
    const Group& group = groups_[sink.group];
    if (!group.is_tcp()) {
      credit(sink, packet.size - kUdpHeaderBytes, at);
      return;
    }
    if (sink.receiver.pending() && sink.ack_deadline <= at) reply(sink, packet.flow, sink.ack_deadline);
    const bool cwr = (packet.kind & kCwr) != 0;
    const auto result = sink.receiver.on_segment(packet.seq, packet.ecn, cwr, packet.created, group.receiver);
    if (result.new_segments > 0) credit(sink, packet.size - kHeaderBytes, at);
    if (result.send) {
      reply(sink, packet.flow, at);
    } else {
      sink.ack_deadline = at + kDelayedAckTimeout;
      Packet timer;
      timer.flow = packet.flow;
      events_.push(sink.ack_deadline, EventKind::delayed_ack, timer);
    }
  }

  void credit(Sink& sink, int bytes, Time at) {
    if (at >= warmup_ && at <= end_) sink.delivered_bytes += bytes;
  }

  void reply(Sink& sink, std::uint32_t index, Time at) {
    SackBlocks blocks;
    const Ack ack = sink.receiver.acknowledge(groups_[sink.group].receiver, blocks);
    Packet packet;
    packet.flow = index;
    packet.kind = ack.ece ? kAck | kEce : kAck;
    packet.size = kHeaderBytes;
    packet.created = ack.echo;
    packet.seq = ack.next;
    packet.extra = sacks_.store(blocks);
    enter_core(sink.up.carry(at, ack_transmission_, sink.delay), packet, !sink.forward);
  }

  void enter_core(Time at, const Packet& packet, bool forward) {
    if (chain_) [[unlikely]]
      return enter_chain(at, packet, forward);
    events_.push(at, forward ? EventKind::at_bottleneck : EventKind::at_reverse, packet);
  }

  [[gnu::noinline]] void delayed_ack_timer(std::uint32_t index) {
    Sink& sink = sinks_[index];
    if (sink.receiver.pending() && sink.ack_deadline == now_) reply(sink, index, now_);
  }

  // ---- TCP sources ----------------------------------------------------------------------------------------------------

  struct Wire {
    PacketSimulation& simulation;
    Source& source;
    std::uint32_t index;
    void send(std::uint32_t seq, bool cwr) const { simulation.send_segment(source, index, seq, cwr); }
  };

  void send_segment(Source& source, std::uint32_t index, std::uint32_t seq, bool cwr) {
    const Group& group = groups_[source.group];
    Packet packet;
    packet.created = now_;
    packet.flow = index;
    packet.seq = seq;
    packet.size =
        static_cast<std::uint16_t>(seq + 1 == source.sender.segments() ? source.last_size : group.packet_size);
    packet.kind = cwr ? kCwr : 0;
    packet.ecn = group.ecn;
    packet.service = group.service;
    enter_core(source.up.carry(now_, access_pace_.of(packet.size), source.delay), packet, source.forward);
  }

  [[gnu::noinline]] void start(std::uint32_t index) {
    Source& source = sources_[index];
    if (now_ >= source.stop) return;
    const Group& group = groups_[source.group];
    source.on = true;
    if (group.is_tcp()) {
      source.sender.open(group.tcp);
      ++tcp_flows_;
      cwnd_sum_ += source.sender.cwnd();
      source.sender.start(group.tcp, now_, Wire{*this, source, index});
      watch_timer(source, index);
    } else {
      if (group.row.kind == SourceKind::onoff) schedule_toggle(source, index);
      send_udp(index, 0);
    }
  }

  void acknowledge(const Packet& packet) {
    const std::uint32_t index = packet.flow;
    Source& source = sources_[index];
    const Ack ack{packet.seq, (packet.kind & kEce) != 0, packet.created, sacks_.get(packet.extra)};
    sacks_.release(packet.extra);  // what it holds stays readable until the next one is stored
    if (!source.on) return;
    if (now_ >= source.stop) {
      retire(source);
      return;
    }
    const double before = source.sender.cwnd();
    source.sender.on_ack(ack, groups_[source.group].tcp, now_, Wire{*this, source, index});
    cwnd_sum_ += source.sender.cwnd() - before;
    if (source.sender.done()) {
      retire(source);
    } else {
      watch_timer(source, index);
    }
  }

  /// A source that has delivered everything, or is told to stop, leaves the mean window.
  [[gnu::noinline]] void retire(Source& source) {
    source.on = false;
    --tcp_flows_;
    cwnd_sum_ -= source.sender.cwnd();
    if (tcp_flows_ == 0) cwnd_sum_ = 0;
  }

  // Retransmission timers move on with every acknowledgement and hardly ever end. Every sweep looks which ones end before
  // the next one; only those become events. One timer event a flow is under way at most.

  [[gnu::noinline]] void sweep_timers() {
    next_sweep_ = now_ + kSweep;
    events_.push(next_sweep_, EventKind::timer_sweep, Packet{});
    for (std::uint32_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i].on) watch_timer(sources_[i], i);
    }
  }

  void watch_timer(Source& source, std::uint32_t index) {
    const Time deadline = source.sender.deadline();
    if (deadline >= next_sweep_ || source.timer_at <= deadline) return;
    source.timer_at = deadline;
    Packet timer;
    timer.flow = index;
    events_.push(deadline, EventKind::rto, timer);
  }

  [[gnu::noinline]] void retransmission_timer(std::uint32_t index) {
    Source& source = sources_[index];
    if (source.timer_at != now_) return;  // an earlier one took its place
    source.timer_at = kNever;
    if (!source.on) return;
    if (now_ >= source.stop) {
      retire(source);
      return;
    }
    if (source.sender.deadline() <= now_) {
      const double before = source.sender.cwnd();
      source.sender.on_timeout(groups_[source.group].tcp, now_, Wire{*this, source, index});
      cwnd_sum_ += source.sender.cwnd() - before;
    }
    watch_timer(source, index);
  }

  // ---- UDP sources ----------------------------------------------------------------------------------------------------

  [[gnu::noinline]] void send_udp(std::uint32_t index, std::uint32_t epoch) {
    Source& source = sources_[index];
    if (now_ >= source.stop || !source.on || epoch != source.epoch) return;
    const Group& group = groups_[source.group];
    Packet packet;
    packet.created = now_;
    packet.flow = index;
    packet.seq = source.sent++;
    packet.size = static_cast<std::uint16_t>(group.packet_size);
    packet.service = group.service;
    enter_core(source.up.carry(now_, access_pace_.of(packet.size), source.delay), packet, source.forward);
    const Time gap =
        group.row.kind == SourceKind::poisson ? source.exponential(source.gap_s) : from_seconds(source.gap_s);
    schedule_send(source, index, std::max<Time>(gap, 1));
  }

  void schedule_send(Source& source, std::uint32_t index, Time after) {
    source.next_send = now_ + after;
    Packet timer;
    timer.flow = index;
    timer.seq = source.epoch;
    events_.push(source.next_send, EventKind::udp_send, timer);
  }

  void schedule_toggle(Source& source, std::uint32_t index) {
    Packet timer;
    timer.flow = index;
    events_.push(now_ + std::max<Time>(source.exponential(source.on ? source.on_s : source.off_s), 1),
                 EventKind::udp_toggle, timer);
  }

  [[gnu::noinline]] void toggle_udp(std::uint32_t index) {
    Source& source = sources_[index];
    if (now_ >= source.stop) return;
    source.on = !source.on;
    ++source.epoch;  // a send that was planned before the change is void
    schedule_toggle(source, index);
    // The gap between packets is counted in time spent on, so that the mean rate is exactly rate * on / (on + off).
    if (source.on) {
      schedule_send(source, index, source.rest);
    } else {
      source.rest = source.next_send - now_;
    }
  }

  [[gnu::noinline]] void finish() {
    finished_ = true;
    recorder_.finish(*queue_, mean_cwnd());
  }

  ScenarioConfig config_;
  Time end_, warmup_, now_ = 0;
  LinkPace bottleneck_pace_, reverse_pace_, access_pace_;
  Time bottleneck_delay_, ack_transmission_ = 0;
  EventQueue events_;
  std::unique_ptr<QueueDiscipline> queue_;
  Recorder recorder_;
  Rng drops_, loss_;
  ReverseLink reverse_;
  SackStore sacks_;
  std::vector<Group> groups_;
  std::vector<Source> sources_;
  std::vector<HomeLink> home_links_;
  std::vector<Sink> sinks_;
  std::unique_ptr<Chain> chain_;  ///< null: a dumbbell

  Packet in_transmission_;
  bool many_flows_ = false;
  std::size_t sent_since_ = 0;  ///< packets, since sinks were read ahead
  std::array<std::uint32_t, kAhead> upcoming_{};
  std::uint64_t touched_ = 0;  ///< written only
  Time transmission_end_ = kNever, aqm_timer_ = kNever;
  std::uint64_t handled_ = 0;
  double cwnd_sum_ = 0;
  int tcp_flows_ = 0;
  Time next_sweep_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<Simulation> Simulation::create(const ScenarioConfig& config, const RecordConfig& record,
                                               std::vector<ConfigIssue>& issues) {
  issues = check_config(config, record);
  if (!issues.empty()) return nullptr;
  ScenarioConfig observed = config;
  observe_link(observed.network);
  return std::make_unique<PacketSimulation>(observed, record);
}

}  // namespace aqm
