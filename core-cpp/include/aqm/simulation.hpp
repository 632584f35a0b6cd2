// One packet simulation. Input: a scenario, a lane's AQM and a seed. Output: metrics, a digest and a recording.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "aqm/metrics.hpp"
#include "aqm/recording.hpp"
#include "aqm/scenario.hpp"
#include "aqm/scheme.hpp"
#include "aqm/time.hpp"

namespace aqm {

struct RecordConfig {
  int bins = 4096;                        ///< resolution of the overview
  double window_from = 0, window_to = 0;  ///< s; every packet in this window is recorded if from < to
  int window_limit = 2'000'000;           ///< rows kept at the most
  /// s; what a program of the observed link does at this time is recorded stop by stop (program::Stop)
  double stops_at = kUnset;
  bool flows = false;  ///< whether each flow is measured like a row: 20 kB of memory per flow
  /// flows whose congestion windows are recorded in the overview of the observed link
  std::vector<std::uint32_t> windows;
};

class Simulation {
 public:
  /// Null if the configuration is refused; then `issues` gives the reasons. Behaviour is defined for all values.
  static std::unique_ptr<Simulation> create(const ScenarioConfig& config, const RecordConfig& record,
                                            std::vector<ConfigIssue>& issues);
  virtual ~Simulation() = default;

  /// Handles events up to and including time `until`. It stops earlier when it has done `max_work`: events handled,
  /// written and moved. One event may count for thousands, for example when a flow begins with a large window. True if
  /// `until` is reached.
  virtual bool run(Time until, std::uint64_t max_work) = 0;
  /// All of it so far.
  virtual std::uint64_t work() const = 0;
  virtual Time now() const = 0;
  virtual std::uint64_t events() const = 0;

  /// Links of the path. Each link is recorded; functions without a link argument answer for the observed link.
  virtual std::size_t links() const = 0;
  virtual std::size_t observed() const = 0;
  virtual Metrics metrics(std::size_t link) const = 0;
  virtual const Recording& recording(std::size_t link) const = 0;
  /// The packets that still wait at the link, with the packet in transmission (for conservation).
  virtual std::uint64_t backlog(std::size_t link) const = 0;
  Metrics metrics() const { return metrics(observed()); }
  const Recording& recording() const { return recording(observed()); }
  std::uint64_t backlog() const { return backlog(observed()); }

  /// A hash over the events of every link.
  virtual std::uint64_t digest() const = 0;
  /// The results of each row of traffic.
  virtual std::vector<RowMetrics> rows() const = 0;
  /// The same results for each flow, if the configuration asked for them.
  virtual std::vector<RowMetrics> flows() const = 0;
  /// Goodput of each flow after the warm-up, bit/s, in order of the traffic rows.
  virtual std::vector<double> flow_goodputs() const = 0;
};

}  // namespace aqm
