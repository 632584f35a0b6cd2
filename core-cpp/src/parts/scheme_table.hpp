// The part of SchemeOf<T> that needs only tables, compiled once for all schemes.
#pragma once
#include "aqm/scheme.hpp"
#include "param_table.hpp"

namespace aqm {

class SchemeTable : public Scheme {
 public:
  std::span<const ParamSpec> params() const final { return table_.specs(); }
  std::span<const StateSpec> states() const final { return states_; }
  std::span<const char* const> constraints() const final { return constraints_; }
  std::span<const CurveSpec> curves() const final { return curves_; }

 protected:
  SchemeTable(std::vector<ParamSpec> table, std::vector<StateSpec> states, std::vector<const char*> constraints,
              std::vector<CurveSpec> curves);

  const ParamTable& table() const { return table_; }

 private:
  ParamTable table_;
  std::vector<StateSpec> states_;
  std::vector<const char*> constraints_;
  std::vector<CurveSpec> curves_;
};

}  // namespace aqm
