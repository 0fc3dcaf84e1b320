/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists the devices that verbs programs can open. */
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/options.h"
#include "common/program.h"

static const struct argp argp = {.doc = "List RDMA devices."};

int main(int argc, char *argv[])
{
	struct ibv_device **list;

	read_options(&argp, argc, argv, NULL);
	list = ibv_get_device_list(NULL);
	if (!list) {
		complain_errno(errno, "cannot list devices");
		return EXIT_FAILURE;
	}
	printf("    %-16s\t   node GUID\n", "device");
	printf("    %-16s\t----------------\n", "------");
	for (struct ibv_device **at = list; *at; at++)
		printf("    %-16s\t%016" PRIx64 "\n", ibv_get_device_name(*at),
		       be64toh(ibv_get_device_guid(*at)));
	ibv_free_device_list(list);
	return EXIT_SUCCESS;
}
