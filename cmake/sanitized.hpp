#pragma once

namespace aqm::test {

/// Whether sanitizers watch the engine of this program of tests.
extern const bool kSanitized;

}  // namespace aqm::test

/// Leaves a test of long runs to the program without sanitizers.
#define AQM_LONG_RUN() \
  if (aqm::test::kSanitized) GTEST_SKIP() << "long runs: without sanitizers"
