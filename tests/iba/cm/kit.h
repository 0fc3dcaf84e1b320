/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests of connections of the access layer: two sides on two adapters, messages with valid
 * contents for a test to modify, and a list of all callbacks.
 */
#ifndef TESTS_IBA_CM_KIT_H
#define TESTS_IBA_CM_KIT_H

#include "../pair.h"

enum {
	LINK_SERVICE = 0x1122,
	LINK_DEPTH = 4,
	LINK_PATIENT = 24, /**< a timeout that does not expire even on a busy machine */
	LINK_SOON = 17,    /**< one that expires if a message is lost, and a retry succeeds */
	LINK_AT_ONCE = 4,  /**< one that is meant to expire */
};

#define LINK_ID CL_HTON64(UINT64_C(0xfedcba9876540000) | LINK_SERVICE)

/** Kinds of callbacks. */
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
	ib_cm_handle_t cm; /**< for callbacks that can be responded to */
	ib_qp_handle_t qp;
	const void *context; /**< context of the listener or of the queue pair */
	ib_listen_handle_t listen;
	ib_api_status_t status;
	ib_net16_t reason; /**< of a rejection; the status for APR and service resolution */
	uint8_t data[IB_DREP_PDATA_SIZE];
	uint8_t info[IB_ARI_SIZE];
	uint8_t info_length;
	ib_path_rec_t path, alternate;
	uint8_t resp_res;
	ib_net32_t remote_qp, remote_qkey;
};

/** The active side `a` and the passive side `b`. */
struct link {
	struct kit kit;
	struct side a, b;
	ib_listen_handle_t listen;
	ib_cm_handle_t cm_a, cm_b; /**< from the REP and the REQ callback */
};

/** Open both sides, each with a queue pair in RESET, and a listener for LINK_ID on the passive
 * side. */
void link_open(struct link *link, ib_qp_type_t type);
void link_end(struct link *link);
/** Also checks that no unexpected callback has come. */
void link_close(struct link *link);
/** Creates another queue pair in RESET. */
ib_qp_handle_t link_qp(const struct side *side, ib_qp_type_t type, void *context);
ib_qp_state_t link_state(ib_qp_handle_t qp);

ib_path_rec_t link_path(const struct side *from, const struct side *to);
ib_cm_listen_t link_listen(const struct link *link, ib_qp_type_t type);
/** They use static data that is valid until the next call. */
ib_cm_req_t link_req(const struct link *link);
ib_cm_rep_t link_rep(const struct link *link);
ib_cm_rtu_t link_rtu(void);
ib_cm_rej_t link_rej(void);
ib_cm_dreq_t link_dreq(ib_qp_handle_t qp);

/** Do the handshake; stores the handles in the link. */
void link_connect(struct link *link);
/** Disconnect, initiated by the active side. */
void link_disconnect(struct link *link);
/** Send a message in each direction. */
void link_exchange(struct link *link);

/** Wait for a callback of this kind; callbacks of other kinds remain in the list. */
struct call link_wait(enum what what);
/** Check that no callback is left in the list. */
void link_quiet(void);
/** If set, also called in every callback. */
extern void (*link_also)(const struct call *call);

/** Returns the largest possible private data of a message, different for each number. */
const uint8_t *link_data(unsigned int number);

#endif
