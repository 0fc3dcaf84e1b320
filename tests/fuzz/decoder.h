/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The generated functions that read an adapter's WQEs and CQEs; decoder.c is compiled for each
 * adapter.
 */
#ifndef TESTS_FUZZ_DECODER_H
#define TESTS_FUZZ_DECODER_H

#include <inverbs/device/device.h>
#include <inverbs/print/dump.h>

struct decoder {
	int (*send)(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t bytes,
		    struct inverbs_dev_wr *out);
	int (*receive)(const struct inverbs_dev_copy *slot, uint32_t bytes,
		       struct inverbs_dev_recv *out);
	const struct inverbs_dump *dump; /**< NULL for drafts, which the tools do not support */
};

#endif
