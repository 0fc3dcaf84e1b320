/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory regions and windows. */
#include "pair.h"

struct region {
	net32_t lkey, rkey;
	ib_mr_handle_t mr;
};

static uint8_t memory[4 * 4096] __attribute__((aligned(4096)));

static ib_mr_create_t range(ib_access_t access)
{
	return (ib_mr_create_t){.vaddr = memory + 4096, .length = 4096, .access_ctrl = access};
}

static void I41_memory_is_registered(void **state)
{
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE | IB_AC_RDMA_READ);
	struct region r = {.mr = NULL};
	ib_pd_handle_t alias;
	struct kit k;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_reg_mem(bad, NULL, NULL, NULL, NULL));
	assert_int_equal(ib_reg_mem(k.pd, NULL, &r.lkey, &r.rkey, &r.mr), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_mem(k.pd, &create, NULL, &r.rkey, &r.mr), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, NULL, &r.mr), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, NULL), IB_INVALID_PARAMETER);
	create.length = 0;
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_INVALID_PARAMETER);
	create = range(1 << 20);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_UNSUPPORTED);
	create = range(IB_AC_RDMA_WRITE);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_INVALID_PERMISSION);
	create = range(IB_AC_ATOMIC);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_INVALID_PERMISSION);
	assert_null(r.mr);
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_ALIAS, NULL, &alias), IB_SUCCESS);
	create = range(IB_AC_LOCAL_WRITE);
	assert_int_equal(ib_reg_mem(alias, &create, &r.lkey, &r.rkey, &r.mr), IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_SUCCESS);
	kit_close(&k);
}

static void I17_I43_a_region_returns_its_attributes(void **state)
{
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE | IB_AC_RDMA_READ);
	struct region r;
	ib_mr_attr_t attr;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_SUCCESS);
	KIT_REFUSES(&k, ib_mr_handle_t, IB_INVALID_MR_HANDLE, ib_query_mr(bad, &attr));
	assert_int_equal(ib_query_mr(r.mr, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_mr(r.mr, &attr), IB_SUCCESS);
	assert_ptr_equal(attr.h_pd, k.pd);
	assert_int_equal(attr.local_lb, (uintptr_t)create.vaddr);
	assert_int_equal(attr.local_ub, (uintptr_t)create.vaddr + create.length - 1);
	assert_int_equal(attr.access_ctrl, create.access_ctrl);
	assert_int_equal(attr.lkey, r.lkey);
	assert_int_equal(attr.rkey, r.rkey);
	/* on this adapter both keys are the same number */
	assert_int_equal(r.lkey, cl_ntoh32(r.rkey));
	kit_close(&k);
}

static void I44_a_region_can_change(void **state)
{
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE), other = range(IB_AC_RDMA_READ);
	struct region r;
	ib_pd_handle_t pd;
	ib_mr_attr_t attr;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_SUCCESS);
	KIT_REFUSES(&k, ib_mr_handle_t, IB_INVALID_MR_HANDLE,
		    ib_rereg_mem(bad, IB_MR_MOD_PD, NULL, &r.lkey, &r.rkey, pd));
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_rereg_mem(r.mr, IB_MR_MOD_PD, NULL, &r.lkey, &r.rkey, bad));
	assert_int_equal(ib_rereg_mem(r.mr, IB_MR_MOD_PD, NULL, NULL, &r.rkey, pd),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_rereg_mem(r.mr, IB_MR_MOD_ADDR, NULL, &r.lkey, &r.rkey, NULL),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_rereg_mem(r.mr, 0, &other, &r.lkey, &r.rkey, NULL), IB_INVALID_SETTING);
	assert_int_equal(ib_rereg_mem(r.mr, 8, &other, &r.lkey, &r.rkey, NULL), IB_INVALID_SETTING);
	other.vaddr = memory;
	other.length = 0;
	assert_int_equal(ib_rereg_mem(r.mr, IB_MR_MOD_ADDR, &other, &r.lkey, &r.rkey, NULL),
			 IB_INVALID_PARAMETER);
	other.vaddr = NULL;
	other.length = 100;
	assert_int_equal(ib_rereg_mem(r.mr, IB_MR_MOD_ADDR, &other, &r.lkey, &r.rkey, NULL),
			 IB_INVALID_PARAMETER);
	other.vaddr = memory;
	assert_int_equal(ib_rereg_mem(r.mr, IB_MR_MOD_ADDR, &other, &r.lkey, &r.rkey, NULL),
			 IB_SUCCESS);
	assert_int_equal(ib_query_mr(r.mr, &attr), IB_SUCCESS);
	assert_int_equal(attr.local_lb, (uintptr_t)memory);
	assert_int_equal(attr.local_ub - attr.local_lb, 99);
	assert_int_equal(attr.access_ctrl, IB_AC_LOCAL_WRITE);
	assert_int_equal(attr.lkey, r.lkey);
	assert_int_equal(
		ib_rereg_mem(r.mr, IB_MR_MOD_ACCESS | IB_MR_MOD_PD, &other, &r.lkey, &r.rkey, pd),
		IB_SUCCESS);
	assert_int_equal(ib_query_mr(r.mr, &attr), IB_SUCCESS);
	assert_ptr_equal(attr.h_pd, pd);
	assert_int_equal(attr.access_ctrl, IB_AC_RDMA_READ);
	assert_int_equal(attr.rkey, r.rkey);
	/* it now belongs to the new domain, so the old one can be deallocated */
	assert_int_equal(ib_dealloc_pd(k.pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_query_mr(r.mr, &attr), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_query_mr(r.mr, &attr), IB_INVALID_MR_HANDLE);
	kit_close(&k);
}

static void I42_I45_I19_physical_memory_is_checked_and_refused(void **state)
{
	ib_phys_range_t list = {.base_addr = 0x1000, .size = 4096};
	ib_phys_create_t phys = {.length = 4096,
				 .num_ranges = 1,
				 .range_array = &list,
				 .hca_page_size = 4096,
				 .access_ctrl = IB_AC_LOCAL_WRITE};
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE);
	uint64_t address = 0;
	struct region r;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_SUCCESS);
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_reg_phys(bad, &phys, &address, &r.lkey, &r.rkey, &r.mr));
	assert_int_equal(ib_reg_phys(k.pd, &phys, NULL, &r.lkey, &r.rkey, &r.mr),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_phys(k.pd, &phys, &address, &r.lkey, &r.rkey, &r.mr),
			 IB_UNSUPPORTED);
	KIT_REFUSES(&k, ib_mr_handle_t, IB_INVALID_MR_HANDLE,
		    ib_rereg_phys(bad, IB_MR_MOD_ADDR, &phys, &address, &r.lkey, &r.rkey, NULL));
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_rereg_phys(r.mr, IB_MR_MOD_PD, &phys, &address, &r.lkey, &r.rkey, bad));
	assert_int_equal(ib_rereg_phys(r.mr, 0, &phys, &address, &r.lkey, &r.rkey, NULL),
			 IB_INVALID_SETTING);
	assert_int_equal(
		ib_rereg_phys(r.mr, IB_MR_MOD_ADDR, NULL, &address, &r.lkey, &r.rkey, NULL),
		IB_INVALID_PARAMETER);
	assert_int_equal(
		ib_rereg_phys(r.mr, IB_MR_MOD_ADDR, &phys, &address, &r.lkey, &r.rkey, NULL),
		IB_UNSUPPORTED);
	phys.access_ctrl = IB_AC_RDMA_WRITE;
	assert_int_equal(ib_reg_phys(k.pd, &phys, &address, &r.lkey, &r.rkey, &r.mr),
			 IB_INVALID_PERMISSION);
	kit_close(&k);
}

static void I46_a_shared_registration_lives_on(void **state)
{
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE);
	struct region r, shared;
	uint64_t address = 0;
	ib_mr_attr_t attr;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_reg_mem(k.pd, &create, &r.lkey, &r.rkey, &r.mr), IB_SUCCESS);
	KIT_REFUSES(&k, ib_mr_handle_t, IB_INVALID_MR_HANDLE,
		    ib_reg_shared(bad, k.pd, 0, &address, &r.lkey, &r.rkey, &shared.mr));
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_reg_shared(r.mr, bad, 0, &address, &r.lkey, &r.rkey, &shared.mr));
	assert_int_equal(ib_reg_shared(r.mr, k.pd, 0, NULL, &r.lkey, &r.rkey, &shared.mr),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_shared(r.mr, k.pd, IB_AC_RDMA_WRITE, &address, &shared.lkey,
				       &shared.rkey, &shared.mr),
			 IB_INVALID_PERMISSION);
	assert_int_equal(ib_reg_shared(r.mr, k.pd, IB_AC_RDMA_READ, &address, &shared.lkey,
				       &shared.rkey, &shared.mr),
			 IB_SUCCESS);
	assert_int_equal(address, (uintptr_t)create.vaddr);
	assert_int_not_equal(shared.lkey, r.lkey);
	assert_int_equal(ib_dereg_mr(r.mr), IB_SUCCESS);
	assert_int_equal(ib_query_mr(shared.mr, &attr), IB_SUCCESS);
	assert_int_equal(attr.local_lb, (uintptr_t)create.vaddr);
	assert_int_equal(attr.access_ctrl, IB_AC_RDMA_READ);
	kit_close(&k);
}

static void I47_memory_has_an_identifier(void **state)
{
	ib_mr_create_t create = range(IB_AC_LOCAL_WRITE), other = range(IB_AC_LOCAL_WRITE);
	ib_shmid_t id = "some memory";
	struct region r, again;
	uint64_t address = 0;
	struct kit k;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_reg_shmid(bad, id, &create, &address, &r.lkey, &r.rkey, &r.mr));
	assert_int_equal(ib_reg_shmid(k.pd, id, NULL, &address, &r.lkey, &r.rkey, &r.mr),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_shmid(k.pd, id, &create, &address, &r.lkey, &r.rkey, &r.mr),
			 IB_SUCCESS);
	assert_int_equal(address, (uintptr_t)create.vaddr);
	other.vaddr = memory;
	other.length = 100;
	assert_int_equal(
		ib_reg_shmid(k.pd, id, &other, &address, &again.lkey, &again.rkey, &again.mr),
		IB_INVALID_SETTING);
	other.length = create.length;
	assert_int_equal(
		ib_reg_shmid(k.pd, id, &other, &address, &again.lkey, &again.rkey, &again.mr),
		IB_SUCCESS);
	assert_int_equal(address, (uintptr_t)create.vaddr);
	assert_int_equal(ib_dereg_mr(r.mr), IB_SUCCESS);
	assert_int_equal(ib_dereg_mr(again.mr), IB_SUCCESS);
	/* the identifier is unused again */
	assert_int_equal(ib_reg_shmid(k.pd, id, &other, &address, &r.lkey, &r.rkey, &r.mr),
			 IB_SUCCESS);
	assert_int_equal(address, (uintptr_t)memory);
	kit_close(&k);
}

static ib_bind_wr_t binding(const struct side *side, net32_t rkey)
{
	return (ib_bind_wr_t){.wr_id = 33,
			      .send_opt = IB_SEND_OPT_SIGNALED,
			      .h_mr = side->mr,
			      .access_ctrl = IB_AC_RDMA_WRITE,
			      .current_rkey = rkey,
			      .local_ds = side_ds(side, 0, 512)};
}

static void I53_I54_windows_are_created_and_queried(void **state)
{
	net32_t rkey = 0, seen = 1;
	ib_mw_handle_t mw = NULL;
	ib_pd_handle_t pd;
	struct kit k;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE, ib_create_mw(bad, &rkey, &mw));
	assert_int_equal(ib_create_mw(k.pd, NULL, &mw), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_mw(k.pd, &rkey, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_mw(k.pd, &rkey, &mw), IB_SUCCESS);
	KIT_REFUSES(&k, ib_mw_handle_t, IB_INVALID_MW_HANDLE, ib_query_mw(bad, &pd, &seen));
	assert_int_equal(ib_query_mw(mw, NULL, &seen), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_mw(mw, &pd, &seen), IB_SUCCESS);
	assert_ptr_equal(pd, k.pd);
	assert_int_equal(seen, rkey);
	kit_close(&k);
}

static void I55_I56_I48_a_bound_window_keeps_its_region(void **state)
{
	net32_t first = 0, rkey = 0;
	ib_bind_wr_t bind, none;
	ib_mw_handle_t mw;
	struct pair p;
	ib_wc_t wc;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_mw(p.a.pd, &first, &mw), IB_SUCCESS);
	bind = binding(&p.a, first);
	KIT_REFUSES(&p.kit, ib_mw_handle_t, IB_INVALID_MW_HANDLE,
		    ib_bind_mw(bad, p.a.qp, &bind, &rkey));
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE,
		    ib_bind_mw(mw, bad, &bind, &rkey));
	assert_int_equal(ib_bind_mw(mw, p.a.qp, NULL, &rkey), IB_INVALID_PARAMETER);
	bind.h_mr = NULL;
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_INVALID_MR_HANDLE);
	bind = binding(&p.a, ~first);
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_INVALID_RKEY);
	bind = binding(&p.a, first);
	bind.access_ctrl = 1 << 20;
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_UNSUPPORTED);
	bind = binding(&p.a, first);
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_SUCCESS);
	assert_int_not_equal(rkey, first);
	wc = side_take(&p.a);
	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	assert_int_equal(wc.wc_type, IB_WC_MW_BIND);
	assert_int_equal(wc.wr_id, 33);
	assert_int_equal(ib_dereg_mr(p.a.mr), IB_RESOURCE_BUSY);
	assert_int_equal(ib_rereg_mem(p.a.mr, IB_MR_MOD_PD, NULL, &p.a.lkey, &p.a.rkey, p.a.pd),
			 IB_RESOURCE_BUSY);
	none = (ib_bind_wr_t){.current_rkey = rkey, .send_opt = IB_SEND_OPT_SIGNALED};
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &none, &rkey), IB_SUCCESS);
	assert_int_equal(side_take(&p.a).status, IB_WCS_SUCCESS);
	bind = binding(&p.a, rkey);
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_SUCCESS);
	side_take(&p.a);
	KIT_REFUSES(&p.kit, ib_mw_handle_t, IB_INVALID_MW_HANDLE, ib_destroy_mw(bad));
	assert_int_equal(ib_destroy_mw(mw), IB_SUCCESS);
	KIT_REFUSES(&p.kit, ib_mr_handle_t, IB_INVALID_MR_HANDLE, ib_dereg_mr(bad));
	assert_int_equal(ib_dereg_mr(p.a.mr), IB_SUCCESS);
	pair_close(&p);
}

static void I12_a_domain_ends_with_bound_windows(void **state)
{
	struct pair p;
	ib_bind_wr_t bind;
	ib_mw_handle_t mw;
	net32_t rkey;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_mw(p.a.pd, &rkey, &mw), IB_SUCCESS);
	bind = binding(&p.a, rkey);
	assert_int_equal(ib_bind_mw(mw, p.a.qp, &bind, &rkey), IB_SUCCESS);
	side_take(&p.a);
	assert_int_equal(ib_dealloc_pd(p.a.pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_mw(mw), IB_INVALID_MW_HANDLE);
	assert_int_equal(ib_dereg_mr(p.a.mr), IB_INVALID_MR_HANDLE);
	assert_int_equal(ib_destroy_qp(p.a.qp, NULL), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_destroy_cq(p.a.cq, ib_sync_destroy), IB_SUCCESS);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I41_memory_is_registered),
		TEST(I17_I43_a_region_returns_its_attributes),
		TEST(I44_a_region_can_change),
		TEST(I42_I45_I19_physical_memory_is_checked_and_refused),
		TEST(I46_a_shared_registration_lives_on),
		TEST(I47_memory_has_an_identifier),
		TEST(I53_I54_windows_are_created_and_queried),
		TEST(I55_I56_I48_a_bound_window_keeps_its_region),
		TEST(I12_a_domain_ends_with_bound_windows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
