/* SPDX-License-Identifier: BSD-2-Clause */
/* Wait objects of the component library: events in memory, which no kernel object represents. */
#include <complib/cl_event.h>
#include <complib/cl_memory.h>
#include <complib/cl_waitobj.h>

struct _cl_waitobj {
	cl_event_t event;
};

cl_status_t cl_waitobj_create(boolean_t manual_reset, cl_waitobj_handle_t *ph_wait_obj)
{
	cl_waitobj_handle_t made;

	if (!ph_wait_obj)
		return CL_INVALID_PARAMETER;
	made = cl_zalloc(sizeof(*made));
	if (!made || cl_event_init(&made->event, manual_reset) != CL_SUCCESS) {
		cl_free(made);
		return CL_INSUFFICIENT_MEMORY;
	}
	*ph_wait_obj = made;
	return CL_SUCCESS;
}

cl_status_t cl_waitobj_destroy(cl_waitobj_handle_t h_wait_obj)
{
	if (!h_wait_obj)
		return CL_INVALID_PARAMETER;
	cl_event_destroy(&h_wait_obj->event);
	cl_free(h_wait_obj);
	return CL_SUCCESS;
}

cl_status_t cl_waitobj_signal(cl_waitobj_handle_t h_wait_obj)
{
	return h_wait_obj ? cl_event_signal(&h_wait_obj->event) : CL_INVALID_PARAMETER;
}

cl_status_t cl_waitobj_reset(cl_waitobj_handle_t h_wait_obj)
{
	return h_wait_obj ? cl_event_reset(&h_wait_obj->event) : CL_INVALID_PARAMETER;
}

cl_status_t cl_waitobj_wait_on(cl_waitobj_handle_t h_wait_obj, uint32_t wait_us,
			       boolean_t interruptible)
{
	return h_wait_obj ? cl_event_wait_on(&h_wait_obj->event, wait_us, interruptible)
			  : CL_INVALID_PARAMETER;
}
