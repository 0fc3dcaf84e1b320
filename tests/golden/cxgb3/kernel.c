/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel.h"

#include <errno.h>
#include <inverbs/kernel/uverbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	RESPONSE_AT = sizeof(struct uverbs_cmd_hdr), /* offset of the response address in a
						      * command */
};

static struct kernel the_kernel;

int __real_munmap(void *at, size_t bytes);
int __wrap_munmap(void *at, size_t bytes);

static struct kernel_call *log_call(void)
{
	if (the_kernel.call_count == KERNEL_MAX_CALLS)
		malformed("more mappings than are logged");
	return &the_kernel.calls[the_kernel.call_count++];
}

static bool is_device_memory(const void *at)
{
	for (size_t i = 0; i < KERNEL_MAX_CALLS; i++) {
		if (at && the_kernel.calls[i].at == at)
			return true;
	}
	return false;
}

int __wrap_munmap(void *at, size_t bytes)
{
	if (is_device_memory(at))
		*log_call() = (struct kernel_call){.unmapped = true, .at = at, .bytes = bytes};
	return __real_munmap(at, bytes);
}

/* Pages that programs may only write are mapped readable, too, so that the replayer can read
 * them. */
static void *map_pages(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	uint8_t *at;

	(void)t;
	if (the_kernel.fail_map && !--the_kernel.fail_map) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*log_call() = (struct kernel_call){
		.at = at, .bytes = bytes, .prot = prot, .offset = (uint64_t)offset};
	return at;
}

static void give_response(const struct uverbs_cmd_hdr *hdr, const uint8_t *cmd)
{
	const struct kernel *k = &the_kernel;
	size_t room = (size_t)hdr->out_words * 4;
	uint64_t to;

	if (!room)
		return;
	memcpy(&to, cmd + RESPONSE_AT, sizeof(to));
	memcpy((void *)(uintptr_t)to, k->response,
	       k->response_bytes < room ? k->response_bytes : room);
}

static int run_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct kernel *k = &the_kernel;
	struct uverbs_cmd_hdr hdr;
	int err = k->error;
	uint8_t *copy = malloc(bytes);

	(void)t;
	if (!copy || k->command_count == KERNEL_MAX_COMMANDS)
		malformed("more commands than are logged");
	memcpy(copy, cmd, bytes);
	memcpy(&hdr, cmd, sizeof(hdr));
	k->commands[k->command_count++] = (struct kernel_command){copy, bytes};
	give_response(&hdr, copy);
	kernel_response(k, NULL, 0, 0);
	return err;
}

static void close_kernel(struct inverbs_transport *t)
{
	close(kernel_of(t)->events);
	kernel_mark(kernel_of(t));
}

static const struct inverbs_transport_ops ops = {
	.command = run_command, .map = map_pages, .close = close_kernel};

struct kernel *kernel_start(void)
{
	memset(&the_kernel, 0, sizeof(the_kernel));
	the_kernel.transport.ops = &ops;
	return &the_kernel;
}

void kernel_response(struct kernel *k, const void *bytes, size_t len, int error)
{
	k->response_bytes = 0;
	k->error = error;
	kernel_response_more(k, bytes, len);
}

void kernel_response_more(struct kernel *k, const void *bytes, size_t len)
{
	if (len > sizeof(k->response) - k->response_bytes)
		malformed("a longer response than the kernel gives");
	if (len)
		memcpy(k->response + k->response_bytes, bytes, len);
	k->response_bytes += len;
}

/* Mappings remain, since they may be unmapped later. */
void kernel_mark(struct kernel *k)
{
	for (size_t i = 0; i < k->command_count; i++)
		free(k->commands[i].bytes);
	k->command_count = 0;
	k->call_count = 0;
}

static void check_range(const struct kernel_command *c, const json_t *range, struct report *r)
{
	size_t at = number(range, "offset", 0);
	struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);
	char what[64];

	snprintf(what, sizeof(what), "command %u from byte %zu", c->bytes[0], at);
	if (at + expected.len > c->len)
		fail(r, "%s ends too early", what);
	else
		check_bytes(r, what, c->bytes + at, expected.data, expected.len);
	free_bytes(&expected);
}

static void check_command(const struct kernel_command *c, const json_t *json, struct report *r)
{
	const json_t *ranges = json_object_get(json, "request");
	struct uverbs_cmd_hdr hdr;

	memcpy(&hdr, c->bytes, sizeof(hdr));
	check_number(r, "number of a command", hdr.command, number(json, "number", 0));
	check_number(r, "bytes of a command", c->len, number(json, "length", 0));
	check_number(r, "words of a response", hdr.out_words, number(json, "out_words", 0));
	for (size_t i = 0; i < json_array_size(ranges); i++)
		check_range(c, json_array_get(ranges, i), r);
}

void kernel_check_commands(const struct kernel *k, const json_t *expected, struct report *r)
{
	check_number(r, "commands", k->command_count, json_array_size(expected));
	for (size_t i = 0; i < json_array_size(expected) && !r->failed; i++)
		check_command(&k->commands[i], json_array_get(expected, i), r);
}

static void check_call(const struct kernel_call *c, const json_t *json, struct report *r)
{
	static const struct name_value prots[] = {
		{"WRITE", PROT_WRITE}, {"READ|WRITE", PROT_READ | PROT_WRITE}, {NULL, 0}};
	uint64_t prot = 0;

	check_text(r, "call", c->unmapped ? "munmap" : "mmap", text(json, "call"));
	check_number(r, "bytes of a mapping", c->bytes, number(json, "length", 0));
	if (r->failed || c->unmapped)
		return;
	if (!value_named(prots, text(json, "prot"), &prot))
		fail(r, "unknown protection '%s'", text(json, "prot"));
	check_number(r, "protection of a mapping", (uint64_t)c->prot, prot);
	check_number(r, "offset of a mapping", c->offset, number(json, "offset", 0));
}

void kernel_check_calls(const struct kernel *k, const json_t *expected, struct report *r)
{
	check_number(r, "calls for memory", k->call_count, json_array_size(expected));
	for (size_t i = 0; i < json_array_size(expected) && !r->failed; i++)
		check_call(&k->calls[i], json_array_get(expected, i), r);
}
