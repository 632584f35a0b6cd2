// Solving the fluid model in time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid.hpp"

namespace aqm {

/// Tolerances that double precision can honour, and beyond which nothing is gained.
inline constexpr double kTightestTolerance = 1e-13, kLoosestTolerance = 1e-2;

struct FluidOptions {
  /// Each component's local error stays below tolerance * (|value| + its small unit: one packet; a law's own scale).
  double tolerance = 1e-7;
  int points = 1001;                   ///< places of the even grid from 0 to the duration
  std::int64_t max_steps = 2'000'000;  ///< accepted and rejected together
};

struct FluidWork {
  std::int64_t steps = 0, rejected = 0, evaluations = 0, events = 0, landings = 0, iterations = 0;
};

/// What a link shows.
struct FluidLinkColumns {
  std::vector<double> queue;                  ///< packets
  std::vector<double> probability, overflow;  ///< the law's; the share that a full buffer refuses
  std::vector<double> inflow;                 ///< packets/s
};

/// Columns over `time`, s; its own are those of the observed link.
struct FluidSolution : FluidLinkColumns {
  std::vector<double> time;
  std::vector<std::vector<double>> window;  ///< one column a class, packets
  std::vector<std::vector<double>> law;     ///< one column a state of the law
  std::vector<FluidLinkColumns> links;      ///< where there are several: all of them
  /// Of each link's law, at the end.
  struct LawState {
    std::vector<double> law;
    FluidMemory memory;
  };
  std::vector<LawState> end;
  FluidWork work;
  double until = 0;     ///< how far the solution goes
  std::string message;  ///< why it ends before the duration; empty when it does not
};

/// A solution under way, in slices that give the same bits as the whole at once.
class FluidRun {
 public:
  virtual ~FluidRun() = default;
  /// Goes on for at most so many steps of the solver, accepted or not; true when the solution is there.
  virtual bool run(std::int64_t max_steps) = 0;
  virtual double now() const = 0;
  /// Whole after the end.
  virtual FluidSolution& solution() = 0;
};

/// The configuration must have passed `check`, the options `check(options)`. It has to outlive the run.
std::unique_ptr<FluidRun> begin_solution(const FluidConfig& config, const FluidOptions& options);
FluidSolution solve(const FluidConfig& config, const FluidOptions& options);
std::vector<FluidIssue> check(const FluidOptions& options);

}  // namespace aqm
