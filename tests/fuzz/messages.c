/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything that can be sent to the daemon, on several connections: messages, commands of verbs
 * and of the connection manager, ioctl, softhcactl lines and descriptors, as recorded from real
 * programs (seeds.py) or built from the tables of the interfaces.
 */
#include <fcntl.h>
#include <inverbs/kernel/ucma_parse.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "faults/faults.h"
#include "host.h"
#include "target.h"
#include "wire.h"

enum {
	CONNECTIONS = 6,
	MAPPINGS = 8,
	MAX_ACTIONS = 250,
	WORDS = 10,
	LONGEST_WORD = 40,
	ATTRIBUTES = 20,
	PAGE = 4096,
};

struct state {
	struct wire wire[CONNECTIONS];
	struct {
		uint8_t *at;
		size_t bytes;
	} mapping[MAPPINGS];
	unsigned int mappings;
};

static const char *const devices[] = {"rxe_0",   "rxe_1",   "mlx4_0", "mlx4_1",
				      "cxgb3_0", "cxgb3_1", ""};

static struct wire *some_wire(struct state *s, struct input *in)
{
	return &s->wire[input_below(in, CONNECTIONS)];
}

/* --- descriptors ------------------------------------------------------------------------- */

static int memory_file(size_t bytes, int seals)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0 || ftruncate(fd, (off_t)bytes) || fcntl(fd, F_ADD_SEALS, seals))
		abort();
	return fd;
}

/** Returns a descriptor of a kind that a client may send; the caller closes it. */
static int some_fd(struct state *s, struct input *in)
{
	int pair[2];

	switch (input_below(in, 8)) {
	case 0:
		return memory_file(input_below(in, 16) * PAGE, F_SEAL_SHRINK);
	case 1:
		return memory_file(16 * PAGE, 0);
	case 2:
		return open("/dev/null", O_RDWR | O_CLOEXEC);
	case 3:
		if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair))
			abort();
		close(pair[1]);
		return pair[0];
	case 4: /* the client keeps the other end */
		return dup(s->wire[0].sock);
	case 5:
		return dup(some_wire(s, in)->file);
	default:
		return dup(some_wire(s, in)->taken);
	}
}

static void send_with_fds(struct state *s, struct input *in, struct wire *w, struct wire_message *m)
{
	const unsigned int wanted = input_below(in, 8);

	for (unsigned int i = 0; wanted < 4 && i < wanted; i++) {
		m->fd[m->fds] = some_fd(s, in);
		m->fds += m->fd[m->fds] >= 0;
	}
	wire_exchange(w, m);
	for (unsigned int i = 0; i < m->fds; i++)
		close(m->fd[i]);
}

/* --- messages ---------------------------------------------------------------------------- */

static void any_message(struct state *s, struct input *in, struct wire *w)
{
	uint8_t payload[256];
	struct wire_message m = {.op = input_below(in, 18), .payload = payload};

	for (int i = 0; i < 3; i++)
		m.arg[i] = input_number(in) * (input_u8(in) & 1 ? PAGE : 1);
	m.bytes = input_u8(in);
	input_bytes(in, payload, m.bytes);
	if (input_u8(in) == 0xff)
		m.claimed = input_u8(in);
	m.short_head = input_u8(in) == 0xff;
	send_with_fds(s, in, w, &m);
}

static void verbatim(struct state *s, struct input *in, struct wire *w, uint32_t op)
{
	uint8_t payload[WIRE_PAYLOAD];
	struct wire_message m = {.op = op, .payload = payload};

	m.bytes = input_u16(in) % sizeof(payload);
	m.bytes = m.bytes < in->left ? m.bytes : in->left;
	input_bytes(in, payload, m.bytes);
	send_with_fds(s, in, w, &m);
}

static void built_command(struct state *s, struct input *in, struct wire *w)
{
	const uint8_t number = input_u8(in);
	uint8_t bytes[WIRE_PAYLOAD];
	struct wire_message m = {.op = SOFTHCA_OP_COMMAND, .payload = bytes};

	if (w->file >= 0)
		m.bytes = wire_build(in, ucma_command_info, number % 28, bytes, sizeof(bytes));
	else
		m.bytes = wire_build(in, uverbs_command_info,
				     number % 64 | (number & 128 ? UVERBS_EXTENDED : 0), bytes,
				     sizeof(bytes));
	send_with_fds(s, in, w, &m);
}

static struct uverbs_ioctl_attr built_attr(struct input *in, const struct uverbs_attribute_info *a)
{
	struct uverbs_ioctl_attr attr = {.attr_id = a->id, .flags = 1};
	const uint8_t what = input_u8(in);

	attr.len = a->bytes;
	switch (a->kind) {
	case UVERBS_KIND_OUTPUT:
		attr.data = (uintptr_t)host_memory + what * 8U;
		break;
	case UVERBS_KIND_INPUT:
		attr.len = (uint16_t)(a->bytes + (a->flags & UVERBS_ATTR_ANY ? what : 0));
		attr.data = attr.len > 8 ? (uintptr_t)host_memory + input_u8(in) * 8U
					 : input_number(in);
		break;
	case UVERBS_KIND_CONSTANT:
	case UVERBS_KIND_BITS:
		attr.len = 8;
		attr.data = input_number(in);
		break;
	default:
		attr.len = 0;
		attr.data = what;
	}
	if (what == 0xff) {
		attr.len = input_u16(in);
		attr.flags = input_u8(in);
		attr.data = input_number(in);
	}
	return attr;
}

static void built_ioctl(struct state *s, struct input *in, struct wire *w)
{
	static const struct uverbs_attribute_info driver[] = {
		{UVERBS_ATTR_DRIVER_IN, 1, UVERBS_KIND_INPUT, UVERBS_ATTR_ANY, -1, 0, -1},
		{UVERBS_ATTR_DRIVER_OUT, 64, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
	};
	struct {
		struct uverbs_ioctl_hdr hdr;
		struct uverbs_ioctl_attr attr[ATTRIBUTES];
	} c = {.hdr = {.object_id = (uint16_t)input_below(in, 17),
		       .method_id = (uint16_t)input_below(in, 8)}};
	const struct uverbs_method_info *method = uverbs_method_info(c.hdr.object_id,
								     c.hdr.method_id);
	struct wire_message m = {.op = SOFTHCA_OP_IOCTL, .payload = &c};
	const uint32_t left_out = input_u16(in);
	const uint8_t id = input_u8(in);

	c.hdr.driver_id = id < 4 ? (const uint8_t[]){14, 2, 3, 0}[id] : id;
	for (size_t i = 0; method && i < method->count && i < 16; i++) {
		if (!(left_out >> i & 1))
			c.attr[c.hdr.num_attrs++] = built_attr(in, &method->attributes[i]);
	}
	for (size_t i = 0; i < 2; i++) {
		if (input_u8(in) & 1)
			c.attr[c.hdr.num_attrs++] = built_attr(in, &driver[i]);
	}
	m.bytes = sizeof(c.hdr) + c.hdr.num_attrs * sizeof(c.attr[0]);
	c.hdr.length = (uint16_t)m.bytes;
	if (input_u8(in) == 0xff)
		c.hdr.length = (uint16_t)input_number(in);
	send_with_fds(s, in, w, &m);
}

/* --- text -------------------------------------------------------------------------------- */

static const char *const words[] = {
	"list",
	"objects",
	"connections",
	"counters",
	"port",
	"event",
	"fault",
	"stop",
	"idle",
	"up",
	"down",
	"add",
	"clear",
	"rxe_0",
	"rxe_1",
	"mlx4_0",
	"mlx4_1:2",
	"cxgb3_0",
	"cxgb3_1",
	"mlx4_1",
	"0",
	"1",
	"2",
	"3",
	"0x48",
	"0x49",
	"17",
	"0xffff",
	"0xfe80",
	"fe80::1",
	"::1",
	"lose",
	"corrupt",
	"duplicate",
	"reorder",
	"rnr",
	"break",
	"delay",
	"refuse",
	"request",
	"response",
	"command",
	"from",
	"to",
	"every",
	"any",
	"seed",
	"10ms",
	"1us",
	"60s",
	"3..5",
	"0.5%",
	"100%",
	"ENOMEM",
	"EINTR",
	"CREATE_QP",
	"REG_MR",
	"MODIFY_QP",
	"mlx4_0:1/0x48",
	"rxe_0/17",
	"port_active",
	"port_err",
	"lid_change",
	"pkey_change",
	"sm_change",
	"gid_change",
	"client_reregister",
	"device_fatal",
	"addr_change",
	"db_full",
	"db_empty",
	"qp_fatal",
	"qp_req_err",
	"qp_access_err",
	"path_mig",
	"cq_err",
	"srq_err",
	"-1",
	"%",
	"99999999999999999999",
};

/** Writes words and numbers. Returns the length. */
static size_t some_line(struct input *in, char *line, size_t room)
{
	const uint32_t n = input_below(in, WORDS);
	size_t length = 0;

	for (uint32_t i = 0; i < n && room - length > LONGEST_WORD; i++) {
		const uint8_t word = input_u8(in);

		if (word < sizeof(words) / sizeof(words[0]))
			length += (size_t)snprintf(line + length, LONGEST_WORD, "%s ", words[word]);
		else
			length += (size_t)snprintf(line + length, LONGEST_WORD, "%u ", word * 8U);
	}
	return length;
}

static void send_control(struct state *s, struct input *in, struct wire *w)
{
	struct wire_message m = {.op = SOFTHCA_OP_CONTROL};
	char line[512];

	m.payload = line;
	m.bytes = some_line(in, line, sizeof(line));
	send_with_fds(s, in, w, &m);
}

/** Loads a file as the daemon's option --faults does. */
static void faults_file(struct input *in)
{
	const uint32_t lines = input_below(in, 4);
	int fd = memfd_create("faults", MFD_CLOEXEC);
	char line[512], path[64], error[512];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (uint32_t i = 0; i < lines; i++) {
		size_t length = some_line(in, line, sizeof(line) - 1);

		line[length++] = '\n';
		if (write(fd, line, length) != (ssize_t)length)
			abort();
	}
	softhca_faults_load(host_emulator(), path, error, sizeof(error));
	close(fd);
}

static const char *const paths[] = {
	"",
	"node_guid",
	"sys_image_guid",
	"fw_ver",
	"node_type",
	"node_desc",
	"hca_type",
	"board_id",
	"hw_rev",
	"device/net",
	"device",
	"ports",
	"ports/1",
	"ports/1/",
	"ports/2",
	"ports/0",
	"ports/1/gids",
	"ports/1/gids/0",
	"ports/1/gids/1",
	"ports/1/gids/255",
	"ports/1/pkeys/0",
	"ports/1/pkeys",
	"ports/1/state",
	"ports/1/lid",
	"ports/1/sm_lid",
	"ports/1/rate",
	"ports/1/phys_state",
	"ports/1/link_layer",
	"ports/1/lid_mask_count",
	"ports/1/cap_mask",
	"ports/1/sm_sl",
	"ports/1/gid_attrs",
	"ports/1/gid_attrs/types/0",
	"ports/1/gid_attrs/ndevs/0",
	"ports/1/counters",
	"ports/1/counters/port_xmit_data",
	"ports/1/hw_counters",
	"hw_counters",
	"ports/1/counters_ext",
	"abi_version",
	"ibdev",
	"device/vendor",
	"device/device",
	"device/local_cpus",
	"dev",
};

static void attributes(struct state *s, struct input *in, struct wire *w, uint32_t op)
{
	const uint8_t path = input_u8(in);
	const uint32_t device = input_below(in, sizeof(devices) / sizeof(devices[0]));
	char text[128] = "";
	char other[32] = "";
	struct wire_message m = {.op = op, .payload = text};

	if (path >= sizeof(paths) / sizeof(paths[0]))
		input_bytes(in, other, path % sizeof(other));
	m.bytes = (size_t)snprintf(text, sizeof(text), "%s", devices[device]) + 1;
	m.bytes += (size_t)snprintf(text + m.bytes, sizeof(text) - m.bytes, "%s",
				    *other || path >= sizeof(paths) / sizeof(paths[0])
					    ? other
					    : paths[path]) +
		   1;
	send_with_fds(s, in, w, &m);
}

/* --- the rest ---------------------------------------------------------------------------- */

static void open_something(struct input *in, struct wire *w)
{
	const uint32_t what = input_below(in, sizeof(devices) / sizeof(devices[0]) + 1);

	if (w->sock < 0)
		wire_open(w, true);
	if (what == sizeof(devices) / sizeof(devices[0]))
		wire_manager(w);
	else
		wire_device(w, devices[what]);
}

static void map_memory(struct state *s, struct input *in, struct wire *w)
{
	struct wire_message m = {.op = SOFTHCA_OP_MAP, .arg = {input_u16(in) * (uint64_t)PAGE}};
	void *at;

	m.arg[1] = (uint64_t)input_u8(in) * PAGE;
	m.arg[2] = input_below(in, 4);
	if (wire_exchange(w, &m) || w->taken < 0 || s->mappings == MAPPINGS)
		return;
	at = mmap(NULL, m.arg[1], PROT_READ | PROT_WRITE, MAP_SHARED, w->taken,
		  (off_t)w->header.arg[0]);
	if (at == MAP_FAILED)
		return;
	s->mapping[s->mappings].at = at;
	s->mapping[s->mappings++].bytes = m.arg[1];
}

static void write_mapping(struct state *s, struct input *in)
{
	const uint32_t which = input_below(in, MAPPINGS);
	const uint32_t at = input_u16(in);
	const uint32_t bytes = input_u8(in);
	uint8_t data[256];

	input_bytes(in, data, bytes);
	if (which < s->mappings && at + bytes <= s->mapping[which].bytes)
		memcpy(s->mapping[which].at + at, data, bytes);
}

/** Writes to a client's memory at an address of a recorded run. */
static void write_memory(struct input *in)
{
	const uint32_t at = input_u32(in) % HOST_MEMORY_BYTES;
	uint32_t bytes = input_u16(in) % 1024;

	bytes = bytes < HOST_MEMORY_BYTES - at ? bytes : HOST_MEMORY_BYTES - at;
	input_bytes(in, host_memory + at, bytes);
}

/** Adds another connection to an open file. */
static void attach_connection(struct state *s, struct input *in, struct wire *w)
{
	struct wire *child = some_wire(s, in);
	struct wire_message m = {.op = SOFTHCA_OP_ATTACH, .fds = 1};
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		abort();
	m.fd[0] = pair[1];
	wire_close(child);
	if (w->sock >= 0) {
		wire_exchange(w, &m); /* there is no reply: the wait times out */
	}
	close(pair[1]);
	if (child->sock >= 0)
		close(child->sock);
	child->sock = pair[0];
}

static void act(struct state *s, struct input *in)
{
	const uint8_t action = input_below(in, 21);
	struct wire *w = some_wire(s, in);

	switch (action) {
	case 0:
		wire_close(w);
		wire_open(w, input_u8(in) != 0xff);
		break;
	case 1:
		wire_close(w);
		break;
	case 2:
		open_something(in, w);
		break;
	case 3:
		any_message(s, in, w);
		break;
	case 4:
	case 5:
		built_command(s, in, w);
		break;
	case 6:
		verbatim(s, in, w, SOFTHCA_OP_COMMAND);
		break;
	case 7:
	case 8:
		built_ioctl(s, in, w);
		break;
	case 9:
		verbatim(s, in, w, SOFTHCA_OP_IOCTL);
		break;
	case 10:
		attributes(s, in, w, SOFTHCA_OP_READ_ATTR);
		break;
	case 11:
		attributes(s, in, w, SOFTHCA_OP_LIST_ATTRS);
		break;
	case 12:
	case 13:
		send_control(s, in, w);
		break;
	case 14:
		map_memory(s, in, w);
		break;
	case 15:
		write_mapping(s, in);
		break;
	case 16:
		write_memory(in);
		break;
	case 17:
		attach_connection(s, in, w);
		break;
	case 18:
		host_sleep(UINT64_C(1) << input_below(in, 36));
		break;
	case 19:
		faults_file(in);
		break;
	default:
		if (w->taken >= 0 && host_readable(w->taken))
			(void)!read(w->taken, w->reply, 64);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct state state;
	struct input in = {data, size};

	host_memory_repeats = true;
	host_start("rxe_0,rxe_1,mlx4_0,mlx4_1:2,cxgb3_0,cxgb3_1:t3a");
	for (int i = 0; i < CONNECTIONS; i++)
		state.wire[i].sock = state.wire[i].file = state.wire[i].taken = -1;
	state.mappings = 0;
	wire_open(&state.wire[0], true);
	for (int i = 0; i < MAX_ACTIONS && in.left; i++)
		act(&state, &in);
	for (int i = 0; i < CONNECTIONS; i++)
		wire_close(&state.wire[i]);
	for (unsigned int i = 0; i < state.mappings; i++)
		munmap(state.mapping[i].at, state.mapping[i].bytes);
	host_stop();
	return 0;
}
