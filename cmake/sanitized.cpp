// One unit alone differs between the two programs of tests (cmake/tests.cmake).
namespace aqm::test {

extern const bool kSanitized;
const bool kSanitized = AQM_SANITIZED;

}  // namespace aqm::test
