/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <string.h>
#include <sys/mman.h>

static void write_response(const struct uverbs_parsed *p, const void *core, size_t core_bytes,
			   const void *driver, size_t driver_bytes)
{
	uint8_t *to = (uint8_t *)(uintptr_t)p->response;

	if (!to)
		return;
	memset(to, 0, p->core_out + p->drv_out);
	memcpy(to, core, core_bytes < p->core_out ? core_bytes : p->core_out);
	if (driver)
		memcpy(to + p->core_out, driver,
		       driver_bytes < p->drv_out ? driver_bytes : p->drv_out);
}

static int get_context(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_get_context_resp resp = {.num_comp_vectors = 1};

	/* must be a valid descriptor, since the provider closes it on failure */
	resp.async_fd = (uint32_t)open("/dev/null", O_RDONLY | O_CLOEXEC);
	write_response(p, &resp, sizeof(resp), k->context_response, sizeof(k->context_response));
	return 0;
}

static void device_limits(const struct kernel *k, struct uverbs_query_device_resp *resp)
{
	resp->max_qp_wr = k->max_qp_wr;
	resp->max_sge = k->max_sge;
	resp->device_cap_flags = k->device_cap_flags;
	resp->phys_port_cnt = 2;
}

static int query_device(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_query_device_resp resp = {0};

	if (k->no_device_query)
		return EIO;
	device_limits(k, &resp);
	write_response(p, &resp, sizeof(resp), NULL, 0);
	return 0;
}

static int ex_query_device(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_ex_query_device_resp resp = {0};

	if (k->no_device_query || k->no_extended_query)
		return EOPNOTSUPP;
	device_limits(k, &resp.base);
	resp.response_length = sizeof(resp);
	write_response(p, &resp, sizeof(resp), k->device_response, sizeof(k->device_response));
	return 0;
}

static int query_port(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_query_port_resp resp = {
		.port_cap_flags = k->port_cap_flags,
		.link_layer = k->link_layer,
		.flags = k->port_flags,
	};

	write_response(p, &resp, sizeof(resp), NULL, 0);
	return 0;
}

static int alloc_pd(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_alloc_pd_resp resp = {.pd_handle = KERNEL_PD_HANDLE};
	struct mlx4_alloc_pd_out out = {.pdn = k->pdn};

	write_response(p, &resp, sizeof(resp), &out, sizeof(out));
	return 0;
}

static int create_cq(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_create_cq_resp resp = {.cq_handle = 3};
	struct uverbs_ex_create_cq_resp ex = {.response_length = sizeof(ex)};
	struct mlx4_create_cq_out out = {.cqn = k->cqn};
	struct uverbs_create_cq_req req;
	struct uverbs_ex_create_cq_req ex_req;

	if (p->extended) {
		uverbs_read_ex_create_cq(p, &ex_req);
		resp.cqe = ex_req.cqe;
	} else {
		uverbs_read_create_cq(p, &req);
		resp.cqe = req.cqe;
	}
	if (!resp.cqe)
		return EINVAL;
	ex.base = resp;
	if (p->extended)
		write_response(p, &ex, sizeof(ex), &out, sizeof(out));
	else
		write_response(p, &resp, sizeof(resp), &out, sizeof(out));
	return 0;
}

/* Writes a send completion to the new ring, as the device does. */
static void write_extra(uint8_t *ring, uint32_t entries, uint32_t shift, uint32_t index,
			uint32_t qpn, uint16_t wqe)
{
	uint8_t *entry = inverbs_slot(ring, index, entries, (uint8_t)shift);
	struct mlx4_cqe cqe = {
		.qpn = qpn,
		.wqe_index = wqe,
		.is_send = 1,
		.opcode = MLX4_OP_SEND,
		.owner = (index & entries) != 0,
	};

	memset(entry, 0xdd, 1U << shift);
	mlx4_cqe_put(entry + (1U << shift) - MLX4_CQE_SIZE, &cqe);
}

/* Every CQE looks hardware-owned for its first index from the consumer index on. */
static void fill_ring(const struct inverbs_cq *old, uint8_t *ring, uint32_t entries)
{
	size_t bytes = (size_t)1 << old->shift;

	memset(ring, 0xcc, entries * bytes);
	for (uint32_t index = old->head; index != old->head + entries; index++) {
		uint8_t *entry = inverbs_slot(ring, index, entries, old->shift) + bytes -
				 MLX4_CQE_SIZE;

		entry[MLX4_CQE_SIZE - 1] = 0x4c;
		mlx4_cqe_take_place(entry, index + entries, entries);
	}
}

/* The device fills the new ring, marks the end of the old one, and continues after the mark. */
static void do_resize(const struct kernel_resize *z, uint8_t *ring, uint32_t entries)
{
	const struct inverbs_cq *old = z->cq;
	uint32_t index = z->marker_index;
	struct mlx4_cqe marker = {.opcode = MLX4_CQE_OP_RESIZE,
				  .owner = (index & old->entries) != 0};

	fill_ring(old, ring, entries);
	mlx4_cqe_put(mlx4_cq_entry(old, index), &marker);
	for (uint32_t i = 0; i < z->extra; i++)
		write_extra(ring, entries, old->shift, index + 1 + i, z->extra_qpn,
			    (uint16_t)(8 + i));
}

static int resize_cq(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_resize_cq_req req;
	struct uverbs_resize_cq_resp resp = {0};
	struct mlx4_resize_cq_in in;

	uverbs_read_resize_cq(p, &req);
	memcpy(&in, p->drv_in, sizeof(in));
	if (k->resize)
		do_resize(k->resize, (uint8_t *)(uintptr_t)in.buf_addr, req.cqe + 1);
	resp.cqe = req.cqe;
	write_response(p, &resp, sizeof(resp), NULL, 0);
	return 0;
}

/* Receive capabilities are rounded up if there is a receive queue; the others are granted as
 * requested. */
static int grant_qp(const struct kernel *k, const struct uverbs_ex_create_qp_req *req,
		    const struct mlx4_create_qp_in *in, struct uverbs_create_qp_resp *resp)
{
	bool has_recv = !req->is_srq && req->qp_type != IBV_QPT_XRC_SEND &&
			req->qp_type != IBV_QPT_XRC_RECV;

	if (req->qp_type != IBV_QPT_XRC_RECV &&
	    (in->log_sq_stride < MLX4_MIN_SQ_SHIFT || in->log_sq_stride > MLX4_MAX_SQ_SHIFT ||
	     in->log_sq_bb_count > 14))
		return EINVAL;
	if (has_recv && (!req->max_recv_wr || !req->max_recv_sge))
		return EINVAL;
	*resp = (struct uverbs_create_qp_resp){
		.qp_handle = 9,
		.qpn = k->qpn,
		.max_send_wr = req->max_send_wr,
		.max_send_sge = req->max_send_sge,
		.max_recv_wr = has_recv ? inverbs_round_up_pow2(req->max_recv_wr) : 0,
		.max_recv_sge = has_recv ? inverbs_round_up_pow2(req->max_recv_sge) : 0,
		.max_inline_data = req->max_inline_data,
	};
	if (k->recv_sge)
		resp->max_recv_sge = k->recv_sge;
	return 0;
}

static int create_qp(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_create_qp_req plain;
	struct uverbs_ex_create_qp_req req;
	struct uverbs_ex_create_qp_resp ex = {.response_length = sizeof(ex)};
	struct mlx4_create_qp_in in = {0};
	int err;

	if (p->extended) {
		uverbs_read_ex_create_qp(p, &req);
	} else {
		uverbs_read_create_qp(p, &plain);
		req = (struct uverbs_ex_create_qp_req){
			.max_send_wr = plain.max_send_wr,
			.max_recv_wr = plain.max_recv_wr,
			.max_send_sge = plain.max_send_sge,
			.max_recv_sge = plain.max_recv_sge,
			.max_inline_data = plain.max_inline_data,
			.qp_type = plain.qp_type,
			.is_srq = plain.is_srq,
		};
	}
	memcpy(&in, p->drv_in, p->drv_in_len < sizeof(in) ? p->drv_in_len : sizeof(in));
	err = grant_qp(k, &req, &in, &ex.base);
	if (err)
		return err;
	if (p->extended)
		write_response(p, &ex, sizeof(ex), NULL, 0);
	else
		write_response(p, &ex.base, sizeof(ex.base), NULL, 0);
	return 0;
}

static void response_srq(const struct kernel *k, const struct uverbs_parsed *p, uint32_t max_wr,
			 uint32_t max_sge)
{
	struct uverbs_create_srq_resp resp = {
		.srq_handle = 5,
		.max_wr = inverbs_round_up_pow2(max_wr + 1) - 1,
		.max_sge = max_sge,
		.srqn = k->srqn,
	};
	struct mlx4_create_srq_out out = {.srqn = k->srqn};

	write_response(p, &resp, sizeof(resp), &out, sizeof(out));
}

static int create_srq(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_create_srq_req req;

	uverbs_read_create_srq(p, &req);
	response_srq(k, p, req.max_wr, req.max_sge);
	return 0;
}

static int create_xsrq(struct kernel *k, const struct uverbs_parsed *p)
{
	struct uverbs_create_xsrq_req req;

	uverbs_read_create_xsrq(p, &req);
	response_srq(k, p, req.max_wr, req.max_sge);
	return 0;
}

/* Commands that destroy or modify succeed, with zeros in the response. */
static int accept_command(struct kernel *k, const struct uverbs_parsed *p)
{
	(void)k;
	if (p->response)
		memset((void *)(uintptr_t)p->response, 0, p->core_out + p->drv_out);
	return 0;
}

static int dispatch(struct kernel *k, const struct uverbs_parsed *p)
{
	static const struct {
		uint32_t number;
		bool extended;
		int (*serve)(struct kernel *k, const struct uverbs_parsed *p);
	} services[] = {
		{UVERBS_CMD_GET_CONTEXT, false, get_context},
		{UVERBS_CMD_QUERY_DEVICE, false, query_device},
		{UVERBS_EX_CMD_QUERY_DEVICE, true, ex_query_device},
		{UVERBS_CMD_QUERY_PORT, false, query_port},
		{UVERBS_CMD_ALLOC_PD, false, alloc_pd},
		{UVERBS_CMD_CREATE_CQ, false, create_cq},
		{UVERBS_EX_CMD_CREATE_CQ, true, create_cq},
		{UVERBS_CMD_RESIZE_CQ, false, resize_cq},
		{UVERBS_CMD_DESTROY_CQ, false, accept_command},
		{UVERBS_CMD_CREATE_QP, false, create_qp},
		{UVERBS_EX_CMD_CREATE_QP, true, create_qp},
		{UVERBS_CMD_MODIFY_QP, false, accept_command},
		{UVERBS_CMD_DESTROY_QP, false, accept_command},
		{UVERBS_CMD_CREATE_SRQ, false, create_srq},
		{UVERBS_CMD_CREATE_XSRQ, false, create_xsrq},
		{UVERBS_CMD_MODIFY_SRQ, false, accept_command},
		{UVERBS_CMD_DESTROY_SRQ, false, accept_command},
	};

	for (size_t i = 0; i < sizeof(services) / sizeof(services[0]); i++) {
		if (services[i].number == p->command && services[i].extended == p->extended)
			return services[i].serve(k, p);
	}
	return EOPNOTSUPP;
}

static struct kernel_command *log_command(struct kernel *k, const struct uverbs_parsed *p)
{
	struct kernel_command *c;

	if (k->command_count == KERNEL_MAX_COMMANDS)
		k->command_count--;
	c = &k->commands[k->command_count++];
	*c = (struct kernel_command){
		.number = p->command,
		.extended = p->extended,
		.driver_bytes = p->drv_in_len,
		.room = p->drv_out,
	};
	memcpy(c->core, p->core, p->core_len < sizeof(c->core) ? p->core_len : sizeof(c->core));
	if (p->drv_in_len)
		memcpy(c->driver, p->drv_in,
		       p->drv_in_len < sizeof(c->driver) ? p->drv_in_len : sizeof(c->driver));
	return c;
}

static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct kernel *k = (struct kernel *)t;
	struct uverbs_parsed parsed;
	struct kernel_command *c;
	int err = uverbs_parse(cmd, bytes, &parsed);

	if (err)
		return err;
	c = log_command(k, &parsed);
	c->result = k->refuse && k->refuse == parsed.command && !parsed.extended
			    ? k->refusal ? k->refusal : EBUSY
			    : dispatch(k, &parsed);
	return c->result;
}

static void *map_page(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	struct kernel *k = (struct kernel *)t;
	size_t page = (size_t)offset / bytes;
	void *at;

	if (page < 4 && k->refuse_map[page]) {
		errno = EPERM;
		return MAP_FAILED;
	}
	/* registers are mapped readable, too, for the tests */
	at = mmap(NULL, bytes, prot | PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at != MAP_FAILED && k->map_count < KERNEL_MAX_MAPS)
		k->maps[k->map_count++] = (struct kernel_map){offset, bytes, prot};
	return at;
}

static const struct inverbs_transport_ops ops = {.command = command, .map = map_page};

void kernel_init(struct kernel *k)
{
	struct mlx4_get_context_out out = {
		.dev_caps = 1,
		.qp_tab_size = 131072,
		.bf_reg_size = 512,
		.bf_regs_per_page = 8,
		.cqe_size = 64,
	};

	*k = (struct kernel){
		.transport = {.ops = &ops, .fd = -1},
		.max_qp_wr = 16351,
		.max_sge = 32,
		.link_layer = IBV_LINK_LAYER_INFINIBAND,
		.pdn = 0x80a5,
		.cqn = 0x81,
		.qpn = 0x0a41c5,
		.srqn = 0x41,
	};
	memcpy(k->context_response, &out, sizeof(out));
}

int kernel_open(struct kernel *k, uint32_t abi, struct inverbs_context *ctx)
{
	struct inverbs_device_info dev = {.abi_version = abi, .driver_id = MLX4_DRIVER_ID};

	memset(ctx, 0, sizeof(*ctx));
	pthread_mutex_init(&ctx->table_lock, NULL);
	pthread_mutex_init(&ctx->record_lock, NULL);
	pthread_mutex_init(&ctx->arena_lock, NULL);
	ctx->transport = &k->transport;
	ctx->provider = &inverbs_provider_mlx4;
	ctx->adapter = INVERBS_ADAPTER_MLX4;
	if (!inverbs_identity_match(&mlx4_identity, &dev))
		return ENODEV;
	return inverbs_provider_mlx4.context_init(ctx, &dev);
}

const struct kernel_command *kernel_last(const struct kernel *k, uint32_t number, bool extended)
{
	for (size_t i = k->command_count; i--;) {
		if (k->commands[i].number == number && k->commands[i].extended == extended)
			return &k->commands[i];
	}
	return NULL;
}
