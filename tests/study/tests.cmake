# The schedule against a reference of its own on 10,000 random histories.
add_executable(schedule_probe ${CMAKE_CURRENT_SOURCE_DIR}/study/schedule_probe.c)
target_link_libraries(schedule_probe PRIVATE heed_study)
add_test(NAME study/fsrs_judge
         COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/study/fsrs_judge.py $<TARGET_FILE:schedule_probe>)
