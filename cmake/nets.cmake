# Writes nets into a C file by the assembler, which takes megabytes at once where a C array would take seconds:
#
#   cmake -D OUT=nets.c -D FILES=a.net,b.net -P nets.cmake
#
# embedded_nets becomes an array of struct embedded: {stem of the file, its bytes, how many}, the last entry has no name.
set(arrays "")
set(rows "")
set(n 0)
string(REPLACE "," ";" FILES "${FILES}")
foreach(file IN LISTS FILES)
  get_filename_component(stem "${file}" NAME_WE)
  file(SIZE "${file}" size)
  string(APPEND arrays "__asm__(\".section .rodata\\n.balign 64\\n.globl linea_embedded_net_${n}\\nlinea_embedded_net_${n}:\\n\"\n        \".incbin \\\"${file}\\\"\\n.text\\n\");\nextern const unsigned char linea_embedded_net_${n}[];\n")
  string(APPEND rows "    {\"${stem}\", linea_embedded_net_${n}, ${size}},\n")
  math(EXPR n "${n} + 1")
endforeach()
file(WRITE "${OUT}" "/* Made by cmake/nets.cmake. */\n#include \"common/embedded.h\"\n\n${arrays}\nconst struct embedded embedded_nets[] = {\n${rows}    {0, 0, 0},\n};\n")
