/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* The methods of the ioctl: their numbers, and what each attribute is. */
#ifndef INVERBS_KERNEL_ACME_METHODS_H
#define INVERBS_KERNEL_ACME_METHODS_H

#include <inverbs/kernel/acme.h>
#include <inverbs/kernel/method.h>

/** Kinds of objects. */
enum acme_method_object {
	ACME_OBJECT_ROAD = 0,
	ACME_OBJECT_ROPE = 2,
};

/** What no command does. */
enum acme_road_wait {
	ACME_METHOD_ROAD_WAIT = 4,
	ACME_ATTR_ROAD_WAIT_HOURS = 0, /**< Constant. */
	ACME_ATTR_ROAD_WAIT_SIGN = 1,  /**< Says when. */
};

/** As the command. */
enum acme_rope_tie {
	ACME_METHOD_ROPE_TIE = 1,
	ACME_ATTR_ROPE_TIE_ROPE = 0,   /**< New-handle of a rope. */
	ACME_ATTR_ROPE_TIE_HEIGHT = 1, /**< Input, 4 bytes. */
	ACME_ATTR_ROPE_TIE_END = 2,    /**< Input, 8 bytes. */
	ACME_ATTR_ROPE_TIE_FILE = 3,   /**< Descriptor. */
	ACME_ATTR_ROPE_TIE_FLAGS = 4,  /**< Bits. */
	ACME_ATTR_ROPE_TIE_NAME = 5,   /**< Input, 1 bytes. */
	ACME_ATTR_ROPE_TIE_SLOTS = 6,  /**< Output, 4 bytes. */
};

/** As the command. */
enum acme_rope_cut {
	ACME_METHOD_ROPE_CUT = 2,
	ACME_ATTR_ROPE_CUT_ROPE = 0, /**< Handle of a rope. */
};

/** The table's entry of a method, or NULL. */
static inline const struct uverbs_method_info *acme_method_info(uint16_t object, uint16_t method)
{
	static const struct uverbs_attribute_info road_wait[] = {
		{0, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
		{1, 0, UVERBS_KIND_NEW_DESCRIPTOR, 0, -1, 0, -1},
	};
	static const struct uverbs_attribute_info rope_tie[] = {
		{0, 0, UVERBS_KIND_NEW_HANDLE, 0, 8, 4, -1},
		{1, 4, UVERBS_KIND_INPUT, 0, 4, 4, -1},
		{2, 8, UVERBS_KIND_INPUT, UVERBS_ATTR_OPTIONAL | UVERBS_ATTR_GROWS, 0, 8, -1},
		{3, 0, UVERBS_KIND_DESCRIPTOR, 0, 8, 4, 20},
		{4, 0, UVERBS_KIND_BITS, 0, 12, 4, -1},
		{5, 1, UVERBS_KIND_INPUT, UVERBS_ATTR_OPTIONAL | UVERBS_ATTR_ANY, -1, 0, -1},
		{6, 4, UVERBS_KIND_OUTPUT, 0, 4, 4, -1},
	};
	static const struct uverbs_attribute_info rope_cut[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_method_info methods[] = {
		{"ROAD WAIT", ACME_OBJECT_ROAD, ACME_METHOD_ROAD_WAIT, UVERBS_NO_COMMAND, 0,
		 road_wait, 2},
		{"ROPE TIE", ACME_OBJECT_ROPE, ACME_METHOD_ROPE_TIE,
		 ACME_EX_CMD_TIE | UVERBS_EXTENDED, UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, rope_tie,
		 7},
		{"ROPE CUT", ACME_OBJECT_ROPE, ACME_METHOD_ROPE_CUT,
		 ACME_EX_CMD_CUT | UVERBS_EXTENDED, UVERBS_DRIVER_IN, rope_cut, 1},
	};

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (methods[i].object == object && methods[i].method == method)
			return &methods[i];
	}
	return NULL;
}

#endif
