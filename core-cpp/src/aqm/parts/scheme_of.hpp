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
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "aqm/scheme.hpp"
#include "checker.hpp"

namespace aqm {

template <class T>
class SchemeOf final : public Scheme {
 public:
  using Params = typename T::Params;

  std::string_view id() const override { return T::id; }
  std::string_view name() const override { return T::name; }
  std::span<const ParamSpec> params() const override { return table_; }
  std::span<const StateSpec> states() const override { return states_; }
  std::span<const char* const> constraints() const override { return constraints_; }
  std::span<const CurveSpec> curves() const override { return curves_; }

  CurveAxis curve_axis() const override {
    if constexpr (requires { T::axis(); }) {
      return T::axis();
    } else {
      return {"avg", "packets"};
    }
  }

  Issues check(const ParamValues& values, const LinkInfo& link) const override {
    Issues issues;
    if (values.numbers.size() != table_.size()) {
      issues.push_back({true, -1, static_cast<double>(values.numbers.size()),
                        "one number for each of the " + std::to_string(table_.size()) + " parameters", kUnset});
      return issues;
    }
    for (std::size_t i = 0; i < table_.size(); ++i) check_range(static_cast<int>(i), values, issues);
    if (!issues.empty()) return issues;
    Checker checker(table_, issues);
    T::check(params_of(values, link), link, checker);
    return issues;
  }

  std::vector<double> resolve(const ParamValues& values, const LinkInfo& link) const override {
    const Params p = params_of(values, link);
    std::vector<double> numbers;
    numbers.reserve(table_.size());
    for (const ParamSpec& spec : table_) numbers.push_back(spec.get ? spec.get(&p) : kUnset);
    return numbers;
  }

  std::vector<Computed> computed(const ParamValues& values, const LinkInfo& link) const override {
    if constexpr (requires(const Params& p) { T::computed(p, link); }) {
      return T::computed(params_of(values, link), link);
    } else {
      return {};
    }
  }

  void curve(const ParamValues& values, const LinkInfo& link, int which, std::span<const double> state,
             std::span<const double> x, std::span<double> p_b) const override {
    if constexpr (requires(const Params& p) { T::curve(p, link, which, state, 0.0); }) {
      const Params p = params_of(values, link);
      for (std::size_t i = 0; i < x.size() && i < p_b.size(); ++i) p_b[i] = T::curve(p, link, which, state, x[i]);
    } else {
      for (double& value : p_b) value = kUnset;
    }
  }

  std::vector<double> knots(const ParamValues& values, const LinkInfo& link, int which,
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

  double curve_extent(const ParamValues& values, const LinkInfo& link) const override {
    if constexpr (requires(const Params& p) { T::extent(p, link); }) {
      return T::extent(params_of(values, link), link);
    } else {
      return link.buffer;
    }
  }

  std::unique_ptr<QueueDiscipline> make(const ParamValues& values, const LinkInfo& link, Rng rng) const override {
    return T::make(params_of(values, link), link, rng);
  }

 private:
  static std::vector<CurveSpec> curve_list() {
    if constexpr (requires { T::curves(); }) {
      return T::curves();
    } else {
      return {};
    }
  }

  Params params_of(const ParamValues& values, const LinkInfo& link) const {
    Params p{};
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const ParamSpec& spec = table_[i];
      if (spec.kind == ParamKind::list) {
        *spec.list(&p) = values.list.empty() ? spec.list_fallback : values.list;
        continue;
      }
      double value = values.numbers[i];
      if (std::isnan(value)) value = spec.computed ? spec.computed(&p, link) : spec.fallback;
      spec.set(&p, value);
    }
    if constexpr (requires { T::derive(p, link); }) T::derive(p, link);
    return p;
  }

  void check_range(int i, const ParamValues& values, Issues& issues) const {
    const ParamSpec& spec = table_[static_cast<std::size_t>(i)];
    const Range& range = spec.range;
    if (spec.kind == ParamKind::list) {
      if (values.list.size() % static_cast<std::size_t>(spec.list_width) != 0) {
        issues.push_back({true, i, static_cast<double>(values.list.size()),
                          "rows of " + std::to_string(spec.list_width) + " numbers", kUnset});
      }
      for (const double v : values.list) {
        if (!std::isfinite(v)) issues.push_back({true, i, v, "finite numbers", kUnset});
      }
      return;
    }
    const double v = values.numbers[static_cast<std::size_t>(i)];
    if (std::isnan(v)) return;  // left out
    const bool above = range.min_open ? v > range.min : v >= range.min;
    const bool below = range.max_open ? v < range.max : v <= range.max;
    if (!std::isfinite(v) || !above || !below) {
      issues.push_back({true, i, v, range_text(spec), nearest_in(range, v)});
    } else if (spec.kind != ParamKind::number && v != std::floor(v)) {
      issues.push_back({true, i, v, std::string(spec.name) + " is a whole number", std::round(v)});
    }
  }

  static std::string number_text(double v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", v);
    return text;
  }

  static std::string range_text(const ParamSpec& spec) {
    const Range& r = spec.range;
    std::string text;
    if (std::isfinite(r.min)) text += number_text(r.min) + (r.min_open ? " < " : " <= ");
    text += spec.name;
    if (std::isfinite(r.max)) text += (r.max_open ? " < " : " <= ") + number_text(r.max);
    return text;
  }

  static double nearest_in(const Range& r, double v) {
    if (std::isnan(v)) return kUnset;
    const double bound = v <= r.min ? r.min : r.max;
    const bool open = v <= r.min ? r.min_open : r.max_open;
    return open ? kUnset : bound;  // an open end has no nearest value
  }

  std::vector<ParamSpec> table_ = T::table();
  std::vector<StateSpec> states_ = T::states();
  std::vector<const char*> constraints_ = T::constraints();
  std::vector<CurveSpec> curves_ = curve_list();
};

}  // namespace aqm
