/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A FUSE server that does not respond: a system call that accesses a page of its file, or closes a
 * descriptor of it, sleeps in the kernel until the server responds. Meanwhile the daemon must
 * continue to serve other processes. Usage: fuse SOFTHCAD
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"
#include "fuse_server.h"
#include "siege.h"

enum {
	PAGE = FUSE_FILE_BYTES,
	QUIET_MS = 200, /**< no completion may come during this time */
	OTHER_SEED = 8,
	TRIES = 6000, /**< of 10 ms each */
	PAUSE_US = 10000,
	/** of the idle daemon: supervisor, leader and two spare threads */
	THREADS_MOST = 4,
};

/** The role of the page in a transfer, and how it is mapped. */
static struct use {
	bool is_source;
	int flags;
	enum ibv_wc_status status;
} use;

static struct fuse_file file;
/** How the file is passed to the daemon. */
static int (*pass)(struct raw *raw);
/** A client writes a byte when it has seen that its transfer waits. */
static int waits[2];

/* --- the client -------------------------------------------------------------------------- */

/** Transfers from or to the page, which this process does not touch before the transfer has
 * ended. */
static int transfer(void)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct ibv_mr *mr;
	struct pair pair;
	uint8_t *page;

	pair_open(&pair, &(struct plan){0});
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, use.flags, file.fd, 0);
	assert_true(page != MAP_FAILED);
	mr = ibv_reg_mr(pair.a.pd, page, PAGE, IBV_ACCESS_LOCAL_WRITE);
	assert_non_null(mr);
	fill(pair.b.buf, PAGE, OTHER_SEED);
	sge = (struct ibv_sge){(uintptr_t)page, PAGE, mr->lkey};
	wr = side_wr(&sge, use.is_source ? IBV_WR_RDMA_WRITE : IBV_WR_RDMA_READ, 1, &pair.b, 0);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	kit_sleep(QUIET_MS);
	expect_nothing(pair.a.scq);
	assert_int_equal(write(waits[1], "w", 1), 1);
	expect(pair.a.scq, 1, use.status);
	if (use.status == IBV_WC_SUCCESS && use.is_source)
		assert_true(filled(pair.b.buf, PAGE, FUSE_FILE_SEED));
	else if (use.status == IBV_WC_SUCCESS)
		assert_true(filled(page, PAGE, OTHER_SEED));
	assert_int_equal(ibv_dereg_mr(mr), 0);
	munmap(page, PAGE);
	pair_close(&pair);
	return 0;
}

/* --- descriptors that are passed ----------------------------------------------------------- */

static int pass_unwanted(struct raw *raw)
{
	return raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, file.fd);
}

static int pass_as_memory(struct raw *raw)
{
	const uint64_t arg[3] = {0x10000, PAGE};

	return raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, file.fd) == EPERM ? 0 : EIO;
}

static int pass_as_channel(struct raw *raw)
{
	struct uverbs_create_cq_resp resp;

	return raw_try_cq(raw, 15, file.fd, 0, &resp) ? 0 : EIO;
}

static int pass_as_domain(struct raw *raw)
{
	struct uverbs_open_xrcd_req req = {.fd = (uint32_t)file.fd, .oflags = O_CREAT};
	struct uverbs_open_xrcd_resp resp;

	return uverbs_call_open_xrcd(&raw->base, &req, NULL, 0, &resp, NULL, 0);
}

/** Does not wait for a reply: there is none. */
static int pass_as_connection(struct raw *raw)
{
	union {
		struct cmsghdr header;
		uint8_t bytes[CMSG_SPACE(sizeof(int))];
	} control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
	struct softhca_request head = {.op = SOFTHCA_OP_ATTACH};
	struct iovec iov = {&head, sizeof(head)};
	const struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};

	memcpy(CMSG_DATA(&control.header), &file.fd, sizeof(file.fd));
	return sendmsg(raw->base.fd, &msg, 0) < 0 ? errno : 0;
}

/** The next command of this process waits until the file has been closed. */
static int pass_and_go_on(void)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	int ret = pass(raw);

	raw_pd(raw);
	return ret;
}

/* --- the test ---------------------------------------------------------------------------- */

/** Starts a process whose transfer waits for its page. */
static struct attacker start_stalled(const struct use *what)
{
	struct attacker a;
	char byte;

	use = *what;
	file = fuse_start(FUSE_READ, FUSE_READ);
	a = attacker_start(transfer);
	assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
	assert_true(fuse_asked(&file));
	siege_peace();
	assert_true(readable(waits[0], KIT_SECONDS * 1000));
	assert_int_equal(read(waits[0], &byte, 1), 1);
	return a;
}

static unsigned int threads_of_daemon(void)
{
	char path[64], line[100];
	unsigned int n = 0;
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)daemon_pid());
	status = fopen(path, "re");
	assert_non_null(status);
	while (!n && fgets(line, sizeof(line), status)) {
		if (!strncmp(line, "Threads:", strlen("Threads:")))
			n = (unsigned int)strtoul(line + strlen("Threads:"), NULL, 10);
	}
	fclose(status);
	return n;
}

/** No thread of the daemon may still wait for the file. */
static void expect_nothing_left(void)
{
	for (int i = 0; i < TRIES && threads_of_daemon() > THREADS_MOST; i++)
		usleep(PAUSE_US);
	assert_true(threads_of_daemon() <= THREADS_MOST);
	siege_peace();
}

static void transfers_wait_for_the_server(void **state)
{
	static const struct use uses[] = {
		{.is_source = true, .flags = MAP_SHARED},
		{.is_source = true, .flags = MAP_PRIVATE},
		{.is_source = false, .flags = MAP_SHARED},
		{.is_source = false, .flags = MAP_PRIVATE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(uses); i++) {
		struct attacker a = start_stalled(&uses[i]);

		fuse_serve(&file);
		assert_int_equal(attacker_result(&a), 0);
		attacker_end(&a);
		expect_nothing_left();
		fuse_end(&file);
	}
}

static void a_server_dies_while_it_is_waited_for(void **state)
{
	const struct use what = {
		.is_source = true,
		.flags = MAP_SHARED,
		.status = IBV_WC_LOC_PROT_ERR,
	};
	struct attacker a = start_stalled(&what);

	(void)state;
	fuse_kill(&file);
	assert_int_equal(attacker_result(&a), 0);
	attacker_end(&a);
	expect_nothing_left();
	fuse_end(&file);
}

static void a_client_dies_while_it_is_waited_for(void **state)
{
	struct attacker a = start_stalled(&(struct use){.is_source = false, .flags = MAP_SHARED});

	(void)state;
	attacker_end(&a); /* its objects are destroyed although the system call still sleeps */
	siege_peace();
	fuse_serve(&file);
	expect_nothing_left();
	fuse_end(&file);
}

static int (*const passes[])(struct raw *raw) = {
	pass_unwanted, pass_as_memory, pass_as_channel, pass_as_domain, pass_as_connection,
};

/** Starts a process that passes the file to the daemon, which then waits for the server. */
static struct attacker start_passer(int (*how)(struct raw *raw))
{
	struct attacker a;

	pass = how;
	file = fuse_start(FUSE_FLUSH, FUSE_GETATTR);
	a = attacker_start(pass_and_go_on);
	assert_true(siege_logged_of("process ", a.pid, " passed a descriptor"));
	assert_true(fuse_asked(&file));
	siege_peace();
	return a;
}

static void files_are_closed_when_the_server_responds(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(passes); i++) {
		struct attacker a = start_passer(passes[i]);

		fuse_serve(&file);
		assert_int_equal(attacker_result(&a), 0);
		attacker_end(&a);
		expect_nothing_left();
		fuse_end(&file);
	}
}

static void who_passed_a_file_dies_before_it_is_closed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(passes); i++) {
		struct attacker a = start_passer(passes[i]);

		attacker_end(&a);
		siege_peace();
		fuse_kill(&file);
		expect_nothing_left();
		fuse_end(&file);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transfers_wait_for_the_server),
		cmocka_unit_test(a_server_dies_while_it_is_waited_for),
		cmocka_unit_test(a_client_dies_while_it_is_waited_for),
		cmocka_unit_test(files_are_closed_when_the_server_responds),
		cmocka_unit_test(who_passed_a_file_dies_before_it_is_closed),
	};

	if (!fuse_permitted()) {
		printf("skipped: mounting a FUSE file system is not permitted\n");
		return 77;
	}
	if (pipe(waits))
		return 1;
	return siege_run(argc, argv, "fuse", tests, COUNT(tests));
}
