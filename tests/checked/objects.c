/* SPDX-License-Identifier: BSD-2-Clause */
/* Misuse of objects: NULL, of another device, freed, still in use. */
#include "tests.h"

/* Return a freed object. Tests create no object of this kind while they use it. */
static struct ibv_pd *freed_pd(struct ibv_context *ctx)
{
	struct ibv_pd *pd = ibv_alloc_pd(ctx);

	assert_non_null(pd);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	return pd;
}

static struct ibv_cq *freed_cq(struct ibv_context *ctx)
{
	struct ibv_cq *cq = ibv_create_cq(ctx, 1, NULL, NULL, 0);

	assert_non_null(cq);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	return cq;
}

static struct ibv_comp_channel *freed_channel(struct ibv_context *ctx)
{
	struct ibv_comp_channel *channel = ibv_create_comp_channel(ctx);

	assert_non_null(channel);
	assert_int_equal(ibv_destroy_comp_channel(channel), 0);
	return channel;
}

void pointers_that_are_null(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	struct ibv_port_attr port;
	struct ibv_wc wc;

	(void)state;
	REFUSED(BY_NULL(ibv_open_device(NULL)), EINVAL, "ibv_open_device: device is NULL");
	REFUSED(BY_MINUS(ibv_close_device(NULL)), EINVAL, "ibv_close_device: context is NULL");
	REFUSED(BY_NULL(ibv_get_device_name(NULL)), EINVAL, "ibv_get_device_name: device is NULL");
	REFUSED(BY_RESULT(ibv_query_port(NULL, 1, &port)), EINVAL,
		"ibv_query_port: context is NULL");
	REFUSED(BY_RESULT(ibv_query_port(ctx, 1, NULL)), EINVAL,
		"ibv_query_port: port_attr is NULL");
	REFUSED(BY_MINUS(ibv_query_gid(ctx, 1, 0, NULL)), EINVAL, "ibv_query_gid: gid is NULL");
	REFUSED(BY_NULL(ibv_reg_mr(NULL, &port, 8, 0)), EINVAL, "ibv_reg_mr: pd is NULL");
	REFUSED(BY_RESULT(ibv_dereg_mr(NULL)), EINVAL, "ibv_dereg_mr: mr is NULL");
	REFUSED(BY_NULL(ibv_create_qp(pd, NULL)), EINVAL, "ibv_create_qp: qp_init_attr is NULL");
	REFUSED(BY_COUNT(ibv_poll_cq(NULL, 1, &wc)), EINVAL, "ibv_poll_cq: cq is NULL");
	COMPLAINED(ibv_ack_cq_events(NULL, 1), "ibv_ack_cq_events: cq is NULL");
	ACCEPTED((ibv_free_device_list(NULL), 0), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

void objects_that_were_freed(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_cq *cq = freed_cq(ctx);
	struct ibv_pd *pd = freed_pd(ctx);
	struct ibv_wc wc;

	(void)state;
	REFUSED(BY_COUNT(ibv_poll_cq(cq, 1, &wc)), EINVAL, "ibv_poll_cq: cq was freed before");
	REFUSED(BY_RESULT(ibv_req_notify_cq(cq, 0)), EINVAL,
		"ibv_req_notify_cq: cq was freed before");
	REFUSED(BY_RESULT(ibv_destroy_cq(cq)), EINVAL, "ibv_destroy_cq: cq was freed before");
	REFUSED(BY_NULL(ibv_reg_mr(pd, &wc, 8, 0)), EINVAL, "ibv_reg_mr: pd was freed before");
	REFUSED(BY_RESULT(ibv_dealloc_pd(pd)), EINVAL, "ibv_dealloc_pd: pd was freed before");
	assert_int_equal(ibv_close_device(ctx), 0);
	REFUSED(BY_NULL(ibv_alloc_pd(ctx)), EINVAL, "ibv_alloc_pd: context was freed before");
	REFUSED(BY_MINUS(ibv_close_device(ctx)), EINVAL,
		"ibv_close_device: context was freed before");
}

/* An object whose destruction failed remains valid. */
void objects_that_exist(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	char text[8];
	struct ibv_mr *mr = ibv_reg_mr(pd, text, sizeof(text), 0);

	(void)state;
	assert_non_null(mr);
	listen_begin();
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	listen_expect_start("inverbs: misuse of ibv_dealloc_pd: pd is used by ibv_mr ");
	ACCEPTED(ibv_dereg_mr(mr), 0);
	ACCEPTED(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* A new object may get the address of a freed one, even before the destroying call has returned. */
void addresses_that_return(void **state)
{
	static uint64_t place;

	(void)state;
	assert_false(inverbs_is_freed(&place));
	inverbs_object_going(&place);
	assert_false(inverbs_is_freed(&place)); /* other threads may still acknowledge its events */
	inverbs_object_gone(&place, true);
	assert_true(inverbs_is_freed(&place));
	inverbs_object_made(&place, "nothing");
	assert_false(inverbs_is_freed(&place));
	inverbs_object_going(&place);
	inverbs_object_made(&place, "nothing");
	inverbs_object_gone(&place, true);
	assert_false(inverbs_is_freed(&place));
	inverbs_object_going(&place);
	inverbs_object_gone(&place, false);
	assert_false(inverbs_is_freed(&place));
	assert_false(inverbs_is_freed(NULL));
}

void numbers_out_of_range(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_td_init_attr td = {.comp_mask = 1};
	struct ibv_port_attr port;
	struct ibv_gid_entry entry;
	uint64_t speed;
	union ibv_gid gid;
	__be16 pkey;

	(void)state;
	REFUSED(BY_RESULT(ibv_query_port(ctx, 0, &port)), EINVAL,
		"ibv_query_port: port_num is 0, less than 1");
	REFUSED(BY_RESULT(ibv_query_port_speed(ctx, 0, &speed)), EINVAL,
		"ibv_query_port_speed: port_num is 0, less than 1");
	REFUSED(BY_MINUS(ibv_query_gid(ctx, 0, 0, &gid)), EINVAL,
		"ibv_query_gid: port_num is 0, less than 1");
	REFUSED(BY_MINUS(ibv_query_gid(ctx, 1, -2, &gid)), EINVAL,
		"ibv_query_gid: index is -2, less than 0");
	REFUSED(BY_RESULT(ibv_query_gid_ex(ctx, 0, 0, &entry, 0)), EINVAL,
		"ibv_query_gid_ex: port_num is 0, less than 1");
	REFUSED(BY_MINUS(ibv_query_pkey(ctx, 0, 0, &pkey)), EINVAL,
		"ibv_query_pkey: port_num is 0, less than 1");
	REFUSED(BY_MINUS(ibv_query_pkey(ctx, 1, -1, &pkey)), EINVAL,
		"ibv_query_pkey: index is -1, less than 0");
	REFUSED(BY_MINUS(ibv_get_pkey_index(ctx, 0, 0)), EINVAL,
		"ibv_get_pkey_index: port_num is 0, less than 1");
	REFUSED(BY_NULL(ibv_alloc_td(ctx, &td)), EINVAL,
		"ibv_alloc_td: init_attr.comp_mask is 1, more than 0");
	ACCEPTED(ibv_query_port(ctx, 1, &port), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

void completion_queues(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);
	struct ibv_comp_channel *foreign = ibv_create_comp_channel(other);
	struct ibv_comp_channel *freed = freed_channel(ctx);
	struct ibv_cq_init_attr_ex attr = {.cqe = 0};
	struct ibv_cq *cq = ibv_create_cq(ctx, 4, NULL, NULL, 0);
	struct ibv_wc wc;

	(void)state;
	REFUSED(BY_NULL(ibv_create_cq(ctx, 0, NULL, NULL, 0)), EINVAL,
		"ibv_create_cq: cqe is 0, less than 1");
	REFUSED(BY_NULL(ibv_create_cq(ctx, 1, NULL, freed, 0)), EINVAL,
		"ibv_create_cq: channel was freed before");
	REFUSED(BY_NULL(ibv_create_cq(ctx, 1, NULL, foreign, 0)), EINVAL,
		"ibv_create_cq: channel.context is not context");
	REFUSED(BY_NULL(ibv_create_cq(ctx, 1, NULL, NULL, 4)), EINVAL,
		"ibv_create_cq: comp_vector is 4, not from 0 to below context.num_comp_vectors, "
		"which is " VECTORS);
	REFUSED(BY_NULL(ibv_create_cq_ex(ctx, &attr)), EINVAL,
		"ibv_create_cq_ex: cq_attr.cqe is 0, less than 1");
	attr = (struct ibv_cq_init_attr_ex){.cqe = 1, .channel = freed};
	REFUSED(BY_NULL(ibv_create_cq_ex(ctx, &attr)), EINVAL,
		"ibv_create_cq_ex: cq_attr.channel was freed before");
	attr.channel = foreign;
	REFUSED(BY_NULL(ibv_create_cq_ex(ctx, &attr)), EINVAL,
		"ibv_create_cq_ex: cq_attr.channel.context is not context");
	attr = (struct ibv_cq_init_attr_ex){.cqe = 1, .comp_vector = 5};
	REFUSED(BY_NULL(ibv_create_cq_ex(ctx, &attr)), EINVAL,
		"ibv_create_cq_ex: cq_attr.comp_vector is 5, not below context.num_comp_vectors, "
		"which is " VECTORS);
	REFUSED(BY_RESULT(ibv_resize_cq(cq, 0)), EINVAL, "ibv_resize_cq: cqe is 0, less than 1");
	REFUSED(BY_COUNT(ibv_poll_cq(cq, -1, &wc)), EINVAL,
		"ibv_poll_cq: num_entries is -1, less than 0");
	REFUSED(BY_COUNT(ibv_poll_cq(cq, 1, NULL)), EINVAL, "ibv_poll_cq: wc is NULL");
	ACCEPTED(ibv_poll_cq(cq, 0, NULL), 0);
	ACCEPTED(ibv_poll_cq(cq, 1, &wc), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_destroy_comp_channel(foreign), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
	assert_int_equal(ibv_close_device(other), 0);
}

void extended_polls(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_cq_init_attr_ex attr = {.cqe = 4};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(ctx, &attr);
	struct ibv_poll_cq_attr poll = {.comp_mask = 1};

	(void)state;
	assert_non_null(cq);
	REFUSED(BY_RESULT(ibv_start_poll(cq, &poll)), EINVAL,
		"ibv_start_poll: attr.comp_mask is 1, more than 0");
	REFUSED(BY_RESULT(ibv_next_poll(NULL)), EINVAL, "ibv_next_poll: cq is NULL");
	COMPLAINED(ibv_end_poll(NULL), "ibv_end_poll: cq is NULL");
	COMPLAINED(ibv_wc_read_byte_len(NULL), "ibv_wc_read_byte_len: cq is NULL");
	poll.comp_mask = 0;
	ACCEPTED(ibv_start_poll(cq, &poll), ENOENT);
	assert_int_equal(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
	REFUSED(BY_RESULT(ibv_start_poll(cq, &poll)), EINVAL,
		"ibv_start_poll: cq was freed before");
	assert_int_equal(ibv_close_device(ctx), 0);
}

void regions(void **state)
{
	static const int without_local[] = {IBV_ACCESS_REMOTE_WRITE, IBV_ACCESS_REMOTE_ATOMIC};
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *foreign = ibv_alloc_pd(other);
	char text[64];
	struct ibv_mr *mr = ibv_reg_mr(pd, text, sizeof(text), IBV_ACCESS_OPTIONAL_RANGE);
	const int access = IBV_REREG_MR_CHANGE_ACCESS;

	(void)state;
	assert_non_null(mr);
	REFUSED(BY_NULL(ibv_reg_mr(pd, text, 8, 1 << 12)), EINVAL,
		"ibv_reg_mr: access has bits 0x1000 that are not in enum ibv_access_flags or "
		"IBV_ACCESS_OPTIONAL_RANGE");
	for (size_t i = 0; i < COUNT(without_local); i++)
		REFUSED(BY_NULL(ibv_reg_mr(pd, text, 8, without_local[i])), EINVAL,
			"ibv_reg_mr: access lacks IBV_ACCESS_LOCAL_WRITE");
	REFUSED(BY_NULL(ibv_reg_mr_iova(pd, text, 8, (uintptr_t)text, 1 << 12)), EINVAL,
		"ibv_reg_mr_iova: access has bits 0x1000 that are not in enum ibv_access_flags or "
		"IBV_ACCESS_OPTIONAL_RANGE");
	REFUSED(BY_NULL(ibv_reg_mr_iova(pd, text, 8, (uintptr_t)text, without_local[0])), EINVAL,
		"ibv_reg_mr_iova: access lacks IBV_ACCESS_LOCAL_WRITE");
	REFUSED(BY_NULL(ibv_reg_mr_iova2(pd, text, 8, (uintptr_t)text, 1 << 12)), EINVAL,
		"ibv_reg_mr_iova2: access has bits 0x1000 that are not in enum ibv_access_flags or "
		"IBV_ACCESS_OPTIONAL_RANGE");
	REFUSED(BY_NULL(ibv_reg_mr_iova2(pd, text, 8, (uintptr_t)text, 2)), EINVAL,
		"ibv_reg_mr_iova2: access lacks IBV_ACCESS_LOCAL_WRITE");
	REFUSED(BY_MINUS(ibv_rereg_mr(mr, 64, NULL, NULL, 0, 0)), EINVAL,
		"ibv_rereg_mr: flags has bits 0x40 that are not in enum ibv_rereg_mr_flags");
	REFUSED(BY_MINUS(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, NULL, NULL, 0, 0)), EINVAL,
		"ibv_rereg_mr: pd is NULL");
	REFUSED(BY_MINUS(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, foreign, NULL, 0, 0)), EINVAL,
		"ibv_rereg_mr: pd.context is not mr.context");
	REFUSED(BY_MINUS(ibv_rereg_mr(mr, access, NULL, NULL, 0, 1 << 12)), EINVAL,
		"ibv_rereg_mr: access has bits 0x1000 that are not in enum ibv_access_flags or "
		"IBV_ACCESS_OPTIONAL_RANGE");
	REFUSED(BY_MINUS(ibv_rereg_mr(mr, access, NULL, NULL, 0, IBV_ACCESS_REMOTE_WRITE)), EINVAL,
		"ibv_rereg_mr: access lacks IBV_ACCESS_LOCAL_WRITE");
	/* where the kernel is the adapter, an old one cannot change regions */
	ACCEPTED(ibv_rereg_mr(mr, access, NULL, NULL, 0, IBV_ACCESS_LOCAL_WRITE),
		 KIT_RINGS_BY_COMMAND ? IBV_REREG_MR_ERR_CMD : 0);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_dealloc_pd(foreign), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
	assert_int_equal(ibv_close_device(other), 0);
}

void parent_domains(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *foreign = ibv_alloc_pd(other);
	struct ibv_td_init_attr td_attr = {0};
	struct ibv_td *foreign_td = ibv_alloc_td(other, &td_attr);
	struct ibv_parent_domain_init_attr attr = {0};
	struct ibv_td *td;

	(void)state;
	REFUSED(BY_NULL(ibv_alloc_parent_domain(ctx, &attr)), EINVAL,
		"ibv_alloc_parent_domain: attr.pd is NULL");
	attr.pd = foreign;
	REFUSED(BY_NULL(ibv_alloc_parent_domain(ctx, &attr)), EINVAL,
		"ibv_alloc_parent_domain: attr.pd.context is not context");
	attr.pd = pd;
	attr.td = foreign_td;
	REFUSED(BY_NULL(ibv_alloc_parent_domain(ctx, &attr)), EINVAL,
		"ibv_alloc_parent_domain: attr.td.context is not context");
	td = ibv_alloc_td(ctx, &td_attr);
	assert_int_equal(ibv_dealloc_td(td), 0);
	attr.td = td;
	REFUSED(BY_NULL(ibv_alloc_parent_domain(ctx, &attr)), EINVAL,
		"ibv_alloc_parent_domain: attr.td was freed before");
	assert_int_equal(ibv_dealloc_td(foreign_td), 0);
	assert_int_equal(ibv_dealloc_pd(foreign), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	REFUSED(BY_NULL(ibv_alloc_parent_domain(ctx, &attr)), EINVAL,
		"ibv_alloc_parent_domain: attr.pd was freed before");
	assert_int_equal(ibv_close_device(ctx), 0);
	assert_int_equal(ibv_close_device(other), 0);
}

/* Objects that cannot be freed: the message names the users. */
void objects_in_use(void **state)
{
	struct plan plan = {0};
	struct ibv_mr *mr[2];
	char bytes[8];
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
#define BUSY(call, line)                                                                           \
	do {                                                                                       \
		listen_begin();                                                                    \
		assert_int_equal(call, EBUSY);                                                     \
		listen_expect_start("inverbs: misuse of " line);                                   \
	} while (0)
	BUSY(ibv_destroy_cq(side.scq), "ibv_destroy_cq: cq is used by ibv_qp 0x");
	for (int i = 0; i < 2; i++) {
		mr[i] = ibv_reg_mr(side.pd, bytes, sizeof(bytes), 0);
		assert_non_null(mr[i]);
	}
	BUSY(ibv_dealloc_pd(side.pd), "ibv_dealloc_pd: pd is used by ibv_");
	for (int i = 0; i < 2; i++)
		ACCEPTED(ibv_dereg_mr(mr[i]), 0);
	side_close(&side);
}

/* Each event may be acknowledged only once. */
void acknowledgements(void **state)
{
	struct plan plan = {0};
	struct ibv_async_event event = {.event_type = IBV_EVENT_QP_FATAL};
	struct side side;

	(void)state;
	side_open(&side, 0, &plan);
	COMPLAINED(ibv_ack_cq_events(side.scq, 1),
		   "ibv_ack_cq_events: nevents is 1, more than events_to_acknowledge(cq), which "
		   "is 0; ibv_get_cq_event() returned no more");
	ACCEPTED((ibv_ack_cq_events(side.scq, 0), 0), 0);
	event.element.qp = side.qp;
	COMPLAINED(ibv_ack_async_event(&event),
		   "ibv_ack_async_event: times_to_acknowledge(event) is 0, less than 1; it was "
		   "acknowledged before");
	event.event_type = IBV_EVENT_CQ_ERR;
	event.element.cq = side.scq;
	COMPLAINED(ibv_ack_async_event(&event),
		   "ibv_ack_async_event: times_to_acknowledge(event) is 0, less than 1; it was "
		   "acknowledged before");
	event.event_type = IBV_EVENT_PORT_ERR;
	event.element.port_num = 1;
	ACCEPTED((ibv_ack_async_event(&event), 0), 0);
	side_close(&side);
}
