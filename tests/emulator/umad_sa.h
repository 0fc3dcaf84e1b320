/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the built-in subnet administrator, at LID 1. */
#ifndef TESTS_EMULATOR_UMAD_SA_H
#define TESTS_EMULATOR_UMAD_SA_H

#include "umad_kit.h"

enum {
	SA_LID = 1,
	SA_KEY = 1, /* SM_Key */
};

/** A response, with its header and records. */
struct sa_answer {
	struct sa_header header;
	unsigned int count;
	const uint8_t *record;
	struct umad_message message;
};

struct sa_client {
	struct umad *u;
	uint32_t id;
	struct sa_answer answer;
};

/** Open umadN of a port, and register an agent for subnet administration. */
void sa_open(struct sa_client *c, const char *device, unsigned int port);
struct sa_header sa_request(uint8_t method, uint16_t attribute, uint64_t components);
/** Send a request with a record of `bytes` bytes. Returns the status of the response. */
unsigned int sa_ask(struct sa_client *c, const struct sa_header *header, const void *record,
		    size_t bytes);
/** Returns a MAD status that contains this class-specific status. */
unsigned int sa_status(unsigned int sa);
const uint8_t *sa_record(const struct sa_client *c, unsigned int n);
/** Get the first GID of a port. */
void gid_at(const char *device, unsigned int port, uint8_t gid[16]);

#endif
