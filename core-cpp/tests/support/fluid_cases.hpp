// The cases of core-cpp/tests/data/fluid.json as configurations of the fluid model.
#pragma once
#include <memory>

#include "aqm/fluid_solution.hpp"
#include "json.hpp"
#include "laws/static_law.hpp"
#include "laws/step_law.hpp"
#include "parts/pi_step.hpp"

namespace aqm::test {

/// RED (Floyd and Jacobson 1993) and its gentle form as a fluid law; `weight` is K / C, 1/packet.
inline std::shared_ptr<const FluidLaw> red_fluid(double min_th, double max_th, double max_p, double weight,
                                                 bool gentle) {
  const auto curve = [=](double x) {
    if (x < min_th) return 0.0;
    if (x < max_th) return max_p * (x - min_th) / (max_th - min_th);
    return gentle && x < 2 * max_th ? max_p + (1 - max_p) * (x - max_th) / max_th : 1.0;
  };
  std::vector<double> knots{min_th, max_th};
  if (gentle) knots.push_back(2 * max_th);
  return std::make_shared<fluid::StaticLaw>(curve, knots, weight, 3 * max_th);
}

/// The PI controller p_k = p_{k-1} + a (q_k - q_ref) - b (q_{k-1} - q_ref) at f_s samples a second, or its continuous
/// form; starts from p0 in the sampled one.
inline std::shared_ptr<const FluidLaw> pi_fluid(double a, double b, double rate, double reference, FluidForm form,
                                                double p0 = 0) {
  fluid::StepSpec spec;
  spec.states = {{"p", "1", 1e-3}};
  spec.interval = 1 / rate;
  spec.step = [=](double* z, const FluidQueue& now, double old, unsigned) {
    z[0] = pi_step(z[0], now.q, old, reference, a - b, b);
  };
  spec.probability = [](const FluidQueue&, const double* z, unsigned) { return z[0]; };
  spec.reference = [=](double) { return reference; };
  spec.rest = [](double p, double* z) { z[0] = p; };
  if (form == FluidForm::continuous) return std::make_shared<fluid::StepLaw>(spec);
  auto law = std::make_shared<fluid::TickedLaw>(spec);
  law->start_from(p0);
  return law;
}

/// A case's configuration; its keys are explained in the file's own terms (law: 0 RED, 1 gentle, 3 PI, 4 sampled PI).
inline FluidConfig fluid_case(const Json& parameters) {
  const auto number = [&](const char* key) { return parameters[key].number; };
  FluidConfig config;
  FluidClass flows;
  flows.flows = number("N");
  for (const char* i : {"1", "2"}) {
    const std::string time = std::string("N_t") + i, value = std::string("N_v") + i;
    if (parameters.has(time)) flows.flows.jump(parameters[time].number, parameters[value].number);
  }
  flows.flows.swing = parameters.number_or("eps", 0);
  flows.flows.rate = parameters.number_or("om", 0);
  flows.propagation = number("Tp");
  flows.window = number("W0");
  config.classes = {flows};
  config.link().capacity = number("C");
  config.link().buffer = number("B");
  config.duration = number("T");
  config.link().start_queue = number("q0");
  if (parameters.number_or("impl", 0) != 0) config.delay = FluidDelay::implicit_delay;
  const int law = static_cast<int>(parameters.number_or("law", 0));
  if (law <= 1) {
    config.link().law =
        red_fluid(number("minth"), number("maxth"), number("maxp"), number("K") / number("C"), law == 1);
    config.link().start_law = {number("x0")};
  } else if (law == 3) {
    // The file's p0 is the integrator's state: p = I + kP (q - qref).
    // k_I = (a - b) f_s and k_P = b, at any sampling rate: the continuous form has none.
    config.link().law =
        pi_fluid(number("KI") / 160 + number("kP"), number("kP"), 160, number("qref"), FluidForm::continuous);
    config.link().start_law = {number("p0") + number("kP") * (number("q0") - number("qref"))};
  } else {
    config.link().law =
        pi_fluid(number("a"), number("b"), number("fs"), number("qref"), FluidForm::sampled, number("p0"));
  }
  return config;
}

inline const Json& fluid_reference(const std::string& name) { return reference("fluid.json")["cases"][name]; }

}  // namespace aqm::test
