// Scalable TCP (Kelly, "Scalable TCP: improving performance in highspeed wide area networks", ACM CCR 33(2), 2003):
// each acknowledgement adds a constant share of a segment, and a loss removes a small share of the window, so that the
// time to recover does not depend on the window.
#include "parts/control_of.hpp"

namespace aqm {
namespace {

struct Scalable {
  static constexpr const char* id = "scalable";
  static constexpr const char* name = "Scalable TCP";
  static constexpr const char* source = "Kelly 2003, doi:10.1145/956981.956989";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::optional;
  struct Params {
    double a = 0.01, b = 0.125;
  };
  static std::vector<ParamSpec> table() {
    return {bind<Params, &Params::a>("a", "segments", ParamKind::number, 0.01, {0, 1, true},
                                     "What each acknowledgement adds to a window of at least 1 / a segments."),
            bind<Params, &Params::b>("b", "1", ParamKind::number, 0.125, {0, 0.9, true},
                                     "The share of such a window that a loss takes.")};
  }

  /// Below 1 / a segments standard TCP is faster and is used: the paper's legacy window.
  static void grow(const Params& p, NoState&, const Connection& c, const AckEvent&) {
    c.cwnd += c.cwnd * p.a < 1 ? 1 / c.cwnd : p.a;
  }
  static double after_loss(const Params& p, NoState&, const Connection& c, double in_network) {
    return c.used * p.a < 1 ? in_network / 2 : in_network * (1 - p.b);
  }

  static FluidSender fluid(const Params&) {
    FluidSender sender;
    sender.none = "Its window grows with its own size, which none of the model's equations of senders does.";
    return sender;
  }
};

const ControlOf<Scalable> registered;

}  // namespace
}  // namespace aqm
