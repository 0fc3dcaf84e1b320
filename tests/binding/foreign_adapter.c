/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program bound to another adapter, simulated by the symbol that <inverbs/api/binding.h> would
 * define, with a bit that no adapter has.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const uint32_t foreign_binding
	__attribute__((section("inverbs_bindings"), used, aligned(4))) = UINT32_C(1) << 30;

static char said[4096];

/** Open the device with stderr redirected to a pipe; `said` is what was printed. */
static struct ibv_context *open_and_listen(struct ibv_device *device, int *error)
{
	struct ibv_context *ctx;
	int ends[2];
	int keep = dup(STDERR_FILENO);
	ssize_t n;

	if (keep < 0 || pipe(ends) || dup2(ends[1], STDERR_FILENO) < 0)
		return NULL;
	close(ends[1]);
	errno = 0;
	ctx = ibv_open_device(device);
	*error = errno;
	dup2(keep, STDERR_FILENO);
	close(keep);
	n = read(ends[0], said, sizeof(said) - 1);
	said[n > 0 ? n : 0] = '\0';
	close(ends[0]);
	return ctx;
}

int main(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	int error = 0;

	if (!list || !list[0]) {
		printf("the device is not even listed\n");
		return 1;
	}
	if (open_and_listen(list[0], &error)) {
		printf("a program bound to another adapter opened %s\n",
		       ibv_get_device_name(list[0]));
		return 1;
	}
	printf("errno %d (%s), explained as: %s", error, strerror(error), said);
	if (error != ENODEV)
		return 1;
	/* a line that names the device and says that the program was built for other adapters */
	if (!strstr(said, ibv_get_device_name(list[0])) || !strstr(said, "built for"))
		return 1;
	if (strchr(said, '\n') != said + strlen(said) - 1)
		return 1;
	ibv_free_device_list(list);
	return 0;
}
