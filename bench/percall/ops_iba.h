/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The measured calls of the access layer, compiled twice: bound and without a binding. The
 * including file defines their names with IBA_OP.
 */
#include "iba.h"

ib_api_status_t IBA_OP(op_ib_send)(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	return ib_post_send(h_qp, wr, failed);
}

ib_api_status_t IBA_OP(op_ib_recv)(ib_qp_handle_t h_qp, ib_recv_wr_t *wr, ib_recv_wr_t **failed)
{
	return ib_post_recv(h_qp, wr, failed);
}

ib_api_status_t IBA_OP(op_ib_poll)(ib_cq_handle_t h_cq, ib_wc_t **free, ib_wc_t **done)
{
	return ib_poll_cq(h_cq, free, done);
}

ib_api_status_t IBA_OP(op_ib_rearm)(ib_cq_handle_t h_cq, boolean_t solicited)
{
	return ib_rearm_cq(h_cq, solicited);
}
