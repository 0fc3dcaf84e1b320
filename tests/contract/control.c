/* SPDX-License-Identifier: BSD-2-Clause */
#include "control.h"

#include <inverbs/kernel/softhca.h>
#include <inverbs/kernel/inprocess.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "kit.h"

static int connect_to_daemon(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0 && strlen(path) < sizeof(address.sun_path));
	memcpy(address.sun_path, path, strlen(path) + 1);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

static int connect_to_emulator(void)
{
	const char *given = getenv(SOFTHCA_ENVIRONMENT), *where = given ? given : "";
	size_t prefix = strlen(SOFTHCA_INPROC_PREFIX);

	return strncmp(where, SOFTHCA_INPROC_PREFIX, prefix)
		       ? connect_to_daemon(where)
		       : softhca_inprocess_connect(where + prefix);
}

char control_line[CONTROL_LINE];

static struct {
	struct softhca_reply reply;
	char text[SOFTHCA_MESSAGE_MAX];
} answer;

const char *control_answer(void)
{
	return answer.text;
}

static int send_control(int fd, uint32_t op, uint64_t arg, const char *line)
{
	struct softhca_request request = {.op = op, .bytes = (uint32_t)strlen(line), .arg = {arg}};
	struct iovec parts[2] = {{&request, sizeof(request)},
				 {(void *)(uintptr_t)line, request.bytes}};

	assert_true(writev(fd, parts, 2) == (ssize_t)(sizeof(request) + request.bytes));
	memset(&answer, 0, sizeof(answer));
	assert_true(read(fd, &answer, sizeof(answer)) >= (ssize_t)sizeof(answer.reply));
	return (int)answer.reply.error;
}

int control_say(void)
{
	int fd = connect_to_emulator(), ret;

	assert_true(fd >= 0);
	ret = send_control(fd, SOFTHCA_OP_HELLO, SOFTHCA_PROTOCOL_VERSION, "");
	if (!ret)
		ret = send_control(fd, SOFTHCA_OP_CONTROL, 0, control_line);
	close(fd);
	return ret;
}
