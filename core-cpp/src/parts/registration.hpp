// How an entry enters its catalogue: through a constant in its own source file, and only there.
#pragma once
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace aqm {

/// A link of the list that static initialisation builds; only `entries_of` reads it.
template <class Entry>
class Registration {
 public:
  explicit Registration(const Entry& entry) : entry_(entry), next_(head()) { head() = this; }
  const Entry& entry() const { return entry_; }
  const Registration* next() const { return next_; }
  static const Registration*& head() {
    static const Registration* first = nullptr;
    return first;
  }

 private:
  const Entry& entry_;
  const Registration* next_;
};

/// All registered entries of type `Entry`, sorted by id.
template <class Entry>
std::span<const Entry* const> entries_of() {
  static const std::vector<const Entry*> entries = [] {
    std::vector<const Entry*> all;
    for (auto r = Registration<Entry>::head(); r != nullptr; r = r->next()) all.push_back(&r->entry());
    std::sort(all.begin(), all.end(), [](const Entry* a, const Entry* b) { return a->id() < b->id(); });
    return all;
  }();
  return entries;
}

template <class Entry>
const Entry* entry_of(std::string_view id) {
  for (const Entry* entry : entries_of<Entry>()) {
    if (entry->id() == id) return entry;
  }
  return nullptr;
}

}  // namespace aqm
