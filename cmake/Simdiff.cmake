# simdiff_add_check(NAME REFERENCE f PORT g FILES a.c b.c [OPTIONS ...]): a CTest test that
# passes where port g computes what reference f computes. UNDECIDED fails it.
#
#     include(Simdiff)
#     enable_testing()
#     simdiff_add_check(scale REFERENCE scale PORT scale_sse FILES scale.c OPTIONS --size n=1..64)
#
# simdiff_add_suite(NAME [PATHS ...]): the same for `simdiff test PATHS`.

find_program(SIMDIFF_EXECUTABLE simdiff DOC "simdiff, which compares functions")

function(simdiff_add_check name)
  cmake_parse_arguments(PARSE_ARGV 1 check "" "REFERENCE;PORT" "FILES;OPTIONS")
  if(NOT SIMDIFF_EXECUTABLE)
    message(FATAL_ERROR "simdiff_add_check(${name}): simdiff is not on PATH; set SIMDIFF_EXECUTABLE")
  endif()
  if(NOT check_REFERENCE OR NOT check_FILES)
    message(FATAL_ERROR "simdiff_add_check(${name}): REFERENCE and FILES are needed")
  endif()
  if(check_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "simdiff_add_check(${name}): unknown arguments: ${check_UNPARSED_ARGUMENTS}")
  endif()
  set(port)
  if(check_PORT)
    set(port --port ${check_PORT})
  endif()
  add_test(
    NAME ${name}
    COMMAND ${SIMDIFF_EXECUTABLE} check ${check_FILES} --reference ${check_REFERENCE} ${port}
            ${check_OPTIONS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()

function(simdiff_add_suite name)
  if(NOT SIMDIFF_EXECUTABLE)
    message(FATAL_ERROR "simdiff_add_suite(${name}): simdiff is not on PATH; set SIMDIFF_EXECUTABLE")
  endif()
  add_test(
    NAME ${name}
    COMMAND ${SIMDIFF_EXECUTABLE} test ${ARGN}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
