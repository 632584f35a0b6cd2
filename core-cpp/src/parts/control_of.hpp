// ControlOf<T>: the catalogue entry of a congestion control that is described by a traits class T. T says:
//   struct Params                                 a plain struct
//   static constexpr const char *id, *name, *source
//   static std::vector<ParamSpec> table()
//   static std::unique_ptr<const Controller> make(const Params&)
//   static constexpr Recovery recovery; static constexpr EcnUse ecn        newreno, optional unless it differs
//   static FluidSender fluid(const Params&)
#pragma once
#include "aqm/congestion_control.hpp"
#include "param_table.hpp"
#include "registration.hpp"

namespace aqm {

class ControlTable : public CongestionControl {
 public:
  std::span<const ParamSpec> params() const final { return table_.specs(); }
  Issues check(std::span<const double> values) const final { return table_.check(full(values)); }

 protected:
  explicit ControlTable(std::vector<ParamSpec> specs) : table_(std::move(specs)) {}
  /// One number for each row of the table, NaN where it is left out.
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
  std::unique_ptr<const Controller> make(std::span<const double> values) const override {
    return T::make(params_of(values));
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
