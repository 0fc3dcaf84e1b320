/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything that an adapter's provider does with contexts and queues, as text, is compared with
 * transcripts/<adapter>, which was reviewed when it was written.
 *
 *     unit_providers_transcript ADAPTER FILE            compare
 *     unit_providers_transcript ADAPTER FILE --write    write; then review the changes
 */
#include "transcript.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct ibv_comp_channel channel = {.fd = 0x33};

/* ---- contexts ---- */

static bool is_open(int fd)
{
	return fd > 0 && fcntl(fd, F_GETFD) >= 0;
}

static void try_context(struct world *w, const char *what, uint32_t abi)
{
	say(w, "open a context: %s", what);
	if (!result(w, world_open(w, abi))) {
		fprintf(w->out, "  file %s\n", is_open(w->async_fd) ? "open" : "closed");
		return;
	}
	print_context(w);
	world_close(w);
}

static void try_words(struct world *w)
{
	static const struct {
		const char *what;
		enum inverbs_command_word word;
		uint64_t value;
	} tries[] = {
		{"CQEs of unknown size", INVERBS_WORD_CQE_TOLD, 0},
		{"odd bits", INVERBS_WORD_CQE_TOLD, 3},
		{"CQEs of 128 bytes", INVERBS_WORD_CQE_BYTES, 128},
		{"CQEs of 32 bytes", INVERBS_WORD_CQE_BYTES, 32},
		{"CQEs of 65 bytes", INVERBS_WORD_CQE_BYTES, 65},
		{"no QP numbers", INVERBS_WORD_NUMBERS, 0},
		{"fewer QP numbers", INVERBS_WORD_NUMBERS, 1 << 16},
		{"an odd number of QP numbers", INVERBS_WORD_NUMBERS, 3 << 15},
		{"BlueFlame of 0 bytes", INVERBS_WORD_IMAGE_BYTES, 0},
		{"BlueFlame of 64 bytes", INVERBS_WORD_IMAGE_BYTES, 64},
		{"BlueFlame of 128 bytes", INVERBS_WORD_IMAGE_BYTES, 128},
		{"BlueFlame of 192 bytes", INVERBS_WORD_IMAGE_BYTES, 192},
		{"BlueFlame of a page", INVERBS_WORD_IMAGE_BYTES, PAGE},
		{"BlueFlame of two pages", INVERBS_WORD_IMAGE_BYTES, 2 * PAGE},
		{"a clock", INVERBS_WORD_CLOCK_TOLD, 1},
		{"no clock", INVERBS_WORD_CLOCK_TOLD, 2},
		{"inline receives", INVERBS_WORD_RECV_INLINE, 32},
	};

	w->give.of[INVERBS_WORD_CLOCK_OFFSET] = 0x12345;
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		const uint64_t old = w->give.of[tries[i].word];

		w->give.of[tries[i].word] = tries[i].value;
		try_context(w, tries[i].what, w->provider->identity->abi_max);
		w->give.of[tries[i].word] = old;
	}
}

static void try_refusals(struct world *w)
{
	static const uint32_t commands[] = {UVERBS_CMD_GET_CONTEXT, UVERBS_CMD_QUERY_DEVICE,
					    UVERBS_EXTENDED | UVERBS_EX_CMD_QUERY_DEVICE};

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		w->refuse = commands[i];
		try_context(w, "a command is refused", w->provider->identity->abi_max);
	}
	w->refuse = 0;
	w->give.of[INVERBS_WORD_CLOCK_TOLD] = 1;
	for (off_t page = 0; page < 4; page++) {
		w->refuse_map = page * PAGE;
		try_context(w, "a page is refused", w->provider->identity->abi_max);
	}
	w->refuse_map = NO_PAGE;
	w->give.of[INVERBS_WORD_CLOCK_TOLD] = 0;
}

/* Other devices of the adapter's family. */
static void other_adapters(struct world *w)
{
	static const struct {
		int doorbell, image, clock;
		bool clock_big, xrc;
		uint32_t unit;
	} pages[] = {{-1, 1, 3, true, true, 64},   {0, -1, 3, false, true, 64},
		     {2, 0, 3, true, true, 64},    {2, 3, -1, true, false, 64},
		     {3, 2, 1, false, false, 256}, {2, 1, 0, true, true, 64}};
	const struct inverbs_provider *real = w->provider;
	struct inverbs_control control = *real->control;
	struct inverbs_provider provider = *real;

	provider.control = &control;
	w->provider = &provider;
	w->give.of[INVERBS_WORD_CLOCK_TOLD] = 1;
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
		control.doorbell_page = pages[i].doorbell;
		control.image_page = pages[i].image;
		control.clock_page = pages[i].clock;
		control.clock_big = pages[i].clock_big;
		control.image_unit = pages[i].unit;
		control.xrc = pages[i].xrc;
		try_context(w, "other pages", real->identity->abi_max);
	}
	w->give.of[INVERBS_WORD_CLOCK_TOLD] = 0;
	w->provider = real;
}

static void contexts_without_memory(struct world *w)
{
	for (uint32_t n = 1; n < 4; n++) {
		w->fail_at = n;
		try_context(w, "an allocation fails", w->provider->identity->abi_max);
		w->fail_at = 0;
	}
}

static void contexts(struct world *w)
{
	const struct inverbs_identity *identity = w->provider->identity;

	for (uint32_t abi = identity->abi_min; abi <= identity->abi_max; abi++)
		try_context(w, "of this ABI", abi);
	w->device_id = 0x0021;
	try_context(w, "maybe by command", identity->abi_max);
	w->device_id = 0;
	w->device_cap_flags = 0x1234;
	try_words(w);
	try_refusals(w);
	other_adapters(w);
	contexts_without_memory(w);
}

/* ---- protection domains, address handles ---- */

static void domains(struct world *w)
{
	struct inverbs_pd pd = {.ibv = {.context = &w->ctx.ibv}};

	say(w, "allocate a PD");
	if (result(w, w->provider->alloc_pd(&w->ctx, &pd)))
		fprintf(w->out, "  handle %x pdn %x\n", pd.ibv.handle, pd.pdn);
	w->pd.ibv.handle = pd.ibv.handle;
	w->pd.pdn = pd.pdn;
	w->refuse = UVERBS_CMD_ALLOC_PD;
	say(w, "it is refused");
	pd.pdn = 0;
	result(w, w->provider->alloc_pd(&w->ctx, &pd));
	fprintf(w->out, "  pdn %x\n", pd.pdn);
	w->refuse = 0;
}

static void address_handle(struct world *w, uint32_t refuse)
{
	struct ibv_ah_attr attr = {
		.dlid = 0x11,
		.sl = 2,
		.src_path_bits = 3,
		.static_rate = 4,
		.is_global = 1,
		.port_num = 1,
		.grh = {.flow_label = 5, .sgid_index = 6, .hop_limit = 7, .traffic_class = 8}};
	struct inverbs_ah ah = {.ibv = {.context = &w->ctx.ibv}};

	if (!w->provider->create_ah)
		return;
	for (uint8_t i = 0; i < 16; i++)
		attr.grh.dgid.raw[i] = (uint8_t)(0xa0 + i);
	say(w, "create an address handle");
	world_name(w, "ah", &ah, sizeof(ah));
	if (!result(w, w->provider->create_ah(&w->pd, &attr, &ah)))
		return;
	fprintf(w->out, "  handle %x number %x vlan %x\n", ah.ibv.handle, ah.number, ah.vlan);
	print_words(w, "av", ah.av, sizeof(ah.av));
	w->refuse = refuse;
	result(w, w->provider->destroy_ah(&ah));
	w->refuse = 0;
}

/* ---- completion queues ---- */

static bool make_cq(struct world *w, struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
		    bool extended)
{
	memset(cq, 0, sizeof(*cq));
	cq->ibv.context = &w->ctx.ibv;
	say(w, "create a CQ of %u, comp_mask %x flags %x fields %llx%s", attr->cqe, attr->comp_mask,
	    attr->flags, (unsigned long long)attr->wc_flags, extended ? ", extended" : "");
	if (!result(w, w->provider->create_cq(&w->ctx, attr, extended, cq)))
		return false;
	print_cq(w, cq);
	return true;
}

static void drop_cq(struct world *w, struct inverbs_cq *cq)
{
	uint32_t comp = 7, async = 7;

	say(w, "destroy it");
	result(w, w->provider->destroy_cq(cq, &comp, &async));
	fprintf(w->out, "  events %u %u\n", comp, async);
}

static void try_cq(struct world *w, struct ibv_cq_init_attr_ex attr, bool extended)
{
	if (make_cq(w, &w->cq[0], &attr, extended))
		drop_cq(w, &w->cq[0]);
}

static void sizes_of_cqs(struct world *w)
{
	static const uint32_t sizes[] = {1, 2, 3, 7, 8, 63};
	const uint32_t most = w->provider->max_cqe;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		try_cq(w, (struct ibv_cq_init_attr_ex){.cqe = sizes[i]}, false);
	try_cq(w, (struct ibv_cq_init_attr_ex){.cqe = 3, .comp_vector = 2, .channel = &channel},
	       false);
	if (!most)
		return;
	try_cq(w, (struct ibv_cq_init_attr_ex){.cqe = most}, false);
	try_cq(w, (struct ibv_cq_init_attr_ex){.cqe = most + 1}, false);
}

static void extended_cqs(struct world *w)
{
	static const uint64_t fields[] = {0, IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
					  IBV_WC_EX_WITH_COMPLETION_TIMESTAMP | IBV_WC_EX_WITH_SL,
					  IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_SL, 1ULL << 40};
	struct inverbs_td td = {.users = 0};
	struct inverbs_pd alone = {.td = &td.ibv};
	struct ibv_cq_init_attr_ex attr = {.cqe = 3};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		for (int extended = 0; extended < 2; extended++)
			try_cq(w, (struct ibv_cq_init_attr_ex){.cqe = 3, .wc_flags = fields[i]},
			       extended);
	for (uint32_t mask = 0; mask < 8; mask++) {
		attr.comp_mask = mask;
		attr.parent_domain = mask & 4 ? &w->pd.ibv : &alone.ibv;
		attr.flags = 0;
		try_cq(w, attr, true);
		attr.flags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED;
		try_cq(w, attr, true);
		attr.flags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED << 1;
		try_cq(w, attr, true);
	}
}

static void cqs_without_memory(struct world *w)
{
	const struct ibv_cq_init_attr_ex attr = {.cqe = 3};
	bool made = false;

	for (uint32_t n = 1; !made && n < 20; n++) {
		w->fail_at = n;
		made = make_cq(w, &w->cq[0], &attr, false);
		w->fail_at = 0;
	}
	if (w->provider->resize_cq) {
		w->fail_at = 1;
		say(w, "resize it");
		result(w, w->provider->resize_cq(&w->cq[0], 7));
		w->fail_at = 0;
		print_cq(w, &w->cq[0]);
	}
	drop_cq(w, &w->cq[0]);
}

static void refused_cqs(struct world *w)
{
	const struct ibv_cq_init_attr_ex attr = {.cqe = 3};

	w->refuse = UVERBS_CMD_CREATE_CQ;
	say(w, "the next is refused");
	try_cq(w, attr, false);
	w->refuse = 0;
	w->refuse_map = 0x100000 * ((off_t)w->handle + 1);
	say(w, "its ring is not mapped");
	try_cq(w, attr, false);
	w->refuse_map = NO_PAGE;
	for (int err = EIO; err != EBUSY; err = EBUSY) {
		if (!make_cq(w, &w->cq[0], &attr, false))
			continue;
		w->refuse = UVERBS_CMD_DESTROY_CQ;
		w->refusal = EBUSY;
		drop_cq(w, &w->cq[0]);
		print_cq(w, &w->cq[0]);
		w->refusal = err;
		drop_cq(w, &w->cq[0]);
		w->refuse = 0;
		w->refusal = EBUSY;
	}
}

static void resize(struct world *w, int cqe)
{
	say(w, "resize it to %d", cqe);
	result(w, w->provider->resize_cq(&w->cq[0], cqe));
	print_cq(w, &w->cq[0]);
}

static void resized_cqs(struct world *w)
{
	const struct ibv_cq_init_attr_ex attr = {.cqe = 7};

	if (!w->provider->resize_cq || !make_cq(w, &w->cq[0], &attr, false))
		return;
	w->resized = w->provider->control->cqe_ends_ring ? &w->cq[0] : NULL;
	resize(w, -1);
	resize(w, 0);
	resize(w, 7);
	resize(w, 30);
	w->refuse = UVERBS_CMD_RESIZE_CQ;
	resize(w, 15);
	w->refuse = 0;
	w->refuse_map = 0x100000 * ((off_t)w->handle + 1);
	resize(w, 15);
	w->refuse_map = NO_PAGE;
	resize(w, 15);
	resize(w, 3);
	w->more_cqe = 5;
	say(w, "the kernel says that it is larger");
	resize(w, 31);
	drop_cq(w, &w->cq[0]);
	if (!make_cq(w, &w->cq[0], &attr, false))
		return;
	w->more_cqe = 0;
	if (w->provider->max_cqe)
		resize(w, (int)w->provider->max_cqe + 1);
	w->resized = NULL;
	drop_cq(w, &w->cq[0]);
}

/* ---- everything ---- */

static void objects(struct world *w, bool all)
{
	const struct ibv_cq_init_attr_ex attr = {.cqe = 7};

	domains(w);
	if (all) {
		address_handle(w, 0);
		address_handle(w, UVERBS_CMD_DESTROY_AH);
		sizes_of_cqs(w);
		extended_cqs(w);
	}
	refused_cqs(w);
	cqs_without_memory(w);
	resized_cqs(w);
	make_cq(w, &w->cq[0], &attr, false);
	make_cq(w, &w->cq[1], &attr, false);
	if (all) {
		write_qps(w);
		write_srqs(w);
	} else {
		write_few_qps(w);
	}
	drop_cq(w, &w->cq[1]);
	drop_cq(w, &w->cq[0]);
}

static void objects_of(struct world *w, uint32_t abi, bool all)
{
	say(w, "---- ABI %u, device %x ----", abi, w->device_id);
	if (!result(w, world_open(w, abi)))
		return;
	objects(w, all);
	world_close(w);
}

static void write_all(const struct inverbs_provider *provider, FILE *out)
{
	const struct inverbs_identity *identity = provider->identity;
	static struct world w;

	world_begin(&w, provider, out);
	contexts(&w);
	objects_of(&w, identity->abi_max, true);
	if (identity->abi_min < identity->abi_max)
		objects_of(&w, identity->abi_min, false);
	if (!identity->by_command_count)
		return;
	w.device_id = identity->by_command[0];
	objects_of(&w, identity->abi_max, false);
}

/* Compare line by line. Returns the number of the first line that differs, or 0. */
static int compare(FILE *is, FILE *was)
{
	char a[4096], b[4096];

	for (int line = 1;; line++) {
		const char *x = fgets(a, sizeof(a), is), *y = fgets(b, sizeof(b), was);

		if (!x && !y)
			return 0;
		if (!x || !y || strcmp(a, b) != 0) {
			printf("line %d\nis:  %swas: %s", line, x ? a : "the end\n",
			       y ? b : "the end\n");
			return line;
		}
	}
}

static const struct inverbs_provider *provider_of(const char *name)
{
	static const struct inverbs_provider *const all[] = {
		&inverbs_provider_mlx4, &inverbs_provider_rxe, &inverbs_provider_cxgb3};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(all[i]->name, name))
			return all[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct inverbs_provider *provider = argc > 2 ? provider_of(argv[1]) : NULL;
	const bool writes = argc > 3 && !strcmp(argv[3], "--write");
	FILE *is, *was;
	int line = 0;

	if (!provider)
		return 2;
	is = writes ? fopen(argv[2], "w") : tmpfile();
	was = writes ? NULL : fopen(argv[2], "r");
	if (!is || (!writes && !was)) {
		perror(argv[2]);
		return 2;
	}
	write_all(provider, is);
	if (!writes) {
		rewind(is);
		line = compare(is, was);
		fclose(was);
	}
	fclose(is);
	return line != 0;
}
