/* SPDX-License-Identifier: BSD-2-Clause */
/* Socket addresses of the families that the connection manager supports. */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>

#include "cm/internal.h"

size_t softhca_cm_address_bytes(const struct sockaddr_storage *addr)
{
	switch (addr->ss_family) {
	case AF_INET:
		return sizeof(struct sockaddr_in);
	case AF_INET6:
		return sizeof(struct sockaddr_in6);
	case UCMA_AF_IB:
		return sizeof(struct sockaddr_ib);
	default:
		return 0;
	}
}

int softhca_cm_address_take(const uint8_t *from, uint16_t bytes, struct sockaddr_storage *to)
{
	memset(to, 0, sizeof(*to));
	if (!bytes || bytes > sizeof(*to))
		return EINVAL;
	memcpy(to, from, bytes);
	return softhca_cm_address_bytes(to) == bytes ? 0 : EINVAL;
}

uint16_t softhca_cm_port_number(const struct sockaddr_storage *addr)
{
	switch (addr->ss_family) {
	case AF_INET:
		return ntohs(as_in4(addr)->sin_port);
	case AF_INET6:
		return ntohs(as_in6(addr)->sin6_port);
	case UCMA_AF_IB:
		return (uint16_t)be64toh(as_ib(addr)->sib_sid & as_ib(addr)->sib_sid_mask);
	default:
		return 0;
	}
}

uint64_t softhca_cm_service_id(const struct cm_id *id, const struct sockaddr_storage *addr)
{
	if (addr->ss_family == UCMA_AF_IB)
		return be64toh(as_ib(addr)->sib_sid);
	return (uint64_t)id->ps << CM_PORT_BITS | softhca_cm_port_number(addr);
}

void softhca_cm_set_port_number(struct sockaddr_storage *addr, uint16_t number)
{
	struct sockaddr_ib *native = (struct sockaddr_ib *)addr;

	switch (addr->ss_family) {
	case AF_INET:
		((struct sockaddr_in *)addr)->sin_port = htons(number);
		break;
	case AF_INET6:
		((struct sockaddr_in6 *)addr)->sin6_port = htons(number);
		break;
	default:
		native->sib_sid = htobe64((be64toh(native->sib_sid) & ~(uint64_t)CM_PORT_MASK) |
					  number);
	}
}

bool softhca_cm_is_wildcard(const struct sockaddr_storage *addr)
{
	switch (addr->ss_family) {
	case AF_INET:
		return as_in4(addr)->sin_addr.s_addr == htonl(INADDR_ANY);
	case AF_INET6:
		return IN6_IS_ADDR_UNSPECIFIED(&as_in6(addr)->sin6_addr);
	default:
		return ib_addr_any(&as_ib(addr)->sib_addr);
	}
}

bool softhca_cm_is_group(const struct sockaddr_storage *addr)
{
	switch (addr->ss_family) {
	case AF_INET:
		return IN_MULTICAST(ntohl(as_in4(addr)->sin_addr.s_addr));
	case AF_INET6:
		return IN6_IS_ADDR_MULTICAST(&as_in6(addr)->sin6_addr);
	default:
		return as_ib(addr)->sib_addr.sib_addr8[0] == 0xff;
	}
}

bool softhca_cm_same_address(const struct sockaddr_storage *a, const struct sockaddr_storage *b)
{
	if (a->ss_family != b->ss_family)
		return false;
	switch (a->ss_family) {
	case AF_INET:
		return as_in4(a)->sin_addr.s_addr == as_in4(b)->sin_addr.s_addr;
	case AF_INET6:
		return IN6_ARE_ADDR_EQUAL(&as_in6(a)->sin6_addr, &as_in6(b)->sin6_addr);
	default:
		return !ib_addr_cmp(&as_ib(a)->sib_addr, &as_ib(b)->sib_addr);
	}
}

int softhca_cm_address_take_ip(const uint8_t *from, struct sockaddr_storage *to)
{
	memset(to, 0, sizeof(*to));
	memcpy(to, from, sizeof(struct sockaddr_in6));
	return to->ss_family == AF_INET || to->ss_family == AF_INET6 ? 0 : EINVAL;
}
