/* SPDX-License-Identifier: BSD-2-Clause */
#include "bursts.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scene.h"

/** Counters of the system calls that read and write payload of these regions. */
static struct {
	const struct rig_mr *memory;
	unsigned int calls;
} source, destination;

static bool stalls; /**< the next write to `destination` stalls */

static ssize_t count(long number, pid_t pid, const struct iovec *local, unsigned long locals,
		     const struct iovec *remote, unsigned long remotes)
{
	const uintptr_t at = (uintptr_t)remote->iov_base;

	source.calls += source.memory && at - source.memory->k.start < BURST_BYTES;
	destination.calls += destination.memory && at - destination.memory->k.start < BURST_BYTES;
	if (stalls && destination.calls) {
		stalls = false;
		errno = EINPROGRESS;
		return -1;
	}
	return syscall(number, pid, local, locals, remote, remotes, 0UL);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): replaces libc's */
ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
			 const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	assert_int_equal(flags, 0);
	return count(SYS_process_vm_readv, pid, local, locals, remote, remotes);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *local, unsigned long locals,
			  const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	assert_int_equal(flags, 0);
	return count(SYS_process_vm_writev, pid, local, locals, remote, remotes);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

struct burst burst_begin(void **state, enum ibv_qp_type type)
{
	struct burst b = {.rig = *state};

	b.qp = rig_pair(b.rig, type);
	b.from = rig_mr(&b.rig->a, BURST_BYTES, ALL);
	b.to = rig_mr(&b.rig->b, BURST_BYTES, ALL);
	rig_fill(b.from, 5);
	return b;
}

struct ibv_send_wr burst_write(struct burst *b, struct ibv_sge *sge, size_t to)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE, sge);

	wr.wr_id = ++b->posted;
	wr.wr.rdma.remote_addr = (uintptr_t)b->to->bytes + to;
	wr.wr.rdma.rkey = b->to->k.rkey;
	return wr;
}

void burst_post(struct burst *b, size_t from, size_t to, uint32_t bytes)
{
	struct ibv_sge sge = rig_sge(b->from, from, bytes);
	struct ibv_send_wr wr = burst_write(b, &sge, to);

	rig_post(b->qp.a, &wr);
}

void burst_expect_done(struct burst *b, uint64_t first, uint64_t last)
{
	for (uint64_t i = first; i <= last; i++) {
		const struct ibv_wc wc = rig_next(b->qp.a->send_cq);

		assert_int_equal(wc.wr_id, i);
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
	}
}

void burst_expect_all(struct burst *b)
{
	rig_run(b->rig);
	burst_expect_done(b, 1, b->posted);
	rig_expect_none(b->qp.a->send_cq);
	assert_int_equal(b->rig->a.dev.port[0].counters.messages_sent, b->posted);
	assert_int_equal(b->rig->b.dev.port[0].counters.messages_received, b->posted);
}

void burst_expect_failure(struct burst *b, uint64_t good, enum ibv_wc_status status)
{
	rig_run(b->rig);
	burst_expect_done(b, 1, good);
	assert_int_equal(rig_next(b->qp.a->send_cq).status, status);
	for (uint64_t i = good + 2; i <= b->posted; i++) {
		const struct ibv_wc wc = rig_next(b->qp.a->send_cq);

		assert_int_equal(wc.wr_id, i);
		assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
	}
	rig_expect_none(b->qp.a->send_cq);
	assert_int_equal(b->rig->b.dev.port[0].counters.messages_received, good);
}

void burst_post_spread(struct burst *b, unsigned int count, size_t step)
{
	for (unsigned int i = 0; i < count; i++)
		burst_post(b, i * step, i * step, BURST_WORD);
}

void burst_expect_spread(const struct burst *b, unsigned int first, unsigned int end, size_t step,
			 bool arrived)
{
	static const uint8_t nothing[BURST_WORD];

	for (unsigned int i = first; i < end; i++)
		assert_memory_equal(b->to->bytes + i * step,
				    arrived ? b->from->bytes + i * step : nothing, BURST_WORD);
}

struct burst_calls burst_run_counted(struct burst *b)
{
	source.memory = b->from;
	destination.memory = b->to;
	source.calls = destination.calls = 0;
	rig_run(b->rig);
	source.memory = destination.memory = NULL;
	return (struct burst_calls){source.calls, destination.calls};
}

struct burst_calls burst_run_stalled(struct burst *b)
{
	stalls = true;
	return burst_run_counted(b);
}
