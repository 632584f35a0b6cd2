#pragma once

namespace aqm::test {

/// Whether sanitizers watch the engine of this program of tests.
extern const bool kSanitized;

}  // namespace aqm::test
