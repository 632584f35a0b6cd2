// Where the reference data lie. AQM_PROJECT_DIR is defined for this unit alone (core-cpp/CMakeLists.txt).
#include <fstream>
#include <sstream>

#include "support/json.hpp"

namespace aqm::test {

std::string project_file(const std::string& path) {
  std::ifstream file(std::string(AQM_PROJECT_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const Json& reference(const std::string& name) {
  static std::map<std::string, Json> files;
  const auto it = files.find(name);
  if (it != files.end()) return it->second;
  return files.emplace(name, Json::read(std::string(AQM_PROJECT_DIR) + "/core-cpp/tests/data/" + name)).first->second;
}

}  // namespace aqm::test
