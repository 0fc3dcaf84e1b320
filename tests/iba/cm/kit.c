/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <pthread.h>
#include <time.h>

enum {
	CALLS = 256,
	DATA_BYTES = 256,
	PKT_LIFE = 2
};

void (*link_also)(const struct call *call);

/* --- callbacks ------------------------------------------------------------------------------ */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct call calls[CALLS];
	unsigned int count;
} book = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

static void add_call(const struct call *call)
{
	if (link_also)
		link_also(call);
	pthread_mutex_lock(&book.lock);
	assert_true(book.count < CALLS);
	book.calls[book.count++] = *call;
	pthread_cond_broadcast(&book.more);
	pthread_mutex_unlock(&book.lock);
}

static struct call *find_call(enum what what)
{
	for (unsigned int i = 0; i < book.count; i++)
		if (book.calls[i].what == what)
			return &book.calls[i];
	return NULL;
}

static void take_out(struct call *call)
{
	const size_t at = (size_t)(call - book.calls);

	book.count--;
	memmove(call, call + 1, (book.count - at) * sizeof(*call));
}

struct call link_wait(enum what what)
{
	struct timespec end;
	struct call *found, call = {.what = what};
	int err = 0;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += KIT_SECONDS;
	pthread_mutex_lock(&book.lock);
	while (!(found = find_call(what)) && !err)
		err = pthread_cond_timedwait(&book.more, &book.lock, &end);
	if (found) {
		call = *found;
		take_out(found);
	}
	pthread_mutex_unlock(&book.lock);
	if (!found)
		fail_msg("callback %d did not come; %u others did", what, book.count);
	return call;
}

void link_quiet(void)
{
	pthread_mutex_lock(&book.lock);
	if (book.count)
		fail_msg("callback %d came unexpectedly", book.calls[0].what);
	pthread_mutex_unlock(&book.lock);
}

static void req_came(ib_cm_req_rec_t *rec)
{
	struct call call = {.what = CALL_REQ,
			    .cm = rec->h_cm_req,
			    .context = rec->context,
			    .listen = rec->h_cm_listen,
			    .path = rec->primary_path,
			    .alternate = rec->alt_path,
			    .resp_res = rec->resp_res};

	memcpy(call.data, rec->p_req_pdata,
	       rec->qp_type == IB_QPT_UNRELIABLE_DGRM ? IB_SIDR_REQ_PDATA_SIZE : IB_REQ_PDATA_SIZE);
	add_call(&call);
}

static void rep_came(ib_cm_rep_rec_t *rec)
{
	const bool datagram = rec->qp_type == IB_QPT_UNRELIABLE_DGRM;
	struct call call = {.what = CALL_REP,
			    .cm = rec->h_cm_rep,
			    .context = datagram ? rec->sidr_context : rec->qp_context,
			    .reason = rec->status,
			    .resp_res = rec->resp_res,
			    .remote_qp = rec->remote_qp,
			    .remote_qkey = rec->remote_qkey};

	memcpy(call.data, rec->p_rep_pdata, datagram ? IB_SIDR_REP_PDATA_SIZE : IB_REP_PDATA_SIZE);
	add_call(&call);
}

static void rtu_came(ib_cm_rtu_rec_t *rec)
{
	struct call call = {.what = CALL_RTU, .qp = rec->h_qp, .context = rec->qp_context};

	memcpy(call.data, rec->p_rtu_pdata, IB_RTU_PDATA_SIZE);
	add_call(&call);
}

static void rej_came(ib_cm_rej_rec_t *rec)
{
	struct call call = {.what = CALL_REJ,
			    .qp = rec->h_qp,
			    .context = rec->qp_context,
			    .reason = rec->rej_status,
			    .info_length = rec->ari_length};

	memcpy(call.data, rec->p_rej_pdata, IB_REJ_PDATA_SIZE);
	memcpy(call.info, rec->p_ari, rec->ari_length);
	add_call(&call);
}

static void mra_came(ib_cm_mra_rec_t *rec)
{
	struct call call = {.what = CALL_MRA, .qp = rec->h_qp, .context = rec->qp_context};

	memcpy(call.data, rec->p_mra_pdata, IB_MRA_PDATA_SIZE);
	add_call(&call);
}

static void lap_came(ib_cm_lap_rec_t *rec)
{
	struct call call = {.what = CALL_LAP,
			    .cm = rec->h_cm_lap,
			    .context = rec->qp_context,
			    .path = rec->alt_path};

	memcpy(call.data, rec->p_lap_pdata, IB_LAP_PDATA_SIZE);
	add_call(&call);
}

static void apr_came(ib_cm_apr_rec_t *rec)
{
	struct call call = {.what = CALL_APR,
			    .qp = rec->h_qp,
			    .context = rec->qp_context,
			    .status = rec->cm_status,
			    .reason = rec->apr_status,
			    .info_length = rec->info_length};

	memcpy(call.data, rec->p_apr_pdata, IB_APR_PDATA_SIZE);
	memcpy(call.info, rec->p_info, rec->info_length);
	add_call(&call);
}

static void dreq_came(ib_cm_dreq_rec_t *rec)
{
	struct call call = {.what = CALL_DREQ, .cm = rec->h_cm_dreq, .context = rec->qp_context};

	memcpy(call.data, rec->p_dreq_pdata, IB_DREQ_PDATA_SIZE);
	add_call(&call);
}

static void drep_came(ib_cm_drep_rec_t *rec)
{
	struct call call = {.what = CALL_DREP,
			    .qp = rec->h_qp,
			    .context = rec->qp_context,
			    .status = rec->cm_status};

	memcpy(call.data, rec->p_drep_pdata, IB_DREP_PDATA_SIZE);
	add_call(&call);
}

/* --- messages ------------------------------------------------------------------------------- */

const uint8_t *link_data(unsigned int number)
{
	static uint8_t data[DATA_BYTES];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(number * 31 + i);
	return data;
}

ib_path_rec_t link_path(const struct side *from, const struct side *to)
{
	const ib_port_attr_t *here = from->attr->p_port_attr, *there = to->attr->p_port_attr;
	ib_path_rec_t path;
	ib_gid_t sgid, dgid;

	ib_gid_set_default(&sgid, here->port_guid);
	ib_gid_set_default(&dgid, there->port_guid);
	memset(&path, 0, sizeof(path));
	ib_path_rec_init_local(&path, &dgid, &sgid, there->lid, here->lid, 1, CL_HTON16(0xffff), 0,
			       0, IB_PATH_SELECTOR_EXACTLY, IB_MTU_LEN_1024,
			       IB_PATH_SELECTOR_EXACTLY, IB_PATH_RECORD_RATE_10_GBS,
			       IB_PATH_SELECTOR_EXACTLY, PKT_LIFE, 0);
	return path;
}

ib_cm_listen_t link_listen(const struct link *link, ib_qp_type_t type)
{
	return (ib_cm_listen_t){
		.svc_id = LINK_ID,
		.port_guid = link->b.attr->p_port_attr[0].port_guid,
		.qp_type = type,
		.pfn_cm_req_cb = req_came,
	};
}

static ib_path_rec_t path;

ib_cm_req_t link_req(const struct link *link)
{
	path = link_path(&link->a, &link->b);
	return (ib_cm_req_t){
		.svc_id = LINK_ID,
		.max_cm_retries = 3,
		.p_primary_path = &path,
		.pfn_cm_rep_cb = rep_came,
		.pfn_cm_rej_cb = rej_came,
		.pfn_cm_mra_cb = mra_came,
		.qp_type = IB_QPT_RELIABLE_CONN,
		.h_qp = link->a.qp,
		.resp_res = LINK_DEPTH,
		.init_depth = LINK_DEPTH,
		.remote_resp_timeout = LINK_PATIENT,
		.local_resp_timeout = LINK_PATIENT,
		.rnr_nak_timeout = 1,
		.rnr_retry_cnt = 7,
		.retry_cnt = 7,
		.h_al = link->kit.al,
		.timeout_ms = 60000,
	};
}

ib_cm_rep_t link_rep(const struct link *link)
{
	return (ib_cm_rep_t){
		.h_qp = link->b.qp,
		.qp_type = IB_QPT_RELIABLE_CONN,
		.access_ctrl = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_LOCAL_WRITE,
		.init_depth = LINK_DEPTH,
		.failover_accepted = IB_FAILOVER_ACCEPT_SUCCESS,
		.rnr_nak_timeout = 1,
		.rnr_retry_cnt = 7,
		.pfn_cm_rej_cb = rej_came,
		.pfn_cm_mra_cb = mra_came,
		.pfn_cm_rtu_cb = rtu_came,
		.pfn_cm_lap_cb = lap_came,
		.pfn_cm_dreq_cb = dreq_came,
	};
}

ib_cm_rtu_t link_rtu(void)
{
	return (ib_cm_rtu_t){
		.access_ctrl = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_LOCAL_WRITE,
		.pfn_cm_apr_cb = apr_came,
		.pfn_cm_dreq_cb = dreq_came,
	};
}

ib_cm_rej_t link_rej(void)
{
	return (ib_cm_rej_t){.rej_status = IB_REJ_USER_DEFINED};
}

ib_cm_dreq_t link_dreq(ib_qp_handle_t qp)
{
	return (ib_cm_dreq_t){
		.qp_type = IB_QPT_RELIABLE_CONN, .h_qp = qp, .pfn_cm_drep_cb = drep_came};
}

/* --- sides ---------------------------------------------------------------------------------- */

ib_qp_handle_t link_qp(const struct side *side, ib_qp_type_t type, void *context)
{
	const ib_qp_create_t create = side_create(side, type);
	ib_qp_handle_t qp = NULL;

	assert_int_equal(ib_create_qp(side->pd, &create, context, NULL, &qp), IB_SUCCESS);
	return qp;
}

ib_qp_state_t link_state(ib_qp_handle_t qp)
{
	ib_qp_attr_t attr;

	assert_int_equal(ib_query_qp(qp, &attr), IB_SUCCESS);
	return attr.state;
}

void link_open(struct link *link, ib_qp_type_t type)
{
	ib_cm_listen_t listen;

	memset(link, 0, sizeof(*link));
	kit_open(&link->kit);
	side_open(&link->kit, &link->a, link->kit.guid[0]);
	side_open(&link->kit, &link->b, link->kit.guid[1]);
	link->a.qp = link_qp(&link->a, type, &link->a);
	link->b.qp = link_qp(&link->b, type, &link->b);
	listen = link_listen(link, type);
	assert_int_equal(ib_cm_listen(link->kit.al, &listen, link, &link->listen), IB_SUCCESS);
}

void link_end(struct link *link)
{
	kit_close(&link->kit);
	free(link->a.attr);
	free(link->b.attr);
	free(link->a.buf);
	free(link->b.buf);
}

void link_close(struct link *link)
{
	link_end(link);
	link_quiet();
	link_also = NULL;
}

void link_connect(struct link *link)
{
	const ib_cm_req_t req = link_req(link);
	const ib_cm_rep_t rep = link_rep(link);
	const ib_cm_rtu_t rtu = link_rtu();

	assert_int_equal(ib_cm_req(&req), IB_SUCCESS);
	link->cm_b = link_wait(CALL_REQ).cm;
	assert_int_equal(ib_cm_rep(link->cm_b, &rep), IB_SUCCESS);
	link->cm_a = link_wait(CALL_REP).cm;
	assert_int_equal(ib_cm_rtu(link->cm_a, &rtu), IB_SUCCESS);
	link_wait(CALL_RTU);
}

void link_disconnect(struct link *link)
{
	const ib_cm_dreq_t dreq = link_dreq(link->a.qp);
	const ib_cm_drep_t drep = {.drep_length = 0};

	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	assert_int_equal(ib_cm_drep(link_wait(CALL_DREQ).cm, &drep), IB_SUCCESS);
	assert_int_equal(link_wait(CALL_DREP).status, IB_SUCCESS);
}

static void send_to(struct side *from, struct side *to)
{
	ib_local_ds_t ds = side_ds(from, 0, 64);
	ib_send_wr_t wr = side_wr(&ds, WR_SEND, 7, to, 0);

	memcpy(from->buf, link_data(9), 64);
	memset(to->buf + 128, 0, 64);
	side_receive(to, 8, 128, 64);
	assert_int_equal(ib_post_send(from->qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(side_take(from).status, IB_WCS_SUCCESS);
	assert_int_equal(side_take(to).status, IB_WCS_SUCCESS);
	assert_memory_equal(to->buf + 128, link_data(9), 64);
}

void link_exchange(struct link *link)
{
	send_to(&link->a, &link->b);
	send_to(&link->b, &link->a);
}
