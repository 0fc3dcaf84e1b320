/* SPDX-License-Identifier: BSD-2-Clause */
/* Small inline functions of <infiniband/ib.h>, and names for the members of struct ib_addr. */
#ifndef INVERBS_IB_SMALL_H
#define INVERBS_IB_SMALL_H

#include <endian.h>
#include <infiniband/ib.h>
#include <string.h>

#define sib_addr8         ib_u.uib_addr8
#define sib_addr16        ib_u.uib_addr16
#define sib_addr32        ib_u.uib_addr32
#define sib_addr64        ib_u.uib_addr64
#define sib_raw           ib_u.uib_addr8
#define sib_subnet_prefix ib_u.uib_addr64[0]
#define sib_interface_id  ib_u.uib_addr64[1]

static inline int ib_addr_any(const struct ib_addr *a)
{
	return (a->sib_addr64[0] | a->sib_addr64[1]) == 0;
}

static inline int ib_addr_loopback(const struct ib_addr *a)
{
	return a->sib_addr64[0] == 0 && a->sib_addr64[1] == htobe64(1);
}

static inline void ib_addr_set(struct ib_addr *addr, __be32 w1, __be32 w2, __be32 w3, __be32 w4)
{
	addr->sib_addr32[0] = w1;
	addr->sib_addr32[1] = w2;
	addr->sib_addr32[2] = w3;
	addr->sib_addr32[3] = w4;
}

static inline int ib_addr_cmp(const struct ib_addr *a1, const struct ib_addr *a2)
{
	return memcmp(a1, a2, sizeof(*a1));
}

#endif
