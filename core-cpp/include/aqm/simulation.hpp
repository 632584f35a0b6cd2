// One packet simulation: a scenario, a lane's AQM and a seed in; metrics, digest and a recording out.
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
  double window_from = 0, window_to = 0;  ///< s; every packet in it is kept when from < to
  int window_limit = 2'000'000;           ///< rows kept at the most
  double stops_at = kUnset;               ///< s; what a program of the observed link does then is kept stop by stop
  bool flows = false;                     ///< whether each flow is measured as a row is: 20 kB of memory a flow
  std::vector<std::uint32_t> windows;     ///< flows whose congestion windows the overview of the observed link has
};

class Simulation {
 public:
  /// Null when the configuration is refused; then `issues` says why. Never undefined behaviour, whatever the values.
  static std::unique_ptr<Simulation> create(const ScenarioConfig& config, const RecordConfig& record,
                                            std::vector<ConfigIssue>& issues);
  virtual ~Simulation() = default;

  /// Handles events up to and including time `until`; it stops before when it has done `max_work`: events handled, written and
  /// moved, of which one event may have thousands, as when a flow begins with a large window. True when `until` is reached.
  virtual bool run(Time until, std::uint64_t max_work) = 0;
  /// All of it so far.
  virtual std::uint64_t work() const = 0;
  virtual Time now() const = 0;
  virtual std::uint64_t events() const = 0;

  /// Links of the path. Each is recorded; what is asked without a link is of the observed one.
  virtual std::size_t links() const = 0;
  virtual std::size_t observed() const = 0;
  virtual Metrics metrics(std::size_t link) const = 0;
  virtual const Recording& recording(std::size_t link) const = 0;
  /// What still waits at the link, the packet in transmission included (for conservation).
  virtual std::uint64_t backlog(std::size_t link) const = 0;
  Metrics metrics() const { return metrics(observed()); }
  const Recording& recording() const { return recording(observed()); }
  std::uint64_t backlog() const { return backlog(observed()); }

  /// A hash over the events of every link.
  virtual std::uint64_t digest() const = 0;
  /// What became of each row of traffic.
  virtual std::vector<RowMetrics> rows() const = 0;
  /// The same of each flow, where that was asked for.
  virtual std::vector<RowMetrics> flows() const = 0;
  /// Goodput of each flow after the warm-up, bit/s, in order of the traffic rows.
  virtual std::vector<double> flow_goodputs() const = 0;
};

}  // namespace aqm
