/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC domains, which processes share by opening the same file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/passed.h"
#include "kernel/commands.h"

/**
 * A domain belongs to the inode of a file, or is private. It keeps a descriptor of the file open,
 * so that the inode number is not reused while the domain exists.
 */
struct softhca_xrcd_domain {
	int fd; /**< -1: private */
	ino_t inode;
	dev_t on;
	unsigned int users;
	struct softhca_link in_device;
};

static struct softhca_xrcd_domain *domain_find(struct softhca_dev *device,
					       const struct softhca_inode *inode)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &device->xrcds)
	{
		struct softhca_xrcd_domain *domain = softhca_entry(pos, struct softhca_xrcd_domain,
								   in_device);

		if (domain->fd >= 0 && domain->inode == inode->number &&
		    domain->on == inode->device)
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

/** Open the inode only: closing this descriptor sends no flush request to a FUSE server. */
static int open_inode(int fd)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_PATH | O_CLOEXEC);
}

static int domain_create(struct softhca_dev *device, int fd, const struct softhca_inode *inode,
			 struct softhca_xrcd_domain **out)
{
	struct softhca_xrcd_domain *domain = calloc(1, sizeof(*domain));

	if (!domain)
		return ENOMEM;
	domain->fd = fd;
	if (fd >= 0) {
		domain->fd = open_inode(fd);
		if (domain->fd < 0) {
			free(domain);
			return errno;
		}
		domain->inode = inode->number;
		domain->on = inode->device;
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
	struct softhca_inode inode;

	if (!softhca_inode_of(fd, &inode))
		return EBADF;
	*out = domain_find(device, &inode);
	if (*out) {
		if (oflags & O_EXCL)
			return EINVAL;
		softhca_domain_get(*out);
		return 0;
	}
	return oflags & O_CREAT ? domain_create(device, fd, &inode, out) : EAGAIN;
}
