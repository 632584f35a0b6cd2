#include "parts/registration.hpp"

#include "aqm/congestion_control.hpp"
#include "aqm/scheme.hpp"
#include "aqm/source.hpp"

namespace aqm {

std::span<const Scheme* const> catalogue() { return entries_of<Scheme>(); }
const Scheme* find_scheme(std::string_view id) { return entry_of<Scheme>(id); }
std::shared_ptr<const Scheme> described(const Scheme& entry, const ParamValues& values) {
  if (auto own = entry.of(values)) return own;
  return {std::shared_ptr<const Scheme>(), &entry};  // entries live for ever
}
std::shared_ptr<const Scheme> find_scheme(std::string_view id, const ParamValues& values) {
  const Scheme* entry = find_scheme(id);
  return entry == nullptr ? nullptr : described(*entry, values);
}

// Weak: fluid/counterparts.cpp replaces it if that is linked.
[[gnu::weak]] void keep_counterpart(const Scheme& /*scheme*/, Counterpart /*counterpart*/) {}

std::span<const SourceKind* const> sources() { return entries_of<SourceKind>(); }
const SourceKind* find_source(std::string_view id) { return entry_of<SourceKind>(id); }

std::span<const CongestionControl* const> congestion_controls() { return entries_of<CongestionControl>(); }
const CongestionControl* find_congestion_control(std::string_view id) { return entry_of<CongestionControl>(id); }

bool set_value(TrafficGroup& row, std::string_view name, Span value) {
  const SourceKind* kind = find_source(row.kind);
  if (kind == nullptr) return false;
  const auto params = kind->params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].name != name) continue;
    if (row.values.size() < params.size()) row.values.resize(params.size(), Span{kUnset, kUnset});
    row.values[i] = value;
    return true;
  }
  return false;
}

}  // namespace aqm
