# SPDX-License-Identifier: BSD-2-Clause
# Options, and the flags with which this repository itself is compiled. They do not affect programs that use it.
option(INVERBS_WERROR "Stop at warnings (for work on Inverbs itself)" OFF)
# For sanitizers and other compilers. Unbound programs cover all of the library and the emulator; a bound one adds only its fast
# path, so only tests that move data are built bound. Other kits (checked, mixed, single-threaded) and bound examples are left to
# the ordinary build.
option(INVERBS_FEW_KITS "Build all tests unbound, but only those that move data bound" OFF)
option(INVERBS_PERCALL "Build the programs that count instructions per call (docs/percall.md)" ON)
option(INVERBS_EXAMPLES "Build the example programs and the measuring tools" ON)
option(INVERBS_FUZZ "Link the targets of tests/fuzz with libFuzzer (clang)" OFF)
option(INVERBS_COVERAGE "Count which lines of the emulator a program executes (clang)" OFF)
set(INVERBS_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
	set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
# Assertions are enabled in all build types except Release.
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON) # gnu11: statement expressions, cleanup attribute, Linux interfaces
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the archive may be linked into a shared object
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

add_compile_options(-Wall -Wextra)
if(INVERBS_WERROR)
	add_compile_options(-Werror)
endif()
if(INVERBS_SANITIZE)
	add_compile_options("-fsanitize=${INVERBS_SANITIZE}" -fno-omit-frame-pointer)
	add_link_options("-fsanitize=${INVERBS_SANITIZE}")
	add_compile_definitions(INVERBS_CHECK_LOCKS)
	if(INVERBS_SANITIZE MATCHES "undefined")
		add_compile_options(-fno-sanitize-recover=undefined)
	endif()
endif()

# Only the emulator is instrumented (emulator/CMakeLists.txt). Every program that links it has the counters; they are written only
# if LLVM_PROFILE_FILE is set.
if(INVERBS_COVERAGE)
	add_link_options(-fprofile-instr-generate=/dev/null)
endif()

set(THREADS_PREFER_PTHREAD_FLAG OFF)
find_package(Threads REQUIRED)

# C++ is only used by tests, which check that headers compile as C++. Without a C++ compiler everything else is still built, and
# a cross build uses only C.
include(CheckLanguage)
if(CMAKE_CXX_COMPILER MATCHES "NOTFOUND$")
	unset(CMAKE_CXX_COMPILER CACHE) # it may have been installed since
endif()
if(NOT CMAKE_CROSSCOMPILING)
	check_language(CXX)
endif()
if(CMAKE_CXX_COMPILER AND NOT CMAKE_CROSSCOMPILING)
	enable_language(CXX)
	set(CMAKE_CXX_STANDARD 17)
	set(CMAKE_CXX_STANDARD_REQUIRED ON)
endif()
