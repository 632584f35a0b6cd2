# A program of GoogleTest, run as several processes at a time: `ctest --preset release` spreads them over the cores.
set(AQM_TEST_SHARDS 8 CACHE STRING "Parts into which a test program is divided")

# Long runs of which means are compared with another simulator or with the fluid model. They check numbers, and the digests of both
# builds are compared (wasm/tests/digests.test.ts), so one build, an optimised one, is enough for them. What they run of the engine,
# the sanitizers see in the shorter tests of every scheme, sender, source and path.
set(AQM_LONG_COMPARISONS
    "Ns3.*:Ns3Aqms.*:FluidPacket.*:FluidCounterparts.MeansAreThoseOfPackets:AqmVectors.udp_equilibrium:AqmEquilibrium.LossOfUnresponsiveOverloadIsTheExcess"
)

function(aqm_test_program name)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  # Tests are compiled for quick compilation, which is most of the time that they take; what they test is compiled as it ships.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1> $<$<CONFIG:Debug>:-O0>)
  if(AQM_SANITIZE)
    set(filter "GTEST_FILTER=-${AQM_LONG_COMPARISONS};")
  endif()
  math(EXPR last "${AQM_TEST_SHARDS} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}_${shard} COMMAND ${name})
    set_tests_properties(
      ${name}_${shard}
      PROPERTIES
        ENVIRONMENT
        "${filter}GTEST_TOTAL_SHARDS=${AQM_TEST_SHARDS};GTEST_SHARD_INDEX=${shard};GTEST_BRIEF=1;GTEST_OUTPUT=json:${PROJECT_BINARY_DIR}/reports/${name}_${shard}.json"
    )
  endforeach()
endfunction()
