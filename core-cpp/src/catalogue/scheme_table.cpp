#include "parts/scheme_table.hpp"

#include <utility>

namespace aqm {

SchemeTable::SchemeTable(std::vector<ParamSpec> table, std::vector<StateSpec> states,
                         std::vector<const char*> constraints, std::vector<CurveSpec> curves)
    : table_(std::move(table)),
      states_(std::move(states)),
      constraints_(std::move(constraints)),
      curves_(std::move(curves)) {}

}  // namespace aqm
