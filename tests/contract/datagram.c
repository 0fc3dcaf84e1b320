/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V20, V22, V46: address handles, and datagrams from one queue pair to another. */
#include <arpa/inet.h>

#include "ud.h"

/** A test that gets two new sides. */
#define EACH(name) cmocka_unit_test_setup_teardown(name, set_up_datagram, tear_down)

static struct side a, b;

static int set_up_datagram(void **state)
{
	(void)state;
	ud_open(&a, 0);
	ud_open(&b, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	side_close(&a);
	side_close(&b);
	return 0;
}

/* --- handles ----------------------------------------------------------------------------- */

static void V22_address_handles_are_created_and_destroyed(void **state)
{
	struct ibv_ah_attr attr = {.dlid = 7, .sl = 1, .port_num = 1};
	struct ibv_ah *ah;

	(void)state;
	if (on_ethernet(&a))
		kit_route(&attr, &b);
	ah = ibv_create_ah(a.pd, &attr);
	assert_non_null(ah);
	assert_ptr_equal(ah->pd, a.pd);
	assert_ptr_equal(ah->context, a.ctx);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	attr.port_num = 9;
	errno = 0;
	assert_null(ibv_create_ah(a.pd, &attr));
	assert_int_equal(errno, EINVAL);
}

static void V20_V22_a_domain_with_address_handles_is_busy(void **state)
{
	struct ibv_pd *pd = ibv_alloc_pd(a.ctx);
	struct side other = a;
	struct ibv_ah *ah;

	(void)state;
	assert_non_null(pd);
	other.pd = pd;
	ah = ud_handle(&other, &b);
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
}

/* Ethernet has no LIDs: a handle without a global route is refused. */
static void V22_ethernet_requires_a_grh(void **state)
{
	struct ibv_ah_attr attr = {.dlid = 7, .port_num = 1};
	struct ibv_ah *ah;

	(void)state;
	errno = 0;
	ah = ibv_create_ah(a.pd, &attr);
	if (on_ethernet(&a)) {
		assert_null(ah);
		assert_int_equal(errno, EINVAL);
		return;
	}
	assert_non_null(ah);
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

static void V46_grh_is_read_only_when_the_completion_has_one(void **state)
{
	struct ibv_wc wc = {.slid = 17, .sl = 3, .dlid_path_bits = 0};
	struct ibv_ah_attr attr;
	struct ibv_ah *ah;

	(void)state;
	assert_int_equal(ibv_init_ah_from_wc(a.ctx, 1, &wc, NULL, &attr), 0);
	assert_int_equal(attr.dlid, 17);
	assert_int_equal(attr.sl, 3);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(attr.is_global, 0);
	if (on_ethernet(&a))
		return;
	ah = ibv_create_ah_from_wc(a.pd, &wc, NULL, 1);
	assert_non_null(ah);
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

static void V46_the_grh_of_a_completion_becomes_the_address_of_the_reply(void **state)
{
	struct ibv_wc wc = {.slid = 17, .wc_flags = IBV_WC_GRH};
	struct ibv_grh grh = {.version_tclass_flow = htonl(6U << 28 | 5 << 20 | 0x12345)};
	struct ibv_ah_attr attr;
	struct ibv_ah *ah;

	(void)state;
	assert_int_equal(ibv_query_gid(a.ctx, 1, 0, &grh.dgid), 0);
	assert_int_equal(ibv_query_gid(b.ctx, 1, 0, &grh.sgid), 0);
	grh.next_hdr = ud_over_udp(&a) ? 17 : 0x1b;
	assert_int_equal(ibv_init_ah_from_wc(a.ctx, 1, &wc, &grh, &attr), 0);
	assert_int_equal(attr.is_global, 1);
	assert_memory_equal(&attr.grh.dgid, &grh.sgid, sizeof(grh.sgid));
	assert_int_equal(attr.grh.sgid_index, 0);
	assert_int_equal(attr.grh.traffic_class, 5);
	assert_int_equal(attr.grh.flow_label, 0x12345);
	assert_int_equal(attr.grh.hop_limit, 255);
	ah = ibv_create_ah_from_wc(a.pd, &wc, &grh, 1);
	assert_non_null(ah);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	/* the datagram was addressed to a GID that we do not have: a reply has no source */
	memset(grh.dgid.raw, 0x11, sizeof(grh.dgid));
	assert_int_equal(ibv_init_ah_from_wc(a.ctx, 1, &wc, &grh, &attr), -1);
	assert_null(ibv_create_ah_from_wc(a.pd, &wc, &grh, 1));
}

/* --- what arrives ------------------------------------------------------------------------ */

static void V22_a_datagram_goes_to_the_destination_of_its_handle(void **state)
{
	struct ibv_ah *ah = ud_handle(&a, &b);
	struct ibv_sge sge = side_sge(&a, 0, 100);
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);
	struct ibv_wc wc;

	(void)state;
	wr.opcode = IBV_WR_SEND_WITH_IMM;
	wr.imm_data = htonl(0x01020304);
	fill(a.buf, 100, 1);
	memset(b.buf, 0xee, UD_GRH);
	post_receive(&b, 2, 0, 1000);
	assert_int_equal(post_wr(&a, &wr), 0);
	wc = expect(a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_SEND);
	wc = expect(b.rcq, 2, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.byte_len, UD_GRH + 100);
	assert_int_equal(wc.qp_num, b.qp->qp_num);
	assert_int_equal(wc.src_qp, a.qp->qp_num);
	assert_int_equal(wc.slid, a.port.lid);
	assert_int_equal(wc.dlid_path_bits, 0);
	assert_int_equal(ntohl(wc.imm_data), 0x01020304);
	assert_int_equal(wc.wc_flags, IBV_WC_WITH_IMM | (on_ethernet(&a) ? IBV_WC_GRH : 0));
	assert_true(filled(b.buf + UD_GRH, 100, 1));
	/* there is no header; the 40 bytes reserved for it are unchanged */
	if (!on_ethernet(&a))
		assert_int_equal(b.buf[UD_GRH - 1], 0xee);
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

static void V22_service_levels_arrive(void **state)
{
	struct ibv_ah_attr attr = {.dlid = b.port.lid, .sl = 5, .port_num = 1};
	struct ibv_ah *ah;

	(void)state;
	if (on_ethernet(&b))
		kit_route(&attr, &b);
	ah = ibv_create_ah(a.pd, &attr);
	assert_non_null(ah);
	post_receive(&b, 1, 0, 100);
	ud_send(&a, ah, b.qp->qp_num, 0, 8);
	assert_int_equal(expect(b.rcq, 1, IBV_WC_SUCCESS).sl, ud_over_udp(&b) ? 0 : 5);
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

/* The header is followed by 12 + 8 bytes of transport headers, 4 of immediate data, the payload
 * padded to words, and 4 of checksum. */
static void expect_header(uint32_t bytes, bool immediate, const struct ibv_ah_attr *attr)
{
	bool udp = ud_over_udp(&b);
	uint32_t behind = (udp ? 8 : 0) + 12 + 8 + (immediate ? 4 : 0) + (bytes + 3) / 4 * 4 + 4;
	union ibv_gid source, destination;
	struct ibv_grh grh;

	memcpy(&grh, b.buf, sizeof(grh));
	assert_int_equal(ibv_query_gid(a.ctx, 1, 0, &source), 0);
	assert_int_equal(ibv_query_gid(b.ctx, 1, 0, &destination), 0);
	assert_int_equal(ntohl(grh.version_tclass_flow),
			 6U << 28 | (uint32_t)attr->grh.traffic_class << 20 | attr->grh.flow_label);
	assert_int_equal(ntohs(grh.paylen), behind);
	assert_int_equal(grh.next_hdr, udp ? 17 : 0x1b);
	assert_int_equal(grh.hop_limit, attr->grh.hop_limit);
	assert_memory_equal(&grh.sgid, &source, sizeof(source));
	assert_memory_equal(&grh.dgid, &destination, sizeof(destination));
}

static void V22_the_grh_is_in_the_first_40_bytes(void **state)
{
	static const uint32_t sizes[] = {0, 1, 3, 4, 5, 100, 1024};
	struct ibv_ah_attr attr = {.dlid = b.port.lid, .port_num = 1};
	struct ibv_ah *ah;

	(void)state;
	kit_route(&attr, &b);
	attr.grh.flow_label = 0xabcde;
	attr.grh.traffic_class = 0x5a;
	attr.grh.hop_limit = 17;
	ah = ibv_create_ah(a.pd, &attr);
	assert_non_null(ah);
	for (uint32_t i = 0; i < 2 * COUNT(sizes); i++) {
		struct ibv_sge sge = side_sge(&a, 0, sizes[i / 2]);
		struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, i);
		struct ibv_wc wc;

		wr.num_sge = sizes[i / 2] ? 1 : 0;
		wr.opcode = i & 1 ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND;
		fill(a.buf, sizes[i / 2], i);
		memset(b.buf, 0xee, UD_GRH);
		post_receive(&b, i, 0, 2000);
		assert_int_equal(post_wr(&a, &wr), 0);
		expect(a.scq, i, IBV_WC_SUCCESS);
		wc = expect(b.rcq, i, IBV_WC_SUCCESS);
		assert_int_equal(wc.byte_len, UD_GRH + sizes[i / 2]);
		assert_int_equal(wc.wc_flags, IBV_WC_GRH | (i & 1 ? IBV_WC_WITH_IMM : 0));
		expect_header(sizes[i / 2], i & 1, &attr);
		assert_true(filled(b.buf + UD_GRH, sizes[i / 2], i));
	}
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

/* The header may be split between SGEs anywhere. */
static void V22_header_and_payload_are_scattered(void **state)
{
	struct ibv_sge to[3] = {side_sge(&b, 0, 16), side_sge(&b, 100, 30), side_sge(&b, 200, 94)};
	struct ibv_recv_wr recv = {.wr_id = 1, .sg_list = to, .num_sge = 3}, *bad;
	struct ibv_ah_attr attr = {.dlid = b.port.lid, .port_num = 1};
	struct ibv_ah *ah;
	union ibv_gid gid;

	(void)state;
	kit_route(&attr, &b);
	ah = ibv_create_ah(a.pd, &attr);
	assert_non_null(ah);
	fill(a.buf, 100, 3);
	assert_int_equal(ibv_post_recv(b.qp, &recv, &bad), 0);
	ud_send(&a, ah, b.qp->qp_num, 0, 100);
	assert_int_equal(expect(b.rcq, 1, IBV_WC_SUCCESS).byte_len, UD_GRH + 100);
	assert_int_equal(b.buf[0] >> 4, 6);
	assert_int_equal(ibv_query_gid(b.ctx, 1, 0, &gid), 0);
	assert_memory_equal(b.buf + 100 + 24 - 16, gid.raw, 16);
	assert_memory_equal(b.buf + 100 + 24, a.buf, 6);
	assert_memory_equal(b.buf + 200, a.buf + 6, 94);
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

static void V22_inline_datagrams(void **state)
{
	struct ibv_ah *ah = ud_handle(&a, &b);
	uint8_t text[] = "not registered";
	struct ibv_sge sge = {.addr = (uintptr_t)text, .length = sizeof(text)};
	struct ibv_send_wr wr = ud_wr(&sge, ah, b.qp->qp_num, 1);

	(void)state;
	wr.send_flags |= IBV_SEND_INLINE;
	post_receive(&b, 1, 0, 100);
	assert_int_equal(post_wr(&a, &wr), 0);
	memset(text, 0, sizeof(text));
	expect(a.scq, 1, IBV_WC_SUCCESS);
	expect(b.rcq, 1, IBV_WC_SUCCESS);
	assert_string_equal((char *)b.buf + UD_GRH, "not registered");
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

/** Send a datagram, or a list of two, of bytes of the pattern `value`; check what arrives. */
static void send_shape(struct ibv_ah *ah, unsigned int flags, unsigned int count, uint8_t value)
{
	struct ibv_sge sge = {.addr = (uintptr_t)a.buf, .length = 24, .lkey = a.mr->lkey};
	struct ibv_send_wr wr[2] = {ud_wr(&sge, ah, b.qp->qp_num, value),
				    ud_wr(&sge, ah, b.qp->qp_num, value + 1U)};

	wr[0].next = count > 1 ? &wr[1] : NULL;
	fill(a.buf, sge.length, value);
	for (unsigned int i = 0; i < count; i++) {
		wr[i].send_flags |= flags;
		post_receive(&b, i, i * 100, 100);
	}
	assert_int_equal(post_wr(&a, wr), 0);
	for (unsigned int i = 0; i < count; i++) {
		expect(a.scq, value + i, IBV_WC_SUCCESS);
		expect(b.rcq, i, IBV_WC_SUCCESS);
		assert_true(filled(b.buf + i * 100 + UD_GRH, sge.length, value));
	}
}

/*
 * Each kind of request is posted by different code: every kind follows every other kind, and the
 * ring wraps several times.
 */
static void V22_datagrams_of_all_shapes_in_turn(void **state)
{
	struct ibv_ah *ah = ud_handle(&a, &b);
	uint8_t value = 0;

	(void)state;
	for (unsigned int turn = 0; turn < 50; turn++) {
		for (unsigned int alone = 0; alone <= turn % 4; alone++)
			send_shape(ah, 0, 1, value++);
		send_shape(ah, IBV_SEND_INLINE, 1, value++);
		send_shape(ah, 0, 1, value++);
		send_shape(ah, turn & 1 ? IBV_SEND_INLINE : 0, 2, value++);
		send_shape(ah, IBV_SEND_SOLICITED, 1, value++);
	}
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

/* The completion and the header are enough to reply to the sender. */
static void reply_to_sender(struct ibv_ah *there)
{
	struct ibv_ah *back;
	struct ibv_wc wc;

	post_receive(&b, 1, 0, 100);
	ud_send(&a, there, b.qp->qp_num, 0, 8);
	wc = expect(b.rcq, 1, IBV_WC_SUCCESS);
	back = ibv_create_ah_from_wc(b.pd, &wc, (struct ibv_grh *)(void *)b.buf, 1);
	assert_non_null(back);
	fill(b.buf + 200, 8, 5);
	post_receive(&a, 2, 1000, 100);
	ud_send(&b, back, wc.src_qp, 200, 8);
	wc = expect(a.rcq, 2, IBV_WC_SUCCESS);
	assert_int_equal(wc.src_qp, b.qp->qp_num);
	assert_true(filled(a.buf + 1000 + UD_GRH, 8, 5));
	assert_int_equal(ibv_destroy_ah(back), 0);
	assert_int_equal(ibv_destroy_ah(there), 0);
}

static void V46_a_reply_reaches_the_sender(void **state)
{
	struct ibv_ah_attr attr = {.dlid = b.port.lid, .port_num = 1};
	struct ibv_ah *global;

	(void)state;
	reply_to_sender(ud_handle(&a, &b));
	kit_route(&attr, &b);
	global = ibv_create_ah(a.pd, &attr);
	assert_non_null(global);
	reply_to_sender(global);
}

static void V22_a_queue_pair_may_write_to_itself(void **state)
{
	struct ibv_ah *ah = ud_handle(&a, &a);

	(void)state;
	fill(a.buf, 64, 9);
	post_receive(&a, 1, 1000, 200);
	ud_send(&a, ah, a.qp->qp_num, 0, 64);
	assert_int_equal(expect(a.rcq, 1, IBV_WC_SUCCESS).src_qp, a.qp->qp_num);
	assert_true(filled(a.buf + 1000 + UD_GRH, 64, 9));
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

/* A program may post unsignaled requests and destroy its queue pair at once. */
static void V22_datagrams_are_sent_before_their_queue_pair_is_destroyed(void **state)
{
	struct ibv_ah *ah = ud_handle(&a, &b);
	struct ibv_sge sge = {.addr = (uintptr_t)a.buf, .length = 64, .lkey = a.mr->lkey};
	struct ibv_send_wr *bad, wr = ud_wr(&sge, ah, b.qp->qp_num, 1);
	struct side short_lived;

	(void)state;
	fill(a.buf, 64, 3);
	wr.send_flags = 0;
	for (int i = 0; i < 3; i++)
		post_receive(&b, (uint64_t)i, 1000, 200);
	for (int i = 0; i < 3; i++) {
		ud_open_on(&short_lived, &a, 0, NULL);
		assert_int_equal(ibv_post_send(short_lived.qp, &wr, &bad), 0);
		ud_close_on(&short_lived);
	}
	for (int i = 0; i < 3; i++)
		expect(b.rcq, (uint64_t)i, IBV_WC_SUCCESS);
	assert_true(filled(b.buf + 1000 + UD_GRH, 64, 3));
	assert_int_equal(ibv_destroy_ah(ah), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(V22_address_handles_are_created_and_destroyed),
		EACH(V20_V22_a_domain_with_address_handles_is_busy),
		EACH(V22_ethernet_requires_a_grh),
		EACH(V46_grh_is_read_only_when_the_completion_has_one),
		EACH(V46_the_grh_of_a_completion_becomes_the_address_of_the_reply),
		EACH(V22_a_datagram_goes_to_the_destination_of_its_handle),
		EACH(V22_service_levels_arrive),
		EACH(V22_the_grh_is_in_the_first_40_bytes),
		EACH(V22_header_and_payload_are_scattered),
		EACH(V22_inline_datagrams),
		EACH(V22_datagrams_of_all_shapes_in_turn),
		EACH(V46_a_reply_reaches_the_sender),
		EACH(V22_a_queue_pair_may_write_to_itself),
		EACH(V22_datagrams_are_sent_before_their_queue_pair_is_destroyed),
	};

	return RUN_TESTS(tests);
}
