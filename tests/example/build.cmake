# Installs the core from BUILD into WORK, builds example.c against the installed copy as another program
# would (pkg-config and a compiler), and runs it.
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component core
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE pkg_config_file ${WORK}/prefix/*/heed-core.pc)
get_filename_component(pkg_config_dir "${pkg_config_file}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pkg_config_dir})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs heed-core
                OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags} ${EXTRA_FLAGS}")

execute_process(COMMAND ${CC} -std=c17 -Wall -Wextra -Werror ${SOURCE} -o ${WORK}/example ${flags}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/example OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)

foreach(expected "weights 0.2741 0.2741 0.4519" "output  3.3556 4.3556")
  string(FIND "${output}" "${expected}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "the example printed\n${output}instead of\n${expected}")
  endif()
endforeach()
