/* SPDX-License-Identifier: BSD-2-Clause */
/* Private data of messages: its sizes, and how it appears in events. */
#include <string.h>

#include "cm/internal.h"

/** Sizes of private data in messages: what a program can pass, and what an event contains. */
enum {
	REQUEST_DATA = 92,
	DATAGRAM_REQUEST_DATA = 216,
	IP_HEADER_DATA = 36, /**< bytes of a request's private data that IP addresses use */
	RESPONSE_DATA = 196,
	DATAGRAM_RESPONSE_DATA = 136,
	REFUSAL_DATA = 148,
	IWARP_DATA = 255,
};

size_t softhca_cm_private_max(const struct cm_id *id, uint32_t command)
{
	size_t header = id->ps == UCMA_PORT_SPACE_IB ? 0 : IP_HEADER_DATA;

	if (cm_is_iwarp(id))
		return IWARP_DATA;
	switch (command) {
	case UCMA_CMD_CONNECT:
		return (cm_is_datagram(id) ? DATAGRAM_REQUEST_DATA : REQUEST_DATA) - header;
	case UCMA_CMD_ACCEPT:
		return cm_is_datagram(id) ? DATAGRAM_RESPONSE_DATA : RESPONSE_DATA;
	default:
		return REFUSAL_DATA;
	}
}

/* Returns the size in an event. Except on iWARP, this is the message's whole field, zero-padded. */
static uint8_t event_data_bytes(const struct cm_id *from, uint32_t command, uint8_t bytes)
{
	return cm_is_iwarp(from) ? bytes : (uint8_t)softhca_cm_private_max(from, command);
}

void softhca_cm_show_private_data(struct cm_event *e, const struct cm_id *from, uint32_t command,
				  const uint8_t *data, uint8_t bytes)
{
	/* a datagram service uses the same message to accept and to reject */
	const bool as_accept = command == UCMA_CMD_REJECT && cm_is_datagram(from);
	const uint8_t length = event_data_bytes(from, as_accept ? UCMA_CMD_ACCEPT : command, bytes);

	if (!bytes)
		data = (const uint8_t *)""; /* for memcpy(), which does not accept NULL */
	if (cm_is_datagram(from)) {
		memcpy(e->record.param.ud.private_data, data, bytes);
		e->record.param.ud.private_data_len = length;
	} else {
		memcpy(e->record.param.conn.private_data, data, bytes);
		e->record.param.conn.private_data_len = length;
	}
}
