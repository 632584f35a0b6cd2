# A program of GoogleTest, run as several processes at a time: `ctest --preset release` spreads them over the cores.
set(AQM_TEST_SHARDS 8 CACHE STRING "Parts into which a test program is divided")

function(aqm_test_program name)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
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
