// RED with a timer that adapts max_p and the weight of the average: state, parameter.
#pragma once
#include "adaptive_max_p.hpp"

namespace aqm {

/// The dynamic state of a law that adapts both. It also holds the average at the previous adaptation.
struct HasAdaptiveWeight {
  struct Dynamic {
    double max_p = 0, w_q = 0, avg_old = 0;
  };
  static Dynamic initial(const RedParams& p) { return {p.max_p, p.w_q, 0}; }
  static double weight(const RedParams&, const Dynamic& d) { return d.w_q; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"max_p", "1", "The adapted max_p.", ParamRole::probability},
            {"w_q now", "1", "The adapted weight of the average.", ParamRole::weight},
            {"avg_old", "packets", "The average at the latest adaptation."}};
  }
  static void write(const Dynamic& d, double* out) {
    out[0] = d.max_p;
    out[1] = d.w_q;
    out[2] = d.avg_old;
  }
  static Dynamic read(const RedParams&, const double* in) { return {in[0], in[1], in[2]}; }
};

}  // namespace aqm
