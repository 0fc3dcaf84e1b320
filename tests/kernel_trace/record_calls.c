/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls on files for management datagrams, each printed with its result. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "runtime/runtime.h"

const char *device;
uint8_t own[2][16];
static int events;

/* --- printing events ----------------------------------------------------------------------- */

static void begin_event(const char *call)
{
	printf("%s\n  {\"n\":%d,\"syscall\":\"%s\"", events ? "," : "", events, call);
	events++;
}

static void print_file(const struct file *f)
{
	printf(",\"fd\":%d,\"fd_kind\":\"umad\"", f->t->fd);
}

void hex_digits(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		printf("%02x", bytes[i]);
}

static void print_hex(const char *key, const void *bytes, size_t len)
{
	printf(",\"%s\":\"", key);
	hex_digits(bytes, len);
	printf("\"");
}

static void finish_event(long result)
{
	printf(",\"result\":%ld}", result);
	fflush(stdout);
}

void rule(const char *text)
{
	begin_event("note");
	printf(",\"text\":\"%s\"}", text);
}

/* --- calls --------------------------------------------------------------------------------- */

struct file open_file(void)
{
	const struct inverbs_backend *b = &inverbs_backend_kernel;
	struct file f = {b->open_mad(b, device, PORT, false), false};

	if (!f.t) {
		perror("open_mad");
		exit(EXIT_FAILURE);
	}
	begin_event("openat");
	print_file(&f);
	finish_event(f.t->fd);
	return f;
}

void close_file(struct file *f)
{
	begin_event("close");
	print_file(f);
	finish_event(0);
	f->t->ops->close(f->t);
}

int control(struct file *f, uint32_t number, void *argument, size_t bytes)
{
	uint8_t before[64] = {0};
	int err;

	if (argument)
		memcpy(before, argument, bytes);
	err = f->t->ops->mad_ioctl(f->t, number, argument);
	begin_event("ioctl");
	print_file(f);
	printf(",\"number\":%u", number);
	if (argument) {
		print_hex("request", before, bytes);
		print_hex("after", argument, bytes);
	}
	finish_event(-err);
	return err;
}

void enable_pkey(struct file *f)
{
	if (!control(f, UMAD_ENABLE_PKEY, NULL, 0))
		f->long_header = true;
}

uint32_t add(struct file *f, struct umad_reg_req req)
{
	control(f, UMAD_REGISTER_AGENT, &req, sizeof(req));
	return req.id;
}

uint32_t add2(struct file *f, struct umad_reg_req2 req)
{
	control(f, UMAD_REGISTER_AGENT2, &req, sizeof(req));
	return req.id;
}

void drop(struct file *f, uint32_t id)
{
	control(f, UMAD_UNREGISTER_AGENT, &id, sizeof(id));
}

size_t header_bytes(const struct file *f)
{
	return f->long_header ? sizeof(struct umad_header) : UMAD_SHORT_HEADER;
}

void put(struct file *f, const struct message *m, size_t mad_bytes)
{
	const size_t header = header_bytes(f);
	uint8_t bytes[sizeof(*m)];
	int err;

	memcpy(bytes, &m->header, header);
	memcpy(bytes + header, m->mad, mad_bytes);
	err = f->t->ops->command(f->t, bytes, header + mad_bytes);
	begin_event("write");
	print_file(f);
	print_hex("request", bytes, header + mad_bytes);
	finish_event(err ? -err : (long)(header + mad_bytes));
}

bool wait_for(struct file *f, int ms)
{
	struct pollfd event = {.fd = f->t->fd, .events = POLLIN};
	const bool is = poll(&event, 1, ms) == 1 && event.revents & POLLIN;

	begin_event("poll");
	print_file(f);
	finish_event(is);
	return is;
}

struct message get(struct file *f, size_t room)
{
	static const struct message nothing;
	const size_t header = header_bytes(f);
	uint8_t bytes[sizeof(struct message)] = {0};
	struct message m = nothing;
	const ssize_t got = f->t->ops->mad_read(f->t, bytes, room);
	const size_t copied = got == -ENOSPC ? header + MAD_BYTES : got < 0 ? 0 : (size_t)got;

	begin_event("read");
	print_file(f);
	printf(",\"count\":%zu", room);
	if (copied)
		print_hex("response", bytes, copied);
	finish_event(got);
	if (got >= (ssize_t)header) {
		memcpy(&m.header, bytes, header);
		memcpy(m.mad, bytes + header, (size_t)got - header);
	}
	return m;
}

struct message receive_message(struct file *f)
{
	static const struct message nothing;

	return wait_for(f, PATIENCE_MS) ? get(f, header_bytes(f) + MAD_BYTES) : nothing;
}

void set_nonblocking(struct file *f)
{
	begin_event("fcntl");
	print_file(f);
	finish_event(fcntl(f->t->fd, F_SETFL, O_NONBLOCK));
}

void nothing_comes(struct file *f)
{
	wait_for(f, NOTHING_MS);
}

/* --- messages ------------------------------------------------------------------------------ */

struct umad_reg_req agent(uint8_t mgmt_class, uint8_t version, uint32_t methods)
{
	return (struct umad_reg_req){.qpn = 1,
				     .mgmt_class = mgmt_class,
				     .mgmt_class_version = version,
				     .method_mask = {methods}};
}

struct umad_reg_req vendor_agent(uint32_t methods)
{
	struct umad_reg_req req = agent(VENDOR_CLASS, 1, methods);

	req.oui[1] = 0x14;
	req.oui[2] = 0x05;
	return req;
}

struct message message(uint32_t id, uint8_t mgmt_class, uint8_t version, uint8_t method)
{
	static uint32_t tid = 0x100;
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = mgmt_class,
		.class_version = version,
		.method = method,
		.tid = 0xabcdef0000000000 | tid++,
		.attribute = 0x1,
		.modifier = 0x01020304,
	};
	struct message m = {.header = {.id = id,
				       .qpn = htonl(1),
				       .qkey = htonl(MAD_GSI_QKEY),
				       .grh_present = 1,
				       .hop_limit = 64}};

	memcpy(m.header.gid, own[0], sizeof(own[0]));
	mad_header_put(m.mad, &header);
	if (mgmt_class >= MAD_VENDOR_OUI_FIRST && mgmt_class <= MAD_VENDOR_OUI_LAST)
		memcpy(m.mad + OUI_AT, (const uint8_t[]){0x00, 0x14, 0x05}, 3);
	for (unsigned int i = 0x60; i < 0x70; i++)
		m.mad[i] = (uint8_t)i;
	return m;
}

struct message vendor(uint32_t id, uint8_t method)
{
	return message(id, VENDOR_CLASS, 1, method);
}

void send_request(struct file *f, struct message m, uint32_t timeout_ms)
{
	m.header.timeout_ms = timeout_ms;
	put(f, &m, MAD_BYTES);
	if (wait_for(f, PATIENCE_MS))
		get(f, header_bytes(f) + MAD_BYTES);
}

void respond(struct file *f, struct message m)
{
	struct mad_header header = mad_header_get(m.mad);

	header.method |= MAD_RESPONSE;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = 0;
	m.header.hop_limit = 64;
	m.header.qkey = htonl(MAD_GSI_QKEY);
	put(f, &m, MAD_BYTES);
}
