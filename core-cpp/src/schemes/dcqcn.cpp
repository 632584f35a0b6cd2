// The marking of DCQCN's congestion point: Zhu, Eran, Firestone, Guo, Lipshteyn, Liron, Padhye, Raindel, Yahia and
// Zhang, "Congestion control for large-scale RDMA deployments", SIGCOMM 2015, section 3.1: RED's line over the
// instantaneous queue.
#include "parts/queue_marking.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

struct Dcqcn {
  static constexpr const char* id = "dcqcn";
  static constexpr const char* name = "DCQCN marking";
  struct Params {
    double k_min = 5, k_max = 100;  ///< packets
    double p_max = 0.1;
    bool ecn = true;
  };
  static std::vector<ParamSpec> table() {
    return {with_role(bind<Params, &Params::k_min>("k_min", "packets", ParamKind::number, 5, {0, 1e6},
                                                   "Up to this queue nothing is marked."),
                      ParamRole::queue_threshold),
            with_role(bind<Params, &Params::k_max>("k_max", "packets", ParamKind::number, 100, {0, 1e6, true, false},
                                                   "From this queue on every packet is marked."),
                      ParamRole::queue_threshold),
            with_role(bind<Params, &Params::p_max>("p_max", "1", ParamKind::number, 0.1, {0, 1, true, false},
                                                   "Probability just below k_max."),
                      ParamRole::probability),
            ecn_on_toggle<Params>()};
  }
  static std::vector<const char*> constraints() { return {"k_min < k_max <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.below("k_min", p.k_min, "k_max", p.k_max);
    check.require(p.k_max <= link.buffer, "k_max", p.k_max, "k_max <= buffer", link.buffer);
  }
  /// Figure 5.
  static double law(const Params& p, double q) {
    if (q < p.k_min) return 0;
    return q >= p.k_max ? 1 : p.p_max * (q - p.k_min) / (p.k_max - p.k_min);
  }
  static std::vector<double> knots(const Params& p) { return {p.k_min, p.k_max}; }
};

const Register<SchemeOf<QueueMarking<Dcqcn>>> registered;

}  // namespace
}  // namespace aqm
