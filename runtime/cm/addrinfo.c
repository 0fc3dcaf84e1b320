/* SPDX-License-Identifier: BSD-2-Clause */
/* Name resolution: getaddrinfo(3) for rdma_cm. */
#define _GNU_SOURCE
#include <netdb.h>

#include "cm.h"

static void set_addrinfo_hints(struct addrinfo *ask, const struct rdma_addrinfo *hints)
{
	if (hints->ai_flags & RAI_PASSIVE)
		ask->ai_flags |= AI_PASSIVE;
	if (hints->ai_flags & RAI_NUMERICHOST)
		ask->ai_flags |= AI_NUMERICHOST;
	ask->ai_family = hints->ai_family;
	switch (hints->ai_qp_type) {
	case IBV_QPT_RC:
	case IBV_QPT_UC:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		ask->ai_socktype = SOCK_STREAM;
		break;
	case IBV_QPT_UD:
		ask->ai_socktype = SOCK_DGRAM;
		break;
	default:
		break;
	}
	if (hints->ai_port_space == RDMA_PS_TCP)
		ask->ai_protocol = IPPROTO_TCP;
	else if (hints->ai_port_space == RDMA_PS_UDP || hints->ai_port_space == RDMA_PS_IPOIB)
		ask->ai_protocol = IPPROTO_UDP;
}

static int copy_bytes(void **to, const void *from, size_t bytes)
{
	*to = NULL;
	if (!bytes || !from)
		return 0;
	*to = malloc(bytes);
	if (!*to)
		return ENOMEM;
	memcpy(*to, from, bytes);
	return 0;
}

static int copy_address(struct sockaddr **to, socklen_t *len, const struct sockaddr *from,
			socklen_t bytes)
{
	void *copy;
	int err = copy_bytes(&copy, from, bytes);

	*to = copy;
	*len = copy ? bytes : 0;
	return err;
}

/* Canonical names are not asked for, and remain NULL. */
static int fill_addrinfo(struct rdma_addrinfo *to, const struct addrinfo *from,
			 const struct rdma_addrinfo *hints)
{
	const bool stream = from->ai_socktype != SOCK_DGRAM;
	const bool passive = hints && hints->ai_flags & RAI_PASSIVE;
	int err;

	to->ai_family = from->ai_family;
	to->ai_qp_type = hints && hints->ai_qp_type ? hints->ai_qp_type
						    : (int)(stream ? IBV_QPT_RC : IBV_QPT_UD);
	to->ai_port_space = hints && hints->ai_port_space
				    ? hints->ai_port_space
				    : (int)(stream ? RDMA_PS_TCP : RDMA_PS_UDP);
	if (passive) {
		to->ai_flags = RAI_PASSIVE;
		return copy_address(&to->ai_src_addr, &to->ai_src_len, from->ai_addr,
				    from->ai_addrlen);
	}
	err = copy_address(&to->ai_dst_addr, &to->ai_dst_len, from->ai_addr, from->ai_addrlen);
	if (!err && hints && hints->ai_src_len)
		err = copy_address(&to->ai_src_addr, &to->ai_src_len, hints->ai_src_addr,
				   hints->ai_src_len);
	return err;
}

/* Without a name there is nothing to resolve: return the hints. */
static int copy_hints(struct rdma_addrinfo *to, const struct rdma_addrinfo *hints)
{
	int err;

	to->ai_flags = hints->ai_flags;
	to->ai_family = hints->ai_family;
	to->ai_qp_type = hints->ai_qp_type;
	to->ai_port_space = hints->ai_port_space;
	err = copy_address(&to->ai_src_addr, &to->ai_src_len, hints->ai_src_addr,
			   hints->ai_src_len);
	if (!err)
		err = copy_address(&to->ai_dst_addr, &to->ai_dst_len, hints->ai_dst_addr,
				   hints->ai_dst_len);
	if (!err)
		err = copy_bytes(&to->ai_route, hints->ai_route, hints->ai_route_len);
	if (!err)
		err = copy_bytes(&to->ai_connect, hints->ai_connect, hints->ai_connect_len);
	to->ai_route_len = to->ai_route ? hints->ai_route_len : 0;
	to->ai_connect_len = to->ai_connect ? hints->ai_connect_len : 0;
	return err;
}

/* Returns 0, an EAI_ code, or -1 with errno. */
static int resolve_addrinfo(const char *node, const char *service,
			    const struct rdma_addrinfo *hints, struct rdma_addrinfo *to)
{
	struct addrinfo ask = {0}, *found;
	int err;

	if (hints)
		set_addrinfo_hints(&ask, hints);
	err = getaddrinfo(node, service, hints ? &ask : NULL, &found);
	if (err)
		return err == EAI_SYSTEM ? -1 : err;
	err = fill_addrinfo(to, found, hints);
	freeaddrinfo(found);
	return rdma_seterrno(err);
}

int rdma_getaddrinfo(const char *node, const char *service, const struct rdma_addrinfo *hints,
		     struct rdma_addrinfo **res)
{
	struct rdma_addrinfo *response;
	int ret;

	if (!res || (!node && !service && !hints))
		return rdma_seterrno(EINVAL);
	response = calloc(1, sizeof(*response));
	if (!response)
		return rdma_seterrno(ENOMEM);
	if (node || service)
		ret = resolve_addrinfo(node, service, hints, response);
	else
		ret = rdma_seterrno(copy_hints(response, hints));
	if (ret) {
		int err = errno;

		rdma_freeaddrinfo(response);
		errno = err;
		return ret;
	}
	*res = response;
	return 0;
}

void rdma_freeaddrinfo(struct rdma_addrinfo *res)
{
	while (res) {
		struct rdma_addrinfo *next = res->ai_next;

		free(res->ai_src_addr);
		free(res->ai_dst_addr);
		free(res->ai_route);
		free(res->ai_connect);
		free(res);
		res = next;
	}
}
