/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: lists whose links are in the listed structures. The end of a list is an item
 * of its own. */
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
	cl_list_item_t end; /**< its next item is the head, the one before it the tail */
	size_t count;
} cl_qlist_t;

/** Called for each item of a list. */
typedef void (*cl_pfn_qlist_apply_t)(cl_list_item_t *p_list_item, void *context);
/** Returns CL_SUCCESS for the item that is looked for. */
typedef cl_status_t (*cl_pfn_qlist_find_t)(const cl_list_item_t *p_list_item, void *context);

static inline void cl_qlist_init(cl_qlist_t *p_list)
{
	p_list->end.p_next = p_list->end.p_prev = &p_list->end;
	p_list->count = 0;
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

/** Puts an item in front of another one, which may be the end. */
static inline void cl_qlist_insert_prev(cl_qlist_t *p_list, cl_list_item_t *p_list_item,
					cl_list_item_t *p_new_item)
{
	p_new_item->p_next = p_list_item;
	p_new_item->p_prev = p_list_item->p_prev;
	p_list_item->p_prev->p_next = p_new_item;
	p_list_item->p_prev = p_new_item;
	p_list->count++;
}

/** Puts an item behind another one, which may be the end. */
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

/** The end if the list is empty. */
static inline cl_list_item_t *cl_qlist_remove_head(cl_qlist_t *p_list)
{
	cl_list_item_t *p_list_item = cl_qlist_head(p_list);

	cl_qlist_remove_item(p_list, p_list_item);
	return p_list_item;
}

/** The end if the list is empty. */
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

/** The first item that the function finds, or the end. */
static inline cl_list_item_t *cl_qlist_find_from_head(const cl_qlist_t *p_list,
						      cl_pfn_qlist_find_t pfn_func, void *context)
{
	cl_list_item_t *item = cl_qlist_head(p_list);

	while (item != cl_qlist_end(p_list) && pfn_func(item, context) != CL_SUCCESS)
		item = cl_qlist_next(item);
	return item;
}

/** Calls the function for each item, which it may remove. */
static inline void cl_qlist_apply_func(cl_qlist_t *p_list, cl_pfn_qlist_apply_t pfn_func,
				       void *context)
{
	cl_list_item_t *item = cl_qlist_head(p_list);

	while (item != cl_qlist_end(p_list)) {
		cl_list_item_t *next = cl_qlist_next(item);

		pfn_func(item, context);
		item = next;
	}
}

/** Appends all of the other list, which is empty then. */
static inline void cl_qlist_insert_list_tail(cl_qlist_t *p_dest_list, cl_qlist_t *p_src_list)
{
	while (!cl_is_qlist_empty(p_src_list))
		cl_qlist_insert_tail(p_dest_list, cl_qlist_remove_head(p_src_list));
}

#ifdef __cplusplus
}
#endif

#endif
