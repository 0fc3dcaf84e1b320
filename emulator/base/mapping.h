/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that the kernel's side owns and a client maps with a key from a response: rings that the
 * driver allocates, and register pages. A key can be used once, for the length that it was created
 * for. The memory lives until its object is destroyed, whether it is mapped or not.
 */
#ifndef EMULATOR_BASE_MAPPING_H
#define EMULATOR_BASE_MAPPING_H

#include "base/objects.h"

/** Pages that a key refers to. Zeroed: none. */
struct softhca_mapping {
	uint64_t key; /**< offset for mmap, a multiple of the page size, 32 bits */
	size_t bytes; /**< a multiple of the page size */
	uint8_t *at;  /**< our mapping; NULL: register pages of the context */
	int fd;       /**< memfd, until the client maps it; -1: that of the context */
	struct softhca_process *process; /**< process whose quota it is charged to; NULL: none */
	bool owned;                      /**< the descriptor is charged, too */
	bool hide;                       /**< write-only: refuse PROT_READ */
	struct softhca_link pending;     /**< softhca_context.mappings, until the key is used */
};

/** What a client receives to map. */
struct softhca_mapped {
	int fd;
	bool own_fd; /**< closed by the receiver */
	uint64_t offset;
};

/** Allocate at least `bytes` bytes of zeroed memory. Returns 0, ENOMEM or EMFILE. */
int softhca_mapping_create(struct softhca_mapping *m, struct softhca_context *ctx, size_t bytes);
/** Create a key for the first register page of the context, write-only. */
void softhca_mapping_registers(struct softhca_mapping *m, struct softhca_context *ctx);
/** Move the struct to another address, which must not contain a mapping. */
void softhca_mapping_move(struct softhca_mapping *to, struct softhca_mapping *from);
/**
 * Free the memory; `at` must not be used afterwards. A client that has mapped it keeps the pages.
 */
void softhca_mapping_destroy(struct softhca_mapping *m);

/** The lengths that a driver allows a client to map. */
enum softhca_map_length {
	SOFTHCA_MAP_ALL, /**< exactly all of it */
	SOFTHCA_MAP_SOME /**< also a prefix */
};

/**
 * Use a key. Returns 0; EINVAL if there is no such key or the length is refused; EPERM if the
 * protection is refused, and then the key is consumed nevertheless.
 */
int softhca_mapping_use(struct softhca_context *ctx, uint64_t key, uint64_t bytes, int prot,
			enum softhca_map_length length, struct softhca_mapped *out);

#endif
