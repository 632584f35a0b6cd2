// The RED family: an average, a drop law over it, and the spacing of drops. A member is a Law:
//   struct Params : RedParams                    the user's parameters
//   static constexpr const char *id, *name
//   static std::vector<ParamSpec> table(); static std::vector<const char*> constraints();
//   static double law(const Params&, const Dynamic&, double avg)   the pure base probability p_b; 1: the forced zone
// and, if the law has a state of its own:
//   struct Dynamic                               that state
//   static Dynamic initial(const Params&)
//   static std::vector<StateSpec> dynamic_states(); static void write(const Dynamic&, double*);
//   static Dynamic read(const Params&, const double*)
//   static void on_arrival(const Params&, Dynamic&, const RedView&)            changes at every arrival, before the law
//   static void adapt(const Params&, Dynamic&, double avg)                     changes every `Params::interval` seconds
//   static double weight(const Params&, const Dynamic&)                        the average's weight, if it is not w_q
// A law that also depends on the instantaneous queue takes (params, dynamic, avg, q).
//   static bool below(const Params&, double avg, double q)    where nothing is dropped, if that is not avg < min_th
//   static void on_departure(const Params&, RedAverage&, double q)     a packet has left, q still wait
//   static constexpr bool kAdaptsInLinux                Linux has the scheme (linux_red.hpp); whether max_p adapts
//   static const char* why_no_fluid()                         why the fluid model has no counterpart (laws/red_law.hpp)
//   static constexpr const char* apart                        why its counterpart is far from packets
//   static const char* without_fluid(const Params&)     the same for some parameter values only; null: there is one
//   static void check_thresholds(const Params&, const LinkInfo&, Checker&)     if it is not min_th < max_th <= buffer
// curves(), knots(), extent(), check(), derive(), computed() as in scheme_of.hpp; sensible defaults are provided.
#pragma once
#include "laws/red_law.hpp"
#include "linux_red.hpp"
#include "red_gate.hpp"
#include "red_scale.hpp"
#include "scheme_of.hpp"

namespace aqm {

/// A law without state of its own.
struct NoDynamic {};

/// What a law may read when it updates its state at an arrival.
struct RedView {
  double avg, davg;  ///< the new average, and its change since the previous arrival
  double q;          ///< packets waiting (in units of mean_pkt_size in byte mode)
  Time now;
  int bytes;        ///< size of the arriving packet
  double rate_bps;  ///< of the link
  std::uint32_t flow = 0;
};

template <class Law>
concept HasDynamic = requires {
  typename Law::Dynamic;
};

template <class Law>
struct DynamicOf {
  using type = NoDynamic;
};
template <HasDynamic Law>
struct DynamicOf<Law> {
  using type = typename Law::Dynamic;
};

/// A member's algorithm without a queue: average, state of the law, law and spacing.
template <class Law>
class RedControl {
 public:
  using Params = typename Law::Params;
  using Dynamic = typename DynamicOf<Law>::type;

  RedControl(const Params& params, const LinkInfo& link)
      : params_(params),
        average_(params.w_q, mean_packets_per_second(params.mean_pkt_size, link), params.profile),
        gate_(params),
        rate_bps_(link.rate_bps) {
    if constexpr (requires { Law::initial(params_); }) dynamic_ = Law::initial(params_);
    if constexpr (kAdapts) timer_ = from_seconds(params_.interval);
    if constexpr (requires { Law::weight(params_, dynamic_); }) average_.set_weight(Law::weight(params_, dynamic_));
  }

  /// One arrival that finds `packets`, together `bytes`, waiting.
  Fate arrive(int packets, std::int64_t bytes, const Packet& packet, const Arrival& arrival) {
    const double q = queue(packets, bytes);
    const double avg = average_.update(q, arrival.now, arrival.link_busy);
    if constexpr (requires(const RedView& view) { Law::on_arrival(params_, dynamic_, view); }) {
      Law::on_arrival(params_, dynamic_,
                      RedView{avg, average_.change(), q, arrival.now, packet.size, rate_bps_, packet.flow});
    }
    return gate_.decide(params_, packet, below(avg, q), q, p_b(avg, q), arrival.u);
  }

  void depart(int packets, std::int64_t bytes) {
    if constexpr (requires { Law::on_departure(params_, average_, 0.0); }) {
      Law::on_departure(params_, average_, queue(packets, bytes));
    }
  }
  void overflow() { gate_.on_overflow(params_); }
  void idle(Time now) { average_.set_idle(now); }

  Time next_timer() const { return timer_; }
  void on_timer() {
    if constexpr (kAdapts) {
      Law::adapt(params_, dynamic_, average_.value());
      if constexpr (requires { Law::weight(params_, dynamic_); }) average_.set_weight(Law::weight(params_, dynamic_));
      timer_ += from_seconds(params_.interval);
    }
  }

  void observe(double* out) const {
    out[0] = average_.value();
    out[1] = gate_.state().p_b;
    out[2] = gate_.state().p_a;
    out[3] = gate_.state().count;
    if constexpr (requires { Law::write(dynamic_, out); }) Law::write(dynamic_, out + kRedStates);
  }

  /// To start in the middle of a history: sets the average, and with it the change that the next arrival sees.
  void set_average(double avg) { average_.set(avg); }
  Dynamic& dynamic() { return dynamic_; }

 private:
  static constexpr bool kAdapts = requires(const Params& p, Dynamic& d) { Law::adapt(p, d, 0.0); };

  double queue(int packets, std::int64_t bytes) const {
    return params_.byte_mode ? static_cast<double>(bytes) / params_.mean_pkt_size : packets;
  }

  bool below(double avg, double q) const {
    if constexpr (requires { Law::below(params_, avg, q); }) {
      return Law::below(params_, avg, q);
    } else {
      return avg < params_.min_th;
    }
  }

  double p_b(double avg, double q) const {
    if constexpr (requires { Law::law(params_, dynamic_, avg, q); }) {
      return Law::law(params_, dynamic_, avg, q);
    } else {
      return Law::law(params_, dynamic_, avg);
    }
  }

  Params params_;
  RedAverage average_;
  RedGate gate_;
  Dynamic dynamic_{};
  Time timer_ = kNever;
  double rate_bps_;
};

template <class Law>
class RedDiscipline final : public FifoDiscipline<RedDiscipline<Law>> {
 public:
  using Base = FifoDiscipline<RedDiscipline<Law>>;

  RedDiscipline(const typename Law::Params& params, const LinkInfo& link) : Base(link.buffer), control_(params, link) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    return control_.arrive(this->packets_, this->bytes_, packet, arrival);
  }
  void on_overflow(Time /*now*/) { control_.overflow(); }
  void on_taken(const Packet& /*packet*/, Time /*now*/) { control_.depart(this->packets_, this->bytes_); }
  void on_idle(Time now) override { control_.idle(now); }
  Time next_timer() const override { return control_.next_timer(); }
  void on_timer(Time /*now*/) override { control_.on_timer(); }
  void observe(double* out) const override { control_.observe(out); }

 private:
  RedControl<Law> control_;
};

/// The members that SchemeOf needs from a law of the family.
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
    if constexpr (requires { Law::check_thresholds(p, link, checker); }) {
      Law::check_thresholds(p, link, checker);
    } else {
      check_red_thresholds(p, link, checker);
    }
    if constexpr (requires { Law::kAdaptsInLinux; }) check_red_linux(p, p.mean_pkt_size, checker);
    if constexpr (requires { Law::check(p, link, checker); }) Law::check(p, link, checker);
  }

  static std::vector<CurveSpec> curves() {
    if constexpr (requires { Law::curves(); }) {
      return Law::curves();
    } else {
      return {{"drop probability", HasDynamic<Law>}};
    }
  }

  static double curve(const Params& p, const LinkInfo& /*link*/, [[maybe_unused]] int which,
                      std::span<const double> state, double x) {
    if constexpr (requires { Law::curve(p, which, dynamic_of(p, state), x); }) {
      return Law::curve(p, which, dynamic_of(p, state), x);
    } else if constexpr (requires { Law::law(p, Dynamic{}, x, x); }) {
      return Law::law(p, dynamic_of(p, state), x, x);
    } else {
      return Law::law(p, dynamic_of(p, state), x);
    }
  }

  static std::vector<double> knots(const Params& p, const LinkInfo& /*link*/, [[maybe_unused]] int which,
                                   [[maybe_unused]] std::span<const double> state) {
    if constexpr (requires { Law::knots(p, which, dynamic_of(p, state)); }) {
      const auto all = Law::knots(p, which, dynamic_of(p, state));
      return {all.begin(), all.end()};
    } else {
      return {p.min_th, p.max_th};
    }
  }

  static double extent(const Params& p, const LinkInfo& link) {
    const double buffer = link.buffer;
    if constexpr (requires { Law::curve_end(p); }) {
      return std::max(1.05 * Law::curve_end(p), buffer);
    } else {
      return std::max(1.25 * p.max_th, buffer);
    }
  }

  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, [[maybe_unused]] Rng rng) {
    if constexpr (requires { Law::kAdaptsInLinux; }) {
      if (is_linux(p)) return std::make_unique<kernel::RedQueue>(p, link, rng, Law::kAdaptsInLinux);
    }
    return std::make_unique<RedDiscipline<Law>>(p, link);
  }

  /// The functions that laws/red_law.hpp calls at a crossing.
  using View = RedView;

  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice& choice) {
    static_assert(
        !requires { Law::no_fluid; }, "a member of the RED family says it in why_no_fluid()");
    if constexpr (requires { Law::why_no_fluid(); }) {
      return {nullptr, Law::why_no_fluid()};
    } else {
      if constexpr (requires { Law::without_fluid(p); }) {
        if (const char* why = Law::without_fluid(p)) return {nullptr, why};
      }
      fluid::RedScale scale = fluid_scale(p, link, choice.drops);
      if constexpr (requires { Law::load_levels(p); }) {
        // Variance over mean of the packets that arrive in 0.1 s, in eight lanes without a swing: 0.34 to 0.41. Senders
        // that are clocked by acknowledgements send more evenly than by chance.
        constexpr double kDispersion = 0.4;
        scale.load_window = p.rho_window;
        scale.load_scatter = std::sqrt(kDispersion * 8 * link.packet_size / (link.rate_bps * p.rho_window));
      }
      // If drops do not remove packets from the queue at once, the law keeps its jumps.
      const double limit = choice.ramped() ? link.buffer * scale.unit : kInfinity;
      FluidOffer offer;
      if constexpr (requires { Law::fluid_law(p, scale, limit); }) {
        offer.law = Law::fluid_law(p, scale, limit);
      } else {
        offer.law = fluid_law_of(p, link, scale, limit);
      }
      offer.note = spacing_note(p, choice.drops);
      offer.dispersion = spacing_dispersion(p);
      if (offer.law->has_ramps()) {
        if (!offer.note.empty()) offer.note += ' ';
        offer.note += kRampsNote;
      }
      return offer;
    }
  }

 private:
  static constexpr bool kIsCurve =
      (!HasDynamic<Law> || requires { requires Law::records_only(); }) && !requires(const Params& p) {
    Law::law(p, Dynamic{}, 0.0, 0.0);
  };

  static std::shared_ptr<const FluidLaw> fluid_law_of(const Params& p, const LinkInfo& link,
                                                      const fluid::RedScale& scale, double limit) {
    std::vector<double> all = knots(p, link, 0, {});
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if constexpr (kIsCurve) {
      const Dynamic state = dynamic_of(p, {});
      const auto law = [&](double x) {
        return std::min(1.0, scale.spacing * scale.unit * Law::law(p, state, scale.unit * x));
      };
      for (double& knot : all) knot /= scale.unit;
      std::vector<fluid::Ramp> ramps;
      if (std::isfinite(limit)) ramps = fluid::ramps_of(law, all, link.buffer, fluid::kSmear / scale.unit);
      const auto forced = [=](double x) {
        return fluid::share_forced([=](double at) { return Law::law(p, state, scale.unit * at) >= 1; }, ramps, x);
      };
      return std::make_shared<fluid::StaticLaw>(law, all, scale.weight, extent(p, link) / scale.unit, ramps, forced);
    } else {
      return std::make_shared<fluid::RedLawOf<RedFamily>>(p, scale, all, limit);
    }
  }

  /// The law's own state from a recorded row, or its initial state.
  static Dynamic dynamic_of(const Params& p, std::span<const double> state) {
    if constexpr (requires { Law::read(p, state.data()); }) {
      if (state.size() > kRedStates) return Law::read(p, state.data() + kRedStates);
    }
    if constexpr (requires { Law::initial(p); }) {
      return Law::initial(p);
    } else {
      return Dynamic{};
    }
  }
};

}  // namespace aqm
