// Self-Configuring RED: W. Feng, Kandlur, Saha and Shin, "A Self-Configuring RED Gateway", INFOCOM 1999. max_p is
// multiplied or divided when the average crosses a threshold.
#include "parts/adaptive_max_p.hpp"
#include "parts/apart.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct ScredLaw {
  static constexpr const char* id = "scred";
  static constexpr const char* name = "Self-Configuring RED";
  static constexpr const char* apart = kApartRests;
  struct Params : RedParams {
    double alpha = 3, beta = 2;
  };
  /// Where the average was last seen: consecutive crossings of the same side change max_p only once.
  enum class Status : int { below = -1, between = 0, above = 1 };
  struct Dynamic {
    double max_p = 0;
    Status status = Status::above;
  };

  static std::vector<ParamSpec> table() {
    return joined({red_thresholds<Params>(20, 60),
                   {initial_max_p<Params>(),
                    bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 3, {1, 100, true, false},
                                                 "max_p is divided by this when the average falls below min_th."),
                    bind<Params, &Params::beta>("beta", "1", ParamKind::number, 2, {1, 100, true, false},
                                                "max_p is multiplied by this when the average rises above max_th.")},
                   red_common<Params>()});
  }
  static std::vector<const char*> constraints() { return {"0 < min_th < max_th <= buffer"}; }

  static Dynamic initial(const Params& p) { return {p.max_p, Status::above}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"max_p", "1", "The adapted max_p.", ParamRole::probability},
            {"status", "1", "Where the average was last: -1 below min_th, 0 between the thresholds, 1 above max_th."}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.max_p;
    out[1] = static_cast<double>(d.status);
  }
  static Dynamic read(const Params&, const double* in) { return {in[0], static_cast<Status>(static_cast<int>(in[1]))}; }

  static constexpr bool follows_average() { return true; }
  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) {
    if (view.avg > p.min_th && view.avg < p.max_th) {
      d.status = Status::between;
    } else if (view.avg < p.min_th && d.status != Status::below) {
      d.status = Status::below;
      d.max_p /= p.alpha;
    } else if (view.avg > p.max_th && d.status != Status::above) {
      d.status = Status::above;
      d.max_p = std::min(1.0, d.max_p * p.beta);
    }
  }
  static double law(const Params& p, const Dynamic& d, double avg) { return red_law(avg, p.min_th, p.max_th, d.max_p); }
};

const Register<SchemeOf<RedFamily<ScredLaw>>> registered;

}  // namespace
}  // namespace aqm
