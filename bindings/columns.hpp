// Names columns of numbers in an answer, and their addresses on the heap.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "json.hpp"

namespace aqm::bindings {

class ColumnLister {
 public:
  explicit ColumnLister(Json& json) : json_(json) {}
  void column(const std::string& name, const std::vector<double>& v) { entry(name, "f64", v.data(), v.size()); }
  void column(const std::string& name, const std::vector<std::uint8_t>& v) { entry(name, "u8", v.data(), v.size()); }
  void column(const std::string& name, const std::vector<std::uint32_t>& v) { entry(name, "u32", v.data(), v.size()); }
  void columns(const std::string& name, const std::vector<std::vector<double>>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) column(name + "." + std::to_string(i), all[i]);
  }

 private:
  void entry(const std::string& name, const char* type, const void* data, std::size_t length) {
    json_.begin_object().key("name").string(name).key("type").string(type);
    json_.key("at").number(static_cast<double>(reinterpret_cast<std::uintptr_t>(data)));
    json_.key("length").number(static_cast<double>(length)).end_object();
  }
  Json& json_;
};

}  // namespace aqm::bindings
