// Every member of a scenario, described once: its name in the document, unit, bounds and meaning. The engine's check,
// the decoder, and the document's schema, types, forms and texts are all made from these visits.
//
// A visitor has number, integer, natural, toggle, pair (const char* name, T& value, const Facts&) and
// choice(const char* name, T& value, words, const Facts&).
#pragma once
#include <array>

#include "aqm/scenario.hpp"

namespace aqm {

struct Facts {
  const char* unit = "";
  double min = -kInfinity, max = kInfinity;
  const char* label = "";  ///< in forms
  const char* help = "";
  double absent = kUnset;    ///< a value that means "left out" and has no bounds; NaN: there is no such value
  const char* without = "";  ///< what a form shows for a value that is left out; empty: the value `absent` itself
};

/// Bounds that other rules also name.
struct Limits {
  static constexpr double kRate = 10e9;      ///< bit/s
  static constexpr double kDuration = 3600;  ///< s
  static constexpr double kDelay = 10;       ///< s
  static constexpr int kFlows = 10'000;      ///< in all
  static constexpr int kLinks = 32;
  static constexpr int kChanges = 10'000;   ///< of one link
  static constexpr double kSegments = 4e9;  ///< segments of one transfer: sequence numbers have 32 bits
};

inline constexpr std::array kDirections{"forward", "reverse"};
inline constexpr std::array kBackQueues{"fifo", "lane"};
inline constexpr std::array kCells{"none", "atm", "ptm"};
inline constexpr std::array kFlightEstimates{"pipe", "outstanding"};
inline constexpr std::array kRateReductions{"rfc6937", "rfc9937"};

template <class Visitor>
void visit_run(Visitor& v, ScenarioConfig& c) {
  v.natural("seed", c.seed,
            {"", 0, 9007199254740991.0, "Seed",
             "Seed of every random draw: the same scenario and seed give the same events everywhere."});
  v.number("duration", c.duration, {"s", 0.001, Limits::kDuration, "Duration", "Simulated time."});
  v.number("warmup", c.warmup,
           {"s", 0, Limits::kDuration, "Warm-up",
            "Time at the start that is left out of every metric; less than duration."});
}

template <class Visitor>
void visit_link(Visitor& v, LinkConfig& link) {
  v.number("rate", link.rate, {"bit/s", 1000, Limits::kRate, "Rate", "Rate of the link."});
  v.number("delay", link.delay, {"s", 0, Limits::kDelay, "Delay", "One-way propagation delay."});
  v.integer("buffer", link.buffer,
            {"packets", 1, 1e6, "Buffer", "Packets that may wait, not counting the one in transmission."});
  v.number("reverse.rate", link.reverse.rate,
           {"bit/s", 1000, Limits::kRate, "Rate back",
            "Rate of the way back, as of an asymmetric line. Left out: the link's.", -1, "the link's"});
  v.number(
      "reverse.delay", link.reverse.delay,
      {"s", 0, Limits::kDelay, "Delay back", "One-way delay of the way back. Left out: the link's.", -1, "the link's"});
  v.integer("reverse.buffer", link.reverse.buffer,
            {"packets", 1, 1e6, "Buffer back", "Packets that may wait on the way back. Left out: the link's.", 0,
             "the link's"});
  v.choice("reverse.aqm", link.reverse.aqm, kBackQueues,
           {"", -kInfinity, kInfinity, "Queue back",
            "Who decides over the queue of the way back: fifo, nobody until it is full; lane, the lane's AQM with the "
            "same parameters, as in a home router that manages both directions. Left out: fifo.",
            static_cast<double>(BackQueue::fifo), "fifo"});
  v.number("reverse.grant_period", link.reverse.grant_period,
           {"s", 1e-6, 1, "Period of grants back", "As grant_period, of the way back. Left out: it sends at any time.",
            0, "at any time"});
  v.number("reverse.grant_share", link.reverse.grant_share,
           {"1", 0.001, 1, "Share of a period back", "As grant_share, of the way back.", ReverseConfig{}.grant_share});
  v.number("reverse.jitter", link.reverse.jitter,
           {"s", 0, 1, "Jitter back", "As jitter, of the way back. Left out: none.", 0, "none"});
  v.integer(
      "frame.overhead", link.frame.overhead,
      {"bytes", 0, 256, "Overhead",
       "Bytes that the link adds to each packet, as tc's overhead counted from the IP packet. Both ways. Left out: "
       "none.",
       0, "none"});
  v.integer("frame.mpu", link.frame.mpu,
            {"bytes", 0, 256, "Smallest packet",
             "Bytes that a packet with its overhead has at least (tc's mpu). Left out: any.", 0, "any"});
  v.choice(
      "frame.cells", link.frame.cells, kCells,
      {"", -kInfinity, kInfinity, "Cells",
       "atm: cells of 53 bytes with 48 of the packet, the last one filled up, as on ADSL; ptm: 65 bytes for each 64, "
       "as on VDSL2; none. Left out: none.",
       static_cast<double>(Cells::none), "none"});
  v.number("grant_period", link.grant_period,
           {"s", 1e-6, 1, "Period of grants",
            "The link sends in the first part of each period only, at its rate on average: a caricature of Wi-Fi's "
            "transmit opportunities and of DOCSIS's grants. Left out: it sends at any time.",
            0, "at any time"});
  v.number("grant_share", link.grant_share,
           {"1", 0.001, 1, "Share of a period", "Part of a period in which the link sends; the shorter, the faster.",
            LinkConfig::kGrantShare});
  v.number("jitter", link.jitter,
           {"s", 0, 1, "Jitter",
            "A packet takes a random time up to this besides the delay. Packets keep their order. Left out: none.", 0,
            "none"});
  v.number("policer.rate", link.policer_rate,
           {"bit/s", 1000, Limits::kRate, "Policer",
            "A token bucket before the queue drops what comes faster than this: an AQM does not see these losses. Left "
            "out: there is none.",
            0, "none"});
  v.integer("policer.burst", link.policer_burst,
            {"bytes", 64, 1e9, "Burst of the policer", "Bytes that may come at once after a pause.",
             LinkConfig::kPolicerBurst});
}

/// A change of a link.
template <class Visitor>
void visit_change(Visitor& v, LinkChange& change) {
  v.number("time", change.time, {"s", 0, Limits::kDuration, "Time", "From when on the values of this change hold."});
  v.number("rate", change.rate,
           {"bit/s", 0, Limits::kRate, "Rate",
            "Rate from then on; at 0 nothing is sent until the next change. A packet on its way out goes on at the new "
            "rate. Left out: as before.",
            -1, "as before"});
  v.number("delay", change.delay,
           {"s", 0, Limits::kDelay, "Delay",
            "One-way propagation delay from then on. The link keeps the order of its packets when it falls. Left out: "
            "as before.",
            -1, "as before"});
  v.number("loss", change.loss,
           {"1", 0, 1, "Loss",
            "Probability from then on that the link loses a packet after its queue. Left out: as before, "
            "random_loss at first.",
            -1, "as before"});
}

/// The further members of a link in a chain.
template <class Visitor>
void visit_chain_link(Visitor& v, LinkConfig& link) {
  visit_link(v, link);
  v.toggle("managed", link.managed,
           {"", 0, 1, "Managed", "Whether the lane's AQM manages this link's queue; otherwise it is DropTail."});
}

template <class Visitor>
void visit_network(Visitor& v, NetworkConfig& n) {
  v.integer("observed", n.observed,
            {"", 0, Limits::kLinks - 1, "Shown first",
             "Of a chain: the link, counted from 0, of which the metrics and the fluid model speak, and that is shown "
             "first. Left "
             "out: the first.",
             0, "the first"});
  v.number("access.rate", n.access_rate,
           {"bit/s", 1000, 10 * Limits::kRate, "Access rate", "Rate of each host's link."});
  v.pair("access.delay", n.access_delay,
         {"s", 0, Limits::kDelay, "Access delay",
          "One-way propagation delay of each host's link, drawn for source and sink alike."});
  v.integer("access.buffer", n.access_buffer,
            {"packets", 1, 1e6, "Access buffer",
             "Packets that may wait before each host's link, at either end and in either direction; more are lost, and "
             "the row's figures count them. Left out: any number.",
             0, "any number"});
  v.integer("packet_size", n.packet_size,
            {"bytes", 64, 9000, "Packet size",
             "IP packet in bytes, headers included; it takes 8 packet_size / rate seconds on a link."});
  v.number("random_loss", n.random_loss,
           {"1", 0, 1, "Random loss",
            "Probability that the bottleneck (of a chain: each of its links) loses a packet after its queue, as a "
            "wireless link "
            "would: a loss that the AQM does not see."});
  v.number("loss_run", n.loss_run,
           {"packets", 1, 1e6, "Run of losses",
            "Packets that random loss takes in a row on average (Gilbert's chain); the share that is lost stays "
            "random_loss. Left out: each packet by itself.",
            0, "one by one"});
  v.number("gemodel.p", n.gemodel.p,
           {"1", 0, 1, "To the bad state",
            "Losses by Gilbert and Elliott's chain, as tc's netem loss gemodel p r 1-h 1-k: probability at each packet "
            "that a good link becomes bad. In place of random_loss. Left out: there is no chain.",
            -1, "no chain"});
  v.number("gemodel.r", n.gemodel.r,
           {"1", 0, 1, "Out of the bad state", "Probability at each packet that a bad link becomes good again.",
            Gemodel{}.r});
  v.number("gemodel.bad", n.gemodel.bad,
           {"1", 0, 1, "Loss in the bad state", "Probability of a loss while the link is bad (1-h).", Gemodel{}.bad});
  v.number(
      "gemodel.good", n.gemodel.good,
      {"1", 0, 1, "Loss in the good state", "Probability of a loss while the link is good (1-k).", Gemodel{}.good});
  v.number("processing", n.processing,
           {"s", 0, 1, "Processing time",
            "A host takes a random time up to this before it sends a packet of data, against phase effects (ns-2's "
            "overhead). The packets of a flow keep their order."});
}

/// The members of rows of every kind.
template <class Visitor>
void visit_row(Visitor& v, TrafficGroup& row) {
  v.integer("flows", row.flows,
            {"", 0, Limits::kFlows, "Flows",
             "How many flows of this kind. The highest number is that of all rows of a lane together."});
  v.choice("direction", row.direction, kDirections,
           {"", 0, 1, "Direction",
            "forward: data crosses the bottleneck and its queue; reverse: data goes the other way, so that its "
            "acknowledgements share the queue."});
  v.integer("from", row.from,
            {"", 0, Limits::kLinks - 1, "From router",
             "Of a chain: the router at which the row enters. Left out: the first, router 0.", 0, "the first"});
  v.integer("to", row.to,
            {"", 1, Limits::kLinks, "To router",
             "Of a chain: the router at which the row leaves, after from. Left out: the last.", -1, "the last"});
  v.pair("start", row.start, {"s", 0, Limits::kDuration, "Start", "When a flow starts."});
  v.pair("stop", row.stop,
         {"s", 0, Limits::kDuration, "Stop", "When a flow stops sending. Left out: it lasts until the end of the run.",
          kInfinity, "at the end"});
  v.integer("packet_size", row.packet_size,
            {"bytes", 64, 9000, "Packet size",
             "IP packet in bytes, headers included. Left out: the network's packet_size.", 0, "network's"});
  v.integer("service", row.service,
            {"", 0, 255, "Service class",
             "Service class: for CAKE the DSCP (0 to 63), by which it chooses a tin; for Weighted RED the profile of "
             "these packets. Other AQMs ignore it."});
  v.integer("host", row.host,
            {"", 0, 65535, "Host",
             "Number of the host behind the bottleneck that all flows of the row belong to, as receiver of forward "
             "data and sender of reverse data; rows with the same number share it. CAKE divides the link among hosts "
             "first. Left out: each flow has its own.",
             -1, "one each"});
  v.number("access.rate", row.access_rate,
           {"bit/s", 1000, 10 * Limits::kRate, "Access rate", "Rate of each host's link. Left out: the network's.", 0,
            "network's"});
  v.pair("access.delay", row.access_delay,
         {"s", 0, Limits::kDelay, "Access delay",
          "One-way propagation delay of each host's link. Left out: the network's.", -1, "network's"});
  v.integer("access.buffer", row.access_buffer,
            {"packets", 1, 1e6, "Access buffer",
             "Packets that may wait before each host's link. Left out: the network's.", 0, "network's"});
}

/// The further members of rows over TCP. The kind of congestion control is a separate word.
template <class Visitor>
void visit_tcp(Visitor& v, TrafficGroup& row) {
  v.toggle("sack", row.sack, {"", 0, 1, "SACK", "Selective acknowledgements (RFC 2018, RFC 6675)."});
  v.integer(
      "headers", row.headers,
      {"bytes", 40, 80, "Headers",
       "Of each segment, and the size of an acknowledgement: 40 with IPv4 and TCP, 52 with timestamps (RFC 7323), as "
       "Linux has them; 20 more with IPv6."});
  v.toggle("delayed_ack", row.delayed_ack,
           {"", 0, 1, "Delayed ACK", "Acknowledge every second segment (RFC 1122) instead of each one."});
  v.integer(
      "ack_every", row.ack_every,
      {"segments", 1, 100, "Acknowledge every",
       "One acknowledgement for so many segments, at the latest 40 ms after the first of them; what arrives out of "
       "order is acknowledged at once. Left out: 1, with delayed_ack 2.",
       0, "by delayed ACK"});
  v.integer("initial_window", row.initial_window,
            {"segments", 1, 1000, "Initial window", "Congestion window at the start."});
  v.number("min_rto", row.min_rto,
           {"s", 0.001, 60, "Minimum RTO",
            "Lower bound of the retransmission timeout (RFC 6298 recommends 1 s, many stacks use 0.2 s)."});
  v.integer("receiver_window", row.receiver_window,
            {"segments", 1, 1e6, "Receiver window",
             "The most segments in flight that the receiver allows. Left out: no limit.", 0, "no limit"});
  v.choice("flight", row.flight, kFlightEstimates,
           {"", 0, 1, "Flight",
            "What TCP with SACK halves when it detects a loss. outstanding: all that is not acknowledged, at most the "
            "window (RFC 5681, RFC 6675); pipe: without what is known to have arrived or to be lost (as ns-3), which "
            "leaves a third of a small window."});
  v.toggle("handshake", row.handshake,
           {"", 0, 1, "Handshake",
            "A new connection begins with a packet of headers each way (RFC 9293), a round trip before its data; off, "
            "data is the first that is sent."});
  v.toggle(
      "ecn", row.ecn,
      {"", 0, 1, "ECN", "ECN-capable: an AQM with ecn on may mark its packets instead of dropping them (RFC 3168)."});
  v.toggle("echo_pause", row.echo_pause,
           {"", 0, 1, "Pause on echoes",
            "With ecn: the window does not grow while acknowledgements echo a mark (RFC 3168 section 6.1.2), as in "
            "ns-3. Left off it grows at once, as the fluid model has it."});
  v.toggle("timer_restart", row.timer_restart,
           {"", 0, 1, "Timer restart",
            "A fast retransmission restarts the timeout (RFC 6675); off, it runs on (RFC 6298, ns-3)."});
  v.choice(
      "prr", row.prr, kRateReductions,
      {"", 0, 1, "Rate reduction",
       "Proportional rate reduction, how TCP with SACK sends in a recovery. rfc6937: with the slow-start reduction "
       "bound; rfc9937: with that bound only while acknowledgements advance and show no further loss (as Linux)."});
  v.toggle(
      "rack", row.rack,
      {"", 0, 1, "RACK-TLP",
       "With sack: losses are found by time (RFC 8985), also of a retransmission, and a probe leaves before a timeout. "
       "Off: by three segments that arrive after them (RFC 6675)."});
  v.toggle("hystart", row.hystart,
           {"", 0, 1, "HyStart++",
            "The first slow start slows down when round trips become longer, and ends when they stay so (RFC 9406). A "
            "sender with a slow start of its own (BBR) does not use it."});
  v.toggle(
      "abe", row.abe,
      {"", 0, 1, "ABE",
       "With ecn: a mark leaves 0.8 of the window, of CUBIC's 0.85, where a loss leaves less (RFC 8511). Senders that "
       "count marks do not use it."});
  v.toggle(
      "pacing", row.pacing,
      {"", 0, 1, "Pacing",
       "Segments leave spread over the round trip, as Linux has it: at twice the window a round trip in slow start, "
       "at 1.2 windows after. BBR and Prague are always paced, at rates of their own."});
  v.integer("pacing_burst", row.pacing_burst,
            {"segments", 1, 1000, "Burst",
             "With pacing: so many segments leave together, as hosts do to save work (GSO). Left out: what the rate "
             "carries in 1 ms, at least 2 and at most 64 KiB, as Linux; with Prague in 0.25 ms, at least 1.",
             0, "by the rate"});
}

}  // namespace aqm
