/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Sizes and offsets of structures, as the specs give them. There is no code in it.
 */
#include <assert.h>
#include <stddef.h>
#include <tiny/messages.h>

static_assert(sizeof(tiny_message_t) == 8, "tiny_message_t");
static_assert(offsetof(tiny_message_t, kind) == 0, "tiny_message_t.kind");
static_assert(offsetof(tiny_message_t, body) == 1, "tiny_message_t.body");
static_assert(offsetof(tiny_message_t, body.number) == 1, "tiny_message_t.body.number");
static_assert(offsetof(tiny_message_t, body.parts) == 1, "tiny_message_t.body.parts");
static_assert(offsetof(tiny_message_t, body.parts.name) == 1, "tiny_message_t.body.parts.name");
static_assert(offsetof(tiny_message_t, body.parts.rest) == 4, "tiny_message_t.body.parts.rest");
static_assert(offsetof(tiny_message_t, sum) == 6, "tiny_message_t.sum");
static_assert(offsetof(tiny_message_t, bytes) == 6, "tiny_message_t.bytes");
static_assert(sizeof(tiny_request_t) == 40, "tiny_request_t");
