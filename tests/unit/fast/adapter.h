/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces an adapter's header: functions that record their calls. Included once for each adapter,
 * with its name as ADAPTER.
 */
#define JOIN_(a, b)      a##b
#define JOIN(a, b)       JOIN_(a, b)
#define OF_ADAPTER(name) JOIN(ADAPTER, name)

#ifndef INSTEAD_OF_ADAPTERS
#define INSTEAD_OF_ADAPTERS

#define SAME_NAME(name) static const char *const name_of_##name INVERBS_UNUSED = #name;
INVERBS_EACH_ADAPTER(SAME_NAME)

struct called {
	const char *adapter; /* NULL for an operation of the context or the queue */
	const char *function;
	const void *queue, *first, *second;
	unsigned long long scalars;
	int times;
};

static struct called called;

static inline int call(const char *adapter, const char *function, const void *queue,
		       const void *first, const void *second, unsigned long long scalars)
{
	const int times = called.times + 1;

	called = (struct called){adapter, function, queue, first, second, scalars, times};
	return 77;
}
#endif

#define CALLED(function, queue, first, second, scalars)                                            \
	call(JOIN(name_of_, ADAPTER), function, queue, first, second, scalars)

INVERBS_INLINE int OF_ADAPTER(_post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr,
					  struct ibv_send_wr **bad_wr)
{
	return CALLED("post_send", qp, wr, bad_wr, 0);
}

INVERBS_INLINE int OF_ADAPTER(_post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr,
					  struct ibv_recv_wr **bad_wr)
{
	return CALLED("post_recv", qp, wr, bad_wr, 0);
}

INVERBS_INLINE int OF_ADAPTER(_post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr,
					      struct ibv_recv_wr **bad_wr)
{
	return CALLED("post_srq_recv", srq, wr, bad_wr, 0);
}

INVERBS_INLINE int OF_ADAPTER(_poll_cq)(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return CALLED("poll_cq", cq, wc, NULL, (unsigned int)num_entries);
}

INVERBS_INLINE int OF_ADAPTER(_arm_cq)(struct ibv_cq *cq, int solicited_only)
{
	return CALLED("req_notify_cq", cq, NULL, NULL, (unsigned int)solicited_only);
}

INVERBS_INLINE int OF_ADAPTER(_start_poll)(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	return CALLED("start_poll", cq, attr, NULL, 0);
}

INVERBS_INLINE int OF_ADAPTER(_next_poll)(struct ibv_cq_ex *cq)
{
	return CALLED("next_poll", cq, NULL, NULL, 0);
}

INVERBS_INLINE void OF_ADAPTER(_end_poll)(struct ibv_cq_ex *cq)
{
	CALLED("end_poll", cq, NULL, NULL, 0);
}

INVERBS_INLINE int OF_ADAPTER(_wr_complete)(struct ibv_qp_ex *qp)
{
	return CALLED("wr_complete", qp, NULL, NULL, 0);
}

#define READER(type, what)                                                                         \
	INVERBS_INLINE type OF_ADAPTER(_read_##what)(struct ibv_cq_ex * cq)                        \
	{                                                                                          \
		return (type)CALLED(#what, cq, NULL, NULL, 0);                                     \
	}
READER(enum ibv_wc_opcode, opcode)
READER(uint32_t, vendor_err)
READER(uint32_t, byte_len)
READER(__be32, imm_data)
READER(uint32_t, qp_num)
READER(uint32_t, src_qp)
READER(unsigned int, wc_flags)
READER(uint32_t, slid)
READER(uint8_t, sl)
READER(uint8_t, dlid_path_bits)
READER(uint64_t, completion_ts)
#undef READER

INVERBS_INLINE int OF_ADAPTER(_send_or_leave)(struct ibv_qp *qp, const struct ibv_send_wr *wr,
					      uint32_t opcode, uint32_t flags)
{
	return CALLED("send_or_leave", qp, wr, NULL, (unsigned long long)opcode << 32 | flags);
}

INVERBS_INLINE int OF_ADAPTER(_send_run)(struct ibv_qp *qp, inverbs_give *give,
					 struct inverbs_giver *giver)
{
	return CALLED("send_run", qp, (const void *)(uintptr_t)give, giver, 0);
}

INVERBS_INLINE int OF_ADAPTER(_post_datagram)(struct ibv_qp *qp, struct ibv_send_wr *wr,
					      struct ibv_send_wr **bad_wr)
{
	return CALLED("post_datagram", qp, wr, bad_wr, 0);
}

INVERBS_INLINE int OF_ADAPTER(_recv_or_leave)(struct ibv_qp *qp, const struct ibv_recv_wr *wr)
{
	return CALLED("recv_or_leave", qp, wr, NULL, 0);
}

#define POLLER(what)                                                                               \
	INVERBS_INLINE int OF_ADAPTER(_##what)(struct ibv_cq * cq, inverbs_take * take,            \
					       struct inverbs_taker * taker)                       \
	{                                                                                          \
		return CALLED(#what, cq, (const void *)(uintptr_t)take, taker, 0);                 \
	}
POLLER(poll_or_leave)
POLLER(poll_locked)
POLLER(poll_run)
#undef POLLER

#undef CALLED
#undef JOIN
#undef JOIN_
#undef OF_ADAPTER
