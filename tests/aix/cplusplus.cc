// SPDX-License-Identifier: BSD-2-Clause
// A1 in C++: the profile's headers compile without warnings, and calls return what the manual says.
#include <cerrno>
#include <cstdio>
#include <rdma/rdma_cma.h>
#include <rdma/verbs.h>

static int failures;

static void expect(bool holds, const char *what)
{
	if (holds)
		return;
	std::fprintf(stderr, "not so: %s\n", what);
	failures++;
}

int main()
{
	struct ibv_send_wr wr = {};
	struct ibv_send_wr *bad = nullptr;

	expect(rdma_destroy_id(nullptr) == -EINVAL, "-EINVAL without an identifier");
	expect(ibv_post_send(nullptr, &wr, &bad) == EINVAL && bad == &wr,
	       "EINVAL, and which request");
	expect(ibv_fork_init() == ENOSYS, "no fork");
	expect(ibv_query_device(nullptr, nullptr) == EINVAL, "EINVAL without a device");
	return failures ? 1 : 0;
}
