// Step marking, the switch's part of DCTCP: Alizadeh, Greenberg, Maltz, Padhye, Patel, Prabhakar, Sengupta and
// Sridharan, "Data Center TCP (DCTCP)", SIGCOMM 2010, section 3.1: an arrival that finds more than K packets is marked.
#include "parts/queue_marking.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct StepMarking {
  static constexpr const char* id = "step";
  static constexpr const char* name = "Step marking";
  struct Params {
    double k = 20;  ///< packets
    bool ecn = true;
  };
  static std::vector<ParamSpec> table() {
    return {with_role(bind<Params, &Params::k>("k", "packets", ParamKind::number, 20, {0, 1e6},
                                               "An arrival that finds more than so many packets waiting is marked."),
                      ParamRole::queue_threshold),
            ecn_on_toggle<Params>()};
  }
  static std::vector<const char*> constraints() { return {"k < buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.k < link.buffer, "k", p.k, "k < buffer", link.buffer - 1.0);
  }
  /// Whole packets wait: more than K of them means at least the next whole number.
  static double law(const Params& p, double q) { return q >= least(p) ? 1 : 0; }
  static std::vector<double> knots(const Params& p) { return {least(p)}; }

 private:
  static double least(const Params& p) { return std::floor(p.k) + 1; }
};

const Register<SchemeOf<QueueMarking<StepMarking>>> registered;

}  // namespace
}  // namespace aqm
