// The controller of PIE: Pan et al., HPSR 2013; RFC 8033. The queueing delay and its change steer a probability.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "aqm/scheme.hpp"

#include "delay_target.hpp"
#include "fifo.hpp"
#include "profile.hpp"
#include "ticker.hpp"

namespace aqm {

struct PieParams {
  double target = 0.015, interval = 0.015;  ///< s
  double alpha = 0.125, beta = 1.25;        ///< 1/s
  double max_burst = 0.15;                  ///< s
  bool cap_adjust = true, derandomize = false;
  bool ecn = false;
  double ecn_limit = 0.1;
  bool byte_mode = false;
  Details profile = Details::own;
  bool dq_rate_estimator = false;
};

/// The smaller p is, the smaller are its steps (RFC 8033 section 4.2): the loop's gain grows like 1/sqrt(p).
constexpr std::array<double, 6> kPieLevels{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1};
constexpr std::array<double, 7> kPieScales{1.0 / 2048, 1.0 / 512, 1.0 / 128, 1.0 / 32, 1.0 / 8, 1.0 / 2, 1.0};
/// The number of levels that p has reached.
constexpr std::size_t pie_level(double p) {
  std::size_t level = 0;
  while (level < kPieLevels.size() && p >= kPieLevels[level]) ++level;
  return level;
}

/// The largest increase per update of a probability above 0.1, with `cap_adjust` (RFC 8033 section 5.5).
constexpr double kPieLargestStep = 0.02;
/// The factor of an update while nothing waits (RFC 8033 section 4.2).
constexpr double kPieDecay = 0.98;

/// One update of the probability, from the queueing delay now and one interval ago, s.
inline double pie_step(const PieParams& params, double p, double qdelay, double qdelay_old, std::size_t level) {
  double d = kPieScales[level] * (params.alpha * (qdelay - params.target) + params.beta * (qdelay - qdelay_old));
  if (params.cap_adjust && level == kPieLevels.size()) d = std::min(d, kPieLargestStep);
  p = std::clamp(p + d, 0.0, 1.0);
  return qdelay == 0 && qdelay_old == 0 ? kPieDecay * p : p;
}
inline double pie_step(const PieParams& params, double p, double qdelay, double qdelay_old) {
  return pie_step(params, p, qdelay, qdelay_old, pie_level(p));
}

/// The safeguard (RFC 8033 section 4.1): a small probability drops nothing while the delay is short.
constexpr double kPieSmall = 0.2;
constexpr double pie_short_delay(const PieParams& params) { return params.target / 2; }  // s
constexpr bool pie_spares(const PieParams& params, double p, double qdelay) {
  return qdelay < pie_short_delay(params) && p < kPieSmall;
}

class PieController {
 public:
  /// `mean_size`: bytes of a packet of mean size.
  PieController(const PieParams& params, int mean_size)
      : params_(params), mean_size_(mean_size), burst_allowance_(from_seconds(params.max_burst)) {}

  /// A packet leaves after `sojourn` seconds; `bytes` still wait.
  void taken(double sojourn, std::int64_t bytes) { qdelay_ = bytes == 0 ? 0 : sojourn; }

  /// Every interval.
  void update() {
    p_ = pie_step(params_, p_, qdelay_, qdelay_old_);
    if (p_ == 0) accumulated_ = 0;  // RFC 8033 section 5.4
    burst_allowance_ = std::max<Time>(0, burst_allowance_ - from_seconds(params_.interval));
    if (p_ == 0 && qdelay_ < params_.target / 2 && qdelay_old_ < params_.target / 2)
      burst_allowance_ = from_seconds(params_.max_burst);
    qdelay_old_ = qdelay_;
  }

  /// An arrival that finds `bytes` waiting.
  Fate decide(const Packet& packet, std::int64_t bytes, double u) {
    if (burst_allowance_ > 0 || pie_spares(params_, p_, qdelay_old_) || bytes <= 2 * mean_size_) return Fate::accepted;
    // In bytes (RFC 8033 section 5.4, as Linux): the drop probability of a packet is proportional to its size.
    const double p = params_.byte_mode ? p_ * std::min(1.0, packet.size / static_cast<double>(mean_size_)) : p_;
    if (params_.derandomize ? !spaced_draw(p, u) : u >= p) return Fate::accepted;
    accumulated_ = 0;
    return early_signal(packet, params_.ecn && p_ <= params_.ecn_limit);
  }
  void overflow() { accumulated_ = 0; }

  double p() const { return p_; }
  double qdelay() const { return qdelay_; }
  double burst_allowance() const { return to_seconds(burst_allowance_); }

 private:
  /// De-randomisation (RFC 8033 section 5.4): no drop before 0.85 expected drops, and a drop at 8.5 at the latest.
  bool spaced_draw(double p, double u) {
    accumulated_ += p;
    return accumulated_ >= 8.5 || (accumulated_ >= 0.85 && u < p);
  }

  PieParams params_;
  std::int64_t mean_size_;
  double p_ = 0, qdelay_ = 0, qdelay_old_ = 0, accumulated_ = 0;
  Time burst_allowance_;  ///< an integer: ten intervals of 15 ms are exactly 150 ms, without a rounding error
};

/// target, interval, alpha, beta and max_burst.
template <class P>
std::vector<ParamSpec> pie_params() {
  std::vector<ParamSpec> all =
      delay_params<P>(0.015, 1e-4, 0.015, {0.001, 1}, "Time between two updates of the probability.");
  all.push_back(bind<P, &P::alpha>("alpha", "1/s", ParamKind::number, 0.125, {0, 100, true, false},
                                   "Weight of the delay's distance from the target."));
  all.push_back(bind<P, &P::beta>("beta", "1/s", ParamKind::number, 1.25, {0, 100, true, false},
                                  "Weight of the delay's change since the update before."));
  all.push_back(bind<P, &P::max_burst>("max_burst", "s", ParamKind::number, 0.15, {0, 10},
                                       "After a quiet time nothing is dropped for this long."));
  return all;
}

template <class P>
ParamSpec pie_profile(const char* own) {
  return profile_choice<P>(
      own,
      "As its text has it, or as Linux: drops always spaced, the first update after half a second, "
      "another decay, integers, and what else differs there.");
}

inline std::vector<StateSpec> pie_states() {
  return {{"p", "1", "Drop probability.", ParamRole::probability},
          {"qdelay", "s", "Queueing delay of the packet that left last; 0 when none waits.", ParamRole::delay_target},
          {"burst_allowance", "s", "While it lasts nothing is dropped."}};
}

}  // namespace aqm
