# The width tables are what the generator makes of this Python's Unicode (skipped
# where that is another version), and numbers as text are Python's.
add_test(NAME base/text_tables
         COMMAND ${HEED_PYTHON} ${PROJECT_SOURCE_DIR}/src/base/gen_text_tables.py
                 --check ${PROJECT_SOURCE_DIR}/src/base/text_tables.c)
set_tests_properties(base/text_tables PROPERTIES SKIP_RETURN_CODE 77)

add_executable(number_probe ${CMAKE_CURRENT_SOURCE_DIR}/base/number_probe.c)
target_link_libraries(number_probe PRIVATE heed_base)
add_test(NAME base/number_judge
         COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/base/number_judge.py $<TARGET_FILE:number_probe>)
