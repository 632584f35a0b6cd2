#include "row_stats.hpp"

#include <algorithm>
#include <vector>

#include "household.hpp"

namespace aqm {
namespace {
constexpr double kTrimmed = 0.95;  ///< draft-ietf-ippm-responsiveness: the slowest 5 % of the probes do not count
}

Shares shares_of(std::span<const double> rates) {
  double sum = 0, squares = 0;
  for (const double rate : rates) {
    sum += rate;
    squares += rate * rate;
  }
  return {sum, squares > 0 ? sum * sum / (static_cast<double>(rates.size()) * squares) : kUnset};
}

double max_min_share(std::span<const double> demands, double capacity) {
  std::vector<double> rising(demands.begin(), demands.end());
  std::sort(rising.begin(), rising.end());
  for (std::size_t i = 0; i < rising.size(); ++i) {
    const double share = capacity / static_cast<double>(rising.size() - i);
    if (rising[i] > share) return share;
    capacity -= rising[i];
  }
  return kInfinity;
}

/// For a call whose receiver plays packets at the delay that gives the best score: packets that come later are lost
/// too.
double RowStats::opinion(double speech) const {
  if (sent_ == 0) return kUnset;
  const double arriving = 1 - std::min(1.0, static_cast<double>(lost_) / static_cast<double>(sent_));
  const double all = static_cast<double>(histogram_.total());
  double best = 0;
  histogram_.each([&](double delay, std::uint64_t in_time) {
    const double loss = 1 - arriving * static_cast<double>(in_time) / all;
    best = std::max(best, call_rating(delay * 1e-9 + speech, loss));
  });
  return opinion_score(best);
}

RowMetrics RowStats::metrics(std::span<const double> goodputs, double speech) const {
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : kUnset;
  };
  const Shares shares = shares_of(goodputs);
  const double delivered = static_cast<double>(delays_.count());
  RowMetrics m{};
  m.flows = static_cast<double>(goodputs.size());
  m.goodput = shares.sum;
  m.fairness = shares.fairness;
  m.delay_mean = delays_.mean();
  m.jitter = delays_.deviation();
  m.delay_p95 = histogram_.quantile(0.95) * 1e-9;
  m.delay_p99 = histogram_.quantile(0.99) * 1e-9;
  m.latency_added = std::max(delays_.mean() - static_cast<double>(least_sum_) * 1e-9 / delivered, 0.0);
  m.bloat_grade = bloat_grade(m.latency_added);
  m.responsiveness = per_minute(round_trips_.mean_up_to(kTrimmed) * 1e-9);
  m.opinion_score = speech > 0 ? opinion(speech) : kUnset;
  m.frames_late = kUnset;
  m.host_drops = static_cast<double>(lost_at_hosts_);
  m.loss_ratio = share(lost_, sent_);
  m.mark_ratio = share(marked_, delays_.count());
  m.retransmissions = static_cast<double>(again_);
  m.transfers = static_cast<double>(completions_.count());
  m.completion_mean = completions_.mean();
  m.completion_p95 = completion_histogram_.quantile(0.95) * 1e-9;
  return m;
}

}  // namespace aqm
