// Where the reference data lie. AQM_PROJECT_DIR is defined for this unit alone (core-cpp/CMakeLists.txt).
#include "support/json.hpp"

namespace aqm::test {

const Json& reference(const std::string& name) {
  static std::map<std::string, Json> files;
  const auto it = files.find(name);
  if (it != files.end()) return it->second;
  return files.emplace(name, Json::read(std::string(AQM_PROJECT_DIR) + "/core-cpp/tests/data/" + name)).first->second;
}

}  // namespace aqm::test
