# libFuzzer targets of every parser of untrusted text: -DHEED_FUZZ=ON with clang.
# ctest runs each for a bounded number of inputs from its corpus; by hand:
#   build/tests/fuzz_lesson -max_len=8192 tests/fuzz/corpus/lesson
if(HEED_FUZZ)
  foreach(name base expr lesson math journal json screen)
    add_executable(fuzz_${name} ${CMAKE_CURRENT_LIST_DIR}/fuzz_${name}.c)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(fuzz_${name} PRIVATE heed_study heed_tui)
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    add_test(NAME fuzz/${name}
             COMMAND fuzz_${name} -runs=20000 -max_len=4096 -seed=7 -timeout=20 -rss_limit_mb=2048 -verbosity=0
                     ${CMAKE_CURRENT_BINARY_DIR}/corpus_${name} ${CMAKE_CURRENT_LIST_DIR}/corpus/${name})
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/corpus_${name})
  endforeach()
endif()
