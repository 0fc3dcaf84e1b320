/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which path handles which call. If the full path handles a request that could be hot, the WQE is
 * correct but takes longer, which no other test detects. This test prints the path of each kind of
 * request and completion, and compares the output with a file.
 *
 *     hot      inline, in the program
 *     warm     in the archive, but on credit like the hot path
 *     general  by the code that handles any request
 *     refused  not posted
 *
 * paths FILE            compare
 * paths FILE update     write the file
 */
#include <infiniband/verbs.h>

#include SAME_ADAPTER
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/percall/ops.h"
#include "bench/percall/queues.h"

enum {
	PAGE = 4096,
	MOST_SGES = 4,
	MOST_LISTED = 5,
	POSTS = 1000,
	IN_FLIGHT = 24,
	TEXT = 1 << 16,
	DECOY = 1 << 20,
	UNTOUCHED = 0xa5,
};

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)
#define REAL(call)    JOINED(__real_, SAME(call))
#define WRAPPED(call) JOINED(__wrap_, SAME(call))

static unsigned int full_calls;
static bool no_push;
static struct bench_queues *queues;
static uint8_t *decoy;
static uint8_t payload[STAGE_PAYLOAD];
static char text[TEXT];
static size_t filled;

/* ---- the full paths: wrapped by the linker to count calls ---- */

/* NOLINTBEGIN(bugprone-macro-parentheses): params and args include their parentheses */
#define COUNTED(name, params, args)                                                                \
	int REAL(name) params;                                                                     \
	int WRAPPED(name) params;                                                                  \
	int WRAPPED(name) params                                                                   \
	{                                                                                          \
		full_calls++;                                                                      \
		return REAL(name) args;                                                            \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

COUNTED(post_send_full, (struct ibv_qp * qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad),
	(qp, wr, bad))
COUNTED(post_scalars,
	(struct ibv_qp * qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
	 uint64_t operation, uint64_t first, uint64_t second),
	(qp, wr_id, addr, length_lkey, operation, first, second))
COUNTED(post_recv_full, (struct ibv_qp * qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad),
	(qp, wr, bad))
COUNTED(post_recv_scalars,
	(struct ibv_qp * qp, uint64_t wr_id, uint64_t addr, uint32_t length, uint32_t lkey),
	(qp, wr_id, addr, length, lkey))
COUNTED(poll_cq_full, (struct ibv_cq * cq, int room, struct ibv_wc *wc), (cq, room, wc))
#if SAME_SHARED
COUNTED(post_srq_recv_full,
	(struct ibv_srq * srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad), (srq, wr, bad))
COUNTED(post_srq_recv_scalars,
	(struct ibv_srq * srq, uint64_t wr_id, uint64_t addr, uint32_t length, uint32_t lkey),
	(srq, wr_id, addr, length, lkey))
#endif

/* ---- text ---- */

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text + filled, sizeof(text) - filled, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= sizeof(text) - filled) {
		printf("more text than expected\n");
		exit(1);
	}
	filled += (size_t)n;
}

/** Consecutive values with the same word form a range. */
struct ranges {
	const char *word;
	uint32_t from, last;
};

static void end_range(struct ranges *r)
{
	if (!r->word)
		return;
	if (r->from == r->last)
		say(" %u %s", r->from, r->word);
	else
		say(" %u-%u %s", r->from, r->last, r->word);
	r->word = NULL;
}

static void add_value(struct ranges *r, uint32_t value, const char *word)
{
	if (r->word != word) {
		end_range(r);
		*r = (struct ranges){word, value, value};
	}
	r->last = value;
}

/* ---- sends ---- */

/** Opens queues and posts one simple request, so that there is credit. */
static void open_queues(enum ibv_qp_type type, bool shared, unsigned int max_sge)
{
	struct ibv_sge sge = {(uintptr_t)payload, 16, 1};
	struct ibv_send_wr send = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;
	struct ibv_recv_wr receive = {.sg_list = &sge, .num_sge = 1}, *bad_receive;

	queues_open(queues, type, shared, max_sge);
	if (no_push)
		queues->push.most = 0;
	send.wr.ud.ah = &queues->ah[0].ibv;
	if (ibv_post_send(&queues->qp.ibv, &send, &bad) ||
	    (shared ? ibv_post_srq_recv(&queues->srq.ibv, &receive, &bad_receive)
		    : ibv_post_recv(&queues->qp.ibv, &receive, &bad_receive))) {
		printf("the simplest request was refused\n");
		exit(1);
	}
	full_calls = 0;
}

/*
 * Only the general code reads the ring's address; the other paths use the address of the next WQE.
 * So the queue gets another ring, in which stores of the general code show.
 */
static const char *path_of_send(struct ibv_send_wr *wr)
{
	struct inverbs_sq *const sq = &queues->qp.sq;
	const size_t bytes = SAME_RING_HEAD + ((size_t)sq->entries << sq->shift);
	const size_t unit = inverbs_sq_position(sq) & (sq->entries - 1);
	uint8_t *const at = decoy + SAME_RING_HEAD + (unit << sq->shift);
	struct ibv_send_wr *bad;

	if (bytes > DECOY) {
		printf("a larger ring than expected\n");
		exit(1);
	}
	memcpy(decoy, sq->buf - SAME_RING_HEAD, bytes);
	memset(at, UNTOUCHED, sizeof(uint64_t));
	sq->buf = decoy + SAME_RING_HEAD;
	if (ibv_post_send(&queues->qp.ibv, wr, &bad))
		return "refused";
	if (!full_calls)
		return "hot";
	for (size_t i = 0; i < sizeof(uint64_t); i++) {
		if (at[i] != UNTOUCHED)
			return "general";
	}
	return "warm";
}

/* Posts a request on new queues. The SGEs after the first have 16 bytes. */
static const char *try_send(enum ibv_qp_type type, uint32_t opcode, uint32_t sges, uint32_t length,
			    unsigned int flags)
{
	struct ibv_sge list[MOST_SGES];
	struct ibv_send_wr wr = {.sg_list = list,
				 .num_sge = (int)sges,
				 .opcode = (enum ibv_wr_opcode)opcode,
				 .send_flags = flags};
	const char *path;

	for (uint32_t i = 0; i < MOST_SGES; i++)
		list[i] = (struct ibv_sge){(uintptr_t)payload, i ? 16 : length, 1};
	open_queues(type, false, MOST_SGES);
	if (type == IBV_QPT_UD)
		wr.wr.ud.ah = &queues->ah[0].ibv;
	path = path_of_send(&wr);
	queues_close(queues);
	return path;
}

static void try_opcode(const char *name, enum ibv_qp_type type, uint32_t opcode)
{
	static const uint32_t lengths[] = {0, 1, 2, 3, 4, 8, 16, 17, 64, 65, 128};
	struct ranges r = {0};

	say("%s, %s\n    SGEs:", name, ibv_wr_opcode_str((enum ibv_wr_opcode)opcode));
	for (uint32_t sges = 0; sges <= MOST_SGES; sges++)
		add_value(&r, sges, try_send(type, opcode, sges, 16, IBV_SEND_SIGNALED));
	end_range(&r);
	say("\n    of which the first is empty:");
	for (uint32_t sges = 1; sges <= MOST_SGES; sges++)
		add_value(&r, sges, try_send(type, opcode, sges, 0, IBV_SEND_SIGNALED));
	end_range(&r);
	say("\n    bytes:");
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		add_value(&r, lengths[i], try_send(type, opcode, 1, lengths[i], 0));
	end_range(&r);
	say("\n    inline bytes:");
	for (uint32_t length = 0; length <= MAX_INLINE + 1; length++)
		add_value(&r, length, try_send(type, opcode, 1, length, IBV_SEND_INLINE));
	end_range(&r);
	say("\n");
}

static void try_sends(const char *name, enum ibv_qp_type type)
{
	static const uint32_t opcodes[] = {IBV_WR_RDMA_WRITE,
					   IBV_WR_RDMA_WRITE_WITH_IMM,
					   IBV_WR_SEND,
					   IBV_WR_SEND_WITH_IMM,
					   IBV_WR_RDMA_READ,
					   IBV_WR_SEND_WITH_INV,
					   IBV_WR_ATOMIC_CMP_AND_SWP,
					   IBV_WR_ATOMIC_FETCH_AND_ADD,
					   IBV_WR_LOCAL_INV};
	struct ranges r = {0};

	for (size_t i = 0; i < sizeof(opcodes) / sizeof(opcodes[0]); i++)
		try_opcode(name, type, opcodes[i]);
	for (unsigned int fence = 0; fence <= IBV_SEND_FENCE; fence += IBV_SEND_FENCE) {
		say("%s, send, flags %s a fence:", name, fence ? "with" : "without");
		for (uint32_t flags = 0; flags < IBV_SEND_IP_CSUM << 1;
		     flags += IBV_SEND_FENCE << 1)
			add_value(&r, flags, try_send(type, IBV_WR_SEND, 1, 16, flags | fence));
		end_range(&r);
		say("\n");
	}
}

/* WQEs of lists are also stored on credit. */
static void try_lists(const char *name, enum ibv_qp_type type)
{
	struct ibv_sge sge = {(uintptr_t)payload, 16, 1};
	struct ranges r = {0};

	say("%s, lists of sends:", name);
	for (uint32_t count = 1; count <= MOST_LISTED; count++) {
		struct ibv_send_wr list[MOST_LISTED] = {{0}};

		open_queues(type, false, MOST_SGES);
		for (uint32_t i = 0; i < count; i++) {
			list[i].next = i + 1 < count ? &list[i + 1] : NULL;
			list[i].sg_list = &sge;
			list[i].num_sge = 1;
			list[i].opcode = IBV_WR_SEND;
			if (type == IBV_QPT_UD)
				list[i].wr.ud.ah = &queues->ah[0].ibv;
		}
		add_value(&r, count, path_of_send(list));
		queues_close(queues);
	}
	end_range(&r);
	say("\n");
}

/* The path also depends on registers to which whole WQEs are copied. */
static void try_limits(const char *name, enum ibv_qp_type type)
{
	struct ranges r = {0};

	no_push = true;
	say("%s, send, without registers for whole WQEs, inline bytes:", name);
	for (uint32_t length = 0; length <= MAX_INLINE + 1; length++)
		add_value(&r, length, try_send(type, IBV_WR_SEND, 1, length, IBV_SEND_INLINE));
	end_range(&r);
	no_push = false;
	say("\n");
}

/* Requests with constant arguments, which need not exist in memory. */
static void try_constants(void)
{
	static const struct {
		const char *name;
		const_send *call;
	} calls[] = {{"SEND", op_const_send},
		     {"SEND inline", op_const_send_inline},
		     {"SEND of 16 inline", op_const_send_inline_16},
		     {"RDMA_WRITE", op_const_write},
		     {"RDMA_WRITE inline", op_const_write_inline},
		     {"RDMA_WRITE of 8 inline", op_const_write_inline_8},
		     {"RDMA_READ", op_const_read}};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		struct ranges r = {0};

		say("RC, constant %s, bytes:", calls[i].name);
		for (uint32_t length = 0; length <= MAX_INLINE + 1; length++) {
			const struct varying v = {.addr = (uintptr_t)payload, .length = length};
			int err;

			open_queues(IBV_QPT_RC, false, MOST_SGES);
			err = calls[i].call(&queues->qp.ibv, &v);
			add_value(&r, length, err ? "refused" : full_calls ? "full" : "hot");
			queues_close(queues);
		}
		end_range(&r);
		say("\n");
	}
}

/** Counts how many posts are not hot although the device keeps up, to see whether credit lasts. */
static void count_sends(const char *name, enum ibv_qp_type type)
{
	struct ibv_sge sge = {(uintptr_t)payload, 16, 1};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad;

	open_queues(type, false, MOST_SGES);
	wr.wr.ud.ah = &queues->ah[0].ibv;
	for (unsigned int i = 0; i < POSTS; i++) {
		if (i % IN_FLIGHT == 0)
			device_takes_all(queues);
		if (ibv_post_send(&queues->qp.ibv, &wr, &bad)) {
			say("post %u is refused; ", i);
			break;
		}
	}
	say("%s: %u of %u sends were not hot\n", name, full_calls, POSTS);
	queues_close(queues);
}

/* ---- receives ---- */

static int post_receive(bool shared, int sges)
{
	const struct ibv_sge one = {(uintptr_t)payload, 16, 1};
	struct ibv_sge list[MOST_SGES] = {one, one, one, one};
	struct ibv_recv_wr wr = {.sg_list = list, .num_sge = sges}, *bad;

	return shared ? ibv_post_srq_recv(&queues->srq.ibv, &wr, &bad)
		      : ibv_post_recv(&queues->qp.ibv, &wr, &bad);
}

static void try_receives(bool shared, unsigned int max_sge)
{
	const struct varying v = {.addr = (uintptr_t)payload, .length = 16};
	struct ranges r = {0};
	int err;

	say("%s of %u SGEs, SGEs:", shared ? "shared receives" : "receives", max_sge);
	for (uint32_t sges = 0; sges <= max_sge + 1 && sges <= MOST_SGES; sges++) {
		open_queues(IBV_QPT_RC, shared, max_sge);
		err = post_receive(shared, (int)sges);
		add_value(&r, sges, err ? "refused" : full_calls ? "full" : "hot");
		queues_close(queues);
	}
	end_range(&r);
	open_queues(IBV_QPT_RC, shared, max_sge);
	err = shared ? op_const_srq_recv(&queues->srq.ibv, &v) : op_const_recv(&queues->qp.ibv, &v);
	say(", constant %s\n", err ? "refused" : full_calls ? "full" : "hot");
	queues_close(queues);
}

static void count_receives(bool shared)
{
	open_queues(IBV_QPT_RC, shared, 1);
	for (unsigned int i = 0; i < POSTS; i++) {
		if (i % IN_FLIGHT == 0)
			device_takes_all(queues);
		if (post_receive(shared, 1)) {
			say("receive %u is refused; ", i);
			break;
		}
	}
	say("%u of %u %s were not hot\n", full_calls, POSTS,
	    shared ? "shared receives" : "receives");
	queues_close(queues);
}

/* ---- completions ---- */

/** Counts the polls that are not hot, with room for one completion and for several. */
static void count_polls(enum ibv_qp_type type, const char *what, bool receives, bool shared)
{
	static const int rooms[] = {1, 4, 16};

	for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
		struct ibv_wc wc[16];
		unsigned int polls = 0, full = 0;
		int got = 0;

		open_queues(type, shared, 1);
		for (unsigned int n = 1; n < 32; n++) {
			struct ibv_sge sge = {(uintptr_t)payload, 16, 1};
			struct ibv_send_wr wr = {.sg_list = &sge,
						 .num_sge = 1,
						 .opcode = IBV_WR_SEND,
						 .send_flags = IBV_SEND_SIGNALED};
			struct ibv_send_wr *bad;

			wr.wr.ud.ah = &queues->ah[0].ibv;
			if (receives ? post_receive(shared, 1)
				     : ibv_post_send(&queues->qp.ibv, &wr, &bad))
				say("post %u is refused; ", n);
		}
		if (receives)
			device_completes_receives(queues, 32);
		else
			device_completes_sends(queues, 32);
		do {
			full_calls = 0;
			got = ibv_poll_cq(&queues->cq.ibv, rooms[i], wc);
			polls++;
			full += full_calls;
		} while (got > 0);
		say("%s for %d: %u of %u polls were not hot\n", what, rooms[i], full, polls);
		queues_close(queues);
	}
}

/* ---- the file ---- */

static int update(const char *path)
{
	FILE *file = fopen(path, "w");
	bool written;

	if (!file)
		return 1;
	written = fwrite(text, 1, filled, file) == filled;
	return fclose(file) || !written;
}

static int compare(const char *path)
{
	FILE *file = fopen(path, "r");
	const char *at = text;
	char line[1024];
	int differ = 0;

	if (!file)
		return 1;
	while (fgets(line, sizeof(line), file)) {
		const size_t bytes = strcspn(at, "\n") + (*at != '\0');

		if (strncmp(line, at, bytes) != 0 || strlen(line) != bytes) {
			printf("expected %sfound    %.*s", line, (int)bytes, at);
			differ = 1;
		}
		at += bytes;
	}
	fclose(file);
	if (*at)
		printf("more than expected: %s", at);
	return differ || *at;
}

int main(int argc, char **argv)
{
	static const enum ibv_qp_type types[] = {SAME_TYPES};

	if (argc < 2 || posix_memalign((void **)&queues, PAGE, sizeof(*queues)))
		return 1;
	decoy = calloc(1, DECOY);
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]) && decoy; t++) {
		static const char *const names[] = {
			[IBV_QPT_RC] = "RC", [IBV_QPT_UC] = "UC", [IBV_QPT_UD] = "UD"};

		try_sends(names[types[t]], types[t]);
		try_lists(names[types[t]], types[t]);
		try_limits(names[types[t]], types[t]);
		count_sends(names[types[t]], types[t]);
		count_polls(types[t], "sends", false, false);
		count_polls(types[t], "receives", true, false);
	}
	try_constants();
	try_receives(false, 1);
	try_receives(false, MOST_SGES);
	count_receives(false);
	if (SAME_SHARED) {
		try_receives(true, 1);
		count_receives(true);
		count_polls(IBV_QPT_RC, "shared receives", true, true);
	}
	free(decoy);
	free(queues);
	return argc > 2 ? update(argv[1]) : compare(argv[1]);
}
