// Writes a structured answer as JSON, field by field as answers.hpp visits it.
#pragma once
#include "answers.hpp"
#include "json.hpp"

namespace aqm::bindings {

class AnswerWriter {
 public:
  explicit AnswerWriter(Json& json) : json_(json) {}

  void count(const char* name, std::int64_t value, const char* = "") { number(name, static_cast<double>(value)); }
  void number(const char* name, double value, const char* = "") { json_.key(name).number(value); }
  void maybe(const char* name, double value, const char* = "") { number(name, value); }
  void text(const char* name, std::string_view value, const char* = "") { json_.key(name).string(value); }
  void toggle(const char* name, bool value, const char* = "") { json_.key(name).boolean(value); }
  void verdict(const char* name, const std::optional<bool>& value, const char* = "") {
    if (value)
      toggle(name, *value);
    else
      number(name, kNull);
  }
  template <class Words>
  void word(const char* name, std::size_t index, const Words& words, const char*, const char* = "") {
    text(name, words[index]);
  }
  void numbers(const char* name, const std::vector<double>& values, const char* = "") {
    json_.key(name).begin_array();
    for (const double value : values) json_.number(value);
    json_.end_array();
  }
  void gaps(const char* name, const std::vector<double>& values, const char* = "") { numbers(name, values); }
  void texts(const char* name, const std::vector<std::string>& values, const char* = "") {
    json_.key(name).begin_array();
    for (const std::string& value : values) json_.string(value);
    json_.end_array();
  }
  /// In the form in which the document writes parameters.
  void params(const char* name, const std::vector<std::pair<const ParamSpec*, double>>& values, const char* = "") {
    json_.key(name).begin_object();
    for (const auto& [spec, value] : values) {
      if (spec->kind == ParamKind::toggle)
        toggle(spec->name, value != 0);
      else if (spec->kind == ParamKind::choice)
        text(spec->name, spec->choices[static_cast<std::size_t>(value)]);
      else
        number(spec->name, value);
    }
    json_.end_object();
  }
  template <class T>
  void object(const char* name, const char*, const T& value, const char* = "") {
    json_.key(name);
    whole(value);
  }
  template <class T>
  void object(const char* name, const char*, const std::optional<T>& value, const char* = "") {
    if (value)
      object(name, "", *value);
    else
      number(name, kNull);
  }
  template <class T>
  void list(const char* name, const char*, const std::vector<T>& values, const char* = "") {
    json_.key(name).begin_array();
    for (const T& value : values) whole(value);
    json_.end_array();
  }

  template <class T>
  void whole(const T& value) {
    json_.begin_object();
    visit_answer(*this, value);
    json_.end_object();
  }

 private:
  Json& json_;
};

}  // namespace aqm::bindings
