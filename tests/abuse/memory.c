/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that clients share and try to truncate, memory that cannot be shared, and memory that they
 * unmap. Usage: memory SOFTHCAD
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "siege.h"

/** Sends SHARE for 8192 bytes. */
static int share_memory(struct raw *raw, int fd)
{
	const uint64_t arg[3] = {0x10000, 8192};

	return raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd);
}

/* If the file were truncated, an access would end the daemon by SIGBUS, or data would be lost. */
static void memory_that_can_shrink_is_not_shared(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	char name[] = "/tmp/inverbs-XXXXXX";
	int plain = memfd_create("plain", MFD_CLOEXEC), file = mkstemp(name);
	int sealed = memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	(void)state;
	assert_int_equal(unlink(name), 0);
	assert_int_equal(ftruncate(plain, 8192) | ftruncate(file, 8192) | ftruncate(sealed, 8192),
			 0);
	assert_int_equal(share_memory(raw, plain), EPERM);
	assert_int_equal(share_memory(raw, file), EPERM);
	assert_int_equal(fcntl(sealed, F_ADD_SEALS, F_SEAL_GROW), 0);
	assert_int_equal(share_memory(raw, sealed), EPERM);
	assert_int_equal(fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(share_memory(raw, sealed), 0);
	assert_int_equal(ftruncate(sealed, 0), -1);
	siege_peace();
	close(plain);
	close(file);
	close(sealed);
	raw_close(raw);
}

/** Like share_memory(), for huge pages. */
static void a_hole_in_huge_pages_is_no_trap(void **state)
{
	const uint64_t arg[3] = {0x40000000, 2 << 20};
	struct raw *raw = raw_context("mlx4_0", NULL);
	int huge = memfd_create("huge", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_HUGETLB);

	(void)state;
	if (huge < 0) {
		raw_close(raw);
		skip(); /* the kernel does not support huge pages */
	}
	assert_int_equal(ftruncate(huge, (off_t)arg[1]), 0);
	assert_int_equal(fcntl(huge, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, huge), EPERM);
	siege_peace();
	close(huge);
	raw_close(raw);
}

/** A client with queues in memory that cannot be shared unmaps it at the end. */
static void memory_that_is_copied_and_goes(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	struct mlx4_create_cq_in in = {
		.buf_addr = (uintptr_t)raw_memory(1 << 16),
		.db_addr = (uintptr_t)raw_memory(4096),
	};
	struct uverbs_create_cq_req req = {.cqe = 15, .comp_channel = -1};
	struct uverbs_create_cq_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 0);
	raw_qp(raw, pd, resp.cq_handle);
	assert_int_equal(munmap((void *)(uintptr_t)in.buf_addr, 1 << 16), 0);
	assert_int_equal(munmap((void *)(uintptr_t)in.db_addr, 4096), 0);
	siege_peace();
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_that_can_shrink_is_not_shared),
		cmocka_unit_test(a_hole_in_huge_pages_is_no_trap),
		cmocka_unit_test(memory_that_is_copied_and_goes),
	};

	return siege_run(argc, argv, "memory", tests, sizeof(tests) / sizeof(tests[0]));
}
