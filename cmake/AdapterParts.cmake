# SPDX-License-Identifier: BSD-2-Clause
# Hand-written parts of adapters: if one is missing, it is reported here instead of by the linker.

# inverbs_adapter_part(list adapter what pattern...): find the sources of an adapter's part, relative to the calling folder. Every
# adapter except drafts must have some.
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
