/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: intrusive doubly linked lists. The end of a list is a list item of its own. */
#ifndef COMPLIB_CL_QLIST_H
#define COMPLIB_CL_QLIST_H

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _cl_list_item {
	struct _cl_list_item *p_next;
	struct _cl_list_item *p_prev;
} cl_list_item_t;

typedef struct _cl_qlist {
	cl_list_item_t end; /**< p_next is the head of the list, p_prev its tail */
	size_t count;
	cl_state_t state;
} cl_qlist_t;

/** A list item with a pointer to an object. */
typedef struct _cl_list_obj {
	cl_list_item_t list_item;
	const void *p_object;
} cl_list_obj_t;

/**
 * The structure that contains an item as its member, given a pointer variable of the structure's
 * type.
 */
#define cl_item_obj(item_ptr, obj_ptr, item_field)                                                 \
	((__typeof__(obj_ptr))(void *)((char *)(item_ptr)-offsetof(__typeof__(*(obj_ptr)),         \
								   item_field)))

/** Called for each item of a list. */
typedef void (*cl_pfn_qlist_apply_t)(cl_list_item_t *p_list_item, void *context);
/** Returns CL_SUCCESS for the item to find. */
typedef cl_status_t (*cl_pfn_qlist_find_t)(const cl_list_item_t *p_list_item, void *context);

static inline void cl_qlist_init(cl_qlist_t *p_list)
{
	p_list->end.p_next = p_list->end.p_prev = &p_list->end;
	p_list->count = 0;
	p_list->state = CL_INITIALIZED;
}

static inline void cl_qlist_set_obj(cl_list_obj_t *p_list_obj, const void *p_object)
{
	p_list_obj->p_object = p_object;
}

static inline void *cl_qlist_obj(const cl_list_obj_t *p_list_obj)
{
	return (void *)(uintptr_t)p_list_obj->p_object;
}

static inline size_t cl_qlist_count(const cl_qlist_t *p_list)
{
	return p_list->count;
}

static inline boolean_t cl_is_qlist_empty(const cl_qlist_t *p_list)
{
	return p_list->count == 0;
}

static inline cl_list_item_t *cl_qlist_next(const cl_list_item_t *p_list_item)
{
	return p_list_item->p_next;
}

static inline cl_list_item_t *cl_qlist_prev(const cl_list_item_t *p_list_item)
{
	return p_list_item->p_prev;
}

/** The first item, or the end. */
static inline cl_list_item_t *cl_qlist_head(const cl_qlist_t *p_list)
{
	return p_list->end.p_next;
}

/** The last item, or the end. */
static inline cl_list_item_t *cl_qlist_tail(const cl_qlist_t *p_list)
{
	return p_list->end.p_prev;
}

static inline const cl_list_item_t *cl_qlist_end(const cl_qlist_t *p_list)
{
	return &p_list->end;
}

/** Inserts an item before another one, which may be the end. */
static inline void cl_qlist_insert_prev(cl_qlist_t *p_list, cl_list_item_t *p_list_item,
					cl_list_item_t *p_new_item)
{
	p_new_item->p_next = p_list_item;
	p_new_item->p_prev = p_list_item->p_prev;
	p_list_item->p_prev->p_next = p_new_item;
	p_list_item->p_prev = p_new_item;
	p_list->count++;
}

/** Inserts an item after another one, which may be the end. */
static inline void cl_qlist_insert_next(cl_qlist_t *p_list, cl_list_item_t *p_list_item,
					cl_list_item_t *p_new_item)
{
	cl_qlist_insert_prev(p_list, p_list_item->p_next, p_new_item);
}

static inline void cl_qlist_insert_head(cl_qlist_t *p_list, cl_list_item_t *p_list_item)
{
	cl_qlist_insert_prev(p_list, p_list->end.p_next, p_list_item);
}

static inline void cl_qlist_insert_tail(cl_qlist_t *p_list, cl_list_item_t *p_list_item)
{
	cl_qlist_insert_prev(p_list, &p_list->end, p_list_item);
}

static inline void cl_qlist_remove_item(cl_qlist_t *p_list, cl_list_item_t *p_list_item)
{
	if (p_list_item == &p_list->end)
		return;
	p_list_item->p_next->p_prev = p_list_item->p_prev;
	p_list_item->p_prev->p_next = p_list_item->p_next;
	p_list->count--;
}

/** Returns the end if the list is empty. */
static inline cl_list_item_t *cl_qlist_remove_head(cl_qlist_t *p_list)
{
	cl_list_item_t *p_list_item = cl_qlist_head(p_list);

	cl_qlist_remove_item(p_list, p_list_item);
	return p_list_item;
}

/** Returns the end if the list is empty. */
static inline cl_list_item_t *cl_qlist_remove_tail(cl_qlist_t *p_list)
{
	cl_list_item_t *p_list_item = cl_qlist_tail(p_list);

	cl_qlist_remove_item(p_list, p_list_item);
	return p_list_item;
}

static inline void cl_qlist_remove_all(cl_qlist_t *p_list)
{
	cl_qlist_init(p_list);
}

static inline boolean_t cl_is_item_in_qlist(const cl_qlist_t *p_list,
					    const cl_list_item_t *p_list_item)
{
	const cl_list_item_t *item = cl_qlist_head(p_list);

	while (item != cl_qlist_end(p_list) && item != p_list_item)
		item = cl_qlist_next(item);
	return item != cl_qlist_end(p_list);
}

/** The first item after another one for which the function returns CL_SUCCESS, or the end. */
static inline cl_list_item_t *cl_qlist_find_next(const cl_qlist_t *p_list,
						 const cl_list_item_t *p_list_item,
						 cl_pfn_qlist_find_t pfn_func, const void *context)
{
	cl_list_item_t *item = cl_qlist_next(p_list_item);

	while (item != cl_qlist_end(p_list) &&
	       pfn_func(item, (void *)(uintptr_t)context) != CL_SUCCESS)
		item = cl_qlist_next(item);
	return item;
}

/** The last item before another one for which the function returns CL_SUCCESS, or the end. */
static inline cl_list_item_t *cl_qlist_find_prev(const cl_qlist_t *p_list,
						 const cl_list_item_t *p_list_item,
						 cl_pfn_qlist_find_t pfn_func, const void *context)
{
	cl_list_item_t *item = cl_qlist_prev(p_list_item);

	while (item != cl_qlist_end(p_list) &&
	       pfn_func(item, (void *)(uintptr_t)context) != CL_SUCCESS)
		item = cl_qlist_prev(item);
	return item;
}

/** The first item for which the function returns CL_SUCCESS, or the end. */
static inline cl_list_item_t *
cl_qlist_find_from_head(const cl_qlist_t *p_list, cl_pfn_qlist_find_t pfn_func, const void *context)
{
	return cl_qlist_find_next(p_list, cl_qlist_end(p_list), pfn_func, context);
}

/** The last item for which the function returns CL_SUCCESS, or the end. */
static inline cl_list_item_t *
cl_qlist_find_from_tail(const cl_qlist_t *p_list, cl_pfn_qlist_find_t pfn_func, const void *context)
{
	return cl_qlist_find_prev(p_list, cl_qlist_end(p_list), pfn_func, context);
}

/** Calls the function for each item. The function may remove that item. */
static inline void cl_qlist_apply_func(const cl_qlist_t *p_list, cl_pfn_qlist_apply_t pfn_func,
				       const void *context)
{
	cl_list_item_t *item = cl_qlist_head(p_list);

	while (item != cl_qlist_end(p_list)) {
		cl_list_item_t *next = cl_qlist_next(item);

		pfn_func(item, (void *)(uintptr_t)context);
		item = next;
	}
}

/** Appends all items of the source list, which becomes empty. */
static inline void cl_qlist_insert_list_tail(cl_qlist_t *p_dest_list, cl_qlist_t *p_src_list)
{
	while (!cl_is_qlist_empty(p_src_list))
		cl_qlist_insert_tail(p_dest_list, cl_qlist_remove_head(p_src_list));
}

/** Inserts all items of the source list at the head; the source list becomes empty. */
static inline void cl_qlist_insert_list_head(cl_qlist_t *p_dest_list, cl_qlist_t *p_src_list)
{
	while (!cl_is_qlist_empty(p_src_list))
		cl_qlist_insert_head(p_dest_list, cl_qlist_remove_tail(p_src_list));
}

/**
 * Appends the items of an array, whose elements are item_size bytes long and begin with an item.
 */
static inline void cl_qlist_insert_array_tail(cl_qlist_t *p_list, cl_list_item_t *p_array,
					      uint32_t item_count, uint32_t item_size)
{
	for (size_t i = 0; i < item_count; i++)
		cl_qlist_insert_tail(p_list,
				     (cl_list_item_t *)(void *)((char *)p_array + i * item_size));
}

/** Inserts the items of such an array at the head, in the same order. */
static inline void cl_qlist_insert_array_head(cl_qlist_t *p_list, cl_list_item_t *p_array,
					      uint32_t item_count, uint32_t item_size)
{
	for (size_t i = item_count; i-- > 0;)
		cl_qlist_insert_head(p_list,
				     (cl_list_item_t *)(void *)((char *)p_array + i * item_size));
}

/** Moves the items for which the function returns CL_SUCCESS to the end of the other list. */
static inline void cl_qlist_move_items(cl_qlist_t *p_src_list, cl_qlist_t *p_dest_list,
				       cl_pfn_qlist_find_t pfn_func, const void *context)
{
	cl_list_item_t *item = cl_qlist_head(p_src_list);

	while (item != cl_qlist_end(p_src_list)) {
		cl_list_item_t *next = cl_qlist_next(item);

		if (pfn_func(item, (void *)(uintptr_t)context) == CL_SUCCESS) {
			cl_qlist_remove_item(p_src_list, item);
			cl_qlist_insert_tail(p_dest_list, item);
		}
		item = next;
	}
}

#ifdef __cplusplus
}
#endif

#endif
