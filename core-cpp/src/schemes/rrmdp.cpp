// RRMDP: Al-Allaf and Jabbar, "RED with Reconfigurable Maximum Dropping Probability", 2018. RED's line is multiplied by
// a power of the distance from a target in the middle between the thresholds.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct RrmdpLaw {
  static constexpr const char* id = "rrmdp";
  static constexpr const char* name = "RED with Reconfigurable Maximum Dropping Probability";
  struct Params : RedParams {
    double n = 1;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(100, 300),
                   {with_role(bind<Params, &Params::max_p>("max_p", "1", ParamKind::number, 0.1, {0, 1, true, false},
                                                           "Scale of the curve, which ends at (8 max_p)^n: up to 0.125 "
                                                           "it stays below 1."),
                              ParamRole::probability),
                    bind<Params, &Params::n>("n", "1", ParamKind::number, 1, {0, 8, true, false},
                                             "Exponent: below 1 aggressive, above 1 gentle (while 8 max_p < 1).")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer",
            "8 max_p <= 1, else p_b reaches 1 below max_th (not an error: it is clamped)"};
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"target", "packets", (p.min_th + p.max_th) / 2},
            {"p_b at max_th", "1", std::min(1.0, math::pow(8 * p.max_p, p.n))}};
  }

  /// Recorded only: gamma follows from the average.
  static constexpr bool records_only() { return true; }
  struct Dynamic {
    double gamma = 0;
  };
  static std::vector<StateSpec> dynamic_states() {
    return {{"gamma", "1", "Factor on max_p: 0 at min_th, 4 at the target, 8 at max_th (equation 5)."}};
  }
  static void write(const Dynamic& d, double* out) { out[0] = d.gamma; }
  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) { d.gamma = gamma(p, view.avg); }

  /// Equations 4 and 6; both give 0 at exactly min_th.
  static double law(const Params& p, const Dynamic&, double avg) {
    if (avg <= p.min_th) return 0;
    if (avg >= p.max_th) return 1;
    return std::min(1.0, (avg - p.min_th) / (p.max_th - p.min_th) * power(p.max_p * gamma(p, avg), p.n));
  }

  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) {
    std::vector<double> all{p.min_th, p.max_th};
    // p_b = (8 max_p)^n X^(n+1) (an identity, for X in [0, 1]) reaches 1 below max_th when 8 max_p > 1.
    const double x = math::pow(math::pow(8 * p.max_p, p.n), -1 / (p.n + 1));
    if (x < 1) all.insert(all.begin() + 1, p.min_th + x * (p.max_th - p.min_th));
    return all;
  }

 private:
  /// The exponents that the paper uses do not need a logarithm.
  static double power(double x, double n) {
    if (n == 0.5) return std::sqrt(x);
    return n == std::floor(n) ? math::powi(x, static_cast<std::int64_t>(n)) : math::pow(x, n);
  }

  /// Equation 5: 4 at the target, 0 at min_th, 8 at max_th. Zero below min_th, where the equation would be negative.
  static double gamma(const Params& p, double avg) {
    const double target = (p.min_th + p.max_th) / 2;
    return std::max(0.0, 4 + 8 * (avg - target) / (p.max_th - p.min_th));
  }
};

const Register<SchemeOf<RedFamily<RrmdpLaw>>> registered;

}  // namespace
}  // namespace aqm
