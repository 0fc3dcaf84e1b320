/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/quota.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/log.h"
#include "base/objects.h"

static const char *const names[SOFTHCA_RESOURCES] = {
	[SOFTHCA_CONNECTIONS] = "connections",
	[SOFTHCA_DESCRIPTORS] = "file descriptors",
	[SOFTHCA_MAPPINGS] = "mappings",
	[SOFTHCA_MAPPED_BYTES] = "mapped bytes",
	[SOFTHCA_IDENTIFIERS] = "identifiers",
	[SOFTHCA_OBJECTS + SOFTHCA_PD] = "protection domains",
	[SOFTHCA_OBJECTS + SOFTHCA_MR] = "memory regions",
	[SOFTHCA_OBJECTS + SOFTHCA_MW] = "memory windows",
	[SOFTHCA_OBJECTS + SOFTHCA_CQ] = "completion queues",
	[SOFTHCA_OBJECTS + SOFTHCA_QP] = "queue pairs",
	[SOFTHCA_OBJECTS + SOFTHCA_SRQ] = "shared receive queues",
	[SOFTHCA_OBJECTS + SOFTHCA_AH] = "address handles",
	[SOFTHCA_OBJECTS + SOFTHCA_XRCD] = "XRC domains",
};

/* --- totals ------------------------------------------------------------------------------ */

static uint64_t descriptor_limit(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_NOFILE, &limit) ? 1024 : limit.rlim_cur;
}

uint64_t softhca_quota_idle(void)
{
	const uint64_t quarter = descriptor_limit() / 4;

	return quarter < SOFTHCA_MAX_IDLE ? quarter : SOFTHCA_MAX_IDLE;
}

static uint64_t file_quota(void)
{
	const uint64_t others = softhca_quota_idle() + SOFTHCA_SPARE_DESCRIPTORS;
	const uint64_t all = descriptor_limit();

	return all > others ? all - others : 0;
}

/** The kernel's limit of mappings per process, less a reserve; read once. */
static uint64_t mapping_limit(void)
{
	static uint64_t most;
	unsigned long value = 65530; /* the kernel's default of vm.max_map_count */
	FILE *file;

	if (most)
		return most;
	file = fopen("/proc/sys/vm/max_map_count", "re");
	if (file && fscanf(file, "%lu", &value) != 1)
		value = 65530;
	if (file)
		fclose(file);
	most = value > 2 * SOFTHCA_SPARE_MAPPINGS ? value - SOFTHCA_SPARE_MAPPINGS : value / 2;
	return most;
}

static uint64_t physical_memory(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES);

	return pages > 0 ? (uint64_t)pages * SOFTHCA_PAGE : UINT64_MAX;
}

static uint64_t resource_limit(enum softhca_resource what)
{
	switch (what) {
	case SOFTHCA_CONNECTIONS:
		return SOFTHCA_MAX_CONNECTIONS;
	case SOFTHCA_DESCRIPTORS:
		return file_quota();
	case SOFTHCA_MAPPINGS:
		return mapping_limit();
	case SOFTHCA_MAPPED_BYTES:
		return physical_memory();
	case SOFTHCA_IDENTIFIERS:
		return SOFTHCA_MAX_IDENTIFIERS;
	default:
		return SOFTHCA_MAX_OBJECTS;
	}
}

/* --- accounts ---------------------------------------------------------------------------- */

static struct softhca_user *find_user(struct softhca *hca, uid_t uid)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->users)
	{
		struct softhca_user *user = softhca_entry(pos, struct softhca_user, in_hca);

		if (user->uid == uid)
			return user;
	}
	return NULL;
}

int softhca_account_open(struct softhca_account *account, struct softhca *hca, uid_t uid)
{
	struct softhca_user *user = find_user(hca, uid);

	if (!user) {
		user = calloc(1, sizeof(*user));
		if (!user)
			return ENOMEM;
		user->uid = uid;
		softhca_list_add_last(&hca->users, &user->in_hca);
	}
	user->processes++;
	*account = (struct softhca_account){.user = user};
	return 0;
}

void softhca_account_close(struct softhca_account *account)
{
	struct softhca_user *user = account->user;

	if (--user->processes)
		return;
	softhca_link_remove(&user->in_hca);
	free(user);
}

/** Does a charge stay within the quota? The comparison must not overflow. */
static bool fits_quota(uint64_t used, uint64_t n, uint64_t most)
{
	return used <= most && n <= most - used;
}

int softhca_charge(struct softhca_process *process, enum softhca_resource what, uint64_t n,
		   uint64_t most)
{
	struct softhca_account *account;
	const char *whose = NULL;

	if (!process || process->own)
		return 0;
	if (!most || most > resource_limit(what))
		most = resource_limit(what);
	account = &process->account;
	if (!fits_quota(account->used[what], n, most - most / 4))
		whose = "it";
	else if (!fits_quota(account->user->used[what], n, most - most / 16))
		whose = "its user";
	else if (!fits_quota(process->hca->used[what], n, most))
		whose = "the emulator";
	if (!whose) {
		account->used[what] += n;
		account->user->used[what] += n;
		process->hca->used[what] += n;
		return 0;
	}
	softhca_log(process->hca, SOFTHCA_LOG_WARNING,
		    "process %d is refused more %s: %s has reached its quota", (int)process->pid,
		    names[what], whose);
	return what == SOFTHCA_CONNECTIONS || what == SOFTHCA_DESCRIPTORS ? EMFILE : ENOMEM;
}

void softhca_uncharge(struct softhca_process *process, enum softhca_resource what, uint64_t n)
{
	if (!process || process->own)
		return;
	process->account.used[what] -= n;
	process->account.user->used[what] -= n;
	process->hca->used[what] -= n;
}
