// A small reader for the JSON files of reference data; for tests only: it trusts its input and throws on anything
// unknown.
#pragma once
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace aqm::test {

class Json {
 public:
  static Json read(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::stringstream text;
    text << in.rdbuf();
    const std::string all = text.str();
    const char* at = all.c_str();
    return parse(at);
  }

  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  double number = 0;  ///< also 0 or 1 of a boolean
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json> members;

  bool has(const std::string& key) const { return members.count(key) > 0; }
  const Json& operator[](const std::string& key) const {
    const auto it = members.find(key);
    if (it == members.end()) throw std::out_of_range("no key " + key);
    return it->second;
  }
  const Json& operator[](const char* key) const { return (*this)[std::string(key)]; }
  const Json& at(std::size_t i) const { return items.at(i); }
  std::size_t size() const { return items.size(); }
  bool is_null() const { return kind == Kind::null; }
  bool truth() const { return number != 0; }
  double number_or(const std::string& key, double otherwise) const {
    return has(key) ? (*this)[key].number : otherwise;
  }
  std::vector<double> numbers() const {
    std::vector<double> all;
    for (const Json& item : items) all.push_back(item.number);
    return all;
  }

 private:
  static void blank(const char*& at) {
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
  }
  static void expect(const char*& at, const char* word) {
    for (; *word; ++word, ++at) {
      if (*at != *word) throw std::runtime_error("unexpected JSON: " + std::string(at).substr(0, 20));
    }
  }
  static std::string quoted(const char*& at) {
    std::string s;
    for (++at; *at != '"'; ++at) {
      if (*at == '\\') ++at;
      s += *at;
    }
    ++at;
    return s;
  }
  static Json parse(const char*& at) {
    blank(at);
    Json j;
    if (*at == '{' || *at == '[') {
      const bool object = *at == '{';
      const char close = object ? '}' : ']';
      j.kind = object ? Kind::object : Kind::array;
      for (++at, blank(at); *at != close; blank(at)) {
        if (*at == ',') {
          ++at;
          blank(at);
        }
        if (object) {
          const std::string key = quoted(at);
          blank(at);
          expect(at, ":");
          j.members.emplace(key, parse(at));
        } else {
          j.items.push_back(parse(at));
        }
      }
      ++at;
    } else if (*at == '"') {
      j.kind = Kind::string;
      j.text = quoted(at);
    } else if (*at == 't') {
      expect(at, "true");
      j.kind = Kind::boolean;
      j.number = 1;
    } else if (*at == 'f') {
      expect(at, "false");
      j.kind = Kind::boolean;
    } else if (*at == 'n') {
      expect(at, "null");
    } else {
      char* end = nullptr;
      j.kind = Kind::number;
      j.number = std::strtod(at, &end);
      if (end == at) throw std::runtime_error("unexpected JSON: " + std::string(at).substr(0, 20));
      at = end;
    }
    return j;
  }
};

/// A file of core-cpp/tests/data, read once.
const Json& reference(const std::string& name);
/// A file of the project, as text.
std::string project_file(const std::string& path);

}  // namespace aqm::test
