// The path: sources - access links - router - link - router - ... - access links - sinks, and the way back. One link
// between two routers is the dumbbell.
//
// Over one link a packet costs four events: arrival at the queue, end of its transmission, arrival of its
// acknowledgement at the way back, and arrival at the source. Times on links that only one flow uses are computed when
// a packet enters them.
#include "aqm/simulation.hpp"
#include "aqm/scenario_fields.hpp"
#include "aqm/small.hpp"

#include <cmath>
#include <deque>

#include "config_check.hpp"
#include "event_queue.hpp"
#include "flow.hpp"
#include "link.hpp"
#include "row_stats.hpp"

namespace aqm {
namespace {

/// Streams of random numbers under one seed, apart from those of the links; flows follow.
enum Stream : std::uint64_t { kTopology = 1, kFirstFlow = 16, kFirstSender = std::uint64_t{1} << 32 };

class PacketSimulation final : public Simulation, private LossListener, private HeaderReader {
 public:
  AQM_SMALL PacketSimulation(const ScenarioConfig& config, const RecordConfig& record)
      : config_(config),
        end_(from_seconds(config.duration)),
        warmup_(from_seconds(config.warmup)),
        processing_(from_seconds(config.network.processing)),
        events_(typical_gap(config.network)) {
    make_flows();
    measures_flows_ = record.flows;
    if (measures_flows_) flow_stats_.assign(sources_.size(), RowStats(warmup_, end_));
    many_flows_ = sinks_.size() > kFewFlows;
    LossListener& losses = *this;
    chosen_ = record.windows;
    RecordConfig elsewhere = record;
    elsewhere.windows.clear();
    elsewhere.stops_at = kUnset;
    for (std::size_t i = 0; i < config.network.links.size(); ++i) {
      links_.emplace_back(config, i == observed() ? record : elsewhere, LinkPlace{i, false}, losses);
    }
    for (std::size_t i = 0; i < config.network.links.size(); ++i) {
      if (!config.network.links[i].own_way_back()) continue;
      links_[i].set_way_back(links_.emplace_back(config, elsewhere, LinkPlace{i, true}, losses));
      own_ways_back_ = true;
    }
    for (Link& link : links_) link.set_reader(*this);
    first_ = &links_.front();
    one_link_ = links_.size() == 1;
    sweep_timers();
  }

  bool run(Time until, std::uint64_t max_work) override {
    until = std::min(until, end_);
    const std::uint64_t limit = work() + std::min(max_work, UINT64_MAX - work());
    while (work() < limit) {
      // The cost beyond the events themselves is checked only from time to time.
      for (std::uint64_t n = std::min(kTogether, limit - work()); n > 0; --n) {
        if (!act(until, limit)) {
          now_ = until;
          if (until == end_ && !finished_) finish();
          return true;
        }
      }
    }
    return false;
  }

  std::uint64_t work() const override { return events() + events_.work(); }
  Time now() const override { return now_; }
  std::uint64_t events() const override { return acts_ + events_.pops(); }
  std::size_t links() const override { return config_.network.links.size(); }
  std::size_t observed() const override { return static_cast<std::size_t>(config_.network.observed); }
  const Recording& recording(std::size_t link) const override { return links_[link].recorder().recording(); }
  std::uint64_t backlog(std::size_t link) const override { return links_[link].backlog(); }

  AQM_SMALL std::uint64_t digest() const override {
    if (one_link_) return first_->recorder().digest();
    Digest all;
    for (const Link& link : links_) all.add(link.recorder().digest());
    return all.value();
  }

  AQM_SMALL Metrics metrics(std::size_t link) const override {
    const Link& of = links_[link];
    const double rate = of.mean_rate(now_ > warmup_ ? warmup_ : 0, now_);
    Metrics m = of.recorder().metrics(now_, rate, of.backlog(), of.under_way(now_));
    const Crossing flows = crossing(link);
    m.goodput = shares_of(flows.goodputs).sum;
    const double share = max_min_share(flows.demands, rate);
    std::vector<double> competing;
    for (std::size_t i = 0; i < flows.goodputs.size(); ++i) {
      if (flows.demands[i] > share) competing.push_back(flows.goodputs[i]);
    }
    m.fairness = shares_of(competing).fairness;
    DelayStats delays;
    for (const Group& group : groups_) delays = DelayStats::pooled(delays, group.stats.delays());
    m.delay_mean = delays.mean();
    m.jitter = delays.deviation();
    const DelayStats pooled = DelayStats::pooled(delays, ack_delays_);
    m.delay_pooled = pooled.mean();
    m.jitter_pooled = pooled.deviation();
    return m;
  }

  AQM_SMALL std::vector<double> flow_goodputs() const override {
    const double measured = to_seconds(now_) - (now_ > warmup_ ? config_.warmup : 0);
    std::vector<double> rates;
    rates.reserve(sinks_.size());
    for (const Sink& sink : sinks_) rates.push_back(measured > 0 ? 8 * sink.delivered_bytes / measured : kUnset);
    return rates;
  }

  AQM_SMALL std::vector<RowMetrics> rows() const override {
    const std::vector<double> goodputs = flow_goodputs();
    std::vector<RowMetrics> all;
    std::span<const double> rest(goodputs);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const auto flows = static_cast<std::size_t>(groups_[g].row.flows);
      all.push_back(groups_[g].stats.metrics(rest.first(flows), groups_[g].felt.speech));
      all.back().frames_late = late_of(groups_[g].frames);
      rest = rest.subspan(flows);
    }
    return all;
  }

  AQM_SMALL std::vector<RowMetrics> flows() const override {
    const std::vector<double> goodputs = flow_goodputs();
    std::vector<RowMetrics> all;
    for (std::size_t i = 0; i < flow_stats_.size(); ++i) {
      const Group& group = groups_[sources_[i].group];
      all.push_back(flow_stats_[i].metrics(std::span(goodputs).subspan(i, 1), group.felt.speech));
      if (!group.frames.empty())
        all.back().frames_late = late_of(std::span(group.frames).subspan(i - group.first_flow, 1));
    }
    return all;
  }

  // ---- what links need from the surrounding simulation --------------------------------------------------------------

  double mean_cwnd() const { return tcp_flows_ > 0 ? cwnd_sum_ / tcp_flows_ : kUnset; }

  /// For as many of the chosen flows as there is room: a link that records no flow has no room.
  void read_windows(std::span<double> windows, std::span<double> phases) {
    for (std::size_t i = 0; i < windows.size(); ++i) {
      Source& source = sources_[chosen_[i]];
      const TcpOptions& options = groups_[source.group].tcp;
      windows[i] = source.on ? source.sender.cwnd() : kUnset;
      phases[i] = source.on ? static_cast<double>(source.sender.doing(options, now_)) : kUnset;
    }
  }

  void before_transmission(const QueueDiscipline& queue) {
    if (many_flows_) [[unlikely]]
      read_sinks_ahead(queue);
  }

  void sent(const Packet& packet, Link& link) { leave(packet, link, !link.back(), now_); }

 private:
  static constexpr std::uint64_t kTogether = 32;  ///< number of events, each of which may send a window
  static constexpr std::size_t kFewFlows = 500;   ///< with so few flows, their hosts are in the cache anyway
  static constexpr std::size_t kAhead = 32;       ///< number of sinks that are read together
  static constexpr Time kSweep = 50'000'000;
  static constexpr Time kFirstTimeout = 1'000'000'000;  ///< of a request (RFC 6298 section 2.1)
  static constexpr std::uint32_t kNamedHosts = 65536;
  static constexpr int kWithTimestamps = 52;  ///< bytes of headers
  static constexpr std::uint32_t kSerials = (1U << 28) - 1;
  static constexpr int kGreeting = 15;  ///< replaces the number of a request's packet, of which there are at most ten

  static Time typical_gap(const NetworkConfig& n) {
    const double packets_per_second = n.link().rate / (8.0 * n.packet_size);
    return std::max<Time>(1, from_seconds(1 / (3 * packets_per_second)));
  }

  /// The share of the frames of some flows that arrived late or incomplete.
  AQM_SMALL static double late_of(std::span<const FrameWatch> flows) {
    std::uint64_t frames = 0, late = 0;
    for (const FrameWatch& flow : flows) {
      frames += flow.frames();
      late += flow.late();
    }
    return frames > 0 ? static_cast<double>(late) / static_cast<double>(frames) : kUnset;
  }

  /// For the flows whose data cross a link in its direction: traffic in the other direction uses another queue.
  struct Crossing {
    std::vector<double> goodputs, demands;
  };
  AQM_SMALL Crossing crossing(std::size_t link) const {
    Crossing found;
    const std::vector<double> all = flow_goodputs();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!sources_[i].forward || routes_[i].first > link || link > routes_[i].last) continue;
      if (starts_[i] >= now_ || sources_[i].stop <= warmup_) continue;  // it never sends in the measured time
      found.goodputs.push_back(all[i]);
      found.demands.push_back(groups_[sources_[i].group].demand);
    }
    return found;
  }

  // ---- set-up -------------------------------------------------------------------------------------------------------

  AQM_SMALL void make_flows() {
    Rng topology(config_.seed, kTopology);
    std::uint32_t index = 0;
    bool limited = false;
    for (const TrafficGroup& group : config_.traffic) {
      groups_.emplace_back(group, config_.network, RowStats(warmup_, end_));
      limited = limited || groups_.back().host_buffer > 0;
    }
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      Group& group = groups_[g];
      group.first_flow = index;
      if (group.felt.frames) {
        group.frames.assign(static_cast<std::size_t>(group.row.flows), FrameWatch(warmup_, end_));
      }
      for (int i = 0; i < group.row.flows; ++i, ++index) {
        FlowDraws draws(group, topology);
        Source& source = sources_.emplace_back(group.forward, g, draws);
        if (!group.extras.empty()) {
          SenderExtras& extras = group.extras[static_cast<std::size_t>(i)];
          extras.rng = Rng(config_.seed, kFirstSender + index);
          source.sender.keep_extras_at(&extras);
        }
        home_links_.push_back({{}, source.delay, group.ack_transmission});
        sinks_.emplace_back(source, draws);
        routes_.push_back({group.first_link, group.last_link});
        propagation_.push_back(source.delay + sinks_.back().delay);
        starts_.push_back(from_seconds(draws.start_s));
        if (limited) host_rooms_.push_back(rooms_of(group.host_buffer));
        applications_.push_back(std::move(draws.application));
        rngs_.emplace_back(config_.seed, kFirstFlow + index);
        events_.push(starts_.back(), EventKind::flow_start, timer_of(index));
      }
    }
  }

  static Packet timer_of(std::uint32_t flow) {
    Packet timer;
    timer.flow = flow;
    return timer;
  }

  /// Reads the flow's data that a future event will need. The code has no branch, because a branch would wait for the
  /// event.
  std::uint64_t touch(const Event& event) const {
    const std::uint32_t at_source = event.kind == EventKind::at_source ? ~0U : 0;
    const std::uint32_t at_reverse = event.kind == EventKind::at_reverse ? ~0U : 0;
    return sources_[event.packet.flow & at_source].touch() + sacks_.touch(event.packet.extra & at_source) +
           home_links_[event.packet.flow & at_reverse].touch();
  }

  // ---- events -------------------------------------------------------------------------------------------------------

  /// Handles the next event, unless it is after `until`. Events are moved towards the calendar until `work` reaches
  /// `limit`.
  [[gnu::always_inline]] bool act(Time until, std::uint64_t limit) {
    Link& link = one_link_ ? *first_ : earliest();
    const Time own = link.due(), next = events_.next_time();
    if (own <= next) {
      if (own > until) return false;
      now_ = own;
      ++acts_;
      link.act(own, *this);
      return true;
    }
    if (next > until) return false;
    if (!events_.at_hand()) [[unlikely]] {
      events_.approach(limit - std::min(limit, events()), [this](const Event& event) { return touch(event); });
      if (!events_.at_hand()) return true;
    }
    now_ = next;
    handle(events_.pop());
    return true;
  }

  // What happens at every packet is always inlined, and what happens rarely is never inlined, here, in Link and in
  // TcpSender. So the loop keeps its data in registers, and an added line elsewhere does not change what the compiler
  // inlines.

  /// `event` is in a slot that is already free and that the next push overwrites: read it before any push.
  [[gnu::always_inline]] void handle(const Event& event) {
    const Packet& packet = event.packet;
    switch (event.kind) {
      case EventKind::at_queue: link_at(event.link).arrive(packet, now_, *this); break;
      case EventKind::at_reverse: arrive_at_reverse(event); break;
      case EventKind::at_source: acknowledge(packet); break;
      case EventKind::rto: retransmission_timer(packet.flow); break;
      case EventKind::timer_sweep: sweep_timers(); break;
      case EventKind::delayed_ack: delayed_ack_timer(packet.flow); break;
      case EventKind::flow_start: start(packet.flow); break;
      case EventKind::request_timer: request_timer(packet.flow, packet.seq); break;
      case EventKind::wake: wake(packet.flow); break;
      case EventKind::pace: pace(packet.flow); break;
    }
  }

  // ---- links --------------------------------------------------------------------------------------------------------

  /// Counts for a row, and for the flow if each flow is measured.
  template <class Count>
  void note(Group& group, std::uint32_t flow, Count&& count) {
    count(group.stats);
    if (measures_flows_) [[unlikely]]
      note_of_flow(flow, count);
  }
  template <class Count>
  [[gnu::noinline]] void note_of_flow(std::uint32_t flow, Count& count) {
    count(flow_stats_[flow]);
  }

  /// The link that is due first; among several at the same time, the first of the path.
  [[gnu::noinline]] Link& earliest() {
    Link* first = first_;
    for (Link& link : links_) {
      if (link.due() < first->due()) first = &link;
    }
    return *first;
  }

  Link& link_at(std::size_t index) { return one_link_ ? *first_ : of_many(index); }
  [[gnu::noinline]] Link& of_many(std::size_t index) { return links_[index]; }

  void lost(const Packet& packet, Time now) override {
    if (is_ack(packet)) {
      sacks_.release(packet.extra);
    } else {
      note(groups_[sources_[packet.flow].group], packet.flow, [&](RowStats& stats) { stats.lost(packet, now); });
    }
  }

  // ---- what queues ask about packets --------------------------------------------------------------------------------

  /// Hosts that rows name have numbers of their own; each flow has two further numbers.
  Hosts hosts(const Packet& packet) const override {
    const Source& source = sources_[packet.flow];
    const int host = groups_[source.group].row.host;
    const std::uint32_t far = kNamedHosts + 2 * packet.flow;
    const std::uint32_t near = host >= 0 ? static_cast<std::uint32_t>(host) : far + 1;
    return source.forward != is_ack(packet) ? Hosts{far, near} : Hosts{near, far};
  }
  bool bare_ack(const Packet& packet) const override {
    return is_ack(packet) && (packet.kind & (kRequest | kSyn)) == 0;
  }
  bool echoes(const Packet& packet) const override { return (packet.kind & kEce) != 0; }
  bool covers(const Packet& later, const Packet& earlier) const override {
    // If segments carry timestamps, these must not decrease either.
    if (later.seq < earlier.seq) return false;
    if (groups_[sources_[later.flow].group].headers >= kWithTimestamps && later.created < earlier.created) return false;
    return sacks_.covers(later.extra, earlier.extra, later.seq > earlier.seq);
  }

  /// With many flows a sink is not in the cache: the sinks of the next packets are read ahead together, as `touch` does
  /// with sources.
  [[gnu::noinline]] void read_sinks_ahead(const QueueDiscipline& queue) {
    if (++sent_since_ < kAhead) return;
    sent_since_ = 0;
    const std::size_t n = queue.upcoming(kAhead / 2, upcoming_);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += sinks_[upcoming_[i]].touch();
    touched_ = sum;
  }

  void arrive_at_reverse(const Event& event) {
    if (!one_link_ || !is_ack(event.packet)) [[unlikely]]
      return go_back(event);
    const Time done = first_->carry_back(event.packet, now_);
    if (done == kNever) return;
    const Time at = reach_source(event.packet, first_->reached(done));
    if (at != kNever) events_.again(at, EventKind::at_source);
  }

  /// Over one of several links, or to a sink.
  [[gnu::noinline]] void go_back(const Event& event) {
    Link& link = link_at(event.link);
    const Packet packet = event.packet;  // a copy, because the next push overwrites the event's slot
    if (link.way_back() != nullptr) return link.way_back()->arrive(packet, now_, *this);
    const Time done = link.carry_back(packet, now_);
    if (done != kNever) leave(packet, link, false, done);
  }

  // ---- hosts' own links ---------------------------------------------------------------------------------------------

  /// When `packet`, which comes to `link` at `at`, has crossed it; kNever if there is no room before the link.
  Time carry(HostLink& link, HostSide side, const Packet& packet, Time at, Time transmission, Time delay) {
    if (!host_rooms_.empty()) [[unlikely]] {
      if (!has_room(link, side, packet, at)) return kNever;
    }
    return link.carry(at, transmission, delay);
  }
  [[gnu::noinline]] bool has_room(const HostLink& link, HostSide side, const Packet& packet, Time at) {
    if (host_rooms_[packet.flow][static_cast<std::size_t>(side)].admits(at, link.free_at())) return true;
    note(groups_[sources_[packet.flow].group], packet.flow, [at](RowStats& stats) { stats.lost_at_host(at); });
    lost(packet, at);
    return false;
  }

  void send_from(Source& source, Group& group, const Packet& packet) {
    const Time transmission = group.access_pace.of(packet.size);
    const Time at = carry(source.up, HostSide::source_up, packet, ready(packet.flow), transmission, source.delay);
    if (at != kNever) enter(at, packet, source.forward);
  }
  void send_from(Sink& sink, const Packet& packet, Time now, Time transmission) {
    const Time at = carry(sink.up, HostSide::sink_up, packet, now, transmission, sink.delay);
    if (at != kNever) enter(at, packet, !sink.forward);
  }

  /// `packet` arrives at `at` at the router where its path over the links begins.
  [[gnu::always_inline]] void enter(Time at, const Packet& packet, bool forward) {
    std::size_t link = 0;
    if (!one_link_) [[unlikely]]
      link = forward ? routes_[packet.flow].first : routes_[packet.flow].last;
    events_.push(at, forward ? EventKind::at_queue : EventKind::at_reverse, packet, link);
  }

  /// `packet` has been put on `link` at `at`: it goes to the next link, or to its host.
  [[gnu::always_inline]] void leave(const Packet& packet, Link& link, bool forward, Time at) {
    at = link.reached(at);
    if (!one_link_) [[unlikely]] {
      const Route& route = routes_[packet.flow];
      if (link.index() != (forward ? route.last : route.first)) return go_on(packet, link, forward, at);
    }
    if (is_ack(packet)) {
      at = reach_source(packet, at);
      if (at != kNever) events_.push(at, EventKind::at_source, packet);
    } else {
      reach_sink(packet, at);
    }
  }

  [[gnu::noinline]] void go_on(const Packet& packet, const Link& link, bool forward, Time at) {
    const std::size_t next = forward ? link.index() + 1 : link.index() - 1;
    events_.push(at, forward ? EventKind::at_queue : EventKind::at_reverse, packet, next);
  }

  Time reach_source(const Packet& ack, Time at) {
    HomeLink& link = home_links_[ack.flow];
    return carry(link.down, HostSide::source_down, ack, at, link.ack_transmission, link.delay);
  }
  void reach_sink(const Packet& packet, Time at) {
    Sink& sink = sinks_[packet.flow];
    Group& group = groups_[sink.group];
    at = carry(sink.down, HostSide::sink_down, packet, at, group.access_pace.of(packet.size), sink.delay);
    if (at != kNever) receive(sink, group, packet, at);
  }

  // ---- sinks --------------------------------------------------------------------------------------------------------

  /// The action of a receiver depends only on its own flow, so it is done as soon as the time of arrival is known.
  void receive(Sink& sink, Group& group, const Packet& packet, Time at) {
    const bool measured = at >= warmup_ && at <= end_;
    if (measured) {
      const Time delay = at - packet.created;
      const Time least = propagation_[packet.flow] + group.path.of(packet.size);
      note(group, packet.flow, [&](RowStats& stats) { stats.delivered(delay, least, packet.ecn == Ecn::ce); });
    }
    if (!group.frames.empty()) [[unlikely]]
      group.frames[packet.flow - group.first_flow].delivered(packet.created, at);
    if (!group.is_tcp) {
      if (measured) sink.delivered_bytes += packet.size - kUdpHeaderBytes;
      return;
    }
    if ((packet.kind & kSyn) != 0) [[unlikely]]
      return greeted(sink, group, packet, at);
    if (sink.receiver.pending()) answer_before(sink, group, packet, at);
    const bool waits = sink.receiver.pending();
    if (group.receiver.reports_delay) [[unlikely]]
      sink.receiver.took(at - packet.created);
    const bool cwr = (packet.kind & kCwr) != 0;
    const auto result = sink.receiver.on_segment(packet.seq, packet.ecn, cwr, packet.created, group.receiver);
    if (measured && result.new_segments > 0) sink.delivered_bytes += packet.size - group.headers;
    if (result.send) {
      reply(sink, group, packet.flow, at);
    } else if (!waits) {  // the time counts from the first segment without an answer (RFC 5681 section 4.2)
      sink.ack_deadline = at + kDelayedAckTimeout;
      events_.push(sink.ack_deadline, EventKind::delayed_ack, timer_of(packet.flow));
    }
  }

  /// Sends a waiting acknowledgement, if it is due before `packet`, which comes at `at`, is processed.
  [[gnu::noinline]] void answer_before(Sink& sink, const Group& group, const Packet& packet, Time at) {
    const bool late = sink.ack_deadline <= at;
    if (late || sink.receiver.answers_first(packet.ecn, group.receiver)) {
      reply(sink, group, packet.flow, late ? sink.ack_deadline : at);
    }
  }

  [[gnu::always_inline]] void reply(Sink& sink, const Group& group, std::uint32_t index, Time at) {
    SackBlocks blocks;
    const Ack ack = sink.receiver.acknowledge(group.receiver, blocks);
    Packet packet;
    packet.flow = index;
    packet.kind = ack.ece ? kAck | kEce : kAck;
    packet.size = static_cast<std::uint16_t>(group.headers);
    packet.created = ack.echo;
    packet.enqueued = at;
    packet.seq = ack.next;
    packet.extra = sacks_.store(blocks);
    send_from(sink, packet, at, group.ack_transmission);
  }

  [[gnu::noinline]] void delayed_ack_timer(std::uint32_t index) {
    Sink& sink = sinks_[index];
    if (sink.receiver.pending() && sink.ack_deadline == now_) reply(sink, groups_[sink.group], index, now_);
  }

  // ---- applications -------------------------------------------------------------------------------------------------

  /// The functions that a flow's application may call on its host.
  struct Port final : Host {
    Port(PacketSimulation& s, std::uint32_t i) : simulation(s), source(s.sources_[i]), index(i) {}
    Time now() const override { return simulation.now_; }
    Rng& rng() override { return simulation.rngs_[index]; }
    void send(int bytes) override { simulation.send_datagram(source, index, bytes); }
    void transfer(double bytes, TransferOver over) override { simulation.begin_transfer(source, index, bytes, over); }
    void request(double bytes, TransferOver over) override { simulation.begin_request(index, bytes, over); }
    void wake(Time at) override {
      source.wake_at = at;
      if (at != kNever) simulation.events_.push(at, EventKind::wake, timer_of(index));
    }

    PacketSimulation& simulation;
    Source& source;
    std::uint32_t index;
  };

  [[gnu::noinline]] void start(std::uint32_t index) {
    if (now_ >= sources_[index].stop) return;
    Port port(*this, index);
    applications_[index]->start(port);
  }

  [[gnu::noinline]] void wake(std::uint32_t index) {
    Source& source = sources_[index];
    if (source.wake_at != now_) return;  // a later request has replaced it
    source.wake_at = kNever;
    if (now_ >= source.stop) return;
    Port port(*this, index);
    applications_[index]->wake(port);
  }

  // ---- requests -----------------------------------------------------------------------------------------------------

  void begin_request(std::uint32_t index, double bytes, TransferOver over) {
    if (requests_.empty()) requests_.resize(sources_.size());
    const Group& group = groups_[sources_[index].group];
    const int payload = group.packet_size - group.headers;
    Request& request = requests_[index];
    request.bytes = static_cast<int>(std::clamp(bytes, 1.0, 10.0 * payload));
    const int packets = (request.bytes + payload - 1) / payload;
    request.missing = static_cast<std::uint16_t>((1 << packets) - 1);
    request.attempts = 0;
    request.greeted = request.greeting = over == TransferOver::new_connection && group.tcp.handshake;
    request.since = now_;
    ++request.serial;
    send_request(index, now_);
  }

  /// Sends the packets of the request that have not arrived, or the first packet of the handshake before it.
  [[gnu::noinline]] void send_request(std::uint32_t index, Time at) {
    Request& request = requests_[index];
    const Group& group = groups_[sources_[index].group];
    const int payload = group.packet_size - group.headers;
    if (request.greeting) {
      send_request_packet(index, kGreeting, group.headers, at);
    } else {
      for (int i = 0; request.missing >> i != 0; ++i) {
        if ((request.missing >> i & 1) == 0) continue;
        send_request_packet(index, i, std::min(payload, request.bytes - i * payload) + group.headers, at);
      }
    }
    Packet timer = timer_of(index);
    timer.seq = request.serial;
    request.timer = at + (kFirstTimeout << std::min(request.attempts++, 6));
    events_.push(request.timer, EventKind::request_timer, timer);
  }

  void send_request_packet(std::uint32_t index, int i, int size, Time at) {
    Sink& sink = sinks_[index];
    Group& group = groups_[sink.group];
    Packet packet;
    packet.created = packet.enqueued = at;
    packet.flow = index;
    packet.kind = kAck | kRequest;
    packet.size = static_cast<std::uint16_t>(size);
    packet.service = group.service;
    packet.seq = requests_[index].serial << 4 | static_cast<std::uint32_t>(i);
    send_from(sink, packet, at, group.access_pace.of(packet.size));
  }

  [[gnu::noinline]] void request_timer(std::uint32_t index, std::uint32_t serial) {
    const Request& request = requests_[index];
    if (request.serial == serial && request.missing != 0 && request.timer == now_ && now_ < sources_[index].stop) {
      send_request(index, now_);
    }
  }

  /// A packet of a request reaches its source.
  [[gnu::noinline]] void requested(const Packet& packet) {
    const std::uint32_t index = packet.flow;
    Request& request = requests_[index];
    if (packet.seq >> 4 != (request.serial & kSerials)) return;  // it came twice
    if ((packet.seq & 15) == kGreeting) {
      if (now_ < sources_[index].stop) send_greeting(sources_[index], index, false);
      return;
    }
    const auto bit = static_cast<std::uint16_t>(1 << (packet.seq & 15));
    if ((request.missing & bit) == 0) return;  // it came twice
    request.missing = static_cast<std::uint16_t>(request.missing & ~bit);
    if (request.missing != 0 || now_ >= sources_[index].stop) return;
    Port port(*this, index);
    applications_[index]->requested(port);
  }

  // ---- transfers ----------------------------------------------------------------------------------------------------

  void send_datagram(Source& source, std::uint32_t index, int bytes) {
    Group& group = groups_[source.group];
    Packet packet;
    packet.created = now_;
    packet.flow = index;
    packet.seq = source.sent++;
    packet.size = static_cast<std::uint16_t>(bytes);
    packet.service = group.service;
    note(group, index, [&](RowStats& stats) { stats.sent(now_); });
    if (!group.frames.empty()) [[unlikely]]
      group.frames[index - group.first_flow].sent(now_);
    send_from(source, group, packet);
  }

  /// When a flow's host has a packet ready that is sent now. A host's link keeps the order of its packets.
  Time ready(std::uint32_t index) {
    if (processing_ == 0) [[likely]]
      return now_;
    return now_ + static_cast<Time>(static_cast<double>(processing_) * rngs_[index].uniform());
  }

  void begin_transfer(Source& source, std::uint32_t index, double bytes, TransferOver over) {
    const Group& group = groups_[source.group];
    std::uint32_t segments = UINT32_MAX;
    if (bytes < kInfinity) {
      const int payload = group.packet_size - group.headers;
      const double whole = std::min(std::ceil(bytes / payload), Limits::kSegments);
      segments = static_cast<std::uint32_t>(whole);
      source.last_size = static_cast<int>(std::min<double>(bytes - (whole - 1) * payload, payload)) + group.headers;
    }
    source.sender.extend(segments);
    if (over == TransferOver::same_connection) {
      source.sender.resume(group.tcp, now_, source.up.free_at());
    } else {
      source.sender.open(group.tcp);
    }
    source.on = true;
    source.transfer_since = requests_.empty() ? now_ : std::min(now_, requests_[index].since);
    ++tcp_flows_;
    // The handshake has already happened if the transfer answers a request.
    const bool greets =
        over == TransferOver::new_connection && group.tcp.handshake && (requests_.empty() || !requests_[index].greeted);
    const Wire wire{*this, source, index};
    if (greets) {
      source.sender.greet(group.tcp, now_, wire);
    } else {
      source.sender.start(group.tcp, now_, wire);
    }
    cwnd_sum_ += source.sender.cwnd();
    watch_timer(source, index);
  }

  // ---- handshakes ---------------------------------------------------------------------------------------------------

  /// A source's part of a handshake: headers only, and not ECN-capable (RFC 3168 section 6.1.1).
  [[gnu::noinline]] void send_greeting(Source& source, std::uint32_t index, bool again) {
    Group& group = groups_[source.group];
    Packet packet;
    packet.created = now_;
    packet.flow = index;
    packet.seq = source.sender.next();
    packet.size = static_cast<std::uint16_t>(group.headers);
    packet.kind = kSyn;
    packet.service = group.service;
    note(group, index, [&](RowStats& stats) {
      stats.sent(now_);
      if (again) stats.again(now_);
    });
    send_from(source, group, packet);
  }

  /// A greeting reaches the sink at `at`: either the answer to the sink's own greeting, after which the sink sends its
  /// request, or a greeting that the sink must answer.
  [[gnu::noinline]] void greeted(Sink& sink, const Group& group, const Packet& packet, Time at) {
    if (!requests_.empty() && requests_[packet.flow].greeted) {
      Request& request = requests_[packet.flow];
      if (!request.greeting) return;
      request.greeting = false;
      request.attempts = 0;
      send_request(packet.flow, at);
      return;
    }
    Packet answer;
    answer.flow = packet.flow;
    answer.kind = kAck | kSyn;
    answer.size = static_cast<std::uint16_t>(group.headers);
    answer.created = packet.created;
    answer.enqueued = at;
    send_from(sink, answer, at, group.ack_transmission);
  }

  /// The answer reaches its source.
  [[gnu::noinline]] void answered(const Packet& packet) {
    const std::uint32_t index = packet.flow;
    Source& source = sources_[index];
    if (!source.on || now_ >= source.stop) return;
    const double before = source.sender.cwnd();
    source.sender.on_greeting(packet.created, groups_[source.group].tcp, now_, Wire{*this, source, index});
    cwnd_sum_ += source.sender.cwnd() - before;
    watch_timer(source, index);
  }

  // ---- TCP sources --------------------------------------------------------------------------------------------------

  struct Wire {
    PacketSimulation& simulation;
    Source& source;
    std::uint32_t index;
    void send(std::uint32_t seq, bool cwr, bool again) const {
      if (again) [[unlikely]]
        simulation.note_again(source, index);
      simulation.send_segment(source, index, seq, cwr, again);
    }
    void greet(bool again) const { simulation.send_greeting(source, index, again); }
    /// Each flow has at most one pending pacing event: if it comes too early, the next one is requested then.
    void pace(Pacer& pacer) const {
      if (pacer.event <= pacer.next()) return;
      pacer.event = pacer.next();
      simulation.events_.push(pacer.event, EventKind::pace, timer_of(index));
    }
  };

  [[gnu::noinline]] void note_again(const Source& source, std::uint32_t index) {
    note(groups_[source.group], index, [&](RowStats& stats) { stats.again(now_); });
  }

  [[gnu::noinline]] void pace(std::uint32_t index) {
    Source& source = sources_[index];
    const TcpOptions& options = groups_[source.group].tcp;
    if (!source.sender.paces_at(now_)) return;  // an earlier event has replaced it
    if (!source.on || now_ >= source.stop) return;
    source.sender.on_pace(options, now_, Wire{*this, source, index});
    watch_timer(source, index);
  }

  void send_segment(Source& source, std::uint32_t index, std::uint32_t seq, bool cwr, bool again) {
    Group& group = groups_[source.group];
    Packet packet;
    packet.created = now_;
    packet.flow = index;
    packet.seq = seq;
    packet.size =
        static_cast<std::uint16_t>(seq + 1 == source.sender.segments() ? source.last_size : group.packet_size);
    packet.kind = cwr ? kCwr : 0;
    packet.ecn = again ? group.again_ecn : group.ecn;
    packet.service = group.service;
    note(group, index, [&](RowStats& stats) { stats.sent(now_); });
    send_from(source, group, packet);
  }

  void acknowledge(const Packet& packet) {
    if ((packet.kind & (kRequest | kSyn)) != 0) [[unlikely]] {
      return (packet.kind & kRequest) != 0 ? requested(Packet(packet)) : answered(Packet(packet));
    }
    const std::uint32_t index = packet.flow;
    Source& source = sources_[index];
    const Ack ack{packet.seq, (packet.kind & kEce) != 0, packet.created, sacks_.get(packet.extra)};
    sacks_.release(packet.extra);  // its content stays readable until the next one is stored
    Group& group = groups_[source.group];
    // Above a hole an acknowledgement echoes the time of an earlier segment: only one that advances times a round trip
    // (RFC 7323 section 4.1).
    if (ack.next > source.sender.una())
      note(group, index, [&](RowStats& stats) { stats.answered(now_, now_ - packet.created); });
    // A first-in, first-out way back does not overwrite the time of sending; a discipline does.
    if (source.forward && now_ >= warmup_ && !own_ways_back_) ack_delays_.add(now_ - packet.enqueued);
    if (!source.on) return;
    if (now_ >= source.stop) {
      retire(source);
      return;
    }
    const double before = source.sender.cwnd();
    source.sender.on_ack(ack, group.tcp, now_, Wire{*this, source, index});
    cwnd_sum_ += source.sender.cwnd() - before;
    if (source.sender.done()) {
      complete(source, index);
    } else {
      watch_timer(source, index);
    }
  }

  [[gnu::noinline]] void complete(Source& source, std::uint32_t index) {
    retire(source);
    note(groups_[source.group], index, [&](RowStats& stats) { stats.completed(now_, now_ - source.transfer_since); });
    Port port(*this, index);
    applications_[index]->delivered(port);
  }

  /// A source that has delivered everything, or has been stopped, no longer counts in the mean window.
  [[gnu::noinline]] void retire(Source& source) {
    source.on = false;
    --tcp_flows_;
    cwnd_sum_ -= source.sender.cwnd();
    if (tcp_flows_ == 0) cwnd_sum_ = 0;
  }

  // Retransmission timers move with every acknowledgement and hardly ever expire. Every sweep finds those that expire
  // before the next sweep; only they become events. Each flow has at most one pending timer event.

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
    push_timer(source, index);
  }
  [[gnu::noinline]] void push_timer(Source& source, std::uint32_t index) {
    source.timer_at = source.sender.deadline();
    events_.push(source.timer_at, EventKind::rto, timer_of(index));
  }

  [[gnu::noinline]] void retransmission_timer(std::uint32_t index) {
    Source& source = sources_[index];
    if (source.timer_at != now_) return;  // an earlier event has replaced it
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

  [[gnu::noinline]] void finish() {
    finished_ = true;
    for (Group& group : groups_) {
      for (FrameWatch& flow : group.frames) flow.judge(kNever);
    }
    for (Link& link : links_) link.finish(now_, *this);
  }

  /// The links that a flow crosses, counted in forward order whatever its direction.
  struct Route {
    std::uint16_t first, last;
  };

  ScenarioConfig config_;
  Time end_, warmup_, processing_, now_ = 0;
  EventQueue events_;
  /// First the links of the forward path in order, then ways back of their own. A discipline holds a pointer to its
  /// listener, so the links must not move.
  std::deque<Link> links_;
  Link* first_ = nullptr;
  bool one_link_ = true, own_ways_back_ = false;
  SackStore sacks_;
  std::vector<Group> groups_;
  std::vector<RowStats> flow_stats_;
  DelayStats ack_delays_;
  std::vector<Source> sources_;
  std::vector<HomeLink> home_links_;
  std::vector<Sink> sinks_;
  std::vector<Route> routes_;
  std::vector<Time> propagation_;  ///< sum over each flow's own links
  std::vector<Time> starts_;       ///< of each flow
  std::vector<std::unique_ptr<Application>> applications_;
  std::vector<Rng> rngs_;
  std::vector<HostRooms> host_rooms_;  ///< for every flow, if a row has a limit
  std::vector<Request> requests_;      ///< for every flow, once one flow has sent a request
  std::vector<std::uint32_t> chosen_;  ///< flows whose windows are recorded

  bool many_flows_ = false, measures_flows_ = false;
  std::size_t sent_since_ = 0;  ///< packets, since sinks were last read ahead
  std::array<std::uint32_t, kAhead> upcoming_{};
  std::uint64_t touched_ = 0;  ///< written only
  std::uint64_t acts_ = 0;     ///< of links
  double cwnd_sum_ = 0;
  int tcp_flows_ = 0;
  Time next_sweep_ = 0;
  bool finished_ = false;
};

}  // namespace

AQM_SMALL std::unique_ptr<Simulation> Simulation::create(const ScenarioConfig& config, const RecordConfig& record,
                                                         std::vector<ConfigIssue>& issues) {
  issues = check_config(config, record);
  if (!issues.empty()) return nullptr;
  return std::make_unique<PacketSimulation>(config, record);
}

}  // namespace aqm
