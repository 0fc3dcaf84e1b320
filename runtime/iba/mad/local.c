/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Datagrams to the local node. Subnet management uses a directed route without hops, which needs no
 * LID; the other classes that adapters handle themselves are sent to the port's own LID.
 */
#include <arpa/inet.h>
#include <inverbs/mad/subnet.h>

#include "iba/layer.h"
#include "local.h"

enum {
	TIMEOUT_MS = 2000,
	RETRIES = 3,
	VENDOR_FIRST = 0x9,
	VENDOR_LAST = 0xf
};

int iba_local_smp(const struct iba_port *port, void *mad)
{
	const struct umad_header header = {
		.timeout_ms = TIMEOUT_MS,
		.retries = RETRIES,
		.lid = htons(MAD_PERMISSIVE_LID),
	};
	struct smp_datagram smp = smp_datagram_get(mad);
	const uint8_t mgmt_class = smp.mgmt_class;
	int err;

	smp.mgmt_class = MAD_CLASS_SUBNET_DIRECTED;
	smp.hop_pointer = 0;
	smp.hop_count = 0;
	smp.dr_slid = MAD_PERMISSIVE_LID;
	smp.dr_dlid = MAD_PERMISSIVE_LID;
	smp_datagram_put(mad, &smp);
	err = iba_umad_exchange(port, 0, &header, mad);
	if (err || mgmt_class == MAD_CLASS_SUBNET_DIRECTED)
		return err;
	/* convert the response back to the form of the request */
	smp = smp_datagram_get(mad);
	smp.mgmt_class = mgmt_class;
	smp.returning = 0;
	smp.dr_slid = 0;
	smp.dr_dlid = 0;
	smp_datagram_put(mad, &smp);
	return 0;
}

static int exchange_with_self(const struct iba_port *port, void *mad)
{
	const struct umad_header header = {
		.timeout_ms = TIMEOUT_MS,
		.retries = RETRIES,
		.qpn = htonl(1),
		.qkey = htonl(MAD_GSI_QKEY),
		.lid = htons((uint16_t)iba_port_value(port, "lid")),
	};

	return iba_umad_exchange(port, 1, &header, mad);
}

static ib_api_status_t execute_mad(const struct iba_port *port, uint8_t mad[MAD_BYTES])
{
	const struct mad_header header = mad_header_get(mad);

	switch (header.mgmt_class) {
	case MAD_CLASS_SUBNET_DIRECTED:
		if (smp_datagram_get(mad).hop_count)
			return IB_INVALID_PARAMETER; /* it is for another node */
		return iba_umad_status(iba_local_smp(port, mad));
	case MAD_CLASS_SUBNET:
		return iba_umad_status(iba_local_smp(port, mad));
	case MAD_CLASS_PERFORMANCE:
		return iba_umad_status(exchange_with_self(port, mad));
	default:
		if (header.mgmt_class < VENDOR_FIRST || header.mgmt_class > VENDOR_LAST)
			return IB_UNSUPPORTED; /* handled by programs, not by adapters */
		return iba_umad_status(exchange_with_self(port, mad));
	}
}

ib_api_status_t iba_port_of_ca(const struct iba_ca *ca, uint8_t number, struct iba_port *port)
{
	if (!iba_has_port(ca, number) ||
	    !iba_port_of_device(inverbs_device_of(ca->context->device), number, port))
		return IB_INVALID_PORT;
	return IB_SUCCESS;
}

ib_api_status_t ib_local_mad(ib_ca_handle_t h_ca, uint8_t port_num, const void *p_mad_in,
			     void *p_mad_out)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	uint8_t mad[MAD_BYTES];
	struct iba_port port;
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	status = p_mad_in && p_mad_out ? iba_port_of_ca(ca, port_num, &port) : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS) {
		memcpy(mad, p_mad_in, sizeof(mad));
		status = execute_mad(&port, mad);
	}
	if (status == IB_SUCCESS)
		memcpy(p_mad_out, mad, sizeof(mad));
	iba_put(&ca->reporter.object);
	return status;
}
