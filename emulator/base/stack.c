/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Switching stacks. The switch itself is in assembly, because ucontext's functions make a system
 * call for the signal mask each time. It saves the callee-saved registers and the stack pointer.
 */
#include "base/stack.h"

#include <errno.h>
#include <sys/mman.h>

enum {
	STACK_BYTES = 8 << 20, /**< like the main thread's; pages are allocated on use */
	GUARD_BYTES = 64 << 10,
};

/* --- processors -------------------------------------------------------------------------- */

/**
 * Store the stack pointer in *save, and continue on the stack with stack pointer `load`, which
 * another call has stored.
 */
void softhca_stack_switch(void **save, void *load);
/**
 * Where code on a new stack begins: calls the function in one register with the argument in
 * another.
 */
void softhca_stack_start(void);

#if defined(__x86_64__)

enum {
	FRAME_WORDS = 9,
	FRAME_ARG = 2,      /**< r13 */
	FRAME_FUNCTION = 3, /**< r12 */
	FRAME_RETURN = 6,
};

__asm__(".pushsection .text\n"
	".globl softhca_stack_switch\n"
	".hidden softhca_stack_switch\n"
	".type softhca_stack_switch, @function\n"
	"softhca_stack_switch:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size softhca_stack_switch, . - softhca_stack_switch\n"
	".globl softhca_stack_start\n"
	".hidden softhca_stack_start\n"
	".type softhca_stack_start, @function\n"
	"softhca_stack_start:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined rip\n"
	"	movq %r13, %rdi\n"
	"	call *%r12\n"
	"	ud2\n"
	"	.cfi_endproc\n"
	".size softhca_stack_start, . - softhca_stack_start\n"
	".popsection\n");

#elif defined(__aarch64__)

enum {
	FRAME_WORDS = 20,
	FRAME_FUNCTION = 0, /**< x19 */
	FRAME_ARG = 1,      /**< x20 */
	FRAME_RETURN = 11,  /**< x30 */
};

__asm__(".pushsection .text\n"
	".globl softhca_stack_switch\n"
	".hidden softhca_stack_switch\n"
	".type softhca_stack_switch, %function\n"
	"softhca_stack_switch:\n"
	"	sub sp, sp, #160\n"
	"	stp x19, x20, [sp, #0]\n"
	"	stp x21, x22, [sp, #16]\n"
	"	stp x23, x24, [sp, #32]\n"
	"	stp x25, x26, [sp, #48]\n"
	"	stp x27, x28, [sp, #64]\n"
	"	stp x29, x30, [sp, #80]\n"
	"	stp d8, d9, [sp, #96]\n"
	"	stp d10, d11, [sp, #112]\n"
	"	stp d12, d13, [sp, #128]\n"
	"	stp d14, d15, [sp, #144]\n"
	"	mov x9, sp\n"
	"	str x9, [x0]\n"
	"	mov sp, x1\n"
	"	ldp x19, x20, [sp, #0]\n"
	"	ldp x21, x22, [sp, #16]\n"
	"	ldp x23, x24, [sp, #32]\n"
	"	ldp x25, x26, [sp, #48]\n"
	"	ldp x27, x28, [sp, #64]\n"
	"	ldp x29, x30, [sp, #80]\n"
	"	ldp d8, d9, [sp, #96]\n"
	"	ldp d10, d11, [sp, #112]\n"
	"	ldp d12, d13, [sp, #128]\n"
	"	ldp d14, d15, [sp, #144]\n"
	"	add sp, sp, #160\n"
	"	ret\n"
	".size softhca_stack_switch, . - softhca_stack_switch\n"
	".globl softhca_stack_start\n"
	".hidden softhca_stack_start\n"
	".type softhca_stack_start, %function\n"
	"softhca_stack_start:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined x30\n"
	"	mov x0, x20\n"
	"	blr x19\n"
	"	brk #0\n"
	"	.cfi_endproc\n"
	".size softhca_stack_start, . - softhca_stack_start\n"
	".popsection\n");

#else
#define NO_STACKS 1
#endif

/* --- sanitizers -------------------------------------------------------------------------- */

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define HAS_TSAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define HAS_ASAN 1
#endif
#ifdef __SANITIZE_THREAD__
#define HAS_TSAN 1
#endif

#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef HAS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#ifndef NO_STACKS

/**
 * Tell the sanitizers that this thread leaves its stack, whose local variables ASan tracks in
 * *frames.
 */
static void leave_stack(void **frames, const void *to, size_t bytes, void *state)
{
#ifdef HAS_ASAN
	__sanitizer_start_switch_fiber(frames, to, bytes);
#else
	(void)frames;
	(void)to;
	(void)bytes;
#endif
#ifdef HAS_TSAN
	__tsan_switch_to_fiber(state, 0);
#else
	(void)state;
#endif
}

/**
 * Tell the sanitizers that this thread has arrived on another stack. Returns where the previous
 * stack is.
 */
static struct softhca_stack_range arrive_on_stack(void *frames)
{
	struct softhca_stack_range from = {.bytes = 0};

#ifdef HAS_ASAN
	__sanitizer_finish_switch_fiber(frames, &from.bottom, &from.bytes);
#else
	(void)frames;
#endif
	return from;
}

static void *current_fiber(void)
{
#ifdef HAS_TSAN
	return __tsan_get_current_fiber();
#else
	return NULL;
#endif
}

static void *create_fiber(void)
{
#ifdef HAS_TSAN
	return __tsan_create_fiber(0);
#else
	return NULL;
#endif
}

static void destroy_fiber(void *state)
{
#ifdef HAS_TSAN
	__tsan_destroy_fiber(state);
#else
	(void)state;
#endif
}

#endif

/* ----------------------------------------------------------------------------------------- */

#ifdef NO_STACKS

int softhca_stack_create(struct softhca_stack *stack, void (*run)(void *arg), void *arg)
{
	(void)stack;
	(void)run;
	(void)arg;
	return EOPNOTSUPP;
}

void softhca_stack_destroy(struct softhca_stack *stack)
{
	(void)stack;
}

void softhca_stack_enter(struct softhca_stack *stack)
{
	(void)stack;
}

void softhca_stack_leave(struct softhca_stack *stack)
{
	(void)stack;
}

#else

static void first_function(void *arg)
{
	struct softhca_stack *stack = arg;

	stack->range_outside = arrive_on_stack(NULL);
	stack->run(stack->arg);
}

int softhca_stack_create(struct softhca_stack *stack, void (*run)(void *arg), void *arg)
{
	uintptr_t *frame;

	*stack = (struct softhca_stack){.run = run, .arg = arg};
	stack->memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (stack->memory == MAP_FAILED)
		return ENOMEM;
	mprotect(stack->memory, GUARD_BYTES, PROT_NONE);
	frame = (uintptr_t *)(stack->memory + STACK_BYTES) - FRAME_WORDS;
	frame[FRAME_FUNCTION] = (uintptr_t)first_function;
	frame[FRAME_ARG] = (uintptr_t)stack;
	frame[FRAME_RETURN] = (uintptr_t)softhca_stack_start;
	stack->inside = frame;
	stack->state = create_fiber();
	return 0;
}

void softhca_stack_destroy(struct softhca_stack *stack)
{
	destroy_fiber(stack->state);
	munmap(stack->memory, STACK_BYTES);
}

void softhca_stack_enter(struct softhca_stack *stack)
{
	void *frames = NULL;

	stack->state_outside = current_fiber();
	leave_stack(&frames, stack->memory, STACK_BYTES, stack->state);
	softhca_stack_switch(&stack->outside, stack->inside);
	arrive_on_stack(frames);
}

void softhca_stack_leave(struct softhca_stack *stack)
{
	leave_stack(&stack->frames, stack->range_outside.bottom, stack->range_outside.bytes,
		    stack->state_outside);
	softhca_stack_switch(&stack->inside, stack->outside);
	stack->range_outside = arrive_on_stack(stack->frames);
}

#endif
