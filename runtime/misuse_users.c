/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the users of an object that cannot be freed. What an object uses is recorded when it is
 * created, because unchecked code may have freed it later. Only checked programs link this file.
 */
#include "misuse_users.h"

#include <inverbs/checked/misuse.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uses.h"

enum {
	BUCKETS = 1024,
	MAX_USES = 8,
	USERS_NAMED = 3, /* most users named in a message; more are only counted */
};

struct user {
	struct user *next;
	const void *object;
	const char *kind;
	bool going; /* another thread is freeing it */
	unsigned int uses;
	const char *member[MAX_USES];
	const void *used[MAX_USES];
};

static struct user *buckets[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct user **find_user_place(const void *object)
{
	struct user **at = &buckets[((uintptr_t)object >> 4) % BUCKETS];

	while (*at && (*at)->object != object)
		at = &(*at)->next;
	return at;
}

/* Record what an object uses. The address may be that of an earlier object, since freed. */
static void record_uses(struct user *user, const char *kind)
{
	user->kind = kind;
	user->going = false;
	user->uses = 0;
	for (const struct inverbs_use *use = inverbs_uses; use->user; use++) {
		if (strcmp(use->user, kind) != 0 || user->uses == MAX_USES)
			continue;
		user->member[user->uses] = use->member;
		memcpy(&user->used[user->uses++], (const char *)user->object + use->offset,
		       sizeof(void *));
	}
}

void inverbs_user_made(const void *object, const char *kind)
{
	struct user **at;

	pthread_mutex_lock(&lock);
	at = find_user_place(object);
	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (*at)
			(*at)->object = object;
	}
	if (*at) /* without memory the object is not recorded, and so never named */
		record_uses(*at, kind);
	pthread_mutex_unlock(&lock);
}

void inverbs_user_going(const void *object)
{
	struct user *user;

	pthread_mutex_lock(&lock);
	user = *find_user_place(object);
	if (user)
		user->going = true;
	pthread_mutex_unlock(&lock);
}

void inverbs_user_gone(const void *object, bool freed)
{
	struct user **at, *user;

	pthread_mutex_lock(&lock);
	at = find_user_place(object);
	user = *at;
	if (user && user->going && freed) { /* otherwise a new object has the same address */
		*at = user->next;
		free(user);
	} else if (user) {
		user->going = false;
	}
	pthread_mutex_unlock(&lock);
}

/*
 * The member of the user that refers to the object, or NULL. A member with two names counts once.
 */
static const char *member_using(const struct user *user, const void *object)
{
	for (unsigned int i = 0; i < user->uses; i++) {
		if (user->used[i] == object)
			return user->member[i];
	}
	return NULL;
}

/* Write a user as "ibv_qp 0x... (send_cq)". */
static size_t format_user(char *to, size_t room, const struct user *user, const char *member)
{
	return (size_t)snprintf(to, room, "%s %p (%s)", user->kind, user->object, member);
}

static unsigned int list_users(const void *object, char *to, size_t room)
{
	unsigned int count = 0;
	size_t length = 0;

	to[0] = '\0';
	for (unsigned int i = 0; i < BUCKETS; i++) {
		for (const struct user *user = buckets[i]; user; user = user->next) {
			const char *member = member_using(user, object);

			if (!member || count++ >= USERS_NAMED || length >= room)
				continue;
			if (length)
				length += (size_t)snprintf(to + length, room - length, ", ");
			if (length < room)
				length += format_user(to + length, room - length, user, member);
		}
	}
	return count;
}

void inverbs_object_busy(const char *function, const char *parameter, const void *object)
{
	char users[256];
	unsigned int count;

	pthread_mutex_lock(&lock);
	count = list_users(object, users, sizeof(users));
	pthread_mutex_unlock(&lock);
	if (!count)
		inverbs_misuse(function, 0,
			       "%s is in use, but not by an object created in checked code: a "
			       "bound window, or a joined group? (EBUSY)",
			       parameter);
	else if (count <= USERS_NAMED)
		inverbs_misuse(function, 0, "%s is used by %s (EBUSY)", parameter, users);
	else
		inverbs_misuse(function, 0, "%s is used by %s and %u more (EBUSY)", parameter,
			       users, count - USERS_NAMED);
}
