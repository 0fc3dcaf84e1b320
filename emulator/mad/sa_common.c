/* SPDX-License-Identifier: BSD-2-Clause */
/* What requests for all kinds of records need. */
#include <stdlib.h>
#include <string.h>

#include "mad/sa.h"

uint8_t *sa_add(struct sa_request *r, size_t bytes)
{
	const size_t size = (bytes + SA_RECORD_UNIT - 1) / SA_RECORD_UNIT * SA_RECORD_UNIT;
	uint8_t *at;

	if (r->len + size > r->room) {
		const size_t room = 2 * r->room + 16 * size;
		uint8_t *grown = realloc(r->found, room);

		if (!grown) {
			r->out_of_memory = true;
			return NULL;
		}
		r->found = grown;
		r->room = room;
	}
	at = r->found + r->len;
	memset(at, 0, size);
	r->record_size = size;
	r->len += size;
	r->count++;
	return at;
}
