// Effective RED: Abbasov and Korukoglu, "Effective RED: An algorithm to improve RED's performance by reducing packet
// loss rate", Journal of Network and Computer Applications 32(3), 2009. It has its own thresholds and also uses the
// instantaneous queue.
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct EffectiveRedLaw {
  static constexpr const char* id = "ered";
  static constexpr const char* name = "Effective RED";
  struct Params : RedParams {};

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60), {red_max_p<Params>(0.1)}, red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th", "2 max_th <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(2 * p.max_th <= link.buffer, "max_th", p.max_th, "2 max_th <= buffer", link.buffer / 2.0);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    return {{"min_th'", "packets", lower(p)},
            {"max_th'", "packets", upper(p)},
            {"1.75 max_th", "packets", burst(p)},
            {"K", "packets", (p.min_th + p.max_th) / 2},
            {"N", "packets", reset(p)}};
  }

  static const char* why_no_fluid() {
    return "It sets its average anew at departures, packet by packet: no differential equation does.";
  }

  static bool below(const Params& p, double avg, double q) {
    return avg < lower(p) ? q <= burst(p) : avg < upper(p) && q < lower(p);
  }
  static double law(const Params& p, NoDynamic, double avg, double q) {
    if (below(p, avg, q)) return 0;
    if (avg >= upper(p)) return 1;
    if (avg < lower(p)) return p.max_p;  // the average is low, but the queue has grown beyond 1.75 max_th
    return p.max_p * (avg - lower(p)) / (upper(p) - lower(p));
  }
  /// If the average is far above a queue that has become short, it is set to N.
  static void on_departure(const Params& p, RedAverage& average, double q) {
    const double short_queue = (p.min_th + p.max_th) / 2 + p.max_th;
    if (average.value() > (p.min_th + p.max_th) / 2 && q < short_queue) average.set(reset(p));
  }

  static std::vector<CurveSpec> curves() { return {{"queue equal to its average"}, {"queue above 1.75 max_th"}}; }
  static double curve(const Params& p, int which, NoDynamic, double avg) {
    return law(p, {}, avg, which == 0 ? avg : 1.8 * p.max_th);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) {
    std::vector<double> all{lower(p), upper(p)};
    if (burst(p) < lower(p)) all.insert(all.begin(), burst(p));
    return all;
  }
  static double curve_end(const Params& p) { return upper(p); }

 private:
  static double lower(const Params& p) { return (p.min_th + p.max_th) / 2 + p.min_th; }
  static double upper(const Params& p) { return 2 * p.max_th; }
  static double burst(const Params& p) { return 1.75 * p.max_th; }
  static double reset(const Params& p) { return 2 * (p.min_th + p.max_th) / 3 + p.min_th; }
};

const Register<SchemeOf<RedFamily<EffectiveRedLaw>>> registered;

}  // namespace
}  // namespace aqm
