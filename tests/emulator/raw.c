/* SPDX-License-Identifier: BSD-2-Clause */
#include "raw.h"

#include <inverbs/kernel/inprocess.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon.h"

enum {
	SEND_RING_BYTES = 64 * 64,
	SEND_SLOT_BYTES = 64,
	RING_BYTES = 16384,
};

static bool inprocess;

/* --- messages ---------------------------------------------------------------------------- */

int raw_socket(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd;

	if (inprocess) {
		fd = softhca_inprocess_connect("mlx4_0,mlx4_1:2,cxgb3_0,cxgb3_1:t3a");
		assert_true(fd >= 0);
		return fd;
	}
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	memcpy(address.sun_path, daemon_socket(), strlen(daemon_socket()) + 1);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

union control_room {
	struct cmsghdr header;
	uint8_t bytes[CMSG_SPACE(sizeof(int))];
};

static int send_request(int sock, const struct softhca_request *head, const void *payload, int fd)
{
	union control_room control = {.bytes = {0}};
	struct iovec iov[2] = {
		{.iov_base = (void *)(uintptr_t)head, .iov_len = sizeof(*head)},
		{.iov_base = (void *)(uintptr_t)payload, .iov_len = head->bytes},
	};
	struct msghdr msg = {.msg_iov = iov, .msg_iovlen = 2};

	if (fd >= 0) {
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
		msg.msg_control = control.bytes;
		msg.msg_controllen = sizeof(control.bytes);
	}
	return sendmsg(sock, &msg, MSG_NOSIGNAL) < 0 ? errno : 0;
}

/** Receive a reply. Returns 0 or an errno value of the socket. */
static int receive_reply(struct raw *raw)
{
	union control_room control;
	struct iovec iov[2] = {
		{.iov_base = &raw->header, .iov_len = sizeof(raw->header)},
		{.iov_base = raw->reply, .iov_len = sizeof(raw->reply)},
	};
	struct msghdr msg = {
		.msg_iov = iov,
		.msg_iovlen = 2,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	ssize_t n = recvmsg(raw->base.fd, &msg, MSG_CMSG_CLOEXEC);
	struct cmsghdr *c;

	raw->fd = -1;
	if (n < (ssize_t)sizeof(raw->header))
		return n < 0 ? errno : EPIPE;
	raw->reply_bytes = (size_t)n - sizeof(raw->header);
	assert_int_equal(raw->reply_bytes, raw->header.bytes);
	c = CMSG_FIRSTHDR(&msg);
	if (c && c->cmsg_type == SCM_RIGHTS)
		memcpy(&raw->fd, CMSG_DATA(c), sizeof(raw->fd));
	assert_int_equal(raw->header.fds, raw->fd >= 0);
	return 0;
}

int raw_exchange(struct raw *raw, uint32_t op, const uint64_t arg[3], const void *payload,
		 size_t bytes, int send_fd)
{
	struct softhca_request head = {.op = op, .bytes = (uint32_t)bytes};

	if (arg)
		memcpy(head.arg, arg, 3 * sizeof(arg[0]));
	assert_int_equal(send_request(raw->base.fd, &head, payload, send_fd), 0);
	assert_int_equal(receive_reply(raw), 0);
	return (int)raw->header.error;
}

/* --- commands ---------------------------------------------------------------------------- */

static int descriptor_of(const struct uverbs_parsed *p)
{
	int offset = uverbs_request_fd_offset(p->command, p->extended);
	int32_t fd = -1;

	if (offset >= 0 && (size_t)offset + sizeof(fd) <= p->core_len)
		memcpy(&fd, (const uint8_t *)p->core + offset, sizeof(fd));
	return fd;
}

int raw_write(struct raw *raw, const void *bytes, size_t len)
{
	struct uverbs_parsed p = {.response = 0};
	int fd = uverbs_parse(bytes, len, &p) ? -1 : descriptor_of(&p);
	int ret = raw_exchange(raw, SOFTHCA_OP_COMMAND, NULL, bytes, len, fd);

	if (!ret && raw->fd >= 0) {
		uint32_t number = (uint32_t)raw->fd;

		memcpy(raw->reply + raw->header.fd_at[0], &number, sizeof(number));
	}
	if (p.response) /* some commands have a response even if they fail */
		memcpy((void *)(uintptr_t)p.response, raw->reply, raw->reply_bytes);
	return ret;
}

static int command(struct inverbs_transport *t, const void *bytes, size_t len)
{
	return raw_write((struct raw *)t, bytes, len);
}

/* --- connections ------------------------------------------------------------------------- */

struct raw *raw_connect(const char *device)
{
	static const struct inverbs_transport_ops ops = {.command = command};
	const uint64_t version[3] = {SOFTHCA_PROTOCOL_VERSION};
	struct raw *raw = calloc(1, sizeof(*raw));

	assert_non_null(raw);
	raw->base.ops = &ops;
	raw->base.fd = raw_socket();
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_HELLO, version, NULL, 0, -1), 0);
	prctl(PR_SET_PTRACER, raw->header.arg[1], 0, 0, 0);
	if (device)
		assert_int_equal(
			raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, device, strlen(device), -1), 0);
	return raw;
}

struct raw *raw_context(const char *device, int *async_fd)
{
	struct raw *raw = raw_connect(device);
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	struct mlx4_get_context_out out = {0};

	assert_int_equal(
		uverbs_call_get_context(&raw->base, &req, NULL, 0, &resp, &out, sizeof(out)), 0);
	if (async_fd)
		*async_fd = (int)resp.async_fd;
	else
		close((int)resp.async_fd);
	return raw;
}

void raw_close(struct raw *raw)
{
	close(raw->base.fd);
	free(raw);
}

int raw_control(struct raw *raw, const char *line)
{
	int ret = raw_exchange(raw, SOFTHCA_OP_CONTROL, NULL, line, strlen(line), -1);

	raw->reply[raw->reply_bytes] = '\0';
	return ret;
}

unsigned int raw_objects(struct raw *raw)
{
	unsigned int contexts, objects;
	const char *total;

	assert_int_equal(raw_control(raw, "objects"), 0);
	total = strstr((const char *)raw->reply, "total:");
	assert_non_null(total);
	assert_int_equal(sscanf(total, "total: contexts %u objects %u", &contexts, &objects), 2);
	return objects;
}

void *raw_memory(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			    0);

	assert_true(memory != MAP_FAILED);
	return memory;
}

/* --- objects ----------------------------------------------------------------------------- */

uint32_t raw_pd(struct raw *raw)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};

	assert_int_equal(uverbs_call_alloc_pd(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	return resp.pd_handle;
}

int raw_try_mr(struct raw *raw, uint32_t pd, uint64_t start, uint64_t length, uint64_t hca_va,
	       uint32_t access, struct uverbs_reg_mr_resp *resp)
{
	struct uverbs_reg_mr_req req = {
		.start = start,
		.length = length,
		.hca_va = hca_va,
		.pd_handle = pd,
		.access_flags = access,
	};
	struct uverbs_reg_mr_resp ignored = {0};

	return uverbs_call_reg_mr(&raw->base, &req, NULL, 0, resp ? resp : &ignored, NULL, 0);
}

uint32_t raw_mr(struct raw *raw, uint32_t pd)
{
	uint64_t addr = (uintptr_t)raw_memory(4096);
	struct uverbs_reg_mr_resp resp = {0};

	assert_int_equal(raw_try_mr(raw, pd, addr, 4096, addr, IBV_ACCESS_LOCAL_WRITE, &resp), 0);
	return resp.mr_handle;
}

int raw_try_cq(struct raw *raw, uint32_t cqe, int channel, uint64_t user_handle,
	       struct uverbs_create_cq_resp *resp)
{
	size_t bytes = cqe < 1 << 16 ? ((size_t)cqe + 1) * 2 * 64 : 4096;
	struct mlx4_create_cq_in in = {
		.buf_addr = (uintptr_t)raw_memory(bytes),
		.db_addr = (uintptr_t)raw_memory(4096),
	};
	struct uverbs_create_cq_req req = {
		.user_handle = user_handle, .cqe = cqe, .comp_channel = channel};
	struct uverbs_create_cq_resp ignored = {0};

	return uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), resp ? resp : &ignored,
				     NULL, 0);
}

uint32_t raw_cq(struct raw *raw)
{
	struct uverbs_create_cq_resp resp = {0};

	assert_int_equal(raw_try_cq(raw, 15, -1, 0, &resp), 0);
	return resp.cq_handle;
}

struct uverbs_create_qp_req raw_qp_request(uint32_t pd, uint32_t cq)
{
	return (struct uverbs_create_qp_req){
		.pd_handle = pd,
		.send_cq_handle = cq,
		.recv_cq_handle = cq,
		.max_send_wr = 4,
		.max_recv_wr = 4,
		.max_send_sge = 1,
		.max_recv_sge = 1,
		.qp_type = IBV_QPT_RC,
	};
}

/**
 * Returns rings whose send slots all belong to the program: the owner bit of the first lap is set.
 */
static uint64_t make_rings(void)
{
	uint8_t *rings = raw_memory(RING_BYTES);

	for (size_t at = 0; at < SEND_RING_BYTES; at += SEND_SLOT_BYTES)
		rings[at] = 0x80;
	return (uintptr_t)rings;
}

int raw_try_qp(struct raw *raw, const struct uverbs_create_qp_req *req,
	       struct uverbs_create_qp_resp *resp)
{
	struct mlx4_create_qp_in in = {
		.buf_addr = make_rings(),
		.db_addr = (uintptr_t)raw_memory(4096),
		.log_sq_bb_count = 6,
		.log_sq_stride = 6,
	};
	struct uverbs_create_qp_resp ignored = {0};

	return uverbs_call_create_qp(&raw->base, req, &in, sizeof(in), resp ? resp : &ignored, NULL,
				     0);
}

uint32_t raw_qp(struct raw *raw, uint32_t pd, uint32_t cq)
{
	struct uverbs_create_qp_req req = raw_qp_request(pd, cq);
	struct uverbs_create_qp_resp resp = {0};

	assert_int_equal(raw_try_qp(raw, &req, &resp), 0);
	return resp.qp_handle;
}

uint32_t raw_srq(struct raw *raw, uint32_t pd)
{
	struct mlx4_create_srq_in in = {
		.buf_addr = (uintptr_t)raw_memory(4096),
		.db_addr = (uintptr_t)raw_memory(4096),
	};
	struct uverbs_create_srq_req req = {
		.user_handle = 0x5151, .pd_handle = pd, .max_wr = 15, .max_sge = 1};
	struct uverbs_create_srq_resp resp = {0};

	assert_int_equal(uverbs_call_create_srq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 0);
	return resp.srq_handle;
}

int raw_channel(struct raw *raw)
{
	struct uverbs_create_comp_channel_req req = {0};
	struct uverbs_create_comp_channel_resp resp = {0};

	assert_int_equal(uverbs_call_create_comp_channel(&raw->base, &req, &resp), 0);
	return (int)resp.fd;
}

int raw_dealloc_pd(struct raw *raw, uint32_t handle)
{
	struct uverbs_dealloc_pd_req req = {.pd_handle = handle};

	return uverbs_call_dealloc_pd(&raw->base, &req);
}

int raw_dereg_mr(struct raw *raw, uint32_t handle)
{
	struct uverbs_dereg_mr_req req = {.mr_handle = handle};

	return uverbs_call_dereg_mr(&raw->base, &req);
}

int raw_destroy_cq(struct raw *raw, uint32_t handle, struct uverbs_destroy_cq_resp *resp)
{
	struct uverbs_destroy_cq_req req = {.cq_handle = handle};
	struct uverbs_destroy_cq_resp ignored = {0};

	return uverbs_call_destroy_cq(&raw->base, &req, resp ? resp : &ignored);
}

int raw_destroy_qp(struct raw *raw, uint32_t handle, uint32_t *events)
{
	struct uverbs_destroy_qp_req req = {.qp_handle = handle};
	struct uverbs_destroy_qp_resp resp = {0};
	int ret = uverbs_call_destroy_qp(&raw->base, &req, &resp);

	if (!ret && events)
		*events = resp.events_reported;
	return ret;
}

int raw_destroy_srq(struct raw *raw, uint32_t handle, uint32_t *events)
{
	struct uverbs_destroy_srq_req req = {.srq_handle = handle};
	struct uverbs_destroy_srq_resp resp = {0};
	int ret = uverbs_call_destroy_srq(&raw->base, &req, &resp);

	if (!ret && events)
		*events = resp.events_reported;
	return ret;
}

/* --- running ----------------------------------------------------------------------------- */

static int start(void **state)
{
	(void)state;
	/* no object may be left from the previous test */
	return 0;
}

/** After each test, the emulator must have no objects. */
static int check_empty(void **state)
{
	struct raw *raw = raw_connect(NULL);
	unsigned int objects = raw_objects(raw);

	(void)state;
	for (int i = 0; objects && i < 100;
	     i++) { /* the emulator may not have noticed yet that a connection was closed */
		usleep(10000);
		objects = raw_objects(raw);
	}
	raw_close(raw);
	return objects ? -1 : 0;
}

int raw_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t count)
{
	int failed;

	if (argc < 2 || (strcmp(argv[1], "inproc") != 0 && argc < 3)) {
		fprintf(stderr, "usage: %s inproc | daemon SOFTHCAD [OPTION...]\n", argv[0]);
		return 2;
	}
	inprocess = !strcmp(argv[1], "inproc");
	if (!inprocess && daemon_start_with(argv[2], (const char *const *)argv + 3))
		return 1;
	failed = _cmocka_run_group_tests(name, tests, count, start, check_empty);
	if (!inprocess && daemon_stop()) {
		fprintf(stderr, "the daemon did not exit cleanly\n");
		failed++;
	}
	return failed ? 1 : 0;
}
