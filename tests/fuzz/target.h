/* SPDX-License-Identifier: BSD-2-Clause */
/* What every target defines; libFuzzer calls it, or driver.c does. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
