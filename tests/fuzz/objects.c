/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands that the library builds for each adapter, driver-private data included; a few words are
 * changed on the way to the emulator.
 */
#include "host.h"
#include "program.h"
#include "target.h"

enum {
	MAX_ACTIONS = 60,
};

static void act(struct program *p, struct input *in)
{
	const uint8_t action = input_below(in, 8);

	if (input_u8(in) & 1)
		program_mutate(p, in);
	switch (action) {
	case 0:
	case 1:
	case 2:
	case 3:
		program_object(p, in);
		break;
	case 4:
		program_modify(p, in);
		break;
	case 5:
		program_query(p, in);
		break;
	case 6:
		program_post_send(p, in);
		break;
	default:
		program_time(in);
	}
	host_mutation.words = 0;
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
