# SPDX-License-Identifier: BSD-2-Clause
# Manual pages. They are generated from spec/api during the build, so they cannot differ from it. This requires the generator's
# Python modules; without them (on a machine that only builds and installs) only the pages are missing. Each configuration
# checks again, because the modules may have been installed since the last one.
set(INVERBS_MANUAL OFF)
set(INVERBS_MANUAL_MISSING "") # why there are no pages, if something is missing
if(CMAKE_CROSSCOMPILING OR INVERBS_SANITIZE)
	# the ordinary build has them
elseif(NOT INVERBS_PYTHON)
	set(INVERBS_MANUAL_MISSING "no python3")
else()
	execute_process(COMMAND "${INVERBS_PYTHON}" -c "import yaml, jsonschema, jinja2"
		RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
	if(missing)
		set(INVERBS_MANUAL_MISSING "no python3-yaml, python3-jsonschema or python3-jinja2")
	else()
		set(INVERBS_MANUAL ON)
	endif()
endif()
if(INVERBS_MANUAL_MISSING)
	message(STATUS "manual pages are left out: ${INVERBS_MANUAL_MISSING}")
endif()

if(INVERBS_MANUAL)
	file(GLOB manual_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/spec/api/*.yaml" "${PROJECT_SOURCE_DIR}/spec/kernel/*.yaml"
		"${PROJECT_SOURCE_DIR}/spec/schema/*.yaml" "${PROJECT_SOURCE_DIR}/codegen/abi/*.py"
		"${PROJECT_SOURCE_DIR}/codegen/*.py" "${PROJECT_SOURCE_DIR}/codegen/api/*.py" "${PROJECT_SOURCE_DIR}/codegen/api/*/*.py"
		"${PROJECT_SOURCE_DIR}/codegen/core/*.py"
		"${PROJECT_SOURCE_DIR}/codegen/templates/api/*.j2" "${PROJECT_SOURCE_DIR}/tests/man/examples/*.c")
	set(manual_stamp "${PROJECT_BINARY_DIR}/manual.stamp")
	add_custom_command(OUTPUT "${manual_stamp}"
		COMMAND "${CMAKE_COMMAND}" -E env PYTHONDONTWRITEBYTECODE=1
			"${INVERBS_PYTHON}" -m codegen man "${PROJECT_BINARY_DIR}/man"
		COMMAND "${CMAKE_COMMAND}" -E touch "${manual_stamp}"
		DEPENDS ${manual_sources} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM
		COMMENT "Writing manual pages")
	add_custom_target(manual ALL DEPENDS "${manual_stamp}")
	# pages of programs are installed with the programs: Install.cmake
	foreach(section IN ITEMS man3 man5 man7)
		install(DIRECTORY "${PROJECT_BINARY_DIR}/man/${section}" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT doc OPTIONAL)
	endforeach()
endif()
