// ControlOf<T>: the catalogue entry of a congestion control that is described by a traits class T. T has
//   struct Params                                 a plain struct
//   static constexpr const char *id, *name, *source
//   static std::vector<ParamSpec> table()
//   static FluidSender fluid(const Params&)
//   static constexpr Recovery recovery; static constexpr EcnUse ecn
// and, where it differs from standard TCP (for the meaning see Controller in aqm/congestion_control.hpp):
//   struct State                                  of a connection, of any size
//   static constexpr bool accurate_echo           the receiver echoes each mark separately
//   static constexpr bool counts_marks            the receiver reports how many marks it has received
//   static constexpr bool reports_delay           the receiver reports the one-way delay of what it received
//   static constexpr double floor, abe, burst_seconds, burst_least
//   static void grow, slow_start, acknowledged    (const Params&, State&, const Connection&, const AckEvent&)
//   static void held, congested, timed_out, restarted                     (const Params&, State&, const Connection&)
//   static double after_loss, after_echo          (const Params&, State&, const Connection&, double in_network)
//   static void steer                             (const Params&, State&, const Connection&, const AckEvent&)
//   static void lost                              (const Params&, State&, const Connection&, const LostSegment&)
//   static double pacing_rate, window             (const Params&, State&, const Connection&)
//   static int phase                              (const Params&, State&, const Connection&), with a static std::array
//                                                 phases of the names
// A hook exists if T has a function of its name. A hook with other arguments does not compile, and clang refuses a name
// that is not in this list (tests/misspelt).
#pragma once
#include <new>
#include <type_traits>

#include "aqm/congestion_control.hpp"
#include "param_table.hpp"
#include "registration.hpp"

namespace aqm {

/// For a congestion control without state.
struct NoState {};

namespace hooks {
template <class T>
concept Grow = requires {
  &T::grow;
};
template <class T>
concept SlowStart = requires {
  &T::slow_start;
};
template <class T>
concept Acknowledged = requires {
  &T::acknowledged;
};
template <class T>
concept Held = requires {
  &T::held;
};
template <class T>
concept Congested = requires {
  &T::congested;
};
template <class T>
concept TimedOut = requires {
  &T::timed_out;
};
template <class T>
concept Restarted = requires {
  &T::restarted;
};
template <class T>
concept AfterLoss = requires {
  &T::after_loss;
};
template <class T>
concept AfterEcho = requires {
  &T::after_echo;
};
template <class T>
concept Steer = requires {
  &T::steer;
};
template <class T>
concept Lost = requires {
  &T::lost;
};
template <class T>
concept PacingRate = requires {
  &T::pacing_rate;
};
template <class T>
concept Window = requires {
  &T::window;
};
template <class T>
concept Phase = requires {
  &T::phase;
};
}  // namespace hooks

template <class T>
struct StateOf {
  using Type = NoState;
};
template <class T>
requires requires { typename T::State; }
struct StateOf<T> {
  using Type = typename T::State;
};

/// The hooks of T behind the common interface. A hook that T does not have is the one of standard TCP.
template <class T>
class ControllerOf final : public Controller {
 public:
  using Params = typename T::Params;
  using State = typename StateOf<T>::Type;
  static_assert(std::is_trivially_copyable_v<State> && alignof(State) <= 8);

  explicit ControllerOf(const Params& params) : params_(params) {
    asks = {hooks::Acknowledged<T>, hooks::SlowStart<T>,
            hooks::Grow<T>,         hooks::Held<T>,
            hooks::Steer<T>,        hooks::Acknowledged<T> || hooks::SlowStart<T> || hooks::Grow<T> || hooks::Steer<T>,
            hooks::PacingRate<T>,   hooks::Window<T>};
    if constexpr (requires { T::accurate_echo; }) accurate_echo = T::accurate_echo;
    if constexpr (requires { T::counts_marks; }) counts_marks = T::counts_marks;
    if constexpr (requires { T::reports_delay; }) reports_delay = T::reports_delay;
    if constexpr (requires { T::floor; }) floor = T::floor;
    if constexpr (requires { T::abe; }) abe = T::abe;
    if constexpr (requires { T::burst_seconds; }) burst_seconds = T::burst_seconds;
    if constexpr (requires { T::burst_least; }) burst_least = T::burst_least;
    if constexpr (!std::is_empty_v<State>) state_bytes = sizeof(State);
  }

  void open(const Connection& c) const override {
    if constexpr (!std::is_empty_v<State>) new (c.own) State{};
  }
  void grow(const Connection& c, const AckEvent& ack) const override {
    if constexpr (hooks::Grow<T>) {
      T::grow(params_, state(c), c, ack);
    } else {
      Controller::grow(c, ack);
    }
  }
  void slow_start(const Connection& c, const AckEvent& ack) const override {
    if constexpr (hooks::SlowStart<T>) {
      T::slow_start(params_, state(c), c, ack);
    } else {
      Controller::slow_start(c, ack);
    }
  }
  void held(const Connection& c) const override {
    if constexpr (hooks::Held<T>) T::held(params_, state(c), c);
  }
  double after_loss(const Connection& c, double in_network) const override {
    if constexpr (hooks::AfterLoss<T>) {
      return T::after_loss(params_, state(c), c, in_network);
    } else {
      return Controller::after_loss(c, in_network);
    }
  }
  double after_echo(const Connection& c, double in_network) const override {
    if constexpr (hooks::AfterEcho<T>) {
      return T::after_echo(params_, state(c), c, in_network);
    } else {
      return Controller::after_echo(c, in_network);
    }
  }
  void congested(const Connection& c) const override {
    if constexpr (hooks::Congested<T>) T::congested(params_, state(c), c);
  }
  void timed_out(const Connection& c) const override {
    if constexpr (hooks::TimedOut<T>) T::timed_out(params_, state(c), c);
  }
  void restarted(const Connection& c) const override {
    if constexpr (hooks::Restarted<T>) T::restarted(params_, state(c), c);
  }
  void acknowledged(const Connection& c, const AckEvent& ack) const override {
    if constexpr (hooks::Acknowledged<T>) T::acknowledged(params_, state(c), c, ack);
  }
  void steer(const Connection& c, const AckEvent& ack) const override {
    if constexpr (hooks::Steer<T>) T::steer(params_, state(c), c, ack);
  }
  void lost(const Connection& c, const LostSegment& segment) const override {
    if constexpr (hooks::Lost<T>) T::lost(params_, state(c), c, segment);
  }
  double pacing_rate(const Connection& c) const override {
    if constexpr (hooks::PacingRate<T>) {
      return T::pacing_rate(params_, state(c), c);
    } else {
      return Controller::pacing_rate(c);
    }
  }
  double window(const Connection& c) const override {
    if constexpr (hooks::Window<T>) {
      return T::window(params_, state(c), c);
    } else {
      return Controller::window(c);
    }
  }
  int phase(const Connection& c) const override {
    if constexpr (hooks::Phase<T>) {
      return T::phase(params_, state(c), c);
    } else {
      return Controller::phase(c);
    }
  }

 private:
  static State& state(const Connection& c) { return *std::launder(reinterpret_cast<State*>(c.own)); }
  Params params_;
};

class ControlTable : public CongestionControl {
 public:
  std::span<const ParamSpec> params() const final { return table_.specs(); }
  Issues check(std::span<const double> values) const final { return table_.check(full(values)); }

 protected:
  explicit ControlTable(std::vector<ParamSpec> specs) : table_(std::move(specs)) {}
  /// One number for each row of the table, NaN for a value that is left out.
  ParamValues full(std::span<const double> values) const {
    ParamValues out;
    out.numbers.assign(values.begin(),
                       values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), params().size())));
    out.numbers.resize(params().size(), kUnset);
    return out;
  }
  const ParamTable& table() const { return table_; }

 private:
  ParamTable table_;
};

template <class T>
class ControlOf final : public ControlTable {
 public:
  ControlOf() : ControlTable(T::table()), registration_(*this) {}
  std::string_view id() const override { return T::id; }
  std::string_view name() const override { return T::name; }
  std::string_view source() const override { return T::source; }
  Recovery recovery() const override { return T::recovery; }
  EcnUse ecn() const override { return T::ecn; }
  bool needs_sack() const override { return hooks::Steer<T>; }
  std::span<const char* const> phases() const override {
    if constexpr (hooks::Phase<T>) {
      return T::phases;
    } else {
      return {};
    }
  }
  std::unique_ptr<const Controller> make(std::span<const double> values) const override {
    return std::make_unique<ControllerOf<T>>(params_of(values));
  }
  FluidSender fluid(std::span<const double> values) const override { return T::fluid(params_of(values)); }

 private:
  typename T::Params params_of(std::span<const double> values) const {
    typename T::Params p{};
    table().fill(&p, full(values), {});
    return p;
  }
  Registration<CongestionControl> registration_;
};

}  // namespace aqm
