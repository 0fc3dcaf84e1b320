# SPDX-License-Identifier: BSD-2-Clause
# What is written by hand for each adapter: its absence is told here, and not by the linker.

# inverbs_adapter_part(list adapter what pattern...): the sources of a part of an adapter, relative to the calling folder; an adapter
# that is no draft has some.
function(inverbs_adapter_part list adapter what)
	file(GLOB sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" ${ARGN})
	if(NOT sources AND NOT adapter IN_LIST INVERBS_DRAFTS)
		message(FATAL_ERROR "${adapter} has no ${what}: there is no ${ARGN} in ${CMAKE_CURRENT_SOURCE_DIR}, and "
			"spec/adapters/${adapter}.yaml is no draft. Write it (\"An adapter\" in CONTRIBUTING.md says what belongs there, and "
			"`python3 -m codegen new NAME` writes one to begin with), or let the spec say `status: draft` and run "
			"`python3 -m codegen gen`.")
	endif()
	set(${list} ${sources} PARENT_SCOPE)
endfunction()
