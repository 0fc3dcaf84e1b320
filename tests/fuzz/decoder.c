/* SPDX-License-Identifier: BSD-2-Clause */
/* The generated functions of one adapter under common names; CMakeLists.txt defines the macros. */
#include DEVICE_HEADER
#include PRINT_HEADER

#include "decoder.h"

extern const struct decoder DECODER;

const struct decoder DECODER = {
	.send = DECODE_SEND,
	.receive = DECODE_RECEIVE,
#ifdef DUMP
	.dump = &DUMP,
#endif
};
