# A program of GoogleTest, run as several processes at a time: `ctest --preset release` spreads them over the cores.
set(AQM_TEST_SHARDS 8 CACHE STRING "Parts into which a test program is divided")

# Reading the standard library's headers is a third to a half of what a unit costs. A compiler's cache stands in for it where there is
# one (and would not know a precompiled header again), and g++ 12 warns of the library's own code once it is precompiled.
function(aqm_precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_precompile_headers(
      ${target}
      PRIVATE
      <algorithm>
      <array>
      <cmath>
      <cstdint>
      <functional>
      <limits>
      <memory>
      <optional>
      <span>
      <string>
      <string_view>
      <utility>
      <variant>
      <vector>
      ${ARGN})
  endif()
endfunction()

function(aqm_test_program name)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE AQM_SANITIZED=$<BOOL:${AQM_SANITIZE}>)
  aqm_precompile(${name} <gtest/gtest.h>)
  # Tests are compiled for quick compilation, which is most of the time that they take; what they test is compiled as it ships.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1> $<$<CONFIG:Debug>:-O0>)
  math(EXPR last "${AQM_TEST_SHARDS} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}_${shard} COMMAND ${name})
    set_tests_properties(
      ${name}_${shard}
      PROPERTIES
        ENVIRONMENT
        "GTEST_TOTAL_SHARDS=${AQM_TEST_SHARDS};GTEST_SHARD_INDEX=${shard};GTEST_BRIEF=1;GTEST_OUTPUT=json:${PROJECT_BINARY_DIR}/reports/${name}_${shard}.json"
    )
  endforeach()
endfunction()
