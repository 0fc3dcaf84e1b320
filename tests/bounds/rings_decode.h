/* SPDX-License-Identifier: BSD-2-Clause */
/* Part of rings.c: the adapter decodes intact and damaged WQEs. */
enum {
	DECODED = 12, /* times that a WQE is decoded; all but the first time with a wrong bit */
};

/* Copies a WQE, with one wrong bit if `wrong`; several could hide each other. */
static void copy_wrong(bool wrong, uint8_t *to, const uint8_t *wqe, uint32_t bytes)
{
	const uint32_t bit = draw(8 * (bytes < 64 ? bytes : 64));

	memcpy(to, wqe, bytes);
	if (wrong)
		to[bit / 8] ^= (uint8_t)(1U << bit % 8);
}

/* Decodes the WQE at this unit for queue pairs of each type, also with a wrong bit. */
static void decode_send(const struct inverbs_sq *sq, uint32_t unit, uint32_t units)
{
	static const uint8_t types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_XRC_SEND,
					IBV_QPT_RAW_PACKET};
	const uint32_t shift = sq->shift ? sq->shift : RINGS_UNIT_SHIFT, bytes = units << shift;
	static struct inverbs_dev_wr wr;
	uint8_t wqe[MOST_BYTES], copy[MOST_BYTES];
	int err;

	if (!bytes || bytes > MOST_BYTES)
		return;
	for (uint32_t i = 0; i < units; i++)
		memcpy(wqe + ((size_t)i << shift),
		       inverbs_slot(sq->buf, unit + i, sq->entries, shift), (size_t)1 << shift);
	for (size_t i = 0; i < DECODED * sizeof(types); i++) {
		const uint8_t type = types[i % sizeof(types)];

		copy_wrong(i >= sizeof(types), copy, wqe, bytes);
		memset(&wr, 0, sizeof(wr));
		err = SAME(dev_decode_send)(type, inverbs_dev_copied(copy), bytes, &wr);
		TAKE(FULL, DEVICE, err);
		if (!err)
			TAKE(FULL, DEVICE, wr);
	}
}

/* The same for a receive. */
static void decode_recv(const struct inverbs_rq *rq, uint32_t unit)
{
	const uint32_t bytes = 1U << rq->shift;
	static struct inverbs_dev_recv wr;
	uint8_t wqe[MOST_BYTES], copy[MOST_BYTES];
	int err;

	memcpy(wqe, inverbs_slot(rq->buf, unit, rq->entries, rq->shift), bytes);
	for (int i = 0; i < DECODED; i++) {
		copy_wrong(i > 0, copy, wqe, bytes);
		memset(&wr, 0, sizeof(wr));
		err = SAME(dev_decode_recv)(inverbs_dev_copied(copy), bytes, &wr);
		TAKE(FULL, DEVICE, err);
		if (!err)
			TAKE(FULL, DEVICE, wr);
	}
}
