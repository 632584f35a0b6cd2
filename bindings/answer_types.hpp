// Describes the structured answers (answers.hpp) as JSON: {"words": {type: [...]}, "types": {type: [{"name", "type",
// "help"}, ...]}}, with types as TypeScript writes them. `npm run generate` makes wasm/src/generated/fluid-answers.ts
// from it.
#pragma once
#include <map>

#include "answers.hpp"
#include "json.hpp"

namespace aqm::bindings {

class AnswerTypes {
 public:
  void count(const char* name, std::int64_t, const char* help = "") { field(name, "number", help); }
  void number(const char* name, double, const char* help = "") { field(name, "number", help); }
  void maybe(const char* name, double, const char* help = "") { field(name, "number | null", help); }
  void text(const char* name, std::string_view, const char* help = "") { field(name, "string", help); }
  void toggle(const char* name, bool, const char* help = "") { field(name, "boolean", help); }
  void verdict(const char* name, const std::optional<bool>&, const char* help = "") {
    field(name, "boolean | null", help);
  }
  template <class Words>
  void word(const char* name, std::size_t, const Words& words, const char* type, const char* help = "") {
    field(name, type, help);
    words_[type].assign(words.begin(), words.end());
  }
  void numbers(const char* name, const std::vector<double>&, const char* help = "") {
    field(name, "readonly number[]", help);
  }
  /// Numbers, of which some may be missing.
  void gaps(const char* name, const std::vector<double>&, const char* help = "") {
    field(name, "readonly (number | null)[]", help);
  }
  void texts(const char* name, const std::vector<std::string>&, const char* help = "") {
    field(name, "readonly string[]", help);
  }
  void params(const char* name, const std::vector<std::pair<const ParamSpec*, double>>&, const char* help = "") {
    field(name, "Params", help);
  }
  template <class T>
  void object(const char* name, const char* type, const T&, const char* help = "") {
    field(name, type, help);
    describe<T>(type);
  }
  template <class T>
  void object(const char* name, const char* type, const std::optional<T>&, const char* help = "") {
    field(name, std::string(type) + " | null", help);
    describe<T>(type);
  }
  template <class T>
  void list(const char* name, const char* type, const std::vector<T>&, const char* help = "") {
    field(name, std::string("readonly ") + type + "[]", help);
    describe<T>(type);
  }

  /// A type and all types of its fields.
  template <class T>
  void describe(const std::string& type) {
    if (types_.count(type) > 0) return;
    const std::string outer = std::exchange(now_, type);
    types_[type];
    visit_answer(*this, T{});
    now_ = outer;
  }

  std::string text() const {
    Json json;
    json.begin_object().key("words").begin_object();
    for (const auto& [type, words] : words_) {
      json.key(type).begin_array();
      for (const std::string& word : words) json.string(word);
      json.end_array();
    }
    json.end_object().key("types").begin_object();
    for (const auto& [type, fields] : types_) {
      json.key(type).begin_array();
      for (const Field& f : fields) {
        json.begin_object().key("name").string(f.name).key("type").string(f.type);
        json.key("help").string(f.help).end_object();
      }
      json.end_array();
    }
    return json.end_object().end_object().text();
  }

 private:
  struct Field {
    std::string name, type, help;
  };
  void field(const char* name, std::string type, const char* help) {
    types_[now_].push_back({name, std::move(type), help});
  }

  std::map<std::string, std::vector<Field>> types_;
  std::map<std::string, std::vector<std::string>> words_;
  std::string now_;
};

}  // namespace aqm::bindings
