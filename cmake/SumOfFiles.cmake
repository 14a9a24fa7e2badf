# cmake -DLIST=list.d -DSUM=sum -P SumOfFiles.cmake: one hash over the files that a compiler's list
# of dependencies names, our own header by its contents and not by its place.
file(READ "${LIST}" text)
string(REGEX REPLACE "^[^:]*:" "" text "${text}")
string(REGEX REPLACE "\\\\\n" " " text "${text}")
separate_arguments(files UNIX_COMMAND "${text}")
set(hashes)
foreach(path IN LISTS files)
  file(SHA256 "${path}" hash)
  string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 sum "${hashes}")
file(WRITE "${SUM}" "${sum}\n")
