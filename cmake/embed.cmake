# Writes files as C arrays, so that the program needs none of them at run time.
#
#   cmake -D OUT=x.c -D HEADER=x.h -D TYPE="struct embedded" -D TABLE=name -D FILES=a,b -P embed.cmake
#
# TABLE becomes an array of TYPE: {stem of the file, its bytes, how many}, the last entry has no name.
#
#   cmake -D OUT=x.c … -D FOLDER=page -D WORK=folder -D GZIP=gzip -D BROTLI=brotli -P embed.cmake
#
# takes every file of a folder and of those in it: {name from the folder on ("icons/a.svg"), a hash of its contents,
# {bytes, how many}, the same compressed by gzip, and by brotli}. What compressing does not make smaller is {0, 0}.
set(arrays "")
set(rows "")
set(n 0)

# Adds a file to `arrays`, and "fileN, size" to `row`.
macro(add_bytes path)
  file(READ "${path}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char file${n}[] = {${bytes}0};\n")
  string(APPEND row "file${n}, ${size}")
  math(EXPR n "${n} + 1")
endmacro()

# The same for a compressed form of a file, made by the command behind it.
macro(add_packed path packed)
  execute_process(COMMAND ${ARGN} INPUT_FILE "${path}" OUTPUT_FILE "${packed}" COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${path}" plain_size)
  file(SIZE "${packed}" packed_size)
  string(APPEND row "}, {")
  if(packed_size LESS plain_size)
    add_bytes("${packed}")
  else()
    string(APPEND row "0, 0")
  endif()
endmacro()

if(FOLDER)
  file(GLOB_RECURSE names RELATIVE "${FOLDER}" "${FOLDER}/*")
  list(FILTER names EXCLUDE REGEX "\\.net$") # the program has nets already, cmake/nets.cmake
  list(SORT names)
  foreach(name IN LISTS names)
    file(SHA256 "${FOLDER}/${name}" hash)
    string(SUBSTRING "${hash}" 0 32 hash)
    get_filename_component(place "${WORK}/${name}" DIRECTORY)
    file(MAKE_DIRECTORY "${place}")
    set(row "    {\"${name}\", \"${hash}\", {{")
    add_bytes("${FOLDER}/${name}")
    add_packed("${FOLDER}/${name}" "${WORK}/${name}.gz" ${GZIP} -9 -n -c)
    add_packed("${FOLDER}/${name}" "${WORK}/${name}.br" ${BROTLI} -q 11 -c)
    string(APPEND rows "${row}}}},\n")
  endforeach()
  set(end "{0}")
else()
  string(REPLACE "," ";" FILES "${FILES}")
  foreach(file IN LISTS FILES)
    get_filename_component(stem "${file}" NAME_WE)
    set(row "    {\"${stem}\", ")
    add_bytes("${file}")
    string(APPEND rows "${row}},\n")
  endforeach()
  set(end "{0, 0, 0}")
endif()
file(WRITE "${OUT}" "/* Made by cmake/embed.cmake. */\n#include \"${HEADER}\"\n\n${arrays}\nconst ${TYPE} ${TABLE}[] = {\n${rows}    ${end},\n};\n")
