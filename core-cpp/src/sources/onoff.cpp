// UDP that sends at its rate during exponentially distributed periods and is silent in between.
#include "parts/bursts.hpp"
#include "parts/source_of.hpp"

namespace aqm {
namespace {

struct ExponentialPeriods {
  double on_s, off_s;
  Time draw(Rng& rng, bool on) const { return exponential(rng, on ? on_s : off_s); }
  Time rest(Rng& rng, bool on) const { return draw(rng, on); }  // without memory
};

struct OnOff {
  static constexpr const char* id = "onoff";
  static constexpr const char* name = "on-off";
  static constexpr const char* help =
      "UDP that sends at its rate during exponentially distributed periods and is silent in between.";
  static constexpr const char* source = "";
  static constexpr Transport transport = Transport::udp;
  static constexpr bool steady = false;
  struct Params {
    double rate = 1e6, on = 1, off = 1;
  };
  static std::vector<ParamSpec> table() {
    return {rate_param<Params>("Rate of one flow while it is on, on the wire, headers included."),
            labelled("Mean on-time", bind<Params, &Params::on>("on", "s", ParamKind::pair, 1, {1e-4, 3600},
                                                               "Mean length of a sending period.")),
            labelled("Mean off-time", bind<Params, &Params::off>("off", "s", ParamKind::pair, 1, {1e-4, 3600},
                                                                 "Mean length of a silent period."))};
  }
  static double mean_rate(const Params& p, int) { return p.rate * (p.on / (p.on + p.off)); }
  static std::unique_ptr<Application> make(const Params& p, int packet_size) {
    return std::make_unique<BurstApplication<ExponentialPeriods>>(p.rate, packet_size, ExponentialPeriods{p.on, p.off});
  }
};

const SourceOf<OnOff> registered;

}  // namespace
}  // namespace aqm
