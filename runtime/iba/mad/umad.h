/* SPDX-License-Identifier: BSD-2-Clause */
/* An open umad file of a port, read by the dispatcher. */
#ifndef RUNTIME_IBA_MAD_UMAD_H
#define RUNTIME_IBA_MAD_UMAD_H

#include <inverbs/kernel/umad.h>
#include <inverbs/mad/common.h>

#include "iba/dispatch.h"
#include "port.h"

struct iba_umad {
	struct inverbs_transport *file;
	struct iba_source source;
	uint8_t *buffer;
	size_t room;
	/** A datagram was read; or, for a request that timed out, its first bytes. */
	void (*received)(struct iba_umad *umad, const struct umad_header *header,
			 const uint8_t *mad, size_t bytes);
	/**
	 * The device or the emulator is gone: nothing more will be read, and requests get no
	 * response. Called once, on the dispatcher. May be NULL.
	 */
	void (*lost)(struct iba_umad *umad);
	bool is_lost; /* atomic */
};

/** Whether the device is gone. */
static inline bool iba_umad_is_lost(const struct iba_umad *umad)
{
	return __atomic_load_n(&umad->is_lost, __ATOMIC_ACQUIRE);
}

/** Open the file of a port; the caller has set `received`. Returns 0 or an errno value. */
int iba_umad_open(struct iba_umad *umad, const struct iba_port *port);

/** Close the file. Its descriptor must not be watched. */
void iba_umad_close(struct iba_umad *umad);

/** Register an agent, and store its id in the request. Returns 0 or an errno value. */
int iba_umad_register(struct iba_umad *umad, struct umad_reg_req *request);

/** Register an agent that only sends, and receives the responses. */
int iba_umad_register_sender(struct iba_umad *umad, uint8_t qpn, bool rmpp, uint32_t *id);

/** Send a datagram. Returns 0 or an errno value. */
int iba_umad_write(struct iba_umad *umad, const struct umad_header *header, const void *mad,
		   size_t bytes);

/**
 * Send a request to the local node or another one, and wait for the response, which replaces it.
 * Needs no dispatcher.
 */
int iba_umad_exchange(const struct iba_port *port, uint8_t qpn, const struct umad_header *header,
		      void *mad);

/** The status for an error when opening a file or registering an agent. */
ib_api_status_t iba_umad_status(int err);

/** Whether messages of this class may consist of several datagrams. */
bool iba_class_has_rmpp(uint8_t mgmt_class);

/** Is it a response in the kernel's sense, which keeps its transaction id? */
bool iba_is_response(const struct mad_header *header);

#endif
