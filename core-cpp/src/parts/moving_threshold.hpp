// A threshold between min_th and max_th that follows the trend of the average queue (AQMRD, AC-RED).
#pragma once
#include <algorithm>

#include "red_family.hpp"

namespace aqm {

/// Where the average must be for the threshold to move.
enum class MidUpdate : int { in_band, always };

struct MovingThreshold {
  double davg = 0;    ///< change of the average at the latest arrival, packets
  double mid_th = 0;  ///< packets
};

/// Moves down by `step_down` while the average rises by more than `d_th` per arrival, and up by `step_up` while it
/// falls.
inline double moved_threshold(double mid_th, double davg, double d_th, double step_down, double step_up, double min_th,
                              double max_th) {
  if (davg > d_th) return std::max(min_th, mid_th - step_down);
  if (davg < 0) return std::min(max_th, mid_th + step_up);
  return mid_th;
}

/// The dynamic state of a law with such a threshold, and how it is recorded.
struct HasMovingThreshold {
  using Dynamic = MovingThreshold;
  static void write(const Dynamic& d, double* out) {
    out[0] = d.davg;
    out[1] = d.mid_th;
  }

 protected:
  static bool moves(MidUpdate update, const RedParams& p, double avg) {
    return update == MidUpdate::always || (avg >= p.min_th && avg < p.max_th);
  }
};

template <class P>
ParamSpec mid_update_choice(MidUpdate fallback) {
  return choice<P, &P::mid_update>("mid_update", {"in_band", "always"}, static_cast<int>(fallback),
                                   "Whether mid_th moves only while min_th <= avg < max_th, or at every arrival.");
}

inline StateSpec mid_th_state() { return {"mid_th", "packets", "The moving threshold.", ParamRole::queue_threshold}; }

}  // namespace aqm
