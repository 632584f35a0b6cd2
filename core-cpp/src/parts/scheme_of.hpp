// SchemeOf<T>: the catalogue entry of an AQM that is described by a traits class T. T says:
//   struct Params                          the user's parameters (a plain struct)
//   static constexpr const char *id, *name
//   static std::vector<ParamSpec> table()  and static std::vector<StateSpec> states()
//   static std::vector<const char*> constraints()                       in words
//   static void check(const Params&, const LinkInfo&, Checker&)         across parameters and with the link
//   static std::unique_ptr<QueueDiscipline> make(const Params&, const LinkInfo&, Rng)
// and, where it applies:
//   static void derive(Params&, const LinkInfo&)                        automatic values, after defaults
//   static std::vector<Computed> computed(const Params&, const LinkInfo&)
//   static std::vector<CurveSpec> curves(); static CurveAxis axis();
//   static double curve(const Params&, const LinkInfo&, int which, std::span<const double> state, double x)
//   static std::vector<double> knots(const Params&, const LinkInfo&, int which, std::span<const double> state)
//   static double extent(const Params&, const LinkInfo&)
//   static FluidOffer fluid(const Params&, const LinkInfo&, const FluidChoice&)     its counterpart in the fluid model
//   static constexpr const char* no_fluid                               why it has none
//   static constexpr const char* apart                                  why the counterpart is far from packets
//   static constexpr bool marks                                         whether it marks, without a parameter ecn
#pragma once
#include <algorithm>

#include "aqm/small.hpp"
#include "checker.hpp"
#include "scheme_table.hpp"

/// Nearly all of this code runs once per scheme or once per edit, and there is a copy of it for each scheme, so it is
/// compiled for size. The laws and disciplines themselves are compiled for speed.
namespace aqm {

template <class T>
class SchemeOf final : public SchemeTable {
 public:
  using Params = typename T::Params;

  [[gnu::noinline]] AQM_SMALL SchemeOf() : SchemeTable(T::table(), T::states(), T::constraints(), curve_list()) {}

  std::string_view id() const override { return T::id; }
  std::string_view name() const override { return T::name; }

  CurveAxis curve_axis() const override {
    if constexpr (requires { T::axis(); }) {
      return T::axis();
    } else {
      return {"avg", "packets"};
    }
  }

  AQM_SMALL Issues check(const ParamValues& values, const LinkInfo& link) const override {
    Issues issues = table().check(values);
    if (!issues.empty()) return issues;
    Checker checker(params(), values.numbers, issues);
    T::check(params_of(values, link), link, checker);
    return issues;
  }

  AQM_SMALL std::vector<double> resolve(const ParamValues& values, const LinkInfo& link) const override {
    const Params p = params_of(values, link);
    return table().read(&p);
  }

  bool marks(const ParamValues& values, const LinkInfo& link) const override {
    if constexpr (requires { T::marks; }) {
      return T::marks;
    } else {
      return Scheme::marks(values, link);
    }
  }

  AQM_SMALL std::vector<Computed> computed(const ParamValues& values, const LinkInfo& link) const override {
    if constexpr (requires(const Params& p) { T::computed(p, link); }) {
      return T::computed(params_of(values, link), link);
    } else {
      return {};
    }
  }

  AQM_SMALL void curve(const ParamValues& values, const LinkInfo& link, int which, std::span<const double> state,
                       std::span<const double> x, std::span<double> p_b) const override {
    if constexpr (requires(const Params& p) { T::curve(p, link, which, state, 0.0); }) {
      const Params p = params_of(values, link);
      for (std::size_t i = 0; i < x.size() && i < p_b.size(); ++i) p_b[i] = T::curve(p, link, which, state, x[i]);
    } else {
      for (double& value : p_b) value = kUnset;
    }
  }

  AQM_SMALL std::vector<double> knots(const ParamValues& values, const LinkInfo& link, int which,
                                      std::span<const double> state) const override {
    if constexpr (requires(const Params& p) { T::knots(p, link, which, state); }) {
      std::vector<double> all = T::knots(params_of(values, link), link, which, state);
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      return all;
    } else {
      return {};
    }
  }

  AQM_SMALL double curve_extent(const ParamValues& values, const LinkInfo& link) const override {
    if constexpr (requires(const Params& p) { T::extent(p, link); }) {
      return T::extent(params_of(values, link), link);
    } else {
      return link.buffer;
    }
  }

  /// What Register passes to the fluid room. It is a static function and not a virtual one, so that a program without a
  /// fluid model does not contain it.
  AQM_SMALL static FluidOffer counterpart(const Scheme& scheme, const ParamValues& values, const LinkInfo& link,
                                          const FluidChoice& choice) {
    if constexpr (requires(const Params& p) { T::fluid(p, link, choice); }) {
      FluidOffer offer = T::fluid(static_cast<const SchemeOf&>(scheme).params_of(values, link), link, choice);
      if constexpr (requires { T::apart; }) offer.apart = T::apart;
      return offer;
    } else {
      return {nullptr, T::no_fluid};
    }
  }

  AQM_SMALL std::unique_ptr<QueueDiscipline> make(const ParamValues& values, const LinkInfo& link,
                                                  Rng rng) const override {
    return T::make(params_of(values, link), link, rng);
  }

 private:
  AQM_SMALL static std::vector<CurveSpec> curve_list() {
    if constexpr (requires { T::curves(); }) {
      return T::curves();
    } else {
      return {};
    }
  }

  AQM_SMALL Params params_of(const ParamValues& values, const LinkInfo& link) const {
    Params p{};
    table().fill(&p, values, link);
    if constexpr (requires { T::derive(p, link); }) T::derive(p, link);
    return p;
  }
};

}  // namespace aqm
