/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Functions that are declared and documented but not implemented. Each fails with the error that
 * its comment names.
 */
#include <errno.h>
#include <iba/ib_al.h>

#define UNUSED __attribute__((unused))

ib_api_status_t ib_cm_listen(ib_al_handle_t h_al UNUSED, const ib_cm_listen_t *p_cm_listen UNUSED,
			     const void *listen_context UNUSED,
			     ib_listen_handle_t *ph_cm_listen UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_cancel(ib_listen_handle_t h_cm_listen UNUSED,
			     ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_req(const ib_cm_req_t *p_cm_req UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rep(ib_cm_handle_t h_cm_req UNUSED, const ib_cm_rep_t *p_cm_rep UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rtu(ib_cm_handle_t h_cm_rep UNUSED, const ib_cm_rtu_t *p_cm_rtu UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rej(ib_cm_handle_t h_cm UNUSED, const ib_cm_rej_t *p_cm_rej UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_mra(ib_cm_handle_t h_cm UNUSED, const ib_cm_mra_t *p_cm_mra UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_lap(const ib_cm_lap_t *p_cm_lap UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_apr(ib_cm_handle_t h_cm_lap UNUSED, const ib_cm_apr_t *p_cm_apr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_dreq(const ib_cm_dreq_t *p_cm_dreq UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_drep(ib_cm_handle_t h_cm_dreq UNUSED, const ib_cm_drep_t *p_cm_drep UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_handoff(ib_cm_handle_t h_cm_req UNUSED, ib_net64_t svc_id UNUSED)
{
	return IB_UNSUPPORTED;
}
