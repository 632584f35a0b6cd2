// The fluid model at rest and near it: equilibrium, linearisation, loop transfer function, margins, characteristic roots.
// Hollot, Misra, Towsley and Gong, "Analysis and design of controllers for AQM routers supporting TCP flows", IEEE Transactions on
// Automatic Control 47(6), 2002.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

enum class RestKind : int {
  interior,  ///< a queue between empty and full at which everything rests
  full,      ///< the buffer overflows for good: the law alone cannot stop the senders
  empty,     ///< less arrives than the link can carry
  jump,      ///< the law jumps across the probability that is needed: no equilibrium, a limit cycle about `queue`
  held,      ///< the same where packets are dropped, which holds the queue at the jump: no linear model
  none       ///< nothing determines the queue
};

/// One link at rest.
struct FluidLinkRest {
  RestKind kind = RestKind::none;
  double queue = 0;         ///< packets; of `jump`: where the law jumps
  double probability = 0;   ///< the law's; of `jump`: the one that would be needed
  double overflow = 0;      ///< share that the full buffer refuses
  double inflow = 0;        ///< packets/s
  std::vector<double> law;  ///< the law's states
  FluidMemory memory;
};

/// Its own numbers are those of the observed link; all links are `none` when they do not come to terms.
struct FluidRest : FluidLinkRest {
  std::vector<double> window, round_trip;  ///< each class: packets, s
  std::vector<FluidLinkRest> links;        ///< all of them
  /// The largest of the model's own derivatives there, each in units of its state and its small unit, 1/s: 0 but for rounding. NaN
  /// where there is no rest.
  double residual = std::numeric_limits<double>::quiet_NaN();
  bool reached = false;       ///< the solution that was given came to rest here
  bool one_of_a_set = false;  ///< a law with another past rests elsewhere, next to here
};

/// The first of them, or one of kind `none`: with the flows, the capacity and the load that hold at `time`. The configuration
/// must have passed `check`.
FluidRest equilibrium(const FluidConfig& config, double time);

/// Every rest found, first those that go with how the law starts. One link may have several: the load at rest decides what some laws
/// do (SARED), and theirs what arrives. A law that adapts (ARED, DCRED, SCRED, BLUE) has a whole set of them, by its past: of those the
/// one is added where `solution` ends, if it comes to rest. With a solution it is told of each whether it is one of such a set.
std::vector<FluidRest> equilibria(const FluidConfig& config, double time, const FluidSolution* solution = nullptr);

/// That search in slices, which finds the same to the bit.
class RestsRun {
 public:
  virtual ~RestsRun() = default;
  /// Goes on while there is work left, of which it takes what it does: real multiplications, more or less. No piece that it cannot divide
  /// takes more than kMostPiece, some ten milliseconds. True at the end.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const std::vector<FluidRest>& rests() const = 0;
};
inline constexpr double kMostPiece = 1e7;
/// Config and solution must outlive it.
std::unique_ptr<RestsRun> begin_equilibria(const FluidConfig& config, double time,
                                           const FluidSolution* solution = nullptr);
/// The first of them, or one of kind `none`.
FluidRest first_of(const std::vector<FluidRest>& rests, const FluidConfig& config);

/// Which of them counts: the one that was reached, or the first, or one of kind `none`.
FluidRest chosen(const std::vector<FluidRest>& rests);

enum class Linearisation : int {
  exact,  ///< every first-order term
  hollot  ///< W much larger than 1: the window's damping twice its undelayed half, the queue's effect on it left out
};

/// A law near its rest: z' = law_law z + law_queue q + law_arrivals inflow + law_drift q'; p = out z + out_queue q + out_arrivals inflow.
struct LinearLaw {
  std::vector<double> law_law, law_queue, law_arrivals, law_drift, out;
  double out_queue = 0, out_arrivals = 0;
};

/// A loop that is broken where the senders see the probability, with its delays: opaque; made by `linearise`. Where several links
/// are loaded there are as many loops: then `single` is false, the closed loop is all there is, and there are no margins.
struct LinearLoop : LinearLaw {
  bool single = true;
  int states = 0;           ///< of TCP, the queue and the law together
  int plant = 0;            ///< of TCP and the queue; the queue is the last of them
  std::vector<double> lag;  ///< s
  /// Closed loop: y' = now y + sum of delayed[k] y(t - lag[k]). Rows of states x states numbers.
  std::vector<double> now;
  std::vector<std::vector<double>> delayed;
  /// Of the plant: what the probability does at once and delayed; of the arrivals: their dependence on the plant.
  std::vector<double> input_now, arrivals;
  std::vector<std::vector<double>> input_delayed;
  /// Open loop of the plant, plant x plant.
  std::vector<double> plant_now;
  std::vector<std::vector<double>> plant_delayed;
};

/// Where every link is interior, empty or full, at least one interior, and no controller is held at a bound there. `hollot` needs one
/// class of Reno flows and one link.
bool can_linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind);
LinearLoop linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind, double time);

/// L(j omega) and its phase, unwrapped from low frequencies on.
struct FrequencyResponse {
  std::vector<double> omega;  ///< rad/s
  std::vector<double> re, im, gain_db, phase_deg;
};
/// `points` places, evenly on a logarithmic scale; none without a single loop.
FrequencyResponse frequency_response(const LinearLoop& loop, double from, double to, int points);

struct Crossover {
  double omega;   ///< rad/s
  double margin;  ///< of a gain crossover: the phase margin in degrees; of a phase crossover: the gain margin, a factor
};

struct Margins {
  std::vector<Crossover> gain_crossovers;   ///< |L| = 1
  std::vector<Crossover> phase_crossovers;  ///< arg L = -180 degrees, modulo 360
  /// Those of the last gain crossover and of the first phase crossover; NaN where there is none, or no single loop.
  double phase_margin_deg, phase_omega, delay_margin_s, gain_margin, gain_omega;
};
/// They take for granted that the plant alone is stable, and end after hundreds of turns of the delay.
Margins margins(const LinearLoop& loop);

struct Root {
  double re, im;  ///< 1/s, rad/s
};
/// Instead of a number of roots: there are too many places to look at.
inline constexpr int kNotCounted = -1;

struct RootReport {
  /// The rightmost ones, im >= 0, by descending real part; none where the first of them cannot be told. One is 0, exactly, where a
  /// state stands still to first order, as W_max of CUBIC does: then the linear analysis can tell that a loop is unstable but not
  /// that it is stable.
  std::vector<Root> roots;
  /// Roots with positive real part, by the argument principle; or kNotCounted.
  int right_half_plane = 0;
};
/// By pseudospectral discretisation with `nodes` Chebyshev intervals (Breda, Maset and Vermiglio 2005), each root then refined by
/// Newton's method on the characteristic equation. That none lies right of the first is told by the argument principle; where some
/// do, Newton's method finds them from where they come close to its line. Work and memory are bounded.
RootReport rightmost_roots(const LinearLoop& loop, int count, int nodes = 20);
/// The real part of the rightmost root alone, 1/s; NaN where it cannot be told.
double growth_rate(const LinearLoop& loop, int nodes = 12);
/// The two in slices, which find the same to the bit.
class RootRun {
 public:
  virtual ~RootRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const RootReport& report() const = 0;
};
class GrowthRun {
 public:
  virtual ~GrowthRun() = default;
  /// As RestsRun::run.
  virtual bool run(double& work) = 0;
  /// After the end.
  virtual double growth() const = 0;
};
std::unique_ptr<RootRun> begin_rightmost_roots(const LinearLoop& loop, int count, int nodes = 20);
std::unique_ptr<GrowthRun> begin_growth_rate(const LinearLoop& loop, int nodes = 12);
/// How many characteristic roots lie right of the line Re s = sigma, by the argument principle; or kNotCounted.
int roots_right_of(const LinearLoop& loop, double sigma);

}  // namespace aqm
