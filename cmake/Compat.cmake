# SPDX-License-Identifier: BSD-2-Clause
# The names that configure scripts look for: -libverbs, -lrdmacm, and the pkg-config packages libibverbs and librdmacm.
#
# Both libraries are symbolic links to libinverbs.a. Such a link is an archive to every linker, to ar and nm, and to tools that
# find libraries by their path (CMake, Meson) and therefore pass no -L, which a linker script that names another library would
# need. It is also safe to link two or all three: a linker takes a member from an archive only for a symbol that is still
# undefined, and the first archive has already defined it.
#
# The versions are those of the rdma-core release whose headers tests/api/same_as_debian.py compares with ours, because clients
# require, for example, "libibverbs >= 1.2".
foreach(compat IN ITEMS "ibverbs 1.14.44.0 RDMA verbs" "rdmacm 1.3.44.0 RDMA connection manager")
	string(REGEX MATCH "^([a-z]+) ([0-9.]+) (.*)$" _ "${compat}")
	set(PC_LIBRARY "${CMAKE_MATCH_1}")
	set(PC_VERSION "${CMAKE_MATCH_2}")
	set(PC_DESCRIPTION "${CMAKE_MATCH_3}, by Inverbs")
	set(PC_NAME "lib${PC_LIBRARY}")
	set(PC_FLAG "")
	configure_file(cmake/inverbs.pc.in "${PROJECT_BINARY_DIR}/compat/${PC_NAME}.pc" @ONLY)
	install(FILES "${PROJECT_BINARY_DIR}/compat/${PC_NAME}.pc" DESTINATION "${pc_dir}" COMPONENT compat)
	file(CREATE_LINK libinverbs.a "${PROJECT_BINARY_DIR}/compat/${PC_NAME}.a" SYMBOLIC)
	install(FILES "${PROJECT_BINARY_DIR}/compat/${PC_NAME}.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT compat)
endforeach()

# If the headers are in a separate folder (Debian packages), create links to them where a plain #include finds them. One link per
# header, because other packages have headers in the same folders.
set(plain "include")
if(NOT CMAKE_INSTALL_INCLUDEDIR STREQUAL plain)
	file(RELATIVE_PATH aside "/${plain}" "/${CMAKE_INSTALL_INCLUDEDIR}")
	set(links "${PROJECT_BINARY_DIR}/compat/${plain}")
	file(GLOB headers RELATIVE "${PROJECT_SOURCE_DIR}/include" CONFIGURE_DEPENDS
		"${PROJECT_SOURCE_DIR}/include/infiniband/*.h" "${PROJECT_SOURCE_DIR}/include/rdma/*.h")
	file(MAKE_DIRECTORY "${links}/infiniband" "${links}/rdma")
	foreach(header IN LISTS headers)
		file(CREATE_LINK "../${aside}/${header}" "${links}/${header}" SYMBOLIC)
	endforeach()
	file(CREATE_LINK "${aside}/inverbs" "${links}/inverbs" SYMBOLIC)
	install(DIRECTORY "${links}/" DESTINATION "${plain}" COMPONENT compat)
endif()
