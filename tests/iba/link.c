/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which parts of the access layer are linked into a program: one that uses verbs only (LINK_LAYER
 * is 0), one that uses the layer's verbs (1), and one that sends management datagrams (2). The
 * programs need not run.
 */
#include <iba/ib_al.h>

#if LINK_LAYER == 0
int main(void)
{
	int count = 0;
	struct ibv_device **list = ibv_get_device_list(&count);

	return !list || !count;
}
#else
int main(void)
{
	ib_qp_create_t qp_create = {.qp_type = IB_QPT_RELIABLE_CONN};
	ib_cq_create_t cq_create = {.size = 1};
	ib_wc_t wc = {0}, *free_list = &wc, *done_list = NULL;
	ib_al_handle_t al = NULL;
	ib_ca_handle_t ca = NULL;
	ib_pd_handle_t pd = NULL;
	ib_qp_handle_t qp = NULL;

	ib_open_al(&al);
	ib_open_ca(al, 1, NULL, NULL, &ca);
	ib_alloc_pd(ca, IB_PDT_NORMAL, NULL, &pd);
	ib_create_cq(ca, &cq_create, NULL, NULL, &qp_create.h_sq_cq);
	ib_create_qp(pd, &qp_create, NULL, NULL, &qp);
	ib_post_send(qp, NULL, NULL);
	ib_poll_cq(qp_create.h_sq_cq, &free_list, &done_list);
#if LINK_LAYER == 2
	ib_send_mad(NULL, NULL, NULL);
#endif
	return ib_close_al(al);
}
#endif
