// What is measured in a run after its warm-up, as defined in docs/contract.md. The visits name every figure once:
// documents, tables and columns read them.
#pragma once

namespace aqm {

/// Figures of one link and of all flows together; NaN where nothing was observed.
struct Metrics {
  double throughput, goodput, utilization;
  double queue_mean, queue_std, queue_max;
  double queueing_delay_mean, queueing_delay_p95, queueing_delay_p99;
  double delay_mean, jitter;
  double arrivals, departures, drops_early, drops_forced, drops_overflow, marks, loss_ratio, fairness;
  double backlog_start, backlog_end;
  double delay_pooled, jitter_pooled;
};

/// Figures of the flows of one row of traffic; NaN where nothing was observed.
struct RowMetrics {
  double flows, goodput, delay_mean, delay_p95, delay_p99, jitter;
  double loss_ratio, mark_ratio, retransmissions, fairness;
  double transfers, completion_mean, completion_p95;
  // What a household feels.
  double latency_added, bloat_grade, responsiveness, opinion_score, frames_late;
  double host_drops;
};

/// Which end of a figure is the better one, if one is.
enum class Better { neither, high, low };

/// The description of a figure: documents, tables, forms and files all read it here.
struct MetricFacts {
  const char* name;   ///< in documents and columns
  const char* unit;   ///< SI; "1": a plain number
  const char* label;  ///< as a table names it
  Better better;
  const char* help;  ///< one sentence
};

/// Calls `v.metric(facts, value)` for each figure, in display order.
template <class Visitor>
void visit(Visitor& v, const Metrics& m) {
  using enum Better;
  v.metric(
      {"throughput", "bit/s", "Throughput", high,
       "Everything that left the link in a second, headers and repeats included, what the link adds to packets not."},
      m.throughput);
  v.metric({"goodput", "bit/s", "Goodput", high,
            "New bytes that reached the receivers of the flows over this link in its direction: no headers, nothing "
            "sent twice. Papers often call this throughput."},
           m.goodput);
  v.metric({"utilization", "1", "Utilization", high,
            "Share of the link's rate that is in use, what the link adds to packets included."},
           m.utilization);
  v.metric({"queue_mean", "packets", "Queue, mean", neither,
            "Time average of the waiting packets, without the one in transmission."},
           m.queue_mean);
  v.metric({"queue_std", "packets", "Queue, std. dev.", low, "Standard deviation of the queue over time."},
           m.queue_std);
  v.metric({"queue_max", "packets", "Queue, longest", neither, "The longest queue."}, m.queue_max);
  v.metric({"queueing_delay_mean", "s", "Waiting, mean", low, "Mean time that departing packets spent in the queue."},
           m.queueing_delay_mean);
  v.metric({"queueing_delay_p95", "s", "Waiting, 95th percentile", low,
            "Time in the queue that 95 % of the packets stay below."},
           m.queueing_delay_p95);
  v.metric({"queueing_delay_p99", "s", "Waiting, 99th percentile", low,
            "Time in the queue that 99 % of the packets stay below."},
           m.queueing_delay_p99);
  v.metric({"delay_mean", "s", "One-way delay", low, "Mean time from sender to receiver, queues and links together."},
           m.delay_mean);
  v.metric({"jitter", "s", "Jitter", low, "Standard deviation of the one-way delay."}, m.jitter);
  v.metric({"arrivals", "packets", "Arrivals", neither, "Packets that came to the link."}, m.arrivals);
  v.metric({"departures", "packets", "Departures", neither, "Packets that left the link."}, m.departures);
  v.metric({"drops_early", "packets", "Early drops", neither, "Packets that the AQM dropped at random."},
           m.drops_early);
  v.metric({"drops_forced", "packets", "Forced drops", neither,
            "Packets that the AQM dropped with certainty, as above the upper threshold of RED."},
           m.drops_forced);
  v.metric({"drops_overflow", "packets", "Overflow drops", neither, "Packets dropped because the buffer was full."},
           m.drops_overflow);
  v.metric({"marks", "packets", "Marks", neither, "Packets that the AQM marked (ECN) instead of dropping them."},
           m.marks);
  v.metric({"loss_ratio", "1", "Loss", low, "Share of the arriving packets that were dropped."}, m.loss_ratio);
  v.metric({"fairness", "1", "Fairness", high,
            "Jain's index of the goodputs of the flows that compete: 1 when all are equal, 1/n when one of n flows has "
            "everything. A flow that wants less than a fair division gives it, such as a call, does not compete."},
           m.fairness);
  v.metric({"backlog_start", "packets", "Backlog at the start", neither,
            "Packets that were waiting when the measurement began."},
           m.backlog_start);
  v.metric({"backlog_end", "packets", "Backlog at the end", neither,
            "Packets that were waiting when the measurement ended: arrivals + backlog_start = departures + drops + "
            "backlog_end."},
           m.backlog_end);
  v.metric({"delay_pooled", "s", "Delay with acknowledgements", low,
            "Mean one-way delay of data packets and of the acknowledgements that return beside the queue, taken "
            "together. Some papers report this."},
           m.delay_pooled);
  v.metric({"jitter_pooled", "s", "Jitter with acknowledgements", low,
            "Standard deviation of the one-way delay of data packets and acknowledgements taken together."},
           m.jitter_pooled);
}

template <class Visitor>
void visit(Visitor& v, const RowMetrics& m) {
  using enum Better;
  v.metric({"flows", "1", "Flows", neither, "Number of flows of the row."}, m.flows);
  v.metric({"goodput", "bit/s", "Goodput", high, "New bytes that reached the receivers of the row."}, m.goodput);
  v.metric({"delay_mean", "s", "Delay, mean", low,
            "Mean one-way delay of the row's packets, from sender to receiver, all queues and links on the way."},
           m.delay_mean);
  v.metric(
      {"delay_p95", "s", "Delay, 95th percentile", low, "One-way delay that 95 % of the row's packets stay below."},
      m.delay_p95);
  v.metric(
      {"delay_p99", "s", "Delay, 99th percentile", low, "One-way delay that 99 % of the row's packets stay below."},
      m.delay_p99);
  v.metric({"jitter", "s", "Jitter", low, "Standard deviation of the one-way delay of the row's packets."}, m.jitter);
  v.metric({"loss_ratio", "1", "Loss", low, "Share of the row's data packets that a queue dropped or a link lost."},
           m.loss_ratio);
  v.metric({"mark_ratio", "1", "Marked", neither, "Share of the row's delivered packets that arrived with a mark."},
           m.mark_ratio);
  v.metric({"retransmissions", "segments", "Retransmissions", low, "Segments that were sent again."},
           m.retransmissions);
  v.metric(
      {"fairness", "1", "Fairness", high, "Jain's index of the goodputs of the row's flows: 1 when all are equal."},
      m.fairness);
  v.metric({"transfers", "1", "Transfers", high, "Finite transfers that were completed."}, m.transfers);
  v.metric({"completion_mean", "s", "Completion, mean", low,
            "Mean time from the start of a transfer to its last acknowledgement."},
           m.completion_mean);
  v.metric({"completion_p95", "s", "Completion, 95th percentile", low,
            "Completion time that 95 % of the transfers stay below."},
           m.completion_p95);
  v.metric({"latency_added", "s", "Latency under load", low,
            "Mean one-way delay of the row's packets beyond that of the empty path at its best: what queues add."},
           m.latency_added);
  v.metric(
      {"bloat_grade", "1", "Bufferbloat grade", high,
       "DSLReports' grade of the latency under load: 5 is A+ (below 5 ms), 4 A (30), 3 B (60), 2 C (200), 1 D (400 "
       "ms), 0 F."},
      m.bloat_grade);
  v.metric({"responsiveness", "1/min", "Responsiveness", high,
            "Round trips in a minute (RPM): 60 s over the mean round trip of the row's segments, without the slowest 5 "
            "%. Every probe of the IETF's draft stands for such a round trip; there is no TLS."},
           m.responsiveness);
  v.metric({"opinion_score", "1", "Call quality (MOS)", high,
            "Mean opinion score of a call, 1 to 4.5, by the E-model (ITU-T G.107) for G.711 with concealment and no "
            "echo, played out at the delay that serves it best. Of CBR rows with 10 to 60 ms in a packet."},
           m.opinion_score);
  v.metric({"frames_late", "1", "Frames late", low,
            "Share of a video row's frames of which some packet was lost, or came more than 150 ms after it was sent."},
           m.frames_late);
  v.metric({"host_drops", "packets", "Lost at hosts", low,
            "Packets of the row, acknowledgements included, that found no room before a host's own link."},
           m.host_drops);
}

}  // namespace aqm
