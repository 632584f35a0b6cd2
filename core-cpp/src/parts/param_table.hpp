// The values of a parameter table: checked one by one, written into a plain struct, read from one. Schemes, sources and
// congestion controls have their parameters in such tables.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "aqm/parameters.hpp"

namespace aqm {

class ParamTable {
 public:
  explicit ParamTable(std::vector<ParamSpec> specs) : specs_(std::move(specs)) {}
  std::span<const ParamSpec> specs() const { return specs_; }

  /// Checks each value alone: finite, in its range, and whole if required.
  Issues check(const ParamValues& values) const;
  /// Sets every member of `params` in table order: to its value or to its default, which may depend on earlier members.
  void fill(void* params, const ParamValues& values, const LinkInfo& link) const;
  std::vector<double> read(const void* params) const;

 private:
  void check_list(std::size_t i, const std::vector<double>& list, Issues& issues) const;
  void check_range(std::size_t i, const ParamValues& values, Issues& issues) const;

  std::vector<ParamSpec> specs_;
};

}  // namespace aqm
