# `ninja golden` writes the golden frames anew: look at what changed (git diff) before it is committed.
if(TARGET test_view_golden)
  add_custom_target(golden COMMAND ${CMAKE_COMMAND} -E env HEED_GOLDEN=write $<TARGET_FILE:test_view_golden>
                    COMMAND ${CMAKE_COMMAND} -E env HEED_GOLDEN=write $<TARGET_FILE:test_view_equations>
                    COMMAND ${CMAKE_COMMAND} -E env HEED_GOLDEN=write $<TARGET_FILE:test_view_present>
                    COMMAND ${CMAKE_COMMAND} -E env HEED_GOLDEN=write $<TARGET_FILE:test_view_quiz>
                    DEPENDS test_view_golden test_view_equations test_view_quiz test_view_present VERBATIM)
endif()
