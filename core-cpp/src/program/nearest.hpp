// The known word that an unknown one was probably meant to be.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace aqm::program {

/// Number of letters to insert, remove or replace.
inline std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)});
      corner = above;
    }
  }
  return row[b.size()];
}

/// Empty if no word is near.
inline std::string nearest_of(std::string_view word, const std::vector<std::string_view>& known) {
  if (word.empty() || word.size() > 32) return {};
  std::string_view best;
  std::size_t least = 1 + std::min<std::size_t>(2, (word.size() - 1) / 2 + 1);
  for (const std::string_view one : known) {
    if (one.size() > 32) continue;
    const std::size_t far = distance(word, one);
    if (far < least) {
      least = far;
      best = one;
    }
  }
  return std::string(best);
}

}  // namespace aqm::program
