/* SPDX-License-Identifier: BSD-2-Clause */
/* The checked build in C++: calls, pointers to functions, and invalid enumerators. */
#include <cerrno>
#include <cstdio>
#include <infiniband/verbs.h>

static int failures;

static void expect(bool ok, const char *what)
{
	if (ok)
		return;
	std::printf("wrong: %s\n", what);
	failures++;
}

int main()
{
	int count = 0;
	ibv_device **const list = ibv_get_device_list(&count);
	ibv_context *const ctx = list && count ? ibv_open_device(list[0]) : nullptr;

	if (!ctx) {
		std::printf("no device\n");
		return 1;
	}
	ibv_free_device_list(list);

	auto *const poll = &ibv_poll_cq;
	ibv_cq *(*const create)(ibv_context *, int, void *, ibv_comp_channel *,
				int) = ibv_create_cq;
	ibv_wc wc;
	errno = 0;
	expect(!create(ctx, 0, nullptr, nullptr, 0) && errno == EINVAL, "no entries");
	ibv_cq *const cq = create(ctx, 1, nullptr, nullptr, 0);
	expect(cq != nullptr, "a completion queue");
	expect(poll(cq, -1, &wc) == -EINVAL, "a negative number of entries");
	expect(poll(cq, 1, &wc) == 0, "an empty completion queue");

	ibv_pd *const pd = ibv_alloc_pd(ctx);
	expect(pd != nullptr, "a protection domain");
	char text[8];
	errno = 0;
	expect(!ibv_reg_mr(pd, text, sizeof(text),
			   IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE) &&
		       errno == EINVAL,
	       "remote writes without local ones");
	errno = 0;
	expect(!ibv_alloc_mw(pd, static_cast<ibv_mw_type>(0)) && errno == EINVAL,
	       "no kind of window");
	expect(ibv_dealloc_pd(pd) == 0, "freeing a protection domain");
	expect(ibv_dealloc_pd(pd) == EINVAL, "freeing it twice");
	expect(ibv_destroy_cq(cq) == 0, "freeing the completion queue");
	expect(ibv_close_device(ctx) == 0, "closing the device");
	return failures != 0;
}
