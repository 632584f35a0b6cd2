// Cautious Adaptive RED: Tahiliani, Shet and Basavaraju, "CARED: Cautious Adaptive RED gateways for TCP/IP networks",
// Journal of Network and Computer Applications 35(2), 2012. max_p takes large steps while the average leaves the band,
// and small steps while it returns.
#include "parts/adaptive_max_p.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct CaredParams : AdaptiveParams {
  bool gentle = false;
};

struct CaredLaw {
  static constexpr const char* id = "cared";
  static constexpr const char* name = "Cautious Adaptive RED";
  using Params = CaredParams;
  struct Dynamic {
    double max_p = 0;
    double avg_old = 0;  ///< the average at the previous adaptation, packets
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   adaptive_params<Params>(0.4),
                   {gentle_toggle<Params>(false)},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "max_p_bottom <= max_p <= max_p_top",
            "gentle: 2 max_th <= buffer for the slope to be fully reachable (warning)"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check_adaptive(p, check);
    warn_gentle(p, p.gentle, link, check);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) { return target_band_computed(p); }

  static Dynamic initial(const Params& p) { return {p.max_p, 0}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"max_p", "1", "The adapted max_p.", ParamRole::probability},
            {"avg_old", "packets", "The average at the adaptation before."}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.max_p;
    out[1] = d.avg_old;
  }
  static Dynamic read(const Params&, const double* in) { return {in[0], in[1]}; }

  static void adapt(const Params& p, Dynamic& d, double avg) {
    d.max_p = cautious_step(p, d.max_p, avg, d.avg_old);
    d.avg_old = avg;
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_or_gentle(p, p.gentle, d.max_p, avg); }
  static std::vector<double> knots(const Params& p, int, const Dynamic&) { return red_or_gentle_knots(p, p.gentle); }
  static double curve_end(const Params& p) { return red_or_gentle_end(p, p.gentle); }
};

const Register<SchemeOf<RedFamily<CaredLaw>>> registered;

}  // namespace
}  // namespace aqm
