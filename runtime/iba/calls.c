/* SPDX-License-Identifier: BSD-2-Clause */
/* The inline calls, compiled for all adapters, for programs that are bound to none. */
#include <inverbs/iba/fast.h>

ib_api_status_t inverbs_iba_any_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					  ib_send_wr_t **failed)
{
	return inverbs_iba_inline_post_send(h_qp, wr, failed);
}

ib_api_status_t inverbs_iba_any_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					  ib_recv_wr_t **failed)
{
	return inverbs_iba_inline_post_recv(h_qp, wr, failed);
}

ib_api_status_t inverbs_iba_any_poll(ib_cq_handle_t h_cq, ib_wc_t **free_list, ib_wc_t **done_list)
{
	return inverbs_iba_inline_poll(h_cq, free_list, done_list);
}

ib_api_status_t inverbs_iba_any_rearm(ib_cq_handle_t h_cq, boolean_t solicited)
{
	return inverbs_iba_inline_rearm(h_cq, solicited);
}
