# Writes files as C arrays, so that the program needs none of them at run time.
#
#   cmake -D OUT=x.c -D HEADER=x.h -D TYPE="struct embedded" -D TABLE=name -D FILES="a;b" -P embed.cmake
#
# TABLE becomes an array of TYPE: {stem of the file, its bytes, how many}, ended by a
# NULL name. With -D NAMES=NAME it is the whole name of the file.
if(NOT NAMES)
  set(NAMES NAME_WE)
endif()
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(rows "")
set(n 0)
foreach(file IN LISTS FILES)
  get_filename_component(stem "${file}" ${NAMES})
  file(READ "${file}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char file${n}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${stem}\", file${n}, ${size}},\n")
  math(EXPR n "${n} + 1")
endforeach()
file(WRITE "${OUT}" "/* Made by cmake/embed.cmake. */\n#include \"${HEADER}\"\n\n${arrays}\nconst ${TYPE} ${TABLE}[] = {\n${rows}    {0, 0, 0},\n};\n")
