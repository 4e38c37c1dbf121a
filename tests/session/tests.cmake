# The real program: at the core's seam, and in a scripted terminal.
if(TARGET heed)
  foreach(name only_the_core heed)
    target_link_libraries(test_session_${name} PRIVATE heed_app)
  endforeach()
  target_link_libraries(test_session_heed PRIVATE heed_terminal)
  target_compile_definitions(test_session_heed PRIVATE HEED_PROGRAM="$<TARGET_FILE:heed>")
  add_dependencies(test_session_heed heed)
endif()
