/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that a device accesses. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

enum {
	CACHE_LINE = 64,
};

void *inverbs_object_alloc(size_t bytes)
{
	void *object = NULL;

	if (posix_memalign(&object, CACHE_LINE, bytes))
		return inverbs_fail(ENOMEM);
	return memset(object, 0, bytes);
}

static size_t whole_pages(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) & ~(page - 1);
}

/* Private memory, which an emulator accesses by copying and an adapter by DMA. */
static void *map_private(size_t bytes)
{
	void *buf = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return buf == MAP_FAILED ? NULL : buf;
}

/*
 * Memory that the emulator maps, too; its size is sealed, which the emulator requires. NULL if it
 * cannot be allocated or shared with the device.
 */
static void *map_shared(struct inverbs_transport *t, size_t bytes)
{
	int fd = memfd_create("inverbs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	void *buf = MAP_FAILED;
	int err = ENOMEM;

	if (fd < 0)
		return NULL;
	if (!ftruncate(fd, (off_t)bytes) &&
	    !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		buf = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (buf != MAP_FAILED)
		err = t->ops->share(t, buf, bytes, fd);
	close(fd);
	if (!err)
		return buf;
	if (buf != MAP_FAILED)
		munmap(buf, bytes);
	inverbs_log("queue memory of %zu bytes is not shared with the device (%s), so it is copied",
		    bytes, strerror(err));
	return NULL;
}

static void unmap(struct inverbs_transport *t, void *buf, size_t bytes)
{
	if (t->ops->unshare)
		t->ops->unshare(t, buf, bytes);
	munmap(buf, bytes);
}

void *inverbs_queue_alloc(struct inverbs_context *ctx, size_t bytes)
{
	struct inverbs_transport *t = ctx->transport;
	void *buf = NULL;
	int err;

	bytes = whole_pages(bytes ? bytes : 1);
	if (t->ops->share)
		buf = map_shared(t, bytes);
	if (!buf)
		buf = map_private(bytes);
	if (!buf)
		return inverbs_fail(ENOMEM);
	err = inverbs_dontfork(buf, bytes);
	if (!err)
		return buf;
	unmap(t, buf, bytes);
	return inverbs_fail(err);
}

void inverbs_queue_free(struct inverbs_context *ctx, void *buf, size_t bytes)
{
	if (!buf)
		return;
	bytes = whole_pages(bytes ? bytes : 1);
	inverbs_dofork(buf, bytes);
	unmap(ctx->transport, buf, bytes);
}
