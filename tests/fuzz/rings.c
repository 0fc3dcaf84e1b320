/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings of each adapter in states that exercise the engines: connected queue pairs of every type,
 * shared receive queues, windows, groups. The library writes the WQEs, and some of their bytes are
 * changed before the adapter reads them.
 */
#include "program.h"
#include "target.h"

enum {
	MAX_ACTIONS = 60,
};

static void act(struct program *p, struct input *in)
{
	switch (input_below(in, 16)) {
	case 0:
	case 1:
	case 2:
	case 3:
		program_post_send(p, in);
		break;
	case 4:
	case 5:
		program_post_recv(p, in);
		break;
	case 6:
	case 7:
		program_poll(p, in);
		break;
	case 8:
	case 9:
		program_scribble(p, in);
		break;
	case 10:
	case 11:
		program_object(p, in);
		break;
	case 12:
		program_modify(p, in);
		break;
	case 13:
		program_control(p, in);
		break;
	case 14:
		program_query(p, in);
		break;
	default:
		program_time(in);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct program program;
	struct input in = {data, size};

	program_open(&program, &in);
	for (int i = 0; i < MAX_ACTIONS && in.left; i++)
		act(&program, &in);
	program_close(&program);
	return 0;
}
