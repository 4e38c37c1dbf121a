# The AVX-512 kernels on any machine with AVX2: the same files, compiled against an emulation of their
# intrinsics, take the place of the library's in this one program.
if(HEED_IS_X86_64)
  find_path(HEED_SIMDE simde/x86/avx512.h)
  if(HEED_SIMDE)
    file(GLOB emulated CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/core/*_avx512.c)
    add_library(heed_core_emulated OBJECT ${emulated})
    target_include_directories(heed_core_emulated PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/core/emulation
                                                          ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(heed_core_emulated SYSTEM PRIVATE ${HEED_SIMDE})
    target_compile_definitions(heed_core_emulated PRIVATE HEED_EMULATE_AVX512)
    target_compile_options(heed_core_emulated PRIVATE -mavx2 -mfma -O1 -Wno-psabi)
    if(HEED_SANITIZE)
      # SIMDe's lanes overflow as ints, and checking its every loop takes minutes to compile.
      target_compile_options(heed_core_emulated PRIVATE -fno-sanitize=all)
    endif()
    add_executable(test_core_identity_emulated core/test_identity.c $<TARGET_OBJECTS:heed_core_emulated>)
    target_compile_definitions(test_core_identity_emulated PRIVATE HEED_TEST_EMULATED="avx512")
    target_link_libraries(test_core_identity_emulated PRIVATE heed_core PkgConfig::CMOCKA)
    add_test(NAME core/identity_emulated COMMAND test_core_identity_emulated)
    set_tests_properties(core/identity_emulated PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endif()

# Every float through exp, log and tanh: minutes, so on demand alone.
add_executable(heed_long_map EXCLUDE_FROM_ALL core/long_map.c)
target_link_libraries(heed_long_map PRIVATE heed_core PkgConfig::CMOCKA)

# The installed copy serves another program.
if(HEED_SANITIZE)
  set(example_flags "-fsanitize=address,undefined")
endif()
find_program(HEED_PKG_CONFIG pkg-config REQUIRED)
add_test(NAME core/example
         COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/example
                 -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/example/example.c -DCC=${CMAKE_C_COMPILER}
                 -DPKG_CONFIG=${HEED_PKG_CONFIG} -DEXTRA_FLAGS=${example_flags}
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/example/build.cmake)
