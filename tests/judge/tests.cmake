# The judge recomputes what heed prints, in NumPy; first it is judged itself.
add_test(NAME judge/selftest COMMAND ${HEED_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/judge/selftest.py)
if(TARGET heed)
  add_test(NAME judge/lessons COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/judge/program.py $<TARGET_FILE:heed>
                                       ${HEED_JUDGE_EDITS})
endif()
