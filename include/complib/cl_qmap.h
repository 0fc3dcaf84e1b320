/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: intrusive maps, ordered by a numeric key. A map is a red-black tree; its items
 * are also linked in key order. One extra item, the end, terminates this list and stands for all
 * leaves of the tree.
 */
#ifndef COMPLIB_CL_QMAP_H
#define COMPLIB_CL_QMAP_H

#include <complib/cl_qlist.h>
/*
 * If another component library is installed, its pools define the type of an item that is part of a
 * map.
 */
#if __has_include(<complib/cl_qcomppool.h>)
#include <complib/cl_qcomppool.h>
#else
typedef struct _cl_pool_item {
	cl_list_item_t list_item;
} cl_pool_item_t;
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum _cl_map_color {
	CL_MAP_RED,
	CL_MAP_BLACK
} cl_map_color_t;

typedef struct _cl_map_item {
	cl_pool_item_t pool_item;
	struct _cl_map_item *p_left;
	struct _cl_map_item *p_right;
	struct _cl_map_item *p_up;
	cl_map_color_t color;
	uint64_t key;
} cl_map_item_t;

/** A map item with a pointer to an object. */
typedef struct _cl_map_obj {
	cl_map_item_t item;
	const void *p_object;
} cl_map_obj_t;

typedef struct _cl_qmap {
	cl_map_item_t root; /**< the tree is its left child */
	cl_map_item_t nil;  /**< the end */
	cl_state_t state;
	size_t count;
} cl_qmap_t;

/** Called for each item of a map. */
typedef void (*cl_pfn_qmap_apply_t)(cl_map_item_t *p_map_item, void *context);

static inline void cl_qmap_remove_all(cl_qmap_t *p_map)
{
	cl_list_item_t *end = &p_map->nil.pool_item.list_item;

	p_map->root.p_left = &p_map->nil;
	end->p_next = end->p_prev = end;
	p_map->count = 0;
}

static inline void cl_qmap_init(cl_qmap_t *p_map)
{
	memset(p_map, 0, sizeof(*p_map));
	p_map->root.p_up = &p_map->root;
	p_map->root.p_right = &p_map->nil;
	p_map->root.color = CL_MAP_BLACK;
	p_map->nil.p_up = p_map->nil.p_left = p_map->nil.p_right = &p_map->nil;
	p_map->nil.color = CL_MAP_BLACK;
	p_map->state = CL_INITIALIZED;
	cl_qmap_remove_all(p_map);
}

static inline size_t cl_qmap_count(const cl_qmap_t *p_map)
{
	return p_map->count;
}

static inline boolean_t cl_is_qmap_empty(const cl_qmap_t *p_map)
{
	return p_map->count == 0;
}

static inline uint64_t cl_qmap_key(const cl_map_item_t *p_item)
{
	return p_item->key;
}

static inline void cl_qmap_set_obj(cl_map_obj_t *p_map_obj, const void *p_object)
{
	p_map_obj->p_object = p_object;
}

static inline void *cl_qmap_obj(const cl_map_obj_t *p_map_obj)
{
	return (void *)(uintptr_t)p_map_obj->p_object;
}

static inline const cl_map_item_t *cl_qmap_end(const cl_qmap_t *p_map)
{
	return &p_map->nil;
}

/** The next item in key order, or the end. */
static inline cl_map_item_t *cl_qmap_next(const cl_map_item_t *p_item)
{
	return (cl_map_item_t *)(void *)p_item->pool_item.list_item.p_next;
}

static inline cl_map_item_t *cl_qmap_prev(const cl_map_item_t *p_item)
{
	return (cl_map_item_t *)(void *)p_item->pool_item.list_item.p_prev;
}

/** The item with the smallest key, or the end. */
static inline cl_map_item_t *cl_qmap_head(const cl_qmap_t *p_map)
{
	return cl_qmap_next(&p_map->nil);
}

/** The item with the greatest key, or the end. */
static inline cl_map_item_t *cl_qmap_tail(const cl_qmap_t *p_map)
{
	return cl_qmap_prev(&p_map->nil);
}

/** The item with a key, or the end. */
static inline cl_map_item_t *cl_qmap_get(const cl_qmap_t *p_map, uint64_t key)
{
	cl_map_item_t *item = p_map->root.p_left;

	while (item != &p_map->nil && item->key != key)
		item = key < item->key ? item->p_left : item->p_right;
	return item;
}

/** The item with the smallest key above the given one, or the end. */
static inline cl_map_item_t *cl_qmap_get_next(const cl_qmap_t *p_map, uint64_t key)
{
	cl_map_item_t *item = p_map->root.p_left;
	cl_map_item_t *found = (cl_map_item_t *)(uintptr_t)&p_map->nil;

	while (item != &p_map->nil) {
		if (key < item->key)
			found = item;
		item = key < item->key ? item->p_left : item->p_right;
	}
	return found;
}

/** The link to a child: the left one, or the right one. */
static inline cl_map_item_t **cl_map_child(cl_map_item_t *item, boolean_t right)
{
	return right ? &item->p_right : &item->p_left;
}

static inline boolean_t cl_map_is_right(const cl_map_item_t *item)
{
	return item->p_up->p_right == item;
}

/** Put an item in another one's position in the tree. The children of the old item stay with it. */
static inline void cl_map_replace(cl_map_item_t *old, cl_map_item_t *item)
{
	*cl_map_child(old->p_up, cl_map_is_right(old)) = item;
	item->p_up = old->p_up;
}

/**
 * Rotate an item with one of its children: with right FALSE, the right child goes up and the item
 * becomes its left child; with right TRUE, the mirror image.
 */
static inline void cl_map_rotate(cl_qmap_t *p_map, cl_map_item_t *item, boolean_t right)
{
	cl_map_item_t *up = *cl_map_child(item, !right);
	cl_map_item_t *between = *cl_map_child(up, right);

	*cl_map_child(item, !right) = between;
	if (between != &p_map->nil)
		between->p_up = item;
	cl_map_replace(item, up);
	*cl_map_child(up, right) = item;
	item->p_up = up;
}

/** Rebalance after an insertion: no red item may have a red child. */
static inline void cl_map_inserted(cl_qmap_t *p_map, cl_map_item_t *item)
{
	while (item->p_up->color == CL_MAP_RED) {
		cl_map_item_t *up = item->p_up, *top = up->p_up;
		const boolean_t right = cl_map_is_right(up);
		cl_map_item_t *beside = *cl_map_child(top, !right);

		top->color = CL_MAP_RED;
		if (beside->color == CL_MAP_RED) {
			up->color = beside->color = CL_MAP_BLACK;
			item = top;
			continue;
		}
		if (cl_map_is_right(item) != right) {
			cl_map_rotate(p_map, up, right);
			up = item;
		}
		up->color = CL_MAP_BLACK;
		cl_map_rotate(p_map, top, !right);
		break;
	}
	p_map->root.p_left->color = CL_MAP_BLACK;
}

/** Insert an item. Returns it, or the item that already has the key. */
static inline cl_map_item_t *cl_qmap_insert(cl_qmap_t *p_map, uint64_t key, cl_map_item_t *p_item)
{
	cl_map_item_t *up = &p_map->root, *at = p_map->root.p_left;
	cl_list_item_t *link = &p_item->pool_item.list_item,
		       *next = &p_map->nil.pool_item.list_item;
	boolean_t right = FALSE;

	while (at != &p_map->nil) {
		if (at->key == key)
			return at;
		up = at;
		right = key > at->key;
		next = right ? at->pool_item.list_item.p_next : &at->pool_item.list_item;
		at = *cl_map_child(at, right);
	}
	p_item->p_left = p_item->p_right = &p_map->nil;
	p_item->p_up = up;
	p_item->color = CL_MAP_RED;
	p_item->key = key;
	*cl_map_child(up, right) = p_item;
	link->p_next = next;
	link->p_prev = next->p_prev;
	next->p_prev->p_next = link;
	next->p_prev = link;
	p_map->count++;
	cl_map_inserted(p_map, p_item);
	return p_item;
}

/** Rebalance after a removal: below `up`, this side lacks a black item. */
static inline void cl_map_removed(cl_qmap_t *p_map, cl_map_item_t *up, boolean_t right)
{
	cl_map_item_t *item = *cl_map_child(up, right);

	while (up != &p_map->root && item->color == CL_MAP_BLACK) {
		cl_map_item_t *beside = *cl_map_child(up, !right);

		if (beside->color == CL_MAP_RED) {
			beside->color = CL_MAP_BLACK;
			up->color = CL_MAP_RED;
			cl_map_rotate(p_map, up, right);
			beside = *cl_map_child(up, !right);
		}
		if (beside->p_left->color == CL_MAP_BLACK &&
		    beside->p_right->color == CL_MAP_BLACK) {
			beside->color = CL_MAP_RED;
			item = up;
			up = item->p_up;
			right = cl_map_is_right(item);
			continue;
		}
		if ((*cl_map_child(beside, !right))->color == CL_MAP_BLACK) {
			(*cl_map_child(beside, right))->color = CL_MAP_BLACK;
			beside->color = CL_MAP_RED;
			cl_map_rotate(p_map, beside, !right);
			beside = *cl_map_child(up, !right);
		}
		beside->color = up->color;
		up->color = CL_MAP_BLACK;
		(*cl_map_child(beside, !right))->color = CL_MAP_BLACK;
		cl_map_rotate(p_map, up, right);
		return;
	}
	item->color = CL_MAP_BLACK;
}

/** Take an item with at most one child out of the tree, and rebalance. */
static inline void cl_map_take_out(cl_qmap_t *p_map, cl_map_item_t *item)
{
	cl_map_item_t *below = item->p_left != &p_map->nil ? item->p_left : item->p_right;
	cl_map_item_t *up = item->p_up;
	const boolean_t right = cl_map_is_right(item);

	*cl_map_child(up, right) = below;
	if (below != &p_map->nil)
		below->p_up = up;
	if (item->color == CL_MAP_BLACK)
		cl_map_removed(p_map, up, right);
}

/** Replace an item by one that is not in the tree, which takes over its children. */
static inline void cl_map_take_place(cl_qmap_t *p_map, cl_map_item_t *old, cl_map_item_t *item)
{
	item->color = old->color;
	item->p_left = old->p_left;
	item->p_right = old->p_right;
	cl_map_replace(old, item);
	if (item->p_left != &p_map->nil)
		item->p_left->p_up = item;
	if (item->p_right != &p_map->nil)
		item->p_right->p_up = item;
}

/** Remove an item from the map. The end is not removed. */
static inline void cl_qmap_remove_item(cl_qmap_t *p_map, cl_map_item_t *p_item)
{
	cl_list_item_t *link = &p_item->pool_item.list_item;
	cl_map_item_t *next = cl_qmap_next(p_item);

	if (p_item == &p_map->nil)
		return;
	link->p_next->p_prev = link->p_prev;
	link->p_prev->p_next = link->p_next;
	p_map->count--;
	if (p_item->p_left == &p_map->nil || p_item->p_right == &p_map->nil) {
		cl_map_take_out(p_map, p_item);
		return;
	}
	cl_map_take_out(p_map, next); /* it has no left child */
	cl_map_take_place(p_map, p_item, next);
}

/** Remove the item with a key. Returns it, or the end if there is none. */
static inline cl_map_item_t *cl_qmap_remove(cl_qmap_t *p_map, uint64_t key)
{
	cl_map_item_t *item = cl_qmap_get(p_map, key);

	cl_qmap_remove_item(p_map, item);
	return item;
}

/** Move those items of the source map whose keys are not in the destination. */
static inline void cl_qmap_merge(cl_qmap_t *p_dest_map, cl_qmap_t *p_src_map)
{
	cl_map_item_t *item = cl_qmap_head(p_src_map);

	while (item != &p_src_map->nil) {
		cl_map_item_t *next = cl_qmap_next(item);

		if (cl_qmap_get(p_dest_map, item->key) == &p_dest_map->nil) {
			cl_qmap_remove_item(p_src_map, item);
			cl_qmap_insert(p_dest_map, item->key, item);
		}
		item = next;
	}
}

/** Move the items whose keys are in the first map only to a third one. */
static inline void cl_map_move_missing(cl_qmap_t *from, const cl_qmap_t *other, cl_qmap_t *to)
{
	cl_map_item_t *item = cl_qmap_head(from);

	while (item != &from->nil) {
		cl_map_item_t *next = cl_qmap_next(item);

		if (cl_qmap_get(other, item->key) == &other->nil) {
			cl_qmap_remove_item(from, item);
			cl_qmap_insert(to, item->key, item);
		}
		item = next;
	}
}

/** Move items that only the second map has to p_new, and items that only the first has to p_old. */
static inline void cl_qmap_delta(cl_qmap_t *p_map1, cl_qmap_t *p_map2, cl_qmap_t *p_new,
				 cl_qmap_t *p_old)
{
	cl_map_move_missing(p_map1, p_map2, p_old);
	cl_map_move_missing(p_map2, p_map1, p_new);
}

/** Calls the function for each item in order; the map must not change meanwhile. */
static inline void cl_qmap_apply_func(const cl_qmap_t *p_map, cl_pfn_qmap_apply_t pfn_func,
				      const void *context)
{
	cl_map_item_t *item = cl_qmap_head(p_map);

	while (item != &p_map->nil) {
		cl_map_item_t *next = cl_qmap_next(item);

		pfn_func(item, (void *)(uintptr_t)context);
		item = next;
	}
}

#ifdef __cplusplus
}
#endif

#endif
