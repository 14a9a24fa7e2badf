# satchel_module(NAME n HEADERS … SOURCES … TESTS … DEPS … LIBS …): a folder declares itself once.
#   DEPS repeats the folder's line of the layer table; LIBS are third-party targets.
#   TESTS become one program n_test, which ctest runs as one test with the label `unit`.
# satchel_test(NAME n LABELS … SOURCES … DEPS … [FIXTURES …]): a suite under tests/, see below.
# satchel_program(NAME n SOURCES … DEPS …): a program that no test runs, see below.
include(SatchelCache)
find_package(GTest REQUIRED)
find_package(Threads REQUIRED)

# `e2e_tests` and so on: the programs that the tests of a label run, and nothing else. .ci/run builds
# those of the labels it runs in a preset.
foreach(label unit contract property fuzz safety golden e2e crash speed concurrency)
  add_custom_target(${label}_tests)
endforeach()

# Parsing JSON, fmt and the standard library is a quarter to a half of a source's compile time, and
# GoogleTest's headers are as much again: modules share one precompiled set, tests another.
# Definitions must match those of the users, or g++ refuses the precompiled file.
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
  # A header is compiled alone only where no source of its name includes it first: that costs as much
  # as a source. scripts/check_layers sees to it that such a source does include it first, and that a
  # header includes what the precompiled ones would hide.
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
    satchel_test(
      NAME ${M_NAME}_test
      LABELS unit
      SOURCES ${M_TESTS}
      DEPS ${M_NAME} ${M_TEST_DEPS})
  endif()
endfunction()

# satchel_test(NAME n LABELS … SOURCES … DEPS … [FIXTURES …] [ENVIRONMENT …] [TIMEOUT s] [PROCESSES p])
# declares a program of GoogleTest cases and what ctest runs: the whole program, or p processes that
# divide its cases among them, for suites that take long. Further calls with the name of a suite add
# SOURCES and DEPS to it, so that suites of several folders can be one program: a program costs a
# second of linking in each preset, and a process of its own for each case would cost more than most
# cases do.
#
# A test is registered whether its program is built or not: one that is missing when its label is run
# fails. Each process leaves its cases in cases/NAME.xml of the build, where .ci/run counts them.
function(satchel_test)
  cmake_parse_arguments(T "" "NAME;TIMEOUT;PROCESSES" "LABELS;SOURCES;DEPS;ENVIRONMENT;FIXTURES"
                        ${ARGN})
  list(TRANSFORM T_DEPS PREPEND "satchel_" OUTPUT_VARIABLE deps)
  if(NOT TARGET ${T_NAME} AND NOT T_LABELS)
    message(FATAL_ERROR "${T_NAME}: the first declaration of a suite has its LABELS")
  endif()
  if(TARGET ${T_NAME})
    if(T_LABELS)
      message(FATAL_ERROR "${T_NAME} has its LABELS already")
    endif()
    target_sources(${T_NAME} PRIVATE ${T_SOURCES})
    target_link_libraries(${T_NAME} PRIVATE ${deps})
    return()
  endif()
  add_executable(${T_NAME} ${T_SOURCES})
  target_link_libraries(${T_NAME} PRIVATE ${deps} satchel_flags GTest::gmock_main)
  _satchel_test_sources(${T_NAME})
  foreach(label IN LISTS T_LABELS)
    add_dependencies(${label}_tests ${T_NAME})
  endforeach()
  # LINK_DEPENDS: what the program starts is there when it is, and its sources need not wait for that.
  if("postgres" IN_LIST T_FIXTURES)
    set_property(TARGET ${T_NAME} APPEND PROPERTY LINK_DEPENDS $<TARGET_FILE:shared_server>)
  endif()

  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  if(NOT T_PROCESSES)
    set(T_PROCESSES 1)
  endif()
  foreach(process RANGE 1 ${T_PROCESSES})
    set(name ${T_NAME})
    set(environment ${T_ENVIRONMENT})
    if(T_PROCESSES GREATER 1)
      set(name ${T_NAME}_${process})
      math(EXPR index "${process} - 1")
      list(APPEND environment GTEST_TOTAL_SHARDS=${T_PROCESSES} GTEST_SHARD_INDEX=${index})
    endif()
    add_test(NAME ${name} COMMAND ${T_NAME})
    set_tests_properties(
      ${name}
      PROPERTIES LABELS "${T_LABELS}"
                 TIMEOUT ${T_TIMEOUT}
                 ENVIRONMENT
                 "${environment};GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/cases/${name}.xml")
    if(T_FIXTURES)
      set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED "${T_FIXTURES}")
    endif()
  endforeach()
endfunction()

# satchel_program(NAME n SOURCES … DEPS … [LIBS …]): a benchmark or a tool for people, which no test
# runs. CI does not make these programs; it compiles their sources once, as `unrun_programs`, so that
# they do not rot. That is done without sanitizers and optimisation, at two fifths of the price; to
# check the syntax alone is a tenth cheaper still, but leaves nothing for ccache to keep.
function(satchel_program)
  cmake_parse_arguments(P "" "NAME" "SOURCES;DEPS;LIBS" ${ARGN})
  list(TRANSFORM P_DEPS PREPEND "satchel_" OUTPUT_VARIABLE deps)
  add_executable(${P_NAME} ${P_SOURCES})
  target_link_libraries(${P_NAME} PRIVATE satchel_flags ${deps} ${P_LIBS})
  target_include_directories(${P_NAME} PRIVATE "${PROJECT_SOURCE_DIR}")
  if(NOT TARGET unrun_programs)
    add_library(unrun_programs OBJECT EXCLUDE_FROM_ALL)
    add_library(unrun_flags INTERFACE) # after satchel_flags, so that these options win
    target_compile_options(unrun_flags INTERFACE -O0 -g0 -U_FORTIFY_SOURCE -fno-sanitize=all)
    target_link_libraries(unrun_programs PRIVATE satchel_flags unrun_flags)
    target_include_directories(unrun_programs PRIVATE "${PROJECT_SOURCE_DIR}")
  endif()
  target_sources(unrun_programs PRIVATE ${P_SOURCES})
  target_link_libraries(unrun_programs PRIVATE ${deps} ${P_LIBS})
endfunction()

# satchel_test_library(NAME n SOURCES … DEPS …): what several suites share, compiled once.
function(satchel_test_library)
  cmake_parse_arguments(L "" "NAME" "SOURCES;DEPS;LIBS" ${ARGN})
  list(TRANSFORM L_DEPS PREPEND "satchel_" OUTPUT_VARIABLE deps)
  add_library(satchel_${L_NAME} STATIC ${L_SOURCES})
  target_link_libraries(satchel_${L_NAME} PUBLIC ${deps} ${L_LIBS} satchel_flags GTest::gmock)
  _satchel_test_sources(satchel_${L_NAME})
endfunction()

# A test waits for what it tests, not for itself: at -O1 its source compiles in half the time of -O3.
set(SATCHEL_TEST_OPTIMIZATION "$<$<CONFIG:Release>:-O1>")
target_compile_options(satchel_test_pch PRIVATE "${SATCHEL_TEST_OPTIMIZATION}")

function(_satchel_test_sources target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE "${SATCHEL_TEST_OPTIMIZATION}")
  target_precompile_headers(${target} REUSE_FROM satchel_test_pch)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
  endif()
endfunction()
