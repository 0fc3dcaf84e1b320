/* SPDX-License-Identifier: BSD-2-Clause */
/* Stores of MAD elements: how they grow, what is taken with a key, and when they are freed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/mad/store.h"

static struct iba_store *store;
static struct iba_pool_key keys[2];
static struct iba_mad *mads[8];

static int reset_store(void **state)
{
	(void)state;
	memset(keys, 0, sizeof(keys));
	fails_at = blocks = 0;
	return 0;
}

static int check_heap(void **state)
{
	(void)state;
	assert_int_equal(blocks, 0);
	return 0;
}

static void make_store(size_t least, size_t most, size_t step)
{
	store = iba_store_make(least, most, step);
	assert_non_null(store);
	assert_int_equal(store->count, least);
	assert_int_equal(blocks, least + 1);
	assert_int_equal(store->users, 1);
}

static void take_one(int n, struct iba_pool_key *key, size_t bytes)
{
	assert_int_equal(iba_store_take(store, key, bytes, &mads[n]), IB_SUCCESS);
	assert_ptr_equal(mads[n]->key, key);
	assert_null(mads[n]->next);
	assert_int_equal(mads[n]->state, IBA_MAD_WITH_PROGRAM);
}

static void refuses(struct iba_pool_key *key, size_t bytes, ib_api_status_t status)
{
	const int before = blocks;
	const size_t out = store->out, users = store->users;

	assert_int_equal(iba_store_take(store, key, bytes, &mads[7]), status);
	assert_int_equal(blocks, before);
	assert_int_equal(store->out, out);
	assert_int_equal(store->users, users);
	assert_int_equal(pthread_mutex_trylock(&store->lock), 0);
	pthread_mutex_unlock(&store->lock);
}

static void a_store_needs_its_memory(void **state)
{
	(void)state;
	for (int i = 1; i <= 4; i++) {
		fails_at = i;
		assert_null(iba_store_make(3, 0, 1));
		assert_int_equal(fails_at, 0);
		assert_int_equal(blocks, 0);
	}
	make_store(3, 0, 1);
	iba_store_close(store);
}

static void a_store_grows_by_steps(void **state)
{
	(void)state;
	make_store(1, 6, 3);
	take_one(0, NULL, 10);
	assert_int_equal(store->count, 1);
	take_one(1, NULL, 10);
	assert_int_equal(store->count, 2); /* only until there is a free one */
	for (int n = 2; n < 6; n++)
		take_one(n, NULL, 10);
	assert_int_equal(store->count, 6);
	assert_int_equal(store->out, 6);
	assert_int_equal(store->users, 7);
	refuses(NULL, 10, IB_INSUFFICIENT_RESOURCES);
	iba_mad_put(mads[3]);
	assert_int_equal(store->out, 5);
	take_one(4, NULL, 10); /* the same */
	assert_ptr_equal(mads[4], mads[3]);
	refuses(NULL, 10, IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(store->count, 6);
	iba_store_close(store);
	for (struct iba_mad *mad = store->made, *next; mad; mad = next) {
		next = mad->next_made;
		iba_mad_put(mad);
	}
}

static void a_store_may_not_grow(void **state)
{
	(void)state;
	make_store(1, 0, 0);
	take_one(0, NULL, 10);
	refuses(NULL, 10, IB_INSUFFICIENT_RESOURCES);
	store->step = 1;
	fails_at = 1;
	refuses(NULL, 10, IB_INSUFFICIENT_MEMORY);
	fails_at = 2; /* the datagram has memory already */
	refuses(NULL, MAD_BYTES + 1, IB_INSUFFICIENT_MEMORY);
	take_one(1, NULL, 10); /* without a limit */
	iba_mad_put(mads[1]);
	iba_mad_put(mads[0]);
	iba_store_close(store);
}

static void a_datagram_has_room(void **state)
{
	(void)state;
	make_store(1, 1, 1);
	take_one(0, NULL, 40);
	assert_null(mads[0]->large);
	assert_int_equal(mads[0]->room, MAD_BYTES);
	assert_ptr_equal(mads[0]->element.p_mad_buf, mads[0]->plain);
	assert_int_equal(mads[0]->element.size, 40);
	memset(&mads[0]->element, 0x55, sizeof(mads[0]->element));
	memset(mads[0]->plain, 0x55, MAD_BYTES);
	mads[0]->gid_index = 9;
	iba_mad_put(mads[0]);
	take_one(0, NULL, MAD_BYTES);
	assert_null(mads[0]->large);
	assert_int_equal(mads[0]->element.size, MAD_BYTES);
	assert_int_equal(mads[0]->element.status, 0);
	assert_null(mads[0]->element.p_next);
	for (size_t i = 0; i < MAD_BYTES; i++)
		assert_int_equal(mads[0]->plain[i], 0);
	assert_int_equal(mads[0]->gid_index, 0);
	iba_mad_put(mads[0]);
	take_one(0, NULL, MAD_BYTES + 1);
	assert_non_null(mads[0]->large);
	assert_int_equal(mads[0]->room, MAD_BYTES + 1);
	assert_ptr_equal(mads[0]->element.p_mad_buf, mads[0]->large);
	assert_int_equal(((uint8_t *)mads[0]->large)[MAD_BYTES], 0);
	assert_int_equal(mads[0]->element.size, MAD_BYTES + 1);
	iba_mad_put(mads[0]);
	assert_null(mads[0]->large);
	assert_int_equal(blocks, 2);
	iba_store_close(store);
}

static void a_datagram_may_be_too_large(void **state)
{
	(void)state;
	make_store(1, 1, 1);
	fails_at = 1;
	refuses(NULL, (size_t)UINT32_MAX / 2 + 1, IB_INSUFFICIENT_MEMORY);
	assert_int_equal(fails_at, 1);
	refuses(NULL, UINT32_MAX / 2, IB_INSUFFICIENT_MEMORY);
	assert_int_equal(fails_at, 0); /* only for lack of memory */
	take_one(0, NULL, 10);
	iba_mad_put(mads[0]);
	iba_store_close(store);
}

static void keys_count_their_elements(void **state)
{
	(void)state;
	make_store(0, 0, 1);
	take_one(0, &keys[0], 10);
	take_one(1, &keys[0], 10);
	take_one(2, &keys[1], 10);
	take_one(3, NULL, 10);
	assert_int_equal(keys[0].out, 2);
	assert_int_equal(keys[1].out, 1);
	iba_mad_put(mads[0]);
	assert_int_equal(keys[0].out, 1);
	assert_null(mads[0]->key);
	keys[0].ended = true;
	refuses(&keys[0], 10, IB_INVALID_PARAMETER);
	refuses(&keys[0], MAD_BYTES + 1, IB_INVALID_PARAMETER);
	iba_store_forget(store, &keys[0]);
	assert_null(mads[1]->key);
	assert_ptr_equal(mads[2]->key, &keys[1]);
	iba_mad_put(mads[1]); /* its key may be gone */
	assert_int_equal(keys[0].out, 1);
	assert_int_equal(keys[1].out, 1);
	iba_mad_put(mads[2]);
	assert_int_equal(keys[1].out, 0);
	iba_mad_put(mads[3]);
	iba_store_close(store);
}

static void a_store_ends_with_its_last_user(void **state)
{
	(void)state;
	make_store(1, 1, 1);
	iba_store_hold(store);
	assert_int_equal(store->users, 2);
	take_one(0, NULL, MAD_BYTES + 1);
	iba_store_close(store);
	assert_true(store->closed);
	assert_int_equal(store->users, 2);
	refuses(NULL, 10, IB_INVALID_PARAMETER);
	iba_mad_put(mads[0]);
	assert_int_equal(blocks, 2);
	assert_int_equal(store->users, 1);
	refuses(NULL, 10, IB_INVALID_PARAMETER);
	iba_store_drop(store);
	assert_int_equal(blocks, 0);
	make_store(1, 1, 1);
	take_one(0, NULL, 10);
	iba_store_close(store);
	assert_int_equal(blocks, 2);
	iba_mad_put(mads[0]);
}

static void states_change_from_one_to_another(void **state)
{
	(void)state;
	make_store(1, 1, 1);
	take_one(0, NULL, 10);
	assert_false(iba_mad_change_state(mads[0], IBA_MAD_SENT, IBA_MAD_FREE));
	assert_int_equal(mads[0]->state, IBA_MAD_WITH_PROGRAM);
	assert_true(iba_mad_change_state(mads[0], IBA_MAD_WITH_PROGRAM, IBA_MAD_SENT));
	assert_int_equal(mads[0]->state, IBA_MAD_SENT);
	iba_mad_put(mads[0]);
	assert_int_equal(mads[0]->state, IBA_MAD_FREE);
	iba_store_close(store);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_store, check_heap)
	const struct CMUnitTest tests[] = {
		FRESH(a_store_needs_its_memory),
		FRESH(a_store_grows_by_steps),
		FRESH(a_store_may_not_grow),
		FRESH(a_datagram_has_room),
		FRESH(a_datagram_may_be_too_large),
		FRESH(keys_count_their_elements),
		FRESH(a_store_ends_with_its_last_user),
		FRESH(states_change_from_one_to_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
