# Python judges the grammar (its own parser) and the values (NumPy).
add_executable(sheet_probe ${CMAKE_CURRENT_LIST_DIR}/sheet_probe.c)
target_include_directories(sheet_probe PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(sheet_probe PRIVATE heed_sheet PkgConfig::CMOCKA)
foreach(what trees values)
  add_test(NAME sheet/judge_${what}
           COMMAND ${HEED_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/sheet_judge.py $<TARGET_FILE:sheet_probe> ${what})
endforeach()

# The script of a sheet is run by the Python that has NumPy.
target_compile_definitions(test_sheet_script PRIVATE HEED_PYTHON="${HEED_PYTHON}")
