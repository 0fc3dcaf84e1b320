/* SPDX-License-Identifier: BSD-2-Clause */
/* The event loop of the emulator's single thread: epoll, and a reserve descriptor. */
#ifndef EMULATOR_BASE_LOOP_H
#define EMULATOR_BASE_LOOP_H

#include <stdint.h>
#include <sys/epoll.h>

/** An epoll registration. ready() may free the struct that contains it. */
struct softhca_source {
	void (*ready)(struct softhca_source *source, uint32_t events);
};

struct softhca_loop {
	int epoll_fd;
	int spare_fd; /**< closed when descriptors run out, so that one more can be opened */
};

/** 0 or an errno value. */
int softhca_loop_init(struct softhca_loop *loop);
void softhca_loop_fini(struct softhca_loop *loop);

/**
 * Register a descriptor with epoll; 0 in `events` means only errors and hang-ups. Returns 0 or an
 * errno value.
 */
int softhca_watch(struct softhca_loop *loop, int fd, uint32_t events,
		  struct softhca_source *source);
int softhca_rewatch(struct softhca_loop *loop, int fd, uint32_t events,
		    struct softhca_source *source);
void softhca_unwatch(struct softhca_loop *loop, int fd);
/** Close the reserve descriptor temporarily / open it again. */
void softhca_spare_release(struct softhca_loop *loop);
void softhca_spare_take(struct softhca_loop *loop);

#endif
