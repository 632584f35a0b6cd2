// The settings of the fluid model of TCP through a chain of links, most often a single link. Misra, Gong and Towsley,
// "Fluid-based analysis of a network of AQM routers supporting TCP flows", SIGCOMM 2000; Hollot, Misra, Towsley and
// Gong, "A control theoretic analysis of RED", INFOCOM 2001. All quantities are in packets and seconds.
#pragma once
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "aqm/fluid_sender.hpp"

namespace aqm {

/// The past moment to which a sender reacts.
enum class FluidDelay : int {
  explicit_delay,  ///< theta = t - R(t)                     (Hollot et al. 2001)
  implicit_delay   ///< theta with theta + R(theta) = t      (Misra, Gong and Towsley 2000)
};

/// A quantity that changes at known times: from `knots[i].time` on its value is value + slope (t - time).
struct FluidCourse {
  struct Knot {
    double time, value, slope = 0;
  };
  std::vector<Knot> knots{{-std::numeric_limits<double>::infinity(), 0}};
  /// For t > 0 the quantity swings by the factor 1 + swing (1 - cos(rate t))^3 / 8, five times continuously
  /// differentiable at 0.
  double swing = 0, rate = 0;

  FluidCourse() = default;
  FluidCourse(double constant)
      : knots{{-std::numeric_limits<double>::infinity(), constant}} {}  // NOLINT: a number is one
  /// A jump to `value` at `time`, which is later than all earlier knots.
  void jump(double time, double value) { knots.push_back({time, value}); }
  /// The value before the first change.
  double first() const { return knots.front().value; }
  /// The value and the slope that hold from `time` until the next change, without the swing.
  Knot at(double time) const {
    Knot held = knots.front();
    for (const Knot& knot : knots) {
      if (knot.time <= time) held = knot;
    }
    if (held.slope != 0) held.value += held.slope * (time - held.time);  // the first knot, at -infinity, has no slope
    held.time = time;
    return held;
  }
};

/// Flows that share a round-trip time and a kind of TCP.
struct FluidClass {
  FluidCourse flows = 1.0;
  double propagation = 0.1;           ///< two-way propagation delay T_p, s: R = T_p + the sum over its links of q / C
  int first_link = 0, last_link = 0;  ///< the flows cross these two links and all links between them
  FluidTcp tcp = FluidTcp::reno;
  bool ecn = true;              ///< packets are marked, not dropped, so everything that is sent enters the queues
  double window = 1;            ///< at the start, packets
  double increase = 1;          ///< a, packets a round trip
  double decrease = 0.5;        ///< b: the share of the window that a loss removes (reno, cubic)
  double scaling = 0.4;         ///< c of CUBIC, packets/s^3
  double gain = 1.0 / 16;       ///< g of DCTCP and Prague, the weight of the scalable control
  double virtual_trip = 0.025;  ///< of Prague, s
  double rate = 1000;           ///< x_max of the scalable control, packets/s
  double price_gain = 1;        ///< its alpha / (M ln phi), s
  /// For flows that are marked: true if the flow responds to one mark per round trip and no window becomes smaller than
  /// two packets; false if it responds to every mark, as in the literature.
  bool once = false;
  /// Whether windows travel in trains, so that links are idle by chance while their queue is short (model/idle.hpp).
  bool trains = false;
  // For flows that repair losses:
  double min_rto = 0.2;     ///< s
  double spared = 2;        ///< packets that are no longer in flight when a loss halves the window: 2 with SACK, else 0
  bool one_a_trip = false;  ///< Reno: each further loss in a window probably causes a time-out
  int service = 0;          ///< for a law that distinguishes classes of service
};

/// A link and the queue before it.
struct FluidLink {
  FluidCourse capacity = 1250.0;  ///< C, packets/s; may jump but must not slope
  double buffer = 140;            ///< packets
  std::shared_ptr<const FluidLaw> law;
  double start_queue = 0;         ///< packets
  std::vector<double> start_law;  ///< the law's states at the start; empty: at rest with start_queue
  double dispersion = 1;          ///< dispersion of the law's drops, FluidOffer::dispersion
};

/// Unresponsive traffic over the links from the first to the last.
struct FluidLoad {
  FluidCourse rate = 0.0;  ///< packets/s
  bool ecn = false;        ///< whether early drops spare this traffic
  int first_link = 0, last_link = 0;
  double each = 0;  ///< the rate of one of its senders, packets/s; 0: there is one sender
  int service = 0;  ///< as of a class
};

struct FluidConfig {
  std::vector<FluidClass> classes;
  std::vector<FluidLink> links{FluidLink{}};  ///< one bottleneck, or a chain in path order
  std::vector<FluidLoad> loads;
  double random_loss = 0;  ///< probability of a loss after every link
  FluidDelay delay = FluidDelay::explicit_delay;
  double duration = 100;  ///< s
  int observed =
      0;  ///< the link that is observed: the solution's own columns and the equilibrium's own numbers belong to it

  FluidLink& link() { return links[static_cast<std::size_t>(observed)]; }
  const FluidLink& link() const { return links[static_cast<std::size_t>(observed)]; }
};

/// Whether every link has a law; a scheme without a counterpart has none.
bool has_laws(const FluidConfig& config);

/// A place in a FluidConfig that is refused, and the rule that it breaks.
struct FluidIssue {
  std::string path, rule;
  double value;
};

inline constexpr int kMaxFluidClasses = 10, kMaxFluidLinks = 8;
/// One load for each possible path along a chain.
inline constexpr int kMaxFluidLoads = kMaxFluidLinks * (kMaxFluidLinks + 1) / 2;

/// Every broken rule that keeps the model from being solved; empty if it can be solved.
std::vector<FluidIssue> check(const FluidConfig& config);

}  // namespace aqm
