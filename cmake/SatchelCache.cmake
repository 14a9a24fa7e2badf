# Every compiler runs under ccache, with the same settings however the build is started:
#   BASEDIR     paths below the clone count relative to it, so clones in other places share results
#   DEPEND      what a source includes is taken from the compiler's own list; the preprocessor, a
#               tenth of a compilation, does not run for a miss
#   PCH_EXTSUM  a precompiled header counts by its contents, not by the bytes of its file, which
#               name the clone (satchel_precompiled, below)
#   SLOPPINESS  without it nothing that uses a precompiled header is kept
#   LANG        compilers speak one language: ccache tells results of different locales apart, and CI
#               sets another one than most people have
include_guard(GLOBAL)
find_program(SATCHEL_CCACHE ccache)
if(SATCHEL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env
      -uLC_ALL
      -uLC_CTYPE
      -uLC_MESSAGES
      LANG=C.UTF-8
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_DEPEND=1
      CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${SATCHEL_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# CMake also names the header by its whole path in each command, which ccache cannot make relative;
# the precompiled file alone says everything.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
endif()

# satchel_precompiled(NAME n HEADERS <a> … LIBS …): headers that many targets share, precompiled once
# and used with REUSE_FROM n. Beside them goes the sum that ccache takes them by: the hashes of all
# files they are made of. The flags are in each command anyway.
function(satchel_precompiled)
  cmake_parse_arguments(P "" "NAME" "HEADERS;LIBS" ${ARGN})
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/${P_NAME}.cc" CONTENT "// Owns precompiled headers.\n")
  add_library(${P_NAME} OBJECT "${PROJECT_BINARY_DIR}/${P_NAME}.cc")
  target_link_libraries(${P_NAME} PRIVATE ${P_LIBS})
  target_precompile_headers(${P_NAME} PRIVATE ${P_HEADERS})
  set(header "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${P_NAME}.dir/cmake_pch.hxx")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # ccache cannot reuse a precompiled header that carries a time stamp.
    target_compile_options(${P_NAME} PRIVATE -Xclang -fno-pch-timestamp)
    set(sum "${header}.pch.sum")
  else()
    set(sum "${header}.gch.sum")
  endif()
  set(definitions "$<TARGET_PROPERTY:${P_NAME},COMPILE_DEFINITIONS>")
  add_custom_command(
    OUTPUT "${sum}"
    COMMAND
      "${CMAKE_CXX_COMPILER}" ${CMAKE_CXX23_STANDARD_COMPILE_OPTION}
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" -M -MT "${sum}" -MF
      "${sum}.d" -x c++-header "${header}"
    COMMAND "${CMAKE_COMMAND}" "-DLIST=${sum}.d" "-DSUM=${sum}" -P
            "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SumOfFiles.cmake"
    DEPENDS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SumOfFiles.cmake"
    DEPFILE "${sum}.d"
    COMMENT "Summing up the headers of ${P_NAME}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${P_NAME}_sum DEPENDS "${sum}")
  add_dependencies(${P_NAME} ${P_NAME}_sum)
endfunction()

