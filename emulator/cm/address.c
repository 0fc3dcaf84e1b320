/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses: which emulated port an address of this machine belongs to, and which identifier
 * listens there. By default, 127.0.0.1 belongs to the first device, 127.0.0.2 to the second and so
 * on, round robin; all other addresses of the machine belong to the first device. Devices of each
 * kind (InfiniBand, RoCE, iWARP) form a separate network, as if their addresses were a subnet.
 */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/devices.h"
#include "base/log.h"
#include "cm/cm.h"
#include "cm/internal.h"

/* --- address to port --------------------------------------------------------------------- */

static struct softhca_port *nth_device(const struct softhca_cm *cm, unsigned int n)
{
	return &cm->hca->devices[n % cm->hca->num_devices]->port[0];
}

/* Does the address belong to this machine? If so, a socket can bind to it. */
static bool is_local_address(const struct sockaddr_storage *addr)
{
	struct sockaddr_storage probe = *addr;
	int sock = socket(addr->ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool local;

	if (sock < 0)
		return false;
	softhca_cm_set_port_number(&probe, 0);
	local = !bind(sock, (struct sockaddr *)&probe, (socklen_t)softhca_cm_address_bytes(&probe));
	close(sock);
	return local;
}

static struct softhca_port *loopback_port(const struct softhca_cm *cm,
					  const struct sockaddr_storage *addr)
{
	uint32_t host = ntohl(as_in4(addr)->sin_addr.s_addr);

	return nth_device(cm, (host - 1) & 0xff);
}

/* Returns the InfiniBand port with this native address, or NULL. */
static struct softhca_port *native_port(const struct softhca_cm *cm,
					const struct sockaddr_storage *addr)
{
	struct softhca_port *port = softhca_find_port_by_gid(
		cm->hca, (const union ibv_gid *)(const void *)&as_ib(addr)->sib_addr);

	return port && !port->ethernet ? port : NULL;
}

struct softhca_port *softhca_cm_port_of(const struct softhca_cm *cm,
					const struct sockaddr_storage *addr)
{
	for (const struct cm_address *at = cm->addresses; at; at = at->next) {
		if (softhca_cm_same_address(&at->addr, addr))
			return at->port;
	}
	if (softhca_cm_is_wildcard(addr) || !cm->hca->num_devices)
		return NULL;
	switch (addr->ss_family) {
	case AF_INET:
		if (ntohl(as_in4(addr)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET)
			return loopback_port(cm, addr);
		return is_local_address(addr) ? nth_device(cm, 0) : NULL;
	case AF_INET6:
		return is_local_address(addr) ? nth_device(cm, 0) : NULL;
	default:
		return native_port(cm, addr);
	}
}

bool softhca_cm_has_address(const struct softhca_dev *device, const struct sockaddr *addr)
{
	struct sockaddr_storage copy = {.ss_family = addr->sa_family};
	const struct softhca_port *port;
	bool loopback;

	if (addr->sa_family != AF_INET && addr->sa_family != AF_INET6)
		return false;
	memcpy(&copy, addr, softhca_cm_address_bytes(&copy));
	if (addr->sa_family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&as_in6(&copy)->sin6_addr))
		return false; /* a link-local address has no meaning without its network interface
			       */
	/* the loopback network has an address for every device */
	loopback = addr->sa_family == AF_INET &&
		   ntohl(as_in4(&copy)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	port = softhca_cm_port_of(device->hca->cm, &copy);
	return loopback || (port && port->device == device);
}

bool softhca_cm_same_network(const struct softhca_port *a, const struct softhca_port *b)
{
	return a->ethernet == b->ethernet &&
	       softhca_cm_is_iwarp_port(a) == softhca_cm_is_iwarp_port(b);
}

static struct softhca_port *parse_port_name(struct softhca *hca, const char *text)
{
	char name[64];
	size_t len = strcspn(text, ":");
	unsigned long number = text[len] ? strtoul(text + len + 1, NULL, 10) : 1;
	struct softhca_dev *device;

	if (!len || len >= sizeof(name))
		return NULL;
	memcpy(name, text, len);
	name[len] = '\0';
	device = softhca_find_device(hca, name);
	if (!device || number < 1 || number > device->num_ports)
		return NULL;
	return &device->port[number - 1];
}

static int parse_address(const char *text, size_t len, struct sockaddr_storage *to)
{
	char address[INET6_ADDRSTRLEN];

	memset(to, 0, sizeof(*to));
	if (len >= sizeof(address))
		return EINVAL;
	memcpy(address, text, len);
	address[len] = '\0';
	if (inet_pton(AF_INET, address, &((struct sockaddr_in *)to)->sin_addr) == 1)
		to->ss_family = AF_INET;
	else if (inet_pton(AF_INET6, address, &((struct sockaddr_in6 *)to)->sin6_addr) == 1)
		to->ss_family = AF_INET6;
	else
		return EINVAL;
	return 0;
}

union ibv_gid softhca_cm_mapped_gid(const struct sockaddr_storage *addr)
{
	union ibv_gid gid = {.raw = {[10] = 0xff, [11] = 0xff}};

	if (addr->ss_family == AF_INET6)
		memcpy(gid.raw, &as_in6(addr)->sin6_addr, sizeof(gid.raw));
	else
		memcpy(gid.raw + 12, &as_in4(addr)->sin_addr, 4);
	return gid;
}

/* Add an address of a RoCE port to the port's GID table. */
static int enter_gid(struct softhca_port *port, const struct sockaddr_storage *addr)
{
	const union ibv_gid gid = softhca_cm_mapped_gid(addr);

	if (!port->ethernet || softhca_cm_is_iwarp_port(port))
		return 0;
	return softhca_port_add_gid(port, &gid);
}

int softhca_cm_map(struct softhca *hca, const char *text)
{
	const char *equals = strchr(text, '=');
	struct cm_address *entry = calloc(1, sizeof(*entry));

	if (!entry)
		return ENOMEM;
	if (equals && !parse_address(text, (size_t)(equals - text), &entry->addr))
		entry->port = parse_port_name(hca, equals + 1);
	if (!entry->port) {
		softhca_log(hca, SOFTHCA_LOG_ERROR,
			    "'%s' is not ADDRESS=DEVICE or ADDRESS=DEVICE:PORT of this emulator",
			    text);
		free(entry);
		return EINVAL;
	}
	entry->next = hca->cm->addresses;
	hca->cm->addresses = entry;
	return enter_gid(entry->port, &entry->addr);
}

union ibv_gid softhca_cm_gid_of(const struct cm_id *id, const struct sockaddr_storage *addr)
{
	const struct softhca_port *port;
	union ibv_gid gid;

	if (addr->ss_family == UCMA_AF_IB)
		return *(const union ibv_gid *)(const void *)&as_ib(addr)->sib_addr;
	port = softhca_cm_port_of(id->file->cm, addr);
	gid = softhca_cm_mapped_gid(addr);
	if (!port && id->port && id->port->ethernet && !cm_is_iwarp(id))
		return gid; /* on Ethernet, the address determines the GID */
	if (!port)
		return (union ibv_gid){{0}};
	return softhca_port_find_gid(port, &gid) < SOFTHCA_GIDS ? gid : port->gid[0];
}

/* --- ports of a port space ---------------------------------------------------------------- */

static bool binding_overlaps(const struct cm_id *a, const struct sockaddr_storage *b,
			     bool b_family_only)
{
	if (softhca_cm_same_address(&a->src, b))
		return true;
	if (a->src.ss_family != b->ss_family)
		/* a wildcard address also covers the other family, unless IPV6_V6ONLY is set */
		return !a->family_only && !b_family_only &&
		       (softhca_cm_is_wildcard(&a->src) || softhca_cm_is_wildcard(b));
	return softhca_cm_is_wildcard(&a->src) || softhca_cm_is_wildcard(b);
}

static bool is_address_taken(const struct cm_id *id, const struct sockaddr_storage *addr)
{
	const struct softhca_cm *cm = id->file->cm;
	const uint64_t service = softhca_cm_service_id(id, addr);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &cm->all)
	{
		const struct cm_id *other = softhca_entry(pos, struct cm_id, in_all);

		/* an accepted connection shares its listener's port */
		if (other == id || !other->src.ss_family || other->incoming ||
		    softhca_cm_service_id(other, &other->src) != service)
			continue;
		if (other->reuse_address && id->reuse_address && other->state != CM_LISTENING)
			continue;
		if (binding_overlaps(other, addr, id->family_only))
			return true;
	}
	return false;
}

static int choose_port_number(struct cm_id *id, struct sockaddr_storage *addr)
{
	struct softhca_cm *cm = id->file->cm;

	for (unsigned int tries = 0; tries < 28000; tries++) {
		uint16_t number = cm->next_port;

		cm->next_port = cm->next_port >= 60998 ? 32768 : (uint16_t)(cm->next_port + 1);
		softhca_cm_set_port_number(addr, number);
		if (!is_address_taken(id, addr))
			return 0;
	}
	return EADDRNOTAVAIL;
}

/*
 * The service id of a native address has one of three port spaces and a port number. The mask tells
 * which bits are given; a free port number is chosen in the others. Only RDMA_PS_IB may use other
 * port spaces than its own. The bound service id is compared in full. (Linux,
 * drivers/infiniband/core/cma.c.)
 */
static int complete_service_id(const struct cm_id *id, struct sockaddr_storage *addr)
{
	static const uint16_t spaces[] = {UCMA_PORT_SPACE_IB, UCMA_PORT_SPACE_TCP,
					  UCMA_PORT_SPACE_UDP};
	struct sockaddr_ib *native = (struct sockaddr_ib *)addr;
	const uint64_t mask = be64toh(native->sib_sid_mask) & ~(uint64_t)CM_PORT_MASK;

	for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
		const uint64_t space = (uint64_t)spaces[i] << CM_PORT_BITS;

		if (((be64toh(native->sib_sid) ^ space) & mask) ||
		    (id->ps != spaces[i] && id->ps != UCMA_PORT_SPACE_IB))
			continue;
		native->sib_sid = htobe64(space | softhca_cm_port_number(addr));
		native->sib_sid_mask = ~(__be64)0;
		return 0;
	}
	return EPROTONOSUPPORT;
}

int softhca_cm_bind(struct cm_id *id, const struct sockaddr_storage *addr)
{
	struct sockaddr_storage to = *addr;
	struct softhca_port *port = softhca_cm_port_of(id->file->cm, addr);
	int err = 0;

	if (id->state != CM_IDLE)
		return EINVAL;
	if (!port && !softhca_cm_is_wildcard(addr))
		return addr->ss_family == UCMA_AF_IB ? ENODEV : EADDRNOTAVAIL;
	if (port && softhca_cm_is_iwarp_port(port) && id->ps == UCMA_PORT_SPACE_IPOIB)
		return EINVAL; /* IPoIB is not emulated */
	if (to.ss_family == UCMA_AF_IB)
		err = complete_service_id(id, &to);
	if (err)
		return err;
	if (!softhca_cm_port_number(&to))
		err = choose_port_number(id, &to);
	else if (is_address_taken(id, &to))
		err = EADDRINUSE;
	if (err)
		return err;
	id->src = to;
	id->port = port;
	softhca_cm_set_state(id, CM_BOUND);
	return 0;
}

/*
 * Does the listener listen at this address? A native listener listens on its port, whichever of the
 * port's GIDs it was bound to.
 */
static bool is_listening_at(const struct cm_id *listener, const struct sockaddr_storage *addr)
{
	if (addr->ss_family == UCMA_AF_IB)
		return listener->port == softhca_cm_port_of(listener->file->cm, addr);
	return softhca_cm_same_address(&listener->src, addr);
}

static bool same_kind_of_address(const struct cm_id *listener, const struct sockaddr_storage *addr)
{
	if (listener->family_only)
		return listener->src.ss_family == addr->ss_family;
	/* the private data of a request shows whether its addresses are IP or native */
	return (listener->src.ss_family == UCMA_AF_IB) == (addr->ss_family == UCMA_AF_IB);
}

/*
 * Returns the identifier in this state at the destination, or NULL. A listener on exactly this
 * address takes precedence over one on the wildcard address.
 */
static struct cm_id *find_at_destination(const struct cm_id *asking, enum cm_state state)
{
	const struct sockaddr_storage *addr = &asking->dst;
	const uint64_t service = softhca_cm_service_id(asking, addr);
	struct softhca_link *pos, *after;
	struct cm_id *found = NULL;

	softhca_for_each(pos, after, &asking->file->cm->all)
	{
		struct cm_id *id = softhca_entry(pos, struct cm_id, in_all);

		if (id->state != state || !same_kind_of_address(id, addr) ||
		    softhca_cm_service_id(id, &id->src) != service)
			continue;
		if (softhca_cm_is_wildcard(&id->src))
			found = id;
		else if (is_listening_at(id, addr))
			return id;
	}
	return found;
}

struct cm_id *softhca_cm_listener(const struct cm_id *asking)
{
	return find_at_destination(asking, CM_LISTENING);
}

bool softhca_cm_may_listen_soon(const struct cm_id *asking)
{
	return find_at_destination(asking, CM_BOUND);
}

/* --- commands ---------------------------------------------------------------------------- */

static int bind_by_handle(const struct cm_command *c, uint32_t handle,
			  const struct sockaddr_storage *addr)
{
	struct cm_id *id;
	int err = softhca_cm_id_find(c->file, handle, &id);

	return err ? err : softhca_cm_bind(id, addr);
}

int softhca_cm_cmd_bind(const struct cm_command *c)
{
	struct ucma_bind_req request;
	struct sockaddr_storage addr;
	int err;

	ucma_read_bind(c->parsed, &request);
	err = softhca_cm_address_take(request.addr, request.addr_size, &addr);
	return err ? err : bind_by_handle(c, request.id, &addr);
}

int softhca_cm_cmd_bind_ip(const struct cm_command *c)
{
	struct ucma_bind_ip_req request;
	struct sockaddr_storage addr;
	int err;

	ucma_read_bind_ip(c->parsed, &request);
	err = softhca_cm_address_take_ip(request.addr, &addr);
	return err ? err : bind_by_handle(c, request.id, &addr);
}
