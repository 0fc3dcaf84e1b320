# SPDX-License-Identifier: BSD-2-Clause
# The library for programs with --json. Only programs use jansson, the archive does not. Without it, or in a cross build, --json
# prints a message about what is missing.
add_library(inverbs_document STATIC tools/document.c)
target_link_libraries(inverbs_document PRIVATE inverbs_headers)
target_compile_definitions(inverbs_document PRIVATE _GNU_SOURCE)
set(INVERBS_JSON OFF)
if(NOT CMAKE_CROSSCOMPILING)
	find_path(INVERBS_JANSSON NAMES jansson.h)
	find_library(INVERBS_JANSSON_LIBRARY NAMES jansson)
	if(INVERBS_JANSSON AND INVERBS_JANSSON_LIBRARY)
		set(INVERBS_JSON ON)
		target_include_directories(inverbs_document PRIVATE "${INVERBS_JANSSON}")
		target_link_libraries(inverbs_document PRIVATE "${INVERBS_JANSSON_LIBRARY}")
		target_compile_definitions(inverbs_document PRIVATE INVERBS_JSON)
	else()
		message(STATUS "jansson is missing: programs are built without --json")
	endif()
endif()
