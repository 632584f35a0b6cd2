// The parameters of DualPI2, which both of its versions read.
#pragma once
#include "profile.hpp"

namespace aqm {

struct DualPi2Params {
  double target = 0.015, interval = 0.016;  ///< s
  double alpha = 0.16, beta = 3.2;          ///< 1/s
  double k = 2;
  double step = 0.001;  ///< s
  double c_weight = 0.1;
  Details profile = Details::own;
  bool drop_overload = true;
};

}  // namespace aqm
