/* SPDX-License-Identifier: BSD-2-Clause */
/* An emulator that replies before it is asked: no thread, and the test reads the requests
 * afterwards. */
#ifndef TESTS_QUEUED_H
#define TESTS_QUEUED_H

#include "fake.h"
#include "partner.h"
#include "runtime/emulator_transport.h"

/** What the emulator says on the next connection. */
struct queued {
	struct softhca_reply hello, second;
	int second_fds; /* that come with the second reply */
	int connections;
	int end; /* of the last connection; the emulator's */
	bool absent;
};

extern struct queued partner;

/** Descriptors for replies; what they are does not matter. */
extern int spare[PARTNER_FDS_MAX];
/** Open them, and let the emulator be this one. Not 0: that failed. */
int spare_open(void);

/** A reply with the first `fds` of the spare descriptors. */
void say(int sock, struct softhca_reply head, const void *payload, size_t bytes, int fds);
/** The emulator ends the last connection. */
void hang_up(void);

/** An open device, of setup and teardown. */
extern struct inverbs_emulated file;
int open_file(void **state);
int close_file(void **state);

/** How many descriptors this process has open. */
int open_descriptors(void);

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, open_file, close_file)

#endif
