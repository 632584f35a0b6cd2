// Flexible RED: Adamu, Shorgin, Melnikov and Gaidamaka, "Flexible Random Early Detection Algorithm for Queue Management
// in Routers", DCCN 2020, LNCS 12563. The law is taken from its quotation in a report on an implementation for ns-2.
// How the load selects gamma is taken from SARED, the scheme that followed, in which gamma became x.
#include "parts/load_estimator.hpp"
#include "parts/red_family.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

/// The quantities that gamma determines: k = [c^(1/gamma)], epsilon = c^-gamma.
struct FxredShape {
  double gamma = 0, k = 0, epsilon = 0;
};
FxredShape fxred_shape(double c, double gamma) {
  return {gamma, std::max(1.0, std::floor(math::pow(c, 1 / gamma) + 1e-9)), math::pow(c, -gamma)};
}

struct FxredLaw {
  static constexpr const char* id = "fxred";
  static constexpr const char* name = "Flexible RED";
  struct Params : RedParams {
    double c = 2;
    double gamma_low = 0.25, gamma_mod = 1, gamma_high = 2;
    double rho_low = 0.75, rho_high = 1.25;
    double rho_window = 0.1;         ///< s
    FxredShape low, moderate, high;  ///< computed
  };
  struct Dynamic {
    double rho = 0;
    FxredShape shape;
    LoadEstimator load;
  };

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(20, 120),
         {bind<Params, &Params::c>("c", "1", ParamKind::number, 2, {2, 64}, "Base of exponent and height."),
          bind<Params, &Params::gamma_low>("gamma_low", "1", ParamKind::number, 0.25, {0.01, 1, false, true},
                                           "Shape at low load: the smaller, the gentler."),
          bind<Params, &Params::gamma_mod>("gamma_mod", "1", ParamKind::number, 1, {0.01, 64},
                                           "Shape at moderate load."),
          computed<Params, same_as_c>(bind<Params, &Params::gamma_high>("gamma_high", "1", ParamKind::number, kUnset,
                                                                        {1, 64}, "Shape at high load."),
                                      "c"),
          bind<Params, &Params::rho_low>("rho_low", "1", ParamKind::number, 0.75, {0, 10, true, false},
                                         "From this offered load on the load is moderate."),
          bind<Params, &Params::rho_high>("rho_high", "1", ParamKind::number, 1.25, {0, 10, true, false},
                                          "From this offered load on the load is high."),
          bind<Params, &Params::rho_window>("rho_window", "s", ParamKind::number, 0.1, {0.005, 10},
                                            "Length of the sliding window over which the offered load is measured.")},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "gamma_low < gamma_mod <= gamma_high", "rho_low < rho_high"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check.below("gamma_low", p.gamma_low, "gamma_mod", p.gamma_mod);
    check.require(p.gamma_mod <= p.gamma_high, "gamma_high", p.gamma_high, "gamma_mod <= gamma_high", p.gamma_mod);
    check.below("rho_low", p.rho_low, "rho_high", p.rho_high);
  }
  static void derive(Params& p, const LinkInfo&) {
    p.low = fxred_shape(p.c, p.gamma_low);
    p.moderate = fxred_shape(p.c, p.gamma_mod);
    p.high = fxred_shape(p.c, p.gamma_high);
  }

  static Dynamic initial(const Params& p) { return {0, shape(p, 0), LoadEstimator(p.rho_window)}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"rho", "1", "Offered load: arrivals in the window over what the link can carry."},
            {"gamma", "1", "Which shape is in force."}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.rho;
    out[1] = d.shape.gamma;
  }
  static Dynamic read(const Params& p, const double* in) { return {in[0], shape(p, in[0]), {}}; }
  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) {
    set_load(p, d, d.load.update(view.now, view.bytes, view.rate_bps));
  }
  static void set_load(const Params& p, Dynamic& d, double measured) {
    d.rho = measured;
    d.shape = shape(p, measured);
  }
  static std::vector<double> load_levels(const Params& p) { return {p.rho_low, p.rho_high}; }

  static double law(const Params& p, const Dynamic& d, double avg) { return law(p, d.shape, avg); }
  static std::vector<CurveSpec> curves() { return {{"low load"}, {"moderate load"}, {"high load"}, {"now", true}}; }
  static double curve(const Params& p, int which, const Dynamic& d, double avg) {
    const FxredShape* shapes[] = {&p.low, &p.moderate, &p.high, &d.shape};
    return law(p, *shapes[which], avg);
  }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) {
    return {p.min_th, 0.5 * (p.min_th + p.max_th), p.max_th};
  }

 private:
  static double same_as_c(const Params& p, const LinkInfo&) { return p.c; }
  static const FxredShape& shape(const Params& p, double load) {
    return load >= p.rho_high ? p.high : load >= p.rho_low ? p.moderate : p.low;
  }
  /// (2 X)^k (1 - epsilon) up to the middle of the band, then a line to 1 at max_th.
  static double law(const Params& p, const FxredShape& s, double avg) {
    if (avg < p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    const double twice = 2 * (avg - p.min_th) / (p.max_th - p.min_th);
    return twice < 1 ? math::pow(twice, s.k) * (1 - s.epsilon) : 1 - s.epsilon * (2 - twice);
  }
};

const Register<SchemeOf<RedFamily<FxredLaw>>> registered;

}  // namespace
}  // namespace aqm
