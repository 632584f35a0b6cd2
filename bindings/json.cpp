#include "json.hpp"

#include <cmath>
#include <cstdio>

namespace aqm::bindings {

void Json::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

Json& Json::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
  return *this;
}

Json& Json::close(char bracket) {
  out_ += bracket;
  first_ = false;
  return *this;
}

Json& Json::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ':';
  first_ = true;
  return *this;
}

Json& Json::string(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

Json& Json::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
  return *this;
}

Json& Json::number(double value) {
  separate();
  if (std::isnan(value)) {
    out_ += "null";
  } else if (std::isinf(value)) {
    out_ += value > 0 ? "1e999" : "-1e999";
  } else {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    out_ += digits;
  }
  return *this;
}

void Json::quote(std::string_view text) {
  out_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out_ += escape;
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

}  // namespace aqm::bindings
