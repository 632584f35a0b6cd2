#include "lexer.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace aqm::program {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kDouble[] = {"<=", ">=", "==", "!=", ".."};
constexpr std::string_view kSingle = "{}()+-*/<>=,";

class Lexer {
 public:
  Lexer(std::string_view text, std::optional<Fault>& fault) : text_(text), fault_(fault) {}

  std::vector<Token> all() {
    if (text_.size() > kLongestText) {
      refuse(place(0, 0), std::to_string(text_.size()) + " bytes", "a program has at most 10000 bytes");
    }
    while (!fault_ && !at_end()) next();
    tokens_.push_back({TokenKind::end, {}, 0, place(at_, 0)});
    return std::move(tokens_);
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Place place(std::size_t from, std::size_t length) const {
    return {static_cast<int>(from), static_cast<int>(length), line_, static_cast<int>(from - line_start_) + 1};
  }
  void refuse(const Place& where, std::string found, std::string rule, std::string advice = {}) {
    if (!fault_) fault_ = Fault{where, std::move(found), std::move(rule), std::move(advice)};
  }
  void add(TokenKind kind, std::size_t from, double value = 0) {
    tokens_.push_back({kind, text_.substr(from, at_ - from), value, place(from, at_ - from)});
  }

  void next() {
    const char c = peek();
    const std::size_t from = at_;
    if (c == '\n') {
      ++at_;
      ++line_;
      line_start_ = at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '#') {
      while (!at_end() && peek() != '\n') ++at_;
      add(TokenKind::comment, from);
    } else if (is_letter(c)) {
      while (is_letter(peek()) || is_digit(peek())) ++at_;
      add(TokenKind::word, from);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number(from);
    } else if (c == '"') {
      quoted(from);
    } else {
      sign(from);
    }
  }

  /// At most 15 digits and a power of ten that a double represents exactly: one division or product, which IEEE 754
  /// rounds correctly.
  void number(std::size_t from) {
    double digits = 0;
    int count = 0, power = 0;
    const auto take = [&](int step) {
      while (is_digit(peek())) {
        digits = 10 * digits + (peek() - '0');
        if (digits > 0) ++count;
        power -= step;
        ++at_;
      }
    };
    take(0);
    if (peek() == '.' && peek(1) != '.') {
      ++at_;
      take(1);
    }
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        const bool negative = peek(1) == '-';
        at_ += 1 + sign;
        int written = 0;
        for (; is_digit(peek()); ++at_) written = std::min(1000, 10 * written + (peek() - '0'));
        power += negative ? -written : written;
      }
    }
    if (count > 15 || std::abs(power) > 22) {
      refuse(place(from, at_ - from), std::string(text_.substr(from, at_ - from)),
             "a number has at most 15 digits, and at most 22 places before or behind the point");
    }
    double ten = 1;
    for (int i = 0; i < std::min(22, std::abs(power)); ++i) ten *= 10;
    add(TokenKind::number, from, power < 0 ? digits / ten : digits * ten);
  }

  void quoted(std::size_t from) {
    ++at_;
    while (!at_end() && peek() != '"' && peek() != '\n') ++at_;
    if (peek() != '"') {
      refuse(place(from, at_ - from), "a text without an end", "a text ends with a quote in its own line");
      return;
    }
    ++at_;
    tokens_.push_back({TokenKind::text, text_.substr(from + 1, at_ - from - 2), 0, place(from, at_ - from)});
  }

  void sign(std::size_t from) {
    for (const std::string_view two : kDouble) {
      if (text_.substr(at_, 2) != two) continue;
      at_ += 2;
      add(TokenKind::sign, from);
      return;
    }
    if (kSingle.find(peek()) == std::string_view::npos) {
      // All bytes of a character beyond ASCII together.
      std::size_t length = 1;
      while ((static_cast<unsigned char>(peek(length)) & 0xC0) == 0x80) ++length;
      refuse(place(at_, length), std::string(text_.substr(at_, length)), "this character has no meaning here",
             peek() == ';' ? "nothing is needed between two statements" : "");
      at_ += length;
      return;
    }
    ++at_;
    add(TokenKind::sign, from);
  }

  std::string_view text_;
  std::optional<Fault>& fault_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, std::optional<Fault>& fault) { return Lexer(text, fault).all(); }

}  // namespace aqm::program
