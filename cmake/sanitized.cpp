// One unit alone differs between the two programs of tests (cmake/tests.cmake).
#include "sanitized.hpp"

namespace aqm::test {

const bool kSanitized = AQM_SANITIZED;

}  // namespace aqm::test
