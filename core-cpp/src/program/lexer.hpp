// The words of a program's text.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "aqm/program.hpp"

namespace aqm::program {

/// Longer texts are refused: they are not programs for an AQM, and a link could not carry them.
inline constexpr std::size_t kLongestText = 10'000;

enum class TokenKind : unsigned char { word, number, text, sign, comment, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< without the quotes, for a text in quotes
  double value = 0;       ///< of a number
  Place place;
  bool is(std::string_view what) const { return (kind == TokenKind::word || kind == TokenKind::sign) && text == what; }
};

/// All tokens, the last one of kind `end`. `text` must outlive them; a fault ends the list.
std::vector<Token> tokens_of(std::string_view text, std::optional<Fault>& fault);

}  // namespace aqm::program
