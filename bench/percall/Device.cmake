# SPDX-License-Identifier: BSD-2-Clause
# The same cases on an emulated device: with every binding of ours, and with this machine's libibverbs.
set(percall_device ${percall} percall/stage_device.c)

# percall_on_device(name target [definition]): a program with the target's binding.
function(percall_on_device name target)
	add_executable(${name} ${percall_device})
	target_compile_options(${name} PRIVATE -O2)
	target_compile_definitions(${name} PRIVATE _GNU_SOURCE ${ARGN})
	target_link_libraries(${name} PRIVATE ${target})
endfunction()

percall_on_device(percall-device_any inverbs::any)
# Only percall/run uses these programs, and builds them; all their sources are also compiled for others.
foreach(adapter IN LISTS INVERBS_INFINIBAND_ADAPTERS)
	percall_on_device(percall-device_${adapter} inverbs::${adapter})
	percall_on_device(percall-device_${adapter}-single-threaded inverbs::${adapter} INVERBS_SINGLE_THREADED)
	set_target_properties(percall-device_${adapter} percall-device_${adapter}-single-threaded PROPERTIES EXCLUDE_FROM_ALL ON)
endforeach()

# Debian's header and shared library, by their full paths, because ours have the same names.
find_file(PERCALL_REFERENCE_HEADER infiniband/verbs.h PATHS /usr/include NO_DEFAULT_PATH)
find_library(PERCALL_REFERENCE_LIBRARY libibverbs.so PATHS /usr/lib PATH_SUFFIXES "${CMAKE_LIBRARY_ARCHITECTURE}"
	NO_DEFAULT_PATH)
if(PERCALL_REFERENCE_HEADER AND PERCALL_REFERENCE_LIBRARY)
	percall_on_device(percall-device_reference "${PERCALL_REFERENCE_LIBRARY}")
	target_sources(percall-device_reference PRIVATE percall/spin_lock.c)
	set_target_properties(percall-device_reference PROPERTIES ENABLE_EXPORTS ON)
endif()
