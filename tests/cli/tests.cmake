if(TARGET heed)
  add_test(NAME cli/commands COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/cli/cli.py $<TARGET_FILE:heed>)
  add_test(NAME cli/export COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/cli/export.py $<TARGET_FILE:heed>)
endif()
