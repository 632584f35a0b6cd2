// What SchemeOf<T> does with tables alone, once for all schemes: ranges, defaults, reading and writing of parameters.
#pragma once
#include "aqm/scheme.hpp"

namespace aqm {

class SchemeTable : public Scheme {
 public:
  std::span<const ParamSpec> params() const final { return table_; }
  std::span<const StateSpec> states() const final { return states_; }
  std::span<const char* const> constraints() const final { return constraints_; }
  std::span<const CurveSpec> curves() const final { return curves_; }

 protected:
  SchemeTable(std::vector<ParamSpec> table, std::vector<StateSpec> states, std::vector<const char*> constraints,
              std::vector<CurveSpec> curves);

  /// Each value by itself: finite, in its range, whole where it has to be.
  Issues check_ranges(const ParamValues& values) const;
  /// Sets every member of `params` in table order: its value, or its default, which may depend on the members before.
  void fill(void* params, const ParamValues& values, const LinkInfo& link) const;
  std::vector<double> read(const void* params) const;

 private:
  void check_range(std::size_t i, const ParamValues& values, Issues& issues) const;

  std::vector<ParamSpec> table_;
  std::vector<StateSpec> states_;
  std::vector<const char*> constraints_;
  std::vector<CurveSpec> curves_;
};

}  // namespace aqm
