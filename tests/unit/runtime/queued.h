/* SPDX-License-Identifier: BSD-2-Clause */
/* A simulated emulator without a thread: its replies are queued before the requests, which the test
 * reads afterwards. */
#ifndef TESTS_QUEUED_H
#define TESTS_QUEUED_H

#include "fake.h"
#include "partner.h"
#include "runtime/emulator_transport.h"

/** The emulator's replies on the next connection. */
struct queued {
	struct softhca_reply hello, second;
	int second_fds; /* number of descriptors with the second reply */
	int connections;
	int end; /* the emulator's end of the last connection */
	bool absent;
};

extern struct queued partner;

/** Arbitrary descriptors to send with replies. */
extern int spare[PARTNER_FDS_MAX];
/** Open them, and select this emulator. Nonzero on failure. */
int spare_open(void);

/** Send a reply with the first `fds` of the spare descriptors. */
void say(int sock, struct softhca_reply head, const void *payload, size_t bytes, int fds);
/** Close the emulator's end of the last connection. */
void hang_up(void);

/** An open device, with set-up and teardown functions. */
extern struct inverbs_emulated file;
int open_file(void **state);
int close_file(void **state);

/** Number of open descriptors of this process. */
int open_descriptors(void);

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, open_file, close_file)

#endif
