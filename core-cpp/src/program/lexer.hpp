// The words of a program's text.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "aqm/program.hpp"

namespace aqm::program {

/// Longer texts are refused: what is longer is no program for an AQM, and a link could not carry it.
inline constexpr std::size_t kLongestText = 10'000;

enum class TokenKind : unsigned char { word, number, text, sign, comment, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< of a text in quotes without them
  double value = 0;       ///< of a number
  Place place;
  bool is(std::string_view what) const { return (kind == TokenKind::word || kind == TokenKind::sign) && text == what; }
};

/// All tokens, the last one of kind `end`. Of `text`, which has to outlive them; a fault ends them.
std::vector<Token> tokens_of(std::string_view text, std::optional<Fault>& fault);

}  // namespace aqm::program
