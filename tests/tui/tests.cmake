# The terminal, driven through a small program in a scripted terminal.
add_executable(tui_demo ${CMAKE_CURRENT_LIST_DIR}/demo.c)
target_link_libraries(tui_demo PRIVATE heed_tui)
