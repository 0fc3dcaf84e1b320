/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps numbers of the trace, which were valid in that run only, to those of this run. */
#include "live.h"

enum {
	PAIRS = 512
};

static struct {
	uint64_t then[PAIRS];
	uint64_t now[PAIRS];
	unsigned int count;
} names[LIVE_NAMES];

static struct {
	uint64_t then, now, bytes;
} memory[PAIRS];
static unsigned int memories;

void live_forget_names(void)
{
	memories = 0;
	for (unsigned int i = 0; i < LIVE_NAMES; i++)
		names[i].count = 0;
}

void live_remember(enum live_name kind, uint64_t then, uint64_t now)
{
	unsigned int n = names[kind].count;

	if (n == PAIRS)
		return;
	names[kind].then[n] = then;
	names[kind].now[n] = now;
	names[kind].count++;
}

uint64_t live_name_now(enum live_name kind, uint64_t then)
{
	for (unsigned int i = names[kind].count; i-- > 0;) {
		if (names[kind].then[i] == then)
			return names[kind].now[i];
	}
	return then;
}

uint32_t live_key_now(uint32_t then)
{
	const uint32_t tag = 0xff;

	for (unsigned int i = names[LIVE_KEY].count; i-- > 0;) {
		const uint32_t was = (uint32_t)names[LIVE_KEY].then[i];
		const uint32_t is = (uint32_t)names[LIVE_KEY].now[i];

		if (was >> 8 == then >> 8)
			return (is & ~tag) | ((is + (then - was)) & tag);
	}
	return then;
}

/* A queue that no response had is the new receive queue of a MODIFY_SRQ. */
enum live_queue_kind live_kind_of(uint64_t offset)
{
	const uint64_t kind = live_name_now(LIVE_KIND, offset);

	return kind == offset ? LIVE_RECEIVES : (enum live_queue_kind)kind;
}

bool live_knows_memory(uint64_t then, uint64_t bytes)
{
	for (unsigned int i = 0; i < memories; i++) {
		if (then - memory[i].then < memory[i].bytes &&
		    bytes <= memory[i].bytes - (then - memory[i].then))
			return true;
	}
	return false;
}

void live_remember_memory(uint64_t then, uint64_t now, uint64_t bytes)
{
	if (memories == PAIRS)
		return;
	memory[memories].then = then;
	memory[memories].now = now;
	memory[memories++].bytes = bytes;
}

uint64_t live_address_now(uint64_t then)
{
	for (unsigned int i = memories; i-- > 0;) {
		if (then - memory[i].then < memory[i].bytes)
			return then - memory[i].then + memory[i].now;
	}
	return then;
}
