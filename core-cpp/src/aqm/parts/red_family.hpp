// The RED family: an average, a drop law over it, and the spacing of drops. A member is a Law:
//   struct Params : RedParams                    the user's parameters
//   static constexpr const char *id, *name
//   static std::vector<ParamSpec> table(); static std::vector<const char*> constraints();
//   static double law(const Params&, const Dynamic&, double avg)   the pure base probability p_b; 1 means the forced zone
// and, where the law has a state of its own:
//   struct Dynamic                               that state, plain doubles
//   static Dynamic initial(const Params&)
//   static std::vector<StateSpec> dynamic_states(); static void write(const Dynamic&, double*); static Dynamic read(const double*)
//   static void on_arrival(const Params&, Dynamic&, const RedView&)            changes at every arrival, before the law
//   static void adapt(const Params&, Dynamic&, double avg)                     changes every `Params::interval` seconds
// A law that also looks at the instantaneous queue takes (params, dynamic, avg, q).
// curves(), knots(), extent(), check(), derive(), computed() as in scheme_of.hpp; sensible ones are provided.
#pragma once
#include "fifo.hpp"
#include "red_params.hpp"
#include "scheme_of.hpp"

namespace aqm {

/// A law without state of its own.
struct NoDynamic {};

/// What a law may look at when it updates its state at an arrival.
struct RedView {
  double avg, davg;  ///< the new average, and by how much it changed since the arrival before
  double q;          ///< packets waiting (in units of mean_pkt_size in byte mode)
  Time now;
  int bytes;        ///< size of the arriving packet
  double rate_bps;  ///< of the link
};

/// The counters of RED (aqm-spec 0.2), apart from parameters and statistics.
struct RedState {
  double count = -1;   ///< arrivals (or mean packets) since the last drop
  bool above = false;  ///< ns2 profile: the arrival before was above min_th ("old")
  double p_b = 0, p_a = 0;
};

inline std::vector<StateSpec> red_states() {
  return {
      {"avg", "packets", "The average queue that the law looks at."},
      {"p_b", "1", "Base probability: the drop curve at the average."},
      {"p_a", "1", "Probability used for this arrival, after the spacing of drops."},
      {"count", "packets", "Arrivals since the last drop."},
  };
}
inline constexpr int kRedStates = 4;

template <class Law>
struct DynamicOf {
  using type = NoDynamic;
};
template <class Law>
requires requires { typename Law::Dynamic; }
struct DynamicOf<Law> {
  using type = typename Law::Dynamic;
};

template <class Law>
class RedDiscipline final : public FifoDiscipline<RedDiscipline<Law>> {
 public:
  using Params = typename Law::Params;
  using Dynamic = typename DynamicOf<Law>::type;
  using Base = FifoDiscipline<RedDiscipline<Law>>;

  RedDiscipline(const Params& params, const LinkInfo& link)
      : Base(link.buffer),
        params_(params),
        average_(params.w_q, mean_packets_per_second(params.mean_pkt_size, link), params.profile),
        rate_bps_(link.rate_bps) {
    if constexpr (requires { Law::initial(params_); }) dynamic_ = Law::initial(params_);
    if constexpr (kAdapts) timer_ = from_seconds(params_.interval);
    if (params_.profile == Profile::ns2) state_.count = 0;
  }

  Fate decide(const Packet& packet, const Arrival& arrival) {
    const double q = params_.byte_mode ? static_cast<double>(this->bytes_) / params_.mean_pkt_size : this->packets_;
    const double avg = average_.update(q, arrival.now, arrival.link_busy);
    if constexpr (requires(const RedView& view) { Law::on_arrival(params_, dynamic_, view); }) {
      Law::on_arrival(params_, dynamic_, RedView{avg, average_.change(), q, arrival.now, packet.size, rate_bps_});
    }
    state_.p_b = p_b(avg, q);
    return params_.profile == Profile::rfj93 ? decide_rfj93(packet, avg, arrival.u)
                                             : decide_ns2(packet, avg, q, arrival.u);
  }

  void on_overflow(Time /*now*/) {
    if (params_.profile == Profile::ns2) state_.count = 0;
  }
  void on_idle(Time now) override { average_.set_idle(now); }

  Time next_timer() const override { return timer_; }
  void on_timer(Time /*now*/) override {
    if constexpr (kAdapts) {
      Law::adapt(params_, dynamic_, average_.value());
      timer_ += from_seconds(params_.interval);
    }
  }

  void observe(double* out) const override {
    out[0] = average_.value();
    out[1] = state_.p_b;
    out[2] = state_.p_a;
    out[3] = state_.count;
    if constexpr (requires { Law::write(dynamic_, out); }) Law::write(dynamic_, out + kRedStates);
  }

  /// For tests that start in the middle of a published trace.
  void set_average(double avg) { average_.set(avg); }
  Dynamic& dynamic() { return dynamic_; }

 private:
  static constexpr bool kAdapts = requires(const Params& p, Dynamic& d) { Law::adapt(p, d, 0.0); };

  double p_b(double avg, double q) const {
    if constexpr (requires { Law::law(params_, dynamic_, avg, q); }) {
      return Law::law(params_, dynamic_, avg, q);
    } else {
      return Law::law(params_, dynamic_, avg);
    }
  }

  double step(const Packet& packet) const { return params_.byte_mode ? packet.size / params_.mean_pkt_size : 1.0; }

  bool draw(const Packet& packet, double u) {
    state_.p_a = count_law(state_.p_b, state_.count, params_.count_mode);
    if (params_.byte_mode) state_.p_a = std::min(1.0, state_.p_a * packet.size / params_.mean_pkt_size);
    return u < state_.p_a;
  }

  Fate decide_rfj93(const Packet& packet, double avg, double u) {
    if (avg < params_.min_th) {
      state_.count = -1;
      state_.p_a = 0;
      return Fate::accepted;
    }
    if (state_.p_b >= 1) {
      state_.count = 0;
      state_.p_a = 1;
      return Fate::dropped_forced;
    }
    state_.count += step(packet);
    if (!draw(packet, u)) return Fate::accepted;
    state_.count = 0;
    return Base::early(packet, params_.ecn);
  }

  Fate decide_ns2(const Packet& packet, double avg, double q, double u) {
    state_.count += step(packet);
    state_.p_a = 0;
    if (avg < params_.min_th || q <= 1) {
      state_.above = false;
      return Fate::accepted;
    }
    if (state_.p_b >= 1) {
      state_.count = 0;
      state_.p_a = 1;
      return Fate::dropped_forced;
    }
    if (!state_.above) {  // the first arrival above min_th starts the count and is never dropped
      state_.above = true;
      state_.count = step(packet);
      return Fate::accepted;
    }
    if (!draw(packet, u)) return Fate::accepted;
    state_.count = 0;
    return Base::early(packet, params_.ecn);
  }

  Params params_;
  RedAverage average_;
  RedState state_;
  Dynamic dynamic_{};
  Time timer_ = kNever;
  double rate_bps_;
};

/// What SchemeOf wants to know of a member of the family.
template <class Law>
struct RedFamily : Law {
  using Params = typename Law::Params;
  using Dynamic = typename DynamicOf<Law>::type;

  static std::vector<StateSpec> states() {
    std::vector<StateSpec> all = red_states();
    if constexpr (requires { Law::dynamic_states(); }) {
      for (const StateSpec& s : Law::dynamic_states()) all.push_back(s);
    }
    return all;
  }

  static void check(const Params& p, const LinkInfo& link, Checker& checker) {
    check_thresholds(p, link, checker);
    if constexpr (requires { Law::check(p, link, checker); }) Law::check(p, link, checker);
  }

  static std::vector<CurveSpec> curves() {
    if constexpr (requires { Law::curves(); }) {
      return Law::curves();
    } else {
      return {{"drop probability", requires {typename Law::Dynamic;
    }
  }
};
}  // namespace aqm
}

static double curve(const Params& p, const LinkInfo& link, int which, std::span<const double> state, double x) {
  if constexpr (requires { Law::curve(p, link, which, state, x); }) {
    return Law::curve(p, link, which, state, x);
  } else if constexpr (requires { Law::law(p, Dynamic{}, x, x); }) {
    return Law::law(p, dynamic_of(p, state), x, x);
  } else {
    return Law::law(p, dynamic_of(p, state), x);
  }
}

/// The law's own state out of a recorded row, or its initial state.
static Dynamic dynamic_of(const Params& p, std::span<const double> state) {
  if constexpr (requires { Law::read(state.data()); }) {
    if (state.size() > kRedStates) return Law::read(state.data() + kRedStates);
  }
  if constexpr (requires { Law::initial(p); }) {
    return Law::initial(p);
  } else {
    return Dynamic{};
  }
}

static std::vector<double> knots(const Params& p, const LinkInfo& link, int which, std::span<const double> state) {
  if constexpr (requires { Law::knots(p, link, which, state); }) {
    return Law::knots(p, link, which, state);
  } else {
    return {p.min_th, p.max_th};
  }
}

static double extent(const Params& p, const LinkInfo& link) {
  if constexpr (requires { Law::extent(p, link); }) {
    return Law::extent(p, link);
  } else {
    return std::max(1.25 * p.max_th, static_cast<double>(link.buffer));
  }
}

static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng /*rng*/) {
  return std::make_unique<RedDiscipline<Law>>(p, link);
}
}
;

}  // namespace aqm
