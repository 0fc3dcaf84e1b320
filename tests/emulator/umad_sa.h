/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the built-in subnet administrator, at LID 1. */
#ifndef TESTS_EMULATOR_UMAD_SA_H
#define TESTS_EMULATOR_UMAD_SA_H

#include "umad_kit.h"

enum {
	SA_LID = 1,
	SA_KEY = 1, /* SM_Key */
};

/** A response: header and records. */
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

/** An agent of the class at a port. */
void sa_open(struct sa_client *c, const char *device, unsigned int port);
struct sa_header sa_request(uint8_t method, uint16_t attribute, uint64_t components);
/** Send a request with a record of `bytes`; returns the status of its response. */
unsigned int sa_ask(struct sa_client *c, const struct sa_header *header, const void *record,
		    size_t bytes);
/** A status of the class in a header. */
unsigned int sa_status(unsigned int sa);
const uint8_t *sa_record(const struct sa_client *c, unsigned int n);
/** The first GID of a port. */
void gid_at(const char *device, unsigned int port, uint8_t gid[16]);

#endif
