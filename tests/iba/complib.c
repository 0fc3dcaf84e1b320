/* SPDX-License-Identifier: BSD-2-Clause */
/* The component library: maps compared with a plain array, timers, locks, lists and macros. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <complib/cl_packon.h>
#include <complib/cl_types_osd.h>
#include <complib/comp_lib.h>

typedef struct {
	uint8_t first;
	uint32_t second;
} PACK_SUFFIX packed_t;
#include <complib/cl_packoff.h>

#ifdef PACK_SUFFIX
#error "packing has no end"
#endif

enum {
	KEYS = 200,
	STEPS = 20000,
	SEED = 7
};

struct mapped {
	cl_map_item_t item;
	boolean_t in;
};

/* --- maps ----------------------------------------------------------------------------------- */

/* Returns the number of black items from here to a leaf, which must be the same on every path; no
 * red item may be the child of another. */
static unsigned int check_tree(const cl_qmap_t *map, const cl_map_item_t *item)
{
	unsigned int left, right;

	if (item == cl_qmap_end(map))
		return 1;
	if (item->color == CL_MAP_RED) {
		assert_int_equal(item->p_left->color, CL_MAP_BLACK);
		assert_int_equal(item->p_right->color, CL_MAP_BLACK);
	}
	left = check_tree(map, item->p_left);
	right = check_tree(map, item->p_right);
	assert_int_equal(left, right);
	return left + (item->color == CL_MAP_BLACK);
}

static void check_order(const cl_qmap_t *map, const struct mapped *all)
{
	const cl_map_item_t *item = cl_qmap_head(map);
	size_t count = 0;

	for (size_t i = 0; i < KEYS; i++) {
		if (!all[i].in)
			continue;
		assert_ptr_equal(item, &all[i].item);
		assert_int_equal(cl_qmap_key(item), i * 3);
		item = cl_qmap_next(item);
		count++;
	}
	assert_ptr_equal(item, cl_qmap_end(map));
	assert_int_equal(cl_qmap_count(map), count);
	assert_int_equal(cl_is_qmap_empty(map), count == 0);
}

static const cl_map_item_t *next_of(const cl_qmap_t *map, const struct mapped *all, size_t i)
{
	while (++i < KEYS)
		if (all[i].in)
			return &all[i].item;
	return cl_qmap_end(map);
}

static void change_map(cl_qmap_t *map, struct mapped *all, size_t i, boolean_t inserts)
{
	cl_map_item_t second;

	assert_ptr_equal(cl_qmap_get(map, i * 3), all[i].in ? &all[i].item : cl_qmap_end(map));
	assert_ptr_equal(cl_qmap_get_next(map, i * 3), next_of(map, all, i));
	assert_ptr_equal(cl_qmap_get(map, i * 3 + 1), cl_qmap_end(map));
	if (inserts) {
		assert_ptr_equal(cl_qmap_insert(map, i * 3, all[i].in ? &second : &all[i].item),
				 &all[i].item);
	} else {
		assert_ptr_equal(cl_qmap_remove(map, i * 3),
				 all[i].in ? &all[i].item : cl_qmap_end(map));
	}
	all[i].in = inserts;
}

static void maps(void **state)
{
	static struct mapped all[KEYS];
	cl_qmap_t map;

	(void)state;
	cl_qmap_init(&map);
	srand(SEED);
	check_order(&map, all);
	for (int i = 0; i < STEPS; i++) {
		/* phases with more insertions alternate with phases with more removals */
		const int inserts = rand() % 10 < (i / 1000 % 2 ? 3 : 7);

		change_map(&map, all, (size_t)(rand() % KEYS), inserts);
		check_tree(&map, map.root.p_left);
		if (i % 100 == 0)
			check_order(&map, all);
	}
	while (!cl_is_qmap_empty(&map))
		cl_qmap_remove_item(&map, cl_qmap_tail(&map));
	assert_ptr_equal(cl_qmap_head(&map), cl_qmap_end(&map));
}

static void add_key(cl_map_item_t *item, void *context)
{
	*(uint64_t *)context = *(uint64_t *)context * 10 + cl_qmap_key(item);
}

static uint64_t digits(const cl_qmap_t *map)
{
	uint64_t number = 0;

	cl_qmap_apply_func(map, add_key, &number);
	return number;
}

static void maps_together(void **state)
{
	cl_map_obj_t a[4], b[3];
	cl_qmap_t one, two, new, old;

	(void)state;
	cl_qmap_init(&one);
	cl_qmap_init(&two);
	cl_qmap_init(&new);
	cl_qmap_init(&old);
	for (uint64_t i = 0; i < 4; i++)
		cl_qmap_insert(&one, i + 1, &a[i].item);
	for (uint64_t i = 0; i < 3; i++)
		cl_qmap_insert(&two, i + 4, &b[i].item);
	cl_qmap_set_obj(&a[0], &one);
	assert_ptr_equal(cl_qmap_obj(&a[0]), &one);
	cl_qmap_delta(&one, &two, &new, &old);
	assert_int_equal(digits(&one), 4);
	assert_int_equal(digits(&two), 4);
	assert_int_equal(digits(&new), 56);
	assert_int_equal(digits(&old), 123);
	cl_qmap_merge(&one, &two);
	cl_qmap_merge(&old, &new);
	assert_int_equal(digits(&one), 4);
	assert_int_equal(digits(&two), 4);
	assert_int_equal(digits(&old), 12356);
	cl_qmap_remove_all(&old);
	assert_true(cl_is_qmap_empty(&old));
}

/* --- timers --------------------------------------------------------------------------------- */

struct alarm {
	cl_timer_t timer;
	cl_event_t event;
	atomic32_t calls;
	int again; /* times that the callback restarts it */
	boolean_t destroys;
};

static void on_alarm(void *context)
{
	struct alarm *alarm = context;

	cl_atomic_inc(&alarm->calls);
	if (alarm->again-- > 0)
		cl_timer_start(&alarm->timer, 1);
	cl_timer_trim(&alarm->timer, 3600 * 1000);
	if (alarm->again < 0)
		cl_timer_stop(&alarm->timer);
	if (alarm->destroys)
		cl_timer_destroy(&alarm->timer);
	if (alarm->again < 0)
		cl_event_signal(&alarm->event);
}

static void alarm_init(struct alarm *alarm)
{
	memset(alarm, 0, sizeof(*alarm));
	assert_int_equal(cl_event_init(&alarm->event, FALSE), CL_SUCCESS);
	assert_int_equal(cl_timer_init(&alarm->timer, on_alarm, alarm), CL_SUCCESS);
}

static void timers(void **state)
{
	const uint64_t begin = cl_get_time_stamp();
	struct alarm alarm;

	(void)state;
	assert_int_equal(cl_timer_init(&alarm.timer, NULL, NULL), CL_INVALID_PARAMETER);
	cl_timer_destroy(&alarm.timer);
	alarm_init(&alarm);
	cl_timer_start(&alarm.timer, 3600 * 1000);
	cl_timer_stop(&alarm.timer);
	cl_timer_start(&alarm.timer, 3600 * 1000);
	alarm.again = 2;
	cl_timer_trim(&alarm.timer, 20); /* shortens the hour */
	assert_int_equal(cl_event_wait_on(&alarm.event, EVENT_NO_TIMEOUT, TRUE), CL_SUCCESS);
	assert_true(cl_get_time_stamp() - begin >= 20000);
	assert_int_equal(alarm.calls, 3);
	cl_timer_start(&alarm.timer, 3600 * 1000);
	cl_timer_destroy(&alarm.timer); /* returns without waiting for the hour */
	cl_timer_destroy(&alarm.timer);
	cl_event_destroy(&alarm.event);
}

static void a_timer_that_destroys_itself(void **state)
{
	struct alarm alarm;

	(void)state;
	alarm_init(&alarm);
	alarm.destroys = TRUE;
	cl_timer_start(&alarm.timer, 0);
	assert_int_equal(cl_event_wait_on(&alarm.event, EVENT_NO_TIMEOUT, TRUE), CL_SUCCESS);
	assert_int_equal(alarm.timer.state, CL_DESTROYED);
	cl_event_destroy(&alarm.event);
}

/* --- locks ---------------------------------------------------------------------------------- */

struct shared {
	cl_plock_t lock;
	cl_spinlock_t spin;
	cl_mutex_t mutex;
	int value;
};

static void add_many(void *context)
{
	struct shared *shared = context;

	for (int i = 0; i < 3000; i++) {
		cl_plock_excl_acquire(&shared->lock);
		shared->value++;
		cl_plock_release(&shared->lock);
	}
}

static void locks(void **state)
{
	struct shared shared = {.value = 0};
	cl_thread_t threads[2];

	(void)state;
	cl_plock_construct(&shared.lock);
	cl_plock_destroy(&shared.lock);
	assert_int_equal(cl_plock_init(&shared.lock), CL_SUCCESS);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(cl_thread_init(&threads[i], add_many, &shared,
						"a name that is too long for a thread"),
				 CL_SUCCESS);
	assert_false(cl_is_current_thread(&threads[0]));
	assert_true(cl_is_blockable());
	for (size_t i = 0; i < 2; i++)
		cl_thread_destroy(&threads[i]);
	cl_plock_acquire(&shared.lock);
	cl_plock_acquire(&shared.lock); /* readers do not exclude each other */
	assert_int_equal(shared.value, 6000);
	cl_plock_release(&shared.lock);
	cl_plock_release(&shared.lock);
	cl_plock_destroy(&shared.lock);
	cl_spinlock_construct(&shared.spin);
	cl_spinlock_destroy(&shared.spin);
	assert_int_equal(cl_mutex_init(&shared.mutex), CL_SUCCESS);
	assert_int_equal(shared.mutex.state, CL_INITIALIZED);
	cl_mutex_destroy(&shared.mutex);
	assert_int_equal(shared.mutex.state, CL_DESTROYED);
}

/* --- lists ---------------------------------------------------------------------------------- */

struct listed {
	cl_list_item_t item;
	int value;
};

static cl_status_t is_odd(const cl_list_item_t *item, void *context)
{
	(void)context;
	return ((const struct listed *)(const void *)item)->value % 2 ? CL_SUCCESS : CL_NOT_FOUND;
}

static void add_digit(cl_list_item_t *item, void *context)
{
	int *number = context;

	*number = *number * 10 + ((struct listed *)(void *)item)->value;
}

static int in_order(const cl_qlist_t *list)
{
	int number = 0;

	cl_qlist_apply_func(list, add_digit, &number);
	return number;
}

static void lists(void **state)
{
	struct listed a[4] = {{.value = 1}, {.value = 2}, {.value = 3}, {.value = 4}}, *of;
	cl_qlist_t list, other;
	cl_list_item_t *found;
	cl_list_obj_t object;

	(void)state;
	cl_qlist_init(&list);
	cl_qlist_init(&other);
	cl_qlist_insert_array_tail(&list, &a[0].item, 2, sizeof(a[0]));
	cl_qlist_insert_array_head(&list, &a[2].item, 2, sizeof(a[0]));
	assert_int_equal(in_order(&list), 3412);
	found = cl_qlist_find_from_tail(&list, is_odd, NULL);
	assert_ptr_equal(cl_item_obj(found, of, item), &a[0]);
	found = cl_qlist_find_prev(&list, found, is_odd, NULL);
	assert_ptr_equal(found, &a[2].item);
	assert_ptr_equal(cl_qlist_find_next(&list, found, is_odd, NULL), &a[0].item);
	assert_ptr_equal(cl_qlist_find_next(&list, &a[0].item, is_odd, NULL), cl_qlist_end(&list));
	cl_qlist_move_items(&list, &other, is_odd, NULL);
	assert_int_equal(in_order(&list), 42);
	assert_int_equal(in_order(&other), 31);
	cl_qlist_insert_list_head(&list, &other);
	assert_int_equal(in_order(&list), 3142);
	assert_true(cl_is_qlist_empty(&other));
	cl_qlist_set_obj(&object, &a[1]);
	assert_ptr_equal(cl_qlist_obj(&object), &a[1]);
}

/* --- macros --------------------------------------------------------------------------------- */

/* Without -D_DEBUG_ an assertion may use undeclared names, and a trace needs no semicolon. */
static void macros(void **state)
{
	char there[] = {1, 2, 3}, back[3], here[3];

	(void)state;
	CL_ASSERT(this_is_declared_nowhere == 1);
	CL_PRINT(1, levels_of_nobody, ("nothing\n"))
	CL_TRACE_EXIT(1, levels_of_nobody, ("nothing\n"))
	assert_int_equal(ROUNDUP(12, 8), 16);
	assert_int_equal(ROUNDUP(12, 5), 15);
	assert_int_equal(ROUNDUP(15, 5), 15);
	assert_int_equal(ROUNDUP(0, 7), 0);
	assert_int_equal(sizeof(packed_t), 5);
	assert_false(cl_is_state_valid((cl_state_t)0));
	assert_true(cl_is_state_valid(CL_DESTROYED));
	assert_false(cl_is_debug());
	complib_init();
	assert_int_equal(complib_init_v2(), CL_SUCCESS);
	cl_ntoh(back, there, sizeof(back));
	cl_ntoh(there, there, sizeof(there));
	assert_memory_equal(back, there, sizeof(back));
	memcpy(here, CPU_LE ? "\3\2\1" : "\1\2\3", sizeof(here));
	assert_memory_equal(back, here, sizeof(back));
	complib_exit();
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(maps),   cmocka_unit_test(maps_together),
		cmocka_unit_test(timers), cmocka_unit_test(a_timer_that_destroys_itself),
		cmocka_unit_test(locks),  cmocka_unit_test(lists),
		cmocka_unit_test(macros),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
