/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the runtime share; private to them. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H

#include <errno.h>
#include <inverbs/fast/objects.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"
#include "transport.h"

/**
 * A device as programs hold it, with a reference count: lists and open contexts hold references.
 */
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

/** Whether the adapter's spec accepts the device's firmware; logs a line when not. */
bool inverbs_firmware_allows(const struct inverbs_backend *backend,
			     const struct inverbs_identity *id,
			     const struct inverbs_device_info *dev);
/**
 * Make commands that the kernel driver does not offer fail before they reach it. id may be NULL.
 */
void inverbs_identity_restrict(const struct inverbs_identity *id, struct inverbs_transport *t);

/** registry.c: the adapters of this archive; ends with NULL. */
extern const struct inverbs_provider *const inverbs_providers[];

/** drivers.c: a bit per active adapter; bit 0, which is no adapter's, for any other name. */
struct inverbs_drivers {
	uint32_t of_machine, of_emulator; /**< for the kernel's devices, for an emulator's */
};

/** Read the driver files (see inverbs_drivers(5)); errors in them are logged. */
void inverbs_drivers_read(struct inverbs_drivers *to);
bool inverbs_driver_active(const struct inverbs_drivers *drivers,
			   const struct inverbs_backend *backend,
			   const struct inverbs_provider *provider);

/* binding.c */

/** AND of the masks in [begin, end); all bits set when there are none. */
uint32_t inverbs_binding_intersect(const uint32_t *begin, const uint32_t *end);
/**
 * Whether this program may use the adapter. If not, a line on stderr says what it was built for.
 */
bool inverbs_binding_allows(const struct inverbs_device *dev);

/*
 * fork.c: pages of registered memory are excluded from children once fork support is on. 0 or a
 * positive errno value.
 */
int inverbs_dontfork(const void *addr, size_t bytes);
int inverbs_dofork(const void *addr, size_t bytes);
/** Turn fork support on if the environment asks for it (on the first device list). */
void inverbs_fork_from_environment(void);

/* sysfs.c: reading small files; path by printf-like format. */
/** Read a file below the sysfs root, without trailing newline. Length or a negative errno value. */
ssize_t inverbs_sysfs_read(char *buf, size_t bytes, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/** The same for any file. */
ssize_t inverbs_read_file(const char *path, char *buf, size_t bytes);
/** sysfs.c: the root, /sys or SYSFS_PATH. */
const char *inverbs_sysfs_root(void);

/** idle.c: what a poll of this device calls when it finds nothing; NULL: nothing. */
void (*inverbs_idle_of(struct ibv_context *context))(struct inverbs_cq *cq);

/** connect.c: the emulator that the environment names, or NULL. */
const char *inverbs_emulator_wanted(void);

/* attributes of an open device, from its backend */
ssize_t inverbs_read_attr(struct ibv_context *context, char *buf, size_t bytes, const char *format,
			  ...) __attribute__((format(printf, 4, 5)));

/** gid.c: index of a GID of this type in a port's table (NULL: of any), or a negative errno value.
 */
int inverbs_find_gid(struct ibv_context *context, uint8_t port, const union ibv_gid *gid,
		     uint32_t type);

/** mcast.c: ff.. of InfiniBand and IPv6, or an IPv4 group as mapped address. */
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
 * pd.c: count objects made on a parent domain, which the kernel does not know. No-op for a real PD.
 */
void inverbs_pd_get(struct ibv_pd *pd);
void inverbs_pd_put(struct ibv_pd *pd);
/** Likewise for objects that the kernel does not know at all, on any domain. */
void inverbs_pd_hold(struct ibv_pd *pd);
void inverbs_pd_release(struct ibv_pd *pd);

/*
 * Events delivered to the program. The kernel counts them, too, and reports the count when the
 * object is destroyed; these counters are used when the device is gone and the kernel cannot.
 */
static inline uint32_t inverbs_taken(const uint32_t *taken)
{
	return __atomic_load_n(taken, __ATOMIC_ACQUIRE);
}

/**
 * qp.c: one more handle on an XRC receive queue pair. by_number: OFED's domain if the program knows
 * the queue pair only by number, else NULL. NULL and errno on failure.
 */
struct ibv_qp *inverbs_open_target(struct inverbs_xrcd *xrcd, uint32_t qpn, void *qp_context,
				   struct ibv_xrc_domain *by_number);
/** Free the memory of a queue pair without rings; no command is issued. */
void inverbs_qp_free(struct inverbs_qp *qp);

/** Whether this is a handle that the program never sees: a registration of OFED's XRC. */
static inline bool inverbs_is_registration(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_XRC_RECV && qp->xrc_domain;
}

/**
 * xrc_rcv_qp.c: free a context's registrations before it is closed, which ends them in the kernel.
 */
void inverbs_registrations_forget(struct inverbs_context *ctx);

/**
 * xrcd.c: the result of OFED's calls for the kernel's errno value: ENOSYS on a device without XRC,
 * whatever the kernel said.
 */
int inverbs_xrc_error(struct ibv_context *context, int err);

/** What an asynchronous event is about: the valid member of ibv_async_event.element. */
enum inverbs_event_object {
	INVERBS_EVENT_OF_CQ,
	INVERBS_EVENT_OF_QP,
	INVERBS_EVENT_OF_SRQ,
	INVERBS_EVENT_OF_WQ,
	INVERBS_EVENT_OF_DEVICE, /**< port_num, or none */
};
/**
 * event.c: the object of an event type without IBV_XRC_QP_EVENT_FLAG; that of unknown types is the
 * device.
 */
enum inverbs_event_object inverbs_event_object(enum ibv_event_type type);

/**
 * Wait until a counter of acknowledged events reaches the kernel's count of read ones. The object's
 * mutex guards it; acknowledging signals the condition.
 */
void inverbs_wait_acks(pthread_mutex_t *mutex, pthread_cond_t *cond, const uint32_t *acknowledged,
		       uint32_t reported);

#endif
