/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the checked build (-DINVERBS_CHECKED) changes the declarations. Functions of the archive
 * become inline functions that check their arguments first. Inline functions get a second name, by
 * which the checking functions call them. See <inverbs/checked/checked.h>.
 */
#ifndef INVERBS_CHECKABLE_H
#define INVERBS_CHECKABLE_H

#ifdef INVERBS_CHECKED
#define INVERBS_CHECKABLE   static inline
#define INVERBS_PLAIN(name) inverbs_plain_##name
#else
#define INVERBS_CHECKABLE
#define INVERBS_PLAIN(name) name
#endif

#endif
