# SPDX-License-Identifier: BSD-2-Clause
# Installation: headers, one archive, pkg-config files, a CMake package. All of it can be moved after installation.
# Each component becomes one Debian package.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/infiniband" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
	FILES_MATCHING PATTERN "*.h")
foreach(room IN ITEMS rdma iba complib)
	install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/${room}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
		FILES_MATCHING PATTERN "*.h")
endforeach()
# Programs need no headers for kernel commands, management datagrams or the device's side of the formats; drafts cannot be used
# yet.
set(drafts)
foreach(draft IN LISTS INVERBS_DRAFTS)
	list(APPEND drafts PATTERN "${draft}*.h" EXCLUDE)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/inverbs" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
	FILES_MATCHING PATTERN "*.h"
	PATTERN "kernel" EXCLUDE
	PATTERN "device" EXCLUDE
	PATTERN "mad" EXCLUDE
	${drafts})

# Builds only what is installed: "all" includes examples, drafts and tests, too.
add_custom_target(installed)
add_dependencies(installed inverbs inverbs_lean)
if(INVERBS_MANUAL)
	add_dependencies(installed manual)
endif()

install(TARGETS inverbs inverbs_headers ${INVERBS_BINDINGS} EXPORT InverbsTargets
	ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Inverbs")
install(EXPORT InverbsTargets NAMESPACE inverbs:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/InverbsConfig.cmake.in "${PROJECT_BINARY_DIR}/InverbsConfig.cmake"
	INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/InverbsConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/InverbsConfig.cmake" "${PROJECT_BINARY_DIR}/InverbsConfigVersion.cmake"
	DESTINATION "${package_dir}")

# pkg-config files have paths relative to the file itself, so that "cmake --install --prefix" requires no new configuration.
set(pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH PC_PREFIX "/${pc_dir}" "/")
string(REGEX REPLACE "/$" "" PC_PREFIX "${PC_PREFIX}")
set(PC_LIBRARY inverbs)
set(PC_VERSION "${PROJECT_VERSION}")
foreach(binding IN ITEMS any ${INVERBS_ADAPTERS})
	if(binding STREQUAL "any")
		set(PC_NAME inverbs)
		set(PC_FLAG "")
		set(PC_DESCRIPTION "RDMA verbs, any adapter")
	else()
		string(TOUPPER "${binding}" flag)
		set(PC_NAME "inverbs-${binding}")
		set(PC_FLAG " -DINVERBS_${flag}")
		set(PC_DESCRIPTION "RDMA verbs, inlined for ${binding}")
	endif()
	configure_file(cmake/inverbs.pc.in "${PROJECT_BINARY_DIR}/pkgconfig/${PC_NAME}.pc" @ONLY)
	install(FILES "${PROJECT_BINARY_DIR}/pkgconfig/${PC_NAME}.pc" DESTINATION "${pc_dir}")
endforeach()

configure_file(cmake/inverbs-lean.pc.in "${PROJECT_BINARY_DIR}/pkgconfig/inverbs-lean.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/pkgconfig/inverbs-lean.pc" DESTINATION "${pc_dir}")

include(cmake/Compat.cmake)

# inverbs_programs(component name...): install the programs that exist in this configuration, with their manual pages, schemas
# and completions.
function(inverbs_programs component)
	foreach(program IN LISTS ARGN)
		if(TARGET ${program})
			install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${component})
			add_dependencies(installed ${program})
		endif()
		if(TARGET ${program} AND INVERBS_MANUAL)
			foreach(section IN ITEMS 1 8)
				install(FILES "${PROJECT_BINARY_DIR}/man/man${section}/${program}.${section}" OPTIONAL
					DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" COMPONENT ${component})
			endforeach()
		endif()
		if(TARGET ${program})
			install(FILES "${PROJECT_SOURCE_DIR}/docs/schemas/${program}.schema.json" OPTIONAL
				DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/inverbs/schemas" COMPONENT ${component})
			install(FILES "${PROJECT_SOURCE_DIR}/contrib/bash-completion/gen/${program}" OPTIONAL
				DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions" COMPONENT ${component})
		endif()
	endforeach()
endfunction()
inverbs_programs(softhca softhcad softhcactl softhca-run inverbs_explain ofedctrl)
if(TARGET softhca_preload)
	add_dependencies(installed softhca_preload)
	install(TARGETS softhca_preload LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/inverbs" COMPONENT softhca)
endif()
inverbs_programs(utils ibv_devices ibv_devinfo ibv_rc_pingpong ibv_uc_pingpong ibv_ud_pingpong ibv_srq_pingpong
	ibv_xsrq_pingpong ibv_asyncwatch rping ucmatose udaddy mckey rdma_client rdma_server
	rdma_xclient rdma_xserver inverbs_perf)
# The programs for AIX have the same names as others, with other defaults: users who want them add their folder to PATH.
foreach(program IN ITEMS ibv_devices ibv_devinfo rping sum_client sum_server check_ofed_verbs_support)
	if(TARGET aix_${program})
		add_dependencies(installed aix_${program})
		install(TARGETS aix_${program} RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/inverbs/aix" COMPONENT utils)
	endif()
endforeach()
