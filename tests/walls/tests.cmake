add_test(NAME walls/includes COMMAND ${HEED_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/walls/walls.py ${PROJECT_SOURCE_DIR} --self-test)
