/* SPDX-License-Identifier: BSD-2-Clause */
/* The version that programs print. */
#ifndef TOOLS_VERSION_H
#define TOOLS_VERSION_H

/** Version and revision, as printed by --version. */
extern const char program_version[];

#endif
