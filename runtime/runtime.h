/* SPDX-License-Identifier: BSD-2-Clause */
/* Declarations that the files of the runtime share. Not for other rooms. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H

#include <errno.h>
#include <inverbs/fast/objects.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"
#include "transport.h"

/** A device as programs see it. Reference counted: lists and open contexts hold references. */
struct inverbs_device {
	struct ibv_device ibv;
	const struct inverbs_backend *backend;
	const struct inverbs_provider *provider;
	struct inverbs_device_info info;
	unsigned int users;
	struct inverbs_device *next;
};

static inline struct inverbs_device *inverbs_device_of(struct ibv_device *p)
{
	return (struct inverbs_device *)p;
}

/** discovery.c: take or drop a reference. */
void inverbs_device_get(struct inverbs_device *dev);
void inverbs_device_put(struct inverbs_device *dev);

/* identity.c */

/** Whether the adapter's spec accepts the device's firmware; logs a line if not. */
bool inverbs_firmware_allows(const struct inverbs_backend *backend,
			     const struct inverbs_identity *id,
			     const struct inverbs_device_info *dev);
/** Make commands fail that the kernel driver lacks, before they are issued. id may be NULL. */
void inverbs_identity_restrict(const struct inverbs_identity *id, struct inverbs_transport *t);

/** registry.c: the adapters in this archive, terminated by NULL. */
extern const struct inverbs_provider *const inverbs_providers[];

/** drivers.c: one bit per active adapter; bit 0, which no adapter has, for any other name. */
struct inverbs_drivers {
	uint32_t of_machine, of_emulator; /**< for the kernel's devices, for the emulator's */
};

/** Read the driver files (see inverbs_drivers(5)); errors in them are logged. */
void inverbs_drivers_read(struct inverbs_drivers *to);
bool inverbs_driver_active(const struct inverbs_drivers *drivers,
			   const struct inverbs_backend *backend,
			   const struct inverbs_provider *provider);

/* binding.c */

/** AND of the masks in [begin, end); all bits are set if there are none. */
uint32_t inverbs_binding_intersect(const uint32_t *begin, const uint32_t *end);
/**
 * Whether this program may use the adapter. If not, prints to stderr which adapters it was built
 * for.
 */
bool inverbs_binding_allows(const struct inverbs_device *dev);

/*
 * fork.c: exclude pages of registered memory from children, if fork support is on. Returns 0 or an
 * errno value.
 */
int inverbs_dontfork(const void *addr, size_t bytes);
int inverbs_dofork(const void *addr, size_t bytes);
/** Turn on fork support if the environment requests it (called for the first device list). */
void inverbs_fork_from_environment(void);

/* sysfs.c: reading small files; paths are printf-like formats. */
/**
 * Read a file below the sysfs root, without trailing newline. Returns the length or a negative
 * errno value.
 */
ssize_t inverbs_sysfs_read(char *buf, size_t bytes, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/** The same for any file. */
ssize_t inverbs_read_file(const char *path, char *buf, size_t bytes);
/** sysfs.c: the root, /sys or SYSFS_PATH. */
const char *inverbs_sysfs_root(void);

/** idle.c: the function that a poll of this device calls when it finds nothing; NULL: none. */
void (*inverbs_idle_of(struct ibv_context *context))(struct inverbs_cq *cq);

/** connect.c: the emulator that the environment names, or NULL. */
const char *inverbs_emulator_wanted(void);

/* read an attribute of an open device from its backend */
ssize_t inverbs_read_attr(struct ibv_context *context, char *buf, size_t bytes, const char *format,
			  ...) __attribute__((format(printf, 4, 5)));

/**
 * gid.c: index of a GID in a port's table, with this type (gid NULL: any GID in use); or a negative
 * errno value.
 */
int inverbs_find_gid(struct ibv_context *context, uint8_t port, const union ibv_gid *gid,
		     uint32_t type);

/** mcast.c: true for ff.. (InfiniBand and IPv6) and for IPv4 groups as mapped addresses. */
bool inverbs_gid_is_multicast(const union ibv_gid *gid);

static inline struct inverbs_transport *inverbs_transport_of(struct ibv_context *context)
{
	return inverbs_context_of(context)->transport;
}

static inline const struct inverbs_provider *inverbs_provider_of(struct ibv_context *context)
{
	return inverbs_context_of(context)->provider;
}

/** Set errno from a positive errno value and return NULL. */
static inline void *inverbs_fail(int err)
{
	errno = err;
	return NULL;
}

/**
 * pd.c: count objects created on a parent domain, which exists only in this process. Does nothing
 * for a real PD.
 */
void inverbs_pd_get(struct ibv_pd *pd);
void inverbs_pd_put(struct ibv_pd *pd);
/** Likewise, on any domain, for objects that exist only in this process. */
void inverbs_pd_hold(struct ibv_pd *pd);
void inverbs_pd_release(struct ibv_pd *pd);

/*
 * Number of events delivered to the program. The kernel also counts them and reports the count when
 * the object is destroyed; these counters are used when the device is gone and the kernel cannot
 * report.
 */
static inline uint32_t inverbs_taken(const uint32_t *taken)
{
	return __atomic_load_n(taken, __ATOMIC_ACQUIRE);
}

/**
 * qp.c: open another handle for an XRC receive queue pair. by_number: OFED's domain if the program
 * refers to the queue pair only by number, else NULL. Returns NULL with errno on failure.
 */
struct ibv_qp *inverbs_open_target(struct inverbs_xrcd *xrcd, uint32_t qpn, void *qp_context,
				   struct ibv_xrc_domain *by_number);
/** Free the memory of a queue pair without rings; no command is issued. */
void inverbs_qp_free(struct inverbs_qp *qp);

/**
 * Whether this handle, which represents a registration of OFED's XRC, is hidden from the program.
 */
static inline bool inverbs_is_registration(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_XRC_RECV && qp->xrc_domain;
}

/**
 * xrc_rcv_qp.c: free a context's registrations before it is closed; closing it ends them in the
 * kernel.
 */
void inverbs_registrations_forget(struct inverbs_context *ctx);

/**
 * xrcd.c: the result of OFED's calls for the kernel's errno value: ENOSYS on a device without XRC,
 * whatever the kernel returned.
 */
int inverbs_xrc_error(struct ibv_context *context, int err);

/** What an asynchronous event concerns: the valid member of ibv_async_event.element. */
enum inverbs_event_object {
	INVERBS_EVENT_OF_CQ,
	INVERBS_EVENT_OF_QP,
	INVERBS_EVENT_OF_SRQ,
	INVERBS_EVENT_OF_WQ,
	INVERBS_EVENT_OF_DEVICE, /**< port_num, or none */
};
/**
 * event.c: the object of an event type (without IBV_XRC_QP_EVENT_FLAG); for unknown types, the
 * device.
 */
enum inverbs_event_object inverbs_event_object(enum ibv_event_type type);

/**
 * Wait until the counter of acknowledged events reaches the number that the kernel reports as read.
 * The object's mutex guards the counter; acknowledging signals the condition.
 */
void inverbs_wait_acks(pthread_mutex_t *mutex, pthread_cond_t *cond, const uint32_t *acknowledged,
		       uint32_t reported);

#endif
