/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <time.h>
#include <unistd.h>

void kit_await(const unsigned int *counter, unsigned int value)
{
	const struct timespec step = {.tv_nsec = 1000000};

	for (int i = 0; i < KIT_TIMEOUT_MS; i++) {
		if (__atomic_load_n(counter, __ATOMIC_ACQUIRE) >= value)
			return;
		nanosleep(&step, NULL);
	}
	fail_msg("no callback came");
}

static void record_call(struct kit_svc *svc, ib_mad_element_t *element, bool received)
{
	const unsigned int at = __atomic_load_n(&svc->count, __ATOMIC_RELAXED);
	struct kit_call *call = &svc->calls[at % KIT_CALLS];

	*call = (struct kit_call){
		.element = element, .status = element->status, .received = received};
	if (svc->also)
		svc->also(svc, call);
	__atomic_store_n(&svc->count, at + 1, __ATOMIC_RELEASE);
}

static void sent(ib_mad_svc_handle_t handle, void *context, ib_mad_element_t *element)
{
	(void)handle;
	assert_null(element->p_next);
	record_call(context, element, false);
}

static void received(ib_mad_svc_handle_t handle, void *context, ib_mad_element_t *element)
{
	(void)handle;
	record_call(context, element, true);
}

ib_api_status_t kit_try_serve(ib_qp_handle_t qp, struct kit_svc *svc, uint8_t mgmt_class,
			      const uint8_t *methods)
{
	ib_mad_svc_t request = {
		.mad_svc_context = svc,
		.pfn_mad_send_cb = sent,
		.pfn_mad_recv_cb = received,
		.support_unsol = methods != NULL,
		.mgmt_class = mgmt_class,
		.mgmt_version = mgmt_class == IB_MCLASS_SUBN_ADM ? 2 : 1,
	};

	for (; methods && *methods; methods++)
		request.method_array[*methods] = TRUE;
	return ib_reg_mad_svc(qp, &request, &svc->handle);
}

void kit_serve(const struct kit *kit, struct kit_svc *svc, const uint8_t *methods)
{
	assert_int_equal(kit_try_serve(kit->qp, svc, KIT_VENDOR_CLASS, methods), IB_SUCCESS);
}

void kit_open(struct kit *kit, unsigned int device)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	ib_net64_t guids[16];
	size_t count = sizeof(guids) / sizeof(guids[0]);
	uint32_t size = 0;

	assert_int_equal(ib_open_al(&kit->al), IB_SUCCESS);
	assert_int_equal(ib_get_ca_guids(kit->al, guids, &count), IB_SUCCESS);
	assert_true(count > device);
	assert_int_equal(ib_open_ca(kit->al, guids[device], NULL, NULL, &kit->ca), IB_SUCCESS);
	assert_int_equal(ib_query_ca(kit->ca, NULL, &size), IB_INSUFFICIENT_MEMORY);
	kit->attr = calloc(1, size);
	assert_non_null(kit->attr);
	assert_int_equal(ib_query_ca(kit->ca, kit->attr, &size), IB_SUCCESS);
	kit->port_guid = kit->attr->p_port_attr[0].port_guid;
	kit->lid = kit->attr->p_port_attr[0].lid;
	assert_int_equal(ib_alloc_pd(kit->ca, IB_PDT_ALIAS, NULL, &kit->pd), IB_SUCCESS);
	assert_int_equal(
		ib_get_spl_qp(kit->pd, kit->port_guid, &create, NULL, NULL, &kit->key, &kit->qp),
		IB_SUCCESS);
}

void kit_close(struct kit *kit)
{
	assert_int_equal(ib_close_al(kit->al), IB_SUCCESS);
	free(kit->attr);
}

void *kit_random_handle(void)
{
	return (void *)(uintptr_t)0x123456789abcdef0;
}

ib_mad_element_t *kit_mad(const struct kit *kit, uint8_t method, ib_net16_t lid)
{
	ib_mad_element_t *element = NULL;
	static unsigned int numbers;

	assert_int_equal(ib_get_mad(kit->key, 256, &element), IB_SUCCESS);
	element->p_mad_buf->base_ver = 1;
	element->p_mad_buf->mgmt_class = KIT_VENDOR_CLASS;
	element->p_mad_buf->class_ver = 1;
	element->p_mad_buf->method = method;
	element->p_mad_buf->trans_id = CL_HTON64((uint64_t)++numbers);
	element->remote_lid = lid;
	element->remote_qp = CL_HTON32(1);
	element->remote_qkey = CL_HTON32(0x80010000);
	element->timeout_ms = KIT_TIMEOUT_MS;
	return element;
}

void kit_send(struct kit_svc *svc, ib_mad_element_t *element)
{
	assert_int_equal(ib_send_mad(svc->handle, element, NULL), IB_SUCCESS);
}

const struct kit_call *kit_call(struct kit_svc *svc, unsigned int number)
{
	kit_await(&svc->count, number + 1);
	return &svc->calls[number % KIT_CALLS];
}

void kit_destroyed(void *context)
{
	__atomic_add_fetch((unsigned int *)context, 1, __ATOMIC_RELEASE);
}
