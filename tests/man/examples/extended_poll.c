/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <infiniband/verbs.h>

/* Polls all completions and returns the total of bytes received, or
 * -1 on failure. The completion queue was created with
 * IBV_WC_EX_WITH_BYTE_LEN.
 */
long long count_bytes(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attr = {.comp_mask = 0};
	long long bytes = 0;
	int err = ibv_start_poll(cq, &attr);

	/* ibv_end_poll() is only called after a successful start */
	if (err)
		return err == ENOENT ? 0 : -1;
	do {
		if (cq->status != IBV_WC_SUCCESS)
			bytes = -1;
		else if (bytes >= 0 &&
			 ibv_wc_read_opcode(cq) & IBV_WC_RECV)
			bytes += ibv_wc_read_byte_len(cq);
		err = ibv_next_poll(cq);
	} while (!err);
	ibv_end_poll(cq);
	return err == ENOENT ? bytes : -1;
}
