// The rarely used half of the average, compiled apart from the other half (docs/engines.md, note 12).
#include "red_average.hpp"

namespace aqm {

void RedAverage::decay(double q, Time now) {
  const double m = to_seconds(now - idle_since_) * packets_per_second_;
  idle_since_ = now;
  if (profile_ == Profile::rfj93) {
    avg_ *= math::exp(m * log_keep_);
  } else {
    avg_ = math::exp((std::floor(m) + 1) * log_keep_) * avg_ + w_q_ * q;
  }
}

}  // namespace aqm
