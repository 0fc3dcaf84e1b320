/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory shared by the processes of the storm: a board where each client announces how it can be
 * reached, and through which two clients agree to connect.
 */
#ifndef TESTS_STORM_STORM_H
#define TESTS_STORM_STORM_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CLIENTS = 50,
	HANG_S = 120,  /**< timeout after which a process counts as hung, even on a busy machine */
	CELL = 256,    /**< bytes that each client may write in another client's memory */
	MESSAGE = 512, /**< maximum length of a message */

	/* exit status of a client */
	ENDED = 0,  /**< stopped by the test */
	BROKEN = 1, /**< it reported an error */
	ORPHAN = 3, /**< calls fail with EIO: the emulator is gone */
};

enum mail {
	FREE,
	CLAIMED,
	ASKED,
	ANSWERED,
	DONE
};

/** One client. Its life number changes each time it is started or closes everything. */
struct row {
	uint32_t life; /**< current life number */
	uint32_t open; /**< the life that accepts connections, or 0 */
	int device;
	uint16_t lid;
	uint32_t ud_qpn, srqn, rkey;
	uint64_t addr;
	/* state of a connection request: life << 8 | enum mail */
	uint64_t mail;
	int from;
	uint32_t from_life;
	bool xrc;
	uint32_t asks_qpn, answers_qpn;
};

struct board {
	bool stop;
	char files[2][80];                  /**< files of the XRC domains, one per device */
	uint64_t messages, datagrams, lost; /**< received messages; connections that broke */
	struct row row[CLIENTS];
};

extern struct board *board;

static inline uint32_t look(const uint32_t *at)
{
	return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}

static inline bool alive(int slot, uint32_t life)
{
	return look(&board->row[slot].life) == life;
}

/** Advance the connection request of a client's life from one state to another. False if its state
 * was not `from`. */
static inline bool mail_move(int slot, uint32_t life, enum mail from, enum mail to)
{
	uint64_t expected = (uint64_t)life << 8 | from;

	return __atomic_compare_exchange_n(&board->row[slot].mail, &expected,
					   (uint64_t)life << 8 | to, false, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

static inline bool mail_is(int slot, uint32_t life, enum mail state)
{
	return __atomic_load_n(&board->row[slot].mail, __ATOMIC_SEQ_CST) ==
	       ((uint64_t)life << 8 | state);
}

static inline uint32_t noise(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/** Run a client until the board stops it, and exit. */
__attribute__((noreturn)) void client(int slot, uint32_t seed);

#endif
