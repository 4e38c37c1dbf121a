add_test(NAME walls/includes COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/walls/walls.py ${PROJECT_SOURCE_DIR} --self-test)

set(libraries)
foreach(module base core frame store sheet lesson study view app tui)
  list(APPEND libraries $<TARGET_FILE:heed_${module}>)
endforeach()
add_test(NAME walls/names COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/walls/names.py ${libraries})
