/* SPDX-License-Identifier: BSD-2-Clause */
/* Names that ibv_devinfo prints for values of devices and ports. */
#ifndef EXAMPLES_DEVINFO_NAMES_H
#define EXAMPLES_DEVINFO_NAMES_H

#include <infiniband/verbs.h>

struct flag_name {
	unsigned long long bit;
	const char *name;
};

/** Terminated by a NULL name. */
extern const struct flag_name device_flag_names[];

const char *transport_name(enum ibv_transport_type transport);
const char *atomic_cap_name(enum ibv_atomic_cap cap);
const char *port_state_name(enum ibv_port_state state);
const char *phys_state_name(unsigned int state);
const char *link_layer_name(unsigned int layer);
const char *width_name(unsigned int width);
const char *speed_name(unsigned int speed);
const char *vl_name(unsigned int vl);

#endif
