// The parameters of SFQ, which both of its versions read.
#pragma once
#include "profile.hpp"

namespace aqm {

struct SfqParams {
  Details profile = Details::own;
  int buckets = 16;
  int maxqueue = 40;  ///< packets
  // Of Linux alone.
  int depth = 127, flows = 127;
  int quantum = 1500;  ///< bytes
  bool headdrop = false;
  double red_min = 0, red_max = 45000;  ///< bytes; 0: no RED
  double red_max_p = 0.02, red_w_q = 0.0625;
  bool red_ecn = false, red_harddrop = false;
};

}  // namespace aqm
