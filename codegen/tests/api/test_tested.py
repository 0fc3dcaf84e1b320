"""Which tests exercise a function, by the calls in their source."""

from codegen.api.tested import exercised

SOURCE = """
static int count(struct ring *ring)
{
	return ring_fill(ring);
}

static void V33_a_ring_is_drained(void **state)
{
	struct told told = {.count = 1};

	ring_drain(told.ring);
	assert_int_equal(told->count, 1);
}

static void a_ring_is_filled(void **state)
{
	assert_int_equal(count(*state), 1);
}
"""


def test_helpers_count_and_members_with_their_names_do_not() -> None:
    used = {label: sorted(words & {"ring_drain", "ring_fill"}) for labels, words in exercised(SOURCE, "kit/ring") for label in labels}
    assert used == {"V33": ["ring_drain"], "kit/ring": ["ring_fill"]}
