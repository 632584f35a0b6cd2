// The solution of the fluid model in time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid.hpp"

namespace aqm {

/// The tightest tolerance that double precision can reach, and the loosest one that is useful.
inline constexpr double kTightestTolerance = 1e-13, kLoosestTolerance = 1e-2;

struct FluidOptions {
  /// Each component's local error stays below tolerance * (|value| + its small unit: one packet; a law's own scale).
  double tolerance = 1e-7;
  int points = 1001;                   ///< points of the even grid from 0 to the duration
  std::int64_t max_steps = 2'000'000;  ///< accepted and rejected steps together
};

struct FluidWork {
  std::int64_t steps = 0, rejected = 0, evaluations = 0, events = 0, landings = 0, iterations = 0;
};

/// What a link shows.
struct FluidLinkColumns {
  std::vector<double> queue;                  ///< packets
  std::vector<double> probability, overflow;  ///< the law's probability; the share that a full buffer refuses
  std::vector<double> inflow, sent;           ///< packets/s that arrive, and that leave
};

/// Columns over `time`, s; the inherited columns are those of the observed link.
struct FluidSolution : FluidLinkColumns {
  std::vector<double> time;
  std::vector<std::vector<double>> window;  ///< one column per class, packets
  std::vector<std::vector<double>> law;     ///< one column per state of the law
  std::vector<FluidLinkColumns> links;      ///< all links, if there are several
  /// The state of each link's law at the end.
  struct LawState {
    std::vector<double> law;
    FluidMemory memory;
  };
  std::vector<LawState> end;
  FluidWork work;
  double until = 0;     ///< the time that the solution reaches
  std::string message;  ///< why the solution ends before the duration; empty if it does not
};

/// A solution in progress, in slices that give the same bits as one single call.
class FluidRun {
 public:
  virtual ~FluidRun() = default;
  /// Continues for at most `max_steps` steps of the solver, accepted or not; true when the solution is complete.
  virtual bool run(std::int64_t max_steps) = 0;
  virtual double now() const = 0;
  /// Whole after the end.
  virtual FluidSolution& solution() = 0;
};

/// The configuration must have passed `check`, the options `check(options)`. The configuration must outlive the run.
std::unique_ptr<FluidRun> begin_solution(const FluidConfig& config, const FluidOptions& options);
FluidSolution solve(const FluidConfig& config, const FluidOptions& options);
std::vector<FluidIssue> check(const FluidOptions& options);

}  // namespace aqm
