# A program of GoogleTest, run as several processes at a time: `ctest --preset release` spreads them over the cores.
set(AQM_TEST_SHARDS 8 CACHE STRING "Parts into which a test program is divided")

# Reading the standard library's headers is a third to a half of what a unit costs. A compiler's cache stands in for it where there is
# one, and would not know a precompiled header again. At -O3 g++ 12 warns of the library's own code once it is precompiled.
function(aqm_precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER AND (CMAKE_CXX_COMPILER_ID MATCHES Clang OR CMAKE_BUILD_TYPE STREQUAL Debug))
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

# One program of tests: compiled units, and the engine that they are linked with. The engine's objects come first: of a function that
# both have compiled (it stands in a header) the linker takes the engine's.
function(aqm_test_run name units sanitized)
  set(engine)
  foreach(library ${ARGN})
    list(APPEND engine $<TARGET_OBJECTS:${library}>)
  endforeach()
  add_executable(${name} ${engine} $<TARGET_OBJECTS:${units}> ${PROJECT_SOURCE_DIR}/cmake/sanitized.cpp)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/cmake/sanitized.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_compile_definitions(${name} PRIVATE AQM_SANITIZED=${sanitized})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  if(sanitized)
    target_link_libraries(${name} PRIVATE aqm_sanitized)
  endif()
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

# Tests of the engine that these libraries make: aqm_test_program(NAME SOURCES ... LIBRARIES ...). Most of the time of a test is its
# compilation. So tests are compiled once, for quick compilation, and linked twice where sanitizers are asked for: with the engine as
# it ships, and with the engine that the sanitizers watch.
function(aqm_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_library(${name}_units OBJECT ${arg_SOURCES})
  foreach(library ${arg_LIBRARIES})
    target_include_directories(${name}_units PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  target_include_directories(${name}_units PRIVATE ${PROJECT_SOURCE_DIR}/cmake)
  target_link_libraries(${name}_units PRIVATE aqm_flags GTest::gtest)
  aqm_precompile(${name}_units <gtest/gtest.h>)
  target_compile_options(${name}_units PRIVATE $<$<CONFIG:Release>:-O0> $<$<CONFIG:Debug>:-O0>)
  aqm_test_run(${name} ${name}_units 0 ${arg_LIBRARIES})
  if(AQM_SANITIZE)
    list(TRANSFORM arg_LIBRARIES APPEND _sanitized)
    aqm_test_run(${name}_sanitized ${name}_units 1 ${arg_LIBRARIES})
  endif()
endfunction()
