/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: wait objects. A program waits on one, and the access layer signals it for the
 * CQ that was created with it (ib_create_cq()). In the archive.
 */
#ifndef COMPLIB_CL_WAITOBJ_H
#define COMPLIB_CL_WAITOBJ_H

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A wait object. */
typedef struct _cl_waitobj *cl_waitobj_handle_t;

/**
 * Create a wait object that is not signaled.
 *
 * manual_reset: FALSE if a signal releases one thread, which resets it.
 * ph_wait_obj (written): The object.
 *
 * Returns CL_SUCCESS, CL_INVALID_PARAMETER if ph_wait_obj is NULL, or CL_INSUFFICIENT_MEMORY.
 */
cl_status_t cl_waitobj_create(boolean_t manual_reset, cl_waitobj_handle_t *ph_wait_obj);

/**
 * Destroy a wait object on which no thread waits. This and the functions below return
 * CL_INVALID_PARAMETER if it is NULL.
 */
cl_status_t cl_waitobj_destroy(cl_waitobj_handle_t h_wait_obj);

/** Signal a wait object. */
cl_status_t cl_waitobj_signal(cl_waitobj_handle_t h_wait_obj);

/** Reset a wait object to not signaled. */
cl_status_t cl_waitobj_reset(cl_waitobj_handle_t h_wait_obj);

/**
 * Wait for at most wait_us microseconds, or forever if it is EVENT_NO_TIMEOUT. Returns CL_SUCCESS
 * after a signal, CL_TIMEOUT without one.
 */
cl_status_t cl_waitobj_wait_on(cl_waitobj_handle_t h_wait_obj, uint32_t wait_us,
			       boolean_t interruptible);

#ifdef __cplusplus
}
#endif

#endif
