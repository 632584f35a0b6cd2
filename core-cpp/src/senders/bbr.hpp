// BBR version 3 (draft-ietf-ccwg-bbr, of August 2026): the sender has a model of its path, the rate at which the path
// delivers and its shortest round trip. It paces at that rate, and probes above and below it in turn. Names and the
// order of steps are the draft's. Windows are in segments, rates in segments per second.
//
// Left out: undoing the reaction to a loss that was none (section 5.5.11; nothing is reordered here), and marks
// (section 3.6 leaves them open).
#pragma once
#include <algorithm>
#include <array>

#include "parts/control_of.hpp"

namespace aqm {

/// The largest value of the last rounds, from three stored values (Kathleen Nichols' filter, as in the draft).
class WindowedMax {
 public:
  double update(double value, std::uint32_t round, std::uint32_t window) {
    const Sample now{value, round};
    if (value >= best_[0].value || round - best_[2].round > window) {
      best_ = {now, now, now};
      return value;
    }
    if (value >= best_[1].value) {
      best_[1] = best_[2] = now;
    } else if (value >= best_[2].value) {
      best_[2] = now;
    }
    const std::uint32_t age = round - best_[0].round;
    if (age > window) {
      best_ = {best_[1], best_[2], now};
      if (round - best_[0].round > window) best_ = {best_[1], best_[2], now};
    } else if (best_[1].round == best_[0].round && age > window / 4) {
      best_[1] = best_[2] = now;
    } else if (best_[2].round == best_[1].round && age > window / 2) {
      best_[2] = now;
    }
    return best_[0].value;
  }

 private:
  struct Sample {
    double value = 0;
    std::uint32_t round = 0;
  };
  std::array<Sample, 3> best_{};
};

struct Bbr {
  static constexpr const char* id = "bbr";
  static constexpr const char* name = "BBRv3";
  static constexpr const char* source = "draft-ietf-ccwg-bbr";
  static constexpr Recovery recovery = Recovery::newreno;
  static constexpr EcnUse ecn = EcnUse::none;

  // Section 2.5 and following.
  static constexpr double kLossThreshold = 0.02, kBeta = 0.7, kHeadroom = 0.15;
  static constexpr double kMinPipe = 4;  ///< segments
  static constexpr Time kMinRttFilter = 10 * kSecond, kProbeRttInterval = 5 * kSecond, kProbeRttDuration = kSecond / 5;
  static constexpr std::uint32_t kExtraAckedFilter = 10;  ///< rounds
  static constexpr double kPacingMargin = 0.99;
  static constexpr int kFullLosses = 6;  ///< in a round, that end Startup

  enum class Phase : std::uint8_t { startup, drain, down, cruise, refill, up, probe_rtt };
  static constexpr std::array phases{"Startup",        "Drain",      "ProbeBW Down", "ProbeBW Cruise",
                                     "ProbeBW Refill", "ProbeBW Up", "ProbeRTT"};
  struct Gains {
    double pacing, cwnd;
  };
  /// Section 5.6.1, by phase.
  static constexpr std::array<Gains, 7> kGains{{{2.77, 2}, {0.5, 2}, {0.9, 2}, {1, 2}, {1, 2}, {1.25, 2.25}, {1, 0.5}}};

  enum class Acks : std::uint8_t { init, refilling, starting, feedback, stopping };

  struct Params {};
  struct State {
    Phase phase = Phase::startup;
    Acks acks = Acks::init;
    bool begun = false, recovering = false, idle_restart = false;
    bool round_start = false, loss_round_start = false, loss_in_round = false, lost_now = false;
    bool full_bw_reached = false, full_bw_now = false;
    bool bw_probe_sample = false, probe_too_high = false, probe_precautionary = false;
    bool probe_rtt_expired = false, probe_rtt_round_done = false;
    int full_bw_count = 0, loss_events = 0, probe_up_rounds = 0;
    std::uint32_t round_count = 0, next_round_delivered = 0, loss_round_delivered = 0;
    std::uint32_t rounds_since_probe_up = 0, drain_start_round = 0;
    double initial_window = 0, prior_cwnd = 0;
    double pacing_rate = 0;                                ///< segments/s
    double max_bw = 0, bw = 0, bw_before = 0, bw_now = 0;  ///< the last two: those of the last cycle and of this one
    double bw_latest = 0, inflight_latest = 0, full_bw = 0;
    double bw_shortterm = kInfinity, inflight_shortterm = kInfinity, inflight_longterm = kInfinity;
    double probe_up_acked_per_inc = kInfinity, probe_up_acked = 0;
    double extra_acked = 0, extra_acked_delivered = 0, max_inflight = 0;
    WindowedMax extra_acked_filter;
    Time extra_acked_start = 0, cycle_stamp = 0, probe_wait = 0;
    Time min_rtt = kNever, min_rtt_stamp = 0, probe_rtt_min_delay = kNever, probe_rtt_min_stamp = 0, probe_rtt_done = 0;
  };
  static std::vector<ParamSpec> table() { return {}; }

  // ---- hooks --------------------------------------------------------------------------------------------------------

  /// Section 5.2.3.
  static void steer(const Params&, State& s, const Connection& c, const AckEvent& ack) {
    if (!ack.sample->any) return;
    if (!s.begun) begin(s, c);
    if (s.recovering && !ack.recovering) {
      s.recovering = false;
      restore_cwnd(s, c);
    }
    const Seen seen{s, c, ack, *ack.sample};
    update_latest_delivery_signals(seen);
    update_congestion_signals(seen);
    update_ack_aggregation(seen);
    check_full_bw_reached(seen);
    check_startup_done(seen);
    check_drain_done(seen);
    update_probe_bw_cycle_phase(seen);
    update_min_rtt(seen);
    check_probe_rtt(seen);
    if (s.loss_round_start) {
      s.bw_latest = seen.rs.rate;
      s.inflight_latest = seen.rs.delivered;
    }
    s.bw = std::min(s.max_bw, s.bw_shortterm);
    set_pacing_rate(s, kGains[static_cast<std::size_t>(s.phase)].pacing);
    set_cwnd(seen);
  }

  /// Section 5.5.10.2, HandleLostPacket.
  static void lost(const Params&, State& s, const Connection& c, const LostSegment& lost) {
    s.lost_now = true;
    if (!s.loss_in_round) s.loss_round_delivered = c.delivery->delivered;
    s.loss_in_round = true;
    if (!s.bw_probe_sample || lost.lost <= lost.in_flight * kLossThreshold) return;
    // The segments in flight when losses crossed the threshold: InflightAtLoss, for one segment.
    const double before = lost.in_flight - 1;
    const double prefix = (kLossThreshold * before - (lost.lost - 1.0)) / (1 - kLossThreshold);
    handle_inflight_too_high(s, c, before + prefix, lost.app_limited);
  }

  static void congested(const Params&, State& s, const Connection& c) { save_at_loss(s, c); }
  static void timed_out(const Params&, State& s, const Connection& c) { save_at_loss(s, c); }

  /// Section 5.4.1.
  static void restarted(const Params&, State& s, const Connection& c) {
    if (c.una != c.high || c.delivery->app_limited == 0) return;
    s.idle_restart = true;
    s.extra_acked_start = c.now;
    if (in_probe_bw(s)) {
      set_pacing_rate(s, 1);
    } else if (s.phase == Phase::probe_rtt) {
      check_probe_rtt_done(s, c);
    }
  }

  static double pacing_rate(const Params&, State& s, const Connection& c) {
    return s.begun ? s.pacing_rate : initial_rate(c);
  }

  static int phase(const Params&, State& s, const Connection&) { return static_cast<int>(s.phase); }

  static FluidSender fluid(const Params&) {
    FluidSender sender;
    sender.none =
        "It sends at a rate that it measures, by phases of its own clock, which none of the model's equations of "
        "senders does; the published model (Scherrer et al. 2022) is of BBRv1 and BBRv2.";
    return sender;
  }

 private:
  /// What the steps of an acknowledgement share.
  struct Seen {
    State& s;
    const Connection& c;
    const AckEvent& ack;
    const RateSample& rs;
  };

  /// Section 5.2.1, the part that needs a clock or a window.
  static void begin(State& s, const Connection& c) {
    s.begun = true;
    s.initial_window = c.cwnd;
    s.pacing_rate = initial_rate(c);
    s.min_rtt_stamp = s.probe_rtt_min_stamp = s.extra_acked_start = c.now;
    s.next_round_delivered = 0;
  }

  /// InitPacingRate.
  static double initial_rate(const Connection& c) {
    return kGains[0].pacing * c.cwnd / (c.srtt > 0 ? to_seconds(c.srtt) : 1e-3);
  }

  // ---- the model ----------------------------------------------------------------------------------------------------

  static void start_round(State& s, const Connection& c) { s.next_round_delivered = c.delivery->delivered; }

  static void update_latest_delivery_signals(const Seen& a) {
    State& s = a.s;
    s.loss_round_start = false;
    s.bw_latest = std::max(s.bw_latest, a.rs.rate);
    s.inflight_latest = std::max<double>(s.inflight_latest, a.rs.delivered);
    if (a.rs.prior_delivered >= s.loss_round_delivered) {
      s.loss_round_delivered = a.c.delivery->delivered;
      s.loss_round_start = true;
    }
  }

  static void update_congestion_signals(const Seen& a) {
    State& s = a.s;
    update_max_bw(a);
    if (s.lost_now) ++s.loss_events;
    s.lost_now = false;
    if (!s.loss_round_start) return;
    if (!is_probing_bw(s) && s.loss_in_round) {
      if (s.bw_shortterm == kInfinity) s.bw_shortterm = s.max_bw;
      if (s.inflight_shortterm == kInfinity) s.inflight_shortterm = a.c.cwnd;
      s.bw_shortterm = std::max(s.bw_latest, kBeta * s.bw_shortterm);
      s.inflight_shortterm = std::max(s.inflight_latest, kBeta * s.inflight_shortterm);
    }
    s.loss_in_round = false;
  }

  static void update_max_bw(const Seen& a) {
    State& s = a.s;
    s.round_start = a.rs.prior_delivered >= s.next_round_delivered;
    if (s.round_start) {
      start_round(s, a.c);
      ++s.round_count;
      ++s.rounds_since_probe_up;
    }
    if (a.rs.rate > 0 && (a.rs.rate >= s.max_bw || !a.rs.app_limited)) {
      s.bw_now = std::max(s.bw_now, a.rs.rate);
      s.max_bw = std::max(s.bw_before, s.bw_now);
    }
  }

  static void advance_max_bw_filter(State& s) {
    if (s.bw_now == 0) return;  // a cycle without a sample does not change the estimate
    s.bw_before = s.bw_now;
    s.bw_now = 0;
  }

  static void update_ack_aggregation(const Seen& a) {
    State& s = a.s;
    double expected = s.bw * to_seconds(a.c.now - s.extra_acked_start);
    if (s.extra_acked_delivered <= expected) {
      s.extra_acked_delivered = 0;
      s.extra_acked_start = a.c.now;
      expected = 0;
    }
    s.extra_acked_delivered += a.ack.delivered;
    const double extra = std::min(s.extra_acked_delivered - expected, a.c.cwnd);
    s.extra_acked = s.extra_acked_filter.update(extra, s.round_count, s.full_bw_reached ? kExtraAckedFilter : 1);
  }

  static void reset_full_bw(State& s) {
    s.full_bw = 0;
    s.full_bw_count = 0;
    s.full_bw_now = false;
  }

  /// Section 5.3.1.2.
  static void check_full_bw_reached(const Seen& a) {
    State& s = a.s;
    if (s.full_bw_now || !s.round_start || a.rs.app_limited) return;
    if (a.rs.rate >= s.full_bw * 1.25) {
      reset_full_bw(s);
      s.full_bw = a.rs.rate;
      return;
    }
    s.full_bw_now = ++s.full_bw_count >= 3;
    s.full_bw_reached = s.full_bw_reached || s.full_bw_now;
  }

  // ---- Startup and Drain --------------------------------------------------------------------------------------------

  static void check_startup_done(const Seen& a) {
    State& s = a.s;
    if (s.phase == Phase::startup && s.loss_round_start && a.ack.recovering && s.loss_events >= kFullLosses &&
        is_inflight_too_high(a.rs)) {
      s.full_bw_reached = true;  // section 5.3.1.3
      s.inflight_longterm = std::max(bdp(s), s.inflight_latest);
    }
    if (s.loss_round_start) s.loss_events = 0;
    if (s.phase == Phase::startup && s.full_bw_reached) {
      s.phase = Phase::drain;
      s.drain_start_round = s.round_count;
    }
  }

  static void check_drain_done(const Seen& a) {
    State& s = a.s;
    if (s.phase == Phase::drain &&
        (a.ack.in_flight <= inflight(s, a.c, s.bw) || s.round_count > s.drain_start_round + 3)) {
      start_down(s, a.c);
    }
  }

  // ---- ProbeBW ------------------------------------------------------------------------------------------------------

  static bool in_probe_bw(const State& s) { return s.phase >= Phase::down && s.phase <= Phase::up; }
  static bool is_probing_bw(const State& s) {
    return s.phase == Phase::startup || s.phase == Phase::refill || s.phase == Phase::up;
  }

  static void start_down(State& s, const Connection& c) {
    s.loss_in_round = false;  // ResetCongestionSignals
    s.bw_latest = s.inflight_latest = 0;
    s.probe_up_acked_per_inc = kInfinity;
    s.rounds_since_probe_up = c.rng->below(2);  // PickProbeWait, section 5.3.3.5
    s.probe_wait = from_seconds(2 + c.rng->uniform());
    s.cycle_stamp = c.now;
    s.acks = Acks::stopping;
    start_round(s, c);
    s.phase = Phase::down;
  }
  static void start_refill(State& s, const Connection& c) {
    s.bw_shortterm = s.inflight_shortterm = kInfinity;
    s.probe_up_rounds = 0;
    s.probe_up_acked = 0;
    s.probe_precautionary = false;
    s.acks = Acks::refilling;
    start_round(s, c);
    s.phase = Phase::refill;
  }
  static void start_up(const Seen& a) {
    State& s = a.s;
    s.acks = Acks::starting;
    start_round(s, a.c);
    reset_full_bw(s);
    s.full_bw = a.rs.rate;
    s.phase = Phase::up;
    raise_slope(a);
  }

  static void update_probe_bw_cycle_phase(const Seen& a) {
    State& s = a.s;
    if (!s.full_bw_reached || adapt_long_term_model(a) || !in_probe_bw(s)) return;
    switch (s.phase) {
      case Phase::down:
        if (!is_time_to_probe_bw(a) && a.ack.in_flight <= inflight_with_headroom(s) &&
            a.ack.in_flight <= inflight(s, a.c, s.max_bw)) {
          s.phase = Phase::cruise;
        }
        break;
      case Phase::cruise: is_time_to_probe_bw(a); break;
      case Phase::refill:
        if (s.round_start) {
          s.bw_probe_sample = true;
          start_up(a);
        }
        break;
      case Phase::up:
        if (is_time_to_go_down(a)) {
          s.probe_too_high = false;
          start_down(s, a.c);
        }
        break;
      default: break;
    }
  }

  static bool is_time_to_probe_bw(const Seen& a) {
    State& s = a.s;
    const bool as_reno = s.rounds_since_probe_up >= std::min(target_inflight(s, a.c), 63.0);
    if (!as_reno && a.c.now <= s.cycle_stamp + s.probe_wait) return false;
    start_refill(s, a.c);
    return true;
  }

  static bool is_time_to_go_down(const Seen& a) {
    State& s = a.s;
    if (s.probe_too_high && a.ack.in_flight >= s.inflight_longterm) {
      s.probe_precautionary = true;
      return true;
    }
    if (a.ack.limit == Limit::window && a.c.cwnd >= s.inflight_longterm) {
      reset_full_bw(s);  // inflight_longterm is the limit
      s.full_bw = a.rs.rate;
      return false;
    }
    return s.full_bw_now;
  }

  static void raise_slope(const Seen& a) {
    const double growth = static_cast<double>(1U << a.s.probe_up_rounds);
    a.s.probe_up_rounds = std::min(a.s.probe_up_rounds + 1, 30);
    a.s.probe_up_acked_per_inc = std::max(a.c.cwnd / growth, 1.0);
  }

  static void probe_inflight_longterm_upward(const Seen& a) {
    State& s = a.s;
    if (a.ack.limit != Limit::window || a.c.cwnd < s.inflight_longterm) return;
    s.probe_up_acked += a.ack.delivered;
    if (s.probe_up_acked >= s.probe_up_acked_per_inc) {
      const double delta = std::floor(s.probe_up_acked / s.probe_up_acked_per_inc);
      s.probe_up_acked -= delta * s.probe_up_acked_per_inc;
      s.inflight_longterm += delta;
    }
    if (s.round_start) raise_slope(a);
  }

  static bool adapt_long_term_model(const Seen& a) {
    State& s = a.s;
    if (s.acks == Acks::starting && s.round_start) s.acks = Acks::feedback;
    if (s.acks == Acks::stopping && s.round_start) {
      s.bw_probe_sample = false;
      s.acks = Acks::init;
      if (in_probe_bw(s) && !a.rs.app_limited) advance_max_bw_filter(s);
      if (in_probe_bw(s) && s.probe_precautionary && !s.probe_too_high) {
        start_refill(s, a.c);
        return true;
      }
    }
    if (!is_inflight_too_high(a.rs)) {
      if (s.inflight_longterm == kInfinity) return false;
      s.inflight_longterm = std::max(s.inflight_longterm, a.rs.in_flight);
      if (s.phase == Phase::up) probe_inflight_longterm_upward(a);
    }
    return false;
  }

  static bool is_inflight_too_high(const RateSample& rs) { return rs.lost > rs.in_flight * kLossThreshold; }

  static void handle_inflight_too_high(State& s, const Connection& c, double in_flight, bool app_limited) {
    s.probe_too_high = true;
    s.bw_probe_sample = false;
    if (!app_limited) s.inflight_longterm = std::max(in_flight, target_inflight(s, c) * kBeta);
    if (s.phase == Phase::up) start_down(s, c);
  }

  // ---- ProbeRTT -----------------------------------------------------------------------------------------------------

  static void update_min_rtt(const Seen& a) {
    State& s = a.s;
    s.probe_rtt_expired = a.c.now > s.probe_rtt_min_stamp + kProbeRttInterval;
    if (a.rs.rtt < s.probe_rtt_min_delay || s.probe_rtt_expired) {
      s.probe_rtt_min_delay = a.rs.rtt;
      s.probe_rtt_min_stamp = a.c.now;
    }
    if (s.probe_rtt_min_delay < s.min_rtt || a.c.now > s.min_rtt_stamp + kMinRttFilter) {
      s.min_rtt = s.probe_rtt_min_delay;
      s.min_rtt_stamp = s.probe_rtt_min_stamp;
    }
  }

  static void check_probe_rtt(const Seen& a) {
    State& s = a.s;
    if (s.phase != Phase::probe_rtt && s.probe_rtt_expired && !s.idle_restart) {
      save_cwnd(s, a.c);
      s.phase = Phase::probe_rtt;
      s.probe_rtt_done = 0;
      s.acks = Acks::stopping;
      start_round(s, a.c);
    }
    if (s.phase == Phase::probe_rtt) handle_probe_rtt(a);
    if (a.rs.delivered > 0) s.idle_restart = false;
  }

  static void handle_probe_rtt(const Seen& a) {
    State& s = a.s;
    Delivery& delivery = *a.c.delivery;
    delivery.app_limited = std::max(delivery.delivered + static_cast<std::uint32_t>(a.ack.in_flight), 1U);
    if (s.probe_rtt_done == 0) {
      if (a.ack.in_flight > probe_rtt_cwnd(s)) return;
      s.probe_rtt_done = a.c.now + kProbeRttDuration;
      s.probe_rtt_round_done = false;
      start_round(s, a.c);
    } else {
      if (s.round_start) s.probe_rtt_round_done = true;
      if (s.probe_rtt_round_done) check_probe_rtt_done(s, a.c);
    }
  }

  static void check_probe_rtt_done(State& s, const Connection& c) {
    if (s.probe_rtt_done == 0 || c.now <= s.probe_rtt_done) return;
    s.probe_rtt_min_stamp = c.now;
    restore_cwnd(s, c);
    s.bw_shortterm = s.inflight_shortterm = kInfinity;
    if (s.full_bw_reached) {
      start_down(s, c);
      s.phase = Phase::cruise;
    } else {
      s.phase = Phase::startup;
    }
  }

  // ---- windows and rates --------------------------------------------------------------------------------------------

  static double bdp(const State& s) { return s.min_rtt == kNever ? s.initial_window : s.bw * to_seconds(s.min_rtt); }
  static double target_inflight(const State& s, const Connection& c) { return std::min(bdp(s), c.cwnd); }

  static double with_budget(const State& s, const Connection& c, double cap) {
    cap = std::max({cap, 3 * c.bursts->at(s.pacing_rate), kMinPipe});
    return s.phase == Phase::up ? cap + 2 : cap;
  }
  static double inflight(const State& s, const Connection& c, double bw) {
    return with_budget(s, c, s.min_rtt == kNever ? s.initial_window : bw * to_seconds(s.min_rtt));
  }
  static double inflight_with_headroom(const State& s) {
    if (s.inflight_longterm == kInfinity) return kInfinity;
    return std::max(s.inflight_longterm - std::max(1.0, kHeadroom * s.inflight_longterm), kMinPipe);
  }
  static double probe_rtt_cwnd(const State& s) {
    return std::max(kGains[static_cast<std::size_t>(Phase::probe_rtt)].cwnd * bdp(s), kMinPipe);
  }

  static void set_pacing_rate(State& s, double gain) {
    const double rate = gain * s.bw * kPacingMargin;
    if (rate > 0 && (s.full_bw_reached || rate > s.pacing_rate)) s.pacing_rate = rate;
  }

  /// Sections 5.6.4.7 and 5.6.4.8.
  static void set_cwnd(const Seen& a) {
    State& s = a.s;
    double& cwnd = a.c.cwnd;
    const double gain = kGains[static_cast<std::size_t>(s.phase)].cwnd;
    s.max_inflight = with_budget(s, a.c, (s.min_rtt == kNever ? s.initial_window : gain * bdp(s)) + s.extra_acked);
    if (s.full_bw_reached) {
      cwnd = std::min(cwnd + a.ack.delivered, s.max_inflight);
    } else if (cwnd < s.max_inflight || a.c.delivery->delivered < s.initial_window) {
      cwnd += a.ack.delivered;
    }
    cwnd = std::max(cwnd, kMinPipe);
    if (s.phase == Phase::probe_rtt) cwnd = std::min(cwnd, probe_rtt_cwnd(s));
    double cap = kInfinity;
    if (s.phase == Phase::probe_rtt || s.phase == Phase::cruise) {
      cap = inflight_with_headroom(s);
    } else if (in_probe_bw(s)) {
      cap = s.inflight_longterm;
    }
    cwnd = std::min(cwnd, std::max(std::min(cap, s.inflight_shortterm), kMinPipe));
  }

  static void save_cwnd(State& s, const Connection& c) {
    s.prior_cwnd = s.recovering || s.phase == Phase::probe_rtt ? std::max(s.prior_cwnd, c.cwnd) : c.cwnd;
  }
  static void save_at_loss(State& s, const Connection& c) {
    save_cwnd(s, c);
    s.recovering = true;
  }
  static void restore_cwnd(const State& s, const Connection& c) { c.cwnd = std::max(c.cwnd, s.prior_cwnd); }
};

}  // namespace aqm
