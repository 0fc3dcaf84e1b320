/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_trace FILE...: replays traces of write() on /dev/infiniband/uverbsN and rdma_cm
 * (vectors/README.md).
 * For each command:
 * - if the kernel accepted it, uverbs_parse() parses it, and uverbs_submit() builds the same bytes
 *   from the result;
 * - if uverbs_parse() refuses it, the kernel refused it with the same errno;
 * - a change of a queue pair that the kernel accepted is in the state table.
 * Prints "N passed, N failed".
 */
#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/qp_states.h>
#include <inverbs/kernel/ucma_parse.h>
#include <jansson.h>
#include <stdio.h>

enum {
	COMMAND_MAX = 4096,
	RESPONSE_OFFSET = 8, /* of the response's address in every command header */
	HANDLES = 256,
};

struct command {
	uint8_t bytes[COMMAND_MAX];
	size_t len;
	int result;    /* of write(): number of bytes, or a negated errno value */
	uint32_t made; /* first word of the response: the handle of a new object */
	int number;    /* index of the event in the trace */
	bool cm;       /* a command of the connection manager */
};

struct tally {
	int passed;
	int failed;
};

/* ---- rebuilding commands ---- */

struct looking {
	struct inverbs_transport base;
	const struct command *expected;
	bool same;
};

/* Compare a rebuilt command with the traced one, except for the address of the response. */
static int compare(struct inverbs_transport *base, const void *cmd, size_t bytes)
{
	struct looking *t = (struct looking *)base;
	struct uverbs_parsed p;
	uint8_t ours[COMMAND_MAX];

	t->same = bytes == t->expected->len;
	if (!t->same)
		return 0;
	memcpy(ours, cmd, bytes);
	if (!uverbs_parse(cmd, bytes, &p) && p.response)
		memcpy(ours + RESPONSE_OFFSET, t->expected->bytes + RESPONSE_OFFSET,
		       sizeof(uint64_t));
	t->same = !memcmp(ours, t->expected->bytes, bytes);
	return 0;
}

static bool lays_out_the_same(const struct command *c, const struct uverbs_parsed *p)
{
	static const struct inverbs_transport_ops ops = {.command = compare};
	static uint8_t response[COMMAND_MAX], driver[COMMAND_MAX];
	struct looking t = {.base = {.ops = &ops}, .expected = c};
	struct uverbs_message m = uverbs_message_make(
		p->command | (p->extended ? UVERBS_EXTENDED : 0), p->core, p->core_len);

	if (p->core_out > sizeof(response) || p->drv_out > sizeof(driver))
		return true; /* the command announces more room than any library does */
	uverbs_message_driver_in(&m, p->drv_in, p->drv_in_len);
	uverbs_message_response(&m, response, p->core_out);
	uverbs_message_driver_out(&m, driver, p->drv_out);
	return !uverbs_submit(&t.base, &m) && t.same;
}

/* ---- states of queue pairs ---- */

struct queue_pair {
	int type;
	int state;
};

static struct queue_pair queue_pairs[HANDLES];

static void note_create(const struct command *c, const struct uverbs_parsed *p)
{
	struct uverbs_create_qp_req req;

	uverbs_read_core(p, &req, sizeof(req));
	if (c->made < HANDLES)
		queue_pairs[c->made] = (struct queue_pair){req.qp_type, UVERBS_QPS_RESET};
}

static bool change_is_known(const struct uverbs_parsed *p)
{
	struct uverbs_modify_qp_req req;
	struct queue_pair *qp;
	int to;

	uverbs_read_core(p, &req, sizeof(req));
	if (req.qp_handle >= HANDLES)
		return true;
	qp = &queue_pairs[req.qp_handle];
	if (req.attr_mask & UVERBS_ATTR_CUR_STATE)
		qp->state = req.cur_qp_state;
	to = req.attr_mask & UVERBS_ATTR_STATE ? req.qp_state : qp->state;
	if (uverbs_check_transition(qp->type, qp->state, to, req.attr_mask))
		return false;
	qp->state = to;
	return true;
}

/* Follow the states of queue pairs; false if an accepted command makes a change that is not in the
 * table. */
static bool follow_states(const struct command *c, const struct uverbs_parsed *p)
{
	if (!p->extended && p->command == UVERBS_CMD_CREATE_QP)
		note_create(c, p);
	return p->extended || p->command != UVERBS_CMD_MODIFY_QP || change_is_known(p);
}

/* ---- one command ---- */

/* For this command, the kernel reads beyond the given length, which we cannot. */
static bool is_short_destroy_cq(const struct command *c)
{
	return c->len == 16 && c->bytes[0] == UVERBS_CMD_DESTROY_CQ;
}

/* Errors that the kernel found before it checked the header, which says nothing about the header.
 */
static bool head_was_not_reached(int result)
{
	return result == -EACCES || result == -EFAULT;
}

/* Returns how our code disagrees with the kernel about a command, or NULL if it does not. */
static const char *problem_of(const struct command *c)
{
	struct uverbs_parsed p;
	int err = uverbs_parse(c->bytes, c->len, &p);

	if (err) {
		if (c->result == -err || is_short_destroy_cq(c) || head_was_not_reached(c->result))
			return NULL;
		return c->result < 0 ? "refused with another errno than the kernel's"
				     : "refused, but the kernel accepts it";
	}
	if (c->result < 0)
		return NULL; /* refused for a reason other than the header */
	if (!lays_out_the_same(c, &p))
		return "building it again gives other bytes";
	return follow_states(c, &p) ? NULL
				    : "the state table lacks this change, which the kernel accepts";
}

/* ---- the connection manager ---- */

/* Like compare(), but the response's address is at a different offset in each command. */
static int compare_cm(struct inverbs_transport *base, const void *cmd, size_t bytes)
{
	struct looking *t = (struct looking *)base;
	struct uverbs_parsed p;
	uint8_t ours[COMMAND_MAX];

	t->same = bytes == t->expected->len;
	if (!t->same || uverbs_parse_bytes(ucma_command_info, cmd, bytes, &p))
		return 0;
	memcpy(ours, cmd, bytes);
	if (p.info->response_at >= 0) {
		size_t at = sizeof(struct uverbs_byte_header) + (size_t)p.info->response_at;

		memcpy(ours + at, t->expected->bytes + at, sizeof(uint64_t));
	}
	t->same = !memcmp(ours, t->expected->bytes, bytes);
	return 0;
}

/* Programs may send shorter or longer structs; we always build the whole struct. */
static bool is_whole(const struct command *c, const struct uverbs_parsed *p)
{
	struct uverbs_byte_header head;

	memcpy(&head, c->bytes, sizeof(head));
	return head.in == p->info->request_bytes && c->len == sizeof(head) + head.in;
}

static const char *problem_of_cm(const struct command *c)
{
	static const struct inverbs_transport_ops ops = {.command = compare_cm};
	struct looking t = {.base = {.ops = &ops}, .expected = c};
	static uint8_t response[COMMAND_MAX];
	struct uverbs_parsed p;
	int err = uverbs_parse_bytes(ucma_command_info, c->bytes, c->len, &p);

	if (err)
		return c->result == -err || head_was_not_reached(c->result) ||
				       err == EFAULT /* the kernel reads beyond the end */
			       ? NULL
			       : "refused, or with another errno than the kernel's";
	if (c->result < 0 || !is_whole(c, &p))
		return NULL;
	if (uverbs_submit_bytes(&t.base, ucma_command_info, p.command, p.core, p.core_len, response,
				p.core_out) ||
	    !t.same)
		return "building it again gives other bytes";
	return NULL;
}

static int digit(char c)
{
	return c >= 'a' ? c - 'a' + 10 : c - '0';
}

static size_t read_hex(const char *hex, uint8_t *to, size_t room)
{
	size_t len = strlen(hex) / 2;

	for (size_t i = 0; i < len && i < room; i++)
		to[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
	return len;
}

static bool read_command(json_t *event, struct command *c)
{
	const char *kind = json_string_value(json_object_get(event, "fd_kind"));
	const char *call = json_string_value(json_object_get(event, "syscall"));
	const char *hex = json_string_value(json_object_get(event, "request"));
	const char *response = json_string_value(json_object_get(event, "response"));

	if (!kind || !call || !hex || strcmp(call, "write") != 0)
		return false;
	c->cm = !strcmp(kind, "rdma_cm");
	if ((!c->cm && strcmp(kind, "uverbs") != 0) || strlen(hex) / 2 > sizeof(c->bytes))
		return false;
	c->len = read_hex(hex, c->bytes, sizeof(c->bytes));
	c->made = UINT32_MAX;
	if (response)
		read_hex(response, (uint8_t *)&c->made, sizeof(c->made));
	c->result = (int)json_integer_value(json_object_get(event, "result"));
	c->number = (int)json_integer_value(json_object_get(event, "n"));
	return true;
}

static void replay(const char *file, struct tally *t)
{
	static struct command c;
	json_error_t error;
	json_t *trace = json_load_file(file, 0, &error), *event;
	size_t i;

	if (!trace) {
		printf("%s: %s\n", file, error.text);
		t->failed++;
		return;
	}
	json_array_foreach(json_object_get(trace, "events"), i, event)
	{
		const char *wrong;

		if (!read_command(event, &c))
			continue;
		wrong = c.cm ? problem_of_cm(&c) : problem_of(&c);
		if (wrong)
			printf("%s: event %d: %s\n", file, c.number, wrong);
		t->failed += wrong != NULL;
		t->passed += wrong == NULL;
	}
	json_decref(trace);
}

int main(int argc, char **argv)
{
	struct tally t = {0};

	for (int i = 1; i < argc; i++)
		replay(argv[i], &t);
	printf("%d passed, %d failed\n", t.passed, t.failed);
	return t.failed || !t.passed;
}
