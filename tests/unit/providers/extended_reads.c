/* SPDX-License-Identifier: BSD-2-Clause */
/* An extended completion queue has exactly the readers that were requested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "providers/common/control.h"
#include "runtime/provider.h"
#include "runtime/runtime.h"

/* A flag, and the offset of its reader. */
struct reader {
	uint64_t flag;
	size_t at;
};

typedef void (*pointer)(void);

#define READER(flag, name)                                                                         \
	{                                                                                          \
		IBV_WC_EX_WITH_##flag, offsetof(struct ibv_cq_ex, read_##name)                     \
	}

static const struct reader readers[] = {
	READER(BYTE_LEN, byte_len),
	READER(IMM, imm_data),
	READER(QP_NUM, qp_num),
	READER(SRC_QP, src_qp),
	READER(SLID, slid),
	READER(SL, sl),
	READER(DLID_PATH_BITS, dlid_path_bits),
	READER(COMPLETION_TIMESTAMP, completion_ts),
	READER(CVLAN, cvlan),
	READER(FLOW_TAG, flow_tag),
	READER(TM_INFO, tm_info),
};

enum {
	READERS = sizeof(readers) / sizeof(*readers),
};

static pointer at(const struct ibv_cq_ex *cq, size_t place)
{
	pointer p;

	memcpy(&p, (const uint8_t *)cq + place, sizeof(p));
	return p;
}

static void check(const struct inverbs_control *control, uint64_t flags)
{
	struct ibv_cq_ex cq;

	memset(&cq, 0, sizeof(cq));
	control->set_cq_ops(&cq, flags);
	assert_true(cq.start_poll && cq.next_poll && cq.end_poll);
	assert_true(cq.read_opcode && cq.read_vendor_err && cq.read_wc_flags);
	for (size_t i = 0; i < READERS; i++) {
		const bool asked = flags & control->wc_fields & readers[i].flag;

		if (asked != (at(&cq, readers[i].at) != NULL))
			fail_msg("flags %llx: reader %zu", (unsigned long long)flags, i);
	}
}

static void a_reader_is_there_for_its_flag_alone(void **state)
{
	size_t extended = 0;

	(void)state;
	for (size_t i = 0; inverbs_providers[i]; i++) {
		const struct inverbs_control *const control = inverbs_providers[i]->control;

		if (!control->set_cq_ops)
			continue;
		extended++;
		check(control, 0);
		check(control, control->wc_fields);
		for (size_t r = 0; r < READERS; r++)
			check(control, readers[r].flag & control->wc_fields);
	}
	assert_true(extended);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reader_is_there_for_its_flag_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
