/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel driver of T3: driver-private data of commands, sizes, keys for mmap, and states, as in
 * drivers/infiniband/hw/cxgb3/iwch_provider.c of Linux 5.4, the last version with this driver.
 */
#include "raw.h"

#include <errno.h>
#include <stdio.h>
#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/adapters/cxgb3_formats.h>
#include <sys/mman.h>
#include <unistd.h>

static const uint64_t PAGE = 4096;

static int get(struct raw *raw, const char *path, char *text, size_t room)
{
	char both[64];
	const int n = snprintf(both, sizeof(both), "cxgb3_0%c%s", 0, path) + 1;
	const int ret = raw_exchange(raw, SOFTHCA_OP_READ_ATTR, NULL, both, (size_t)n, -1);

	snprintf(text, room, "%.*s", (int)raw->reply_bytes, (const char *)raw->reply);
	return ret;
}

static void expect_text(struct raw *raw, const char *path, const char *text)
{
	char got[64];

	assert_int_equal(get(raw, path, got, sizeof(got)), 0);
	assert_string_equal(got, text);
}

/* --- objects ----------------------------------------------------------------------------- */

static int try_cq(struct raw *raw, uint32_t cqe, const struct cxgb3_create_cq_in *in,
		  size_t in_room, struct uverbs_create_cq_resp *resp,
		  struct cxgb3_create_cq_out *out, size_t room)
{
	struct uverbs_create_cq_req req = {.cqe = cqe, .comp_channel = -1};

	memset(resp, 0, sizeof(*resp));
	memset(out, 0xee, sizeof(*out));
	return uverbs_call_create_cq(&raw->base, &req, in, in_room, resp, out, room);
}

/** Create a completion queue whose counter is a separate word. */
static uint32_t make_cq(struct raw *raw, uint32_t cqe, struct cxgb3_create_cq_out *out)
{
	const struct cxgb3_create_cq_in in = {.user_rptr_addr = (uintptr_t)raw_memory(4)};
	struct uverbs_create_cq_resp resp;

	assert_int_equal(try_cq(raw, cqe, &in, sizeof(in), &resp, out, sizeof(*out)), 0);
	return resp.cq_handle;
}

static int try_qp(struct raw *raw, struct uverbs_create_qp_req req,
		  struct uverbs_create_qp_resp *resp, struct cxgb3_create_qp_out *out)
{
	memset(resp, 0, sizeof(*resp));
	memset(out, 0, sizeof(*out));
	return uverbs_call_create_qp(&raw->base, &req, NULL, 0, resp, out, sizeof(*out));
}

static struct uverbs_create_qp_req request(struct raw *raw)
{
	struct cxgb3_create_cq_out out;

	return raw_qp_request(raw_pd(raw), make_cq(raw, 16, &out));
}

/** Create an idle queue pair of the usual size. */
static uint32_t make_qp(struct raw *raw, struct cxgb3_create_qp_out *out)
{
	struct uverbs_create_qp_resp resp;

	assert_int_equal(try_qp(raw, request(raw), &resp, out), 0);
	return resp.qp_handle;
}

static int map(struct raw *raw, uint64_t key, uint64_t bytes, int prot)
{
	const uint64_t arg[3] = {key, bytes, (uint64_t)prot};
	const int ret = raw_exchange(raw, SOFTHCA_OP_MAP, arg, NULL, 0, -1);

	assert_int_equal(raw->fd >= 0, !ret);
	return ret;
}

/** Map the memory of a key, which must succeed. */
static uint8_t *mapped(struct raw *raw, uint64_t key, uint64_t bytes)
{
	uint8_t *at;

	assert_int_equal(map(raw, key, bytes, PROT_READ | PROT_WRITE), 0);
	at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, raw->fd,
		  (off_t)raw->header.arg[0]);
	assert_ptr_not_equal(at, MAP_FAILED);
	close(raw->fd);
	return at;
}

/* --- identity --------------------------------------------------------------------------- */

static void the_device_is_a_t3b(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_query_device_req req = {0};
	struct uverbs_query_device_resp resp;

	(void)state;
	assert_int_equal(uverbs_call_query_device(&raw->base, &req, &resp), 0);
	assert_int_equal(resp.fw_ver >> 32, 7);
	assert_int_equal(resp.vendor_id, CXGB3_PCI_VENDOR);
	assert_int_equal(resp.max_qp, 32736);
	assert_int_equal(resp.max_qp_wr, 1023);
	assert_int_equal(resp.max_sge, 4);
	assert_int_equal(resp.max_sge_rd, 1);
	assert_int_equal(resp.max_cq, 32767);
	assert_int_equal(resp.max_cqe, 65536);
	assert_int_equal(resp.max_mr, 32768);
	assert_int_equal(resp.max_pd, 32767);
	assert_int_equal(resp.max_qp_rd_atom, 8);
	assert_int_equal(resp.max_qp_init_rd_atom, 8);
	assert_int_equal(resp.atomic_cap, IBV_ATOMIC_NONE);
	assert_int_equal(resp.max_srq | resp.max_ah | resp.max_mw | resp.max_mcast_grp, 0);
	assert_int_equal(resp.max_mr_size, UINT64_C(1) << 32);
	assert_int_equal(resp.page_size_cap, 0x0ffff000);
	expect_text(raw, "fw_ver", "T 7.12.0\n");
	expect_text(raw, "node_type", "4: RNIC\n");
	expect_text(raw, "ports/1/link_layer", "Ethernet\n");
	expect_text(raw, "ports/1/gids/0", "0007:43fe:0020:0000:0000:0000:0000:0000\n");
	raw_close(raw);
}

static void the_list_tells_adapters_apart(void **state)
{
	struct raw *raw = raw_connect(NULL);
	struct softhca_device device;
	unsigned int rnics = 0;

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, -1), 0);
	for (size_t at = 0; at < raw->reply_bytes; at += sizeof(device)) {
		memcpy(&device, raw->reply + at, sizeof(device));
		if (device.node_type != IBV_NODE_RNIC)
			continue;
		assert_string_equal(device.name, rnics ? "cxgb3_1" : "cxgb3_0");
		assert_int_equal(device.vendor_id, CXGB3_PCI_VENDOR);
		assert_int_equal(device.device_id, rnics ? 0x21 : 0x31); /* T3A, T3B */
		rnics++;
		assert_int_equal(device.driver_id, CXGB3_DRIVER_ID);
		assert_int_equal(device.abi_version, 1);
	}
	assert_int_equal(rnics, 2);
	assert_int_equal(raw->reply_bytes / sizeof(device), 4);
	raw_close(raw);
}

/* --- commands that the driver does not have ------------------------------------------------ */

static void only_its_own_commands_are_taken(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_create_srq_req srq = {0};
	struct uverbs_create_srq_resp srq_resp;
	struct uverbs_query_qp_req query = {0};
	struct uverbs_query_qp_resp query_resp;
	struct uverbs_alloc_mw_req mw = {0};
	struct uverbs_alloc_mw_resp mw_resp;
	struct uverbs_create_ah_req ah = {0};
	struct uverbs_create_ah_resp ah_resp;
	struct uverbs_ex_query_device_req device = {0};
	struct uverbs_ex_query_device_resp device_resp;

	(void)state;
	assert_int_equal(uverbs_call_create_srq(&raw->base, &srq, NULL, 0, &srq_resp, NULL, 0),
			 EOPNOTSUPP);
	assert_int_equal(uverbs_call_query_qp(&raw->base, &query, &query_resp), EOPNOTSUPP);
	assert_int_equal(uverbs_call_alloc_mw(&raw->base, &mw, NULL, 0, &mw_resp, NULL, 0),
			 EOPNOTSUPP);
	assert_int_equal(uverbs_call_create_ah(&raw->base, &ah, NULL, 0, &ah_resp, NULL, 0),
			 EOPNOTSUPP);
	assert_int_equal(
		uverbs_call_ex_query_device(&raw->base, &device, NULL, 0, &device_resp, NULL, 0),
		EOPNOTSUPP);
	raw_close(raw);
}

/* --- protection domains and regions ------------------------------------------------------- */

static void keys_have_an_index_and_ff(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	const uint32_t pd = raw_pd(raw);
	struct uverbs_reg_mr_resp resp;
	uint8_t *memory = raw_memory(PAGE);
	uint32_t last = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(raw_try_mr(raw, pd, (uintptr_t)memory, PAGE, (uintptr_t)memory,
					    IBV_ACCESS_LOCAL_WRITE, &resp),
				 0);
		assert_int_equal(resp.lkey & 0xff, 0xff);
		assert_int_equal(resp.lkey, resp.rkey);
		assert_true(resp.lkey >> 8 < 32768);
		assert_int_not_equal(resp.lkey, last);
		last = resp.lkey;
	}
	raw_close(raw);
}

static void a_protection_domain_has_a_number(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp;
	struct cxgb3_alloc_pd_out out = {0};

	(void)state;
	assert_int_equal(uverbs_call_alloc_pd(&raw->base, &req, NULL, 0, &resp, &out, sizeof(out)),
			 0);
	assert_int_not_equal(out.pdid, 0);
	raw_close(raw);
}

/* --- completion queues ------------------------------------------------------------------- */

static void completion_queues_are_powers_of_two_with_a_word_behind(void **state)
{
	static const uint32_t asked[] = {1, 2, 3, 255, 256, 257, 65536};
	struct raw *raw = raw_context("cxgb3_0", NULL);
	const struct cxgb3_create_cq_in in = {.user_rptr_addr = (uintptr_t)raw_memory(4)};
	struct uverbs_create_cq_resp resp;
	struct cxgb3_create_cq_out out;

	(void)state;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		assert_int_equal(try_cq(raw, asked[i], &in, sizeof(in), &resp, &out, sizeof(out)),
				 0);
		assert_int_equal(resp.cqe, inverbs_round_up_pow2(asked[i]));
		assert_int_equal(1U << out.size_log2, resp.cqe);
		assert_int_equal(out.memsize, (16ULL * (resp.cqe + 1) + PAGE - 1) & ~(PAGE - 1));
		assert_int_not_equal(out.cqid, 0);
		assert_int_equal(out.key % PAGE, 0);
		assert_true(out.key <= UINT32_MAX);
	}
	assert_int_equal(try_cq(raw, 65537, &in, sizeof(in), &resp, &out, sizeof(out)), EINVAL);
	assert_int_equal(try_cq(raw, 0, &in, sizeof(in), &resp, &out, sizeof(out)), EINVAL);
	assert_int_equal(try_cq(raw, 16, &in, 4, &resp, &out, sizeof(out)), EINVAL);
	assert_int_equal(try_cq(raw, 16, NULL, 0, &resp, &out, sizeof(out)), EINVAL);
	raw_close(raw);
}

/*
 * Programs with the older interface have less room for the response, and their rings have no state
 * word.
 */
static void an_older_caller_is_told_less(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	const struct cxgb3_create_cq_in in = {.user_rptr_addr = (uintptr_t)raw_memory(4)};
	struct uverbs_create_cq_resp resp;
	struct cxgb3_create_cq_out out;

	(void)state;
	assert_int_equal(try_cq(raw, 256, &in, sizeof(in), &resp, &out, 16), 0);
	assert_int_equal(out.size_log2, 8);
	assert_int_equal(out.memsize, 0xeeeeeeee);
	assert_int_equal(map(raw, out.key, 2 * PAGE, PROT_READ | PROT_WRITE), EINVAL);
	munmap(mapped(raw, out.key, PAGE), PAGE); /* only the ring */
	raw_close(raw);
}

static void arming_reads_the_counter_of_the_program(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_req_notify_cq_req req;
	struct cxgb3_create_cq_in in = {.user_rptr_addr = 64}; /* no memory is mapped there */
	struct uverbs_create_cq_resp resp;
	struct cxgb3_create_cq_out out;

	(void)state;
	req = (struct uverbs_req_notify_cq_req){.cq_handle = make_cq(raw, 16, &out)};
	assert_int_equal(uverbs_call_req_notify_cq(&raw->base, &req), 0);
	req.solicited_only = 1;
	assert_int_equal(uverbs_call_req_notify_cq(&raw->base, &req), 0);
	assert_int_equal(try_cq(raw, 16, &in, sizeof(in), &resp, &out, sizeof(out)), 0);
	req.cq_handle = resp.cq_handle;
	assert_int_equal(uverbs_call_req_notify_cq(&raw->base, &req), EFAULT);
	req.cq_handle = NO_HANDLE;
	assert_int_equal(uverbs_call_req_notify_cq(&raw->base, &req), ENOENT);
	raw_close(raw);
}

/* --- queue pairs ------------------------------------------------------------------------- */

static void queue_pairs_have_one_ring_for_both(void **state)
{
	static const struct {
		uint32_t send, recv;   /* requested */
		uint32_t sq, rq, ring; /* log2 of the sizes in the response */
	} cases[] = {
		{1, 1, 0, 4, 5},         {4, 15, 2, 4, 5},  {4, 16, 2, 5, 6},
		{16, 15, 4, 4, 5},       {17, 15, 5, 4, 6}, {1023, 1023, 10, 10, 11},
		{1023, 512, 10, 10, 11}, {32, 1, 5, 4, 6},
	};
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_create_qp_req req = request(raw);
	struct uverbs_create_qp_resp resp;
	struct cxgb3_create_qp_out out;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		req.max_send_wr = cases[i].send;
		req.max_recv_wr = cases[i].recv;
		assert_int_equal(try_qp(raw, req, &resp, &out), 0);
		assert_int_equal(out.sq_size_log2, cases[i].sq);
		assert_int_equal(out.rq_size_log2, cases[i].rq);
		assert_int_equal(out.size_log2, cases[i].ring);
		assert_int_equal(resp.max_send_wr, 1U << cases[i].sq);
		assert_int_equal(resp.max_recv_wr, (1U << cases[i].rq) - 1);
		assert_int_equal(resp.max_inline_data, 64);
		assert_int_equal(resp.max_send_sge, 1);
		assert_int_equal(out.qpid, resp.qpn);
		assert_int_not_equal(out.qpid, 0);
	}
	raw_close(raw);
}

static void what_t3_cannot_is_refused(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	const struct uverbs_create_qp_req good = request(raw);
	struct uverbs_create_qp_req req = good;
	struct uverbs_create_qp_resp resp;
	struct cxgb3_create_qp_out out;

	(void)state;
	req.qp_type = IBV_QPT_UD;
	assert_int_equal(try_qp(raw, req, &resp, &out), EINVAL);
	req.qp_type = IBV_QPT_UC;
	assert_int_equal(try_qp(raw, req, &resp, &out), EINVAL);
	req = good;
	req.max_recv_wr = 1024;
	assert_int_equal(try_qp(raw, req, &resp, &out), EINVAL);
	req = good;
	req.max_inline_data = 65;
	assert_int_equal(try_qp(raw, req, &resp, &out), EINVAL);
	req.max_inline_data = 64;
	assert_int_equal(try_qp(raw, req, &resp, &out), 0);
	raw_close(raw);
}

static int modify(struct raw *raw, uint32_t handle, enum ibv_qp_state to)
{
	struct uverbs_modify_qp_req req = {
		.qp_handle = handle, .attr_mask = IBV_QP_STATE, .qp_state = to};

	return uverbs_call_modify_qp(&raw->base, &req);
}

static void states_are_those_of_iwarp(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_qp_out out;
	const uint32_t qp = make_qp(raw, &out);

	(void)state;
	assert_int_equal(modify(raw, qp, IBV_QPS_INIT), 0);
	assert_int_equal(modify(raw, qp, IBV_QPS_INIT), 0);
	assert_int_equal(modify(raw, qp, IBV_QPS_RTR), 0); /* ignored */
	assert_int_equal(modify(raw, qp, IBV_QPS_RTS), EINVAL);
	assert_int_equal(modify(raw, qp, IBV_QPS_SQD), EINVAL);
	assert_int_equal(modify(raw, qp, IBV_QPS_SQE), EINVAL);
	assert_int_equal(modify(raw, qp, IBV_QPS_ERR), 0);
	assert_int_equal(modify(raw, qp, IBV_QPS_ERR), 0);
	assert_int_equal(modify(raw, qp, IBV_QPS_SQD), EINVAL);
	assert_int_equal(modify(raw, qp, IBV_QPS_RESET), 0);
	raw_close(raw);
}

/* An error of a queue pair is written to its ring, and to the state words of its CQs. */
static void an_error_is_written_where_the_program_looks(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_cq_out cq[2];
	struct cxgb3_create_qp_out out;
	struct uverbs_create_qp_resp resp;
	struct uverbs_create_qp_req req = raw_qp_request(raw_pd(raw), make_cq(raw, 16, &cq[0]));
	uint8_t *rings[2], *work;
	uint32_t word[2];

	(void)state;
	req.recv_cq_handle = make_cq(raw, 16, &cq[1]);
	assert_int_equal(try_qp(raw, req, &resp, &out), 0);
	for (int i = 0; i < 2; i++)
		rings[i] = mapped(raw, cq[i].key, cq[i].memsize);
	work = mapped(raw, out.key, (128ULL << out.size_log2));
	assert_int_equal(cxgb3_ring_state_get(work + 104).error, 0);
	assert_int_equal(modify(raw, resp.qp_handle, IBV_QPS_ERR), 0);
	assert_int_equal(cxgb3_ring_state_get(work + 104).error, 1);
	for (int i = 0; i < 2; i++)
		memcpy(&word[i], rings[i] + (16ULL << cq[i].size_log2), sizeof(word[i]));
	assert_int_equal(word[0], 1);
	assert_int_equal(word[1], 1);
	munmap(rings[0], cq[0].memsize);
	munmap(rings[1], cq[1].memsize);
	munmap(work, 128ULL << out.size_log2);
	raw_close(raw);
}

/* --- keys for mmap ----------------------------------------------------------------------- */

static void a_key_works_once_and_for_its_length(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct raw *other = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_qp_out out;
	uint64_t bytes;

	(void)state;
	make_qp(raw, &out);
	bytes = 128ULL << out.size_log2;
	assert_int_equal(map(raw, out.key, bytes + PAGE, PROT_READ | PROT_WRITE), EINVAL);
	assert_int_equal(map(raw, out.key, bytes - PAGE, PROT_READ | PROT_WRITE), EINVAL);
	assert_int_equal(map(raw, out.key + 1, bytes, PROT_READ | PROT_WRITE), EINVAL);
	assert_int_equal(map(other, out.key, bytes, PROT_READ | PROT_WRITE), EINVAL);
	assert_int_equal(map(raw, out.key, bytes, PROT_READ | PROT_WRITE), 0);
	assert_int_equal(ftruncate(raw->fd, 0), -1);
	assert_int_equal(errno, EPERM);
	close(raw->fd);
	assert_int_equal(map(raw, out.key, bytes, PROT_READ | PROT_WRITE), EINVAL);
	raw_close(raw);
	raw_close(other);
}

static void the_doorbell_is_for_writing_only(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_qp_out out;

	(void)state;
	make_qp(raw, &out);
	assert_int_equal(map(raw, out.db_key, PAGE, PROT_READ | PROT_WRITE), EPERM);
	assert_int_equal(map(raw, out.db_key, PAGE, PROT_WRITE), EINVAL); /* used up */
	make_qp(raw, &out);
	assert_int_equal(map(raw, out.db_key, PAGE, PROT_WRITE), 0);
	close(raw->fd);
	raw_close(raw);
}

static void a_key_goes_with_its_object(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_qp_out out;
	uint32_t events;
	const uint32_t qp = make_qp(raw, &out);

	(void)state;
	assert_int_equal(raw_destroy_qp(raw, qp, &events), 0);
	assert_int_equal(map(raw, out.key, 128ULL << out.size_log2, PROT_READ | PROT_WRITE),
			 EINVAL);
	assert_int_equal(map(raw, out.db_key, PAGE, PROT_WRITE), EINVAL);
	raw_close(raw);
}

static void rings_begin_as_zeros(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_cq_out out;
	uint8_t *ring;

	(void)state;
	make_cq(raw, 64, &out);
	ring = mapped(raw, out.key, out.memsize);
	for (uint32_t i = 0; i < out.memsize; i++)
		assert_int_equal(ring[i], 0);
	munmap(ring, out.memsize);
	raw_close(raw);
}

/* Without a connection, doorbells and WQEs in the rings have no effect. */
static void a_doorbell_for_nothing_is_harmless(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct cxgb3_create_qp_out out;
	uint8_t *ring;
	uint32_t *doorbell;
	uint32_t events;
	const uint32_t qp = make_qp(raw, &out);

	(void)state;
	assert_int_equal(map(raw, out.db_key, PAGE, PROT_WRITE), 0);
	doorbell = mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, raw->fd, (off_t)raw->header.arg[0]);
	assert_ptr_not_equal(doorbell, MAP_FAILED);
	close(raw->fd);
	ring = mapped(raw, out.key, 128ULL << out.size_log2);
	memset(ring, 0xff, 128ULL << out.size_log2);
	for (uint32_t i = 1; i < 1000; i++)
		*(volatile uint32_t *)doorbell = i * 77;
	assert_int_equal(raw_destroy_qp(raw, qp, &events), 0);
	assert_int_equal(events, 0);
	*(volatile uint32_t *)doorbell = 1;
	munmap(ring, 128ULL << out.size_log2);
	munmap(doorbell, PAGE);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_device_is_a_t3b),
		cmocka_unit_test(the_list_tells_adapters_apart),
		cmocka_unit_test(only_its_own_commands_are_taken),
		cmocka_unit_test(keys_have_an_index_and_ff),
		cmocka_unit_test(a_protection_domain_has_a_number),
		cmocka_unit_test(completion_queues_are_powers_of_two_with_a_word_behind),
		cmocka_unit_test(an_older_caller_is_told_less),
		cmocka_unit_test(arming_reads_the_counter_of_the_program),
		cmocka_unit_test(queue_pairs_have_one_ring_for_both),
		cmocka_unit_test(what_t3_cannot_is_refused),
		cmocka_unit_test(states_are_those_of_iwarp),
		cmocka_unit_test(an_error_is_written_where_the_program_looks),
		cmocka_unit_test(a_key_works_once_and_for_its_length),
		cmocka_unit_test(the_doorbell_is_for_writing_only),
		cmocka_unit_test(a_key_goes_with_its_object),
		cmocka_unit_test(rings_begin_as_zeros),
		cmocka_unit_test(a_doorbell_for_nothing_is_harmless),
	};

	return raw_run(argc, argv, "T3's kernel driver", tests, sizeof(tests) / sizeof(tests[0]));
}
