/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: everything is in cl_types.h. */
#ifndef COMPLIB_CL_TYPES_OSD_H
#define COMPLIB_CL_TYPES_OSD_H

#include <complib/cl_types.h>

#endif
