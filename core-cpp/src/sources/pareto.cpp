// UDP in bursts with Pareto distributed lengths: many of them together are self-similar, as measured traffic is
// (Leland, Taqqu, Willinger, Wilson 1994; Willinger, Taqqu, Sherman, Wilson, "Self-similarity through
// high-variability", 1997: H = (3 - shape) / 2).
#include "aqm/elementary.hpp"
#include "parts/bursts.hpp"
#include "parts/source_of.hpp"

namespace aqm {
namespace {

/// P(length > x) = (m / x)^shape for x >= m = mean (shape - 1) / shape.
struct ParetoPeriods {
  double on_s, off_s, shape;
  Time draw(Rng& rng, bool on) const { return of(least(on) * math::exp(-math::log(1 - rng.uniform()) / shape)); }
  /// The remaining time has the density P(length > x) / mean: constant up to m, then a tail of shape - 1.
  Time rest(Rng& rng, bool on) const {
    const double u = rng.uniform(), mean = on ? on_s : off_s;
    if (u < (shape - 1) / shape) return of(u * mean);
    return of(least(on) * math::exp(-math::log(shape * (1 - u)) / (shape - 1)));
  }

  double least(bool on) const { return (on ? on_s : off_s) * (shape - 1) / shape; }
  static Time of(double length_s) { return from_seconds(std::min(length_s, 1e6)); }  // beyond every run
};

struct Pareto {
  static constexpr const char* id = "pareto";
  static constexpr const char* name = "Pareto on-off";
  static constexpr const char* help =
      "UDP in bursts and pauses whose lengths are Pareto distributed: many such flows together are self-similar.";
  static constexpr const char* source = "Willinger et al. 1997, doi:10.1109/90.554723";
  static constexpr Transport transport = Transport::udp;
  static constexpr bool steady = false;
  struct Params {
    double rate = 1e6, on = 0.5, off = 0.5, shape = 1.5;
  };
  static std::vector<ParamSpec> table() {
    return {rate_param<Params>("Rate of one flow while it is on, on the wire, headers included."),
            labelled("Mean on-time", bind<Params, &Params::on>("on", "s", ParamKind::pair, 0.5, {1e-4, 3600},
                                                               "Mean length of a sending period.")),
            labelled("Mean off-time", bind<Params, &Params::off>("off", "s", ParamKind::pair, 0.5, {1e-4, 3600},
                                                                 "Mean length of a silent period.")),
            bind<Params, &Params::shape>("shape", "1", ParamKind::pair, 1.5, {1, 10, true},
                                         "Exponent of the tail: below 2 the variance is infinite.")};
  }
  static double mean_rate(const Params& p, int) { return p.rate * (p.on / (p.on + p.off)); }
  static std::unique_ptr<Application> make(const Params& p, int packet_size) {
    return std::make_unique<BurstApplication<ParetoPeriods>>(p.rate, packet_size, ParetoPeriods{p.on, p.off, p.shape});
  }
};

const SourceOf<Pareto> registered;

}  // namespace
}  // namespace aqm
