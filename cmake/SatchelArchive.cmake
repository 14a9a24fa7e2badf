# satchel_archive(NAME n FROM target EXPORTS file): libn.a with the target and every static library it
# stands on as one object, in which only the symbols that the file lists are global. A program that
# links it can have a SQLite, a tree-sitter or a JSON library of its own.
#
# Nothing is compiled again: the linker joins what the product is made of, in two seconds.
function(satchel_archive)
  cmake_parse_arguments(A "" "NAME;FROM;EXPORTS" "" ${ARGN})
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/lib${A_NAME}.a")
  _satchel_static_libraries(${A_FROM} libraries)
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  add_custom_command(
    OUTPUT "${archive}"
    COMMAND
      "${CMAKE_COMMAND}" "-DLINKER=${CMAKE_LINKER}" "-DOBJCOPY=${CMAKE_OBJCOPY}" "-DNM=${CMAKE_NM}"
      "-DAR=${CMAKE_AR}" "-DWHOLE=$<TARGET_FILE:${A_FROM}>" "-DLIBRARIES=${files}"
      "-DEXPORTS=${A_EXPORTS}" "-DARCHIVE=${archive}" -P
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/JoinArchive.cmake"
    DEPENDS ${A_FROM} ${libraries} ${files} "${A_EXPORTS}"
            "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/JoinArchive.cmake"
    COMMENT "Joining ${A_NAME} into one archive"
    VERBATIM)
  add_custom_target(${A_NAME}_archive ALL DEPENDS "${archive}")
  set(${A_NAME}_ARCHIVE "${archive}" PARENT_SCOPE)
endfunction()

# Every static library that a target links, itself or through others; not those of the system.
function(_satchel_static_libraries target result)
  set(waiting ${target})
  set(seen)
  set(static)
  while(waiting)
    list(POP_FRONT waiting next)
    if(NOT TARGET ${next} OR next IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${next})
    get_target_property(type ${next} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND static ${next})
    endif()
    get_target_property(links ${next} INTERFACE_LINK_LIBRARIES)
    if(links)
      string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" links "${links}")
      list(APPEND waiting ${links})
    endif()
  endwhile()
  list(REMOVE_ITEM static ${target})
  set(${result} ${static} PARENT_SCOPE)
endfunction()
