/* SPDX-License-Identifier: BSD-2-Clause */
/* Each attribute of a queue pair is copied to the right field of MODIFY_QP, and from the right
 * field of QUERY_QP. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inverbs/kernel/uverbs.h>
#include <string.h>

#include "providers/common/qp_command.h"
#include "runtime/transport.h"

enum {
	HEADER = sizeof(struct uverbs_cmd_hdr),
	EXTENDED_HEADER = HEADER + sizeof(struct uverbs_ex_cmd_hdr),
	HANDLE = 0x51,
	EVENTS = 3,
};

/* An attribute: its bit, and its offsets in struct ibv_qp_attr and in a command's structure. */
struct attribute {
	uint32_t bit;
	size_t at, bytes;
	size_t wire_at, wire_bytes;
};

#define PLACE(type, member) offsetof(type, member), sizeof(((type *)0)->member)
#define MODIFIED(bit, member)                                                                      \
	{                                                                                          \
		IBV_QP_##bit, PLACE(struct ibv_qp_attr, member),                                   \
			PLACE(struct uverbs_modify_qp_req, member)                                 \
	}
#define QUERIED(name, member)                                                                      \
	{                                                                                          \
		0, PLACE(struct ibv_qp_attr, name), PLACE(struct uverbs_query_qp_resp, member)     \
	}
/* NOLINTBEGIN(bugprone-macro-parentheses): member names cannot be in parentheses */
#define PATH(list, wire, path, dest)                                                               \
	list(path.grh.dgid, wire, dest.dgid), list(path.grh.flow_label, wire, dest.flow_label),    \
		list(path.dlid, wire, dest.dlid),                                                  \
		list(path.grh.sgid_index, wire, dest.sgid_index),                                  \
		list(path.grh.hop_limit, wire, dest.hop_limit),                                    \
		list(path.grh.traffic_class, wire, dest.traffic_class),                            \
		list(path.sl, wire, dest.sl), list(path.src_path_bits, wire, dest.src_path_bits),  \
		list(path.static_rate, wire, dest.static_rate),                                    \
		list(path.is_global, wire, dest.is_global),                                        \
		list(path.port_num, wire, dest.port_num)
/* NOLINTEND(bugprone-macro-parentheses) */
#define IN_AV(name, wire, member)                                                                  \
	{                                                                                          \
		IBV_QP_AV, PLACE(struct ibv_qp_attr, name), PLACE(struct wire, member)             \
	}
#define IN_ALT(name, wire, member)                                                                 \
	{                                                                                          \
		IBV_QP_ALT_PATH, PLACE(struct ibv_qp_attr, name), PLACE(struct wire, member)       \
	}

static const struct attribute modified[] = {
	MODIFIED(STATE, qp_state),
	MODIFIED(CUR_STATE, cur_qp_state),
	MODIFIED(EN_SQD_ASYNC_NOTIFY, en_sqd_async_notify),
	MODIFIED(ACCESS_FLAGS, qp_access_flags),
	MODIFIED(PKEY_INDEX, pkey_index),
	MODIFIED(PORT, port_num),
	MODIFIED(QKEY, qkey),
	MODIFIED(PATH_MTU, path_mtu),
	MODIFIED(TIMEOUT, timeout),
	MODIFIED(RETRY_CNT, retry_cnt),
	MODIFIED(RNR_RETRY, rnr_retry),
	MODIFIED(RQ_PSN, rq_psn),
	MODIFIED(MAX_QP_RD_ATOMIC, max_rd_atomic),
	MODIFIED(MIN_RNR_TIMER, min_rnr_timer),
	MODIFIED(SQ_PSN, sq_psn),
	MODIFIED(MAX_DEST_RD_ATOMIC, max_dest_rd_atomic),
	MODIFIED(PATH_MIG_STATE, path_mig_state),
	MODIFIED(DEST_QPN, dest_qp_num),
	PATH(IN_AV, uverbs_modify_qp_req, ah_attr, dest),
	PATH(IN_ALT, uverbs_modify_qp_req, alt_ah_attr, alt_dest),
	MODIFIED(ALT_PATH, alt_pkey_index),
	MODIFIED(ALT_PATH, alt_port_num),
	MODIFIED(ALT_PATH, alt_timeout),
};

static const struct attribute queried[] = {
	QUERIED(qp_state, qp_state),
	QUERIED(cur_qp_state, cur_qp_state),
	QUERIED(path_mtu, path_mtu),
	QUERIED(path_mig_state, path_mig_state),
	QUERIED(qkey, qkey),
	QUERIED(rq_psn, rq_psn),
	QUERIED(sq_psn, sq_psn),
	QUERIED(dest_qp_num, dest_qp_num),
	QUERIED(qp_access_flags, qp_access_flags),
	QUERIED(cap.max_send_wr, max_send_wr),
	QUERIED(cap.max_recv_wr, max_recv_wr),
	QUERIED(cap.max_send_sge, max_send_sge),
	QUERIED(cap.max_recv_sge, max_recv_sge),
	QUERIED(cap.max_inline_data, max_inline_data),
	PATH(IN_AV, uverbs_query_qp_resp, ah_attr, dest),
	PATH(IN_ALT, uverbs_query_qp_resp, alt_ah_attr, alt_dest),
	QUERIED(pkey_index, pkey_index),
	QUERIED(alt_pkey_index, alt_pkey_index),
	QUERIED(sq_draining, sq_draining),
	QUERIED(max_rd_atomic, max_rd_atomic),
	QUERIED(max_dest_rd_atomic, max_dest_rd_atomic),
	QUERIED(min_rnr_timer, min_rnr_timer),
	QUERIED(port_num, port_num),
	QUERIED(timeout, timeout),
	QUERIED(retry_cnt, retry_cnt),
	QUERIED(rnr_retry, rnr_retry),
	QUERIED(alt_port_num, alt_port_num),
	QUERIED(alt_timeout, alt_timeout),
};

/* A simulated kernel that keeps the last command, and responds with these bytes. */
struct kernel {
	struct inverbs_transport transport;
	uint8_t command[512];
	size_t bytes;
	const void *response;
	size_t response_bytes;
	int refusal;
	struct inverbs_context ctx;
	struct inverbs_qp qp;
};

static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct kernel *k = (struct kernel *)t;
	uint64_t to;

	assert_true(bytes <= sizeof(k->command));
	memcpy(k->command, cmd, bytes);
	k->bytes = bytes;
	if (k->refusal)
		return k->refusal;
	if (!k->response_bytes)
		return 0;
	memcpy(&to, k->command + HEADER, sizeof(to));
	memcpy((void *)(uintptr_t)to, k->response, k->response_bytes);
	return 0;
}

static struct kernel *start(void)
{
	static const struct inverbs_transport_ops ops = {.command = command};
	static struct kernel k;

	memset(&k, 0, sizeof(k));
	k.transport.ops = &ops;
	k.ctx.transport = &k.transport;
	k.qp.ibv.context = &k.ctx.ibv;
	k.qp.ibv.handle = HANDLE;
	return &k;
}

static void fill(void *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		((uint8_t *)bytes)[i] = (uint8_t)(i * 37 + 11);
}

/* Is the little-endian number `to` a copy of `from`? Bytes that only `to` has must be zero. */
static bool is_copied(const uint8_t *to, size_t to_bytes, const uint8_t *from, size_t from_bytes)
{
	const size_t low = to_bytes < from_bytes ? to_bytes : from_bytes;

	for (size_t i = low; i < to_bytes; i++)
		if (to[i])
			return false;
	return !memcmp(to, from, low);
}

static const void *request_of(const struct kernel *k, size_t header)
{
	return k->command + header;
}

static void each_attribute_has_its_field(void **state)
{
	struct kernel *k = start();
	struct ibv_qp_attr attr;

	(void)state;
	fill(&attr, sizeof(attr));
	for (size_t i = 0; i < sizeof(modified) / sizeof(modified[0]); i++) {
		const struct attribute *a = &modified[i];
		const struct uverbs_modify_qp_req *req = request_of(k, HEADER);

		assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, (int)a->bit), 0);
		assert_int_equal(req->qp_handle, HANDLE);
		assert_int_equal(req->attr_mask, a->bit);
		assert_true(is_copied((const uint8_t *)req + a->wire_at, a->wire_bytes,
				      (const uint8_t *)&attr + a->at, a->bytes));
	}
}

/* Attributes that are not in the mask may be uninitialised, and are not copied. */
static void other_attributes_stay_zero(void **state)
{
	struct kernel *k = start();
	struct ibv_qp_attr attr;

	(void)state;
	fill(&attr, sizeof(attr));
	for (size_t i = 0; i < sizeof(modified) / sizeof(modified[0]); i++) {
		const struct attribute *a = &modified[i];
		uint8_t req[sizeof(struct uverbs_modify_qp_req)];

		assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, (int)a->bit), 0);
		memcpy(req, request_of(k, HEADER), sizeof(req));
		memset(req + offsetof(struct uverbs_modify_qp_req, qp_handle), 0, 8);
		for (size_t j = 0; j < sizeof(modified) / sizeof(modified[0]); j++)
			if (modified[j].bit == a->bit)
				memset(req + modified[j].wire_at, 0, modified[j].wire_bytes);
		for (size_t j = 0; j < sizeof(req); j++)
			assert_int_equal(req[j], 0);
	}
}

static void a_rate_limit_takes_the_extended_command(void **state)
{
	const struct ibv_qp_attr attr = {.rate_limit = 0x12345, .qp_state = IBV_QPS_RTS};
	struct kernel *k = start();
	const struct uverbs_ex_modify_qp_req *req = request_of(k, EXTENDED_HEADER);

	(void)state;
	assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, IBV_QP_RATE_LIMIT), 0);
	assert_int_equal(k->bytes, EXTENDED_HEADER + sizeof(*req));
	assert_int_equal(req->rate_limit, 0x12345);
	assert_int_equal(req->base.attr_mask, IBV_QP_RATE_LIMIT);
	/* a later attribute, without a rate limit */
	assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, IBV_QP_RATE_LIMIT * 2), 0);
	assert_int_equal(req->rate_limit, 0);
	assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, IBV_QP_STATE), 0);
	assert_int_equal(k->bytes, HEADER + sizeof(struct uverbs_modify_qp_req));
}

static void each_field_of_a_query_has_its_attribute(void **state)
{
	struct uverbs_query_qp_resp resp;
	struct ibv_qp_init_attr init = {0};
	struct kernel *k = start();
	struct ibv_qp_attr attr = {0};
	struct ibv_srq srq;
	struct ibv_cq cq[2];

	(void)state;
	fill(&resp, sizeof(resp));
	k->response = &resp;
	k->response_bytes = sizeof(resp);
	k->qp.ibv.qp_context = k;
	k->qp.ibv.qp_type = IBV_QPT_UD;
	k->qp.ibv.send_cq = &cq[0];
	k->qp.ibv.recv_cq = &cq[1];
	k->qp.ibv.srq = &srq;
	assert_int_equal(inverbs_provider_query_qp(&k->qp, &attr, IBV_QP_STATE, &init), 0);
	for (size_t i = 0; i < sizeof(queried) / sizeof(queried[0]); i++) {
		const struct attribute *a = &queried[i];

		assert_true(is_copied((const uint8_t *)&attr + a->at, a->bytes,
				      (const uint8_t *)&resp + a->wire_at, a->wire_bytes));
	}
	assert_memory_equal(&init.cap, &attr.cap, sizeof(attr.cap));
	assert_int_equal(init.sq_sig_all, resp.sq_sig_all);
	assert_ptr_equal(init.qp_context, k);
	assert_int_equal(init.qp_type, IBV_QPT_UD);
	assert_ptr_equal(init.send_cq, &cq[0]);
	assert_ptr_equal(init.recv_cq, &cq[1]);
	assert_ptr_equal(init.srq, &srq);
}

static void a_refused_command_changes_nothing(void **state)
{
	struct ibv_qp_init_attr init = {0};
	struct kernel *k = start();
	struct ibv_qp_attr attr = {.qkey = 9};
	uint32_t events = 7;

	(void)state;
	k->refusal = EPERM;
	assert_int_equal(inverbs_provider_modify_qp(&k->qp, &attr, IBV_QP_QKEY), EPERM);
	assert_int_equal(inverbs_provider_query_qp(&k->qp, &attr, IBV_QP_QKEY, &init), EPERM);
	assert_int_equal(attr.qkey, 9);
	assert_int_equal(inverbs_provider_destroy_qp(&k->qp, &events), EPERM);
	assert_int_equal(events, 7);
}

/* If the device is gone, so is the queue pair: EIO counts as success. */
static void destroying_reports_events(void **state)
{
	const struct uverbs_destroy_qp_resp resp = {.events_reported = EVENTS};
	struct kernel *k = start();
	const struct uverbs_destroy_qp_req *req = request_of(k, HEADER);
	uint32_t events = 7;

	(void)state;
	k->refusal = EIO;
	assert_int_equal(inverbs_provider_destroy_qp(&k->qp, &events), 0);
	assert_int_equal(events, 7);
	k->refusal = 0;
	k->response = &resp;
	k->response_bytes = sizeof(resp);
	assert_int_equal(inverbs_provider_destroy_qp(&k->qp, &events), 0);
	assert_int_equal(events, EVENTS);
	assert_int_equal(req->qp_handle, HANDLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_attribute_has_its_field),
		cmocka_unit_test(other_attributes_stay_zero),
		cmocka_unit_test(a_rate_limit_takes_the_extended_command),
		cmocka_unit_test(each_field_of_a_query_has_its_attribute),
		cmocka_unit_test(a_refused_command_changes_nothing),
		cmocka_unit_test(destroying_reports_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
