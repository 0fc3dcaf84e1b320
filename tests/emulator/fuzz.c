/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nonsense, with a fixed seed: random messages, random commands, and good commands with a few bits
 * turned. The emulator answers every one, serves the others meanwhile, and keeps nothing when the
 * connection closes.
 */
#include "raw.h"

#include <fcntl.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <time.h>
#include <unistd.h>

enum {
	SEED = 20240607,
	MAX_SECONDS = 3,
	ROUNDS = 20000,
	MAX_BYTES = 300,
	ROOM = 1 << 16, /* an attribute says its length in 16 bits */
};

static uint64_t seed = SEED;

static uint32_t next(uint32_t limit)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % limit;
}

static bool in_time(void)
{
	static time_t end;
	time_t now = time(NULL);

	if (!end)
		end = now + MAX_SECONDS;
	return now < end;
}

static void quiet(void)
{
	/* a line per malformed command is the daemon's duty and nobody's pleasure */
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	dup2(null, STDERR_FILENO);
	close(null);
}

/** Drop what a reply brought. */
static void drop(struct raw *raw)
{
	if (raw->fd >= 0)
		close(raw->fd);
	raw->fd = -1;
}

static void random_bytes(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)next(256);
}

static void random_messages(struct raw *raw)
{
	uint8_t payload[MAX_BYTES];
	uint64_t arg[3] = {next(3) * 4096UL, next(3) * 4096UL, next(8)};
	size_t bytes = next(MAX_BYTES);
	uint32_t op = next(12);

	/* CONTROL and SHARE have effects that other tests look at, or that need a descriptor */
	if (op == SOFTHCA_OP_CONTROL || op == SOFTHCA_OP_SHARE)
		op = SOFTHCA_OP_COMMAND;
	random_bytes(payload, bytes);
	raw_exchange(raw, op, arg, payload, bytes, -1);
	drop(raw);
}

/** A command whose head is good and whose body is random small numbers, so that handles and sizes
 * are often valid. */
static void random_command(struct raw *raw, void *room)
{
	uint32_t words[64];
	const struct uverbs_command_info *info;
	uint32_t number = next(58);
	bool extended = next(4) == 0;
	size_t bytes, at = extended ? 6 : 2;
	uint64_t address = (uintptr_t)room;

	info = uverbs_command_info(number | (extended ? UVERBS_EXTENDED : 0));
	if (!info || !info->name)
		return;
	bytes = (size_t)(info->request_bytes + 7) / 8 * 8 + next(3) * 8UL;
	for (size_t i = 0; i < 64; i++)
		words[i] = next(16) ? next(8) : (uint32_t)seed;
	words[0] = number | (extended ? UVERBS_EXTENDED : 0);
	if (extended) {
		words[1] = (uint32_t)(bytes / 8) | 64 / 8 << 16;
		memcpy(&words[2], &address, sizeof(address));
		words[4] = 0;
		words[5] = 0;
	} else {
		words[1] = (uint32_t)(at + bytes / 4) | 100 << 16;
		memcpy(&words[2], &address, sizeof(address));
	}
	if (next(8) == 0)
		words[next(8)] ^= 1U << next(32);
	raw_exchange(raw, SOFTHCA_OP_COMMAND, NULL, words, at * 4 + bytes, -1);
	drop(raw);
}

/** What a method wants, or nearly so. */
static struct uverbs_ioctl_attr random_attr(const struct uverbs_attribute_info *info, void *room)
{
	struct uverbs_ioctl_attr attr = {.attr_id = info->id, .flags = (uint16_t)next(2)};

	switch (info->kind) {
	case UVERBS_KIND_OUTPUT:
		attr.len = (uint16_t)(info->bytes + next(4));
		attr.data = next(8) ? (uintptr_t)room : next(64);
		break;
	case UVERBS_KIND_INPUT:
		attr.len = (uint16_t)(info->bytes +
				      (info->flags & UVERBS_ATTR_ANY ? next(128) : 0));
		attr.data = attr.len > 8 && next(8) ? (uintptr_t)room : next(64);
		break;
	case UVERBS_KIND_CONSTANT:
	case UVERBS_KIND_BITS:
		attr.len = 8;
		attr.data = next(64) | (next(4) ? 0 : UVERBS_EXTENDED);
		break;
	default:
		attr.data = next(8);
	}
	if (next(16) == 0)
		attr.len = (uint16_t)next(UINT16_MAX);
	return attr;
}

/** A call whose method mostly exists, its attributes in order or a few of them, the driver's too.
 */
static void random_ioctl(struct raw *raw, int driver_id, uint8_t *room)
{
	static const struct uverbs_attribute_info driver[] = {
		{UVERBS_ATTR_DRIVER_IN, 1, UVERBS_KIND_INPUT, UVERBS_ATTR_ANY, -1, 0, -1},
		{UVERBS_ATTR_DRIVER_OUT, 64, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
	};
	struct {
		struct uverbs_ioctl_hdr hdr;
		struct uverbs_ioctl_attr attr[32];
	} c = {.hdr = {.object_id = (uint16_t)next(17),
		       .method_id = (uint16_t)next(7),
		       .driver_id = (uint32_t)driver_id}};
	size_t bytes;
	const struct uverbs_method_info *method = uverbs_method_info(c.hdr.object_id,
								     c.hdr.method_id);

	for (size_t i = 0; method && i < method->count; i++) {
		if (next(8))
			c.attr[c.hdr.num_attrs++] = random_attr(&method->attributes[i], room);
	}
	for (size_t i = 0; i < 2 && next(4); i++)
		c.attr[c.hdr.num_attrs++] = random_attr(&driver[i], room);
	for (size_t i = 0; i < 64; i++)
		room[next(256)] = (uint8_t)next(8);
	c.hdr.length = (uint16_t)(sizeof(c.hdr) + c.hdr.num_attrs * sizeof(c.attr[0]));
	bytes = c.hdr.length;
	if (next(16) == 0)
		((uint8_t *)&c)[next(40)] ^= (uint8_t)(1 << next(8));
	raw_exchange(raw, SOFTHCA_OP_IOCTL, NULL, &c, bytes, -1);
	drop(raw);
}

static int driver_of(unsigned int nth)
{
	return nth % 3 ? 3 : 2; /* as victim() has them */
}

/** One of each device, with some objects to hit. */
static struct raw *victim(unsigned int nth)
{
	static const char *const devices[] = {"mlx4_1", "cxgb3_0", "cxgb3_1"};
	struct raw *raw = raw_context(devices[nth % 3], NULL);
	uint32_t pd = raw_pd(raw);

	raw_qp(raw, pd, raw_cq(raw));
	if (nth % 3 == 0)
		raw_srq(raw, pd);
	return raw;
}

static void nonsense_harms_nobody(void **state)
{
	struct raw *witness = raw_context("mlx4_0", NULL);
	struct raw *watch = raw_connect(NULL);
	void *room = raw_memory(ROOM);
	int rounds = 0;
	unsigned int victims = 0;

	(void)state;
	quiet();
	while (rounds < ROUNDS && in_time()) {
		struct raw *raw = victim(victims++);

		for (int i = 0; i < 100; i++, rounds++) {
			if (next(4) == 0)
				random_ioctl(raw, driver_of(victims - 1), room);
			else if (next(4))
				random_command(raw, room);
			else
				random_messages(raw);
		}
		raw_close(raw);
	}
	assert_int_equal(raw_pd(witness), 0); /* still there, still right */
	assert_int_equal(raw_dealloc_pd(witness, 0), 0);
	for (int i = 0; raw_objects(watch) && i < 100; i++)
		usleep(10000);
	assert_int_equal(raw_objects(watch), 0);
	raw_close(witness);
	raw_close(watch);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nonsense_harms_nobody),
	};

	return raw_run(argc, argv, "fuzz", tests, sizeof(tests) / sizeof(tests[0]));
}
