// The parameters of Stochastic Fair BLUE, which both of its versions read.
#pragma once
#include "profile.hpp"

namespace aqm {

struct SfbParams {
  int levels = 8, bins = 16;
  double bin_size = 20, bin_max = 25;  ///< packets
  double increment = 0.001, decrement = 1.0 / 6000;
  double penalty_rate = 10;      ///< packets/s
  double penalty_burst = 20;     ///< packets
  double rehash_interval = 600;  ///< s
  bool ecn = false;
  Details profile = Details::own;
  double warmup_time = 60;  ///< s
};

}  // namespace aqm
