# Third-party C and the token tables are built once, into build/third_party, and shared by every
# preset: data and plain C need no sanitizer of ours, and nothing is compiled twice.
set(third_party_build "${PROJECT_SOURCE_DIR}/build/third_party")
file(LOCK "${PROJECT_SOURCE_DIR}/build/third_party.lock" GUARD FILE TIMEOUT 600)
if(NOT EXISTS "${PROJECT_SOURCE_DIR}/third_party/npm/node_modules/.package-lock.json")
  message(FATAL_ERROR "third_party/npm is empty: run scripts/bootstrap first.")
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -S "${PROJECT_SOURCE_DIR}/third_party" -B "${third_party_build}" -G Ninja
          -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12
          "-DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}"
          "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${third_party_build}" OUTPUT_QUIET
                        COMMAND_ERROR_IS_FATAL ANY)

function(satchel_imported name archive)
  add_library(${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${archive}")
endfunction()

satchel_imported(satchel_token_tables "${third_party_build}/libsatchel_token_tables.a")
target_include_directories(satchel_token_tables INTERFACE "${PROJECT_SOURCE_DIR}/third_party")
satchel_imported(satchel_sqlite3 "${third_party_build}/libsatchel_sqlite3.a")
target_include_directories(
  satchel_sqlite3
  INTERFACE "${PROJECT_SOURCE_DIR}/third_party/npm/node_modules/better-sqlite3/deps/sqlite3")
satchel_imported(satchel_tree_sitter "${third_party_build}/libsatchel_tree_sitter.a")
target_include_directories(
  satchel_tree_sitter
  INTERFACE
    "${PROJECT_SOURCE_DIR}/third_party/npm/node_modules/tree-sitter/vendor/tree-sitter/lib/include")

# Debian's fmt is a shared library only, so its code is an archive of ours (third_party/fmt). The
# definition is the one that users of the shared library have: on Linux it makes symbols visible and
# nothing else.
satchel_imported(fmt::fmt "${third_party_build}/libsatchel_fmt.a")
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_SHARED)

# Debian's libraries. The static archives keep the release one file with a short start.
find_package(nlohmann_json 3.11 REQUIRED)
find_library(SATCHEL_UTF8PROC NAMES libutf8proc.a REQUIRED)
find_library(SATCHEL_STEMMER NAMES libstemmer.a REQUIRED)
find_library(SATCHEL_RE2 NAMES libre2.a REQUIRED)
find_library(SATCHEL_CRYPTO NAMES libcrypto.a REQUIRED)
find_library(SATCHEL_ZSTD NAMES libzstd.a REQUIRED)
satchel_imported(satchel_utf8proc "${SATCHEL_UTF8PROC}")
satchel_imported(satchel_stemmer "${SATCHEL_STEMMER}")
satchel_imported(satchel_re2 "${SATCHEL_RE2}")
satchel_imported(satchel_crypto "${SATCHEL_CRYPTO}")
satchel_imported(satchel_zstd "${SATCHEL_ZSTD}")
set_target_properties(satchel_utf8proc PROPERTIES INTERFACE_COMPILE_DEFINITIONS UTF8PROC_STATIC)
set_target_properties(satchel_crypto PROPERTIES INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
