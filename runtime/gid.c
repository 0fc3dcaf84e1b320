/* SPDX-License-Identifier: BSD-2-Clause */
/* GID and P_Key tables, read from the device's attributes. */
#include <net/if.h>
#include <stdio.h>

#include "runtime.h"

enum {
	ATTR_BYTES = 128,
	PKEYS_MAX = 0x10000,
};

/* Parse eight groups of four hexadecimal digits. Returns 0 or an errno value. */
static int parse_gid(const char *text, union ibv_gid *gid)
{
	unsigned int part[8];

	if (sscanf(text, "%4x:%4x:%4x:%4x:%4x:%4x:%4x:%4x", &part[0], &part[1], &part[2], &part[3],
		   &part[4], &part[5], &part[6], &part[7]) != 8)
		return EINVAL;
	for (size_t i = 0; i < 8; i++) {
		gid->raw[2 * i] = (uint8_t)(part[i] >> 8);
		gid->raw[2 * i + 1] = (uint8_t)part[i];
	}
	return 0;
}

static bool is_zero_gid(const union ibv_gid *gid)
{
	static const union ibv_gid none;

	return !memcmp(gid, &none, sizeof(none));
}

/* Read a GID. An index beyond the table gives EINVAL, an unused index an all-zero GID. */
static int read_gid(struct ibv_context *context, uint32_t port, uint32_t index, union ibv_gid *gid)
{
	char buf[ATTR_BYTES];
	ssize_t len = inverbs_read_attr(context, buf, sizeof(buf), "ports/%u/gids/%u", port, index);

	if (len == -ENOENT)
		return EINVAL;
	return len < 0 ? (int)-len : parse_gid(buf, gid);
}

int ibv_query_gid(struct ibv_context *context, uint8_t port_num, int index, union ibv_gid *gid)
{
	int err = index < 0 ? EINVAL : read_gid(context, port_num, (uint32_t)index, gid);

	if (!err)
		return 0;
	errno = err;
	return -1;
}

/* The kernel has one text for InfiniBand and RoCE v1; the port's link layer tells them apart. */
static int read_type(struct ibv_context *context, struct ibv_gid_entry *entry)
{
	char buf[ATTR_BYTES];
	ssize_t len = inverbs_read_attr(context, buf, sizeof(buf), "ports/%u/gid_attrs/types/%u",
					entry->port_num, entry->gid_index);

	if (len >= 0 && !strcmp(buf, "RoCE v2")) {
		entry->gid_type = IBV_GID_TYPE_ROCE_V2;
		return 0;
	}
	if (len < 0 && len != -ENOENT && len != -EINVAL)
		return (int)-len;
	len = inverbs_read_attr(context, buf, sizeof(buf), "ports/%u/link_layer", entry->port_num);
	entry->gid_type = len >= 0 && !strcmp(buf, "Ethernet") ? IBV_GID_TYPE_ROCE_V1
							       : IBV_GID_TYPE_IB;
	return 0;
}

static void read_interface(struct ibv_context *context, struct ibv_gid_entry *entry)
{
	char buf[ATTR_BYTES];

	if (inverbs_read_attr(context, buf, sizeof(buf), "ports/%u/gid_attrs/ndevs/%u",
			      entry->port_num, entry->gid_index) > 0)
		entry->ndev_ifindex = if_nametoindex(buf);
}

/* Returns 0, ENODATA for an unused index, or EINVAL beyond the table. */
static int read_entry(struct ibv_context *context, uint32_t port, uint32_t index,
		      struct ibv_gid_entry *entry)
{
	int err;

	*entry = (struct ibv_gid_entry){.port_num = port, .gid_index = index};
	err = read_gid(context, port, index, &entry->gid);
	if (!err && is_zero_gid(&entry->gid))
		err = ENODATA;
	if (!err)
		err = read_type(context, entry);
	if (!err)
		read_interface(context, entry);
	return err;
}

/*
 * Callers compiled with other versions have a shorter or longer struct: copy what fits, zero the
 * rest.
 */
static void copy_entry(void *to, size_t bytes, const struct ibv_gid_entry *entry)
{
	memset(to, 0, bytes);
	memcpy(to, entry, bytes < sizeof(*entry) ? bytes : sizeof(*entry));
}

int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num, uint32_t gid_index,
		      struct ibv_gid_entry *entry, uint32_t flags, size_t entry_size)
{
	struct ibv_gid_entry found;
	int err;

	if (flags)
		return EOPNOTSUPP;
	err = read_entry(context, port_num, gid_index, &found);
	if (!err)
		copy_entry(entry, entry_size, &found);
	return err;
}

int ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num, uint32_t gid_index,
		     struct ibv_gid_entry *entry, uint32_t flags)
{
	return _ibv_query_gid_ex(context, port_num, gid_index, entry, flags, sizeof(*entry));
}

/* A caller's table that is being filled with the GID entries in use. */
struct gid_table {
	uint8_t *next;
	size_t entry_size;
	size_t count;
	size_t max;
};

static int append_port_gids(struct ibv_context *context, uint32_t port, struct gid_table *table)
{
	struct ibv_port_attr attr;
	struct ibv_gid_entry entry;
	int err = ibv_query_port(context, (uint8_t)port, &attr);

	for (uint32_t i = 0; !err && i < (uint32_t)attr.gid_tbl_len; i++) {
		err = read_entry(context, port, i, &entry);
		if (err == ENODATA) {
			err = 0;
			continue;
		}
		if (!err && table->count == table->max)
			err = EINVAL;
		if (err)
			break;
		copy_entry(table->next, table->entry_size, &entry);
		table->next += table->entry_size;
		table->count++;
	}
	return err;
}

ssize_t _ibv_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries,
			     size_t max_entries, uint32_t flags, size_t entry_size)
{
	struct gid_table table = {(uint8_t *)entries, entry_size, 0, max_entries};
	struct ibv_device_attr attr;
	int err;

	if (flags)
		return -EOPNOTSUPP;
	err = ibv_query_device(context, &attr);
	for (uint32_t port = 1; !err && port <= attr.phys_port_cnt; port++)
		err = append_port_gids(context, port, &table);
	return err ? -err : (ssize_t)table.count;
}

ssize_t ibv_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries,
			    size_t max_entries, uint32_t flags)
{
	return _ibv_query_gid_table(context, entries, max_entries, flags, sizeof(*entries));
}

static bool matches_gid(const union ibv_gid *found, const union ibv_gid *wanted)
{
	return wanted ? !memcmp(found, wanted, sizeof(*found)) : !is_zero_gid(found);
}

/* Stops at the end of the table. Type and interface are read only if the GID matches. */
int inverbs_find_gid(struct ibv_context *context, uint8_t port, const union ibv_gid *gid,
		     uint32_t type)
{
	struct ibv_gid_entry entry = {.port_num = port};
	int err = 0;

	for (uint32_t i = 0; i <= UINT8_MAX && !err; i++) {
		entry.gid_index = i;
		err = read_gid(context, port, i, &entry.gid);
		if (err || !matches_gid(&entry.gid, gid))
			continue;
		err = read_type(context, &entry);
		if (!err && entry.gid_type == type)
			return (int)i;
	}
	return err && err != EINVAL ? -err : -ENOENT;
}

int ibv_query_pkey(struct ibv_context *context, uint8_t port_num, int index, __be16 *pkey)
{
	char buf[ATTR_BYTES];
	unsigned int value;
	ssize_t len = -ENOENT;

	if (index >= 0)
		len = inverbs_read_attr(context, buf, sizeof(buf), "ports/%u/pkeys/%d", port_num,
					index);
	if (len < 0 || sscanf(buf, "%x", &value) != 1) {
		errno = len < 0 && len != -ENOENT ? (int)-len : EINVAL;
		return -1;
	}
	*pkey = INVERBS_BE16((uint16_t)value);
	return 0;
}

int ibv_get_pkey_index(struct ibv_context *context, uint8_t port_num, __be16 pkey)
{
	__be16 found;

	for (int index = 0; index < PKEYS_MAX && !ibv_query_pkey(context, port_num, index, &found);
	     index++) {
		if (found == pkey)
			return index;
	}
	return -1;
}
