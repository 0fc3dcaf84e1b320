/* SPDX-License-Identifier: BSD-2-Clause */
/* Unreliable datagrams, to one queue pair and to multicast groups. */
#include <stdio.h>

#include "faults/faults.h"
#include "rig.h"

enum {
	QKEY = 0x1234,
	GRH = 40
};

struct fixture {
	struct rig *rig;
	struct rig_qp *a;
	struct rig_qp *b;
	struct rig_mr *from;
	struct rig_mr *to;
	struct inverbs_ah ah;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

static void set_path(struct fixture *f, bool global)
{
	struct mlx4_av av = {
		.port = 1,
		.pdn = f->rig->a.pd.pdn,
		.dlid = f->rig->b.dev.port[0].lid,
		.sl = 3,
		.grh = global,
		.hop_limit = 9,
		.traffic_class = 0x12,
		.flow_label = 0x34567,
	};

	if (global)
		memcpy(av.dgid, f->rig->b.dev.port[0].gid[0].raw, 16);
	mlx4_av_put(f->ah.av, &av);
}

static void ready(struct rig_qp *qp)
{
	const struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTR};

	rig_to_init(qp);
	rig_modify(qp, &attr, IBV_QP_STATE);
	rig_to_rts(qp);
}

static void make(struct fixture *f, void **state, uint32_t bytes)
{
	const struct rig_qp_options options = {.type = IBV_QPT_UD};

	memset(f, 0, sizeof(*f));
	f->rig = *state;
	f->a = rig_qp(&f->rig->a, &options);
	f->b = rig_qp(&f->rig->b, &options);
	ready(f->a);
	ready(f->b);
	f->from = rig_mr(&f->rig->a, 8192, 0);
	f->to = rig_mr(&f->rig->b, 8192, IBV_ACCESS_LOCAL_WRITE);
	rig_fill(f->from, 4);
	memset(f->to->bytes, 0xee, GRH);
	set_path(f, false);
	f->sge = rig_sge(f->from, 0, bytes);
	f->wr = rig_wr(IBV_WR_SEND_WITH_IMM, &f->sge);
	f->wr.imm_data = 77;
	f->wr.wr.ud.ah = &f->ah.ibv;
	f->wr.wr.ud.remote_qpn = f->b->k.qpn;
	f->wr.wr.ud.remote_qkey = QKEY;
}

static void go(struct fixture *f)
{
	rig_post(f->a, &f->wr);
	rig_run(f->rig);
}

static void expect_dropped(struct fixture *f, enum softhca_reason reason)
{
	go(f);
	rig_expect(f->a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f->b->recv_cq);
	assert_int_equal(f->rig->a.dev.port[0].counters.drops, 1);
	assert_int_equal(rig_reason(f->a, IBV_WC_SUCCESS), reason);
}

static void datagram_arrives(void **state)
{
	struct fixture f;
	struct ibv_wc wc;

	make(&f, state, 100);
	rig_recv(f.b, 7, f.to, 8192);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	wc = rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.byte_len, 100 + GRH);
	assert_int_equal(wc.src_qp, f.a->k.qpn);
	assert_int_equal(wc.slid, 1);
	assert_int_equal(wc.sl, 3);
	assert_int_equal(wc.imm_data, 77);
	assert_int_equal(wc.wc_flags, IBV_WC_WITH_IMM);
	assert_int_equal(f.to->bytes[39], 0xee); /* no GRH; the room for it is unchanged */
	assert_memory_equal(f.to->bytes + GRH, f.from->bytes, 100);
}

static void global_header_arrives(void **state)
{
	struct fixture f;
	struct ibv_grh grh;

	make(&f, state, 100);
	set_path(&f, true);
	rig_recv(f.b, 7, f.to, 8192);
	go(&f);
	assert_int_equal(rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS).wc_flags,
			 IBV_WC_WITH_IMM | IBV_WC_GRH);
	memcpy(&grh, f.to->bytes, sizeof(grh));
	assert_int_equal(grh.version_tclass_flow, INVERBS_BE32(0x61234567));
	assert_int_equal(grh.hop_limit, 9);
	assert_memory_equal(&grh.sgid, &f.rig->a.dev.port[0].gid[0], 16);
	assert_memory_equal(&grh.dgid, &f.rig->b.dev.port[0].gid[0], 16);
	assert_memory_equal(f.to->bytes + GRH, f.from->bytes, 100);
}

static void inline_datagram(void **state)
{
	struct fixture f;

	make(&f, state, 50);
	f.wr.send_flags |= IBV_SEND_INLINE;
	rig_recv(f.b, 7, f.to, 8192);
	go(&f);
	rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes + GRH, f.from->bytes, 50);
}

static void wrong_qkey_is_dropped(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	rig_recv(f.b, 7, f.to, 8192);
	f.wr.wr.ud.remote_qkey = QKEY + 1;
	expect_dropped(&f, SOFTHCA_REASON_QKEY);
}

static void high_qkey_means_the_own_one(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	rig_recv(f.b, 7, f.to, 8192);
	f.wr.wr.ud.remote_qkey = 0x80000000;
	go(&f);
	rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void no_receive_no_datagram(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	expect_dropped(&f, SOFTHCA_REASON_NO_RECEIVE);
}

static void no_queue_pair_with_the_number(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	f.wr.wr.ud.remote_qpn++;
	expect_dropped(&f, SOFTHCA_REASON_NO_PEER);
}

static void room_for_the_header_is_needed(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	rig_recv(f.b, 7, f.to, 100);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 7, IBV_WC_LOC_LEN_ERR);
}

static void one_packet_only(void **state)
{
	struct fixture f;

	make(&f, state, 4097);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_LOC_LEN_ERR), SOFTHCA_REASON_TOO_LONG);
	assert_int_equal(f.a->k.attr.qp_state, IBV_QPS_SQE);
}

static void address_of_another_domain(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	f.a->k.pd = &f.rig->a.other_pd;
	f.from->k.pd = &f.rig->a.other_pd;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_LOC_PROT_ERR), SOFTHCA_REASON_NO_ADDRESS);
}

/* --- link layers ------------------------------------------------------------------------- */

static void link_layers_do_not_meet(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	set_path(&f, true);
	rig_recv(f.b, 7, f.to, 8192);
	f.rig->b.dev.port[0].ethernet = true;
	expect_dropped(&f, SOFTHCA_REASON_NO_PATH);
}

static void ethernet_knows_no_lids(void **state)
{
	struct fixture f;

	make(&f, state, 10);
	rig_recv(f.b, 7, f.to, 8192);
	f.rig->a.dev.port[0].ethernet = true;
	f.rig->b.dev.port[0].ethernet = true;
	expect_dropped(&f, SOFTHCA_REASON_NO_PATH);
	set_path(&f, true);
	go(&f);
	rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS);
}

static void violations_are_counted_where_they_arrive(void **state)
{
	struct softhca_counters *counters;
	struct fixture f;

	make(&f, state, 10);
	counters = &f.rig->b.dev.port[0].counters;
	rig_recv(f.b, 7, f.to, 8192);
	f.wr.wr.ud.remote_qkey = QKEY + 1;
	go(&f);
	assert_int_equal(counters->qkey_violations, 1);
	assert_int_equal(counters->pkey_violations, 0);
	f.a->k.attr.pkey_index = 5;
	go(&f);
	assert_int_equal(counters->qkey_violations, 1);
	assert_int_equal(counters->pkey_violations, 1);
	rig_expect_none(f.b->recv_cq);
}

/* --- multicast --------------------------------------------------------------------------- */

struct member {
	struct softhca_qp_handle handle;
	struct softhca_mcast mcast;
	struct softhca_group group;
};

static void join(struct rig_qp *qp, struct member *member, const union ibv_gid *gid)
{
	*member = (struct member){
		.group = {.gid = *gid, .members = 1},
		.mcast = {.group = &member->group, .mlid = 0xc001},
	};
	softhca_link_init(&member->handle.mcast);
	softhca_list_add_last(&member->handle.mcast, &member->mcast.in_handle);
	softhca_list_add_last(&qp->k.handles, &member->handle.in_qp);
	qp->side->dev.num_groups++;
}

static void group_members_get_a_copy_each(void **state)
{
	const union ibv_gid gid = {.raw = {0xff, 0x12, [15] = 5}};
	struct member members[3];
	struct mlx4_av av = {.port = 1, .dlid = 0xc001, .grh = 1};
	struct fixture f;
	struct rig_qp *other;

	make(&f, state, 100);
	other = rig_qp(&f.rig->b, &(struct rig_qp_options){.type = IBV_QPT_UD});
	ready(other);
	join(f.a, &members[0], &gid);
	join(f.b, &members[1], &gid);
	join(other, &members[2], &(union ibv_gid){.raw = {0xff, 0x12, [15] = 6}});
	rig_recv(f.b, 7, f.to, 8192);
	rig_recv(other, 8, f.to, 8192);
	av.pdn = f.rig->a.pd.pdn;
	memcpy(av.dgid, gid.raw, 16);
	mlx4_av_put(f.ah.av, &av);
	f.wr.wr.ud.remote_qpn = 0xffffff;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 7, IBV_WC_SUCCESS);
	rig_expect_none(other->recv_cq);
	assert_memory_equal(f.to->bytes + GRH, f.from->bytes, 100);
	av.grh = 0; /* without a GID, the group's LID reaches every member */
	mlx4_av_put(f.ah.av, &av);
	go(&f);
	rig_expect(other->recv_cq, 8, IBV_WC_SUCCESS);
}

static void own_copies_can_be_refused(void **state)
{
	const union ibv_gid gid = {.raw = {0xff, 0x12, [15] = 5}};
	struct mlx4_av av = {.port = 1, .dlid = 0xc001, .grh = 1};
	struct member member;
	struct fixture f;

	make(&f, state, 100);
	join(f.a, &member, &gid);
	av.pdn = f.rig->a.pd.pdn;
	memcpy(av.dgid, gid.raw, 16);
	mlx4_av_put(f.ah.av, &av);
	f.wr.wr.ud.remote_qpn = 0xffffff;
	rig_recv(f.a, 7, rig_mr(&f.rig->a, 8192, IBV_ACCESS_LOCAL_WRITE), 8192);
	f.a->k.create_flags = IBV_QP_CREATE_BLOCK_SELF_MCAST_LB;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f.a->recv_cq);
	assert_int_equal(rig_reason(f.a, IBV_WC_SUCCESS), SOFTHCA_REASON_NO_GROUP);
	f.a->k.create_flags = 0;
	go(&f);
	rig_expect(f.a->recv_cq, 7, IBV_WC_SUCCESS);
}

/* --- injected faults --------------------------------------------------------------------- */

static void set(struct fixture *f, const char *line)
{
	char copy[SOFTHCA_FAULT_LINE], error[SOFTHCA_FAULT_ERROR];

	strcpy(f->rig->a.dev.name, "a");
	strcpy(f->rig->b.dev.name, "b");
	snprintf(copy, sizeof(copy), "%s", line);
	assert_int_equal(softhca_fault_add(&f->rig->hca, copy, error), 0);
}

/** Send datagrams 0 to n - 1, whose first byte is their number. b has receives from 70 on. */
static void send_some(struct fixture *f, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		rig_recv(f->b, 70 + i, f->to, 8192);
		f->from->bytes[0] = (uint8_t)i;
		f->wr.imm_data = i;
		go(f);
		f->from->bytes[0] = 0xff;
		rig_expect(f->a->send_cq, 1, IBV_WC_SUCCESS);
	}
}

static void expect_arrived(struct fixture *f, const char *numbers)
{
	for (; *numbers; numbers++)
		assert_int_equal(rig_next(f->b->recv_cq).imm_data, *numbers - '0');
	rig_expect_none(f->b->recv_cq);
}

static void datagrams_are_lost(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "lose request 2 from a to b:1");
	set(&f, "corrupt request 2");
	set(&f, "rnr request 4");
	set(&f, "lose response"); /* datagrams have no response */
	send_some(&f, 5);
	expect_arrived(&f, "024");
	assert_int_equal(rig_reason(f.a, IBV_WC_SUCCESS), SOFTHCA_REASON_FAULT_RULE);
	assert_int_equal(f.rig->a.dev.port[0].counters.drops, 2);
	assert_int_equal(f.rig->hca.faults->rule[0].matched, 5);
	assert_int_equal(f.rig->hca.faults->rule[1].hit, 0);
	assert_int_equal(f.rig->hca.faults->rule[3].matched, 0);
}

static void datagrams_arrive_twice(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "duplicate request 1");
	rig_recv(f.b, 60, f.to, 8192);
	send_some(&f, 2);
	expect_arrived(&f, "001");
}

static void datagrams_change_places(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "reorder request 2..3");
	send_some(&f, 4);
	/* while one is held back, the next one is not */
	expect_arrived(&f, "0213");
	set(&f, "reorder request 1");
	send_some(&f, 1);
	expect_arrived(&f, "");
	rig_state(f.a, IBV_QPS_RESET); /* a datagram that is held back is lost */
	ready(f.a);
	send_some(&f, 1);
	expect_arrived(&f, "0");
}

static void an_overtaken_datagram_has_its_own_bytes(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "reorder request 1");
	f.wr.send_flags = IBV_SEND_INLINE; /* unsignaled */
	f.sge.length = 50;
	go(&f);
	f.wr.send_flags = IBV_SEND_SIGNALED;
	f.sge.length = 0;
	rig_recv(f.b, 70, f.to, 8192);
	rig_recv(f.b, 80, f.to, 8192);
	go(&f);
	assert_int_equal(rig_next(f.b->recv_cq).byte_len, GRH);
	assert_int_equal(rig_next(f.b->recv_cq).byte_len, GRH + 50);
	assert_memory_equal(f.to->bytes + GRH, f.from->bytes, 50);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
}

static void datagrams_are_late(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "delay 1ms request");
	rig_recv(f.b, 70, f.to, 8192);
	go(&f);
	rig_advance(f.rig, 999999);
	rig_expect_none(f.a->send_cq);
	rig_expect_none(f.b->recv_cq);
	rig_advance(f.rig, 1);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 70, IBV_WC_SUCCESS);
}

static void a_datagram_breaks_its_queue_pair(void **state)
{
	struct fixture f;

	make(&f, state, 100);
	set(&f, "break request 1");
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_WR_FLUSH_ERR), SOFTHCA_REASON_EVENT);
	assert_int_equal(rig_events(f.rig, IBV_EVENT_QP_FATAL, &f.a->k), 1);
}

int test_datagram(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(datagram_arrives),
		RIG_TEST(global_header_arrives),
		RIG_TEST(inline_datagram),
		RIG_TEST(wrong_qkey_is_dropped),
		RIG_TEST(high_qkey_means_the_own_one),
		RIG_TEST(no_receive_no_datagram),
		RIG_TEST(no_queue_pair_with_the_number),
		RIG_TEST(room_for_the_header_is_needed),
		RIG_TEST(one_packet_only),
		RIG_TEST(address_of_another_domain),
		RIG_TEST(link_layers_do_not_meet),
		RIG_TEST(ethernet_knows_no_lids),
		RIG_TEST(violations_are_counted_where_they_arrive),
		RIG_TEST(group_members_get_a_copy_each),
		RIG_TEST(own_copies_can_be_refused),
		RIG_TEST(datagrams_are_lost),
		RIG_TEST(datagrams_arrive_twice),
		RIG_TEST(datagrams_change_places),
		RIG_TEST(an_overtaken_datagram_has_its_own_bytes),
		RIG_TEST(datagrams_are_late),
		RIG_TEST(a_datagram_breaks_its_queue_pair),
	};

	return cmocka_run_group_tests_name("datagram", tests, NULL, NULL);
}
