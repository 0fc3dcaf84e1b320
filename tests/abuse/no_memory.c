/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In every call that creates an object, the n-th allocation fails, for every n: the call must fail
 * with ENOMEM, leak nothing, and succeed when it is repeated. Linked with --wrap for allocations of
 * the archive, including those of an in-process emulator.
 */
#include <stdio.h>
#include <sys/mman.h>

#include "../contract/kit.h"

enum {
	ALLOCATIONS_MAX = 200, /* maximum in one call */
};

/* The threads in which an allocation fails. */
enum where {
	NOWHERE,
	HERE,
	EVERYWHERE,
};

static int where;         /* enum where; accessed atomically */
static int until_failure; /* allocations until one fails; atomic */
static int failures;      /* number of failed allocations; atomic */
static __thread int is_main;
static __thread int live; /* number of live allocations of this thread */

static bool must_fail(void)
{
	int place = __atomic_load_n(&where, __ATOMIC_ACQUIRE);

	if (place == NOWHERE || (place == HERE && !is_main))
		return false;
	if (__atomic_fetch_sub(&until_failure, 1, __ATOMIC_RELAXED))
		return false;
	__atomic_fetch_add(&failures, 1, __ATOMIC_RELEASE);
	errno = ENOMEM;
	return true;
}

static void *count_allocation(void *p)
{
	live += is_main && p;
	return p;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *p, size_t bytes);
void *__real_reallocarray(void *p, size_t n, size_t bytes);
char *__real_strdup(const char *text);
void __real_free(void *p);
int __real_posix_memalign(void **p, size_t align, size_t bytes);
void *__real_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __real_munmap(void *addr, size_t bytes);

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);
void *__wrap_reallocarray(void *p, size_t n, size_t bytes);
char *__wrap_strdup(const char *text);
void __wrap_free(void *p);
int __wrap_posix_memalign(void **p, size_t align, size_t bytes);
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __wrap_munmap(void *addr, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
	return must_fail() ? NULL : count_allocation(__real_malloc(bytes));
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return must_fail() ? NULL : count_allocation(__real_calloc(n, bytes));
}

void *__wrap_realloc(void *p, size_t bytes)
{
	if (must_fail())
		return NULL;
	return p ? __real_realloc(p, bytes) : count_allocation(__real_realloc(p, bytes));
}

void *__wrap_reallocarray(void *p, size_t n, size_t bytes)
{
	if (must_fail())
		return NULL;
	return p ? __real_reallocarray(p, n, bytes)
		 : count_allocation(__real_reallocarray(p, n, bytes));
}

char *__wrap_strdup(const char *text)
{
	return must_fail() ? NULL : count_allocation(__real_strdup(text));
}

void __wrap_free(void *p)
{
	live -= is_main && p;
	__real_free(p);
}

int __wrap_posix_memalign(void **p, size_t align, size_t bytes)
{
	int ret = must_fail() ? ENOMEM : __real_posix_memalign(p, align, bytes);

	live += is_main && !ret;
	return ret;
}

void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	void *p = must_fail() ? MAP_FAILED : __real_mmap(addr, bytes, prot, flags, fd, offset);

	live += is_main && p != MAP_FAILED;
	return p;
}

int __wrap_munmap(void *addr, size_t bytes)
{
	int ret = __real_munmap(addr, bytes);

	live -= is_main && !ret;
	return ret;
}

/* --- makers ------------------------------------------------------------------------------ */

static struct ibv_device *device;
static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_comp_channel *channel;
static union ibv_gid own_gid;
static char memory[8192];

static void *make_list(void)
{
	return (void *)ibv_get_device_list(NULL);
}

static int unmake_list(void *object)
{
	ibv_free_device_list(object);
	return 0;
}

static void *make_context(void)
{
	return ibv_open_device(device);
}

static int unmake_context(void *object)
{
	return ibv_close_device(object);
}

static void *make_pd(void)
{
	return ibv_alloc_pd(ctx);
}

static int unmake_pd(void *object)
{
	return ibv_dealloc_pd(object);
}

static void *make_mr(void)
{
	return ibv_reg_mr(pd, memory, sizeof(memory), ALL_ACCESS);
}

static int unmake_mr(void *object)
{
	return ibv_dereg_mr(object);
}

static void *make_mw(void)
{
	return ibv_alloc_mw(pd, IBV_MW_TYPE_2);
}

static int unmake_mw(void *object)
{
	return ibv_dealloc_mw(object);
}

static void *make_ah(void)
{
	struct ibv_ah_attr attr = {
		.dlid = 3, .port_num = 1, .is_global = 1, .grh = {.dgid = own_gid, .hop_limit = 1}};

	return ibv_create_ah(pd, &attr);
}

static int unmake_ah(void *object)
{
	return ibv_destroy_ah(object);
}

static void *make_channel(void)
{
	return ibv_create_comp_channel(ctx);
}

static int unmake_channel(void *object)
{
	return ibv_destroy_comp_channel(object);
}

static void *make_cq(void)
{
	return ibv_create_cq(ctx, 100, NULL, channel, 0);
}

static int unmake_cq(void *object)
{
	return ibv_destroy_cq(object);
}

static void *make_srq(void)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 10, .max_sge = 2}};

	return ibv_create_srq(pd, &attr);
}

static int unmake_srq(void *object)
{
	return ibv_destroy_srq(object);
}

static void *make_qp_of(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq, .recv_cq = cq, .qp_type = type, .cap = {100, 100, 4, 4, 64}};

	return ibv_create_qp(pd, &attr);
}

static void *make_rc(void)
{
	return make_qp_of(IBV_QPT_RC);
}

static void *make_ud(void)
{
	return make_qp_of(IBV_QPT_UD);
}

static int unmake_qp(void *object)
{
	return ibv_destroy_qp(object);
}

/* --- every n ----------------------------------------------------------------------------- */

struct maker {
	void *(*make)(void);
	int (*unmake)(void *object);
	const char *name;
};

/*
 * Create an object while the n-th allocation fails. Returns true if no allocation failed. A failed
 * call must set errno.
 */
static bool try_create(const struct maker *m, enum where place, int n, bool may_be_io)
{
	int before = live, error;
	void *object;
	bool failed;

	__atomic_store_n(&failures, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&until_failure, n, __ATOMIC_RELAXED);
	__atomic_store_n(&where, place, __ATOMIC_RELEASE);
	errno = 0;
	object = m->make();
	error = errno;
	__atomic_store_n(&where, NOWHERE, __ATOMIC_RELEASE);
	failed = __atomic_load_n(&failures, __ATOMIC_ACQUIRE) != 0;
	if (!object && !failed)
		fail_msg("%s failed although no allocation did, errno %d", m->name, error);
	if (!object && error != ENOMEM && !(may_be_io && error == EIO))
		fail_msg("%s, allocation %d: errno %d (%s)", m->name, n, error, strerror(error));
	if (object)
		assert_int_equal(m->unmake(object), 0);
	if (live != before)
		fail_msg("%s, allocation %d: %d allocations more than before", m->name, n,
			 live - before);
	return !failed;
}

/* False if the adapter does not support these objects. */
static bool is_supported(const struct maker *m)
{
	void *object = m->make();

	if (!object && errno == EOPNOTSUPP)
		return false;
	if (!object)
		fail_msg("%s failed although no allocation did: %s", m->name, strerror(errno));
	assert_int_equal(m->unmake(object), 0);
	return true;
}

static void every_allocation(const struct maker *m, enum where place, bool may_be_io)
{
	int n = 0;

	if (!is_supported(m))
		return;
	while (!try_create(m, place, n, may_be_io)) {
		void *object = m->make();

		if (!object)
			fail_msg("%s does not recover from failure %d: %s", m->name, n,
				 strerror(errno));
		assert_int_equal(m->unmake(object), 0);
		assert_true(++n < ALLOCATIONS_MAX);
	}
}

static const struct maker makers[] = {
	{make_list, unmake_list, "ibv_get_device_list"},
	{make_context, unmake_context, "ibv_open_device"},
	{make_pd, unmake_pd, "ibv_alloc_pd"},
	{make_mr, unmake_mr, "ibv_reg_mr"},
	{make_mw, unmake_mw, "ibv_alloc_mw"},
	{make_ah, unmake_ah, "ibv_create_ah"},
	{make_channel, unmake_channel, "ibv_create_comp_channel"},
	{make_cq, unmake_cq, "ibv_create_cq"},
	{make_srq, unmake_srq, "ibv_create_srq"},
	{make_rc, unmake_qp, "ibv_create_qp (RC)"},
	{make_ud, unmake_qp, "ibv_create_qp (UD)"},
};

static void the_emulator_starts_with_little_memory(void **state)
{
	struct ibv_device **list = NULL;

	(void)state;
	is_main = 1;
	/* The first list starts an in-process emulator, whose allocations remain. */
	for (int n = 0; !list; n++) {
		__atomic_store_n(&failures, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&until_failure, n, __ATOMIC_RELAXED);
		__atomic_store_n(&where, HERE, __ATOMIC_RELEASE);
		list = ibv_get_device_list(NULL);
		__atomic_store_n(&where, NOWHERE, __ATOMIC_RELEASE);
		if (!list)
			assert_int_equal(errno, ENOMEM);
		assert_true(n < ALLOCATIONS_MAX);
	}
	device = list[0];
	assert_non_null(device);
	ctx = ibv_open_device(device);
	assert_non_null(ctx);
	ibv_free_device_list(list);
	pd = ibv_alloc_pd(ctx);
	channel = ibv_create_comp_channel(ctx);
	cq = ibv_create_cq(ctx, 10, NULL, NULL, 0);
	assert_true(pd && channel && cq);
	assert_int_equal(ibv_query_gid(ctx, 1, 0, &own_gid), 0);
}

static void each_failure_of_the_library_is_enomem(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(makers); i++)
		every_allocation(&makers[i], HERE, false);
}

/*
 * An in-process emulator's allocations fail, too; it closes a connection for which it has no
 * memory.
 */
static void each_failure_of_the_emulator_is_enomem(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(makers); i++)
		every_allocation(&makers[i], EVERYWHERE, i < 2);
}

static void everything_still_works(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	fill(pair.a.buf, 1000, 1);
	post_receive(&pair.b, 1, 0, 1000);
	post(&pair.a, &pair.b, IBV_WR_SEND, 2, 0, 1000);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 1, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 1000, 1));
	pair_close(&pair);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_destroy_comp_channel(channel), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_emulator_starts_with_little_memory),
		TEST(each_failure_of_the_library_is_enomem),
		TEST(each_failure_of_the_emulator_is_enomem),
		TEST(everything_still_works),
	};

	return cmocka_run_group_tests_name("no_memory", tests, NULL, NULL);
}
