/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by cases that create objects. */
#ifndef GOLDEN_MLX4_CREATE_H
#define GOLDEN_MLX4_CREATE_H

#include "kernel.h"
#include "vector.h"

struct create {
	const json_t *vector;
	const json_t *request;
	const json_t *expect;
	struct kernel kernel;
	uint32_t abi;
	struct inverbs_context ctx;
	struct inverbs_pd pd;
	int err; /* error of the creating call */
	struct inverbs_cq cq;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	struct inverbs_ah ah;
	struct ibv_qp_cap cap;     /* granted */
	struct ibv_srq_attr limit; /* granted */
};

struct create *create_start(const json_t *vector);
/** Open a context on the case's kernel. */
bool create_open(struct create *c, uint32_t abi, struct report *r);
/** The same, and allocate a protection domain. */
bool create_open_pd(struct create *c, uint32_t abi, struct report *r);

/* Expectations that all objects have in common. */
void check_result(void *run, const json_t *value, struct report *r);
void check_errno(void *run, const json_t *value, struct report *r);
void check_issued(void *run, const json_t *value, struct report *r);
void check_ignored(void *run, const json_t *value, struct report *r);

bool is_page_aligned(const void *at);
uint64_t allocated_bytes(const void *at, size_t bytes, struct report *r);
/** Compare an address in a command: the vector has "0", or the name of the object that it must
 * point to. */
void check_address(const char *what, uint64_t actual, const json_t *command, const char *key,
		   const char *name, const void *object, struct report *r);
/** Fail if an object has members that are not in the NULL-terminated list. */
void check_known_members(const json_t *object, const char *const *known, const char *what,
			 struct report *r);
/** Compare the contents of a doorbell record. */
void check_record(const char *what, const uint32_t *record, const json_t *value, struct report *r);

#endif
