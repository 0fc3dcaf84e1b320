/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/driver.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The part of the header for device drivers that programs use. Drivers of other implementations
 * cannot be built with it.
 */
#ifndef INFINIBAND_DRIVER_H
#define INFINIBAND_DRIVER_H

#include <infiniband/verbs.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Helpers of device drivers and of programs that read attributes of devices themselves.
 */

/**
 * Where sysfs is mounted.
 *
 * Returns the path, without a slash at its end; it belongs to the library.
 */
const char *ibv_get_sysfs_path(void);

/**
 * Read an attribute of a device as text.
 *
 * dir: Directory.
 * file: Path of the file below it.
 * buf (written): The text.
 * size: Bytes of buf.
 *
 * Returns the length of the text, or -1 and errno.
 *
 * ENOENT: there is no such attribute
 * EACCES: the attribute is not readable
 * EINVAL: size is 0
 * ENAMETOOLONG: the path is too long
 */
int ibv_read_sysfs_file(const char *dir, const char *file, char *buf, size_t size);

/**
 * Exclude memory that a device uses from children.
 *
 * base (may be NULL): First byte.
 * size: Bytes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the range is not mapped
 * ENOMEM: no memory
 */
int ibv_dontfork_range(void *base, size_t size);

/**
 * Undo ibv_dontfork_range().
 *
 * base (may be NULL): First byte.
 * size: Bytes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * ENOMEM: no memory
 */
int ibv_dofork_range(void *base, size_t size);

#ifdef __cplusplus
}
#endif

#endif
