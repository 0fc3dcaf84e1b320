/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The version of this release. README.md states what may change between releases. Defined only
 * here: CMake, packages and programs read it from this file.
 */
#ifndef INVERBS_VERSION_H
#define INVERBS_VERSION_H

#define INVERBS_VERSION_MAJOR 0
#define INVERBS_VERSION_MINOR 2
#define INVERBS_VERSION_PATCH 0

/** For comparisons: `#if INVERBS_VERSION_NUMBER >= INVERBS_VERSION_OF(0, 2, 0)`. */
#define INVERBS_VERSION_OF(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define INVERBS_VERSION_NUMBER                                                                     \
	INVERBS_VERSION_OF(INVERBS_VERSION_MAJOR, INVERBS_VERSION_MINOR, INVERBS_VERSION_PATCH)

#define INVERBS_VERSION_TEXT_OF(major, minor, patch) #major "." #minor "." #patch
#define INVERBS_VERSION_TEXT(major, minor, patch)    INVERBS_VERSION_TEXT_OF(major, minor, patch)
/** "MAJOR.MINOR.PATCH" */
#define INVERBS_VERSION                                                                            \
	INVERBS_VERSION_TEXT(INVERBS_VERSION_MAJOR, INVERBS_VERSION_MINOR, INVERBS_VERSION_PATCH)

/**
 * The rdma-core release that the headers match: they declare its functions, structures and
 * constants, and nothing that rdma-core added later.
 */
#define INVERBS_RDMA_CORE_LEVEL 44

#endif
