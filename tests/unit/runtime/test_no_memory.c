/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The n-th allocation fails, for every n: each call that creates an object fails with ENOMEM, and
 * leaves no memory and no kernel object behind. Linked with --wrap, so that every allocation of the
 * runtime is counted here.
 */
#include <sys/mman.h>

#include "fake.h"
#include "tree.h"

static struct {
	int until_failure; /* counts down; negative: nothing fails */
	int live;          /* allocations that have not been freed */
	bool failed;
} memory = {.until_failure = -1};

static bool fails(void)
{
	if (memory.until_failure < 0)
		return false;
	if (memory.until_failure--)
		return false;
	memory.failed = true;
	return true;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *p, size_t bytes);
void __real_free(void *p);
int __real_posix_memalign(void **p, size_t align, size_t bytes);
void *__real_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __real_munmap(void *addr, size_t bytes);

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);
void __wrap_free(void *p);
int __wrap_posix_memalign(void **p, size_t align, size_t bytes);
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __wrap_munmap(void *addr, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
	void *p = fails() ? NULL : __real_malloc(bytes);

	memory.live += p != NULL;
	return p;
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	void *p = fails() ? NULL : __real_calloc(n, bytes);

	memory.live += p != NULL;
	return p;
}

void *__wrap_realloc(void *p, size_t bytes)
{
	void *q = fails() ? NULL : __real_realloc(p, bytes);

	memory.live += q && !p;
	return q;
}

void __wrap_free(void *p)
{
	memory.live -= p != NULL;
	__real_free(p);
}

int __wrap_posix_memalign(void **p, size_t align, size_t bytes)
{
	int err = fails() ? ENOMEM : __real_posix_memalign(p, align, bytes);

	memory.live += !err;
	return err;
}

void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	void *p = MAP_FAILED;

	if (fails())
		errno = ENOMEM;
	else
		p = __real_mmap(addr, bytes, prot, flags, fd, offset);
	memory.live += p != MAP_FAILED;
	return p;
}

int __wrap_munmap(void *addr, size_t bytes)
{
	memory.live--;
	return __real_munmap(addr, bytes);
}

/* Objects that the tests need to create others. */
struct ground {
	struct fake_transport t;
	struct inverbs_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
};

typedef void *maker(struct ground *g);
typedef int unmaker(void *object);

static char registered[100];

static void *make_pd(struct ground *g)
{
	return ibv_alloc_pd(&g->ctx->ibv);
}

static void *make_mr(struct ground *g)
{
	return ibv_reg_mr(g->pd, registered, sizeof(registered), 0);
}

static void *make_mw(struct ground *g)
{
	return ibv_alloc_mw(g->pd, IBV_MW_TYPE_2);
}

static void *make_channel(struct ground *g)
{
	return ibv_create_comp_channel(&g->ctx->ibv);
}

static void *make_cq(struct ground *g)
{
	return ibv_create_cq(&g->ctx->ibv, 100, NULL, NULL, 0);
}

static void *make_qp(struct ground *g)
{
	struct ibv_qp_init_attr attr = {.send_cq = g->cq, .recv_cq = g->cq, .qp_type = IBV_QPT_RC};

	return ibv_create_qp(g->pd, &attr);
}

static void *make_srq(struct ground *g)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 4}};

	return ibv_create_srq(g->pd, &attr);
}

static void *make_ah(struct ground *g)
{
	struct ibv_ah_attr attr = {.port_num = 1};

	return ibv_create_ah(g->pd, &attr);
}

static void *make_xrcd(struct ground *g)
{
	struct ibv_xrcd_init_attr attr = {.comp_mask = 3, .fd = -1};

	return ibv_open_xrcd(&g->ctx->ibv, &attr);
}

static void *make_td(struct ground *g)
{
	struct ibv_td_init_attr attr = {0};

	return ibv_alloc_td(&g->ctx->ibv, &attr);
}

static void *make_parent(struct ground *g)
{
	struct ibv_parent_domain_init_attr attr = {.pd = g->pd};

	return ibv_alloc_parent_domain(&g->ctx->ibv, &attr);
}

static const struct {
	const char *what;
	maker *make;
	unmaker *unmake;
} kinds[] = {
	{"pd", make_pd, (unmaker *)ibv_dealloc_pd},
	{"mr", make_mr, (unmaker *)ibv_dereg_mr},
	{"mw", make_mw, (unmaker *)ibv_dealloc_mw},
	{"channel", make_channel, (unmaker *)ibv_destroy_comp_channel},
	{"cq", make_cq, (unmaker *)ibv_destroy_cq},
	{"qp", make_qp, (unmaker *)ibv_destroy_qp},
	{"srq", make_srq, (unmaker *)ibv_destroy_srq},
	{"ah", make_ah, (unmaker *)ibv_destroy_ah},
	{"xrcd", make_xrcd, (unmaker *)ibv_close_xrcd},
	{"td", make_td, (unmaker *)ibv_dealloc_td},
	{"parent domain", make_parent, (unmaker *)ibv_dealloc_pd},
};

static void *make_with_failure(struct ground *g, maker *make, int n)
{
	void *object;

	memory.until_failure = n;
	memory.failed = false;
	errno = 0;
	object = make(g);
	memory.until_failure = -1;
	return object;
}

static void every_failure_is_clean(struct ground *g, size_t kind)
{
	for (int n = 0;; n++) {
		int live = memory.live, objects = g->t.objects;
		void *object = make_with_failure(g, kinds[kind].make, n);

		if (!object) {
			assert_int_equal(errno, ENOMEM);
			assert_true(memory.failed);
		} else {
			assert_int_equal(kinds[kind].unmake(object), 0);
		}
		if (memory.live != live || g->t.objects != objects)
			fail_msg(
				"%s: allocation %d fails, %d blocks and %d objects are left behind",
				kinds[kind].what, n, memory.live - live, g->t.objects - objects);
		if (!memory.failed)
			return; /* there are fewer than n allocations */
		assert_true(n < 100);
	}
}

static void nth_allocation(bool share)
{
	struct ground g;

	g.ctx = fake_context(&g.t, share);
	g.pd = ibv_alloc_pd(&g.ctx->ibv);
	g.cq = ibv_create_cq(&g.ctx->ibv, 1, NULL, NULL, 0);
	for (size_t kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++)
		every_failure_is_clean(&g, kind);
	ibv_destroy_cq(g.cq);
	ibv_dealloc_pd(g.pd);
	fake_context_free(g.ctx);
}

static void with_private_memory(void **state)
{
	(void)state;
	nth_allocation(false);
}

static void with_shared_memory(void **state)
{
	(void)state;
	nth_allocation(true);
}

/* The list of devices fails with ENOMEM; it never lacks some devices. */
static void list_of_devices(void **state)
{
	int live = memory.live;

	(void)state;
	tree_begin();
	tree_device(0, "fake0", "0:0:0:1");
	tree_device(1, "fake1", "0:0:0:2");
	for (int n = 0;; n++) {
		struct ibv_device **list;
		int count = -1;

		memory.until_failure = n;
		memory.failed = false;
		errno = 0;
		list = ibv_get_device_list(&count);
		memory.until_failure = -1;
		assert_int_equal(count, list ? 2 : 0);
		assert_int_equal(errno == ENOMEM, !list);
		ibv_free_device_list(list);
		assert_int_equal(memory.live, live);
		if (!memory.failed)
			break;
		assert_true(n < 100);
	}
	tree_end();
}

/* The same if the kernel refuses the command. */
static void refused_commands(void **state)
{
	static const uint32_t commands[] = {
		UVERBS_CMD_ALLOC_PD,
		UVERBS_CMD_REG_MR,
		UVERBS_CMD_ALLOC_MW,
		UVERBS_CMD_CREATE_COMP_CHANNEL,
		UVERBS_CMD_CREATE_CQ,
		UVERBS_CMD_CREATE_QP,
		UVERBS_CMD_CREATE_SRQ,
		/* the fake provider creates address handles without a command */
		UVERBS_CMD_CREATE_AH,
		UVERBS_CMD_OPEN_XRCD,
	};
	struct ground g;

	(void)state;
	g.ctx = fake_context(&g.t, true);
	g.pd = ibv_alloc_pd(&g.ctx->ibv);
	g.cq = ibv_create_cq(&g.ctx->ibv, 1, NULL, NULL, 0);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		int live = memory.live;

		if (commands[i] == UVERBS_CMD_CREATE_AH)
			continue;
		g.t.fail_command = commands[i];
		g.t.fail_error = EPERM;
		errno = 0;
		assert_null(kinds[i].make(&g));
		assert_int_equal(errno, EPERM);
		assert_int_equal(memory.live, live);
	}
	g.t.fail_error = 0;
	ibv_destroy_cq(g.cq);
	ibv_dealloc_pd(g.pd);
	fake_context_free(g.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_private_memory),
		cmocka_unit_test(with_shared_memory),
		cmocka_unit_test(list_of_devices),
		cmocka_unit_test(refused_commands),
	};

	unsetenv("INVERBS_EMULATOR");
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
