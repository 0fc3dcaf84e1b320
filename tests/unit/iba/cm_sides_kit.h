/* SPDX-License-Identifier: BSD-2-Clause */
/* A queue pair that is connected: what both sides of a connection call, for their tests. */
#ifndef TESTS_UNIT_IBA_CM_SIDES_KIT_H
#define TESTS_UNIT_IBA_CM_SIDES_KIT_H

#include "cm_parts_kit.h"

static struct iba_ca ca;

static ib_api_status_t attach_status, init_status, rtr_status, rts_status;
static bool no_alternate;
static int pkey_index;
static const ib_path_rec_t *alternate_set;
static uint8_t alternate_timeout;
static struct iba_qp *attached;
static struct iba_al *qp_al; /* the instance of the queue pair */
static uint32_t refused_id;
static uint8_t refused_as;
static uint16_t refused_for;
static ib_net16_t rejected_for;
static struct iba_qp *left; /* with its reference, after a rejection */

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &ca;
}

struct iba_al *iba_al_of(struct iba_object *object)
{
	assert_true(object == &qp.reporter.object || object == &cm.object);
	return object == &cm.object ? &al : qp_al;
}

int iba_port_pkey_index(const struct iba_port *port, ib_net16_t pkey)
{
	assert_ptr_equal(port, &expected_port->port);
	assert_int_equal(pkey, path.pkey);
	return pkey_index;
}

ib_api_status_t iba_cm_attach(struct iba_cm *cm, struct iba_qp *qp)
{
	assert_true(locked);
	note('A');
	if (attach_status == IB_SUCCESS)
		cm->qp = attached = qp;
	return attach_status;
}

struct iba_qp *iba_cm_detach(struct iba_cm *cm)
{
	struct iba_qp *const was = cm->qp;

	assert_true(locked);
	note('d');
	cm->qp = NULL;
	return was;
}

ib_api_status_t iba_cm_qp_init(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('1');
	return init_status;
}

ib_api_status_t iba_cm_qp_rtr(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('2');
	return rtr_status;
}

ib_api_status_t iba_cm_qp_rts(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('3');
	return rts_status;
}

ib_av_attr_t iba_cm_av(const struct iba_port *port, const ib_path_rec_t *path)
{
	assert_ptr_equal(port, &expected_port->port);
	return (ib_av_attr_t){.dlid = path->dlid};
}

/* Each of these is recognized by its value. */
uint8_t iba_cm_ack_timeout(uint8_t pkt_life, uint8_t delay)
{
	return (uint8_t)(pkt_life + delay + 1);
}

uint32_t iba_cm_timeout_ms(uint8_t exponent)
{
	return 100U * exponent;
}

struct ibcm_path iba_cm_wire_path(const ib_path_rec_t *path, uint8_t ack_timeout)
{
	return (struct ibcm_path){.local_lid = ntohs(path->slid), .ack_timeout = ack_timeout};
}

bool iba_cm_set_alternate(struct iba_cm *of, const ib_path_rec_t *to, uint8_t ack_timeout)
{
	assert_ptr_equal(of, &cm);
	alternate_set = to;
	alternate_timeout = ack_timeout;
	return !no_alternate;
}

void iba_cm_timer_clear(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('c');
}

void iba_cm_refuse(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
		   uint32_t remote_id, uint8_t rejected, uint16_t reason)
{
	assert_ptr_equal(port, expected_port);
	assert_ptr_equal(arrival, expected_arrival);
	refused_as = rejected;
	refused_for = reason;
	refused_id = remote_id;
	note('F');
}

struct iba_qp *iba_cm_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej)
{
	assert_ptr_equal(cm, expected_cm);
	assert_null(rej);
	rejected_for = reason;
	note('j');
	return left;
}

struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle)
{
	looked_for = handle->cid;
	locked = found != NULL;
	return found;
}

/* Everything works. */
static inline void reset_queue_pair(void)
{
	attach_status = init_status = rtr_status = rts_status = IB_SUCCESS;
	no_alternate = false;
	pkey_index = 6;
	alternate_set = NULL;
	attached = left = NULL;
	refused_id = 0;
	rejected_for = 0;
	qp_al = &al;
	ca.guid = 88;
	ca.attr.max_qp_rd_atom = 4;
	ca.attr.max_qp_init_rd_atom = 5;
	ca.attr.local_ca_ack_delay = 7;
	port.port.ca_guid = htobe64(0x8877665544332211);
	qp.type = IB_QPT_RELIABLE_CONN;
}

#endif
