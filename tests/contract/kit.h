/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the contract tests: two connected queue pairs with memory, posted to and polled through
 * the public API only. */
#ifndef TESTS_CONTRACT_KIT_H
#define TESTS_CONTRACT_KIT_H

/* cmocka.h requires that these are included first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** An element of the list of tests in main(). */
#define TEST(name) cmocka_unit_test(name)
/** The same for a test that does not apply to iWARP adapters; `what` is the reason. */
#define TEST_NOT_IWARP(name, what)                                                                 \
	{                                                                                          \
#name, name, NULL, NULL, (void *)(uintptr_t)(what)                                 \
	}
/** Run those tests of a list that apply to the first device. */
#define RUN_TESTS(tests) kit_run(tests, COUNT(tests))

enum {
	KIT_SECONDS = 60,  /**< until an expected completion counts as lost; valgrind is slow */
	IWARP_INLINE = 64, /**< most inline data that the iWARP adapter accepts */
	ALL_REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC,
	ALL_ACCESS = IBV_ACCESS_LOCAL_WRITE | ALL_REMOTE,
	INIT_MASK = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
	UC_RTR_MASK = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN,
	RC_RTR_MASK = UC_RTR_MASK | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
	UC_RTS_MASK = IBV_QP_STATE | IBV_QP_SQ_PSN,
	RC_RTS_MASK = UC_RTS_MASK | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		      IBV_QP_MAX_QP_RD_ATOMIC,
};

/** Whether this is the checked build: a request that it refuses never reaches the adapter. */
#ifdef INVERBS_CHECKED
#define KIT_CHECKED true
#else
#define KIT_CHECKED false
#endif

/** Attributes of a pair. A zero means the value in its comment. */
struct plan {
	enum ibv_qp_type type;     /**< RC */
	uint32_t send_wr, recv_wr; /**< 16 */
	uint32_t sge;              /**< 4 */
	uint32_t inline_data;      /**< none */
	int cqe;                   /**< 64 */
	size_t bytes;              /**< of memory at each end, 16 KiB */
	bool no_remote;            /**< the memory grants no remote access */
	bool sig_all, channel;
	uint8_t retry_cnt, timeout; /**< 1, 8 (about 1 ms) */
	uint8_t rnr_retry;          /**< 7, without limit */
	bool rnr_none;              /**< rnr_retry is 0 */
	enum ibv_mtu mtu;           /**< 1024 */
	uint64_t send_ops;          /**< operations to be built after ibv_wr_start(); none */
};

/** Doorbells are kernel commands: the adapter has no data path in user space. */
#ifndef KIT_RINGS_BY_COMMAND
#define KIT_RINGS_BY_COMMAND false
#endif

/** Completions have timestamps; in a build bound to no adapter, some do and some do not. */
#ifndef KIT_TIMESTAMPS
#define KIT_TIMESTAMPS false
#endif

struct side {
	struct ibv_context *ctx;
	struct ibv_port_attr port;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *scq, *rcq;
	struct ibv_qp *qp;
	struct ibv_qp_cap cap;
	struct ibv_mr *mr;
	uint8_t *buf;
	size_t bytes;
	struct rdma_cm_id *id; /**< of a connection by the connection manager, else NULL */
	struct rdma_event_channel *cm;
};

struct pair {
	struct plan plan;
	struct side a, b;
};

int kit_run(const struct CMUnitTest *tests, size_t count);
/** Name of the device at this index of the list, 0 or 1. */
const char *kit_name(int index);
/** Open the device at this index of the list. */
struct ibv_context *kit_open(int index);
void side_open(struct side *side, int device, const struct plan *given);
void side_close(struct side *side);
/** Create a queue pair for building requests with these operations. NULL with errno on failure. */
struct ibv_qp *side_builder(const struct side *side, struct ibv_qp_init_attr *init, uint64_t ops);
/** The initial packet sequence number of a queue pair. It is different for each, so that mixing up
 * a queue pair's own and its peer's is noticed. */
uint32_t kit_psn(uint32_t qpn);
/** Attributes for each state, for a peer with that LID and QP number; sq_psn is 0. */
struct ibv_qp_attr kit_attr(const struct plan *given, uint16_t dlid, uint32_t qpn);
/** Address the port of a side by its first GID, which is the only way on Ethernet. */
void kit_route(struct ibv_ah_attr *attr, const struct side *to);
/** Address the first port of a context by LID or GID, as its link layer requires. */
struct ibv_ah_attr kit_address(struct ibv_context *ctx);
bool on_ethernet(const struct side *side);
int side_to_init(struct side *side, const struct plan *plan);
int side_to_rtr(struct side *side, const struct plan *plan, const struct side *peer);
int side_to_rts(struct side *side, const struct plan *plan);
int side_to(struct side *side, enum ibv_qp_state state);
enum ibv_qp_state side_state(const struct side *side);
/** Bring one end to RTS, connected to `peer`; InfiniBand and RoCE only. */
void side_connect(struct side *side, const struct plan *plan, const struct side *peer);
/** Connect both ends, which are in RESET, in the way that their adapters require. */
void pair_connect(struct pair *pair, const struct plan *plan);
/** Connect both ends, which are in INIT, through the connection manager. */
void cm_connect(struct side *active, struct side *passive);
/** Free what cm_connect() allocated. */
void side_disconnect(struct side *side);
/** Whether this is an iWARP adapter; README.md says what is different for those. */
bool on_iwarp(const struct side *side);
/** Create two connected ends in RTS, one on each of the first two devices. */
void pair_open(struct pair *pair, const struct plan *plan);
/** The same on the device at this index of the list and the next one. */
void pair_open_on(struct pair *pair, int first, const struct plan *plan);
void pair_close(struct pair *pair);

/** An SGE in a side's memory. */
struct ibv_sge side_sge(const struct side *side, size_t offset, uint32_t bytes);
/** A signaled request with one SGE; remote operations access the peer's memory at that offset. */
struct ibv_send_wr side_wr(struct ibv_sge *sge, enum ibv_wr_opcode opcode, uint64_t wr_id,
			   const struct side *peer, size_t remote_offset);
int post_wr(struct side *side, struct ibv_send_wr *wr);
/** Post a signaled request from our offset to the peer's same offset; posting must succeed. */
void post(struct side *side, const struct side *peer, enum ibv_wr_opcode opcode, uint64_t wr_id,
	  size_t offset, uint32_t bytes);
/** Post RDMA writes until the send CQ overflows, without polling it. */
void overflow(struct side *side, const struct side *peer);
void post_receive(struct side *side, uint64_t wr_id, size_t offset, uint32_t bytes);

/** Wait for n completions and store them in the order of arrival; fails the test on a timeout. */
void take_completions(struct ibv_cq *cq, struct ibv_wc *wc, int n);
/** Wait for one completion, which must have this wr_id and status. */
struct ibv_wc expect(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status);
/** The queue is empty, and nothing arrives within some milliseconds. */
void expect_nothing(struct ibv_cq *cq);
/** Wait for the next asynchronous event, which must have this type, and acknowledge it. */
struct ibv_async_event expect_async(struct ibv_context *ctx, enum ibv_event_type type);
/** Wait for the event of a refused request; the kernel's Soft-RoCE raises none. */
void expect_refused(struct side *side, enum ibv_event_type type);
/** Whether this runs in the kernel lab. There, both ends are on the only device, and since the
 * processor is emulated, everything takes longer. */
bool in_lab(void);
/** Whether a file descriptor becomes readable within so many milliseconds. */
bool readable(int fd, int ms);
void kit_sleep(unsigned int ms);

/** The next of a repeatable sequence of pseudo-random numbers. */
uint32_t noise(uint32_t *seed);
void fill(uint8_t *at, size_t bytes, uint32_t seed);
bool filled(const uint8_t *at, size_t bytes, uint32_t seed);

#endif
