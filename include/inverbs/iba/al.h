/* SPDX-License-Identifier: BSD-2-Clause */
/* Inline functions of iba/ib_al.h. */
#ifndef INVERBS_IBA_AL_H
#define INVERBS_IBA_AL_H

#include <iba/ib_al.h> /* ends by including this file */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline void *ib_get_mad_buf(const ib_mad_element_t *p_mad_element)
{
	return p_mad_element->p_mad_buf;
}

/** The distance between the administrator's records is in its response, in units of 8 bytes. */
static inline void *ib_get_query_result(ib_mad_element_t *p_result_mad, uint32_t result_index)
{
	uint8_t *buffer = (uint8_t *)ib_get_mad_buf(p_result_mad);
	const size_t distance = (size_t)cl_ntoh16(((ib_sa_mad_t *)buffer)->attr_offset) * 8;

	/* a result of several datagrams is longer than the struct */
	return buffer + offsetof(ib_sa_mad_t, data) + result_index * distance;
}

static inline ib_path_rec_t *ib_get_query_path_rec(ib_mad_element_t *p_result_mad,
						   uint32_t result_index)
{
	return (ib_path_rec_t *)ib_get_query_result(p_result_mad, result_index);
}

static inline ib_portinfo_record_t *ib_get_query_portinfo_rec(ib_mad_element_t *p_result_mad,
							      uint32_t result_index)
{
	return (ib_portinfo_record_t *)ib_get_query_result(p_result_mad, result_index);
}

static inline ib_node_record_t *ib_get_query_node_rec(ib_mad_element_t *p_result_mad,
						      uint32_t result_index)
{
	return (ib_node_record_t *)ib_get_query_result(p_result_mad, result_index);
}

static inline ib_service_record_t *ib_get_query_svc_rec(ib_mad_element_t *p_result_mad,
							uint32_t result_index)
{
	return (ib_service_record_t *)ib_get_query_result(p_result_mad, result_index);
}

static inline const char *ib_get_pnp_event_str(ib_pnp_event_t event)
{
	switch (event) {
	case IB_PNP_CA_ADD:
		return "IB_PNP_CA_ADD";
	case IB_PNP_CA_REMOVE:
		return "IB_PNP_CA_REMOVE";
	case IB_PNP_PORT_ADD:
		return "IB_PNP_PORT_ADD";
	case IB_PNP_PORT_REMOVE:
		return "IB_PNP_PORT_REMOVE";
	case IB_PNP_PORT_INIT:
		return "IB_PNP_PORT_INIT";
	case IB_PNP_PORT_ARMED:
		return "IB_PNP_PORT_ARMED";
	case IB_PNP_PORT_ACTIVE:
		return "IB_PNP_PORT_ACTIVE";
	case IB_PNP_PORT_DOWN:
		return "IB_PNP_PORT_DOWN";
	case IB_PNP_PKEY_CHANGE:
		return "IB_PNP_PKEY_CHANGE";
	case IB_PNP_SM_CHANGE:
		return "IB_PNP_SM_CHANGE";
	case IB_PNP_GID_CHANGE:
		return "IB_PNP_GID_CHANGE";
	case IB_PNP_LID_CHANGE:
		return "IB_PNP_LID_CHANGE";
	case IB_PNP_SUBNET_TIMEOUT_CHANGE:
		return "IB_PNP_SUBNET_TIMEOUT_CHANGE";
	case IB_PNP_IOU_ADD:
		return "IB_PNP_IOU_ADD";
	case IB_PNP_IOU_REMOVE:
		return "IB_PNP_IOU_REMOVE";
	case IB_PNP_IOC_ADD:
		return "IB_PNP_IOC_ADD";
	case IB_PNP_IOC_REMOVE:
		return "IB_PNP_IOC_REMOVE";
	case IB_PNP_IOC_PATH_ADD:
		return "IB_PNP_IOC_PATH_ADD";
	case IB_PNP_IOC_PATH_REMOVE:
		return "IB_PNP_IOC_PATH_REMOVE";
	case IB_PNP_REG_COMPLETE:
		return "IB_PNP_REG_COMPLETE";
	default:
		return "unknown";
	}
}

#ifdef __cplusplus
}
#endif

#include <inverbs/iba/fast.h>

#endif
