/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Intrusive doubly linked lists, circular, with a link as list head. A link outside of any list
 * points at itself, so removing it twice is harmless.
 */
#ifndef EMULATOR_BASE_LIST_H
#define EMULATOR_BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct softhca_link {
	struct softhca_link *next;
	struct softhca_link *prev;
};

/** container_of: the struct of `type` whose member `member` is the link `link`. */
#define softhca_entry(link, type, member) ((type *)((char *)(link)-offsetof(type, member)))

/** Visit every link; the body may remove `pos`. */
#define softhca_for_each(pos, after, head)                                                         \
	for ((pos) = (head)->next, (after) = (pos)->next; (pos) != (head);                         \
	     (pos) = (after), (after) = (pos)->next)

static inline void softhca_link_init(struct softhca_link *link)
{
	link->next = link;
	link->prev = link;
}

static inline bool softhca_list_empty(const struct softhca_link *head)
{
	return head->next == head;
}

static inline void softhca_link_remove(struct softhca_link *link)
{
	link->prev->next = link->next;
	link->next->prev = link->prev;
	softhca_link_init(link);
}

static inline void softhca_list_add_first(struct softhca_link *head, struct softhca_link *link)
{
	link->next = head->next;
	link->prev = head;
	head->next->prev = link;
	head->next = link;
}

static inline void softhca_list_add_last(struct softhca_link *head, struct softhca_link *link)
{
	softhca_list_add_first(head->prev, link);
}

#endif
