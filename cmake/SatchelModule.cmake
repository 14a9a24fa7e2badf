# satchel_module(NAME n HEADERS … SOURCES … TESTS … DEPS … LIBS …): a folder declares itself once.
#   DEPS repeats the folder's line of the layer table; LIBS are third-party targets.
#   TESTS become one executable n_test, each GoogleTest case a ctest test with the label `unit`.
# satchel_test(NAME n LABELS … SOURCES … DEPS … [FIXTURES …]): a suite under tests/.
include(GoogleTest)
include(SatchelCache)
find_package(GTest REQUIRED)
find_package(Threads REQUIRED)

# `e2e_tests` and so on: the programs that the tests of a label run, and nothing else. .ci/run builds
# those of the labels it runs in a preset.
foreach(label unit contract property fuzz safety golden e2e crash speed concurrency)
  add_custom_target(${label}_tests)
endforeach()

# Parsing JSON, fmt and the standard library is a quarter to a half of a source's compile time, and
# GoogleTest's headers are as much again: modules share one precompiled set, tests another. Headers
# are compiled alone besides, without it. Definitions must match those of the users, or g++ refuses
# the precompiled file.
satchel_precompiled(
  NAME satchel_test_pch
  HEADERS <gmock/gmock.h> <gtest/gtest.h> <fmt/format.h> <nlohmann/json.hpp> <string> <vector>
  LIBS satchel_flags GTest::gmock fmt::fmt nlohmann_json::nlohmann_json Threads::Threads)
satchel_precompiled(
  NAME satchel_module_pch
  HEADERS <algorithm> <expected> <filesystem> <map> <memory> <optional> <string> <vector>
          <fmt/format.h> <nlohmann/json.hpp>
  LIBS satchel_flags fmt::fmt nlohmann_json::nlohmann_json Threads::Threads)

function(satchel_module)
  cmake_parse_arguments(M "" "NAME" "HEADERS;SOURCES;TESTS;TEST_DEPS;DEPS;LIBS" ${ARGN})
  set(lib satchel_${M_NAME})
  add_library(${lib} STATIC ${M_SOURCES})
  add_library(satchel::${M_NAME} ALIAS ${lib})
  # A header is compiled alone only where no source of its name includes it first.
  set(with_source)
  set(alone)
  foreach(header IN LISTS M_HEADERS)
    string(REGEX REPLACE "\\.h$" ".cc" source "${header}")
    if(source IN_LIST M_SOURCES)
      list(APPEND with_source ${header})
    else()
      list(APPEND alone ${header})
    endif()
  endforeach()
  set_target_properties(${lib} PROPERTIES LINKER_LANGUAGE CXX)
  target_sources(${lib} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES
                                                                                      ${with_source})
  if(alone)
    target_sources(${lib} PUBLIC FILE_SET alone TYPE HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src"
                                 FILES ${alone})
    set_target_properties(${lib} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON
                                            INTERFACE_HEADER_SETS_TO_VERIFY alone)
  endif()
  list(TRANSFORM M_DEPS PREPEND "satchel_" OUTPUT_VARIABLE deps)
  target_link_libraries(${lib} PUBLIC satchel_flags ${deps} ${M_LIBS} Threads::Threads)
  target_precompile_headers(${lib} REUSE_FROM satchel_module_pch)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${lib} PRIVATE -Xclang -fno-pch-timestamp)
  endif()
  if(M_TESTS)
    list(TRANSFORM M_TEST_DEPS PREPEND "satchel_" OUTPUT_VARIABLE test_deps)
    add_executable(${M_NAME}_test ${M_TESTS})
    _satchel_test_target(${M_NAME}_test ${lib} ${test_deps})
    gtest_discover_tests(${M_NAME}_test DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 120)
    add_dependencies(unit_tests ${M_NAME}_test)
  endif()
endfunction()

function(satchel_test)
  cmake_parse_arguments(T "" "NAME;TIMEOUT" "LABELS;SOURCES;DEPS;ENVIRONMENT;FIXTURES" ${ARGN})
  list(TRANSFORM T_DEPS PREPEND "satchel_" OUTPUT_VARIABLE deps)
  add_executable(${T_NAME} ${T_SOURCES})
  _satchel_test_target(${T_NAME} ${deps})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  # An empty value would swallow the next property's name.
  if(T_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT "${T_ENVIRONMENT}")
  endif()
  if(T_FIXTURES)
    list(APPEND properties FIXTURES_REQUIRED "${T_FIXTURES}")
    if("postgres" IN_LIST T_FIXTURES)
      add_dependencies(${T_NAME} shared_server)
    endif()
  endif()
  list(GET T_LABELS 0 label)
  gtest_discover_tests(${T_NAME} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${label}" TIMEOUT
                                                                 ${T_TIMEOUT} ${properties})
  # A list of labels does not survive gtest_discover_tests; its list of tests is there afterwards.
  list(LENGTH T_LABELS count)
  if(count GREATER 1)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/${T_NAME}_labels.cmake")
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
foreach(test IN LISTS @T_NAME@_TESTS)
  set_tests_properties("${test}" PROPERTIES LABELS "@T_LABELS@")
endforeach()
]])
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
  endif()
  foreach(label IN LISTS T_LABELS)
    add_dependencies(${label}_tests ${T_NAME})
  endforeach()
endfunction()

function(_satchel_test_target target)
  target_link_libraries(${target} PRIVATE ${ARGN} satchel_flags GTest::gmock_main)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_precompile_headers(${target} REUSE_FROM satchel_test_pch)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
  endif()
endfunction()
