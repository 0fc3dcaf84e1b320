/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file that describes a fabric. Each line is a statement; # begins a comment:
 *
 *     adapter mlx4_1:2             an emulated adapter, as softhcad --device takes it
 *     switch leaf 8                a switch with that many ports
 *     link mlx4_1:2 leaf:1         a cable between two ports; an adapter's port is 1 unless given
 */
#ifndef EMULATOR_MAD_TOPOLOGY_H
#define EMULATOR_MAD_TOPOLOGY_H

#include <stddef.h>

struct softhca;

enum {
	SOFTHCA_TOPOLOGY_NAME = 64,   /**< bytes of a name, including its NUL */
	SOFTHCA_TOPOLOGY_PORTS = 254, /**< maximum ports of a switch */
	SOFTHCA_TOPOLOGY_SWITCHES = 256,
	SOFTHCA_TOPOLOGY_LINKS = 4096,
	SOFTHCA_TOPOLOGY_ADAPTERS = 64,
};

struct topology_adapter {
	char text[SOFTHCA_TOPOLOGY_NAME];
	unsigned int line;
};

struct topology_switch {
	char name[SOFTHCA_TOPOLOGY_NAME];
	unsigned int ports;
	unsigned int line;
};

struct topology_end {
	char name[SOFTHCA_TOPOLOGY_NAME];
	unsigned int port;
};

struct topology_link {
	struct topology_end end[2];
	unsigned int line;
};

/** The contents of a topology file. */
struct softhca_topology {
	char file[256];
	struct topology_adapter adapters[SOFTHCA_TOPOLOGY_ADAPTERS];
	unsigned int num_adapters;
	struct topology_switch switches[SOFTHCA_TOPOLOGY_SWITCHES];
	unsigned int num_switches;
	struct topology_link links[SOFTHCA_TOPOLOGY_LINKS];
	unsigned int num_links;
};

/**
 * Read a file. The caller frees the result with free(). On an error, returns NULL and writes
 * "FILE:LINE: what is wrong; what was expected" to `error`.
 */
struct softhca_topology *softhca_topology_read(const char *path, char *error, size_t room);

#endif
