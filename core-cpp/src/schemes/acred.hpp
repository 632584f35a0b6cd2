// The law of AC-RED: Pan, Zhang, Zhao, Shi, Kong and Cui, "A Novel Active Queue Management Algorithm Based on Average
// Queue Length Change Rate", IEEE Access, 2022. The rate of change of the average selects one of three curves; all of
// them depend on a threshold that moves.
#pragma once
#include "laws/trend_law.hpp"
#include "parts/moving_threshold.hpp"

namespace aqm {

struct AcredParams : RedParams {
  double ac_th = 90, d_th = 0.005;
  double step_down = 2.0 / 3, step_up = 1.5;
  double mid_th0 = 40;
  MidUpdate mid_update = MidUpdate::always;
  double p1_coeff = 2;
  bool as_printed = false;
};

struct AcredLaw : HasMovingThreshold {
  static constexpr const char* id = "acred";
  static constexpr const char* name = "AC-RED";
  using Params = AcredParams;
  struct Dynamic : MovingThreshold {
    int law = 2;
  };

  /// Equation 5: law 1 while the average rises by more than d_th per arrival, law 3 while it falls, law 2 between.
  static int law_of(double dave, double d_th) { return dave > d_th ? 1 : dave >= 0 ? 2 : 3; }

  static Dynamic initial(const Params& p) { return {{0, p.mid_th0}, 2}; }
  static std::vector<StateSpec> dynamic_states() {
    return {{"dave", "packets", "Change of the average at this arrival."},
            mid_th_state(),
            {"law", "1", "Which of the laws P1, P2 and P3 is in force."}};
  }
  static void write(const Dynamic& d, double* out) {
    HasMovingThreshold::write(d, out);
    out[2] = d.law;
  }
  static Dynamic read(const Params&, const double* in) { return {{in[0], in[1]}, static_cast<int>(in[2])}; }

  static void on_arrival(const Params& p, Dynamic& d, const RedView& view) { set_change(p, d, view.avg, view.davg); }
  /// Equations 4 and 5.
  static void set_change(const Params& p, Dynamic& d, double avg, double dave) {
    d.davg = dave;
    d.law = law_of(dave, p.d_th);
    if (!moves(p.mid_update, p, avg)) return;
    d.mid_th = moved_threshold(d.mid_th, dave, p.d_th, p.step_down, p.step_up, p.min_th, p.max_th);
  }

  /// The average changes by w_q (q - avg) at an arrival.
  static std::vector<fluid::TrendBand> trend_bands(const Params& p) {
    return {{-kInfinity, 2, -1}, {0, 1, p.d_th / 2}, {p.d_th / p.w_q, 0, 2 * p.d_th + 1}};
  }
  static std::shared_ptr<const FluidLaw> fluid_law(const Params& p, const fluid::RedScale& scale, double limit) {
    return std::make_shared<fluid::TrendLaw<AcredLaw, RedView>>(p, scale, limit);
  }

  static double law(const Params& p, const Dynamic& d, double avg) { return law(p, d.law, d.mid_th, avg); }
  static double law(const Params& p, int which, double mid, double avg) {
    return which == 1 ? p1(p, mid, avg) : which == 2 ? p2(p, mid, avg) : p3(p, mid, avg);
  }

  /// Equation 7; `p1_coeff` is 2 as printed, or 1/3 for a curve that ends at max_p.
  static double p1(const Params& p, double mid, double avg) {
    if (avg < p.min_th) return 0;
    const double two_thirds = 2 * p.max_p / 3;
    const double j1 = (p.min_th + mid) / 2, j2 = (mid + p.max_th) / 2;
    if (avg < j1) {
      const double z = 2 * (avg - p.min_th) / (mid - p.min_th);
      return two_thirds * z * z;
    }
    if (avg > j2) return 1;
    return std::min(1.0,
                    two_thirds + p.p1_coeff * p.max_p * math::cbrt((2 * avg - mid - p.min_th) / (p.max_th - p.min_th)));
  }

  /// Equation 9, in a reading that is continuous (see models/aqm/acred.md), or as printed with its values clamped.
  static double p2(const Params& p, double mid, double avg) {
    if (avg < p.min_th) return 0;
    if (avg < mid) return cubic(p, mid, avg);
    if (avg < p.max_th) {
      const double from = p.as_printed ? p.min_th : mid;
      return std::min(1.0, p.max_p / 2 * (1 + math::cbrt((avg - from) / (p.max_th - mid))));
    }
    if (avg > p.ac_th || p.as_printed) return 1;
    const double z = (p.ac_th - avg) / (p.ac_th - p.max_th);
    return 1 - (1 - p.max_p) * z * std::sqrt(z);
  }

  /// Equation 10.
  static double p3(const Params& p, double mid, double avg) {
    if (avg < p.min_th) return 0;
    if (avg < mid) return cubic(p, mid, avg);
    if (avg > p.max_th) return 1;
    if (p.max_th == mid) return p.max_p;  // the segment consists of its right end only
    return p.max_p / 2 * (1 + std::sqrt((avg - mid) / (p.max_th - mid)));
  }

  static std::vector<CurveSpec> curves() {
    return {{"P1: rising fast", true}, {"P2: steady", true}, {"P3: falling", true}};
  }
  static double curve(const Params& p, int which, const Dynamic& d, double avg) {
    return law(p, which + 1, d.mid_th, avg);
  }
  static fluid::Knots knots(const Params& p, int which, const Dynamic& d) {
    if (which == 0) return {p.min_th, (p.min_th + d.mid_th) / 2, (d.mid_th + p.max_th) / 2};
    if (which == 1 && !p.as_printed) return {p.min_th, d.mid_th, p.max_th, p.ac_th};
    return {p.min_th, d.mid_th, p.max_th};
  }
  static double curve_end(const Params& p) { return p.ac_th; }

 private:
  static double cubic(const Params& p, double mid, double avg) {
    const double z = (avg - p.min_th) / (mid - p.min_th);
    return p.max_p / 2 * z * z * z;
  }
};

}  // namespace aqm
