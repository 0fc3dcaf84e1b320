/* SPDX-License-Identifier: BSD-2-Clause */
/* Pools of elements. */
#include "kit.h"

static struct kit kit;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&kit);
	return 0;
}

static void sizes_of_a_pool_fit_together(void **state)
{
	ib_pool_handle_t pool = NULL;

	(void)state;
	assert_int_equal(ib_create_mad_pool(NULL, 1, 2, 1, &pool), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_create_mad_pool((ib_al_handle_t)kit.ca, 1, 2, 1, &pool),
			 IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_create_mad_pool(kit_random_handle(), 1, 2, 1, &pool),
			 IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_create_mad_pool(kit.al, 1, 2, 1, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_mad_pool(kit.al, 3, 2, 1, &pool), IB_INVALID_SETTING);
	assert_null(pool);
	assert_int_equal(ib_create_mad_pool(kit.al, 3, 0, 0, &pool), IB_SUCCESS);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_SUCCESS);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_INVALID_HANDLE);
	assert_int_equal(ib_destroy_mad_pool((ib_pool_handle_t)kit.pd), IB_INVALID_HANDLE);
	assert_int_equal(ib_destroy_mad_pool(NULL), IB_INVALID_HANDLE);
}

static void keys_need_a_pool_and_a_domain(void **state)
{
	ib_pool_handle_t pool;
	ib_pool_key_t key = NULL;

	(void)state;
	assert_int_equal(ib_create_mad_pool(kit.al, 1, 1, 0, &pool), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(NULL, kit.pd, &key), IB_INVALID_HANDLE);
	assert_int_equal(ib_reg_mad_pool(pool, NULL, &key), IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_reg_mad_pool(pool, (ib_pd_handle_t)kit.ca, &key), IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, NULL), IB_INVALID_PARAMETER);
	assert_null(key);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, &key), IB_SUCCESS);
	assert_int_equal(ib_dereg_mad_pool(key), IB_SUCCESS);
	assert_int_equal(ib_dereg_mad_pool(key), IB_INVALID_PARAMETER);
	assert_int_equal(ib_dereg_mad_pool(NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_dereg_mad_pool(kit_random_handle()), IB_INVALID_PARAMETER);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_SUCCESS);
}

static void elements_come_zeroed_with_their_size(void **state)
{
	static const uint8_t none[5000];
	ib_mad_element_t *element = NULL;
	const size_t sizes[] = {1, 256, 257, sizeof(none)};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
		const size_t size = sizes[i / 2];

		assert_int_equal(ib_get_mad(kit.key, size, &element), IB_SUCCESS);
		assert_int_equal(element->size, size);
		assert_ptr_equal(ib_get_mad_buf(element), element->p_mad_buf);
		assert_memory_equal(element->p_mad_buf, none, size < 256 ? 256 : size);
		memset(element->p_mad_buf, 0xff, size < 256 ? 256 : size);
		element->context1 = element;
		assert_int_equal(ib_put_mad(element), IB_SUCCESS);
	}
	assert_int_equal(ib_get_mad(kit.key, 256, &element), IB_SUCCESS);
	assert_null(element->context1);
	assert_int_equal(ib_put_mad(element), IB_SUCCESS);
	assert_int_equal(ib_get_mad(NULL, 256, &element), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_mad((ib_pool_key_t)kit.pd, 256, &element), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_mad(kit.key, 0, &element), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_mad(kit.key, 256, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_mad(kit.key, SIZE_MAX, &element), IB_INSUFFICIENT_MEMORY);
}

static void a_pool_grows_to_its_limit(void **state)
{
	ib_mad_element_t *elements[5];
	ib_pool_handle_t pool;
	ib_pool_key_t key;

	(void)state;
	assert_int_equal(ib_create_mad_pool(kit.al, 1, 4, 2, &pool), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, &key), IB_SUCCESS);
	for (int i = 0; i < 4; i++)
		assert_int_equal(ib_get_mad(key, 256, &elements[i]), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &elements[4]), IB_INSUFFICIENT_RESOURCES);
	/* putting back the first element puts back its chain */
	for (int i = 0; i < 3; i++)
		elements[i]->p_next = elements[i + 1];
	assert_int_equal(ib_put_mad(elements[0]), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &elements[0]), IB_SUCCESS);
	assert_null(elements[0]->p_next);
	assert_int_equal(ib_put_mad(elements[0]), IB_SUCCESS);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_SUCCESS);
	/* the pool does not grow */
	assert_int_equal(ib_create_mad_pool(kit.al, 1, 0, 0, &pool), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, &key), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &elements[0]), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &elements[1]), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(ib_put_mad(elements[0]), IB_SUCCESS);
}

static void a_pool_with_elements_out_is_busy(void **state)
{
	ib_mad_element_t *element, *other;
	ib_pool_handle_t pool;
	ib_pool_key_t key, idle;

	(void)state;
	assert_int_equal(ib_create_mad_pool(kit.al, 0, 0, 1, &pool), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, &key), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(pool, kit.pd, &idle), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &element), IB_SUCCESS);
	assert_int_equal(ib_dereg_mad_pool(key), IB_RESOURCE_BUSY);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_RESOURCE_BUSY);
	assert_int_equal(ib_dereg_mad_pool(idle), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &other), IB_SUCCESS);
	element->p_next = other;
	assert_int_equal(ib_put_mad(element), IB_SUCCESS);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_SUCCESS);
	/* a key is invalid when its pool has been destroyed */
	assert_int_equal(ib_get_mad(key, 256, &element), IB_INVALID_PARAMETER);
}

static void what_was_put_back_cannot_be_put_again(void **state)
{
	ib_mad_element_t *first, *second;

	(void)state;
	assert_int_equal(ib_put_mad(NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_mad(kit.key, 256, &first), IB_SUCCESS);
	assert_int_equal(ib_get_mad(kit.key, 256, &second), IB_SUCCESS);
	assert_int_equal(ib_put_mad(second), IB_SUCCESS);
	assert_int_equal(ib_put_mad(second), IB_INVALID_PARAMETER);
	/* nor as part of a chain; then nothing of the chain is put back */
	first->p_next = second;
	assert_int_equal(ib_put_mad(first), IB_INVALID_PARAMETER);
	first->p_next = first;
	assert_int_equal(ib_put_mad(first), IB_INVALID_PARAMETER);
	first->p_next = NULL;
	assert_int_equal(ib_put_mad(first), IB_SUCCESS);
}

static void elements_outlive_what_they_are_from(void **state)
{
	ib_mad_element_t *of_domain, *of_instance;
	ib_pool_handle_t pool;
	ib_pool_key_t key;
	ib_pd_handle_t pd;
	struct kit other;

	(void)state;
	kit_open(&other, 1);
	assert_int_equal(ib_alloc_pd(other.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_create_mad_pool(other.al, 0, 0, 1, &pool), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(pool, pd, &key), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &of_domain), IB_SUCCESS);
	assert_int_equal(ib_get_mad(other.key, 1000, &of_instance), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &of_domain), IB_INVALID_PARAMETER);
	assert_int_equal(ib_destroy_mad_pool(pool), IB_RESOURCE_BUSY);
	kit_close(&other);
	memset(of_instance->p_mad_buf, 1, 1000);
	of_instance->p_next = of_domain;
	assert_int_equal(ib_put_mad(of_instance), IB_SUCCESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_of_a_pool_fit_together),
		cmocka_unit_test(keys_need_a_pool_and_a_domain),
		cmocka_unit_test(elements_come_zeroed_with_their_size),
		cmocka_unit_test(a_pool_grows_to_its_limit),
		cmocka_unit_test(a_pool_with_elements_out_is_busy),
		cmocka_unit_test(what_was_put_back_cannot_be_put_again),
		cmocka_unit_test(elements_outlive_what_they_are_from),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
