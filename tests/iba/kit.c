/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <errno.h>
#include <time.h>

void kit_open(struct kit *kit)
{
	memset(kit, 0, sizeof(*kit));
	kit->guids = KIT_CAS;
	assert_int_equal(ib_open_al(&kit->al), IB_SUCCESS);
	assert_int_equal(ib_get_ca_guids(kit->al, kit->guid, &kit->guids), IB_SUCCESS);
	assert_true(kit->guids >= 1);
	assert_int_equal(ib_open_ca(kit->al, kit->guid[0], NULL, NULL, &kit->ca), IB_SUCCESS);
	assert_int_equal(ib_alloc_pd(kit->ca, IB_PDT_NORMAL, NULL, &kit->pd), IB_SUCCESS);
}

void kit_close(struct kit *kit)
{
	assert_int_equal(ib_close_al(kit->al), IB_SUCCESS);
}

ib_ca_attr_t *kit_attr(ib_ca_handle_t ca)
{
	ib_ca_attr_t *attr;
	uint32_t size = 0;

	assert_int_equal(ib_query_ca(ca, NULL, &size), IB_INSUFFICIENT_MEMORY);
	attr = malloc(size);
	assert_non_null(attr);
	assert_int_equal(ib_query_ca(ca, attr, &size), IB_SUCCESS);
	return attr;
}

/* Returns the handle of a deallocated domain; it is not reused for a long time. */
static const void *closed_handle(const struct kit *kit)
{
	ib_pd_handle_t pd;

	assert_int_equal(ib_alloc_pd(kit->ca, IB_PDT_ALIAS, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	return pd;
}

/* The instance is the valid handle of another kind: only the functions of instances accept it. */
const void *const *kit_bad_handles(const struct kit *kit, size_t *count)
{
	static const void *list[12];
	const char *al = (const char *)kit->al;
	size_t n = 0;

	list[n++] = NULL;
	list[n++] = (void *)1;
	list[n++] = (void *)UINTPTR_MAX;
	list[n++] = (void *)(uintptr_t)0x5a5a5a5a5a5a5a5a;
	list[n++] = &list;
	list[n++] = al - 1;
	list[n++] = al + 1;
	list[n++] = al + 64 * 900;
	list[n++] = al + (1 << 20);
	list[n++] = al;
	list[n++] = closed_handle(kit);
	*count = n;
	return list;
}

void told_begin(struct told *told)
{
	told->calls = 0;
	assert_int_equal(sem_init(&told->sem, 0, 0), 0);
}

void told_wait(struct told *told)
{
	struct timespec until;
	int err;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += KIT_SECONDS;
	do {
		err = sem_timedwait(&told->sem, &until);
	} while (err && errno == EINTR);
	assert_int_equal(err, 0);
}

void kit_destroyed(void *context)
{
	struct told *told = context;

	told->calls++;
	sem_post(&told->sem);
}
