/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings that change while the adapter reads them: until the input ends, a second thread writes to
 * the send queue of a connected queue pair. Data that is fetched twice sometimes differs.
 */
#include <pthread.h>
#include <stdlib.h>

#include "host.h"
#include "program.h"
#include "target.h"

enum {
	MAX_ACTIONS = 40,
	PLACES = 8,
};

/** Offsets and values that the second thread writes. */
struct flipper {
	uint8_t *ring;
	size_t bytes;
	struct {
		uint16_t at;
		uint8_t value;
	} place[PLACES];
	bool over;
};

static void *overwrite_bytes(void *arg)
{
	struct flipper *f = arg;

	/* each value stays only for a short time */
	for (uint32_t i = 0; !__atomic_load_n(&f->over, __ATOMIC_RELAXED); i++) {
		const uint32_t n = i % PLACES;
		const uint8_t value = i / PLACES & 1 ? f->place[n].value : (uint8_t)(i >> 4);

		__atomic_store_n(&f->ring[f->place[n].at % f->bytes], value, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void act(struct program *p, struct input *in)
{
	switch (input_below(in, 8)) {
	case 0:
	case 1:
	case 2:
	case 3:
		program_post_send(p, in);
		break;
	case 4:
		program_post_recv(p, in);
		break;
	case 5:
	case 6:
		host_run();
		break;
	default:
		program_modify(p, in);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct program program;
	struct input in = {data, size};
	struct flipper f = {.over = false};
	pthread_t thread;

	program_open(&program, &in);
	f.ring = program_ring(program.end[0].qp[0], &f.bytes);
	for (int i = 0; i < PLACES; i++) {
		f.place[i].at = input_u16(&in);
		f.place[i].value = input_u8(&in);
	}
	if (f.ring && f.bytes) {
		if (pthread_create(&thread, NULL, overwrite_bytes, &f))
			abort();
	}
	for (int i = 0; i < MAX_ACTIONS && in.left; i++)
		act(&program, &in);
	__atomic_store_n(&f.over, true, __ATOMIC_RELAXED);
	if (f.ring && f.bytes)
		pthread_join(thread, NULL);
	program_close(&program);
	return 0;
}
