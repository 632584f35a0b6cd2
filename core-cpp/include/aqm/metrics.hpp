// What is measured of a run, after its warm-up, as docs/contract.md has it. The visits name every figure once: documents, tables and columns read them.
#pragma once

namespace aqm {

/// Of one link, and of all flows together; NaN where nothing was observed.
struct Metrics {
  double throughput, goodput, utilization;
  double queue_mean, queue_std, queue_max;
  double queueing_delay_mean, queueing_delay_p95, queueing_delay_p99;
  double delay_mean, jitter;
  double arrivals, departures, drops_early, drops_forced, drops_overflow, marks, loss_ratio, fairness;
  double backlog_start, backlog_end;
  double delay_pooled, jitter_pooled;
};

/// Of the flows of one row of traffic; NaN where nothing was observed.
struct RowMetrics {
  double flows, goodput, delay_mean, delay_p95, delay_p99, jitter;
  double loss_ratio, mark_ratio, retransmissions, fairness;
  double transfers, completion_mean, completion_p95;
};

/// `v.metric(name, unit, help, value)` for each, in the order in which they are shown.
template <class Visitor>
void visit(Visitor& v, const Metrics& m) {
  v.metric("throughput", "bit/s", "Bits that leave the link, headers included.", m.throughput);
  v.metric("goodput", "bit/s",
           "New bytes delivered to the receivers of the flows that cross the link in its direction.", m.goodput);
  v.metric("utilization", "1", "Throughput as a share of the link's rate.", m.utilization);
  v.metric("queue_mean", "packets", "Time average of the queue.", m.queue_mean);
  v.metric("queue_std", "packets", "Standard deviation of the queue over time.", m.queue_std);
  v.metric("queue_max", "packets", "The longest queue.", m.queue_max);
  v.metric("queueing_delay_mean", "s", "Mean wait of the packets that left the queue.", m.queueing_delay_mean);
  v.metric("queueing_delay_p95", "s", "Wait that 95 % of the packets stay below.", m.queueing_delay_p95);
  v.metric("queueing_delay_p99", "s", "Wait that 99 % of the packets stay below.", m.queueing_delay_p99);
  v.metric("delay_mean", "s", "Mean one-way delay from end to end.", m.delay_mean);
  v.metric("jitter", "s", "Standard deviation of the one-way delay.", m.jitter);
  v.metric("arrivals", "packets", "Packets that came to the link.", m.arrivals);
  v.metric("departures", "packets", "Packets that left it.", m.departures);
  v.metric("drops_early", "packets", "The discipline's own probabilistic drops.", m.drops_early);
  v.metric("drops_forced", "packets", "Its certain drops.", m.drops_forced);
  v.metric("drops_overflow", "packets", "Drops because the buffer was full.", m.drops_overflow);
  v.metric("marks", "packets", "Packets marked in place of a drop.", m.marks);
  v.metric("loss_ratio", "1", "Share of the packets that came which were dropped.", m.loss_ratio);
  v.metric("fairness", "1", "Jain's index over the goodputs of these flows.", m.fairness);
  v.metric("backlog_start", "packets", "What waited when the measurement began.", m.backlog_start);
  v.metric("backlog_end", "packets", "What waited when it ended: arrivals + start = departures + drops + end.",
           m.backlog_end);
  v.metric("delay_pooled", "s",
           "Mean one-way delay of data and of acknowledgements that return beside the queue, pooled, as some papers "
           "have it.",
           m.delay_pooled);
  v.metric("jitter_pooled", "s", "Standard deviation of the same.", m.jitter_pooled);
}

template <class Visitor>
void visit(Visitor& v, const RowMetrics& m) {
  v.metric("flows", "1", "Flows of the row.", m.flows);
  v.metric("goodput", "bit/s", "New bytes delivered to the row's receivers.", m.goodput);
  v.metric("delay_mean", "s", "Mean one-way delay of its packets.", m.delay_mean);
  v.metric("delay_p95", "s", "One-way delay that 95 % of them stay below.", m.delay_p95);
  v.metric("delay_p99", "s", "One-way delay that 99 % of them stay below.", m.delay_p99);
  v.metric("jitter", "s", "Standard deviation of its one-way delay.", m.jitter);
  v.metric("loss_ratio", "1", "Share of its data packets that a queue dropped or a link lost.", m.loss_ratio);
  v.metric("mark_ratio", "1", "Share of the delivered packets that came with a mark.", m.mark_ratio);
  v.metric("retransmissions", "packets", "Segments sent again.", m.retransmissions);
  v.metric("fairness", "1", "Jain's index over the goodputs of the row's flows.", m.fairness);
  v.metric("transfers", "1", "Transfers that were completed.", m.transfers);
  v.metric("completion_mean", "s", "Mean time from a transfer's start to its last acknowledgement.", m.completion_mean);
  v.metric("completion_p95", "s", "Completion time that 95 % of the transfers stay below.", m.completion_p95);
}

}  // namespace aqm
