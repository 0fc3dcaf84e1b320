/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that the kernel's side owns and a client maps by a key it was told: rings that the driver
 * allocates, pages of registers. A key works once, for the length it was made for; what is behind
 * it lives until its object goes, mapped or not.
 */
#ifndef EMULATOR_BASE_MAPPING_H
#define EMULATOR_BASE_MAPPING_H

#include "base/objects.h"

/** Pages behind a key. Zeroed: nothing. */
struct softhca_mapping {
	uint64_t key; /**< offset for mmap, a multiple of the page size, 32 bits */
	size_t bytes; /**< a multiple of the page size */
	uint8_t *at;  /**< our own mapping; NULL: pages of the context's registers */
	int fd;       /**< of the memory, until it is mapped; -1: of the context */
	struct softhca_process *process; /**< whose share it is of; NULL: of nobody's */
	bool owned;                      /**< the descriptor counts in that share */
	bool hide;                       /**< write-only: refuse who wants to read */
	struct softhca_link pending;     /**< softhca_context.mappings, until the key is used */
};

/** What a client is given to map. */
struct softhca_mapped {
	int fd;
	bool own_fd; /**< the receiver closes it */
	uint64_t offset;
};

/** Zeroed memory of at least that many bytes. 0, ENOMEM or EMFILE. */
int softhca_mapping_create(struct softhca_mapping *m, struct softhca_context *ctx, size_t bytes);
/** The first page of the context's registers, for writing only. */
void softhca_mapping_registers(struct softhca_mapping *m, struct softhca_context *ctx);
/** Move to another place in memory, which has none. */
void softhca_mapping_move(struct softhca_mapping *to, struct softhca_mapping *from);
/** Nothing may use `at` any more; a client that has it mapped keeps its pages. */
void softhca_mapping_destroy(struct softhca_mapping *m);

/** What a driver lets a client map of what is behind a key. */
enum softhca_map_length {
	SOFTHCA_MAP_ALL, /**< all of it and nothing else */
	SOFTHCA_MAP_SOME /**< its first pages will do */
};

/** Use a key. EINVAL: no such key, or a length that is refused. EPERM: the protection is refused;
 * the key is used up all the same. */
int softhca_mapping_use(struct softhca_context *ctx, uint64_t key, uint64_t bytes, int prot,
			enum softhca_map_length length, struct softhca_mapped *out);

#endif
