# The terminal, driven through a small program in a scripted terminal.
add_executable(tui_demo ${CMAKE_CURRENT_LIST_DIR}/demo.c)
target_link_libraries(tui_demo PRIVATE heed_tui)
foreach(name session signals environment)
  target_link_libraries(test_tui_${name} PRIVATE heed_terminal)
  target_compile_definitions(test_tui_${name} PRIVATE TUI_DEMO="$<TARGET_FILE:tui_demo>")
  add_dependencies(test_tui_${name} tui_demo)
endforeach()
