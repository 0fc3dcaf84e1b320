/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stack that belongs to no thread: a thread enters it, the code on it leaves, and then any thread
 * can enter it to continue that code. Only one thread is on it at a time.
 *
 * Code on such a stack must not keep the address of a thread-local variable across
 * softhca_stack_leave. The compiler may keep the address of errno, within one function.
 */
#ifndef EMULATOR_BASE_STACK_H
#define EMULATOR_BASE_STACK_H

#include <stddef.h>
#include <stdint.h>

/** Where a thread's own stack is. */
struct softhca_stack_range {
	const void *bottom;
	size_t bytes;
};

struct softhca_stack {
	void *inside;  /**< stack pointer of the code on it, while no thread is there */
	void *outside; /**< stack pointer of the thread that has entered it */
	uint8_t *memory;
	void (*run)(void *arg);
	void *arg;
	/* for sanitizers, which keep a state for each stack */
	void *state;
	void *state_outside;
	void *frames;
	struct softhca_stack_range range_outside;
};

/**
 * Create a stack. The first thread that enters it calls run(arg), which must not return. Returns 0;
 * ENOMEM; EOPNOTSUPP on processors without an implementation.
 */
int softhca_stack_create(struct softhca_stack *stack, void (*run)(void *arg), void *arg);
/** Free a stack that no thread is on. */
void softhca_stack_destroy(struct softhca_stack *stack);
/** Continue the code on the stack. Returns when that code leaves. */
void softhca_stack_enter(struct softhca_stack *stack);
/** Called on the stack. Returns when a thread enters again, perhaps another one. */
void softhca_stack_leave(struct softhca_stack *stack);

#endif
