/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of verbs with their frequencies; generating steps, and steps as text. */
#include "model.h"

const struct verb verbs[] = {
	{"alloc_pd", 8, "P", do_alloc_pd},
	{"dealloc_pd", 5, "p", do_dealloc_pd},
	{"parent_domain", 4, "Ppt", do_parent_domain},
	{"alloc_td", 3, "T.", do_alloc_td},
	{"dealloc_td", 2, "t", do_dealloc_td},
	{"reg_mr", 40, "Mp...", do_reg_mr},
	{"bad_mr", 2, "p.", do_bad_mr},
	{"rereg_mr", 5, "m.p...", do_rereg_mr},
	{"dereg_mr", 5, "m", do_dereg_mr},
	{"alloc_mw", 6, "Wp.", do_alloc_mw},
	{"dealloc_mw", 3, "w", do_dealloc_mw},
	{"create_channel", 6, "H", do_create_channel},
	{"destroy_channel", 3, "h", do_destroy_channel},
	{"create_cq", 16, "C.h.", do_create_cq},
	{"bad_cq", 2, ".", do_bad_cq},
	{"resize_cq", 6, "c.", do_resize_cq},
	{"destroy_cq", 6, "c", do_destroy_cq},
	{"poll_cq", 60, "c.", do_poll_cq},
	{"req_notify", 25, "c.", do_req_notify},
	{"get_cq_events", 15, "h", do_get_cq_events},
	{"get_events", 15, "", do_get_events},
	{"open_xrcd", 10, "X..", do_open_xrcd},
	{"close_xrcd", 3, "x", do_close_xrcd},
	{"create_srq", 6, "Sp..", do_create_srq},
	{"create_xrc_srq", 8, "Sp..xc", do_create_xrc_srq},
	{"modify_srq", 8, "s..", do_modify_srq},
	{"destroy_srq", 4, "s", do_destroy_srq},
	{"create_qp", 40, "Q.pcc...", do_create_qp},
	{"bad_qp", 3, "pc.", do_bad_qp},
	{"destroy_qp", 5, "q", do_destroy_qp},
	{"modify_qp", 35, "q......", do_modify_qp},
	{"query_qp", 25, "q", do_query_qp},
	{"advance", 12, "q...", do_advance},
	{"connect", 60, "n..", do_connect},
	{"create_ah", 12, "Ap...", do_create_ah},
	{"destroy_ah", 5, "a", do_destroy_ah},
	{"attach", 10, "q..", do_attach},
	{"detach", 5, "q.", do_detach},
	{"post_send", 260, "r........", do_post_send},
	{"post_recv", 180, "r....", do_post_recv},
	{"post_srq", 50, "s....", do_post_srq},
	{"bind", 15, "rw....", do_bind},
};

const int num_verbs = sizeof(verbs) / sizeof(verbs[0]);

int find_verb(const char *name)
{
	for (int i = 0; i < num_verbs; i++) {
		if (!strcmp(verbs[i].name, name))
			return i;
	}
	return NONE;
}

static enum kind kind_of(char letter)
{
	static const char letters[] = "ptmwhcxsqa";
	const char *at = strchr(letters, letter);

	return at ? (enum kind)(at - letters) : KINDS;
}

/** Pick a slot with (or without) an object; any slot if there is none. */
static int pick_slot(uint32_t *seed, int ctx, enum kind kind, bool wanted)
{
	int slots = slots_of(kind), first = (int)(noise(seed) % (uint32_t)slots);

	/* prefer one PD, since objects of the same PD can be used together */
	if (kind == PD && wanted && noise(seed) % 4)
		first = 0;
	for (int i = 0; i < slots; i++) {
		if (object_at(ctx, kind, (first + i) % slots)->live == wanted)
			return (first + i) % slots;
	}
	return first;
}

/** Pick a queue pair that is (or is not) ready to send. */
static int pick_qp(uint32_t *seed, int ctx, bool ready)
{
	int first = (int)(noise(seed) % QPS);

	for (int i = 0; i < QPS; i++) {
		const struct qp *qp = &W->ctx[ctx].qp[(first + i) % QPS];

		if (qp->o.live && (qp->attr.qp_state == IBV_QPS_RTS) == ready)
			return (first + i) % QPS;
	}
	return first;
}

static int pick(uint32_t *seed, int ctx, char letter)
{
	enum kind lower = kind_of(letter), upper = kind_of((char)(letter | 0x20));

	if (letter == 'r' || letter == 'n')
		return pick_qp(seed, ctx, letter == 'r');
	if (letter == '.')
		return (int)(noise(seed) % 100000);
	return lower != KINDS ? pick_slot(seed, ctx, lower, true)
			      : pick_slot(seed, ctx, upper, false);
}

static int pick_verb(uint32_t *seed)
{
	int total = 0, at;

	for (int i = 0; i < num_verbs; i++)
		total += verbs[i].weight;
	at = (int)(noise(seed) % (uint32_t)total);
	for (int i = 0;; i++) {
		at -= verbs[i].weight;
		if (at < 0)
			return i;
	}
}

static struct step random_step(uint32_t *seed)
{
	struct step step = {.verb = pick_verb(seed), .ctx = (int)(noise(seed) % CONTEXTS)};
	const char *letters = verbs[step.verb].args;

	for (int i = 0; letters[i]; i++)
		step.arg[i] = pick(seed, step.ctx, letters[i]);
	return step;
}

/** Connect the peer in return. */
static struct step connect_in_return(uint32_t *seed)
{
	struct step step = {find_verb("connect"), W->answer.ctx, {W->answer.slot, 0, 0}};

	step.arg[1] = pick(seed, step.ctx, '.');
	step.arg[2] = pick(seed, step.ctx, '.');
	W->answer.slot = NONE;
	return step;
}

struct step make_step(uint32_t *seed)
{
	if (W->answer.slot != NONE && noise(seed) % 8)
		return connect_in_return(seed);
	W->answer.slot = NONE;
	return random_step(seed);
}

void print_step(FILE *to, const struct step *step)
{
	fprintf(to, "%s %d", verbs[step->verb].name, step->ctx);
	for (size_t i = 0; i < strlen(verbs[step->verb].args); i++)
		fprintf(to, " %d", step->arg[i]);
	fputc('\n', to);
}
