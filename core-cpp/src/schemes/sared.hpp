// The law of Self-Adaptive RED: Adamu, Surajo and Jafar, "SARED: Self-Adaptive active queue management scheme for
// improving quality of service in network systems", Computer Science 22(2), 2021. Three curves, one for each state of
// the load.
#pragma once
#include "parts/active_flows.hpp"
#include "parts/gentle.hpp"
#include "parts/load_estimator.hpp"
#include "parts/red_family.hpp"

namespace aqm {

/// How the load mode is determined: from the arrival rate, fixed, or from the number of flows, which the paper allows
/// too.
enum class LoadMode : int { rate, low, moderate, high, flows };

/// The quantities that a value of x determines.
struct SaredShape {
  double x = 0, n = 0, max_p = 0;
  double exponent() const { return std::max(1.0, std::floor(n + 1e-9)); }  ///< [n] of equation 5, at least 1
};

/// Equations 6 and 7: n = k^(1/x), max_p = (1 - k^-x) / epsilon.
inline SaredShape sared_shape(double k, double epsilon, double x) {
  return {x, math::pow(k, 1 / x), (1 - math::pow(k, -x)) / epsilon};
}

struct SaredParams : RedParams {
  double k = 2, epsilon = 2;
  double x_low = 0.25, x_mod = 1, x_high = 2;
  double rho_low = 0.75, rho_high = 1.25;
  double rho_window = 0.1;  ///< s
  double rho_factor = 1;
  double flows_low = 30, flows_high = 100;
  double flow_window = 1;  ///< s
  LoadMode load_mode = LoadMode::rate;
  bool gentle = false;
  SaredShape low, moderate, high;  ///< computed
};

struct SaredLaw {
  static constexpr const char* id = "sared";
  static constexpr const char* name = "Self-Adaptive RED";
  using Params = SaredParams;
  struct Dynamic {
    double rho = 0;
    SaredShape shape;
    LoadEstimator load;
    ActiveFlows flows{1};
  };

  static void derive(Params& p, const LinkInfo&) {
    p.low = sared_shape(p.k, p.epsilon, p.x_low);
    p.moderate = sared_shape(p.k, p.epsilon, p.x_mod);
    p.high = sared_shape(p.k, p.epsilon, p.x_high);
  }

  /// Equation 9, whose rows overlap: the largest threshold that the load reaches decides. `load`: the measured load
  /// before `rho_factor`, or a number of flows.
  static const SaredShape& shape(const Params& p, double load) {
    switch (p.load_mode) {
      case LoadMode::rate: return level(p, load, p.rho_low / p.rho_factor, p.rho_high / p.rho_factor);
      case LoadMode::low: return p.low;
      case LoadMode::moderate: return p.moderate;
      case LoadMode::high: return p.high;
      case LoadMode::flows: return level(p, load, p.flows_low, p.flows_high);
    }
    return p.low;
  }

  static Dynamic initial(const Params& p) {
    return {0, shape(p, 0), LoadEstimator(p.rho_window), ActiveFlows(p.flow_window)};
  }
  static std::vector<StateSpec> dynamic_states() {
    return {{"rho", "1", "Offered load: arrivals in the window over what the link can carry."},
            {"x", "1", "Which of x_low, x_mod and x_high is in force."},
            {"n", "1", "k^(1/x); its integer part is the exponent of the curve."},
            {"max_p", "1", "(1 - k^-x) / epsilon: where the curve ends.", ParamRole::probability}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.rho;
    out[1] = d.shape.x;
    out[2] = d.shape.n;
    out[3] = d.shape.max_p;
  }
  static Dynamic read(const Params&, const double* in) { return {in[0], {in[1], in[2], in[3]}, {}}; }
  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) {
    set_load(p, d, d.load.update(view.now, view.bytes, view.rate_bps));
    if (p.load_mode == LoadMode::flows) d.shape = shape(p, d.flows.seen(view.flow, view.now));
  }
  static void set_load(const Params& p, Dynamic& d, double measured) {
    d.rho = p.rho_factor * measured;
    if (p.load_mode != LoadMode::flows) d.shape = shape(p, measured);
  }

  /// Measured loads at which the shape changes.
  static std::vector<double> load_levels(const Params& p) {
    if (p.load_mode != LoadMode::rate) return {};
    return {p.rho_low / p.rho_factor, p.rho_high / p.rho_factor};
  }
  static const char* without_fluid(const Params& p) {
    if (p.load_mode != LoadMode::flows) return nullptr;
    return "With load_mode flows the queue counts flows, which the fluid model, where there are only rates, cannot: "
           "choose low, moderate or high.";
  }

  static double law(const Params& p, const Dynamic& d, double avg) { return law(p, d.shape, avg); }
  /// Equation 5, and equation 8 for the gentle variant.
  static double law(const Params& p, const SaredShape& shape, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return p.gentle ? gentle_slope(avg, p.max_th, 2 * p.max_th, shape.max_p) : 1;
    return shape.max_p * power((avg - p.min_th) / (p.max_th - p.min_th), shape.exponent());
  }

  static std::vector<CurveSpec> curves() { return {{"low load"}, {"moderate load"}, {"high load"}, {"now", true}}; }
  static double curve(const Params& p, int which, const Dynamic& d, double avg) {
    const SaredShape* shapes[] = {&p.low, &p.moderate, &p.high, &d.shape};
    return law(p, *shapes[which], avg);
  }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) { return red_or_gentle_knots(p, p.gentle); }
  static double curve_end(const Params& p) { return red_or_gentle_end(p, p.gentle); }

 private:
  static const SaredShape& level(const Params& p, double load, double low, double high) {
    return load >= high ? p.high : load >= low ? p.moderate : p.low;
  }
  static double power(double x, double exponent) {
    return exponent <= 64 ? math::powi(x, static_cast<std::int64_t>(exponent)) : math::pow(x, exponent);
  }
};

}  // namespace aqm
