# The stage that scripted tests of the app play on.
foreach(short home help keys reading number editing typing pointer jobs random acting formula present study quiz cards plain glossary helpful controls)
  if(TARGET test_app_${short})
    target_sources(test_app_${short} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/app/harness.c)
  endif()
endforeach()
