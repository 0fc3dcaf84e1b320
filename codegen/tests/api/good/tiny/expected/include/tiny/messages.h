/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from wire.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Messages between boxes.
 */
#ifndef TINY_MESSAGES_H
#define TINY_MESSAGES_H

#include <stdint.h>
#include <inverbs/api/checkable.h>
#include <inverbs/api/net_order.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _tiny_message tiny_message_t;

/*
 * Messages.
 */

/** Name of the service. */
#define TINY_SERVICE "tiny boxes"

/** Its number. */
#define TINY_ID INVERBS_NET32(0x1234)

/** Wait instead of a callback. */
#define TINY_WAIT ((tiny_done_cb_t)-1)

/** Kinds of messages. */
#define TINY_HELLO   INVERBS_NET16(1)
#define TINY_GOODBYE INVERBS_NET16(0xffff) /**< The last one. */

/** Bytes of messages. */
#define TINY_LEAST 4
#define TINY_MOST  8

/** Results. */
typedef enum _tiny_status_t {
	TINY_OK = 0,      /**< Done. */
	TINY_LACKING = 1, /**< Not here. */
	TINY_MISUSE = 2,  /**< Wrong. */
} tiny_status_t;

/** 16 bits in network byte order. */
typedef uint16_t tiny_net16_t;

/** A name. */
typedef uint8_t tiny_name_t[3];

/** Where messages come from. */
typedef struct _tiny_port *tiny_port_t;

/** A port is gone. */
typedef void (*tiny_done_cb_t)(void);

/**
 * A message arrived.
 *
 * port: The port.
 * message: The message.
 */
typedef tiny_status_t (*tiny_message_cb_t)(tiny_port_t port, const tiny_message_t *message);

/** A message as it is sent. */
#pragma pack(push, 1)
struct _tiny_message {
	uint8_t kind;
	/** Its content. */
	union {
		uint32_t number; /**< A number. */
		/** A name and more. */
		struct {
			tiny_name_t name;
			tiny_net16_t rest;
		} parts;
	} body;
	union {
		tiny_net16_t sum;
		uint8_t bytes[2];
	};
};
#pragma pack(pop)

/** A message and its response. */
typedef tiny_message_t tiny_pair_t[2];

/** What is to be sent. */
typedef struct _tiny_req tiny_request_t;
struct _tiny_req {
	tiny_request_t *next;      /**< Next one, or NULL. */
	tiny_message_cb_t arrived; /**< Called for the response. */
	tiny_message_t message;    /**< The message. */
	tiny_status_t status;      /**< How it ended. */
	tiny_port_t port;          /**< The port. */
};

/**
 * Name of a status.
 *
 * status: Status.
 *
 * Returns a constant string.
 */
const char *tiny_status_str(tiny_status_t status);

/**
 * Open a port.
 *
 * port (written): The port.
 * done (may be NULL): Called when it is gone.
 *
 * Returns TINY_OK, or why it failed.
 *
 * TINY_MISUSE: port is NULL
 */
INVERBS_CHECKABLE tiny_status_t tiny_port_open(tiny_port_t *port, tiny_done_cb_t done);

/**
 * Send requests.
 *
 * port: The port.
 * first: First request.
 * bad (written, may be NULL): Gets the one that was refused.
 *
 * Returns TINY_OK, or why it failed.
 *
 * TINY_MISUSE: the port is none
 *
 * Not implemented yet (nobody wrote it): always fails with TINY_LACKING.
 */
tiny_status_t tiny_port_send(tiny_port_t port, tiny_request_t *first, tiny_request_t **bad);

/**
 * High bits of the rest of a message.
 *
 * message: The message.
 *
 * Returns the bits.
 */
static inline uint16_t tiny_message_rest(const tiny_message_t *message)
{
	return (uint16_t)(INVERBS_NET16(message->body.parts.rest) >> 4);
}

/**
 * Sum of a message, in network byte order.
 *
 * message: The message.
 *
 * Returns the sum.
 */
static inline tiny_net16_t tiny_message_sum(const tiny_message_t *message)
{
	return message->sum;
}

/**
 * Set them.
 *
 * message (read and written): The message.
 * rest: The bits.
 */
static inline void tiny_message_set_rest(tiny_message_t *message, uint16_t rest)
{
	message->body.parts.rest = (tiny_net16_t)INVERBS_NET16(
		(INVERBS_NET16(message->body.parts.rest) & 0xf) | ((rest & 0xfff) << 4));
}

/**
 * Clear the highest bit of its kind.
 *
 * message (read and written): The message.
 */
static inline void tiny_message_clear(tiny_message_t *message)
{
	message->kind = (uint8_t)(message->kind & 0x7f);
}

#ifdef __cplusplus
}
#endif

#ifdef INVERBS_CHECKED
#include <inverbs/checked/checked_wire.h>
#endif

#endif
