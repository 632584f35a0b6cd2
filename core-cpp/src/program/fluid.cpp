// How a program becomes a law: it is run with a given queue and given states, and its actions are observed. A packet's
// random number is uniform on [0, 1) and is only compared, so the outcome is the same between two of the numbers with
// which it is compared: the distances between them add up exactly to the probability. Three forms have a law:
//   p(q)         nothing is remembered                                      laws/queue_curve.hpp
//   p(avg)       one state, a weighted mean of the queue                    laws/static_law.hpp
//   every T      one state lasts from one interval to the next              laws/step_law.hpp
#include "fluid.hpp"

#include <algorithm>
#include <cmath>

#include "laws/queue_curve.hpp"
#include "laws/static_law.hpp"
#include "laws/step_law.hpp"
#include "probe.hpp"

namespace aqm::program {
namespace {

/// Without the states that an update sets only from what it sees: samples of the queue, counts that restart.
std::vector<std::size_t> without_sampled(const Probe& probe, double capacity, std::vector<std::size_t> lasts) {
  const std::size_t count = probe.first_states().size();
  std::erase_if(lasts, [&](std::size_t s) {
    for (const double q : kQueues) {
      const double once = probe.updated(q, capacity, std::vector<double>(count, 0.0))[s];
      for (const double value : kTried) {
        if (probe.updated(q, capacity, std::vector<double>(count, value))[s] != once) return false;
      }
    }
    return true;
  });
  return lasts;
}

/// The root of a monotone function between two places; NaN if there is none.
template <class F>
double root(const F& f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (!(at_low * at_high < 0)) return at_low == 0 ? low : at_high == 0 ? high : kUnset;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    const double value = f(middle);
    if (value == 0) return middle;
    (value * at_low > 0 ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

std::string name_of(const Probe& probe, std::size_t state) { return probe.program().tree.states[state].name; }

// ---- p(q) and p(avg) ----

FluidOffer averaged(const std::shared_ptr<const Probe>& probe, std::size_t state, const LinkInfo& link,
                    const FluidChoice& choice) {
  const double capacity = link.rate_bps / (8.0 * link.packet_size);
  const Mean mean = mean_of(*probe, state, capacity);
  if (!mean.sound) return {nullptr, "Its state " + name_of(*probe, state) + " is no weighted mean of the queue."};
  const double keep = mean.keep, gain = mean.gain, unit = mean.unit();
  /// The packet after which the mean is x finds q packets.
  const auto met = [probe, state, unit, keep, gain, capacity](double x, double q) {
    std::vector<double> states = probe->first_states();
    states[state] = unit * x + (unit * x - gain * q - keep * unit * x) / keep;
    return probe->arrive(q, capacity, states);
  };
  for (const double x : {0.07, 0.2, 0.4, 0.8}) {
    for (const double q : kQueues) {
      const double average = x * link.buffer;
      if (std::abs(met(average, q).probability - met(average, average).probability) > 1e-9)
        return {nullptr, "Its probability depends on the queue of now beside the mean " + name_of(*probe, state) + "."};
    }
  }
  const auto curve = [met](double x) { return met(x, x).probability; };
  const auto dropped = [met](double x) { return met(x, x).dropped; };
  const double extent = 2.5 * link.buffer;
  const auto knots = bends([met](double x) { return met(x, x).path; }, 0, extent);
  std::vector<fluid::Ramp> ramps;
  if (choice.ramped()) {
    for (const double knot : knots) {
      if (fluid::jumps_at(curve, knot) || fluid::jumps_at(dropped, knot))
        fluid::add_ramp(fluid::ramp_about(knot, link.buffer), ramps);
    }
  }
  const auto drops_marked = [dropped, ramps](double x) {
    const fluid::Ramp* ramp = fluid::ramp_at(ramps, x);
    return ramp == nullptr ? dropped(x) : fluid::along(*ramp, dropped, x);
  };
  FluidOffer offer;
  offer.law = std::make_shared<fluid::StaticLaw>(curve, knots, -math::log1p(-(1 - keep)), extent, ramps, drops_marked);
  return offer;
}

FluidOffer curved(const std::shared_ptr<const Probe>& probe, const LinkInfo& link) {
  const double capacity = link.rate_bps / (8.0 * link.packet_size);
  const auto met = [probe, capacity](double q) { return probe->arrive(q, capacity, probe->first_states()); };
  const auto knots = bends([met](double q) { return met(q).path; }, 0, link.buffer);
  return {std::make_shared<fluid::QueueCurve>([met](double q) { return met(q).probability; }, knots,
                                              [met](double q) { return met(q).dropped; }),
          {}};
}

// ---- every T ----

/// A controller with one state that lasts from one update to the next.
class Controller {
 public:
  Controller(std::shared_ptr<const Probe> probe, std::size_t state, double capacity)
      : probe_(std::move(probe)), state_(state), interval_(probe_->interval()), counts_(counted(capacity)) {}

  /// The state after an update that finds q packets, if `old` packets waited at the previous update and `inflow`
  /// arrived since.
  double step(double z, double q, double old, double inflow, double capacity) const {
    std::vector<double> states = probe_->updated(old, capacity, with(probe_->first_states(), z));
    for (std::size_t s = 0; s < states.size(); ++s) states[s] += counts_[s] * inflow * interval_;
    return probe_->updated(q, capacity, with(std::move(states), z))[state_];
  }
  double probability(double z, double q, double capacity) const { return met(z, q, capacity).probability; }
  double dropped(double z, double q, double capacity) const { return met(z, q, capacity).dropped; }

  /// The state that gives probability p; NaN if there is none.
  double state_for(double p, double capacity) const {
    double high = 1e-9;
    while (high < 1e15 && probability(high, 1, capacity) < p) high *= 2;
    return root([&](double z) { return probability(z, 1, capacity) - p; }, 0, high);
  }
  /// The queue at which the state is constant.
  double rest(double capacity, double inflow) const {
    const double z = state_for(0.1, capacity);
    return root([&](double q) { return step(z, q, q, inflow, capacity) - z; }, -1e6, 1e6);
  }
  double interval() const { return interval_; }

 private:
  Probe::Met met(double z, double q, double capacity) const {
    return probe_->arrive(q, capacity, with(probe_->first_states(), z));
  }
  std::vector<double> with(std::vector<double> states, double z) const {
    states[state_] = z;
    return states;
  }
  /// By how much a packet moves each state.
  std::vector<double> counted(double capacity) const {
    const std::vector<double> first = with(probe_->first_states(), 0);
    std::vector<double> after = probe_->accepted(1, capacity, first);
    for (std::size_t s = 0; s < after.size(); ++s) after[s] -= first[s];
    after[state_] = 0;
    return after;
  }

  std::shared_ptr<const Probe> probe_;
  std::size_t state_;
  double interval_;
  std::vector<double> counts_;
};

FluidOffer controlled(const std::shared_ptr<const Probe>& probe, std::size_t state,
                      const std::shared_ptr<const Program>& program, const LinkInfo& link, const FluidChoice& choice) {
  const double capacity = link.rate_bps / (8.0 * link.packet_size);
  const auto law = std::make_shared<const Controller>(probe, state, capacity);
  const double reference = law->rest(capacity, capacity);
  if (!std::isfinite(law->state_for(0.1, capacity)))
    return {nullptr, "No value of its state " + name_of(*probe, state) + " gives each probability."};
  if (!(reference >= 0 && reference <= link.buffer))
    return {nullptr, "At no queue between empty and full does its state " + name_of(*probe, state) + " stay."};
  fluid::StepSpec spec;
  // `program` owns the name.
  spec.states = {{program->tree.states[state].name.c_str(), "1", std::max(1e-9, law->state_for(0.01, capacity) / 10)}};
  spec.interval = law->interval();
  spec.step = [law, program](double* z, const FluidQueue& now, double old, unsigned) {
    z[0] = law->step(z[0], now.q, old, now.inflow, now.capacity);
  };
  spec.probability = [law](const FluidQueue& now, const double* z, unsigned) {
    return law->probability(z[0], now.q, now.capacity);
  };
  spec.drops_marked = [law](const FluidQueue& now, const double* z, unsigned) {
    return law->dropped(z[0], now.q, now.capacity);
  };
  spec.reference = [law](double at) { return law->rest(at, at); };
  const double busier = law->rest(capacity, 1.1 * capacity);
  if (!near(busier, reference))
    spec.sag = [law](double at, double inflow) { return law->rest(at, at) - law->rest(at, inflow); };
  spec.rest = [law, capacity](double p, double* z) { z[0] = law->state_for(p, capacity); };
  return {fluid::stepped(std::move(spec), choice.form), {}};
}

bool spaces(const Tree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return node.op == Op::spaced; });
}

}  // namespace

FluidOffer fluid_of(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                    const LinkInfo& link, const FluidChoice& choice) {
  const Tree& tree = program->tree;
  if (decides(tree, tree.events[static_cast<std::size_t>(Event::depart)]))
    return {nullptr, "It drops or marks packets that leave: the fluid model has no law for a program that does."};
  if (!decides(tree, tree.events[static_cast<std::size_t>(Event::arrive)])) return {nullptr, "It drops nothing."};
  if (tree.window != kNone)
    return {nullptr, "It looks at load(window): the fluid model has no law for a program that does."};
  if (tree.by_flow) return {nullptr, "It looks at single flows: the fluid model knows none."};
  if (const std::string kept = keeps_random(tree); !kept.empty())
    return {nullptr, "It keeps random in " + kept + ": a probability is found only where random is compared at once."};
  const bool spaced = spaces(tree), effective = choice.drops == FluidDrops::effective;
  const double spacing = spaced && effective ? 2 : 1, capacity = link.rate_bps / (8.0 * link.packet_size);
  const auto probe =
      std::make_shared<const Probe>(program, frame, link, spacing, choice.marked ? Ect::capable : Ect::not_capable);
  if (choice.marked && choice.thinned) {
    const Probe other(program, frame, link, spacing, Ect::not_capable);
    const bool differ = any_tried(other, link, [&](double q, const std::vector<double>& states) {
      return other.arrive(q, capacity, states).probability != probe->arrive(q, capacity, states).probability;
    });
    if (differ)
      return {
          nullptr,
          "Packets that cannot carry a mark meet another probability, and both kinds arrive: the fluid model has one "
          "for all."};
  }
  if (depends_on_time(*probe, link, capacity))
    return {nullptr, "Its probability depends on the time: the fluid model has no law for a program that does."};
  const bool timer = probe->has(Event::every);
  // The states that determine the fate of the next packets.
  auto lasts = lasting(*probe, [&](double q, const std::vector<double>& states) {
    if (!timer) return probe->arrive(q, capacity, states).probability;
    return probe->arrive(q, capacity, probe->updated(q, capacity, states)).probability;
  });
  if (timer) lasts = without_sampled(*probe, capacity, std::move(lasts));
  if (lasts.size() > 1) {
    return {nullptr, "Its probability depends on more than one state that lasts: " + name_of(*probe, lasts[0]) +
                         " and " + name_of(*probe, lasts[1]) + "."};
  }
  FluidOffer offer = timer && lasts.empty() ? FluidOffer{nullptr, "Its timer does not move the probability."}
                     : timer                ? controlled(probe, lasts[0], program, link, choice)
                     : lasts.empty()        ? curved(probe, link)
                                            : averaged(probe, lasts[0], link, choice);
  if (!offer.law) return offer;
  offer.note = "The law is found from the program itself: all that happens between two packets is left out.";
  if (spaced) {
    offer.note += effective ? " With spaced(p, count) packets are dropped about twice as often as p says."
                            : " The probability before spaced(p, count): packets are dropped about twice as often.";
  }
  return offer;
}

}  // namespace aqm::program
