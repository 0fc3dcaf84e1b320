/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages: sending, resending, and finding the connection for a received message. */
#include <arpa/inet.h>

#include "cm.h"

enum {
	GSI = 1,
	LEAST_WAIT_MS = 20 /* programs need some time to respond */
};

static void put_header(uint8_t bytes[MAD_BYTES], uint16_t message, uint64_t tid)
{
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_COMMUNICATION,
		.class_version = IBCM_CLASS_VERSION,
		.method = MAD_METHOD_SEND,
		.tid = tid,
		.attribute = message,
	};

	memset(bytes, 0, MAD_BYTES);
	mad_header_put(bytes, &header);
}

uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message)
{
	cm->message = message;
	put_header(cm->bytes, message, cm->tid);
	return cm->bytes + MAD_HEADER_SIZE;
}

static int send_message_to(struct iba_cm_port *port, const struct umad_header *to,
			   const uint8_t *bytes)
{
	struct umad_header header = *to;

	header.id = port->agent;
	header.qpn = htonl(GSI);
	header.qkey = htonl(MAD_GSI_QKEY);
	return iba_umad_write(&port->umad, &header, bytes, MAD_BYTES);
}

int iba_cm_send(struct iba_cm *cm)
{
	return send_message_to(cm->port, &cm->to, cm->bytes);
}

static void arm_response_timer(struct iba_cm *cm)
{
	const uint32_t ms = cm->lap == IBA_CM_LAP_SENT ? cm->lap_wait_ms : cm->wait_ms;

	iba_cm_timer_set(cm, ms < LEAST_WAIT_MS ? LEAST_WAIT_MS : ms);
}

int iba_cm_send_with_retries(struct iba_cm *cm)
{
	cm->retries_left = cm->retries;
	arm_response_timer(cm);
	return iba_cm_send(cm);
}

void iba_cm_repeat(struct iba_cm *cm, uint16_t message)
{
	if (cm->message == message)
		iba_cm_send(cm);
}

struct umad_header iba_cm_reply_header(const struct iba_cm_port *port,
				       const struct umad_header *from)
{
	struct umad_header back = *from;

	back.id = port->agent;
	back.status = 0;
	back.timeout_ms = 0;
	back.retries = 0;
	return back;
}

void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data)
{
	const struct umad_header to = iba_cm_reply_header(port, arrival->from);
	uint8_t bytes[MAD_BYTES];

	put_header(bytes, message, arrival->tid);
	memcpy(bytes + MAD_HEADER_SIZE, data, IBCM_REJ_SIZE);
	send_message_to(port, &to, bytes);
}

ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most)
{
	if (bytes && !data)
		return IB_INVALID_PARAMETER;
	return bytes > most ? IB_INVALID_SETTING : IB_SUCCESS;
}

/* --- receiving ------------------------------------------------------------------------------ */

static iba_cm_handler *find_handler(uint16_t message)
{
	static iba_cm_handler *const handlers[] = {
		[IBCM_ATTRIBUTE_REQ] = iba_cm_req_arrived,
		[IBCM_ATTRIBUTE_MRA] = iba_cm_mra_arrived,
		[IBCM_ATTRIBUTE_REJ] = iba_cm_rej_arrived,
		[IBCM_ATTRIBUTE_REP] = iba_cm_rep_arrived,
		[IBCM_ATTRIBUTE_RTU] = iba_cm_rtu_arrived,
		[IBCM_ATTRIBUTE_DREQ] = iba_cm_dreq_arrived,
		[IBCM_ATTRIBUTE_DREP] = iba_cm_drep_arrived,
		[IBCM_ATTRIBUTE_SIDR_REQ] = iba_cm_sidr_req_arrived,
		[IBCM_ATTRIBUTE_SIDR_REP] = iba_cm_sidr_rep_arrived,
		[IBCM_ATTRIBUTE_LAP] = iba_cm_lap_arrived,
		[IBCM_ATTRIBUTE_APR] = iba_cm_apr_arrived,
	};

	return message < sizeof(handlers) / sizeof(handlers[0]) ? handlers[message] : NULL;
}

void iba_cm_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *mad,
		    size_t bytes)
{
	struct iba_cm_port *port = IBA_CONTAINER(umad, struct iba_cm_port, umad);
	struct iba_cm_arrival arrival = {.from = header, .data = mad + MAD_HEADER_SIZE};
	struct mad_header common;

	if (header->status || bytes < MAD_BYTES)
		return;
	common = mad_header_get(mad);
	if (common.mgmt_class != MAD_CLASS_COMMUNICATION || common.method != MAD_METHOD_SEND ||
	    common.class_version != IBCM_CLASS_VERSION || !find_handler(common.attribute))
		return;
	arrival.tid = common.tid;
	if (!iba_hold_alive(&port->object))
		return;
	find_handler(common.attribute)(port, &arrival);
	iba_put(&port->object);
}

/* --- timeouts ------------------------------------------------------------------------------- */

void iba_cm_expired(struct iba_cm *cm)
{
	iba_cm_lock(cm);
	if (cm->state == IBA_CM_TIME_WAIT) {
		iba_cm_close(cm);
		iba_cm_unlock(cm);
	} else if (cm->state == IBA_CM_CLOSED) {
		iba_cm_unlock(cm);
	} else if (cm->retries_left) {
		cm->retries_left--;
		arm_response_timer(cm);
		iba_cm_send(cm);
		iba_cm_unlock(cm);
	} else {
		iba_cm_retries_exhausted(cm);
	}
}
