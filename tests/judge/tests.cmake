if(TARGET heed)
  add_test(NAME judge/lessons COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/judge/program.py $<TARGET_FILE:heed> 12)
endif()
