# SPDX-License-Identifier: BSD-2-Clause
# Writes ${OUT}, a header with the git revision of ${SOURCE}. The file is touched only if its text changes. Run by every build.
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --exclude * OUTPUT_VARIABLE revision ERROR_QUIET
	OUTPUT_STRIP_TRAILING_WHITESPACE)
if(revision)
	set(revision " (${revision})")
endif()
set(text "#define INVERBS_REVISION \"${revision}\"\n")
if(EXISTS "${OUT}")
	file(READ "${OUT}" before)
endif()
if(NOT text STREQUAL "${before}")
	file(WRITE "${OUT}" "${text}")
endif()
