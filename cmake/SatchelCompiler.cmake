# Flags for our own code. Nothing here is global: modules link satchel_flags.
add_library(satchel_flags INTERFACE)
target_include_directories(satchel_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_options(
  satchel_flags
  INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion
            -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-qual -Wformat=2
            -Wundef -Wimplicit-fallthrough -fno-math-errno -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these for correct standard-library code once it is inlined (gcc bugs 105329,
  # 105562, 104475); clang and the sanitizers watch the same mistakes.
  target_compile_options(
    satchel_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow
                            -Wno-stringop-overread -Wno-array-bounds -Wno-dangling-pointer
                            -Wno-missing-field-initializers)
else()
  target_compile_options(satchel_flags INTERFACE -Wno-missing-designated-field-initializers
                                                 -Wno-missing-field-initializers)
  # lld links the instrumented binaries several times faster than GNU ld.
  target_link_options(satchel_flags INTERFACE -fuse-ld=lld)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(satchel_flags INTERFACE _FORTIFY_SOURCE=2)
  target_compile_options(satchel_flags INTERFACE -fstack-protector-strong)
else()
  target_compile_definitions(satchel_flags INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(SATCHEL_SANITIZE)
  target_compile_options(satchel_flags INTERFACE -fsanitize=${SATCHEL_SANITIZE}
                                                 -fno-sanitize-recover=all -fno-omit-frame-pointer)
  string(REPLACE ",fuzzer-no-link" "" link_sanitizers "${SATCHEL_SANITIZE}")
  target_link_options(satchel_flags INTERFACE -fsanitize=${link_sanitizers})
  if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
    # Line tables are enough for a sanitizer's stack and halve the build's disk and link time.
    target_compile_options(satchel_flags INTERFACE -O1 -gline-tables-only)
  endif()
endif()
if(SATCHEL_COVERAGE)
  target_compile_options(satchel_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(satchel_flags INTERFACE --coverage)
endif()
