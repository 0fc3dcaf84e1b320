/* SPDX-License-Identifier: BSD-2-Clause */
/* What client and server of the tutorial have agreed on. */
#ifndef TUTORIAL_NUMBERS_H
#define TUTORIAL_NUMBERS_H

#include <errno.h>
#include <rdma/rdma_verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_PORT "20079"

/** Two numbers, big endian, that the client wants added. */
struct question {
	__be32 first;
	__be32 second;
};

/** Their sum. */
struct answer {
	__be32 sum;
};

/** End the program with what failed. */
static inline void must(int ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(1);
}

/** The completion of one queue must be good. */
static inline void done(int got, const struct ibv_wc *wc, const char *what)
{
	must(got == 1, what);
	if (wc->status == IBV_WC_SUCCESS)
		return;
	fprintf(stderr, "%s: %s\n", what, ibv_wc_status_str(wc->status));
	exit(1);
}

#endif
