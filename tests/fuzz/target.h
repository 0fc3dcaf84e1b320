/* SPDX-License-Identifier: BSD-2-Clause */
/* The function that every target defines; called by libFuzzer or by driver.c. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
