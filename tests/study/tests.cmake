# The schedule against a reference of its own on 10,000 random histories.
add_executable(schedule_probe ${CMAKE_CURRENT_SOURCE_DIR}/study/schedule_probe.c)
target_link_libraries(schedule_probe PRIVATE heed_study)
add_test(NAME study/fsrs_judge
         COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/study/fsrs_judge.py $<TARGET_FILE:schedule_probe>)

# Every question of the shipped lessons, drawn many times, recomputed with NumPy.
add_executable(quiz_dump ${CMAKE_CURRENT_SOURCE_DIR}/study/quiz_dump.c)
target_include_directories(quiz_dump PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(quiz_dump PRIVATE heed_study)
file(GLOB quiz_lessons CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons/*.md)
list(FILTER quiz_lessons EXCLUDE REGEX "(misconceptions|glossary)")
add_test(NAME study/quiz_judge
         COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/study/quiz_judge.py $<TARGET_FILE:quiz_dump> ${HEED_JUDGE_DRAWS}
                 ${quiz_lessons} ${PROJECT_SOURCE_DIR}/lessons/misconceptions.md)
