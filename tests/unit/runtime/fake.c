/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>

#include "fake.h"

#include <inverbs/kernel/uverbs_methods.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <inverbs/kernel/inprocess.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "runtime/method.h"

enum {
	FAKE_DRIVER = 23,
};

/* ---- transport ---- */

static bool makes_object(const struct uverbs_parsed *p)
{
	if (p->extended)
		return p->command == UVERBS_EX_CMD_CREATE_CQ ||
		       p->command == UVERBS_EX_CMD_CREATE_QP;
	switch (p->command) {
	case UVERBS_CMD_ALLOC_PD:
	case UVERBS_CMD_CREATE_AH:
	case UVERBS_CMD_REG_MR:
	case UVERBS_CMD_ALLOC_MW:
	case UVERBS_CMD_CREATE_CQ:
	case UVERBS_CMD_CREATE_QP:
	case UVERBS_CMD_CREATE_SRQ:
	case UVERBS_CMD_OPEN_XRCD:
	case UVERBS_CMD_OPEN_QP:
		return true;
	default:
		return false;
	}
}

static bool ends_object(const struct uverbs_parsed *p)
{
	switch (p->command) {
	case UVERBS_CMD_DEALLOC_PD:
	case UVERBS_CMD_DESTROY_AH:
	case UVERBS_CMD_DEREG_MR:
	case UVERBS_CMD_DEALLOC_MW:
	case UVERBS_CMD_DESTROY_CQ:
	case UVERBS_CMD_DESTROY_QP:
	case UVERBS_CMD_DESTROY_SRQ:
	case UVERBS_CMD_CLOSE_XRCD:
		return !p->extended;
	default:
		return false;
	}
}

static void response(struct fake_transport *t, const struct uverbs_parsed *p)
{
	uint32_t words[2] = {0};
	void *to = (void *)(uintptr_t)p->response;
	size_t room = p->core_out < sizeof(words) ? p->core_out : sizeof(words);

	if (makes_object(p)) {
		words[0] = t->next_handle++;
		words[1] = 100 + words[0];
		t->objects++;
	} else if (ends_object(p)) {
		words[0] = t->events_reported;
		words[1] = t->async_reported;
		t->objects--;
	} else if (p->command == UVERBS_CMD_CREATE_COMP_CHANNEL && !p->extended) {
		words[0] = (uint32_t)dup(STDERR_FILENO);
	}
	if (to)
		memcpy(to, words, room);
	if (to && p->command == UVERBS_CMD_QUERY_PORT && !p->extended)
		*(struct uverbs_query_port_resp *)to = (struct uverbs_query_port_resp){
			.link_layer = t->link_layer,
			.port_cap_flags = t->port_caps,
			.gid_tbl_len = (uint32_t)t->gids,
			.active_width = t->port_width,
			.active_speed = t->port_speed};
	if (to && p->command == UVERBS_CMD_QUERY_DEVICE && !p->extended)
		*(struct uverbs_query_device_resp *)to = (struct uverbs_query_device_resp){
			.device_cap_flags = t->device_caps, .phys_port_cnt = t->ports};
	if (to && t->answered && t->last_command == t->answered)
		memcpy(to, t->answer, p->core_out);
}

static int fake_command(struct inverbs_transport *base, const void *cmd, size_t bytes)
{
	struct fake_transport *t = (struct fake_transport *)base;
	struct uverbs_parsed p;
	int err = uverbs_parse(cmd, bytes, &p);

	if (err)
		return err;
	t->last_command = p.command | (p.extended ? UVERBS_EXTENDED : 0);
	memcpy(t->last, p.core, p.core_len < sizeof(t->last) ? p.core_len : sizeof(t->last));
	if (t->fail_error && t->last_command == t->fail_command)
		return t->fail_error;
	if (t->refused_qp_type && t->last_command == UVERBS_CMD_CREATE_QP) {
		struct uverbs_create_qp_req req;

		uverbs_read_create_qp(&p, &req);
		if (req.qp_type == t->refused_qp_type)
			return EINVAL;
	}
	response(t, &p);
	return 0;
}

/** Get the value of a constant attribute, with the kernel's checks. */
static bool constant_of(const struct method_call *c, uint16_t id, uint64_t *value)
{
	for (int i = 0; i < c->hdr.num_attrs; i++) {
		if (c->attrs[i].attr_id == id && c->attrs[i].len == sizeof(*value)) {
			*value = c->attrs[i].data;
			return true;
		}
	}
	return false;
}

/* Both methods take the port, 1, in attribute 0, and return the response in attribute 1. */
static int response_port(const struct method_call *c, const void *resp, size_t bytes)
{
	uint64_t port = 0;

	if (!constant_of(c, 0, &port) || port != 1 || c->attrs[1].attr_id != 1 ||
	    c->attrs[1].len != bytes)
		return EINVAL;
	memcpy((void *)(uintptr_t)c->attrs[1].data, resp, bytes);
	return 0;
}

/** Supports only QUERY_PORT and QUERY_PORT_SPEED of port 1. */
static int fake_ioctl(struct inverbs_transport *base, void *hdr)
{
	struct fake_transport *t = (struct fake_transport *)base;
	const struct method_call *c = hdr;
	struct uverbs_query_port_resp_ex resp = {.port_cap_flags2 = t->port_caps2};

	t->ioctls++;
	if (t->ioctl_error)
		return t->ioctl_error;
	if (c->hdr.object_id != UVERBS_OBJECT_DEVICE || c->hdr.num_attrs != 2 ||
	    c->hdr.driver_id != FAKE_DRIVER ||
	    c->hdr.length != sizeof(c->hdr) + 2 * sizeof(c->attrs[0]))
		return EINVAL;
	if (c->hdr.method_id == 2)
		return response_port(c, &resp, sizeof(resp));
	if (c->hdr.method_id != 7)
		return EPROTONOSUPPORT;
	return t->bandwidth ? response_port(c, &t->bandwidth, sizeof(t->bandwidth)) : EOPNOTSUPP;
}

static int fake_share(struct inverbs_transport *base, void *addr, size_t bytes, int fd)
{
	static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
	struct fake_transport *t = (struct fake_transport *)base;

	(void)addr;
	(void)bytes;
	assert_int_equal(fcntl(fd, F_GET_SEALS) & seals, seals);
	if (t->share_error)
		return t->share_error;
	t->shared += fd >= 0;
	return 0;
}

static void fake_unshare(struct inverbs_transport *base, void *addr, size_t bytes)
{
	(void)addr;
	(void)bytes;
	((struct fake_transport *)base)->shared--;
}

static void fake_close(struct inverbs_transport *base)
{
	(void)base;
}

static const struct inverbs_transport_ops plain_ops = {
	.command = fake_command, .ioctl = fake_ioctl, .close = fake_close};
static const struct inverbs_transport_ops sharing_ops = {
	.command = fake_command,
	.share = fake_share,
	.unshare = fake_unshare,
	.close = fake_close,
};

/* ---- provider ---- */

static bool fake_match(const struct inverbs_device_info *dev)
{
	return !strncmp(dev->name, "fake", 4);
}

static bool other_match(const struct inverbs_device_info *dev)
{
	return !strncmp(dev->name, "other", 5);
}

static int fake_init(struct inverbs_context *ctx, const struct inverbs_device_info *dev)
{
	(void)dev;
	ctx->ibv.async_fd = -1;
	ctx->ibv.num_comp_vectors = 4;
	inverbs_table_init(&ctx->qps, 1 << 16);
	return 0;
}

static void fake_fini(struct inverbs_context *ctx)
{
	inverbs_table_fini(&ctx->qps);
	inverbs_record_fini(ctx);
}

static int fake_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp;
	int err = uverbs_call_alloc_pd(ctx->transport, &req, NULL, 0, &resp, NULL, 0);

	pd->ibv.handle = err ? 0 : resp.pd_handle;
	return err;
}

static int fake_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			  bool extended, struct inverbs_cq *cq)
{
	struct uverbs_create_cq_req req = {.user_handle = (uintptr_t)&cq->ibv, .cqe = attr->cqe};
	struct uverbs_create_cq_resp resp = {0};
	int err = ENOMEM;

	(void)extended;
	cq->buf_bytes = (size_t)attr->cqe * 64;
	cq->buf = inverbs_queue_alloc(ctx, cq->buf_bytes);
	cq->doorbell_record = cq->buf ? inverbs_record_alloc(ctx, 8) : NULL;
	if (cq->doorbell_record)
		err = uverbs_call_create_cq(ctx->transport, &req, NULL, 0, &resp, NULL, 0);
	if (err) {
		inverbs_record_free(ctx, cq->doorbell_record);
		inverbs_queue_free(ctx, cq->buf, cq->buf_bytes);
		return err;
	}
	cq->ibv.handle = resp.cq_handle;
	cq->ibv.cqe = (int)attr->cqe;
	return 0;
}

static int fake_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct uverbs_destroy_cq_req req = {.cq_handle = cq->ibv.handle};
	struct uverbs_destroy_cq_resp resp;
	int err = uverbs_call_destroy_cq(ctx->transport, &req, &resp);

	if (err)
		return err;
	*comp_events = resp.comp_events_reported;
	*async_events = resp.async_events_reported;
	inverbs_record_free(ctx, cq->doorbell_record);
	inverbs_queue_free(ctx, cq->buf, cq->buf_bytes);
	return 0;
}

static void free_qp_memory(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	inverbs_record_free(ctx, qp->rq.doorbell_record);
	inverbs_queue_free(ctx, qp->buf, qp->buf_bytes);
	free(qp->sq.wr_id);
}

static int fake_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			  struct inverbs_qp *qp)
{
	struct uverbs_create_qp_req req = {.user_handle = (uintptr_t)&qp->ibv,
					   .qp_type = (uint8_t)attr->qp_type};
	struct uverbs_create_qp_resp resp = {0};
	int err = ENOMEM;

	qp->buf_bytes = 8192;
	qp->buf = inverbs_queue_alloc(ctx, qp->buf_bytes);
	qp->sq.wr_id = calloc(16, sizeof(*qp->sq.wr_id));
	qp->rq.doorbell_record = qp->buf && qp->sq.wr_id ? inverbs_record_alloc(ctx, 4) : NULL;
	if (qp->rq.doorbell_record)
		err = uverbs_call_create_qp(ctx->transport, &req, NULL, 0, &resp, NULL, 0);
	if (err) {
		free_qp_memory(ctx, qp);
		return err;
	}
	attr->cap.max_send_wr = 16;
	qp->ibv.handle = resp.qp_handle;
	qp->ibv.qp_num = resp.qpn;
	return 0;
}

static int fake_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	struct uverbs_modify_qp_req req = {.qp_handle = qp->ibv.handle,
					   .attr_mask = (uint32_t)mask};

	req.qp_state = (uint8_t)attr->qp_state;
	req.max_rd_atomic = mask & IBV_QP_MAX_QP_RD_ATOMIC ? attr->max_rd_atomic : 0;
	return uverbs_call_modify_qp(inverbs_context_of(qp->ibv.context)->transport, &req);
}

static int fake_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int mask,
			 struct ibv_qp_init_attr *init)
{
	(void)mask;
	(void)init;
	attr->qp_state = IBV_QPS_ERR;
	attr->qp_access_flags = qp->ibv.handle;
	return 0;
}

static int fake_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	struct uverbs_destroy_qp_req req = {.qp_handle = qp->ibv.handle};
	struct uverbs_destroy_qp_resp resp;
	int err = uverbs_call_destroy_qp(ctx->transport, &req, &resp);

	if (err)
		return err;
	*events = resp.events_reported;
	free_qp_memory(ctx, qp);
	return 0;
}

static int fake_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			   struct inverbs_srq *srq)
{
	struct uverbs_create_srq_req req = {.user_handle = (uintptr_t)&srq->ibv,
					    .max_wr = attr->attr.max_wr};
	struct uverbs_create_srq_resp resp = {0};
	int err;

	srq->doorbell_record = inverbs_record_alloc(ctx, 4);
	if (!srq->doorbell_record)
		return ENOMEM;
	err = uverbs_call_create_srq(ctx->transport, &req, NULL, 0, &resp, NULL, 0);
	if (err)
		inverbs_record_free(ctx, srq->doorbell_record);
	srq->ibv.handle = resp.srq_handle;
	attr->attr.max_wr += 7;
	return err;
}

static int fake_destroy_srq(struct inverbs_srq *srq, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(srq->ibv.context);
	struct uverbs_destroy_srq_req req = {.srq_handle = srq->ibv.handle};
	struct uverbs_destroy_srq_resp resp;
	int err = uverbs_call_destroy_srq(ctx->transport, &req, &resp);

	if (err)
		return err;
	*events = resp.events_reported;
	inverbs_record_free(ctx, srq->doorbell_record);
	return 0;
}

static int fake_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			  struct inverbs_ah *ah)
{
	(void)pd;
	ah->ibv.handle = attr->dlid;
	return 0;
}

static int fake_destroy_ah(struct inverbs_ah *ah)
{
	(void)ah;
	return 0;
}

#define FAKE_CALLS                                                                                 \
	.context_init = fake_init, .context_fini = fake_fini, .alloc_pd = fake_alloc_pd,           \
	.create_cq = fake_create_cq, .destroy_cq = fake_destroy_cq, .create_qp = fake_create_qp,   \
	.modify_qp = fake_modify_qp, .query_qp = fake_query_qp, .destroy_qp = fake_destroy_qp,     \
	.create_srq = fake_create_srq, .destroy_srq = fake_destroy_srq,                            \
	.create_ah = fake_create_ah, .destroy_ah = fake_destroy_ah

static const struct inverbs_identity fake_identity = {.driver_id = FAKE_DRIVER};

const struct inverbs_provider fake_provider = {
	.identity = &fake_identity, .name = "fake", .adapter = 5, .match = fake_match, FAKE_CALLS};
const struct inverbs_provider other_provider = {
	.name = "other", .adapter = 6, .match = other_match, FAKE_CALLS};

const struct inverbs_provider *const inverbs_providers[] = {&fake_provider, &other_provider, NULL};

/* ---- context ---- */

struct inverbs_context *fake_context(struct fake_transport *t, bool share)
{
	struct inverbs_context *ctx = inverbs_object_alloc(sizeof(*ctx));

	assert_non_null(ctx);
	memset(t, 0, sizeof(*t));
	t->base.ops = share ? &sharing_ops : &plain_ops;
	ctx->transport = &t->base;
	ctx->provider = &fake_provider;
	pthread_mutex_init(&ctx->ibv.mutex, NULL);
	pthread_mutex_init(&ctx->table_lock, NULL);
	pthread_mutex_init(&ctx->record_lock, NULL);
	pthread_mutex_init(&ctx->arena_lock, NULL);
	pthread_mutex_init(&ctx->registered_lock, NULL);
	fake_init(ctx, NULL);
	return ctx;
}

void fake_context_free(struct inverbs_context *ctx)
{
	fake_fini(ctx);
	inverbs_arena_fini(ctx);
	pthread_mutex_destroy(&ctx->ibv.mutex);
	pthread_mutex_destroy(&ctx->table_lock);
	pthread_mutex_destroy(&ctx->record_lock);
	pthread_mutex_destroy(&ctx->arena_lock);
	pthread_mutex_destroy(&ctx->registered_lock);
	free(ctx);
}

const char *said_by(void (*run)(void *), void *argument)
{
	static char text[512];
	FILE *f = tmpfile();
	int saved = dup(STDERR_FILENO);
	size_t len;

	fflush(stderr);
	dup2(fileno(f), STDERR_FILENO);
	run(argument);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(f);
	len = fread(text, 1, sizeof(text) - 1, f);
	text[len] = '\0';
	fclose(f);
	return text;
}

const char *logged_by(void (*run)(void *), void *argument)
{
	const char *text;

	setenv("INVERBS_LOG", "1", 1);
	text = said_by(run, argument);
	unsetenv("INVERBS_LOG");
	return text;
}

/* These programs have no emulator; the test of the socket has its own. */
__attribute__((weak)) int softhca_inprocess_connect(const char *devices)
{
	(void)devices;
	return -ENOSYS;
}
