/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulator in this process and this thread: it runs when a client waits for it, until it would
 * sleep, by a clock that counts its own readings. The same input gives the same run.
 *
 * Clients are of this process, too, but the emulator takes them for another one: it copies what
 * they do not share, and maps what they do.
 */
#ifndef TESTS_FUZZ_HOST_H
#define TESTS_FUZZ_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HOST_MEMORY_BYTES = 1 << 20,
};

/** A server with these devices, separated by commas. */
void host_start(const char *devices);
struct softhca_topology;
/** The same on a topology, or NULL; false: it does not fit the devices. */
bool host_start_fabric(const char *devices, const struct softhca_topology *topology);
void host_stop(void);
/** For what the daemon's options do; between host_start() and host_stop(). */
struct softhca *host_emulator(void);
/** Run until there is nothing to do. */
void host_run(void);
/** Time passes; then run. */
void host_sleep(uint64_t ns);
/** A connected socket. */
int host_connect(void);
/** Is something to be read now? Runs first. */
bool host_readable(int fd);

/** From now on, memory that clients lose is no fault; what the emulator loses always is. */
void host_leaks(bool allowed);

/** Memory of the clients, always at the same address; zero at the start. */
extern uint8_t *const host_memory;
/**
 * Whether that memory repeats through a client's whole address space: then every address of a
 * recorded run is good. Otherwise addresses are those of this process, and outside the memory the
 * emulator may only read.
 */
extern bool host_memory_repeats;

/** What happens to the next message to the emulator: so many words of its payload change. */
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
