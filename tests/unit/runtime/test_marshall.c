/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conversions from the kernel's structures to the API's, and back. Each member has a different
 * value, so that swapped members are noticed.
 */
#include <infiniband/marshall.h>
#include <string.h>

#include "fake.h"

/* Members that get the values 1, 2, 3 ... in the order of these lists, in both structures. */
#define AH(X)                                                                                      \
	X(grh.flow_label)                                                                          \
	X(grh.sgid_index)                                                                          \
	X(grh.hop_limit)                                                                           \
	X(grh.traffic_class)                                                                       \
	X(dlid)                                                                                    \
	X(sl) X(src_path_bits) X(static_rate) X(is_global) X(port_num)
#define QP(X)                                                                                      \
	X(qp_state)                                                                                \
	X(cur_qp_state)                                                                            \
	X(path_mtu)                                                                                \
	X(path_mig_state)                                                                          \
	X(qkey)                                                                                    \
	X(rq_psn)                                                                                  \
	X(sq_psn)                                                                                  \
	X(dest_qp_num)                                                                             \
	X(qp_access_flags)                                                                         \
	X(pkey_index)                                                                              \
	X(alt_pkey_index)                                                                          \
	X(en_sqd_async_notify)                                                                     \
	X(sq_draining)                                                                             \
	X(max_rd_atomic)                                                                           \
	X(max_dest_rd_atomic)                                                                      \
	X(min_rnr_timer)                                                                           \
	X(port_num) X(timeout) X(retry_cnt) X(rnr_retry) X(alt_port_num) X(alt_timeout)
#define CAP(X) X(max_send_wr) X(max_recv_wr) X(max_send_sge) X(max_recv_sge) X(max_inline_data)
#define PATH(X)                                                                                    \
	X(dlid)                                                                                    \
	X(slid)                                                                                    \
	X(raw_traffic)                                                                             \
	X(flow_label)                                                                              \
	X(hop_limit)                                                                               \
	X(traffic_class)                                                                           \
	X(reversible)                                                                              \
	X(numb_path)                                                                               \
	X(pkey)                                                                                    \
	X(sl)                                                                                      \
	X(mtu_selector)                                                                            \
	X(mtu)                                                                                     \
	X(rate_selector)                                                                           \
	X(rate) X(packet_life_time_selector) X(packet_life_time) X(preference)

#define SET(member)        from.member = (__typeof__(from.member))(++n);
#define GOT(member)        assert_int_equal(to.member, ++n);
#define GOT_IN_CAP(member) assert_int_equal(to.cap.member, ++n);

static void fill_gid(uint8_t *gid, uint8_t first)
{
	for (uint8_t i = 0; i < 16; i++)
		gid[i] = (uint8_t)(first + i);
}

static struct ib_uverbs_ah_attr kernel_address(int n)
{
	struct ib_uverbs_ah_attr from;

	memset(&from, 0xee, sizeof(from));
	fill_gid(from.grh.dgid, (uint8_t)(100 + n));
	AH(SET)
	return from;
}

static void check_address(struct ibv_ah_attr to, int n)
{
	uint8_t gid[16];

	fill_gid(gid, (uint8_t)(100 + n));
	assert_memory_equal(to.grh.dgid.raw, gid, sizeof(gid));
	AH(GOT)
}

static void an_address(void **state)
{
	struct ib_uverbs_ah_attr from = kernel_address(0);
	struct ibv_ah_attr to;

	(void)state;
	memset(&to, 0x55, sizeof(to));
	ibv_copy_ah_attr_from_kern(&to, &from);
	check_address(to, 0);
}

static void a_queue_pair(void **state)
{
	struct ib_uverbs_qp_attr from;
	struct ibv_qp_attr to;
	int n = 0;

	(void)state;
	memset(&from, 0xee, sizeof(from));
	QP(SET)
	CAP(SET)
	from.ah_attr = kernel_address(50);
	from.alt_ah_attr = kernel_address(80);
	memset(&to, 0x55, sizeof(to));
	ibv_copy_qp_attr_from_kern(&to, &from);
	n = 0;
	QP(GOT)
	CAP(GOT_IN_CAP)
	check_address(to.ah_attr, 50);
	check_address(to.alt_ah_attr, 80);
	assert_int_equal(to.rate_limit, 0x55555555);
}

static void a_path_and_back(void **state)
{
	struct ib_user_path_rec from, again;
	struct ibv_sa_path_rec to;
	uint8_t gids[32];
	int n = 0;

	(void)state;
	memset(&from, 0, sizeof(from));
	fill_gid(from.dgid, 100);
	fill_gid(from.sgid, 116);
	fill_gid(gids, 100);
	fill_gid(gids + 16, 116);
	PATH(SET)
	memset(&to, 0x55, sizeof(to));
	ibv_copy_path_rec_from_kern(&to, &from);
	n = 0;
	PATH(GOT)
	assert_memory_equal(to.dgid.raw, gids, 16);
	assert_memory_equal(to.sgid.raw, gids + 16, 16);
	memset(&again, 0, sizeof(again));
	ibv_copy_path_rec_to_kern(&again, &to);
	assert_memory_equal(&again, &from, sizeof(from));
}

/* OFED's names for the kernel's structures. */
static void old_names(void **state)
{
	struct ibv_kern_path_rec path = {.sl = 3};
	struct ibv_kern_ah_attr address = {.sl = 4};
	struct ibv_kern_qp_attr attr = {.qkey = 5};
	struct ibv_sa_path_rec rec;
	struct ibv_ah_attr to;
	struct ibv_qp_attr qp;

	(void)state;
	ibv_copy_path_rec_from_kern(&rec, &path);
	ibv_copy_ah_attr_from_kern(&to, &address);
	ibv_copy_qp_attr_from_kern(&qp, &attr);
	assert_int_equal(rec.sl, 3);
	assert_int_equal(to.sl, 4);
	assert_int_equal(qp.qkey, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address),
		cmocka_unit_test(a_queue_pair),
		cmocka_unit_test(a_path_and_back),
		cmocka_unit_test(old_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
