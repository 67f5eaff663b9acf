# SPDX-License-Identifier: GPL-3.0-or-later
# Installation: program, library, headers, CMake package, pkg-config file.
install(TARGETS benchan benchan_shared EXPORT benchan-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS benchan_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/benchan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT benchan-targets NAMESPACE benchan::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/benchan)
configure_package_config_file(cli/benchan-config.cmake.in
  ${PROJECT_BINARY_DIR}/benchan-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/benchan)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/benchan-config-version.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/benchan-config.cmake
  ${PROJECT_BINARY_DIR}/benchan-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/benchan)
# The prefix is found from where the file stands, so that an installed tree may be moved.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
  set(pc_prefix "\${pcfiledir}/${to_prefix}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
configure_file(cli/benchan.pc.in ${PROJECT_BINARY_DIR}/benchan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/benchan.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(EXISTS ${PROJECT_SOURCE_DIR}/cli/benchan.1)
  install(FILES cli/benchan.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES cli/completions/benchan.bash RENAME benchan
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES cli/completions/_benchan
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES cli/completions/benchan.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
