/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tiny.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Everything that the language can say.
 *
 * In two paragraphs.
 */
#ifndef TINY_TINY_H
#define TINY_TINY_H

#include <stdint.h>
#include <stddef.h>
#include <inverbs/api/checkable.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A tiny API.
 */

/** Most colours at once. */
#ifndef TINY_LIMIT
#define TINY_LIMIT 6
#endif

/** A bit above 32. */
#define TINY_WIDE (1ULL << 34)

#define tiny_hue tiny_color

/** No pointer to anything. */
#define TINY_NOWHERE ((void *)-1)

/** Colours. */
enum tiny_color {
	TINY_RED = 0,   /**< Red. */
	TINY_BLUE = 2,  /**< Blue. */
	TINY_AZURE = 2, /**< OFED's blue. */
};

/** Bits without a tag. */
__extension__ enum {
	TINY_LOW = 1 << 0, /**< Lowest bit. */
	/**
	 * Highest bit. Its comment is too long to stand behind the value where it would be read
	 * with ease.
	 */
	TINY_HIGH = 1U << 31,
};

/** What is painted. */
__extension__ enum tiny_bits {
	TINY_FRONT = 1 << 0,  /**< The front. */
	TINY_BACK = 1U << 31, /**< The back. */
};

/** Only pointers to it are seen. */
struct tiny_secret;

/** Two views of one number. */
union tiny_id {
	uint32_t raw[2]; /**< The words. */
	uint64_t whole;  /**< The number. */
};

/** A box. */
struct tiny_box {
	union tiny_id id;           /**< Its number. */
	struct tiny_box *next;      /**< Next box or NULL. */
	struct tiny_secret *secret; /**< What is inside. */
	struct tiny_box *shelf;     /**< Box it stands on. */
	union {
		enum tiny_color color; /**< Its colour. */
		int hue;               /**< OFED's name of color. */
		__extension__ struct {
			uint32_t low;  /**< Lower part. */
			uint32_t high; /**< Upper part. */
		};
	};
	/** Where it stands. */
	struct {
		int x; /**< To the right. */
		int y; /**< To the top. */
	} at;
	int (*open)(struct tiny_box *, const uint32_t *); /**< Behind tiny_open(). */
	void (*close)(struct tiny_box *);                 /**< Behind tiny_close(). */
};

/**
 * Text of a colour.
 *
 * color: Colour.
 *
 * Returns a constant string.
 */
const char *tiny_color_str(enum tiny_color color);

/**
 * Wave length of a colour.
 *
 * color: Colour.
 *
 * Returns nanometres, or -1.
 */
int tiny_color_to_wave(enum tiny_color color);

/**
 * Colour of a wave length.
 *
 * wave: Nanometres.
 *
 * Returns the colour.
 */
enum tiny_color wave_to_tiny_color(int wave);

/**
 * Make a box.
 *
 * parent (may be NULL): Box around it.
 * attr (read and written): Wanted size; what was granted.
 *
 * Returns the object, or NULL with errno set.
 *
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct tiny_box *tiny_make(struct tiny_box *parent, uint32_t attr[2]);

/**
 * Throw a box away.
 *
 * box: Box.
 *
 * Returns 0.
 */
INVERBS_CHECKABLE int tiny_throw(struct tiny_box *box);

/**
 * Let a box fall.
 *
 * box (may be NULL): Box.
 */
INVERBS_CHECKABLE void tiny_drop(struct tiny_box *box);

/**
 * Stack a list of boxes.
 *
 * first: First box.
 * height: How high.
 * bad_box (written): The box that was refused.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * ENOSPC: it is too high
 */
INVERBS_CHECKABLE int tiny_stack(struct tiny_box *first, int height, struct tiny_box **bad_box);

/**
 * Paint a box.
 *
 * box: Box.
 *
 * Returns 0, or -1 with errno set.
 *
 * EAGAIN: the paint is wet
 * EROFS: it cannot be painted
 */
INVERBS_CHECKABLE int tiny_paint(struct tiny_box *box);

/**
 * Wait until the paint is dry.
 *
 * Returns 0, or -1 with errno set.
 *
 * EROFS: there is no paint
 */
int tiny_dry(void);

/**
 * Polish a list of boxes.
 *
 * box: First box.
 * bad_box (written): The box that was refused.
 * cloth: Which cloth.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EROFS: it cannot be polished
 */
INVERBS_CHECKABLE int tiny_polish(struct tiny_box *box, struct tiny_box **bad_box, int cloth);

/**
 * Find a box, and what is on it.
 *
 * place: Where to look.
 * box (written): What was there.
 *
 * Returns 0, or -1 with errno set.
 *
 * ENOENT: there is none
 */
INVERBS_CHECKABLE int tiny_find(int place, struct tiny_box **box);

/**
 * Open a box.
 *
 * box: Box.
 * key: Key.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EACCES: wrong key
 */
static inline int tiny_open(struct tiny_box *box, const uint32_t *key);

/**
 * Close a box.
 *
 * box: Box.
 *
 * Threads: the one that opened it.
 *
 * Not usable yet: no box opens yet.
 */
static inline void tiny_close(struct tiny_box *box);

/**
 * Post boxes.
 *
 * box: First box.
 * bad_box (written): The box that was refused.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (a later part): always fails with EOPNOTSUPP.
 */
int tiny_post(struct tiny_box *box, struct tiny_box **bad_box);

/**
 * Post one box.
 *
 * box: The box.
 * bad_box (written): The box that was refused.
 * unused: Not used.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: as tiny_post()
 */
static inline int tiny_post_one(struct tiny_box *box, struct tiny_box **bad_box, int unused);

/**
 * Weigh a box.
 *
 * box: Box.
 *
 * Returns its weight, or -1.
 *
 * EOPNOTSUPP: there are no scales
 * ENOSYS: the kernel has none
 *
 * Not implemented yet (a later part): always fails with EOPNOTSUPP.
 */
int tiny_weigh(struct tiny_box *box);

/**
 * List boxes.
 *
 * boxes (written): Room for them.
 * room: How many fit.
 *
 * Returns the number of entries stored, or a negative value on failure. Boxes.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (a later part): always fails with EOPNOTSUPP.
 */
int tiny_list(struct tiny_box **boxes, size_t room);

/**
 * Forget everything.
 *
 * Not implemented yet (a later part): does nothing.
 */
void tiny_forget(void);

#ifdef __cplusplus
}
#endif

#include <tiny/inline.h>

#ifdef INVERBS_CHECKED
#include <inverbs/checked/checked_tiny.h>
#endif

#ifdef INVERBS_AIX
#include <tiny/aix.h>
#endif

#endif
