// AQMRD: Karmeshu, Patel and Bhatnagar, "Adaptive mean queue size and its rate of change: queue management with random
// dropping", Telecommunication Systems 65(2), 2017. While the average rises, RED's line ends at a threshold mid_th,
// which moves down.
#include "laws/trend_law.hpp"
#include "parts/moving_threshold.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct AqmrdParams : RedParams {
  double mid_th0 = 48, mid_step = 1;
  MidUpdate mid_update = MidUpdate::in_band;
};

struct AqmrdLaw : HasMovingThreshold {
  static constexpr const char* id = "aqmrd";
  static constexpr const char* name = "Adaptive Queue Management with Random Dropping";
  using Params = AqmrdParams;

  static std::vector<ParamSpec> table() {
    return joined(
        {red_thresholds<Params>(16, 48),
         {red_max_p<Params>(0.1),
          computed<Params, default_mid>(
              with_role(bind<Params, &Params::mid_th0>("mid_th0", "packets", ParamKind::number, kUnset, {0, 1e6},
                                                       "Where the moving threshold starts."),
                        ParamRole::queue_threshold),
              "max_th"),
          bind<Params, &Params::mid_step>("mid_step", "packets", ParamKind::number, 1, {0, 100},
                                          "mid_th moves by this much at an arrival; 0: it stays where it starts."),
          mid_update_choice<Params>(MidUpdate::in_band)},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"0 < min_th < max_th <= buffer", "min_th <= mid_th0 <= max_th"};
  }
  static void check(const Params& p, const LinkInfo&, Checker& check) {
    check.require(p.min_th <= p.mid_th0, "mid_th0", p.mid_th0, "min_th <= mid_th0", p.min_th);
    check.require(p.mid_th0 <= p.max_th, "mid_th0", p.mid_th0, "mid_th0 <= max_th", p.max_th);
  }

  static Dynamic initial(const Params& p) { return {0, p.mid_th0}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"davg", "packets", "Change of the average at this arrival."}, mid_th_state()};
  }
  static Dynamic read(const Params&, const double* in) { return {in[0], in[1]}; }
  /// Equation 2 is the first difference of equation 1, so davg is computed as this difference; equation 3 moves mid_th.
  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) {
    d.davg = view.davg;
    if (!moves(p.mid_update, p, view.avg)) return;
    d.mid_th = moved_threshold(d.mid_th, d.davg, 0, p.mid_step, p.mid_step, p.min_th, p.max_th);
  }

  static constexpr bool jumps_at_threshold() { return true; }
  /// The average rises while the queue is above it.
  static std::vector<fluid::TrendBand> trend_bands(const Params&) { return {{-kInfinity, 1, -1}, {0, 0, 1}}; }
  static std::shared_ptr<const FluidLaw> fluid_law(const Params& p, const fluid::RedScale& scale, double limit) {
    return std::make_shared<fluid::TrendLaw<AqmrdLaw, RedView>>(p, scale, limit);
  }

  static double law(const Params& p, const Dynamic& d, double avg) {
    return d.davg > 0 ? rising(p, d.mid_th, avg) : red_law(avg, p.min_th, p.max_th, p.max_p);
  }

  static std::vector<CurveSpec> curves() { return {{"rising", true}, {"not rising"}}; }
  static double curve(const Params& p, int which, const Dynamic& d, double avg) {
    return which == 0 ? rising(p, d.mid_th, avg) : red_law(avg, p.min_th, p.max_th, p.max_p);
  }
  static fluid::Knots knots(const Params& p, int which, const Dynamic& d) {
    return {p.min_th, which == 0 ? d.mid_th : p.max_th};
  }

 private:
  static double default_mid(const Params& p, const LinkInfo&) { return p.max_th; }
  /// Equation 5: RED with mid_th in place of max_th.
  static double rising(const Params& p, double mid_th, double avg) { return red_law(avg, p.min_th, mid_th, p.max_p); }
};

const Register<SchemeOf<RedFamily<AqmrdLaw>>> registered;

}  // namespace
}  // namespace aqm
