#include "row_stats.hpp"

namespace aqm {

Shares shares_of(std::span<const double> rates) {
  double sum = 0, squares = 0;
  for (const double rate : rates) {
    sum += rate;
    squares += rate * rate;
  }
  return {sum, squares > 0 ? sum * sum / (static_cast<double>(rates.size()) * squares) : kUnset};
}

RowMetrics RowStats::metrics(std::span<const double> goodputs) const {
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : kUnset;
  };
  const Shares shares = shares_of(goodputs);
  RowMetrics m{};
  m.flows = static_cast<double>(goodputs.size());
  m.goodput = shares.sum;
  m.fairness = shares.fairness;
  m.delay_mean = delays_.mean();
  m.jitter = delays_.deviation();
  m.delay_p95 = histogram_.quantile(0.95) * 1e-9;
  m.delay_p99 = histogram_.quantile(0.99) * 1e-9;
  m.loss_ratio = share(lost_, sent_);
  m.mark_ratio = share(marked_, delays_.count());
  m.retransmissions = static_cast<double>(again_);
  m.transfers = static_cast<double>(completions_.count());
  m.completion_mean = completions_.mean();
  m.completion_p95 = completion_histogram_.quantile(0.95) * 1e-9;
  return m;
}

}  // namespace aqm
