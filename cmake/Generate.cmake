# SPDX-License-Identifier: BSD-2-Clause
# Generated sources are committed, so a build needs no Python. These targets are for people who change spec/.
find_program(INVERBS_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH DOC "Python of the generator")
if(INVERBS_PYTHON)
	add_custom_target(gen
		COMMAND "${INVERBS_PYTHON}" -m codegen gen
		WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" USES_TERMINAL
		COMMENT "Writing generated files")
	add_custom_target(gen-check
		COMMAND "${INVERBS_PYTHON}" -m codegen check
		WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" USES_TERMINAL
		COMMENT "Comparing generated files with spec/")
endif()
