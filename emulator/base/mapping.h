/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that the kernel's side owns and a client maps by a key from a response: rings that the
 * driver allocates, register pages. A key is valid once, for the length it was made for; the memory
 * lives until its object is destroyed, mapped or not.
 */
#ifndef EMULATOR_BASE_MAPPING_H
#define EMULATOR_BASE_MAPPING_H

#include "base/objects.h"

/** Pages that a key refers to. Zeroed: none. */
struct softhca_mapping {
	uint64_t key; /**< offset for mmap, a multiple of the page size, 32 bits */
	size_t bytes; /**< a multiple of the page size */
	uint8_t *at;  /**< our own mapping; NULL: register pages of the context */
	int fd;       /**< memfd, until it is mapped; -1: of the context */
	struct softhca_process *process; /**< process whose quota it counts in; NULL: none */
	bool owned;                      /**< the descriptor counts in that quota */
	bool hide;                       /**< write-only: refuse PROT_READ */
	struct softhca_link pending;     /**< softhca_context.mappings, until the key is used */
};

/** What a client gets to map. */
struct softhca_mapped {
	int fd;
	bool own_fd; /**< closed by the receiver */
	uint64_t offset;
};

/** Zeroed memory of at least that many bytes. 0, ENOMEM or EMFILE. */
int softhca_mapping_create(struct softhca_mapping *m, struct softhca_context *ctx, size_t bytes);
/** The first register page of the context, for writing only. */
void softhca_mapping_registers(struct softhca_mapping *m, struct softhca_context *ctx);
/** Move the struct to another address, which holds none. */
void softhca_mapping_move(struct softhca_mapping *to, struct softhca_mapping *from);
/** Free it; `at` must not be used afterwards. A client that has it mapped keeps the pages. */
void softhca_mapping_destroy(struct softhca_mapping *m);

/** How much a driver lets a client map. */
enum softhca_map_length {
	SOFTHCA_MAP_ALL, /**< exactly all of it */
	SOFTHCA_MAP_SOME /**< also a prefix */
};

/**
 * Use a key. EINVAL: no such key, or a length that is refused. EPERM: the protection is refused;
 * the key is consumed nevertheless.
 */
int softhca_mapping_use(struct softhca_context *ctx, uint64_t key, uint64_t bytes, int prot,
			enum softhca_map_length length, struct softhca_mapped *out);

#endif
