/* SPDX-License-Identifier: BSD-2-Clause */
/* Includes the whole component library. */
#ifndef COMPLIB_COMP_LIB_H
#define COMPLIB_COMP_LIB_H

#include <complib/cl_atomic.h>
#include <complib/cl_byteswap.h>
#include <complib/cl_debug.h>
#include <complib/cl_event.h>
#include <complib/cl_math.h>
#include <complib/cl_memory.h>
#include <complib/cl_mutex.h>
#include <complib/cl_passivelock.h>
#include <complib/cl_qlist.h>
#include <complib/cl_qmap.h>
#include <complib/cl_spinlock.h>
#include <complib/cl_thread.h>
#include <complib/cl_timer.h>
#include <complib/cl_types.h>
#include <complib/cl_waitobj.h>

#endif
