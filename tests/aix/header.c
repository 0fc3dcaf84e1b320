/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A1, A2, A36: the verbs header under its other name, and the connection manager's. Compiling tests
 * that names, types and members of the AIX manual exist.
 */
#include <rdma/rdma_cma.h>
#include <rdma/verbs.h>

_Static_assert(sizeof(((struct ibv_sge *)0)->addr) == 8, "an address has 64 bits everywhere");
_Static_assert(sizeof(((struct ibv_send_wr *)0)->wr_id) == 8, "so has a number of the program's");
_Static_assert(sizeof(((struct ibv_send_wr *)0)->wr.rdma.remote_addr) == 8, "and the other side's");
_Static_assert(sizeof(((struct ibv_port_attr *)0)->phys_state) == 1, "the last member of a port");
_Static_assert(sizeof(uint16_t) == sizeof(rdma_get_src_port(0)), "ports are 16 bits");

/* Functions that differ in the profile also have an address. */
int (*const aix_connect)(struct rdma_cm_id *id, struct rdma_conn_param *param) = rdma_connect;
int (*const aix_query)(struct ibv_context *context,
		       struct ibv_device_attr *attr) = ibv_query_device;
