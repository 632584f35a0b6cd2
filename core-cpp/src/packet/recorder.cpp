#include "recorder.hpp"

#include "aqm/small.hpp"

#include <algorithm>
#include <cmath>

namespace aqm {

AQM_SMALL Recorder::Recorder(const RecordConfig& config, double duration, double warmup, std::size_t states)
    : row_(states),
      windows_(config.windows.size()),
      phases_(config.windows.size()),
      warmup_(from_seconds(warmup)),
      end_(from_seconds(duration)),
      window_from_(config.window_from < config.window_to ? from_seconds(config.window_from) : kNever),
      window_to_(from_seconds(config.window_to)),
      window_limit_(config.window_limit),
      bins_(static_cast<int>(std::min<Time>(config.bins, end_))) {
  bin_end_ = edge(0);
  set_next_mark();
  recording_.overview.bin_s = duration / bins_;
  recording_.overview.state.resize(states);
  recording_.overview.windows.resize(windows_.size());
  recording_.overview.phases.resize(phases_.size());
  recording_.window.state.resize(states);
}

namespace {

/// Keeps every second dot, now and in the future.
AQM_SMALL [[gnu::noinline]] void thin_out(Dots& dots) {
  const std::size_t half = dots.time.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    dots.time[i] = dots.time[2 * i];
    dots.queue[i] = dots.queue[2 * i];
    dots.fate[i] = dots.fate[2 * i];
  }
  dots.time.resize(half);
  dots.queue.resize(half);
  dots.fate.resize(half);
  dots.thinning *= 2;
}

}  // namespace

AQM_SMALL void Recorder::signal(Time now, Fate fate, int queue) {
  switch (fate) {
    case Fate::marked: ++counters_.marks; break;
    case Fate::dropped_early: ++counters_.early; break;
    case Fate::dropped_forced: ++counters_.forced; break;
    case Fate::dropped_overflow: ++counters_.overflow; break;
    case Fate::accepted: return;
  }
  Dots& dots = recording_.dots;
  if (signals_++ % static_cast<std::uint64_t>(dots.thinning) != 0) return;
  if (dots.time.size() == kMaxDots) {
    thin_out(dots);
    if ((signals_ - 1) % static_cast<std::uint64_t>(dots.thinning) != 0) return;
  }
  dots.time.push_back(to_seconds(now));
  dots.queue.push_back(queue);
  dots.fate.push_back(static_cast<std::uint8_t>(fate));
}

void Recorder::advance(Time now, const QueueDiscipline& queue, const Surroundings& around) {
  while (now >= next_mark_) {
    set_queue(next_mark_, queue.packets());
    if (!warm_ && next_mark_ == warmup_) end_warmup(around);
    if (next_mark_ == bin_end_) end_bin(queue, around);
    set_next_mark();
  }
}

/// `finish` ends the last bin, so that it also contains what happens at the very end.
void Recorder::set_next_mark() {
  const Time bin = recording_.overview.bins + 1 < bins_ ? bin_end_ : kNever;
  next_mark_ = warm_ ? bin : std::min(bin, warmup_);
}

void Recorder::end_warmup(const Surroundings& around) {
  warm_ = true;
  backlog_at_warmup_ = around.backlog;
  under_way_at_warmup_ = around.under_way;
  at_warmup_ = counters_;
  bin_area_ -= area_;  // areas restart from zero; the bin's own area remains a difference
  area_ = 0;
  square_area_ = 0;
  max_ = static_cast<int>(queue_);
}

AQM_SMALL void Recorder::end_bin(const QueueDiscipline& queue, const Surroundings& around) {
  Overview& o = recording_.overview;
  o.queue_min.push_back(bin_min_);
  o.queue_max.push_back(bin_max_);
  o.queue_mean.push_back(static_cast<double>(area_ - bin_area_) / static_cast<double>(bin_end_ - bin_begin_));
  o.cwnd_mean.push_back(around.cwnd_mean);
  o.queue_back.push_back(static_cast<double>(around.waiting_back));
  o.arrivals.push_back(static_cast<double>(counters_.arrivals - at_bin_.arrivals));
  o.departures.push_back(static_cast<double>(counters_.departures - at_bin_.departures));
  o.bytes_out.push_back(static_cast<double>(counters_.bytes_out - at_bin_.bytes_out));
  o.drops_early.push_back(static_cast<double>(counters_.early - at_bin_.early));
  o.drops_forced.push_back(static_cast<double>(counters_.forced - at_bin_.forced));
  o.drops_overflow.push_back(static_cast<double>(counters_.overflow - at_bin_.overflow));
  o.marks.push_back(static_cast<double>(counters_.marks - at_bin_.marks));
  if (!row_.empty()) queue.observe(row_.data());
  for (std::size_t i = 0; i < row_.size(); ++i) o.state[i].push_back(row_[i]);
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    o.windows[i].push_back(windows_[i]);
    o.phases[i].push_back(phases_[i]);
  }
  ++o.bins;
  at_bin_ = counters_;
  bin_area_ = area_;
  bin_min_ = bin_max_ = static_cast<int>(queue_);
  bin_begin_ = bin_end_;
  bin_end_ = edge(o.bins);
}

AQM_SMALL void Recorder::window_row(Time now, const Packet& packet, WindowEvent event, const QueueDiscipline& queue,
                                    double drawn) {
  if (now > window_to_) return;
  Window& w = recording_.window;
  if (w.time.size() >= static_cast<std::size_t>(window_limit_)) {
    w.truncated = true;
    return;
  }
  w.time.push_back(to_seconds(now));
  w.queue.push_back(queue.packets());
  w.event.push_back(static_cast<std::uint8_t>(event));
  w.flow.push_back(packet.flow);
  w.seq.push_back(packet.seq);
  w.drawn.push_back(drawn);
  if (!row_.empty()) queue.observe(row_.data());
  for (std::size_t i = 0; i < row_.size(); ++i) w.state[i].push_back(row_[i]);
}

AQM_SMALL void Recorder::finish(const QueueDiscipline& queue, const Surroundings& around) {
  advance(end_, queue, around);
  set_queue(end_, queue.packets());
  end_bin(queue, around);
}

AQM_SMALL Metrics Recorder::metrics(Time now, double rate_bps, std::uint64_t backlog, UnderWay under_way) const {
  const double nan = kUnset;
  Metrics m{};
  const double measured = to_seconds(now - (warm_ ? warmup_ : 0));
  const Counters& from = at_warmup_;
  const auto since = [](std::uint64_t a, std::uint64_t b) { return static_cast<double>(a - b); };
  m.arrivals = since(counters_.arrivals, from.arrivals);
  m.departures = since(counters_.departures, from.departures);
  m.drops_early = since(counters_.early, from.early);
  m.drops_forced = since(counters_.forced, from.forced);
  m.drops_overflow = since(counters_.overflow, from.overflow);
  m.marks = since(counters_.marks, from.marks);
  // Only packets that arrived in the measured time count. Packets that arrived before it and are dropped at the head
  // during it do not count.
  const double lost = m.drops_early + m.drops_forced + m.drops_overflow - static_cast<double>(stale_drops_);
  m.loss_ratio = m.arrivals > 0 ? lost / m.arrivals : nan;
  m.backlog_start = static_cast<double>(backlog_at_warmup_);
  m.backlog_end = static_cast<double>(backlog);
  // The sent part of the packet in transmission counts at both edges, so that a full link carries exactly its rate.
  const double bytes = since(counters_.bytes_out, from.bytes_out) + under_way.bytes - under_way_at_warmup_.bytes;
  const double wire = since(counters_.wire_out, from.wire_out) + under_way.wire - under_way_at_warmup_.wire;
  m.throughput = measured > 0 ? 8 * bytes / measured : nan;
  // Transmissions take whole nanoseconds: at an odd rate each may be half a nanosecond too short.
  m.utilization = measured > 0 ? std::min(8 * wire / measured / rate_bps, 1.0) : nan;
  const double span = measured * 1e9;
  m.queue_mean = measured > 0 ? static_cast<double>(area_) / span : nan;
  m.queue_std = measured > 0 ? std::sqrt(std::max(0.0, square_area_ / span - m.queue_mean * m.queue_mean)) : nan;
  m.queue_max = max_;
  const double waited = static_cast<double>(sojourn_.total());
  m.queueing_delay_mean = waited > 0 ? to_seconds(sojourn_sum_) / waited : nan;
  m.queueing_delay_p95 = sojourn_.quantile(0.95) * 1e-9;
  m.queueing_delay_p99 = sojourn_.quantile(0.99) * 1e-9;
  m.goodput = m.fairness = m.delay_mean = m.jitter = m.delay_pooled = m.jitter_pooled = nan;
  return m;
}

}  // namespace aqm
