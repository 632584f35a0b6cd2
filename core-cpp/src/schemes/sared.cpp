// SARED: its parameters and its place in the catalogue.
#include "sared.hpp"

#include "parts/register.hpp"

namespace aqm {
namespace {

struct Sared : SaredLaw {
  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 120), shape_params(), load_params(), red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer",
            "x_low < x_mod <= x_high",
            "x_high >= k",
            "rho_low < rho_high",
            "flows_low < flows_high",
            "epsilon >= 1 - k^(-x_high)",
            "gentle: 2 max_th <= buffer for the slope to be fully reachable (warning)",
            "max_p is derived, not a parameter"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("x_low", p.x_low, "x_mod", p.x_mod);
    check.require(p.x_mod <= p.x_high, "x_high", p.x_high, "x_mod <= x_high", p.x_mod);
    check.require(p.x_high >= p.k, "x_high", p.x_high, "x_high >= k", p.k);
    check.below("rho_low", p.rho_low, "rho_high", p.rho_high);
    check.below("flows_low", p.flows_low, "flows_high", p.flows_high);
    const double least = 1 - math::pow(p.k, -p.x_high);
    check.require(p.epsilon >= least, "epsilon", p.epsilon, "epsilon >= 1 - k^(-x_high), so that max_p <= 1", least);
    warn_gentle(p, p.gentle, link, check);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {
        {"max_p at low load", "1", p.low.max_p},           {"exponent at low load", "1", p.low.exponent()},
        {"max_p at moderate load", "1", p.moderate.max_p}, {"exponent at moderate load", "1", p.moderate.exponent()},
        {"max_p at high load", "1", p.high.max_p},         {"exponent at high load", "1", p.high.exponent()}};
  }

 private:
  static double same_as_k(const Params& p, const LinkInfo&) { return p.k; }

  static std::vector<ParamSpec> shape_params() {
    return {
        bind<Params, &Params::k>("k", "1", ParamKind::number, 2, {2, 64}, "Base of the exponent and of max_p."),
        aqm::computed<Params, same_as_k>(
            bind<Params, &Params::epsilon>("epsilon", "1", ParamKind::number, kUnset, {0, 100, true, false},
                                           "Divides max_p: larger is gentler at every load."),
            "k"),
        bind<Params, &Params::x_low>("x_low", "1", ParamKind::number, 0.25, {0.01, 1, false, true},
                                     "Shape at low load: the smaller, the longer the curve stays flat."),
        bind<Params, &Params::x_mod>("x_mod", "1", ParamKind::number, 1, {0.01, 64}, "Shape at moderate load."),
        aqm::computed<Params, same_as_k>(
            bind<Params, &Params::x_high>("x_high", "1", ParamKind::number, kUnset, {1, 64},
                                          "Shape at high load; k or more makes the curve a straight line."),
            "k"),
    };
  }

  static std::vector<ParamSpec> load_params() {
    return {
        bind<Params, &Params::rho_low>("rho_low", "1", ParamKind::number, 0.75, {0, 10, true, false},
                                       "From this offered load on the load is moderate."),
        bind<Params, &Params::rho_high>("rho_high", "1", ParamKind::number, 1.25, {0, 10, true, false},
                                        "From this offered load on the load is high."),
        bind<Params, &Params::rho_window>("rho_window", "s", ParamKind::number, 0.1, {0.005, 10},
                                          "Length of the sliding window over which the offered load is measured."),
        choice<Params, &Params::load_mode>("load_mode", {"rate", "low", "moderate", "high", "flows"}, 0,
                                           "Measure the load by its rate, fix its state, or count the flows."),
        gentle_toggle<Params>(false),
        bind<Params, &Params::rho_factor>("rho_factor", "1", ParamKind::number, 1, {0, 10, true, false},
                                          "Factor on the measured load: 0.67 is what one sees who counts packets of "
                                          "1500 bytes as 1000."),
        bind<Params, &Params::flows_low>("flows_low", "1", ParamKind::number, 30, {0, 1e5, true, false},
                                         "With load_mode flows: from so many flows on the load is moderate."),
        bind<Params, &Params::flows_high>("flows_high", "1", ParamKind::number, 100, {0, 1e5, true, false},
                                          "With load_mode flows: from so many flows on the load is high."),
        bind<Params, &Params::flow_window>("flow_window", "s", ParamKind::number, 1, {0.01, 60},
                                           "With load_mode flows: a flow counts that has sent within this time."),
    };
  }
};

const Register<SchemeOf<RedFamily<Sared>>> registered;

}  // namespace
}  // namespace aqm
