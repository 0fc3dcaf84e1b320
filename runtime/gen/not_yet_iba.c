/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Functions that are declared and documented but not implemented. Each fails with the error that
 * its comment names.
 */
#include <errno.h>
#include <iba/ib_al.h>

#define UNUSED __attribute__((unused))

ib_api_status_t ib_create_av(ib_pd_handle_t h_pd UNUSED, const ib_av_attr_t *p_av_attr UNUSED,
			     ib_av_handle_t *ph_av UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_av(ib_av_handle_t h_av UNUSED, ib_av_attr_t *p_av_attr UNUSED,
			    ib_pd_handle_t *ph_pd UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_modify_av(ib_av_handle_t h_av UNUSED, const ib_av_attr_t *p_av_attr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_av(ib_av_handle_t h_av UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_av_ctx(ib_pd_handle_t h_pd UNUSED, const ib_av_attr_t *p_av_attr UNUSED,
				 uint16_t ctx UNUSED, ib_av_handle_t *ph_av UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_av_ctx(ib_av_handle_t h_av UNUSED, uint16_t ctx UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_ci_call(ib_ca_handle_t h_ca UNUSED, const void **handle_array UNUSED,
			   uint32_t num_handles UNUSED, ib_ci_op_t *p_ci_op UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_listen(ib_al_handle_t h_al UNUSED, const ib_cm_listen_t *p_cm_listen UNUSED,
			     const void *listen_context UNUSED,
			     ib_listen_handle_t *ph_cm_listen UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_cancel(ib_listen_handle_t h_cm_listen UNUSED,
			     ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_req(const ib_cm_req_t *p_cm_req UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rep(ib_cm_handle_t h_cm_req UNUSED, const ib_cm_rep_t *p_cm_rep UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rtu(ib_cm_handle_t h_cm_rep UNUSED, const ib_cm_rtu_t *p_cm_rtu UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_rej(ib_cm_handle_t h_cm UNUSED, const ib_cm_rej_t *p_cm_rej UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_mra(ib_cm_handle_t h_cm UNUSED, const ib_cm_mra_t *p_cm_mra UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_lap(const ib_cm_lap_t *p_cm_lap UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_apr(ib_cm_handle_t h_cm_lap UNUSED, const ib_cm_apr_t *p_cm_apr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_dreq(const ib_cm_dreq_t *p_cm_dreq UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_drep(ib_cm_handle_t h_cm_dreq UNUSED, const ib_cm_drep_t *p_cm_drep UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_cm_handoff(ib_cm_handle_t h_cm_req UNUSED, ib_net64_t svc_id UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_cq(ib_ca_handle_t h_ca UNUSED, ib_cq_create_t *p_cq_create UNUSED,
			     const void *cq_context UNUSED,
			     ib_pfn_event_cb_t pfn_cq_event_cb UNUSED, ib_cq_handle_t *ph_cq UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_modify_cq(ib_cq_handle_t h_cq UNUSED, uint32_t *p_size UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_cq(ib_cq_handle_t h_cq UNUSED, uint32_t *p_size UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_cq(ib_cq_handle_t h_cq UNUSED, ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_ioc(ib_ca_handle_t h_ca UNUSED,
			      const ib_ioc_profile_t *p_ioc_profile UNUSED,
			      ib_ioc_handle_t *ph_ioc UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_ioc(ib_ioc_handle_t h_ioc UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reg_ioc(ib_ioc_handle_t h_ioc UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_add_svc_entry(ib_ioc_handle_t h_ioc UNUSED,
				 const ib_svc_entry_t *p_svc_entry UNUSED,
				 ib_svc_handle_t *ph_svc UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_remove_svc_entry(ib_svc_handle_t h_svc UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_join_mcast(ib_qp_handle_t h_qp UNUSED, const ib_mcast_req_t *p_mcast_req UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_join_mcast_no_qp(const ib_mcast_req_t *p_mcast_req UNUSED,
				    ib_mcast_handle_t *p_h_mcast UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_leave_mcast(ib_mcast_handle_t h_mcast UNUSED,
			       ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reg_mem(ib_pd_handle_t h_pd UNUSED, const ib_mr_create_t *p_mr_create UNUSED,
			   net32_t *p_lkey UNUSED, net32_t *p_rkey UNUSED,
			   ib_mr_handle_t *ph_mr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reg_phys(ib_pd_handle_t h_pd UNUSED,
			    const ib_phys_create_t *p_phys_create UNUSED, uint64_t *p_vaddr UNUSED,
			    net32_t *p_lkey UNUSED, net32_t *p_rkey UNUSED,
			    ib_mr_handle_t *ph_mr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_mr(ib_mr_handle_t h_mr UNUSED, ib_mr_attr_t *p_mr_attr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_rereg_mem(ib_mr_handle_t h_mr UNUSED, ib_mr_mod_t mr_mod_mask UNUSED,
			     const ib_mr_create_t *p_mr_create UNUSED, net32_t *p_lkey UNUSED,
			     net32_t *p_rkey UNUSED, ib_pd_handle_t h_pd UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_rereg_phys(ib_mr_handle_t h_mr UNUSED, ib_mr_mod_t mr_mod_mask UNUSED,
			      const ib_phys_create_t *p_phys_create UNUSED,
			      uint64_t *p_vaddr UNUSED, net32_t *p_lkey UNUSED,
			      net32_t *p_rkey UNUSED, ib_pd_handle_t h_pd UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reg_shared(ib_mr_handle_t h_mr UNUSED, ib_pd_handle_t h_pd UNUSED,
			      ib_access_t access_ctrl UNUSED, uint64_t *p_vaddr UNUSED,
			      net32_t *p_lkey UNUSED, net32_t *p_rkey UNUSED,
			      ib_mr_handle_t *ph_mr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reg_shmid(ib_pd_handle_t h_pd UNUSED, const ib_shmid_t shmid UNUSED,
			     const ib_mr_create_t *p_mr_create UNUSED, uint64_t *p_vaddr UNUSED,
			     net32_t *p_lkey UNUSED, net32_t *p_rkey UNUSED,
			     ib_mr_handle_t *ph_mr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_dereg_mr(ib_mr_handle_t h_mr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_mw(ib_pd_handle_t h_pd UNUSED, net32_t *p_rkey UNUSED,
			     ib_mw_handle_t *ph_mw UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_mw(ib_mw_handle_t h_mw UNUSED, ib_pd_handle_t *ph_pd UNUSED,
			    net32_t *p_rkey UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_bind_mw(ib_mw_handle_t h_mw UNUSED, ib_qp_handle_t h_qp UNUSED,
			   ib_bind_wr_t *p_mw_bind UNUSED, net32_t *p_rkey UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_mw(ib_mw_handle_t h_mw UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_reject_ioc(ib_al_handle_t h_al UNUSED, ib_pnp_handle_t h_ioc_event UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_get_guid(ib_al_handle_t h_al UNUSED, uint32_t index UNUSED,
			    ib_pnp_class_t device_type UNUSED, uint64_t attr_mask UNUSED,
			    ib_net64_t *p_guid UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_post_send(ib_qp_handle_t h_qp UNUSED, ib_send_wr_t *p_send_wr,
			     ib_send_wr_t **pp_send_failure)
{
	if (pp_send_failure)
		*pp_send_failure = p_send_wr;
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_post_recv(ib_qp_handle_t h_qp UNUSED, ib_recv_wr_t *p_recv_wr,
			     ib_recv_wr_t **pp_recv_failure)
{
	if (pp_recv_failure)
		*pp_recv_failure = p_recv_wr;
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_post_srq_recv(ib_srq_handle_t h_srq UNUSED, ib_recv_wr_t *p_recv_wr,
				 ib_recv_wr_t **pp_recv_failure)
{
	if (pp_recv_failure)
		*pp_recv_failure = p_recv_wr;
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_poll_cq(ib_cq_handle_t h_cq UNUSED, ib_wc_t **pp_free_wclist UNUSED,
			   ib_wc_t **pp_done_wclist UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_rearm_cq(ib_cq_handle_t h_cq UNUSED, boolean_t solicited UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_rearm_n_cq(ib_cq_handle_t h_cq UNUSED, uint32_t n_cqes UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_peek_cq(ib_cq_handle_t h_cq UNUSED, uint32_t *p_n_cqes UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_qp(ib_pd_handle_t h_pd UNUSED, const ib_qp_create_t *p_qp_create UNUSED,
			     const void *qp_context UNUSED,
			     ib_pfn_event_cb_t pfn_qp_event_cb UNUSED, ib_qp_handle_t *ph_qp UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_qp(ib_qp_handle_t h_qp UNUSED, ib_qp_attr_t *p_qp_attr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_modify_qp(ib_qp_handle_t h_qp UNUSED, const ib_qp_mod_t *p_qp_mod UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_qp(ib_qp_handle_t h_qp UNUSED, ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_init_dgrm_svc(ib_qp_handle_t h_qp UNUSED,
				 const ib_dgrm_info_t *p_dgrm_info UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_force_apm(ib_qp_handle_t h_qp UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_create_srq(ib_pd_handle_t h_pd UNUSED, const ib_srq_attr_t *p_srq_attr UNUSED,
			      const void *srq_context UNUSED,
			      ib_pfn_event_cb_t pfn_srq_event_cb UNUSED,
			      ib_srq_handle_t *ph_srq UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_query_srq(ib_srq_handle_t h_srq UNUSED, ib_srq_attr_t *p_srq_attr UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_modify_srq(ib_srq_handle_t h_srq UNUSED, const ib_srq_attr_t *p_srq_attr UNUSED,
			      ib_srq_attr_mask_t srq_attr_mask UNUSED)
{
	return IB_UNSUPPORTED;
}

ib_api_status_t ib_destroy_srq(ib_srq_handle_t h_srq UNUSED,
			       ib_pfn_destroy_cb_t pfn_destroy_cb UNUSED)
{
	return IB_UNSUPPORTED;
}
