/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Explains a status or a syndrome, or decodes captured WQEs and CQEs: prints the texts of
 * inverbs_explain_wc() without needing the program that failed.
 */
#include <argp.h>
#include <inverbs/print/dumps.h>
#include <inverbs/explain.h>
#include <stdlib.h>

#include "document.h"
#include "explain_json.h"
#include "hex.h"

enum {
	MAX_WORDS = 3,
	TEXT_BYTES = 65536,
};

static const char doc[] =
	"Explain a failed completion, or decode captured WQEs and CQEs.\v"
	"Commands:\n"
	"  status NAME|NUMBER          a status, like IBV_WC_RETRY_EXC_ERR, retry_exc_err or 12\n"
	"  syndrome ADAPTER NAME|NUMBER  a syndrome of an adapter, like REMOTE_ACCESS or 0x13\n"
	"  wqe ADAPTER TYPE [BYTE...]  a send WQE; TYPE: rc, uc, ud, xrc_send, raw_packet\n"
	"  recv ADAPTER [BYTE...]      a receive WQE\n"
	"  srq_recv ADAPTER [BYTE...]  a receive WQE of a shared receive queue\n"
	"  cqe ADAPTER [BYTE...]       a CQE\n"
	"  list                        every status, and the adapters with their syndromes\n"
	"\n"
	"BYTEs are hexadecimal, in memory order, in any grouping; without them they are read from "
	"standard input, where # opens a comment.";

/** The command line: words first, then bytes. */
struct request {
	const char *word[MAX_WORDS];
	unsigned int words;
	struct hex hex;
	bool have_bytes;
	bool json;
};

static int print_error(const char *what, const char *name)
{
	fprintf(stderr, "inverbs_explain: %s%s%s\n", what, name ? ": " : "", name ? name : "");
	return EXIT_FAILURE;
}

/* --- lookup ------------------------------------------------------------------------------ */

static bool to_number(const char *text, unsigned long *out)
{
	char *end;

	*out = strtoul(text, &end, 0);
	return *text && !*end;
}

/** Compare with a name, in full or without its prefix. */
static bool matches_name(const char *given, const char *name, const char *prefix)
{
	size_t len = strlen(prefix);

	return name && (!strcasecmp(given, name) ||
			(!strncmp(name, prefix, len) && !strcasecmp(given, name + len)));
}

static int parse_status(const char *given)
{
	unsigned long number;

	if (to_number(given, &number))
		return inverbs_wc_status_name((enum ibv_wc_status)number) ? (int)number : -1;
	for (int s = 0; s < 256; s++) {
		if (matches_name(given, inverbs_wc_status_name((enum ibv_wc_status)s), "IBV_WC_"))
			return s;
	}
	return -1;
}

static int parse_qp_type(const char *given)
{
	for (int t = 0; t < 256; t++) {
		if (matches_name(given, inverbs_qp_type_name((enum ibv_qp_type)t), "IBV_QPT_"))
			return t;
	}
	return -1;
}

static const struct inverbs_dump *find_adapter(const char *given)
{
	for (unsigned int i = 0; given && i < INVERBS_DUMPS; i++) {
		if (!strcmp(given, inverbs_dumps[i]->name))
			return inverbs_dumps[i];
	}
	fprintf(stderr, "inverbs_explain: no adapter '%s'; known are:", given ? given : "");
	for (unsigned int i = 0; i < INVERBS_DUMPS; i++)
		fprintf(stderr, " %s", inverbs_dumps[i]->name);
	fputs("\n", stderr);
	return NULL;
}

/* --- the commands ------------------------------------------------------------------------ */

static int say_status(const struct request *r, int status)
{
	static char text[TEXT_BYTES];

	inverbs_explain_status((enum ibv_wc_status)status, text, sizeof(text));
	if (r->json) {
		json_status("status", (enum ibv_wc_status)status);
		json_lines("lines", text);
		return EXIT_SUCCESS;
	}
	fputs(text, stdout);
	return EXIT_SUCCESS;
}

static int do_status(struct request *r)
{
	int status = r->word[1] ? parse_status(r->word[1]) : -1;

	if (status < 0)
		return print_error("no such status (see: inverbs_explain list)", r->word[1]);
	return say_status(r, status);
}

static int do_syndrome(struct request *r)
{
	const struct inverbs_dump *dump = find_adapter(r->word[1]);
	unsigned long number = 0;
	bool is_number;

	if (!dump)
		return EXIT_FAILURE;
	if (!r->word[2])
		return print_error("which syndrome", NULL);
	is_number = to_number(r->word[2], &number);
	for (uint32_t i = 0; i < dump->num_syndromes; i++) {
		const struct inverbs_dump_syndrome *s = &dump->syndromes[i];

		if (is_number ? s->value != number : strcasecmp(r->word[2], s->name) != 0)
			continue;
		if (r->json)
			json_syndrome(dump, s);
		else
			printf("%s syndrome 0x%02x %s\n", dump->name, s->value, s->name);
		return say_status(r, (int)s->status);
	}
	return print_error("the adapter has no such syndrome (see: inverbs_explain list)",
			   r->word[2]);
}

static int do_entry(struct request *r, struct inverbs_text *text)
{
	const struct inverbs_dump *dump = find_adapter(r->word[1]);
	const bool shared = !strcmp(r->word[0], "srq_recv");
	int type = -1;

	if (!dump)
		return EXIT_FAILURE;
	if (!strcmp(r->word[0], "wqe")) {
		type = r->word[2] ? parse_qp_type(r->word[2]) : -1;
		if (type < 0)
			return print_error("no such type of queue pair (rc, uc, ud, xrc_send, "
					   "raw_packet)",
					   r->word[2]);
		if (!inverbs_dump_send(text, "", dump, (uint32_t)type, r->hex.bytes,
				       (uint32_t)r->hex.count))
			return print_error("a WQE has more bytes", NULL);
	} else if (!strcmp(r->word[0], "cqe")) {
		const uint8_t *raw = inverbs_dump_cqe_in(dump, r->hex.bytes, r->hex.count);

		if (!raw)
			return print_error("a CQE has more bytes", NULL);
		dump->print_cqe(text, raw);
		inverbs_text_add(text, "\n");
	} else if (!inverbs_dump_recv(text, "", dump, shared, r->hex.bytes,
				      (uint32_t)r->hex.count)) {
		return print_error("a WQE has more bytes", NULL);
	}
	return EXIT_SUCCESS;
}

static int do_bytes(struct request *r)
{
	static char buf[TEXT_BYTES];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));
	const char *wrong = r->have_bytes ? NULL : hex_add_file(&r->hex, stdin);
	int ret;

	if (!wrong)
		wrong = hex_end(&r->hex);
	if (wrong)
		return print_error(wrong, NULL);
	ret = do_entry(r, &text);
	if (ret)
		return ret;
	if (r->json)
		json_entries(r->word[1], buf);
	else
		fputs(buf, stdout);
	return EXIT_SUCCESS;
}

static int do_list(struct request *r)
{
	if (r->json) {
		json_list();
		return EXIT_SUCCESS;
	}
	for (int s = 0; s < 256; s++) {
		const char *name = inverbs_wc_status_name((enum ibv_wc_status)s);

		if (name)
			printf("%3d %-26s %s\n", s, name, ibv_wc_status_str((enum ibv_wc_status)s));
	}
	for (unsigned int i = 0; i < INVERBS_DUMPS; i++) {
		const struct inverbs_dump *dump = inverbs_dumps[i];

		printf("%s\n", dump->name);
		for (uint32_t n = 0; n < dump->num_syndromes; n++)
			printf("  0x%02x %-20s %s\n", dump->syndromes[n].value,
			       dump->syndromes[n].name,
			       inverbs_wc_status_name(dump->syndromes[n].status));
	}
	return EXIT_SUCCESS;
}

/** The commands, and the number of words before the bytes; 0: the command takes no bytes. */
static const struct {
	const char *name;
	unsigned int words;
	bool bytes;
	int (*run)(struct request *r);
} commands[] = {
	{"status", 2, false, do_status}, {"syndrome", 3, false, do_syndrome},
	{"wqe", 3, true, do_bytes},      {"recv", 2, true, do_bytes},
	{"srq_recv", 2, true, do_bytes}, {"cqe", 2, true, do_bytes},
	{"list", 1, false, do_list},
};

static int command_of(const char *name)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!strcmp(name, commands[i].name))
			return (int)i;
	}
	return -1;
}

static void add_argument(struct request *r, const char *arg, const struct argp_state *state)
{
	int command = command_of(r->words ? r->word[0] : arg);
	const char *wrong;

	if (command < 0)
		argp_error(state, "unknown command '%s'", r->words ? r->word[0] : arg);
	if (r->words < commands[command].words) {
		r->word[r->words++] = arg;
		return;
	}
	if (!commands[command].bytes)
		argp_error(state, "unexpected argument '%s'", arg);
	r->have_bytes = true;
	wrong = hex_add_text(&r->hex, arg);
	if (!wrong && r->hex.high)
		wrong = hex_end(&r->hex);
	if (wrong)
		argp_error(state, "'%s': %s", arg, wrong);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'J':
		((struct request *)state->input)->json = true;
		return 0;
	case ARGP_KEY_ARG:
		add_argument(state->input, arg, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{"json", 'J', NULL, 0, "A JSON object instead of text", 0},
		{0},
	};
	static const struct argp argp = {options, parse_option, "COMMAND...", doc,
					 NULL,    NULL,         NULL};
	static struct request r;
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &r);
	if (r.json) {
		document_open();
		document_text("command", r.word[0]);
	}
	ret = commands[command_of(r.word[0])].run(&r);
	if (r.json && ret)
		document_discard();
	else if (r.json)
		ret = document_print() ? EXIT_FAILURE : EXIT_SUCCESS;
	if (fflush(stdout))
		return print_error("cannot write output", NULL);
	return ret;
}
