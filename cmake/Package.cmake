# SPDX-License-Identifier: BSD-2-Clause
# Debian packages: cmake --preset package && cmake --build --preset package && (cd build-package && cpack -G DEB)
#
# libinverbs-dev  headers, archive, pkg-config files and CMake package; can be installed beside libibverbs-dev
# libinverbs-compat-dev  the names libibverbs and librdmacm; takes the place of libibverbs-dev and librdmacm-dev
# libinverbs-doc  manual of the calls; pages have the names that other implementations give theirs
# inverbs-utils   ibv_devinfo, rping and the like; have the names of other implementations' programs, too
# softhca         the software adapter and what looks into it
set(CPACK_PACKAGE_NAME inverbs)
set(CPACK_PACKAGE_VENDOR "Inverbs")
set(CPACK_PACKAGE_CONTACT "The Inverbs engineers <inverbs@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "RDMA verbs that compile into the program")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# inverbs_package(component package section "depends" "summary" "what it has"): one Debian package.
macro(inverbs_package component package section depends summary text)
	string(TOUPPER "${component}" upper)
	list(APPEND CPACK_COMPONENTS_ALL ${component})
	set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${package}")
	set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}")
	set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
	set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
	# where people look for it
	install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}" RENAME copyright
		COMPONENT ${component})
endmacro()

set(CPACK_COMPONENTS_ALL "")
set(programs_depend "libc6 (>= 2.34)")
if(INVERBS_JSON)
	string(APPEND programs_depend ", libjansson4 (>= 2.14)")
endif()
inverbs_package(dev libinverbs-dev libdevel "libc6-dev"
	"RDMA verbs that compile into the program"
	"Headers and the static archive. Programs find them by pkg-config (inverbs, or inverbs-ADAPTER) or find_package(Inverbs).")
inverbs_package(compat libinverbs-compat-dev libdevel "libinverbs-dev (= ${PROJECT_VERSION})"
	"RDMA verbs that compile into the program, by their usual names"
	"Lets programs build that ask for -libverbs, -lrdmacm, or the pkg-config packages libibverbs and librdmacm.")
foreach(field IN ITEMS CONFLICTS REPLACES PROVIDES)
	set(CPACK_DEBIAN_COMPAT_PACKAGE_${field} "libibverbs-dev, librdmacm-dev")
endforeach()
inverbs_package(utils inverbs-utils net "${programs_depend}"
	"programs to look at RDMA devices and to try them"
	"ibv_devices, ibv_devinfo, pingpongs of every kind, rping, ucmatose, udaddy, mckey and inverbs_perf; some with the defaults of AIX.")
inverbs_package(softhca softhca net "${programs_depend}"
	"software RDMA adapter behind the kernel's command interface"
	"The daemon, the program that controls it, and a tool that explains entries of rings.")
set(CPACK_DEBIAN_UTILS_PACKAGE_CONFLICTS "ibverbs-utils, rdmacm-utils")
set(CPACK_DEBIAN_UTILS_PACKAGE_REPLACES "ibverbs-utils, rdmacm-utils")
if(INVERBS_MANUAL)
	inverbs_package(doc libinverbs-doc doc ""
		"manual of RDMA verbs and the RDMA connection manager"
		"A page for every call, verbs(7) and rdma_cm(7).")
	set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
	# with a version: those packages themselves, and not libinverbs-compat-dev, which provides their names
	set(CPACK_DEBIAN_DOC_PACKAGE_CONFLICTS "libibverbs-dev (>= 0~), librdmacm-dev (>= 0~)")
	set(CPACK_DEBIAN_DOC_PACKAGE_REPLACES "libibverbs-dev (>= 0~), librdmacm-dev (>= 0~)")
endif()
include(CPack)
