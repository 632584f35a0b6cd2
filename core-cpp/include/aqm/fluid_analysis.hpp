// The equilibrium of the fluid model and its behaviour near it: linearisation, loop transfer function, margins,
// characteristic roots. Hollot, Misra, Towsley and Gong, "Analysis and design of controllers for AQM routers supporting
// TCP flows", IEEE Transactions on Automatic Control 47(6), 2002.
#pragma once
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid.hpp"
#include "aqm/fluid_solution.hpp"

namespace aqm {

enum class RestKind : int {
  interior,  ///< the queue is between empty and full, and everything is at rest
  full,      ///< the buffer overflows permanently: the law alone cannot slow the senders enough
  empty,     ///< less traffic arrives than the link can carry
  jump,      ///< the law jumps across the needed probability: no equilibrium, but a limit cycle about `queue`
  held,      ///< as `jump`, but packets are dropped, which holds the queue at the jump: no linear model
  none       ///< nothing determines the queue
};

/// One link at rest.
struct FluidLinkRest {
  RestKind kind = RestKind::none;
  double queue = 0;         ///< packets; for `jump`: the queue at which the law jumps
  double probability = 0;   ///< the law's probability; for `jump`: the probability that would be needed
  double overflow = 0;      ///< the share of packets that the full buffer refuses
  double inflow = 0;        ///< packets/s
  std::vector<double> law;  ///< the law's states
  FluidMemory memory;
};

/// Whether a law moves near the rest of its link: with a queue that is neither empty nor full, or if it steers the flow
/// into an empty queue (AVQ, Exponential RED).
inline bool law_moves(const FluidLaw& law, const FluidLinkRest& at) {
  return at.kind == RestKind::interior || (at.kind == RestKind::empty && !std::isnan(law.beyond(0, 0)));
}

/// Its own numbers are those of the observed link. All links are `none` if no common equilibrium is found.
struct FluidRest : FluidLinkRest {
  std::vector<double> window, round_trip;  ///< each class: packets (0: nobody sends), s
  /// Each class, at the observed link: its wait, s, and the law's probability for it.
  std::vector<double> wait, met;
  std::vector<FluidLinkRest> links;  ///< all of them
  /// The largest of the model's own derivatives at the rest, each in units of its state and its small unit, 1/s: 0
  /// except for rounding. NaN if there is no rest.
  double residual = std::numeric_limits<double>::quiet_NaN();
  bool reached = false;       ///< the given solution came to rest here
  bool one_of_a_set = false;  ///< with another past, the law rests at another place near this one
};

/// The first equilibrium, or one of kind `none`, for the flows, capacity and load that hold at `time`. The
/// configuration must have passed `check`.
FluidRest equilibrium(const FluidConfig& config, double time);

/// Every equilibrium that was found; those that match the law's start come first. One link may have several: in some
/// laws the load at rest determines the law (SARED), and the load depends on what arrives. A law that adapts (ARED,
/// DCRED, SCRED) has a whole set of them, and its past selects one. From such a set, the one where `solution`
/// ends is added, if the solution comes to rest. With a solution, each equilibrium also says whether it belongs to such
/// a set.
std::vector<FluidRest> equilibria(const FluidConfig& config, double time, const FluidSolution* solution = nullptr);

/// The same search in slices, which finds the same to the bit.
class RestsRun {
 public:
  virtual ~RestsRun() = default;
  /// Continues as long as work is left in `work`, and subtracts what it does, in real multiplications (approximately).
  /// No piece that cannot be divided takes more than kMostPiece, some ten milliseconds. True at the end.
  virtual bool run(double& work) = 0;
  /// Whole after the end.
  virtual const std::vector<FluidRest>& rests() const = 0;
};
inline constexpr double kMostPiece = 1.5e7;
/// Config and solution must outlive the run.
std::unique_ptr<RestsRun> begin_equilibria(const FluidConfig& config, double time,
                                           const FluidSolution* solution = nullptr);
/// The first equilibrium, or one of kind `none`.
FluidRest first_of(const std::vector<FluidRest>& rests, const FluidConfig& config);

/// The equilibrium that counts: the one that was reached, or else the first, or one of kind `none`.
FluidRest chosen(const std::vector<FluidRest>& rests);

enum class Linearisation : int {
  exact,  ///< every first-order term
  /// W much larger than 1: the window's damping is twice its undelayed half; the queue's effect on the damping is left
  /// out
  hollot
};

/// A law near its rest: z' = law_law z + law_queue q + law_arrivals inflow + law_entering entering packets/s;
/// p = out z + out_queue q + out_arrivals inflow. The queue of a law that moves over an empty queue stays 0.
struct LinearLaw {
  std::vector<double> law_law, law_queue, law_arrivals, law_entering, out;
  std::vector<double> law_packet;  ///< what a packet that enters adds at once
  /// For a law with a probability for each class of service: the slope of the first sender's over p.
  double out_service = 1;
  double out_queue = 0, out_arrivals = 0;
};

/// A loop that is cut where the senders see the probability, with its delays. It is opaque and is made by `linearise`.
/// If several laws move there are as many loops: then `single` is false, only the closed loop is available, and there
/// are no margins.
struct LinearLoop : LinearLaw {
  static constexpr int kHeld = -1;  ///< in place of a state: the queue is held at 0
  bool single = true;
  int states = 0;           ///< states of TCP, the queue and the law together
  int plant = 0;            ///< states of TCP and the queue
  int queue = kHeld;        ///< a single loop's queue: the last state of the plant
  std::vector<double> lag;  ///< s
  /// Closed loop: y' = now y + sum of delayed[k] y(t - lag[k]). Rows of states x states numbers.
  std::vector<double> now;
  std::vector<std::vector<double>> delayed;
  /// For the plant: the immediate and the delayed effect of the probability. For the arrivals, and for those that enter
  /// the queue: their dependence on the plant; the latter also depend on the probability at once.
  std::vector<double> input_now, arrivals, entering;
  double input_entering = 0;
  std::vector<std::vector<double>> input_delayed;
  /// Open loop of the plant, plant x plant.
  std::vector<double> plant_now;
  std::vector<std::vector<double>> plant_delayed;
};

/// True if every link is interior, empty or full, at least one law moves (law_moves), a flow of TCP sends, and no
/// controller there is held at a bound. `hollot` needs one class of Reno flows and one link whose queue is interior.
bool can_linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind);
/// How far chance moves what the law of a single loaded link reads: standard deviations of the queue, packets, and of
/// each state of the law.
struct LawScatter {
  double queue = 0;
  std::vector<double> law;
};
/// With `scatter` (a single loop only), the slopes of the law's probability are the mean slopes over a normal
/// distribution of that width: statistical linearisation (Booton 1954; Gelb and Vander Velde, "Multiple-Input
/// Describing Functions and Nonlinear System Design", 1968).
LinearLoop linearise(const FluidConfig& config, const FluidRest& rest, Linearisation kind, double time,
                     const LawScatter* scatter = nullptr);
/// Over a queue that chance alone fills, while a law holds the flow of a single link below its rate: the mean of that
/// queue, and the standard deviation of the law's first state, its virtual queue, packets.
struct ChanceWidths {
  double queue, law;
};
/// The exact model of `rest` with that queue, as if it were the rest of a link whose rate the flow does not reach.
LinearLoop linearise_by_chance(const FluidConfig& config, const FluidRest& rest, double time,
                               const ChanceWidths& widths);

/// L(j omega) and its phase, unwrapped from low frequencies upwards.
struct FrequencyResponse {
  std::vector<double> omega;  ///< rad/s
  std::vector<double> re, im, gain_db, phase_deg;
};
/// `points` places, evenly spaced on a logarithmic scale; none if there is no single loop.
FrequencyResponse frequency_response(const LinearLoop& loop, double from, double to, int points);

struct Crossover {
  double omega;   ///< rad/s
  double margin;  ///< at a gain crossover: the phase margin in degrees; at a phase crossover: the gain margin, a factor
};

struct Margins {
  std::vector<Crossover> gain_crossovers;   ///< |L| = 1
  std::vector<Crossover> phase_crossovers;  ///< arg L = -180 degrees, modulo 360
  /// The margins at the last gain crossover and at the first phase crossover; NaN without such a crossover or without a
  /// single loop.
  double phase_margin_deg, phase_omega, delay_margin_s, gain_margin, gain_omega;
};
/// The margins assume that the plant alone is stable. The search ends after hundreds of turns of the delay.
Margins margins(const LinearLoop& loop);

struct Root {
  double re, im;  ///< 1/s, rad/s
};
/// In place of a number of roots: there are too many places to examine.
inline constexpr int kNotCounted = -1;

struct RootReport {
  /// The rightmost roots, im >= 0, by descending real part; none if the first of them cannot be determined. One root is
  /// exactly 0 where a state does not move to first order, such as W_max of CUBIC: then the linear analysis can show
  /// that a loop is unstable but not that it is stable.
  std::vector<Root> roots;
  /// Roots with positive real part, by the argument principle; or kNotCounted.
  int right_half_plane = 0;
};
/// The roots come from a pseudospectral discretisation with `nodes` Chebyshev intervals (Breda, Maset and Vermiglio
/// 2005). Newton's method on the characteristic equation then refines each root. The argument principle shows that no
/// root lies right of the first; if some do, Newton's method finds them from the places where they come close to the
/// line of the first root. Work and memory are bounded.
RootReport rightmost_roots(const LinearLoop& loop, int count, int nodes = 20);
/// The real part of the rightmost root alone, 1/s; NaN if it cannot be determined.
double growth_rate(const LinearLoop& loop, int nodes = 12);
/// The two functions in slices, which find the same to the bit.
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
  /// Some roots with im >= 0, the rightmost first.
  virtual const std::vector<Root>& roots() const = 0;
};
std::unique_ptr<RootRun> begin_rightmost_roots(const LinearLoop& loop, int count, int nodes = 20);
/// `guesses`: roots of a similar loop. They make the search faster; the answer is as certain as without them.
std::unique_ptr<GrowthRun> begin_growth_rate(const LinearLoop& loop, const std::vector<Root>& guesses = {},
                                             int nodes = 12);
/// How many characteristic roots lie right of the line Re s = sigma, by the argument principle; or kNotCounted.
int roots_right_of(const LinearLoop& loop, double sigma);

}  // namespace aqm
