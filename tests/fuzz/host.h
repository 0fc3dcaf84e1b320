/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator in this process and thread: it runs when a client waits for it, until it would
 * sleep. Its clock counts its own readings, so that the same input gives the same run.
 *
 * Clients are in this process, too, but the emulator treats them as another one: it copies memory
 * that they do not share, and maps memory that they share.
 */
#ifndef TESTS_FUZZ_HOST_H
#define TESTS_FUZZ_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HOST_MEMORY_BYTES = 1 << 20,
};

/** Start a server with these devices, separated by commas. */
void host_start(const char *devices);
struct softhca_topology;
/** The same on a topology, which may be NULL. Returns false if it does not fit the devices. */
bool host_start_fabric(const char *devices, const struct softhca_topology *topology);
void host_stop(void);
/** To do what options of the daemon do; valid between host_start() and host_stop(). */
struct softhca *host_emulator(void);
/** Run until there is nothing left to do. */
void host_run(void);
/** Let time pass, then run. */
void host_sleep(uint64_t ns);
/** Returns a connected socket. */
int host_connect(void);
/** Runs, then returns whether the socket has something to read. */
bool host_readable(int fd);

/** Whether clients may leak memory from now on; the emulator never may. */
void host_leaks(bool allowed);

/** The clients' memory, always at the same address; initially zero. */
extern uint8_t *const host_memory;
/**
 * Whether this memory repeats throughout a client's address space, so that every address of a
 * recorded run is valid. Otherwise addresses are those of this process, and outside this memory the
 * emulator may only read, and write ioctl outputs.
 */
extern bool host_memory_repeats;

/** Changes to the payload of the next message to the emulator: this many words. */
struct host_mutation {
	uint32_t words;
	struct {
		uint16_t at; /**< modulo the length */
		uint8_t how; /**< 0: set, 1: exclusive or, 2: add */
		uint32_t value;
	} word[4];
};
extern struct host_mutation host_mutation;

#endif
