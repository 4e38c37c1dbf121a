# The judge recomputes what heed prints, in NumPy; first it is judged itself.
add_test(NAME judge/selftest COMMAND ${HEED_PYTHON} -B ${PROJECT_SOURCE_DIR}/tests/judge/selftest.py)
