# SPDX-License-Identifier: GPL-3.0-or-later
# Files compiled into a program. C promises string literals of 4095 characters
# only, so that a file becomes an array of bytes.
#
#   benchan_embed(OUTPUT_VARIABLE PREFIX FILE...)
#
# generates PREFIX_embedded.c, which defines for each FILE the symbol PREFIX_NAME and
# PREFIX_NAME_size (NAME: the file's name up to its first dot), and puts the
# path of that file into OUTPUT_VARIABLE. The same file, run as a script
# (cmake -P), does the work.

if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(text "#include <stddef.h>\n\n")
  foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[.].*" "" name "${name}")
    file(READ "${file}" bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " bytes "${bytes}")
    string(APPEND text
      "extern const unsigned char ${PREFIX}_${name}[];\n"
      "extern const size_t ${PREFIX}_${name}_size;\n"
      "const unsigned char ${PREFIX}_${name}[] = {${bytes}0};\n"
      "const size_t ${PREFIX}_${name}_size = ${size};\n\n")
  endforeach()
  file(WRITE "${OUTPUT}" "${text}")
  return()
endif()

set(benchan_embed_script "${CMAKE_CURRENT_LIST_FILE}")
function(benchan_embed output_variable prefix)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${prefix}_embedded.c")
  # A list would be taken apart on its way through the command line.
  string(REPLACE ";" "|" files "${ARGN}")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DPREFIX=${prefix}" "-DOUTPUT=${output}" "-DFILES=${files}"
            -P "${benchan_embed_script}"
    DEPENDS ${ARGN} "${benchan_embed_script}"
    VERBATIM)
  set(${output_variable} "${output}" PARENT_SCOPE)
endfunction()
