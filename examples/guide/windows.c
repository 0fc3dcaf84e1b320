/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows: grant a peer access to part of a region, and revoke it, without the kernel. */
#include "kit.h"

static enum ibv_wc_status try_to_write(const struct end *end, uint64_t address, uint32_t key)
{
	struct ibv_sge from = sge_of(end, 0, 16);

	post_send(end, (struct ibv_send_wr){
			       .sg_list = &from,
			       .num_sge = 1,
			       .opcode = IBV_WR_RDMA_WRITE,
			       .send_flags = IBV_SEND_SIGNALED,
			       .wr.rdma = {.remote_addr = address, .rkey = key},
		       });
	return wait_for(end->cq).status;
}

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);
	struct end *owner = &ends[1];

	struct ibv_mw *mw = ibv_alloc_mw(owner->pd, IBV_MW_TYPE_2);
	must(mw, "ibv_alloc_mw");
	/* Binding is a work request: it is processed in order, and as cheap as others. */
	const uint32_t key = ibv_inc_rkey(mw->rkey);
	struct ibv_send_wr bind = {.opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED};
	bind.bind_mw.mw = mw;
	bind.bind_mw.rkey = key;
	bind.bind_mw.bind_info = (struct ibv_mw_bind_info){
		.mr = owner->mr,
		.addr = (uintptr_t)owner->text + 64,
		.length = 16,
		.mw_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};
	post_send(owner, bind);
	completed(owner->cq);

	strcpy(ends[0].text, "a loan");
	enum ibv_wc_status status = try_to_write(&ends[0], (uintptr_t)owner->text + 64, key);
	printf("with the key: %s, \"%s\"\n", ibv_wc_status_str(status), owner->text + 64);

	/* From here on, the key is invalid. */
	post_send(owner, (struct ibv_send_wr){
				 .opcode = IBV_WR_LOCAL_INV,
				 .invalidate_rkey = key,
				 .send_flags = IBV_SEND_SIGNALED,
			 });
	completed(owner->cq);
	status = try_to_write(&ends[0], (uintptr_t)owner->text + 64, key);
	printf("afterwards:   %s\n", ibv_wc_status_str(status));

	must_be_0(ibv_dealloc_mw(mw), "ibv_dealloc_mw");
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
