/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RMPP: messages of several MADs. Here they travel as a whole, with the header of their first
 * packet.
 */
#include <inverbs/mad/administration.h>

#include "mad/internal.h"

size_t mad_rmpp_header(uint8_t mgmt_class)
{
	if (mgmt_class == MAD_CLASS_ADMINISTRATION)
		return SA_HEADER_BYTES;
	if (mgmt_class == MAD_CLASS_DEVICE || mgmt_class == MAD_CLASS_DEVICE_ADMINISTRATION ||
	    mgmt_class == MAD_CLASS_BIS)
		return MAD_DEVICE_DATA_AT;
	if (mad_has_oui(mgmt_class))
		return MAD_VENDOR_DATA_AT;
	return 0;
}

void mad_rmpp_mark(uint8_t *bytes, size_t len)
{
	const size_t begin = mad_rmpp_header(mad_header_get(bytes).mgmt_class);
	const size_t per_packet = MAD_BYTES - begin, own = begin - MAD_RMPP_AT - MAD_RMPP_SIZE;
	const size_t data = len > begin ? len - begin : 0;
	const size_t packets = data ? (data + per_packet - 1) / per_packet : 1;
	struct mad_rmpp v = mad_rmpp_get(bytes + MAD_RMPP_AT);

	v.version = MAD_RMPP_VERSION;
	v.type = MAD_RMPP_TYPE_DATA;
	v.first = 1;
	v.last = packets == 1;
	v.segment = 1;
	v.length = (uint32_t)(data + packets * own);
	mad_rmpp_put(bytes + MAD_RMPP_AT, &v);
}
