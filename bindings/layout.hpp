// The layout of the input: flat arrays of doubles. Each `visit` names the fields of one structure in order, with the
// names of the scenario document. The decoder reads by it, and the encoders in TypeScript and Python read the same
// lists from the module (aqm_layout), so they cannot differ. How lists are combined into inputs is written once for
// both, in wasm/src/inputs.ts. The fields of a scenario are the engine's own (aqm/scenario_fields.hpp), those of the
// questions about it are here.
//
//   request of a scheme   link fields, scheme, parameters
//   request of a curve    curve fields, count and state values, link fields, scheme, parameters
//   run of one link       one-link fields, count and columns of arrivals, one row of four after the other, link fields,
//                         scheme, parameters
//   scenario              run fields, network fields, record fields, count and flows whose windows are recorded, count
//                         and links, count and rows of traffic, scheme, parameters
//   link                  chain link fields, count and rows of change fields
//   row of traffic        row fields, source, spans, tcp fields, congestion control, spans
//   fluid model           fluid fields, scenario
//   row of a map          map fields, fluid fields, count and values along x, scenario
//   loss of stability     hopf fields, fluid fields, scenario
//   curves of it          range fields of both axes, fluid fields, scenario
//   cycles                range fields, fluid fields, scenario
//   design                rule (index of its word), scenario
//   scheme, source, congestion control    index into its catalogue
//   parameters            count and numbers in table order, count of lists, each with its count and numbers, count of
//                         texts, each with its count and bytes
//   spans                 count and pairs of numbers in table order
//
// A number, an integer, a switch (0 or 1) and a choice (index of its word) take one double, a pair takes two. NaN means
// "left out": the field keeps the default of its C++ structure.
#pragma once
#include <array>

#include "aqm/fluid_knobs.hpp"
#include "aqm/fluid_lane_design.hpp"
#include "aqm/fluid_solution.hpp"
#include "aqm/one_link.hpp"
#include "aqm/scenario_fields.hpp"
#include "aqm/simulation.hpp"

namespace aqm::bindings {

inline constexpr std::array kFluidForms{"continuous", "sampled"};
inline constexpr std::array kFluidDelays{"explicit", "implicit"};
inline constexpr std::array kFluidDrops{"law", "effective"};
inline constexpr std::array kFluidWindows{"mean", "spread"};
inline constexpr std::array kFluidClocks{"round_trip", "acknowledgements"};
inline constexpr std::array kFluidLosses{"halving", "recovery"};
inline constexpr std::array kKnobs{"flows", "rtt", "rate", "buffer", "load", "param"};
inline constexpr std::array kDesignRules{"red", "pi"};
/// In answers only. `interior`: everything rests; `full`: the buffer overflows permanently; `empty`: the link is not
/// full; `jump`: the law jumps across the needed probability, so there is a limit cycle about the queue; `held`: the
/// same if packets are dropped, which holds the queue at the jump; `none`: nothing determines the queue.
inline constexpr std::array kRestKinds{"interior", "full", "empty", "jump", "held", "none"};

/// For a run of one link, by index.
inline constexpr std::array kTimerClocks{"exact", "wheel"};
inline constexpr std::array kPacketEnds{"sent", "marked", "dropped_arriving", "dropped_waiting", "dropped_leaving",
                                        "held"};

struct FluidFields {
  LaneChoice choice{{FluidForm::continuous, FluidDrops::effective}, FluidLosses::recovery};
  FluidDelay delay = FluidDelay::explicit_delay;
  FluidOptions options{1e-6};
};

/// One row of a map: `y` has one value, x takes each value of a list.
struct MapFields {
  KnobSetting x, y;
};

struct CurveFields {
  int which = 0;
  int points = 0;         ///< points of the even grid; 0: the curve at `x` alone
  double x_max = kUnset;  ///< left out: the scheme's own extent
  double x = 0;
};

template <class Visitor>
void visit_link_info(Visitor& v, LinkInfo& link) {
  v.number("rate", link.rate_bps);
  v.integer("buffer", link.buffer);
  v.integer("packetSize", link.packet_size);
}

template <class Visitor>
void visit_one_link(Visitor& v, OneLink& set_up) {
  v.natural("drawSeed", set_up.draw_seed);
  v.choice("timers", set_up.timers, kTimerClocks);
}

template <class Visitor>
void visit_curve(Visitor& v, CurveFields& curve) {
  v.integer("which", curve.which);
  v.integer("points", curve.points);
  v.number("xMax", curve.x_max);
  v.number("x", curve.x);
}

template <class Visitor>
void visit_fluid(Visitor& v, FluidFields& fluid) {
  v.choice("form", fluid.choice.form, kFluidForms);
  v.choice("delay", fluid.delay, kFluidDelays);
  v.choice("drops", fluid.choice.drops, kFluidDrops);
  v.choice("windows", fluid.choice.windows, kFluidWindows);
  v.choice("clock", fluid.choice.clock, kFluidClocks);
  v.choice("losses", fluid.choice.losses, kFluidLosses);
  v.number("tolerance", fluid.options.tolerance);
  v.integer("points", fluid.options.points);
}

template <class Visitor>
void visit_map(Visitor& v, MapFields& map) {
  v.choice("x.knob", map.x.knob, kKnobs);
  v.integer("x.param", map.x.param);
  v.choice("y.knob", map.y.knob, kKnobs);
  v.integer("y.param", map.y.param);
  v.number("y.value", map.y.value);
}

template <class Visitor>
void visit_hopf(Visitor& v, KnobSetting& along) {
  v.choice("knob", along.knob, kKnobs);
  v.integer("param", along.param);
}

template <class Visitor>
void visit_range(Visitor& v, KnobRange& range) {
  v.choice("knob", range.knob, kKnobs);
  v.integer("param", range.param);
  v.number("from", range.from);
  v.number("to", range.to);
  v.toggle("log", range.log);
}

template <class Visitor>
void visit_record(Visitor& v, RecordConfig& r) {
  v.integer("bins", r.bins);
  v.number("from", r.window_from);
  v.number("to", r.window_to);
  v.integer("limit", r.window_limit);
  v.toggle("flows", r.flows);
  v.number("stopsAt", r.stops_at);
}

}  // namespace aqm::bindings
