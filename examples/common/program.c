/* SPDX-License-Identifier: BSD-2-Clause */
/* Printing errors, parsing numbers, opening a device. */
#include "program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int complain(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return -1;
}

/** Advice that is added to an error if there is no device at all. */
static const char *advice(int error)
{
	struct ibv_device **list;
	int count = 1;

	if (error != ENODEV)
		return "";
	list = ibv_get_device_list(&count);
	if (!list)
		return "";
	ibv_free_device_list(list);
	return count ? "" : "; try softhcad --daemonize, which emulates two";
}

int complain_errno(int error, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, ": %s%s\n", strerror(error), advice(error));
	return -1;
}

int parse_number(const char *text, const char *what, unsigned long min, unsigned long max,
		 unsigned long *out)
{
	char *end;

	errno = 0;
	*out = strtoul(text, &end, 0);
	if (errno || end == text || *end || text[0] == '-' || *out < min || *out > max)
		return complain("%s '%s' is not a number from %lu to %lu", what, text, min, max);
	return 0;
}

static struct ibv_device *find_device(struct ibv_device **list, const char *name)
{
	if (!name)
		return list[0];
	while (*list && strcmp(ibv_get_device_name(*list), name) != 0)
		list++;
	return *list;
}

struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = NULL;
	struct ibv_device *device;

	if (!list) {
		complain_errno(errno, "cannot list devices");
		return NULL;
	}
	device = find_device(list, name);
	if (device) {
		ctx = ibv_open_device(device);
		if (!ctx)
			complain_errno(errno, "cannot open %s", ibv_get_device_name(device));
	} else if (name) {
		complain("there is no device %s", name);
	} else {
		complain_errno(ENODEV, "no device found");
	}
	ibv_free_device_list(list);
	return ctx;
}

enum ibv_mtu mtu_from_bytes(unsigned long bytes)
{
	for (unsigned int mtu = IBV_MTU_256; mtu <= IBV_MTU_4096; mtu++) {
		if (bytes == mtu_to_bytes((enum ibv_mtu)mtu))
			return (enum ibv_mtu)mtu;
	}
	return (enum ibv_mtu)0;
}

unsigned int mtu_to_bytes(enum ibv_mtu mtu)
{
	return 128U << (unsigned int)mtu;
}

uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}
