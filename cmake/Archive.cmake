# SPDX-License-Identifier: BSD-2-Clause
# libinverbs.a, and the targets that programs link: inverbs::any, and inverbs::<adapter> for each adapter.
set(archive_objects "")
set(archive_parts inverbs_runtime inverbs_providers inverbs_emulator)
foreach(adapter IN LISTS INVERBS_ADAPTERS)
	list(APPEND archive_parts inverbs_${adapter})
endforeach()
foreach(part IN LISTS archive_parts)
	if(TARGET ${part})
		list(APPEND archive_objects $<TARGET_OBJECTS:${part}>)
	endif()
endforeach()

add_library(inverbs STATIC ${archive_objects})
set_target_properties(inverbs PROPERTIES LINKER_LANGUAGE C EXPORT_NAME archive)
target_link_libraries(inverbs PUBLIC inverbs_headers Threads::Threads)
set_target_properties(inverbs_headers PROPERTIES EXPORT_NAME headers)

add_library(inverbs_any INTERFACE)
target_link_libraries(inverbs_any INTERFACE inverbs)
set_target_properties(inverbs_any PROPERTIES EXPORT_NAME any)
add_library(inverbs::any ALIAS inverbs_any)

set(INVERBS_BINDINGS inverbs_any)
foreach(adapter IN LISTS INVERBS_ADAPTERS)
	string(TOUPPER "${adapter}" flag)
	add_library(inverbs_bind_${adapter} INTERFACE)
	target_link_libraries(inverbs_bind_${adapter} INTERFACE inverbs)
	target_compile_definitions(inverbs_bind_${adapter} INTERFACE INVERBS_${flag})
	set_target_properties(inverbs_bind_${adapter} PROPERTIES EXPORT_NAME ${adapter})
	add_library(inverbs::${adapter} ALIAS inverbs_bind_${adapter})
	list(APPEND INVERBS_BINDINGS inverbs_bind_${adapter})
endforeach()

# In addition to one of these: without the emulator. Named explicitly, because otherwise it would come after the archive.
target_link_options(inverbs_lean INTERFACE "LINKER:-u,softhca_inprocess_connect")
target_link_libraries(inverbs_lean INTERFACE inverbs)
add_library(inverbs::lean ALIAS inverbs_lean)
list(APPEND INVERBS_BINDINGS inverbs_lean)

# In addition to one of these: check arguments and states first. See docs/checked.md.
add_library(inverbs_checked INTERFACE)
target_compile_definitions(inverbs_checked INTERFACE INVERBS_CHECKED)
set_target_properties(inverbs_checked PROPERTIES EXPORT_NAME checked)
add_library(inverbs::checked ALIAS inverbs_checked)
list(APPEND INVERBS_BINDINGS inverbs_checked)

# In addition to any of these: enforce the rules of the AIX manual. See docs/aix.md.
add_library(inverbs_aix INTERFACE)
target_compile_definitions(inverbs_aix INTERFACE INVERBS_AIX)
set_target_properties(inverbs_aix PROPERTIES EXPORT_NAME aix)
add_library(inverbs::aix ALIAS inverbs_aix)
list(APPEND INVERBS_BINDINGS inverbs_aix)
