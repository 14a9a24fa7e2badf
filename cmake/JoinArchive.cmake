# The steps of satchel_archive(), as a script: -DLINKER -DOBJCOPY -DNM -DAR are the tools, -DWHOLE the
# library that is taken as a whole, -DLIBRARIES those that give what it needs, -DEXPORTS the file of
# global symbols, -DARCHIVE what is made.
cmake_path(REPLACE_EXTENSION ARCHIVE LAST_ONLY o OUTPUT_VARIABLE object)

# One object (-r), in which the copies of inline functions are joined as well, and in which common
# symbols of C are ordinary ones (-d).
execute_process(
  COMMAND "${LINKER}" -r -d --force-group-allocation -o "${object}" --whole-archive "${WHOLE}"
          --no-whole-archive --start-group ${LIBRARIES} --end-group COMMAND_ERROR_IS_FATAL ANY)

# objcopy leaves g++'s unique symbols alone unless they are weak.
execute_process(COMMAND "${NM}" --defined-only --extern-only --format=posix "${object}"
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]+ u " unique "${symbols}")
list(TRANSFORM unique REPLACE " u $" "\n")
string(JOIN "" unique ${unique})
file(WRITE "${object}.unique" "${unique}")
execute_process(COMMAND "${OBJCOPY}" "--weaken-symbols=${object}.unique" "${object}"
                        COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${OBJCOPY}" --wildcard "--keep-global-symbols=${EXPORTS}" "${object}"
                        COMMAND_ERROR_IS_FATAL ANY)

file(REMOVE "${ARCHIVE}")
execute_process(COMMAND "${AR}" qcsD "${ARCHIVE}" "${object}" COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE "${object}" "${object}.unique")
