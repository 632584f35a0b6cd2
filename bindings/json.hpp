// A writer of JSON, for the few small structured answers. Columns of numbers never go through it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace aqm::bindings {

class Json {
 public:
  Json& begin_object() { return open('{'); }
  Json& end_object() { return close('}'); }
  Json& begin_array() { return open('['); }
  Json& end_array() { return close(']'); }

  Json& key(std::string_view name);
  Json& string(std::string_view text);
  Json& boolean(bool value);
  /// 17 significant digits, so that the reader gets the same bits. NaN becomes null; an infinity becomes a literal that
  /// every parser rounds to infinity.
  Json& number(double value);

  const std::string& text() const { return out_; }

 private:
  Json& open(char bracket);
  Json& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string out_;
  bool first_ = true;  ///< there is nothing before the next element at this level
};

}  // namespace aqm::bindings
