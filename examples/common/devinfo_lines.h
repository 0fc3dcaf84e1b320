/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output lines of ibv_devinfo, as text or as members of a JSON document. The names of members are
 * the keys without their colon.
 */
#ifndef EXAMPLES_DEVINFO_LINES_H
#define EXAMPLES_DEVINFO_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "devinfo_names.h"

/** Write everything that follows as JSON, into the object that is open. */
void devinfo_use_json(void);
bool devinfo_uses_json(void);

/* Lines about a device. */
void print_line(const char *key, const char *value);
void print_count(const char *key, long long value);
void print_hex(const char *key, unsigned long long value, int digits);
void print_guid(const char *key, uint64_t guid);
void print_flags(const char *key, unsigned long long flags, const struct flag_name *names);
void print_named(const char *key, const char *name, long long value);

/* Lines about a port. */
void port_line(const char *key, const char *value);
void port_value(const char *key, const char *name, unsigned long value);
void port_count(const char *key, unsigned long value);
void port_hex(const char *key, unsigned long value, int digits);
void port_mtu(const char *key, enum ibv_mtu mtu);

#endif
