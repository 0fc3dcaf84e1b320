/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections of the access layer, for their tests: two sides on two adapters, messages that are
 * filled but for what a test is about, and a list of everything that was called back.
 */
#ifndef TESTS_IBA_CM_KIT_H
#define TESTS_IBA_CM_KIT_H

#include "../pair.h"

enum {
	LINK_SERVICE = 0x1122,
	LINK_DEPTH = 4,
	LINK_PATIENT = 24, /**< timeouts that a busy machine does not reach */
	LINK_SOON = 17,    /**< one that is met by repeating */
	LINK_AT_ONCE = 4,  /**< one that is meant to be reached */
};

#define LINK_ID CL_HTON64(UINT64_C(0xfedcba9876540000) | LINK_SERVICE)

/** What was called back. */
enum what {
	CALL_REQ = 1,
	CALL_REP,
	CALL_RTU,
	CALL_REJ,
	CALL_MRA,
	CALL_LAP,
	CALL_APR,
	CALL_DREQ,
	CALL_DREP,
};

struct call {
	enum what what;
	ib_cm_handle_t cm; /**< of those that are to be responded to */
	ib_qp_handle_t qp;
	const void *context; /**< of the listener or of the queue pair */
	ib_listen_handle_t listen;
	ib_api_status_t status;
	ib_net16_t reason; /**< of a rejection; status of an APR, of service resolution */
	uint8_t data[IB_DREP_PDATA_SIZE];
	uint8_t info[IB_ARI_SIZE];
	uint8_t info_length;
	ib_path_rec_t path, alternate;
	uint8_t resp_res;
	ib_net32_t remote_qp, remote_qkey;
};

/** The active side and the passive one. */
struct link {
	struct kit kit;
	struct side a, b;
	ib_listen_handle_t listen;
	ib_cm_handle_t cm_a, cm_b; /**< from REP and REQ */
};

/** Both sides with a queue pair in RESET, and a listener for LINK_ID on the passive one. */
void link_open(struct link *link, ib_qp_type_t type);
void link_end(struct link *link);
/** And nothing was called back that was not waited for. */
void link_close(struct link *link);
/** Another queue pair in RESET. */
ib_qp_handle_t link_qp(const struct side *side, ib_qp_type_t type, void *context);
ib_qp_state_t link_state(ib_qp_handle_t qp);

ib_path_rec_t link_path(const struct side *from, const struct side *to);
ib_cm_listen_t link_listen(const struct link *link, ib_qp_type_t type);
/** With static data, until the next call. */
ib_cm_req_t link_req(const struct link *link);
ib_cm_rep_t link_rep(const struct link *link);
ib_cm_rtu_t link_rtu(void);
ib_cm_rej_t link_rej(void);
ib_cm_dreq_t link_dreq(ib_qp_handle_t qp);

/** The handshake; handles are left in the link. */
void link_connect(struct link *link);
/** And the end, asked for by the active side. */
void link_disconnect(struct link *link);
/** A message each way. */
void link_exchange(struct link *link);

/** Wait for a callback of this kind; those of other kinds stay. */
struct call link_wait(enum what what);
/** No callback has come that was not waited for. */
void link_quiet(void);
/** Called in every callback, if it is set. */
extern void (*link_also)(const struct call *call);

/** The whole of a message's private data, different for each number. */
const uint8_t *link_data(unsigned int number);

#endif
