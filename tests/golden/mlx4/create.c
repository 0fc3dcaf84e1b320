/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Contexts, completion queues, shared receive queues and address handles, created by the provider
 * on a simulated kernel.
 */
#include "ops.h"

#include "create.h"

#include <errno.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "providers/gen/mlx4_ops.h"

struct create *create_start(const json_t *vector)
{
	struct create *c = calloc(1, sizeof(*c));

	if (!c)
		abort();
	kernel_init(&c->kernel);
	c->vector = vector;
	c->request = json_object_get(vector, "request");
	c->expect = json_object_get(vector, "expect");
	return c;
}

bool create_open(struct create *c, uint32_t abi, struct report *r)
{
	int err = kernel_open(&c->kernel, abi, &c->ctx);

	if (err)
		fail(r, "context_init: %s", strerror(err));
	return !err;
}

bool create_open_pd(struct create *c, uint32_t abi, struct report *r)
{
	if (!create_open(c, abi, r))
		return false;
	c->pd.ibv.context = &c->ctx.ibv;
	if (inverbs_provider_mlx4.alloc_pd(&c->ctx, &c->pd))
		fail(r, "no protection domain");
	check_number(r, "handle of the protection domain", c->pd.ibv.handle, KERNEL_PD_HANDLE);
	check_number(r, "number of the protection domain", c->pd.pdn, c->kernel.pdn);
	return !r->failed;
}

void check_result(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	const char *expected = text_of(value);

	if (same_text(expected, "ok") && c->err)
		fail(r, "failed with %s", strerror(c->err));
	else if (same_text(expected, "NULL") && !c->err)
		fail(r, "succeeded, expected NULL");
	else if (!same_text(expected, "ok") && !same_text(expected, "NULL"))
		fail(r, "unknown result '%s'", expected);
}

/* Where the reference did not set errno, any value is accepted. */
void check_errno(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	const char *name = text_of(value);

	if (!same_text(name, "unset") && c->err != errno_named(name))
		fail(r, "errno is %d (%s), expected %s", c->err, strerror(c->err), name);
}

void check_ignored(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

bool is_page_aligned(const void *at)
{
	return !((uintptr_t)at & ((uintptr_t)sysconf(_SC_PAGESIZE) - 1));
}

/* Returns the size of the pages that [at, at + bytes) lies on, all of which must be mapped. */
uint64_t allocated_bytes(const void *at, size_t bytes, struct report *r)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page;

	if (at && room && msync((void *)(uintptr_t)at, room, MS_ASYNC))
		fail(r, "the queue's memory ends before its last page");
	return at ? room : 0;
}

void check_address(const char *what, uint64_t actual, const json_t *command, const char *key,
		   const char *name, const void *object, struct report *r)
{
	const char *expected = text(command, key);

	if (same_text(expected, "0"))
		check_number(r, what, actual, 0);
	else if (!same_text(expected, name))
		fail(r, "%s is expected to be '%s', which is not known", what, expected);
	else
		check_number(r, what, actual, (uintptr_t)object);
}

void check_known_members(const json_t *object, const char *const *known, const char *what,
			 struct report *r)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		const char *const *name = known;

		while (*name && !same_text(*name, key))
			name++;
		if (!*name)
			fail(r, "the vector expects %s.%s, which this replayer does not know", what,
			     key);
	}
}

void check_record(const char *what, const uint32_t *record, const json_t *value, struct report *r)
{
	struct bytes expected = expected_bytes(value, r);

	if (!record)
		fail(r, "%s: there is no record", what);
	else
		check_bytes(r, what, record, expected.data, expected.len);
	free_bytes(&expected);
}

static bool anything_issued(const struct create *c)
{
	return kernel_last(&c->kernel, UVERBS_CMD_CREATE_CQ, false) ||
	       kernel_last(&c->kernel, UVERBS_EX_CMD_CREATE_CQ, true) ||
	       kernel_last(&c->kernel, UVERBS_CMD_CREATE_QP, false) ||
	       kernel_last(&c->kernel, UVERBS_EX_CMD_CREATE_QP, true) ||
	       kernel_last(&c->kernel, UVERBS_CMD_CREATE_SRQ, false) ||
	       kernel_last(&c->kernel, UVERBS_CMD_CREATE_XSRQ, false);
}

void check_issued(void *run, const json_t *value, struct report *r)
{
	check_number(r, "command issued", anything_issued(run), number_of(value));
}

/* ---- alloc_context ---- */

static void context_answers(struct create *c)
{
	const json_t *kernel = json_object_get(c->vector, "kernel");

	memset(c->kernel.context_response, 0, sizeof(c->kernel.context_response));
	copy_bytes(kernel, "get_context_driver_response", c->kernel.context_response,
		   sizeof(c->kernel.context_response));
	copy_bytes(kernel, "query_device_ex_driver_response", c->kernel.device_response,
		   sizeof(c->kernel.device_response));
	c->abi = (uint32_t)number(kernel, "driver_abi", 4);
	c->kernel.no_extended_query = !json_object_get(kernel, "query_device_ex_driver_response");
}

#define CHECK_MEMBER(name, actual)                                                                 \
	static void check_##name(void *run, const json_t *value, struct report *r)                 \
	{                                                                                          \
		const struct create *c = run;                                                      \
                                                                                                   \
		check_number(r, #name, actual, number_of(value));                                  \
	}

CHECK_MEMBER(qp_table_size, (uint64_t)c->ctx.qps.mask + 1)
CHECK_MEMBER(qp_table_shift, c->ctx.qps.shift)
CHECK_MEMBER(qp_table_top_bits,
	     (uint64_t)__builtin_ctzll((uint64_t)c->ctx.qps.mask + 1) - c->ctx.qps.shift)
CHECK_MEMBER(qp_table_low_mask, (1U << c->ctx.qps.shift) - 1)
CHECK_MEMBER(context_cqe_size, 1U << inverbs_facts_of(&c->ctx)->cqe_shift)
CHECK_MEMBER(bf_buf_size, c->ctx.push.size)
CHECK_MEMBER(bf_offset_initial, c->ctx.push.next - (uintptr_t)c->ctx.push.page)
CHECK_MEMBER(bf_mapped, c->ctx.push.page != NULL)
CHECK_MEMBER(clock_mapped, inverbs_facts_of(&c->ctx)->clock_page != NULL)
CHECK_MEMBER(max_inl_recv_sz, inverbs_facts_of(&c->ctx)->max_inline_recv)

static void check_mmaps(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	check_number(r, "number of mappings", c->kernel.map_count, json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		const struct kernel_map *map = &c->kernel.maps[i];

		check_number(r, "page of a mapping", (uint64_t)map->offset / page,
			     number(json, "offset_in_pages", 0));
		check_number(r, "pages mapped", map->bytes / page,
			     number(json, "length_in_pages", 1));
		check_number(r, "protection of a mapping", (uint64_t)map->prot,
			     is_text(json, "prot", "WRITE") ? PROT_WRITE : PROT_READ);
	}
}

static void check_commands(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	char actual[32];

	check_number(r, "number of commands", c->kernel.command_count, json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const struct kernel_command *cmd = &c->kernel.commands[i];

		snprintf(actual, sizeof(actual), "%s%u", cmd->extended ? "EX:" : "", cmd->number);
		check_text(r, "command", actual, text_of(json_array_get(value, i)));
	}
}

static const struct expectation context_expectations[] = {
	{"qp_table_size", check_qp_table_size},
	{"qp_table_top_bits", check_qp_table_top_bits},
	{"qp_table_shift", check_qp_table_shift},
	{"qp_table_low_mask", check_qp_table_low_mask},
	{"cqe_size", check_context_cqe_size},
	{"bf_buf_size", check_bf_buf_size},
	{"bf_offset_initial", check_bf_offset_initial},
	{"bf_mapped", check_bf_mapped},
	{"clock_mapped", check_clock_mapped},
	{"mmaps", check_mmaps},
	{"commands", check_commands},
	{"max_inl_recv_sz", check_max_inl_recv_sz},
	{NULL, NULL},
};

void mlx4_replay_alloc_context(const json_t *vector, struct report *r)
{
	struct create *c = create_start(vector);

	context_answers(c);
	if (create_open(c, c->abi, r))
		check_expectations(c->expect, context_expectations, c, r);
	free(c);
}

/* ---- create_cq ---- */

static void cq_context(struct create *c)
{
	uint32_t bytes = (uint32_t)number(c->request, "context_cqe_size", 64);
	struct mlx4_get_context_out out = {
		.dev_caps = bytes == 64 ? 1 : 0,
		.qp_tab_size = 131072,
		.bf_reg_size = 512,
		.bf_regs_per_page = 8,
		.cqe_size = bytes,
	};
	struct mlx4_get_context_v3_out old = {
		.qp_tab_size = 131072, .bf_reg_size = 512, .bf_regs_per_page = 8};

	c->abi = (uint32_t)number(c->request, "driver_abi", 4);
	if (c->abi < mlx4_control.context_abi)
		memcpy(c->kernel.context_response, &old, sizeof(old));
	else
		memcpy(c->kernel.context_response, &out, sizeof(out));
	c->kernel.cqn = (uint32_t)number(c->expect, "cqn", 0x81);
}

static void make_cq(struct create *c)
{
	struct ibv_cq_init_attr_ex attr = {
		.cqe = (uint32_t)number(c->request, "cqe", 1),
		.comp_vector = (uint32_t)number(c->request, "comp_vector", 0),
		.wc_flags = number(c->request, "wc_flags", 0),
		.flags = (uint32_t)number(c->request, "flags", 0),
	};
	bool extended = is_text(c->request, "kind", "extended");

	attr.comp_mask = attr.flags ? IBV_CQ_INIT_ATTR_MASK_FLAGS : 0;
	attr.comp_mask = (uint32_t)number(c->request, "comp_mask", attr.comp_mask);
	c->cq.ibv.context = &c->ctx.ibv;
	c->err = inverbs_provider_mlx4.create_cq(&c->ctx, &attr, extended, &c->cq);
}

/* Returns the last creation command, converted to its extended form. */
static const struct kernel_command *cq_command(const struct create *c,
					       struct uverbs_ex_create_cq_req *req)
{
	const struct kernel_command *plain = kernel_last(&c->kernel, UVERBS_CMD_CREATE_CQ, false);
	const struct kernel_command *ex = kernel_last(&c->kernel, UVERBS_EX_CMD_CREATE_CQ, true);
	struct uverbs_create_cq_req short_req;

	memset(req, 0, sizeof(*req));
	if (ex) {
		memcpy(req, ex->core, sizeof(*req));
	} else if (plain) {
		memcpy(&short_req, plain->core, sizeof(short_req));
		req->cqe = short_req.cqe;
	}
	return ex ? ex : plain;
}

static void check_cq_command(void *run, const json_t *value, struct report *r)
{
	struct uverbs_ex_create_cq_req req;
	const struct kernel_command *cmd = cq_command(run, &req);
	const char *actual = !cmd ? "none" : cmd->extended ? "EX_CREATE_CQ" : "CREATE_CQ";

	check_text(r, "command", actual, text_of(value));
}

static void check_cq_core(void *run, const json_t *value, struct report *r)
{
	struct uverbs_ex_create_cq_req req;

	cq_command(run, &req);
	check_number(r, "cqe of the command", req.cqe, number_of(value));
}

static void check_cq_core_flags(void *run, const json_t *value, struct report *r)
{
	struct uverbs_ex_create_cq_req req;

	cq_command(run, &req);
	check_number(r, "flags of the command", req.flags, number_of(value));
}

static void check_cq_driver(void *run, const json_t *value, struct report *r)
{
	static const char *const known[] = {"bytes", "buf_addr", "db_addr", NULL};
	const struct create *c = run;
	struct uverbs_ex_create_cq_req req;
	const struct kernel_command *cmd = cq_command(c, &req);
	struct mlx4_create_cq_in in = {0};

	if (!cmd) {
		fail(r, "no command was issued");
		return;
	}
	memcpy(&in, cmd->driver, sizeof(in));
	check_known_members(value, known, "command_driver", r);
	check_number(r, "driver bytes", cmd->driver_bytes, number(value, "bytes", 0));
	check_address("buf_addr", in.buf_addr, value, "buf_addr", "CQ buffer", c->cq.buf, r);
	check_address("db_addr", in.db_addr, value, "db_addr", "CQ doorbell record",
		      c->cq.doorbell_record, r);
}

static void check_cq_allocated(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_number(r, "allocated bytes", allocated_bytes(c->cq.buf, c->cq.buf_bytes, r),
		     number_of(value));
}

static void check_cq_record(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_record("doorbell record", c->cq.doorbell_record, value, r);
}

CHECK_MEMBER(cqe_reported, (uint64_t)c->cq.ibv.cqe)
CHECK_MEMBER(cq_entries, c->cq.entries)
CHECK_MEMBER(cq_cqe_size, 1U << c->cq.shift)
CHECK_MEMBER(cq_aligned, is_page_aligned(c->cq.buf))
CHECK_MEMBER(cq_record_aligned, !((uintptr_t)c->cq.doorbell_record & 7))
CHECK_MEMBER(arm_sn_initial, c->cq.arm_sn)
CHECK_MEMBER(cons_index_initial, c->cq.head)
CHECK_MEMBER(cqn, c->cq.cqn)

static const struct expectation cq_expectations[] = {
	{"result", check_result},
	{"errno", check_errno},
	{"command_issued", check_issued},
	{"cqe_reported", check_cqe_reported},
	{"cq_entries", check_cq_entries},
	{"cqe_size", check_cq_cqe_size},
	{"allocated_bytes", check_cq_allocated},
	{"buffer_page_aligned", check_cq_aligned},
	{"doorbell_record_initial", check_cq_record},
	{"doorbell_record_aligned_8", check_cq_record_aligned},
	{"arm_record_is_4_after_ci_record", check_ignored}, /* word 1 of the record, because of
							     * its type */
	{"arm_sn_initial", check_arm_sn_initial},
	{"cons_index_initial", check_cons_index_initial},
	{"cqn", check_cqn},
	{"command", check_cq_command},
	{"command_core_cqe", check_cq_core},
	{"command_core_flags", check_cq_core_flags},
	{"command_flags", check_cq_core_flags},
	{"command_driver", check_cq_driver},
	{NULL, NULL},
};

void mlx4_replay_create_cq(const json_t *vector, struct report *r)
{
	struct create *c = create_start(vector);

	cq_context(c);
	if (create_open(c, c->abi, r)) {
		make_cq(c);
		check_expectations(c->expect, cq_expectations, c, r);
	}
	free(c);
}
