/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How devices are found, and their GID tables. The kernel reports both in two ways: in sysfs, which
 * these tests read, and by netlink or commands, which the library uses.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/contract/kit.h"

enum {
	SECONDS = 30, /* timeout for a child */
	TEXT = 64,
	ENTRIES = 64, /* more GIDs than a card has */
};

/* Make netlink fail in this process from now on. */
static bool without_netlink(void)
{
	struct sock_filter steps[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {.len = COUNT(steps), .filter = steps};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) &&
	       socket(AF_NETLINK, SOCK_RAW, 0) < 0 && errno == EAFNOSUPPORT;
}

/* In this child the library has not looked for devices yet; without netlink it has to use sysfs. */
static int find_without_netlink(void)
{
	struct ibv_device **list;
	struct ibv_device_attr attr;
	struct ibv_context *ctx;
	int count;

	alarm(SECONDS);
	if (!without_netlink())
		return 2;
	list = ibv_get_device_list(&count);
	if (!list || count != 1 || list[0]->node_type != IBV_NODE_CA)
		return 3;
	ctx = ibv_open_device(list[0]);
	if (!ctx || ibv_query_device(ctx, &attr) || !attr.max_qp ||
	    attr.node_guid != ibv_get_device_guid(list[0]))
		return 4;
	return ibv_close_device(ctx) ? 5 : 0;
}

static void sysfs_alone_is_enough(void **state)
{
	pid_t child = fork();
	int status;

	(void)state;
	if (!child)
		_exit(find_without_netlink());
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* Read a line from a sysfs file of the first port; false if the kernel refuses. */
static bool port_says(const char *device, const char *kind, uint32_t index, char text[TEXT])
{
	char path[256];
	FILE *file;
	bool said;

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/ports/1/%s/%u", device, kind, index);
	file = fopen(path, "r");
	said = file && fgets(text, TEXT, file);
	if (file)
		fclose(file);
	if (said)
		text[strcspn(text, "\n")] = '\0';
	return said;
}

static const char *type_name(uint32_t type)
{
	return type == IBV_GID_TYPE_ROCE_V2 ? "RoCE v2" : "IB/RoCE v1";
}

static void gid_text(const union ibv_gid *gid, char text[TEXT])
{
	size_t at = 0;

	for (size_t i = 0; i < sizeof(gid->raw); i++)
		at += (size_t)snprintf(text + at, TEXT - at, i && i % 2 == 0 ? ":%02x" : "%02x",
				       gid->raw[i]);
}

/* Compare an entry of the table with the same one queried by index, and with sysfs. */
static void check_entry(struct ibv_context *ctx, const struct ibv_gid_entry *entry)
{
	const char *device = ibv_get_device_name(ctx->device);
	char said[TEXT], ours[TEXT];
	struct ibv_gid_entry again;
	union ibv_gid gid;

	assert_int_equal(entry->port_num, 1);
	gid_text(&entry->gid, ours);
	assert_true(port_says(device, "gids", entry->gid_index, said));
	assert_string_equal(ours, said);
	assert_true(port_says(device, "gid_attrs/types", entry->gid_index, said));
	assert_string_equal(type_name(entry->gid_type), said);
	assert_true(port_says(device, "gid_attrs/ndevs", entry->gid_index, said));
	assert_int_equal(entry->ndev_ifindex, if_nametoindex(said));
	assert_int_equal(ibv_query_gid(ctx, 1, (int)entry->gid_index, &gid), 0);
	assert_memory_equal(&gid, &entry->gid, sizeof(gid));
	assert_int_equal(ibv_query_gid_ex(ctx, 1, entry->gid_index, &again, 0), 0);
	assert_memory_equal(&again, entry, sizeof(again));
}

/*
 * Soft-RoCE derives its GIDs from the interface: one from its Ethernet address, one from its IPv4
 * address; all others are empty.
 */
static void the_table_of_addresses_is_the_kernels(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_gid_entry entries[ENTRIES], none;
	ssize_t n = ibv_query_gid_table(ctx, entries, ENTRIES, 0);
	char text[TEXT];
	uint32_t used = 0;

	(void)state;
	while (port_says(ibv_get_device_name(ctx->device), "gid_attrs/types", used, text))
		used++;
	assert_true(used >= 2);
	assert_int_equal(n, used);
	for (ssize_t i = 0; i < n; i++) {
		assert_int_equal(entries[i].gid_index, i);
		assert_int_equal(entries[i].gid_type, IBV_GID_TYPE_ROCE_V2);
		check_entry(ctx, &entries[i]);
	}
	assert_int_equal(ibv_query_gid_ex(ctx, 1, used, &none, 0), ENODATA);
	/* the array is too small for all of them */
	assert_true(ibv_query_gid_table(ctx, entries, 1, 0) < 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(sysfs_alone_is_enough), /* first, before the library has looked for devices */
		TEST(the_table_of_addresses_is_the_kernels),
	};

	return RUN_TESTS(tests);
}
