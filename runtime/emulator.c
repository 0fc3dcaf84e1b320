/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Devices of the emulator: lists them and reads their attributes, over a connection that stays
 * open.
 */
#include <stdio.h>
#include <unistd.h>

#include "emulator_transport.h"
#include "runtime.h"
#include "socket.h"

/* The connection for queries. A child after fork opens a new one. */
static struct {
	pthread_mutex_t lock;
	int sock;
	pid_t owner;
} asker = {.lock = PTHREAD_MUTEX_INITIALIZER, .sock = -1};

static void close_connection(void)
{
	if (asker.sock >= 0)
		close(asker.sock);
	asker.sock = -1;
}

static int ensure_connected(void)
{
	pid_t emulator;

	if (asker.sock >= 0 && asker.owner != getpid())
		close_connection();
	if (asker.sock >= 0)
		return 0;
	asker.sock = inverbs_emulator_connect(&emulator);
	asker.owner = getpid();
	return asker.sock < 0 ? -asker.sock : 0;
}

/*
 * Send a query; on failure once more on a new connection, because the daemon may have been
 * restarted.
 */
static int query_emulator(struct inverbs_exchange *x)
{
	bool fresh;
	int err;

	pthread_mutex_lock(&asker.lock);
	do {
		fresh = asker.sock < 0;
		err = ensure_connected();
		if (!err)
			err = inverbs_exchange(asker.sock, x);
		if (err == EIO)
			close_connection();
	} while (err == EIO && !fresh);
	pthread_mutex_unlock(&asker.lock);
	return err;
}

static void copy_text(char *to, size_t room, const char *from, size_t bytes)
{
	size_t len = strnlen(from, bytes < room - 1 ? bytes : room - 1);

	memcpy(to, from, len);
	to[len] = '\0';
}

static void copy_device(struct inverbs_device_info *to, const struct softhca_device *from)
{
	memset(to, 0, sizeof(*to));
	copy_text(to->name, sizeof(to->name), from->name, sizeof(from->name));
	copy_text(to->dev_name, sizeof(to->dev_name), from->dev_name, sizeof(from->dev_name));
	to->abi_version = from->abi_version;
	to->node_type = (int)from->node_type;
	to->node_guid = from->node_guid;
	to->vendor_id = from->vendor_id;
	to->device_id = from->device_id;
	to->driver_id = (int)from->driver_id;
	to->index = (int)from->index;
}

static int copy_device_list(const struct softhca_device *from, size_t bytes,
			    struct inverbs_device_info **out)
{
	size_t count = bytes / sizeof(*from);

	if (!count)
		return 0;
	*out = calloc(count, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		copy_device(&(*out)[i], &from[i]);
	return (int)count;
}

static bool is_in_process(const char *where)
{
	return where && !strncmp(where, SOFTHCA_INPROC_PREFIX, strlen(SOFTHCA_INPROC_PREFIX));
}

/* Is there no daemon, as opposed to one that refuses? */
static bool daemon_missing(int err)
{
	return err == ENOENT || err == ECONNREFUSED;
}

/* Texts for the errors of HELLO. */
static const char *hello_error(int err)
{
	switch (err) {
	case EACCES:
		return "it belongs to another user";
	case ESRCH:
		return "it is in another PID namespace and cannot reach the memory of this "
		       "process; start softhcad in the same one (container)";
	case EOPNOTSUPP:
		return "this program is linked without the emulator (inverbs-lean); start "
		       "softhcad, or link inverbs alone";
	default:
		return strerror(err);
	}
}

/* A missing daemon is reported only if INVERBS_EMULATOR names it; a refusal is always explained. */
static int report_absence(int err)
{
	const char *where = inverbs_emulator_wanted();

	if (!where) {
		if (!daemon_missing(err))
			inverbs_log("ignoring the user's emulator: %s", hello_error(err));
		return 0;
	}
	fprintf(stderr, "inverbs: no emulator at %s=%s: %s%s\n", SOFTHCA_ENVIRONMENT, where,
		hello_error(err),
		daemon_missing(err) ? "; start softhcad or unset the variable" : "");
	return -err;
}

/* Query the device list; the caller frees x->response. Returns 0 or an errno value. */
static int query_device_list(struct inverbs_exchange *x)
{
	*x = inverbs_exchange_make(SOFTHCA_OP_LIST);
	x->response_room = SOFTHCA_MESSAGE_MAX - sizeof(struct softhca_reply);
	x->response = malloc(x->response_room);
	return x->response ? query_emulator(x) : ENOMEM;
}

static int emulator_list(const struct inverbs_backend *b, struct inverbs_device_info **out)
{
	struct inverbs_exchange x;
	int ret = query_device_list(&x);

	(void)b;
	*out = NULL;
	if (!x.response)
		return -ENOMEM;
	ret = ret ? report_absence(ret) : copy_device_list(x.response, x.reply.bytes, out);
	free(x.response);
	return ret;
}

/*
 * An in-process emulator is not queried: that would start its thread, and a child of a later fork
 * could not start its own.
 */
static bool emulator_copies_on_fork(const struct inverbs_backend *b)
{
	struct inverbs_exchange x;
	bool copies;

	(void)b;
	if (is_in_process(inverbs_emulator_wanted()))
		return false;
	copies = !query_device_list(&x) && x.reply.arg[0] & SOFTHCA_COPY_ON_FORK;
	free(x.response);
	return copies;
}

static ssize_t emulator_read_attr(const struct inverbs_backend *b, const char *device,
				  const char *path, char *buf, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_READ_ATTR);
	size_t first = strlen(device) + 1, second = strlen(path) + 1, len;
	char question[256];
	char text[4096];
	int err;

	(void)b;
	if (first + second > sizeof(question))
		return -ENAMETOOLONG;
	memcpy(question, device, first);
	memcpy(question + first, path, second);
	x.payload = question;
	x.bytes = first + second;
	x.response = text;
	x.response_room = sizeof(text);
	err = query_emulator(&x);
	if (err)
		return -err;
	len = x.reply.bytes < bytes - 1 ? x.reply.bytes : bytes - 1;
	while (len && (text[len - 1] == '\n' || !text[len - 1]))
		len--;
	memcpy(buf, text, len);
	buf[len] = '\0';
	return (ssize_t)len;
}

const struct inverbs_backend inverbs_backend_emulator = {
	.name = "emulator",
	.list = emulator_list,
	.read_attr = emulator_read_attr,
	.copies_on_fork = emulator_copies_on_fork,
	.open = inverbs_emulator_open,
	.open_cm = inverbs_emulator_open_cm,
	.open_mad = inverbs_emulator_open_mad,
};
