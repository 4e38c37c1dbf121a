# The scripted terminal, as a library for the tests of tui and of the program.
pkg_check_modules(VTERM REQUIRED IMPORTED_TARGET vterm)
add_library(heed_terminal STATIC ${CMAKE_CURRENT_LIST_DIR}/terminal.c ${CMAKE_CURRENT_LIST_DIR}/keeper.c
                                 ${CMAKE_CURRENT_LIST_DIR}/keys.c ${CMAKE_CURRENT_LIST_DIR}/look.c)
target_include_directories(heed_terminal PUBLIC ${CMAKE_CURRENT_LIST_DIR}/..)
target_link_libraries(heed_terminal PUBLIC heed_base PkgConfig::VTERM PkgConfig::CMOCKA)
target_link_libraries(test_terminal_terminal PRIVATE heed_terminal)
