// The structured answers about the fluid model, with each field named once: the writer of JSON (answer_writer.hpp) and
// the description from which TypeScript's types are made (answer_types.hpp) visit the same functions. Columns of
// numbers are listed separately (columns.hpp).
#pragma once
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aqm/fluid_analysis.hpp"
#include "aqm/fluid_lane_curves.hpp"
#include "aqm/fluid_lane_cycles.hpp"
#include "aqm/fluid_lane_hopf.hpp"
#include "aqm/fluid_outlook.hpp"
#include "aqm/fluid_response.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/scheme.hpp"
#include "decode.hpp"
#include "layout.hpp"

namespace aqm::bindings {

inline constexpr double kNull = kUnset;  ///< NaN, which answers write as null

struct StateAnswer {
  std::string name, unit;
  double value = kNull;
};

struct RestAnswer {
  RestKind kind = RestKind::none;
  double queue = kNull, probability = kNull, overflow = kNull, inflow = kNull;
  std::vector<double> windows, round_trips, waits, probabilities;
  std::vector<StateAnswer> law;
};

struct FoundRestAnswer : RestAnswer {
  double residual = kNull;
  std::optional<bool> stable;
  bool reached = false, one_of_a_set = false;
};

struct StabilityAnswer {
  std::optional<Margins> exact, hollot;
  RootReport roots;
};

struct ModelAnswer {
  double until = 0;
  std::string message;
  FluidWork work;
  std::vector<FluidStateInfo> states;
  RestAnswer rest;
  std::vector<FoundRestAnswer> rests;
  FluidResponse response;
  FluidOutlook outlook;
  std::optional<FluidBand> band;
  std::optional<StabilityAnswer> stability;
};

struct LaneAnswer {
  std::string note;
  std::string apart;
  std::vector<std::string> assumptions;
  std::vector<ConfigIssue> issues;
  std::optional<ModelAnswer> model;
};

struct CurvesAnswer {
  std::vector<HopfCurve> curves;
};

struct DesignAnswer {
  std::string aqm;
  std::vector<std::pair<const ParamSpec*, double>> params;
  std::string claim;
};

template <class V>
void visit_answer(V& v, const FluidWork& work) {
  v.count("steps", work.steps);
  v.count("rejected", work.rejected);
  v.count("evaluations", work.evaluations);
  v.count("events", work.events);
  v.count("landings", work.landings);
}

template <class V>
void visit_answer(V& v, const FluidStateInfo& state) {
  v.text("name", state.name == nullptr ? "" : state.name);
  v.text("unit", state.unit == nullptr ? "" : state.unit);
}

template <class V>
void visit_answer(V& v, const StateAnswer& state) {
  v.text("name", state.name);
  v.text("unit", state.unit);
  v.number("value", state.value);
}

template <class V>
void visit_answer(V& v, const RestAnswer& rest) {
  v.word("kind", static_cast<std::size_t>(rest.kind), kRestKinds, "RestKind");
  v.number("queue", rest.queue, "packets");
  v.number("probability", rest.probability, "Of a drop or a mark by the law.");
  v.number("overflow", rest.overflow, "Share of what arrives that a full buffer refuses.");
  v.number("inflow", rest.inflow, "packets/s");
  v.numbers("windows", rest.windows, "packets, of each class");
  v.numbers("roundTrips", rest.round_trips, "s, of each class");
  v.numbers("waits", rest.waits, "s in the queue, of each class");
  v.numbers("probabilities", rest.probabilities, "Of a drop or a mark by the law, of each class.");
  v.list("law", "FluidStateValue", rest.law, "The law's own states.");
}

template <class V>
void visit_answer(V& v, const FoundRestAnswer& rest) {
  visit_answer(v, static_cast<const RestAnswer&>(rest));
  v.maybe("residual", rest.residual,
          "The largest of the model's own derivatives there, each in units of its state, 1/s: 0 but for rounding; null "
          "where nothing rests.");
  v.verdict("stable", rest.stable, "By the characteristic roots; null where the linear analysis cannot tell.");
  v.toggle("reached", rest.reached, "The solution comes to rest here.");
  v.toggle("oneOfASet", rest.one_of_a_set, "The law adapts: with another past it rests elsewhere, next to here.");
}

template <class V>
void visit_answer(V& v, const Margins& m) {
  v.maybe("phaseMargin", m.phase_margin_deg, "Degrees; null when |L| never is 1.");
  v.maybe("phaseOmega", m.phase_omega, "rad/s of the gain crossover.");
  v.maybe("delayMargin", m.delay_margin_s, "s");
  v.maybe("gainMargin", m.gain_margin, "A factor; null when the phase never is -180 degrees.");
  v.maybe("gainOmega", m.gain_omega, "rad/s of the phase crossover.");
}

template <class V>
void visit_answer(V& v, const Root& root) {
  v.number("re", root.re, "1/s");
  v.number("im", root.im, "rad/s");
}

template <class V>
void visit_answer(V& v, const StabilityAnswer& stability) {
  v.object("exact", "FluidMargins", stability.exact,
           "Every first-order term kept; null where several links of a chain hold queues: then there is no one loop to "
           "open.");
  v.object("hollot", "FluidMargins", stability.hollot,
           "Hollot's simplification for windows much above 1; one class of Reno flows only.");
  v.list("roots", "FluidRoot", stability.roots.roots,
         "The rightmost characteristic roots, im >= 0, by descending real part; none where the first cannot be told.");
  const int counted = stability.roots.right_half_plane;
  v.maybe("rightHalfPlane", counted == kNotCounted ? kNull : counted,
          "Roots with a positive real part, by the argument principle; null where they are too much work to count.");
}

template <class V>
void visit_answer(V& v, const FluidResponse& r) {
  v.maybe("settlingTime", r.settling_time, "s after which the queue stays within 5 % (or one packet) of its rest.");
  v.maybe("overshoot", r.overshoot, "Packets by which the queue's largest value exceeds its rest.");
  v.maybe("period", r.period, "s, of a swing that goes on in the last third.");
  v.maybe("swing", r.swing, "Packets from valley to peak of that swing.");
}

inline constexpr std::array<const char*, 5> kQueueStates{"steady", "swing", "full", "empty", "unknown"};

template <class V>
void visit_answer(V& v, const FluidOutlook& o) {
  v.word("state", static_cast<std::size_t>(o.state), kQueueStates, "QueueState",
         "Full: the full buffer refuses most of what is lost. Empty: most of the time. Swing: packets swing more often "
         "than not. "
         "Unknown: the solution is too short.");
  v.number("empty", o.empty, "Share of time in which the queue is below a packet.");
  v.number("full", o.full, "Share of what is lost that the full buffer refuses.");
  v.number("rhythm", o.rhythm, "Share of the queue's variance that is one oscillation, against what chance adds.");
  v.number("swing", o.swing, "Probability that packets show this oscillation.");
}

template <class V>
void visit_answer(V& v, const FluidBand& band) {
  v.number("mean", band.mean, "Mean of the queue, packets: the rest's, or what chance makes of an empty one.");
  v.number("loss", band.loss, "Mean of the law's probability, in the same way.");
  v.number("queue", band.queue, "Standard deviation, packets.");
  v.number("window", band.window, "Of the flows' mean window in the first class, packets.");
  v.number("probability", band.probability, "Of the law's probability.");
  v.number("low", band.low, "The queue is between low and high with a probability of 90 %, packets.");
  v.number("high", band.high);
  v.number("empty", band.empty, "Share of time in which it is below a packet.");
  v.number("full", band.full, "Share of time in which it is within a packet of the buffer's limit.");
  v.number("rhythm", band.rhythm, "Its autocorrelation one period later; 0 over an empty queue.");
  v.maybe("period", band.period, "s");
}

template <class V>
void visit_answer(V& v, const ModelAnswer& model) {
  v.number("until", model.until, "How far the solution goes, s; less than the duration only with a message.");
  v.text("message", model.message, "Why it ends early; empty when it does not.");
  v.object("work", "FluidWork", model.work);
  v.list("states", "FluidState", model.states, "The law's own; the average queue of the RED family is called \"avg\".");
  v.object("rest", "FluidRest", model.rest,
           "The one that is reached, or the first: margins, roots, settling time and overshoot are of it.");
  v.list("rests", "FoundRest", model.rests, "All that were found.");
  v.object("response", "FluidResponse", model.response,
           "What the solution does in the end, and on the way there; null where it does not apply.");
  v.object("outlook", "FluidOutlook", model.outlook, "What the queue does most of the time.");
  v.object("band", "FluidBandAnswer", model.band,
           "How far chance moves it about a stable rest; null where there is none, or several links hold queues.");
  v.object("stability", "FluidLinear", model.stability,
           "Null unless the equilibrium is an interior one, or the law steers the flow into an empty queue.");
}

template <class V>
void visit_answer(V& v, const ConfigIssue& issue) {
  v.text("path", issue.path);
  v.text("rule", issue.rule);
  v.maybe("value", issue.value);
}

template <class V>
void visit_answer(V& v, const LaneAnswer& lane) {
  v.text("note", lane.note, "Why the scheme has no fluid counterpart, or what its law leaves out; may be empty.");
  v.text("apart", lane.apart,
         "Why the mean queue of this scheme's model is far from the packets'; empty for most schemes.");
  v.texts("assumptions", lane.assumptions, "What of the scenario the model leaves out or simplifies, a sentence each.");
  v.list("issues", "FluidIssue", lane.issues,
         "Why this lane has no fluid model besides `note`: no TCP flows, too many classes, ...");
  v.object("model", "FluidModelAnswer", lane.model, "Null when there is none; then `note` or `issues` says why.");
}

template <class V>
void visit_answer(V& v, const HopfPoint& point) {
  v.maybe("value", point.value, "SI; null where there is no such place.");
  v.maybe("omega", point.omega,
          "rad/s of the oscillation that begins there; 0: none, a real root crosses; null: the growth rate jumps "
          "across 0.");
  v.text("message", point.message, "Why there is none; empty where there is one.");
  const HopfOnset& onset = point.onset;
  v.maybe("bend", onset.bend,
          "1/(s packet^2): an oscillation of the queue with the amplitude A packets grows at the rate slope (value - "
          "point) + bend A^2. Below 0 it begins softly, above 0 with a jump; null: `onset` says why there is none.");
  v.maybe("lyapunov", onset.lyapunov, "First Lyapunov coefficient, bend / omega, 1/packet^2.");
  v.maybe("slope", onset.slope, "Of the growth rate along the parameter, 1/s for its SI unit.");
  v.text("onset", onset.message, "Why there is no coefficient although there is an oscillation.");
}

template <class V>
void visit_answer(V& v, const HopfSearch& found) {
  visit_answer(v, found.point);
  v.maybe("from", found.from, "What was searched.");
  v.maybe("to", found.to);
  v.count("tried", found.tried, "Where there is no place: the number of values between them that were tried.");
  v.count("modelled", found.modelled, "Those of them that have a linear model.");
  v.maybe("first", found.first, "The first of these; null where there is none.");
  v.maybe("last", found.last);
}

template <class V>
void visit_answer(V& v, const CycleBranchColumns& branch) {
  v.numbers("value", branch.value, "Of the quantity, SI.");
  v.numbers("period", branch.period, "s");
  v.numbers("low", branch.low, "Of the queue, packets.");
  v.numbers("high", branch.high);
  v.numbers("mean", branch.mean);
  v.numbers("multiplierRe", branch.multiplier_re,
            "The largest Floquet multiplier besides the one of the motion along the cycle; a cycle is stable if its "
            "modulus is below 1.");
  v.numbers("multiplierIm", branch.multiplier_im);
  v.numbers("unstable", branch.unstable, "Multipliers outside of the unit circle.");
  v.numbers("error", branch.error, "Distance from 1 of the multiplier that is 1 but for the method.");
  v.numbers(
      "doubtful", branch.doubtful,
      "1 where the error is above 0.1 and the multipliers mean little: the cycle touches a full or empty buffer or a "
      "kink of the law, or it is at a fold; unstable is then that of the next cycle that is certain.");
  v.numbers("event", branch.event, "Index of what happened since the cycle before: none, fold, doubling, torus.");
  v.text("ending", branch.ending, "Why the branch ends.");
}

template <class V>
void visit_answer(V& v, const CycleDiagram& diagram) {
  v.numbers("value", diagram.value, "Of the quantity at the rests, SI.");
  v.gaps("queue", diagram.queue, "At rest, packets; null without a rest.");
  v.gaps("growth", diagram.growth, "1/s; above 0 the rest is unstable; null without a linear model.");
  v.list("points", "HopfOnset", diagram.points, "Where stability is lost.");
  v.list("branches", "CycleBranch", diagram.branches, "Of limit cycles, each from one of the points.");
  v.text("message", diagram.message, "Why no cycle is followed; else empty.");
}

template <class V>
void visit_answer(V& v, const HopfCurve& curve) {
  v.numbers("x", curve.x, "The first quantity, SI.");
  v.numbers("y", curve.y);
  v.numbers("omega", curve.omega, "rad/s; 0: a real root crosses.");
  v.numbers("bend", curve.bend, "As of a HopfPoint; 0: there is none.");
}

template <class V>
void visit_answer(V& v, const CurvesAnswer& found) {
  v.list("curves", "HopfCurve", found.curves, "Along which stability is lost.");
}

template <class V>
void visit_answer(V& v, const DesignAnswer& design) {
  v.text("aqm", design.aqm);
  v.params("params", design.params);
  v.text("claim", design.claim, "What the rule guarantees and for which flows and round trips, one sentence.");
}

}  // namespace aqm::bindings
