/* SPDX-License-Identifier: BSD-2-Clause */
/* Connect-IB: its vectors are among mlx5's and use the same names. */
#include "hooks.h"

#include <inverbs/adapters/connectib.h>
#include <inverbs/device/connectib_device.h>

#define GOLDEN_ADAPTER connectib
#include "calls.h"

#include "mlx5.h"

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_completion_ts = connectib_read_completion_ts;
	cq->read_dlid_path_bits = connectib_read_dlid_path_bits;
}

static const struct golden_calls calls = {
	GOLDEN_COMMON_CALLS,
	.extended = extended,
	.post_srq_recv = connectib_post_srq_recv,
	.srq_init = connectib_srq_init,
	.decode_srq_recv = connectib_dev_decode_srq_recv,
	.srq_free = connectib_srq_free,
	.send_credit = connectib_send_credit,
	.recv_credit = connectib_recv_credit,
	.cq_seek = connectib_cq_seek,
};

const struct golden_vocabulary *connectib_words(void)
{
	static struct golden_vocabulary words;

	words = mlx5_words;
	words.calls = &calls;
	return &words;
}
