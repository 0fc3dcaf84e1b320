/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_record_mad DEVICE: records vectors/raw_umad.json on a real kernel. Opens the files for
 * management datagrams of a RoCE device's port 1, makes calls that show each rule of the kernel,
 * and prints each call with its result. Datagrams are sent to our own port, by its first GID: with
 * an IPv4 GID, the kernel does not match responses to requests.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "record.h"
#include "runtime/runtime.h"

static bool read_gid(unsigned int index)
{
	char path[32], text[64];

	snprintf(path, sizeof(path), "ports/%d/gids/%u", PORT, index);
	return inverbs_backend_kernel.read_attr(&inverbs_backend_kernel, device, path, text,
						sizeof(text)) > 0 &&
	       inet_pton(AF_INET6, text, own[index]) == 1;
}

int main(int argc, char **argv)
{
	struct utsname kernel;

	if (argc != 2 || uname(&kernel)) {
		fprintf(stderr, "usage: kernel_record_mad DEVICE\n");
		return 1;
	}
	device = argv[1];
	if (!read_gid(0) || !read_gid(1)) {
		fprintf(stderr, "%s does not have two GIDs\n", device);
		return 1;
	}
	printf("{\n \"format\": 1,\n \"kernel\": \"Linux %s, %s\",\n", kernel.release,
	       kernel.machine);
	printf(" \"device\": \"rxe0 on eth0, 10.0.2.15/24, GID index 1 = ::ffff:10.0.2.15\",\n"
	       " \"program\": \"management datagrams, errors and time-outs\",\n"
	       " \"gids\": [");
	for (int i = 0; i < 2; i++) {
		printf(i ? ", \"" : "\"");
		hex_digits(own[i], sizeof(own[i]));
		printf("\"");
	}
	printf("],\n"
	       " \"role\": \"single\",\n \"method\": \"raw\",\n \"library\": \"none\",\n"
	       " \"events\": [");
	record_agents();
	record_datagrams();
	printf("\n ]\n}\n");
	return 0;
}
