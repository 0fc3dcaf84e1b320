/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC domains, which processes share. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/commands.h"

/**
 * A domain is a file's inode on a device, or private. It keeps a descriptor of the file open, so
 * that the inode number is not reused while the domain lives.
 */
struct softhca_xrcd_domain {
	int fd; /**< -1: private */
	ino_t inode;
	dev_t on;
	unsigned int users;
	struct softhca_link in_device;
};

static struct softhca_xrcd_domain *domain_find(struct softhca_dev *device, const struct stat *st)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &device->xrcds)
	{
		struct softhca_xrcd_domain *domain = softhca_entry(pos, struct softhca_xrcd_domain,
								   in_device);

		if (domain->fd >= 0 && domain->inode == st->st_ino && domain->on == st->st_dev)
			return domain;
	}
	return NULL;
}

struct softhca_xrcd_domain *softhca_domain_get(struct softhca_xrcd_domain *domain)
{
	domain->users++;
	return domain;
}

void softhca_domain_put(struct softhca_xrcd_domain *domain)
{
	if (--domain->users)
		return;
	softhca_link_remove(&domain->in_device);
	if (domain->fd >= 0)
		close(domain->fd);
	free(domain);
}

static int domain_create(struct softhca_dev *device, int fd, const struct stat *st,
			 struct softhca_xrcd_domain **out)
{
	struct softhca_xrcd_domain *domain = calloc(1, sizeof(*domain));

	if (!domain)
		return ENOMEM;
	domain->fd = fd;
	if (fd >= 0) {
		domain->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		if (domain->fd < 0) {
			free(domain);
			return errno;
		}
		domain->inode = st->st_ino;
		domain->on = st->st_dev;
	}
	domain->users = 1;
	softhca_list_add_last(&device->xrcds, &domain->in_device);
	*out = domain;
	return 0;
}

int softhca_domain_private(struct softhca_dev *device, struct softhca_xrcd_domain **out)
{
	return domain_create(device, -1, NULL, out);
}

int softhca_domain_open(struct softhca_dev *device, int fd, uint32_t oflags,
			struct softhca_xrcd_domain **out)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return EBADF;
	*out = domain_find(device, &st);
	if (*out) {
		if (oflags & O_EXCL)
			return EINVAL;
		softhca_domain_get(*out);
		return 0;
	}
	return oflags & O_CREAT ? domain_create(device, fd, &st, out) : EAGAIN;
}
