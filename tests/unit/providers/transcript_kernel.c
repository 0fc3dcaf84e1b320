/* SPDX-License-Identifier: BSD-2-Clause */
/* The simulated kernel: it writes each command and mapping to the text, and grants what is
 * requested.
 */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/adapters/rxe.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "transcript.h"

enum {
	HEADER = sizeof(struct uverbs_cmd_hdr),
	CORE = 512, /* maximum size of a core response */
	FIRST_KEY = 0x100000,
	EVENTS = 2,
	STACK = 0x100000, /* size of the stack that is named */
};

void *__real_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __real_munmap(void *at, size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
int __real_posix_memalign(void **at, size_t alignment, size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
int __wrap_posix_memalign(void **at, size_t alignment, size_t bytes);
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
int __wrap_munmap(void *at, size_t bytes);

/* The world to which allocations are written. */
static struct world *current;

/* ---- memory ---- */

void world_name(struct world *w, const char *name, const void *at, size_t bytes)
{
	struct region *to = NULL;

	for (int i = MOST_REGIONS; i--;)
		if (!w->regions[i].at || !strcmp(w->regions[i].name, name))
			to = &w->regions[i];
	if (!to)
		return;
	*to = (struct region){.at = at, .bytes = bytes};
	snprintf(to->name, sizeof(to->name), "%s", name);
}

static bool is_taken(const char *name)
{
	for (int i = 0; i < MOST_REGIONS; i++)
		if (current->regions[i].at && !strcmp(current->regions[i].name, name))
			return true;
	return false;
}

static bool fails(void)
{
	return current && current->fail_at && --current->fail_at == 0;
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return fails() ? NULL : __real_calloc(n, bytes);
}

int __wrap_posix_memalign(void **at, size_t alignment, size_t bytes)
{
	return fails() ? ENOMEM : __real_posix_memalign(at, alignment, bytes);
}

/* A mapping gets the first free name. */
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	void *at = fails() ? MAP_FAILED : __real_mmap(addr, bytes, prot, flags, fd, offset);
	char name[16] = "m1";

	if (at == MAP_FAILED)
		errno = ENOMEM;
	if (!current || at == MAP_FAILED)
		return at;
	for (unsigned int i = 2; is_taken(name); i++)
		snprintf(name, sizeof(name), "m%u", i);
	world_name(current, name, at, bytes);
	fprintf(current->out, "  mmap %s bytes %zu\n", name, bytes);
	return at;
}

int __wrap_munmap(void *at, size_t bytes)
{
	if (!current)
		return __real_munmap(at, bytes);
	fputs(" ", current->out);
	print_address(current, "munmap", at);
	fprintf(current->out, " bytes %zu\n", bytes);
	for (int i = 0; i < MOST_REGIONS; i++)
		if (current->regions[i].at == at)
			current->regions[i] = (struct region){.at = NULL};
	return __real_munmap(at, bytes);
}

/* Map memory that can be read even if `prot` does not permit it; the text has `prot`. */
static void *map(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	struct world *w = (struct world *)t;
	char name[16];
	uint8_t *at;

	fprintf(w->out, "  map offset %#llx bytes %zu prot %d\n", (unsigned long long)offset, bytes,
		prot);
	if (offset == w->refuse_map) {
		errno = EPERM;
		return MAP_FAILED;
	}
	at = __real_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return at;
	snprintf(name, sizeof(name), "k%llx", (unsigned long long)offset);
	world_name(w, name, at, bytes);
	if (prot == PROT_READ)
		for (size_t i = 0; i < bytes; i++)
			at[i] = (uint8_t)(i * 37 + 11);
	if (w->provider->control->head) {
		rxe_queue_init(at, 1U << w->give.of[INVERBS_WORD_ENTRIES_LOG2], w->ring_shift);
		rxe_set_producer(at + RXE_QUEUE_HEAD, 3);
		rxe_set_consumer(at + RXE_QUEUE_HEAD, 3);
	}
	return at;
}

/* ---- commands ---- */

/* A command, and the core response to it. */
struct call {
	struct world *w;
	const struct inverbs_command_data *data;
	struct uverbs_parsed p;
	uint8_t core[CORE];
};

/* Print the request behind the response's address, which differs from run to run. */
static void print_request(const struct call *c)
{
	const bool first = !c->p.extended && c->p.info->flags & UVERBS_HAS_RESPONSE;
	const size_t skip = first ? sizeof(uint64_t) : 0;

	fprintf(c->w->out, "  command %s%u room %zu %zu\n", c->p.extended ? "extended " : "",
		c->p.command, c->p.core_out, c->p.drv_out);
	print_words(c->w, "core", (const uint8_t *)c->p.core + skip, c->p.core_len - skip);
	if (c->p.drv_in_len)
		print_words(c->w, "driver", c->p.drv_in, c->p.drv_in_len);
}

static int respond(const struct call *c, const struct inverbs_driver_data *data)
{
	uint8_t driver[INVERBS_MOST_DRIVER_DATA] = {0};
	uint8_t *to = (uint8_t *)(uintptr_t)c->p.response;

	if (!to)
		return 0;
	memcpy(to, c->core, c->p.core_out < CORE ? c->p.core_out : CORE);
	if (!data || !data->bytes)
		return 0;
	inverbs_words_put(data, driver, &c->w->give);
	memcpy(to + c->p.core_out, driver, c->p.drv_out < data->bytes ? c->p.drv_out : data->bytes);
	return 0;
}

#define RESPONSE(c, type) ((type *)(void *)(c)->core)

/* Give a ring of at least so many units, at a new offset. */
static void give_ring(struct world *w, uint32_t units, uint32_t unit)
{
	const uint32_t log2 = inverbs_log2_up(units);

	w->ring_shift = (uint8_t)inverbs_log2_up(unit);
	w->give.of[INVERBS_WORD_ENTRIES_LOG2] = log2;
	w->give.of[INVERBS_WORD_KEY] = FIRST_KEY * (uint64_t)w->handle;
	w->give.of[INVERBS_WORD_BYTES] = (((uint64_t)unit << log2) + 2 * PAGE - 1) & ~(PAGE - 1ULL);
}

static int get_context(struct call *c)
{
	const struct inverbs_driver_data *data = c->p.drv_out > c->data->get_context_old_out.bytes
							 ? &c->data->get_context_out
							 : &c->data->get_context_old_out;

	RESPONSE(c, struct uverbs_get_context_resp)->num_comp_vectors = 3;
	c->w->async_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	RESPONSE(c, struct uverbs_get_context_resp)->async_fd = (uint32_t)c->w->async_fd;
	return respond(c, data);
}

static int query_device(struct call *c)
{
	struct uverbs_query_device_resp *resp = RESPONSE(c, struct uverbs_query_device_resp);

	resp->max_qp_wr = c->w->max_wr;
	resp->max_sge = c->w->max_sge;
	resp->device_cap_flags = c->w->device_cap_flags;
	return respond(c, c->p.extended ? &c->data->query_device_ex_out : NULL);
}

static int query_port(struct call *c)
{
	struct uverbs_query_port_resp *resp = RESPONSE(c, struct uverbs_query_port_resp);

	resp->link_layer = c->w->link_layer;
	resp->port_cap_flags = c->w->port_cap_flags;
	resp->flags = c->w->port_flags;
	return respond(c, NULL);
}

static int alloc_pd(struct call *c)
{
	RESPONSE(c, struct uverbs_alloc_pd_resp)->pd_handle = ++c->w->handle;
	c->w->give.of[INVERBS_WORD_NUMBER] = 0x500 + c->w->handle;
	return respond(c, &c->data->alloc_pd_out);
}

/* Mark all CQEs of a new ring in the program's memory as owned by the adapter. */
static void take_ring(const struct call *c, const struct inverbs_driver_data *in, uint32_t entries,
		      uint32_t from)
{
	const struct inverbs_control *control = c->w->provider->control;
	const uint8_t shift = inverbs_facts_of(&c->w->ctx)->cqe_shift;
	struct inverbs_words words = {{0}};
	uint8_t *ring;

	inverbs_words_get(in, c->p.drv_in, &words);
	ring = (uint8_t *)(uintptr_t)words.of[INVERBS_WORD_RINGS];
	for (uint32_t i = from; ring && i != from + entries; i++)
		control->cqe_take_place(inverbs_slot(ring, i, entries, shift) +
						((size_t)1 << shift) - control->cqe_bytes,
					i + entries, entries);
}

static int create_cq(struct call *c)
{
	struct uverbs_create_cq_resp *resp = RESPONSE(c, struct uverbs_create_cq_resp);
	struct uverbs_create_cq_req plain;
	struct uverbs_ex_create_cq_req ex;

	uverbs_read_create_cq(&c->p, &plain);
	uverbs_read_ex_create_cq(&c->p, &ex);
	resp->cq_handle = ++c->w->handle;
	resp->cqe = c->p.extended ? ex.cqe : plain.cqe;
	c->w->give.of[INVERBS_WORD_NUMBER] = 0x600 + c->w->handle;
	give_ring(c->w, resp->cqe + 1, c->w->provider->control->cqe_bytes);
	take_ring(c, &c->data->create_cq_in, resp->cqe + 1, 0);
	resp->cqe += c->w->more_cqe;
	return respond(c, &c->data->create_cq_out);
}

/* The adapter marks the end of the old ring. */
static void mark_end(const struct inverbs_cq *cq)
{
	struct mlx4_cqe marker = {.opcode = MLX4_CQE_OP_RESIZE};
	uint32_t at = cq->head;

	while (mlx4_cqe_ready(mlx4_cq_entry(cq, at), at, cq->entries))
		at++;
	marker.owner = (at & cq->entries) != 0;
	mlx4_cqe_put(mlx4_cq_entry(cq, at), &marker);
}

static int resize_cq(struct call *c)
{
	struct uverbs_resize_cq_req req;

	uverbs_read_resize_cq(&c->p, &req);
	c->w->handle++;
	RESPONSE(c, struct uverbs_resize_cq_resp)->cqe = req.cqe + c->w->more_cqe;
	give_ring(c->w, req.cqe + 1, c->w->provider->control->cqe_bytes);
	if (c->w->resized) {
		take_ring(c, &c->data->resize_cq_in, req.cqe + 1, c->w->resized->head);
		mark_end(c->w->resized);
	}
	return respond(c, &c->data->resize_cq_out);
}

static void give_qp(struct world *w, uint32_t sends, uint32_t recvs)
{
	const uint32_t most = sends > recvs ? sends : recvs;

	give_ring(w, most + 1, 1U << w->shift);
	w->give.of[INVERBS_WORD_NUMBER] = w->qpn;
	w->give.of[INVERBS_WORD_SEND_ENTRIES_LOG2] = inverbs_log2_up(sends);
	w->give.of[INVERBS_WORD_RECV_ENTRIES_LOG2] = inverbs_log2_up(recvs + 1);
	w->give.of[INVERBS_WORD_SEND_KEY] = w->give.of[INVERBS_WORD_KEY] + 0x10000;
	w->give.of[INVERBS_WORD_RECV_KEY] = w->give.of[INVERBS_WORD_KEY] + 0x20000;
	w->give.of[INVERBS_WORD_DOORBELL_KEY] = w->give.of[INVERBS_WORD_KEY] + 0x30000 +
						w->doorbell_at;
	w->give.of[INVERBS_WORD_SEND_BYTES] = w->give.of[INVERBS_WORD_BYTES];
	w->give.of[INVERBS_WORD_RECV_BYTES] = w->empty_recv ? 0 : w->give.of[INVERBS_WORD_BYTES];
}

static int create_qp(struct call *c)
{
	struct uverbs_create_qp_resp *resp = RESPONSE(c, struct uverbs_create_qp_resp);
	struct uverbs_create_qp_req plain;
	struct uverbs_ex_create_qp_req ex;

	uverbs_read_create_qp(&c->p, &plain);
	uverbs_read_ex_create_qp(&c->p, &ex);
	/* from max_send_wr on, the two structs have the same members */
	memcpy(&resp->max_send_wr, c->p.extended ? &ex.max_send_wr : &plain.max_send_wr,
	       5 * sizeof(uint32_t));
	resp->qp_handle = ++c->w->handle;
	resp->qpn = c->w->qpn;
	give_qp(c->w, resp->max_send_wr, resp->max_recv_wr);
	resp->max_recv_sge += c->w->more_recv;
	return respond(c, &c->data->create_qp_out);
}

static int query_qp(struct call *c)
{
	struct uverbs_query_qp_resp *resp = RESPONSE(c, struct uverbs_query_qp_resp);

	resp->max_send_wr = 1001;
	resp->max_recv_wr = 1002;
	resp->max_send_sge = 1003;
	resp->max_recv_sge = 1004;
	resp->max_inline_data = 1005;
	resp->qp_state = IBV_QPS_RTS;
	resp->cur_qp_state = IBV_QPS_SQD;
	return respond(c, NULL);
}

static int create_srq(struct call *c)
{
	struct uverbs_create_xsrq_resp *resp = RESPONSE(c, struct uverbs_create_xsrq_resp);
	struct uverbs_create_srq_req basic;
	struct uverbs_create_xsrq_req x;
	const bool is_xrc = c->p.command == UVERBS_CMD_CREATE_XSRQ;

	uverbs_read_create_srq(&c->p, &basic);
	uverbs_read_create_xsrq(&c->p, &x);
	resp->srq_handle = ++c->w->handle;
	resp->max_wr = is_xrc ? x.max_wr : basic.max_wr;
	resp->max_sge = is_xrc ? x.max_sge : basic.max_sge;
	resp->srqn = is_xrc ? 0x43 : 0;
	give_ring(c->w, resp->max_wr + 1, 1U << c->w->shift);
	c->w->give.of[INVERBS_WORD_NUMBER] = 0x42;
	return respond(c, &c->data->create_srq_out);
}

/* Store the resized ring's offset and size at the address in the request. */
static int modify_srq(struct call *c)
{
	struct inverbs_words in = {{0}};
	struct uverbs_modify_srq_req req;

	uverbs_read_modify_srq(&c->p, &req);
	if (!c->data->modify_srq_in.bytes)
		return 0;
	c->w->handle++;
	give_ring(c->w, req.max_wr + 1, 1U << c->w->shift);
	if (!(req.attr_mask & IBV_SRQ_MAX_WR))
		c->w->give.of[INVERBS_WORD_BYTES] = 0;
	inverbs_words_get(&c->data->modify_srq_in, c->p.drv_in, &in);
	inverbs_words_put(&c->data->modify_srq_place, (void *)(uintptr_t)in.of[INVERBS_WORD_PLACE],
			  &c->w->give);
	return 0;
}

static int create_ah(struct call *c)
{
	RESPONSE(c, struct uverbs_create_ah_resp)->ah_handle = ++c->w->handle;
	c->w->give.of[INVERBS_WORD_NUMBER] = 0x77;
	return respond(c, &c->data->create_ah_out);
}

/* All other commands succeed; responses with a number of events report some. */
static int agree(struct call *c)
{
	const uint32_t events[2] = {EVENTS, EVENTS + 1};

	memcpy(c->core, events, sizeof(events));
	return respond(c, NULL);
}

static int serve(struct call *c)
{
	static const struct {
		uint32_t number;
		int (*serve)(struct call *c);
	} services[] = {
		{UVERBS_CMD_GET_CONTEXT, get_context},
		{UVERBS_CMD_QUERY_DEVICE, query_device},
		{UVERBS_EXTENDED | UVERBS_EX_CMD_QUERY_DEVICE, query_device},
		{UVERBS_CMD_QUERY_PORT, query_port},
		{UVERBS_CMD_ALLOC_PD, alloc_pd},
		{UVERBS_CMD_CREATE_CQ, create_cq},
		{UVERBS_EXTENDED | UVERBS_EX_CMD_CREATE_CQ, create_cq},
		{UVERBS_CMD_RESIZE_CQ, resize_cq},
		{UVERBS_CMD_CREATE_QP, create_qp},
		{UVERBS_EXTENDED | UVERBS_EX_CMD_CREATE_QP, create_qp},
		{UVERBS_CMD_QUERY_QP, query_qp},
		{UVERBS_CMD_CREATE_SRQ, create_srq},
		{UVERBS_CMD_CREATE_XSRQ, create_srq},
		{UVERBS_CMD_MODIFY_SRQ, modify_srq},
		{UVERBS_CMD_CREATE_AH, create_ah},
	};
	const uint32_t number = c->p.command | (c->p.extended ? UVERBS_EXTENDED : 0);

	if (c->w->refuse && c->w->refuse == number)
		return c->w->refusal;
	for (size_t i = 0; i < sizeof(services) / sizeof(services[0]); i++)
		if (services[i].number == number)
			return services[i].serve(c);
	return agree(c);
}

static int command(struct inverbs_transport *t, const void *bytes, size_t size)
{
	struct world *w = (struct world *)t;
	struct call c = {.w = w, .data = w->provider->control->command_data};
	int err = uverbs_parse(bytes, size, &c.p);

	if (err) {
		fprintf(w->out, "  a command that cannot be parsed\n");
		return err;
	}
	print_request(&c);
	return serve(&c);
}

/* ---- the device ---- */

void world_begin(struct world *w, const struct inverbs_provider *provider, FILE *out)
{
	static const struct inverbs_transport_ops ops = {.command = command, .map = map};

	*w = (struct world){
		.transport = {.ops = &ops, .fd = -1},
		.out = out,
		.provider = provider,
		.refusal = EBUSY,
		.refuse_map = NO_PAGE,
		.handle = 0x10,
		.qpn = 0x123,
		.max_wr = 16000,
		.max_sge = 32,
		.link_layer = IBV_LINK_LAYER_INFINIBAND,
		.shift = 9,
		.doorbell_at = 0x48,
		.give = {.of = {[INVERBS_WORD_NUMBERS] = 1 << 17,
				[INVERBS_WORD_CQE_BYTES] = 64,
				[INVERBS_WORD_CQE_TOLD] = 1,
				[INVERBS_WORD_IMAGE_BYTES] = 512,
				[INVERBS_WORD_IMAGE_COUNT] = 8}},
	};
	current = w;
	world_name(w, "stack", (const uint8_t *)__builtin_frame_address(0) - STACK, STACK);
	world_name(w, "pd", &w->pd, sizeof(w->pd));
	world_name(w, "cq0", &w->cq[0], sizeof(w->cq[0]));
	world_name(w, "cq1", &w->cq[1], sizeof(w->cq[1]));
	world_name(w, "srq", &w->srq, sizeof(w->srq));
	world_name(w, "qp", &w->qp, sizeof(w->qp));
}

int world_open(struct world *w, uint32_t abi)
{
	const struct inverbs_device_info dev = {
		.abi_version = abi,
		.driver_id = w->provider->identity->driver_id,
		.vendor_id = w->provider->identity->pci_vendor,
		.device_id = w->device_id,
	};

	memset(&w->ctx, 0, sizeof(w->ctx));
	pthread_mutex_init(&w->ctx.table_lock, NULL);
	pthread_mutex_init(&w->ctx.record_lock, NULL);
	pthread_mutex_init(&w->ctx.arena_lock, NULL);
	w->ctx.transport = &w->transport;
	w->ctx.provider = w->provider;
	w->ctx.adapter = w->provider->adapter;
	w->pd.ibv.context = &w->ctx.ibv;
	return w->provider->context_init(&w->ctx, &dev);
}

void world_close(struct world *w)
{
	w->provider->context_fini(&w->ctx);
	close(w->ctx.ibv.async_fd);
}
