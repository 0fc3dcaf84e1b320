/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The InfiniBand Access Layer: verbs, management datagrams, subnet administration, plug and play
 * and connections, with handles and callbacks.
 *
 * Functions return a status, and write results on success only. Handles are checked first, then
 * pointers, then values. Functions that destroy an object take a callback, which runs as the last
 * callback of the object and of objects created on it; with ib_sync_destroy instead, the function
 * waits.
 *
 * Threads: every function may be called from any thread. Callbacks run in a thread of the layer,
 * perhaps before the function that creates their object has returned.
 */
#ifndef IBA_IB_AL_H
#define IBA_IB_AL_H

#include <iba/ib_types.h>
#include <complib/cl_waitobj.h>
#include <inverbs/api/net_order.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _ib_async_event_rec ib_async_event_rec_t;
typedef struct _ib_mad_element ib_mad_element_t;
typedef struct _ib_query_rec ib_query_rec_t;
typedef struct _ib_reg_svc_rec ib_reg_svc_rec_t;
typedef struct _ib_mcast_rec ib_mcast_rec_t;
typedef struct _ib_sub_rec ib_sub_rec_t;
typedef struct _ib_report_rec ib_report_rec_t;
typedef struct _ib_pnp_rec ib_pnp_rec_t;
typedef struct _ib_cm_req_rec ib_cm_req_rec_t;
typedef struct _ib_cm_rep_rec ib_cm_rep_rec_t;
typedef struct _ib_cm_rtu_rec ib_cm_rtu_rec_t;
typedef struct _ib_cm_rej_rec ib_cm_rej_rec_t;
typedef struct _ib_cm_mra_rec ib_cm_mra_rec_t;
typedef struct _ib_cm_lap_rec ib_cm_lap_rec_t;
typedef struct _ib_cm_apr_rec ib_cm_apr_rec_t;
typedef struct _ib_cm_dreq_rec ib_cm_dreq_rec_t;
typedef struct _ib_cm_drep_rec ib_cm_drep_rec_t;

/*
 * IBAL: instances of the access layer.
 */

/** Passed as the callback of a destroy or close call, it makes the call wait; no callback runs. */
#define ib_sync_destroy ((ib_pfn_destroy_cb_t)-1)

/** Flags of calls. */
#define IB_FLAGS_SYNC 0x00000001 /**< The call waits until its callback has run. */

/** Bits IB_FLAGS_*. */
typedef uint32_t ib_al_flags_t;

/** An instance of the access layer, from ib_open_al() to ib_close_al(). */
typedef struct _ib_al *ib_al_handle_t;

/**
 * An object has been destroyed; no further callback runs for it. Runs once.
 *
 * context: The context of the object.
 */
typedef void (*ib_pfn_destroy_cb_t)(void *context);

/**
 * Open an instance of the access layer, which all other calls require.
 *
 * ph_al (written): The instance.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_open_al(ib_al_handle_t *ph_al);

/**
 * Open an instance of the access layer, with a name for debugging, which is ignored.
 *
 * tag (may be NULL): The name.
 * ph_al (written): The instance.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_open_al_trk(wchar_t *tag, ib_al_handle_t *ph_al);

/**
 * Close an instance with all objects created from it. It waits for callbacks, so none of them may
 * call it.
 *
 * h_al: Instance of the access layer.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 */
ib_api_status_t ib_close_al(ib_al_handle_t h_al);

/**
 * List the GUIDs of the channel adapters.
 *
 * h_al: Instance of the access layer.
 * p_guid_array (written, may be NULL): GUIDs, in network byte order.
 * p_guid_cnt (read and written): Entries of the array; set to the number of adapters.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: the array is too small or NULL; p_guid_cnt says how many entries are
 *     needed
 */
ib_api_status_t ib_get_ca_guids(ib_al_handle_t h_al, ib_net64_t *p_guid_array, size_t *p_guid_cnt);

/**
 * Find the adapter that has a GID.
 *
 * h_al: Instance of the access layer.
 * p_gid: GID.
 * p_ca_guid (written): GUID of the adapter.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_NOT_FOUND: there is none
 */
ib_api_status_t ib_get_ca_by_gid(ib_al_handle_t h_al, const ib_gid_t *p_gid, ib_net64_t *p_ca_guid);

/**
 * Find the port that has a GID.
 *
 * h_al: Instance of the access layer.
 * p_gid: GID.
 * p_port_guid (written): GUID of the port.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_NOT_FOUND: there is none
 */
ib_api_status_t ib_get_port_by_gid(ib_al_handle_t h_al, const ib_gid_t *p_gid,
				   ib_net64_t *p_port_guid);

/*
 * IBAL: names of constants.
 */

/**
 * Name of a status.
 *
 * status: Status.
 *
 * Returns a constant string.
 */
const char *ib_get_err_str(ib_api_status_t status);

/**
 * Name of an asynchronous event.
 *
 * event: The event.
 *
 * Returns a constant string.
 */
const char *ib_get_async_event_str(ib_async_event_t event);

/**
 * Name of the status of a work completion.
 *
 * wc_status: Status.
 *
 * Returns a constant string.
 */
const char *ib_get_wc_status_str(ib_wc_status_t wc_status);

/**
 * Name of the type of a work completion.
 *
 * wc_type: Type.
 *
 * Returns a constant string.
 */
const char *ib_get_wc_type_str(ib_wc_type_t wc_type);

/**
 * Name of the type of a work request.
 *
 * wr_type: Type.
 *
 * Returns a constant string.
 */
const char *ib_get_wr_type_str(uint8_t wr_type);

/**
 * Name of the type of a queue pair.
 *
 * qp_type: Type.
 *
 * Returns a constant string.
 */
const char *ib_get_qp_type_str(uint8_t qp_type);

/*
 * IBAL: channel adapters.
 */

/**
 * An asynchronous event happened.
 *
 * p_event_rec: The event, valid during the call.
 */
typedef void (*ib_pfn_event_cb_t)(ib_async_event_rec_t *p_event_rec);

/** An asynchronous event, as passed to its callback. */
struct _ib_async_event_rec {
	ib_async_event_t code;    /**< What happened. */
	uint64_t vendor_specific; /**< Vendor-specific number. */
	void *context;            /**< Context of the object. */
	/** The object. */
	union {
		ib_ca_handle_t h_ca;   /**< Adapter. */
		ib_cq_handle_t h_cq;   /**< Completion queue. */
		ib_qp_handle_t h_qp;   /**< Queue pair. */
		ib_srq_handle_t h_srq; /**< Shared receive queue, or NULL. */
	} handle;
	uint8_t port_number; /**< Port. */
};

/**
 * Open the channel adapter with a GUID.
 *
 * h_al: Instance of the access layer.
 * ca_guid: GUID of the adapter, in network byte order.
 * pfn_ca_event_cb (may be NULL): Called for its asynchronous events.
 * ca_context: Context for callbacks.
 * ph_ca (written): The adapter.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_GUID: there is no such GUID
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_open_ca(ib_al_handle_t h_al, ib_net64_t ca_guid,
			   ib_pfn_event_cb_t pfn_ca_event_cb, const void *ca_context,
			   ib_ca_handle_t *ph_ca);

/**
 * Read the attributes of an adapter and its ports into one buffer.
 *
 * h_ca: Adapter.
 * p_ca_attr (written, may be NULL): Buffer for the attributes and their tables.
 * p_size (read and written): Bytes of the buffer; set to the bytes that are needed.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INSUFFICIENT_MEMORY: the buffer is too small or NULL; p_size says how many bytes are needed
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_ca(ib_ca_handle_t h_ca, ib_ca_attr_t *p_ca_attr, uint32_t *p_size);

/**
 * Read the attributes of an adapter that need not be open.
 *
 * h_al: Instance of the access layer.
 * ca_guid: GUID of the adapter, in network byte order.
 * p_ca_attr (written, may be NULL): Buffer for the attributes and their tables.
 * p_size (read and written): Bytes of the buffer; set to the bytes that are needed.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_GUID: there is no such GUID
 * IB_INSUFFICIENT_MEMORY: the buffer is too small or NULL; p_size says how many bytes are needed
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_ca_by_guid(ib_al_handle_t h_al, ib_net64_t ca_guid,
				    ib_ca_attr_t *p_ca_attr, uint32_t *p_size);

/**
 * Copy the attributes of an adapter with their tables.
 *
 * p_dest (written): Buffer with the number of bytes given in the source.
 * p_src: Attributes.
 *
 * Returns the copy.
 */
ib_ca_attr_t *ib_copy_ca_attr(ib_ca_attr_t *p_dest, const ib_ca_attr_t *p_src);

/**
 * Change capability bits of a port, or reset its violation counters.
 *
 * h_ca: Adapter.
 * port_num: Number of the port, as ib_query_ca() returns it.
 * ca_mod: What to change, IB_CA_MOD_*.
 * p_port_attr_mod: The new values.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PORT: the adapter has no such port
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_RESOURCE_BUSY: another program is the subnet manager of the port
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 * IB_TIMEOUT: the adapter does not respond
 */
ib_api_status_t ib_modify_ca(ib_ca_handle_t h_ca, uint8_t port_num, ib_ca_mod_t ca_mod,
			     const ib_port_attr_mod_t *p_port_attr_mod);

/**
 * Close an adapter with all objects created on it.
 *
 * h_ca: Adapter.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 */
ib_api_status_t ib_close_ca(ib_ca_handle_t h_ca, ib_pfn_destroy_cb_t pfn_destroy_cb);

/**
 * Send a vendor-specific command to the driver of an adapter.
 *
 * h_ca: Adapter.
 * handle_array: Objects to which the command refers.
 * num_handles: Entries of it.
 * p_ci_op (read and written): The command.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_HANDLE: an element of handle_array is not an object of the layer
 * IB_INSUFFICIENT_MEMORY: other implementations have no memory for it
 * IB_ERROR: the driver of another implementation refused it
 * IB_UNSUPPORTED: drivers on Linux have no such commands
 *
 * Not usable yet: drivers on Linux have no vendor-specific commands.
 */
ib_api_status_t ib_ci_call(ib_ca_handle_t h_ca, const void **handle_array, uint32_t num_handles,
			   ib_ci_op_t *p_ci_op);

/*
 * IBAL: protection domains.
 */

/**
 * Allocate a protection domain.
 *
 * h_ca: Adapter.
 * pd_type: Type of the domain.
 * pd_context: Context for the callback of ib_dealloc_pd().
 * ph_pd (written): The domain.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_alloc_pd(ib_ca_handle_t h_ca, ib_pd_type_t pd_type, const void *pd_context,
			    ib_pd_handle_t *ph_pd);

/**
 * Deallocate a protection domain with all objects created in it.
 *
 * h_pd: Protection domain.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 */
ib_api_status_t ib_dealloc_pd(ib_pd_handle_t h_pd, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: address vectors.
 */

/**
 * Create an address vector.
 *
 * h_pd: Protection domain.
 * p_av_attr: Attributes.
 * ph_av (written): The address vector.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_PORT: the adapter has no such port
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_create_av(ib_pd_handle_t h_pd, const ib_av_attr_t *p_av_attr,
			     ib_av_handle_t *ph_av);

/**
 * Read the attributes of an address vector.
 *
 * h_av: Address vector.
 * p_av_attr (written): Attributes.
 * ph_pd (written): The domain.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AV_HANDLE: h_av is not an address vector
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_av(ib_av_handle_t h_av, ib_av_attr_t *p_av_attr, ib_pd_handle_t *ph_pd);

/**
 * Change an address vector. Sends that were posted keep the old one.
 *
 * h_av: Address vector.
 * p_av_attr: Attributes.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AV_HANDLE: h_av is not an address vector
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_PORT: the adapter has no such port
 */
ib_api_status_t ib_modify_av(ib_av_handle_t h_av, const ib_av_attr_t *p_av_attr);

/**
 * Destroy an address vector.
 *
 * h_av: Address vector.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AV_HANDLE: h_av is not an address vector
 */
ib_api_status_t ib_destroy_av(ib_av_handle_t h_av);

/**
 * Create an address vector, with a context for counting references, which is ignored.
 *
 * h_pd: Protection domain.
 * p_av_attr: Attributes.
 * ctx: The context.
 * ph_av (written): The address vector.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_PORT: the adapter has no such port
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_create_av_ctx(ib_pd_handle_t h_pd, const ib_av_attr_t *p_av_attr, uint16_t ctx,
				 ib_av_handle_t *ph_av);

/**
 * Destroy an address vector that was created with a context.
 *
 * h_av: Address vector.
 * ctx: The context.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AV_HANDLE: h_av is not an address vector
 */
ib_api_status_t ib_destroy_av_ctx(ib_av_handle_t h_av, uint16_t ctx);

/*
 * IBAL: shared receive queues.
 */

/**
 * Create a shared receive queue.
 *
 * h_pd: Protection domain.
 * p_srq_attr: The queue to be created.
 * srq_context: Context for callbacks.
 * pfn_srq_event_cb (may be NULL): Called for its asynchronous events.
 * ph_srq (written): The queue.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_MAX_WRS: more requests than the adapter allows
 * IB_INVALID_MAX_SGE: more SGEs than are allowed
 */
ib_api_status_t ib_create_srq(ib_pd_handle_t h_pd, const ib_srq_attr_t *p_srq_attr,
			      const void *srq_context, ib_pfn_event_cb_t pfn_srq_event_cb,
			      ib_srq_handle_t *ph_srq);

/**
 * Read the attributes of a shared receive queue.
 *
 * h_srq: Shared receive queue.
 * p_srq_attr (written): Attributes.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_SRQ_HANDLE: h_srq is not a shared receive queue
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_srq(ib_srq_handle_t h_srq, ib_srq_attr_t *p_srq_attr);

/**
 * Change size or limit of a shared receive queue.
 *
 * h_srq: Shared receive queue.
 * p_srq_attr: New size or limit.
 * srq_attr_mask: What to change, IB_SRQ_*.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_SRQ_HANDLE: h_srq is not a shared receive queue
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_modify_srq(ib_srq_handle_t h_srq, const ib_srq_attr_t *p_srq_attr,
			      ib_srq_attr_mask_t srq_attr_mask);

/**
 * Destroy a shared receive queue.
 *
 * h_srq: Shared receive queue.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_SRQ_HANDLE: h_srq is not a shared receive queue
 * IB_RESOURCE_BUSY: queue pairs use it
 */
ib_api_status_t ib_destroy_srq(ib_srq_handle_t h_srq, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: completion queues.
 */

/**
 * A completion queue has a completion for which ib_rearm_cq() requested a notification.
 *
 * h_cq: The queue.
 * cq_context: Its context.
 */
typedef void (*ib_pfn_comp_cb_t)(ib_cq_handle_t h_cq, void *cq_context);

/** A completion queue to be created, notified by a callback or by a wait object. */
typedef struct _ib_cq_create ib_cq_create_t;
struct _ib_cq_create {
	uint32_t size;                  /**< Number of CQEs; at least as many after success. */
	ib_pfn_comp_cb_t pfn_comp_cb;   /**< Called for completions, or NULL. */
	cl_waitobj_handle_t h_wait_obj; /**< Signaled for completions, or NULL. */
};

/**
 * Create a completion queue, notified by a callback or a wait object.
 *
 * h_ca: Adapter.
 * p_cq_create (read and written): The queue to be created; size is set to the actual one.
 * cq_context: Context for callbacks.
 * pfn_cq_event_cb (may be NULL): Called for its asynchronous events.
 * ph_cq (written): The queue.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: not exactly one of callback and wait object
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_CQ_SIZE: more CQEs than the adapter allows
 */
ib_api_status_t ib_create_cq(ib_ca_handle_t h_ca, ib_cq_create_t *p_cq_create,
			     const void *cq_context, ib_pfn_event_cb_t pfn_cq_event_cb,
			     ib_cq_handle_t *ph_cq);

/**
 * Resize a completion queue.
 *
 * h_cq: Completion queue.
 * p_size (read and written): Requested number of CQEs; set to the actual one.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_CQ_SIZE: more CQEs than the adapter allows
 * IB_OVERFLOW: the queue has more completions than the new size
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_modify_cq(ib_cq_handle_t h_cq, uint32_t *p_size);

/**
 * Read the size of a completion queue.
 *
 * h_cq: Completion queue.
 * p_size (written): Number of CQEs.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_cq(ib_cq_handle_t h_cq, uint32_t *p_size);

/**
 * Destroy a completion queue that no queue pair uses.
 *
 * h_cq: Completion queue.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_RESOURCE_BUSY: queue pairs use it
 */
ib_api_status_t ib_destroy_cq(ib_cq_handle_t h_cq, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: queue pairs.
 */

/** Key for taking elements from a pool, for one protection domain. */
typedef struct _al_pool_key *ib_pool_key_t;

/** Parameters for making a datagram queue pair ready to send. */
typedef struct _ib_dgrm_info ib_dgrm_info_t;
struct _ib_dgrm_info {
	ib_net64_t port_guid; /**< GUID of the port. */
	uint32_t qkey;        /**< Q_Key, in network byte order. */
	uint16_t pkey_index;  /**< Index of the P_Key. */
};

/**
 * Create a queue pair.
 *
 * h_pd: Protection domain.
 * p_qp_create: The queue pair to be created.
 * qp_context: Context for callbacks.
 * pfn_qp_event_cb (may be NULL): Called for its asynchronous events.
 * ph_qp (written): The queue pair.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_CQ_HANDLE: h_sq_cq or h_rq_cq is not a completion queue, or of another adapter
 * IB_INVALID_SETTING: inconsistent values
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_MAX_WRS: more requests than the adapter allows
 * IB_INVALID_MAX_SGE: more SGEs than are allowed
 */
ib_api_status_t ib_create_qp(ib_pd_handle_t h_pd, const ib_qp_create_t *p_qp_create,
			     const void *qp_context, ib_pfn_event_cb_t pfn_qp_event_cb,
			     ib_qp_handle_t *ph_qp);

/**
 * Get a special queue pair of a port, or an alias of one.
 *
 * h_pd: Protection domain.
 * port_guid: GUID of the port, in network byte order.
 * p_qp_create: The queue pair to be created.
 * qp_context: Context for callbacks.
 * pfn_qp_event_cb (may be NULL): Called for its asynchronous events.
 * p_pool_key (written, may be NULL): Key for datagram elements, if the queue pair is an alias.
 * ph_qp (written): The queue pair.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PORT: the adapter has no such port
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_PERMISSION: the caller may not use it
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_CQ_HANDLE: h_sq_cq or h_rq_cq is not a completion queue, or of another adapter
 * IB_INVALID_SETTING: inconsistent values
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_MAX_WRS: more requests than the adapter allows
 * IB_INVALID_MAX_SGE: more SGEs than are allowed
 */
ib_api_status_t ib_get_spl_qp(ib_pd_handle_t h_pd, ib_net64_t port_guid,
			      const ib_qp_create_t *p_qp_create, const void *qp_context,
			      ib_pfn_event_cb_t pfn_qp_event_cb, ib_pool_key_t *p_pool_key,
			      ib_qp_handle_t *ph_qp);

/**
 * Read the attributes of a queue pair.
 *
 * h_qp: Queue pair.
 * p_qp_attr (written): Attributes.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_qp(ib_qp_handle_t h_qp, ib_qp_attr_t *p_qp_attr);

/**
 * Change the state of a queue pair.
 *
 * h_qp: Queue pair.
 * p_qp_mod: The new state and its attributes.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 * IB_INVALID_PKEY: the port does not have the P_Key
 * IB_INVALID_APM_STATE: invalid transition of the path migration state
 */
ib_api_status_t ib_modify_qp(ib_qp_handle_t h_qp, const ib_qp_mod_t *p_qp_mod);

/**
 * Destroy a queue pair.
 *
 * h_qp: Queue pair.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 */
ib_api_status_t ib_destroy_qp(ib_qp_handle_t h_qp, ib_pfn_destroy_cb_t pfn_destroy_cb);

/**
 * Move a datagram queue pair from RESET to RTS on a port.
 *
 * h_qp: Queue pair.
 * p_dgrm_info: Port, Q_Key and P_Key.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_init_dgrm_svc(ib_qp_handle_t h_qp, const ib_dgrm_info_t *p_dgrm_info);

/**
 * Make a queue pair use its alternate path.
 *
 * h_qp: Queue pair.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 */
ib_api_status_t ib_force_apm(ib_qp_handle_t h_qp);

/*
 * IBAL: memory regions.
 */

/** Identifier of shared memory, of 64 bytes that programs choose. */
typedef uint8_t ib_shmid_t[64];

/**
 * Register virtual memory.
 *
 * h_pd: Protection domain.
 * p_mr_create: The memory.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * ph_mr (written): The region.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 */
ib_api_status_t ib_reg_mem(ib_pd_handle_t h_pd, const ib_mr_create_t *p_mr_create, net32_t *p_lkey,
			   net32_t *p_rkey, ib_mr_handle_t *ph_mr);

/**
 * Register physical memory as one region.
 *
 * h_pd: Protection domain.
 * p_phys_create: The memory.
 * p_vaddr (read and written): Address that requests use.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * ph_mr (written): The region.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 *
 * Not usable yet: programs cannot specify physical memory on Linux.
 */
ib_api_status_t ib_reg_phys(ib_pd_handle_t h_pd, const ib_phys_create_t *p_phys_create,
			    uint64_t *p_vaddr, net32_t *p_lkey, net32_t *p_rkey,
			    ib_mr_handle_t *ph_mr);

/**
 * Read the attributes of a memory region.
 *
 * h_mr: Memory region.
 * p_mr_attr (written): Attributes.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_mr(ib_mr_handle_t h_mr, ib_mr_attr_t *p_mr_attr);

/**
 * Change address, rights or domain of a region of virtual memory.
 *
 * h_mr: Memory region.
 * mr_mod_mask: What to change, IB_MR_MOD_*.
 * p_mr_create (may be NULL): New address or rights; NULL if only the domain changes.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * h_pd (may be NULL): New domain, with IB_MR_MOD_PD.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain, or of another adapter
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 * IB_RESOURCE_BUSY: other objects still use it
 */
ib_api_status_t ib_rereg_mem(ib_mr_handle_t h_mr, ib_mr_mod_t mr_mod_mask,
			     const ib_mr_create_t *p_mr_create, net32_t *p_lkey, net32_t *p_rkey,
			     ib_pd_handle_t h_pd);

/**
 * Change a region of physical memory.
 *
 * h_mr: Memory region.
 * mr_mod_mask: What to change, IB_MR_MOD_*.
 * p_phys_create (may be NULL): New address or rights; NULL if only the domain changes.
 * p_vaddr (read and written): Address that requests use.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * h_pd (may be NULL): New domain, with IB_MR_MOD_PD.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 * IB_RESOURCE_BUSY: other objects still use it
 *
 * Not usable yet: programs cannot specify physical memory on Linux.
 */
ib_api_status_t ib_rereg_phys(ib_mr_handle_t h_mr, ib_mr_mod_t mr_mod_mask,
			      const ib_phys_create_t *p_phys_create, uint64_t *p_vaddr,
			      net32_t *p_lkey, net32_t *p_rkey, ib_pd_handle_t h_pd);

/**
 * Register the memory of a region again, with its own domain and rights.
 *
 * h_mr: Memory region.
 * h_pd: Protection domain.
 * access_ctrl: Rights, IB_AC_*.
 * p_vaddr (written): Address that requests use.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * ph_mr (written): The region.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 */
ib_api_status_t ib_reg_shared(ib_mr_handle_t h_mr, ib_pd_handle_t h_pd, ib_access_t access_ctrl,
			      uint64_t *p_vaddr, net32_t *p_lkey, net32_t *p_rkey,
			      ib_mr_handle_t *ph_mr);

/**
 * Register memory that several callers share by an identifier.
 *
 * h_pd: Protection domain.
 * shmid: The identifier.
 * p_mr_create: The memory.
 * p_vaddr (read and written): Address that requests use.
 * p_lkey (written): Local key, in host byte order.
 * p_rkey (written): Remote key, in network byte order.
 * ph_mr (written): The region.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: length or offset differ from those registered under the identifier
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 */
ib_api_status_t ib_reg_shmid(ib_pd_handle_t h_pd, const ib_shmid_t shmid,
			     const ib_mr_create_t *p_mr_create, uint64_t *p_vaddr, net32_t *p_lkey,
			     net32_t *p_rkey, ib_mr_handle_t *ph_mr);

/**
 * Deregister a memory region.
 *
 * h_mr: Memory region.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_RESOURCE_BUSY: windows are bound to it
 */
ib_api_status_t ib_dereg_mr(ib_mr_handle_t h_mr);

/*
 * IBAL: memory windows.
 */

/**
 * Create a memory window.
 *
 * h_pd: Protection domain.
 * p_rkey (written): Key of the window, for its first binding; in network byte order.
 * ph_mw (written): The window.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_create_mw(ib_pd_handle_t h_pd, net32_t *p_rkey, ib_mw_handle_t *ph_mw);

/**
 * Read domain and key of a memory window.
 *
 * h_mw: Memory window.
 * ph_pd (written): The domain.
 * p_rkey (written): Key of the window, in network byte order.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MW_HANDLE: h_mw is not a window
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_query_mw(ib_mw_handle_t h_mw, ib_pd_handle_t *ph_pd, net32_t *p_rkey);

/**
 * Post the binding of a memory window to a region.
 *
 * h_mw: Memory window.
 * h_qp: Queue pair.
 * p_mw_bind: The binding.
 * p_rkey (written): New key of the window, for the other side; in network byte order.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MW_HANDLE: h_mw is not a window
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair, or of another adapter
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SERVICE_TYPE: the type of the queue pair does not allow it
 * IB_INVALID_MR_HANDLE: h_mr is not a memory region
 * IB_INVALID_RKEY: current_rkey is not that of the window
 * IB_UNSUPPORTED: the adapter does not support it
 * IB_INVALID_PERMISSION: inconsistent access rights
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_bind_mw(ib_mw_handle_t h_mw, ib_qp_handle_t h_qp, ib_bind_wr_t *p_mw_bind,
			   net32_t *p_rkey);

/**
 * Destroy a memory window.
 *
 * h_mw: Memory window.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MW_HANDLE: h_mw is not a window
 */
ib_api_status_t ib_destroy_mw(ib_mw_handle_t h_mw);

/*
 * IBAL: posting and polling.
 */

/**
 * Post a list of send requests.
 *
 * h_qp: Queue pair.
 * p_send_wr: First request.
 * pp_send_failure (written, may be NULL): Set to the first request that was not posted; may be NULL
 *     for a single request only.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: p_send_wr is NULL, or pp_send_failure with more than one request
 * IB_INSUFFICIENT_RESOURCES: the queue is full
 * IB_INVALID_WR_TYPE: the queue does not accept requests of this type
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 * IB_INVALID_MAX_SGE: more SGEs than are allowed
 * IB_UNSUPPORTED: the adapter does not support it
 */
static inline ib_api_status_t ib_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *p_send_wr,
					   ib_send_wr_t **pp_send_failure);

/**
 * Post a list of receive requests.
 *
 * h_qp: Queue pair.
 * p_recv_wr: First request.
 * pp_recv_failure (written, may be NULL): Set to the first request that was not posted; may be NULL
 *     for a single request only.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: p_recv_wr is NULL, or pp_recv_failure with more than one request
 * IB_INSUFFICIENT_RESOURCES: the queue is full
 * IB_INVALID_WR_TYPE: the queue does not accept requests of this type
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 */
static inline ib_api_status_t ib_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *p_recv_wr,
					   ib_recv_wr_t **pp_recv_failure);

/**
 * Post a list of receive requests to a shared receive queue.
 *
 * h_srq: Shared receive queue.
 * p_recv_wr: First request.
 * pp_recv_failure (written, may be NULL): Set to the first request that was not posted; may be NULL
 *     for a single request only.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_SRQ_HANDLE: h_srq is not a shared receive queue
 * IB_INVALID_PARAMETER: p_recv_wr is NULL, or pp_recv_failure with more than one request
 * IB_INSUFFICIENT_RESOURCES: the queue is full
 * IB_INVALID_WR_TYPE: the queue does not accept requests of this type
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 */
static inline ib_api_status_t ib_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *p_recv_wr,
					       ib_recv_wr_t **pp_recv_failure);

/**
 * Move completions from the free list of the caller to the list of those that are done.
 *
 * h_cq: Completion queue.
 * pp_free_wclist (read and written): List of free completions, which becomes shorter.
 * pp_done_wclist (read and written): List of completions that are done.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_NOT_FOUND: there is no completion
 */
static inline ib_api_status_t ib_poll_cq(ib_cq_handle_t h_cq, ib_wc_t **pp_free_wclist,
					 ib_wc_t **pp_done_wclist);

/**
 * Request one notification for the next completion.
 *
 * h_cq: Completion queue.
 * solicited: TRUE for solicited completions only.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 */
static inline ib_api_status_t ib_rearm_cq(ib_cq_handle_t h_cq, boolean_t solicited);

/**
 * Request one notification after a number of completions.
 *
 * h_cq: Completion queue.
 * n_cqes: Completions, from 1 to the size of the queue.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_INVALID_PARAMETER: n_cqes is 0 or more than the size
 * IB_UNSUPPORTED: the adapter does not support it
 *
 * Not usable yet: adapters can only notify after the next completion.
 */
ib_api_status_t ib_rearm_n_cq(ib_cq_handle_t h_cq, uint32_t n_cqes);

/**
 * Get the number of completions in a queue.
 *
 * h_cq: Completion queue.
 * p_n_cqes (written): Number of completions.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CQ_HANDLE: h_cq is not a completion queue
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_UNSUPPORTED: the adapter does not support it
 *
 * Not usable yet: completions in a ring are not counted.
 */
ib_api_status_t ib_peek_cq(ib_cq_handle_t h_cq, uint32_t *p_n_cqes);

/*
 * IBAL: pools of management datagrams, and services that send and receive them.
 */

/** How a service handles its datagrams. */
typedef enum _ib_mad_svc_type {
	IB_MAD_SVC_DEFAULT = 0, /**< RMPP and retries as the management class defines them. */
	IB_MAD_SVC_RMPP = 1,    /**< RMPP for all datagrams. */
	IB_MAD_SVC_RAW = 2,     /**< Datagrams without processing. */
} ib_mad_svc_type_t;

/** A pool of elements for management datagrams. */
typedef struct _al_pool *ib_pool_handle_t;

/** A datagram that is being sent. */
typedef struct _al_mad_send *ib_mad_send_handle_t;

/** A service for management datagrams. */
typedef struct _al_mad_svc *ib_mad_svc_handle_t;

/**
 * A management datagram was sent, or one arrived.
 *
 * h_mad_svc: The service.
 * mad_svc_context: Its context.
 * p_mad_element: The datagram, or a list of them, which now belongs to the program.
 */
typedef void (*ib_pfn_mad_comp_cb_t)(ib_mad_svc_handle_t h_mad_svc, void *mad_svc_context,
				     ib_mad_element_t *p_mad_element);

/**
 * A management datagram with the parameters for sending it, or those with which it was received.
 * Elements come from pools.
 */
struct _ib_mad_element {
	ib_mad_element_t *p_next; /**< The next one, or NULL. */
	const void *context1;     /**< Context of the program. */
	const void *context2;     /**< Context of the program. */
	ib_mad_t *p_mad_buf;      /**< The datagram. */
	uint32_t size;            /**< Bytes of the datagram. */
	uint32_t immediate_data;  /**< Immediate data, if the options indicate it. */
	ib_net32_t remote_qp;     /**< Number of the other queue pair. */
	ib_av_handle_t h_av;      /**< Address vector. */
	ib_send_opt_t send_opt;   /**< Options, IB_SEND_OPT_*. */
	ib_net32_t remote_qkey;   /**< Q_Key of the other queue pair. */
	boolean_t resp_expected;  /**< TRUE if a response is expected. */
	uint32_t timeout_ms;      /**< Time to wait for a response, in milliseconds. */
	uint32_t retry_cnt;       /**< Retries. */
	uint8_t rmpp_version;     /**< Version of RMPP; 0 for that of the service. */
	ib_wc_status_t status;    /**< How it ended, IB_WCS_*. */
	boolean_t grh_valid;      /**< TRUE if there is a global route header. */
	ib_grh_t *p_grh;          /**< Global route header. */
	uint32_t recv_opt;        /**< IB_RECV_OPT_*. */
	ib_net16_t remote_lid;    /**< LID of the sender. */
	uint8_t remote_sl;        /**< Its service level. */
	uint16_t pkey_index;      /**< Index of the P_Key. */
	uint8_t path_bits;        /**< Low bits of the local LID. */
	void *send_context1;      /**< context1 of the request that it responds to. */
	void *send_context2;      /**< context2 of the request that it responds to. */
};

/** A service for management datagrams to be registered. */
typedef struct _ib_mad_svc ib_mad_svc_t;
struct _ib_mad_svc {
	void *mad_svc_context;                /**< Context of the program. */
	ib_pfn_mad_comp_cb_t pfn_mad_send_cb; /**< Called for datagrams that were sent. */
	ib_pfn_mad_comp_cb_t pfn_mad_recv_cb; /**< Called for datagrams that arrived. */
	/**
	 * TRUE to receive requests, too; otherwise only responses arrive, and class, version and
	 * methods are ignored.
	 */
	boolean_t support_unsol;
	uint8_t mgmt_class;          /**< Management class. */
	uint8_t mgmt_version;        /**< Its version. */
	boolean_t method_array[128]; /**< TRUE for each method that the service accepts. */
	ib_mad_svc_type_t svc_type;  /**< How it handles its datagrams. */
};

/**
 * Create a pool of elements for management datagrams.
 *
 * h_al: Instance of the access layer.
 * min: Initial number of elements.
 * max: Maximum number of elements; 0 for no limit.
 * grow_size: Number of elements by which it grows; 0 if it does not grow.
 * ph_pool (written): The pool.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_create_mad_pool(ib_al_handle_t h_al, size_t min, size_t max, size_t grow_size,
				   ib_pool_handle_t *ph_pool);

/**
 * Destroy a pool to which all elements have been returned.
 *
 * h_pool: Pool.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_RESOURCE_BUSY: some elements have not been returned
 */
ib_api_status_t ib_destroy_mad_pool(ib_pool_handle_t h_pool);

/**
 * Make a pool usable with a protection domain.
 *
 * h_pool: Pool.
 * h_pd: Protection domain.
 * p_pool_key (written): Key for elements of the pool.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PD_HANDLE: h_pd is not a protection domain, or of another instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_reg_mad_pool(ib_pool_handle_t h_pool, ib_pd_handle_t h_pd,
				ib_pool_key_t *p_pool_key);

/**
 * End the use of a pool with a protection domain.
 *
 * pool_key: Key.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_RESOURCE_BUSY: some elements have not been returned
 */
ib_api_status_t ib_dereg_mad_pool(ib_pool_key_t pool_key);

/**
 * Take an element from a pool.
 *
 * pool_key: Key.
 * buf_size: Bytes of the datagram; more than 256 for RMPP.
 * pp_mad_element (written): The element.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_get_mad(ib_pool_key_t pool_key, size_t buf_size,
			   ib_mad_element_t **pp_mad_element);

/**
 * Return a list of elements to their pools.
 *
 * p_mad_element_list: First element.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 */
ib_api_status_t ib_put_mad(const ib_mad_element_t *p_mad_element_list);

/**
 * Get the datagram of an element.
 *
 * p_mad_element: Element.
 *
 * Returns the datagram.
 */
static inline void *ib_get_mad_buf(const ib_mad_element_t *p_mad_element);

/**
 * Register a service for management datagrams on a queue pair.
 *
 * h_qp: Queue pair.
 * p_mad_svc: The service to be registered.
 * ph_mad_svc (written): The service.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory, or another service has a method of the class
 * IB_UNSUPPORTED: the kernel does not let programs use the class
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_reg_mad_svc(ib_qp_handle_t h_qp, const ib_mad_svc_t *p_mad_svc,
			       ib_mad_svc_handle_t *ph_mad_svc);

/**
 * Send a list of management datagrams.
 *
 * h_mad_svc: Service.
 * p_mad_element_list: First element.
 * pp_mad_failure (written, may be NULL): Set to the first element that was not sent; may be NULL
 *     for a single one only.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_AV_HANDLE: h_av of an element is not an address vector
 * IB_UNSUPPORTED: a message of several datagrams (RMPP), from a queue pair of type MAD
 */
ib_api_status_t ib_send_mad(ib_mad_svc_handle_t h_mad_svc, ib_mad_element_t *p_mad_element_list,
			    ib_mad_element_t **pp_mad_failure);

/**
 * Cancel a datagram that was sent; it completes as canceled.
 *
 * h_mad_svc: Service.
 * p_mad_element: Element.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_NOT_FOUND: it is complete, or was never sent
 * IB_INVALID_HANDLE: the handle is not of the required kind
 */
ib_api_status_t ib_cancel_mad(ib_mad_svc_handle_t h_mad_svc, ib_mad_element_t *p_mad_element);

/**
 * Pass a datagram to an adapter for processing.
 *
 * h_ca: Adapter.
 * port_num: Number of the port, as ib_query_ca() returns it.
 * p_mad_in: The datagram.
 * p_mad_out (written): Buffer of 256 bytes for the response.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PORT: the adapter has no such port
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_UNSUPPORTED: adapters do not process datagrams of this class
 * IB_TIMEOUT: the adapter does not respond
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_local_mad(ib_ca_handle_t h_ca, uint8_t port_num, const void *p_mad_in,
			     void *p_mad_out);

/*
 * IBAL: queries of subnet administration, and services registered there.
 */

/** Service id of the address translation of DAPL. */
#define ATS_SERVICE_ID INVERBS_NET64(0x10000CE100415453)

/** Its name. */
#define ATS_NAME "DAPL Address Translation Service"

/** Offset of an IPv4 address in the service data. */
#define ATS_IPV4_OFFSET 12

/** Queries of subnet administration. */
typedef enum _ib_query_type {
	IB_QUERY_USER_DEFINED = 0,    /**< An ib_user_query_t has all parameters. */
	IB_QUERY_ALL_SVC_RECS = 1,    /**< All service records; no input. */
	IB_QUERY_SVC_REC_BY_NAME = 2, /**< Service records by name; an ib_svc_name_t. */
	IB_QUERY_SVC_REC_BY_ID = 3,   /**< Service records by id; an ib_net64_t. */
	/** Capabilities of the subnet administrator; no input. */
	IB_QUERY_CLASS_PORT_INFO = 4,
	/** Node records, one per port, by node GUID; an ib_net64_t. */
	IB_QUERY_NODE_REC_BY_NODE_GUID = 5,
	IB_QUERY_PORT_REC_BY_LID = 6,         /**< Port records by base LID; an ib_net16_t. */
	IB_QUERY_VLARB_BY_LID_PORT_BLOCK = 7, /**< VL arbitration tables; an ib_user_query_t. */
	IB_QUERY_SLVL_BY_LID_AND_PORTS = 8,   /**< Tables from SL to VL; an ib_user_query_t. */
	/** Paths between two ports in the default subnet; an ib_guid_pair_t. */
	IB_QUERY_PATH_REC_BY_PORT_GUIDS = 9,
	IB_QUERY_PATH_REC_BY_GIDS = 10, /**< Paths between two GIDs; an ib_gid_pair_t. */
	IB_QUERY_PATH_REC_BY_LIDS = 11, /**< A path between two LIDs; an ib_lid_pair_t. */
} ib_query_type_t;

/** A query in progress. */
typedef struct _al_query *ib_query_handle_t;

/** A registered service. */
typedef struct _al_reg_svc *ib_reg_svc_handle_t;

/**
 * A query ended.
 *
 * p_query_rec: The result, which belongs to the program.
 */
typedef void (*ib_pfn_query_cb_t)(ib_query_rec_t *p_query_rec);

/**
 * The registration of a service ended.
 *
 * p_reg_svc_rec: How it ended, valid during the call.
 */
typedef void (*ib_pfn_reg_svc_cb_t)(ib_reg_svc_rec_t *p_reg_svc_rec);

/** A query with parameters of the program. */
typedef struct _ib_user_query ib_user_query_t;
struct _ib_user_query {
	uint8_t method;       /**< Method; 0 is refused. */
	ib_net16_t attr_id;   /**< Attribute. */
	uint32_t attr_size;   /**< Bytes of it. */
	ib_net64_t comp_mask; /**< Component mask. */
	void *p_attr;         /**< The attribute. */
};

/** The two ends of a path, as GIDs. */
typedef struct _ib_gid_pair ib_gid_pair_t;
struct _ib_gid_pair {
	ib_gid_t src_gid;  /**< From. */
	ib_gid_t dest_gid; /**< To. */
};

/** The two ends of a path, as LIDs. */
typedef struct _ib_lid_pair ib_lid_pair_t;
struct _ib_lid_pair {
	ib_net16_t src_lid;  /**< From. */
	ib_net16_t dest_lid; /**< To. */
};

/** The two ends of a path, as GUIDs of ports. */
typedef struct _ib_guid_pair ib_guid_pair_t;
struct _ib_guid_pair {
	ib_net64_t src_guid;  /**< From. */
	ib_net64_t dest_guid; /**< To. */
};

/** How a query ended. */
struct _ib_query_rec {
	const void *query_context;  /**< Context of the program. */
	ib_api_status_t status;     /**< How it ended. */
	ib_query_type_t query_type; /**< Type of the query. */
	uint32_t result_cnt;        /**< Records. */
	/** The records, for ib_get_query_result(), until ib_put_mad(); may be NULL. */
	ib_mad_element_t *p_result_mad;
};

/** A query. */
typedef struct _ib_query_req ib_query_req_t;
struct _ib_query_req {
	ib_query_type_t query_type;     /**< Type of the query. */
	const void *p_query_input;      /**< The input; its type depends on query_type. */
	ib_net64_t port_guid;           /**< GUID of the port. */
	uint32_t timeout_ms;            /**< Time to wait for a response, in milliseconds. */
	uint32_t retry_cnt;             /**< Retries. */
	ib_al_flags_t flags;            /**< IB_FLAGS_*. */
	const void *query_context;      /**< Context of the program. */
	ib_pfn_query_cb_t pfn_query_cb; /**< Called at the end. */
};

/** How the registration of a service ended. */
struct _ib_reg_svc_rec {
	const void *svc_context;       /**< Context of the program. */
	ib_reg_svc_handle_t h_reg_svc; /**< The service, for ib_dereg_svc(). */
	ib_api_status_t req_status;    /**< How the request ended. */
	ib_net16_t resp_status;        /**< Status of the response. */
	ib_service_record_t svc_rec;   /**< The service. */
};

/** A service to be registered. */
typedef struct _ib_reg_svc_req ib_reg_svc_req_t;
struct _ib_reg_svc_req {
	ib_service_record_t svc_rec; /**< The service. */
	ib_net64_t port_guid;        /**< GUID of the port. */
	uint32_t timeout_ms;         /**< Time to wait for a response, in milliseconds. */
	uint32_t retry_cnt;          /**< Retries. */
	ib_al_flags_t flags;         /**< IB_FLAGS_*. */
	const void *svc_context;     /**< Context of the program. */
	/** Valid members of the service data, IB_SR_COMPMASK_*. */
	ib_net64_t svc_data_mask;
	ib_pfn_reg_svc_cb_t pfn_reg_svc_cb; /**< Called at the end. */
};

/**
 * Query the subnet administrator.
 *
 * h_al: Instance of the access layer.
 * p_query_req: The query.
 * ph_query (written, may be NULL): The query; valid until its callback has run.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_GUID: there is no such GUID
 * IB_ERROR: it failed for another reason
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_SETTING: a query of the program has no method, or its attribute is too long
 * IB_UNSUPPORTED: a callback cannot wait (IB_FLAGS_SYNC), or the port has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_query(ib_al_handle_t h_al, const ib_query_req_t *p_query_req,
			 ib_query_handle_t *ph_query);

/**
 * Cancel a query; its callback reports that it was canceled.
 *
 * h_al: Instance of the access layer.
 * h_query: The query.
 */
void ib_cancel_query(ib_al_handle_t h_al, ib_query_handle_t h_query);

/**
 * Get a record of the result of a query.
 *
 * p_result_mad: The result.
 * result_index: Number of the record, from 0.
 *
 * Returns the record.
 */
static inline void *ib_get_query_result(ib_mad_element_t *p_result_mad, uint32_t result_index);

/**
 * Get a PathRecord of the result of a query.
 *
 * p_result_mad: The result.
 * result_index: Number of the record, from 0.
 *
 * Returns the record.
 */
static inline ib_path_rec_t *ib_get_query_path_rec(ib_mad_element_t *p_result_mad,
						   uint32_t result_index);

/**
 * Get a PortInfoRecord of the result of a query.
 *
 * p_result_mad: The result.
 * result_index: Number of the record, from 0.
 *
 * Returns the record.
 */
static inline ib_portinfo_record_t *ib_get_query_portinfo_rec(ib_mad_element_t *p_result_mad,
							      uint32_t result_index);

/**
 * Get a NodeRecord of the result of a query.
 *
 * p_result_mad: The result.
 * result_index: Number of the record, from 0.
 *
 * Returns the record.
 */
static inline ib_node_record_t *ib_get_query_node_rec(ib_mad_element_t *p_result_mad,
						      uint32_t result_index);

/**
 * Get a ServiceRecord of the result of a query.
 *
 * p_result_mad: The result.
 * result_index: Number of the record, from 0.
 *
 * Returns the record.
 */
static inline ib_service_record_t *ib_get_query_svc_rec(ib_mad_element_t *p_result_mad,
							uint32_t result_index);

/**
 * Register a service with the subnet administrator.
 *
 * h_al: Instance of the access layer.
 * p_reg_svc_req: The service.
 * ph_reg_svc (written): The service.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_NOT_FOUND: no port has port_guid
 * IB_INVALID_GID: without port_guid, no port has the GID of the service
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: a callback cannot wait (IB_FLAGS_SYNC), or the port has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_reg_svc(ib_al_handle_t h_al, const ib_reg_svc_req_t *p_reg_svc_req,
			   ib_reg_svc_handle_t *ph_reg_svc);

/**
 * End the registration of a service.
 *
 * h_reg_svc: The service.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_dereg_svc(ib_reg_svc_handle_t h_reg_svc, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: multicast groups.
 */

/**
 * An attempt to join a multicast group ended.
 *
 * p_mcast_rec: How it ended, valid during the call.
 */
typedef void (*ib_pfn_mcast_cb_t)(ib_mcast_rec_t *p_mcast_rec);

/** How the attempt to join a multicast group ended. */
struct _ib_mcast_rec {
	const void *mcast_context;     /**< Context of the program. */
	ib_api_status_t status;        /**< How it ended. */
	ib_net16_t error_status;       /**< Status of the response, with IB_REMOTE_ERROR. */
	ib_mcast_handle_t h_mcast;     /**< The group, to be left. */
	ib_member_rec_t *p_member_rec; /**< Actual attributes of the group, or NULL. */
};

/** A multicast group to be joined. */
typedef struct _ib_mcast_req ib_mcast_req_t;
struct _ib_mcast_req {
	boolean_t create;               /**< TRUE to create the group if there is none. */
	ib_member_rec_t member_rec;     /**< The group. */
	const void *mcast_context;      /**< Context of the program. */
	ib_pfn_mcast_cb_t pfn_mcast_cb; /**< Called at the end. */
	uint32_t timeout_ms;            /**< Time to wait for a response, in milliseconds. */
	uint32_t retry_cnt;             /**< Retries. */
	ib_al_flags_t flags;            /**< IB_FLAGS_*. */
	ib_net64_t port_guid;           /**< GUID of the port. */
	uint16_t pkey_index;            /**< Index of the P_Key. */
};

/**
 * Join a multicast group and attach a queue pair.
 *
 * h_qp: Queue pair.
 * p_mcast_req: The group.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_QP_HANDLE: h_qp is not a queue pair
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SERVICE_TYPE: the type of the queue pair does not allow it
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_GUID: there is no such GUID
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_PKEY: the port does not have the P_Key
 * IB_INVALID_PORT: the adapter has no such port
 * IB_ERROR: it failed for another reason
 * IB_INVALID_SETTING: a callback cannot wait (IB_FLAGS_SYNC)
 * IB_UNSUPPORTED: the port has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_join_mcast(ib_qp_handle_t h_qp, const ib_mcast_req_t *p_mcast_req);

/**
 * Join a multicast group without a queue pair. The group is left with ib_leave_mcast() or with the
 * instance of the layer.
 *
 * p_mcast_req: The group.
 * p_h_mcast (written): The group.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_GUID: there is no such GUID
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_INVALID_PKEY: the port does not have the P_Key
 * IB_INVALID_SETTING: a callback cannot wait (IB_FLAGS_SYNC)
 * IB_INVALID_STATE: no instance of the layer is open
 * IB_UNSUPPORTED: the port has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_join_mcast_no_qp(const ib_mcast_req_t *p_mcast_req,
				    ib_mcast_handle_t *p_h_mcast);

/**
 * Leave a multicast group, and detach its queue pair.
 *
 * h_mcast: The group.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_MCAST_HANDLE: h_mcast is not a group
 * IB_ERROR: it failed for another reason
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_leave_mcast(ib_mcast_handle_t h_mcast, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: subscriptions to notices.
 */

/** A subscription. */
typedef struct _al_sub *ib_sub_handle_t;

/**
 * An attempt to subscribe has ended.
 *
 * p_sub_rec: How it ended, valid during the call.
 */
typedef void (*ib_pfn_sub_cb_t)(ib_sub_rec_t *p_sub_rec);

/**
 * A notice that was subscribed to arrived.
 *
 * p_report_rec: The notice, valid during the call.
 */
typedef void (*ib_pfn_report_cb_t)(ib_report_rec_t *p_report_rec);

/** Result of an attempt to subscribe. */
struct _ib_sub_rec {
	const void *sub_context; /**< Context of the program. */
	ib_api_status_t status;  /**< How it ended. */
	ib_sub_handle_t h_sub;   /**< The subscription, for ib_unsubscribe(). */
};

/** A notice that arrived. */
struct _ib_report_rec {
	const void *report_context;     /**< Context of the program for notices. */
	ib_mad_notice_attr_t *p_notice; /**< The notice. */
};

/** Notices to be subscribed to. */
typedef struct _ib_sub_req ib_sub_req_t;
struct _ib_sub_req {
	/** Service that sends the notices; NULL for the subnet administrator. */
	ib_svc_name_t *p_class_mgr_name;
	ib_inform_info_t *p_inform_info;  /**< Which notices. */
	ib_net64_t port_guid;             /**< GUID of the port. */
	uint32_t timeout_ms;              /**< Time to wait for a response, in milliseconds. */
	uint32_t retry_cnt;               /**< Retries. */
	ib_al_flags_t flags;              /**< IB_FLAGS_*. */
	const void *sub_context;          /**< Context of the program. */
	ib_pfn_sub_cb_t pfn_sub_cb;       /**< Called for the end of the attempt. */
	const void *report_context;       /**< Context of the program for notices. */
	ib_pfn_report_cb_t pfn_report_cb; /**< Called for each notice. */
};

/**
 * Subscribe to notices.
 *
 * h_al: Instance of the access layer.
 * p_sub_req: The notices.
 * ph_sub (written): The subscription.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_GUID: there is no such GUID
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 * IB_UNSUPPORTED: another class manager is named, a callback cannot wait (IB_FLAGS_SYNC), or the
 *     port has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_subscribe(ib_al_handle_t h_al, const ib_sub_req_t *p_sub_req,
			     ib_sub_handle_t *ph_sub);

/**
 * End a subscription.
 *
 * h_sub: The subscription.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_unsubscribe(ib_sub_handle_t h_sub, ib_pfn_destroy_cb_t pfn_destroy_cb);

/*
 * IBAL: plug-and-play events.
 */

/** Classes of events, and flags of a registration. */
#define IB_PNP_CA                1
#define IB_PNP_PORT              2
#define IB_PNP_IOU               4
#define IB_PNP_IOC               8
#define IB_PNP_FLAG_REG_SYNC     0x40000000
#define IB_PNP_FLAG_REG_COMPLETE 0x80000000
#define IB_PNP_FLAG_MASK         0xf0000000
#define IB_PNP_CLASS_MASK        0xff

/** Kinds of events, combined with a class. */
#define IB_PNP_EVENT_PATH   0x800
#define IB_PNP_EVENT_ADD    0x1000
#define IB_PNP_EVENT_REMOVE 0x2000
#define IB_PNP_EVENT_CHANGE 0x4000
#define IB_PNP_EVENT_INIT   0x8000
#define IB_PNP_EVENT_ARMED  0x10000
#define IB_PNP_EVENT_ACTIVE 0x20000
#define IB_PNP_EVENT_DOWN   0x40000
#define IB_PNP_EVENT_PKEY   0x80000
#define IB_PNP_EVENT_SM     0x100000
#define IB_PNP_EVENT_GID    0x200000
#define IB_PNP_EVENT_LID    0x400000
#define IB_PNP_EVENT_SUBNET 0x800000

/** Events. */
#define IB_PNP_CA_ADD                0x1001
#define IB_PNP_CA_REMOVE             0x2001
#define IB_PNP_PORT_ADD              0x1002
#define IB_PNP_PORT_REMOVE           0x2002
#define IB_PNP_PORT_INIT             0x8002
#define IB_PNP_PORT_ARMED            0x10002
#define IB_PNP_PORT_ACTIVE           0x20002
#define IB_PNP_PORT_DOWN             0x40002
#define IB_PNP_PKEY_CHANGE           0x80002
#define IB_PNP_SM_CHANGE             0x100002
#define IB_PNP_GID_CHANGE            0x200002
#define IB_PNP_LID_CHANGE            0x400002
#define IB_PNP_SUBNET_TIMEOUT_CHANGE 0x800002
#define IB_PNP_IOU_ADD               0x1004
#define IB_PNP_IOU_REMOVE            0x2004
#define IB_PNP_IOC_ADD               0x1008
#define IB_PNP_IOC_REMOVE            0x2008
#define IB_PNP_IOC_PATH_ADD          0x1808
#define IB_PNP_IOC_PATH_REMOVE       0x2808
#define IB_PNP_REG_COMPLETE          0x80000000

/** For ib_get_guid(): any index, and the attribute to test. */
#define IB_ANY_INDEX       0xffffffffffffffff
#define IB_DEV_PORT_ACTIVE 1

/** Bits IB_PNP_CA to IB_PNP_IOC, one of them, and IB_PNP_FLAG_*. */
typedef uint32_t ib_pnp_class_t;

/** One of IB_PNP_CA_ADD and the like. */
typedef uint32_t ib_pnp_event_t;

/** A registration for plug-and-play events. */
typedef struct _al_pnp *ib_pnp_handle_t;

/**
 * A plug-and-play event happened. A result other than IB_SUCCESS ends the events of that device.
 *
 * p_pnp_rec: The event, valid during the call.
 */
typedef ib_api_status_t (*ib_pfn_pnp_cb_t)(ib_pnp_rec_t *p_pnp_rec);

/** A plug-and-play event. The members of its class follow it. */
struct _ib_pnp_rec {
	ib_pnp_event_t pnp_event;    /**< What happened. */
	ib_pnp_handle_t h_pnp;       /**< The registration. */
	ib_pnp_handle_t h_ioc_event; /**< For ib_reject_ioc(). */
	void *pnp_context;           /**< Context of the registration. */
	/** Set by the callback; returned with later events of that device. */
	void *context;
	ib_net64_t guid;    /**< GUID of the adapter or port concerned. */
	ib_net64_t ca_guid; /**< GUID of the adapter. */
};

/** An event of a channel adapter. */
typedef struct _ib_pnp_ca_rec ib_pnp_ca_rec_t;
struct _ib_pnp_ca_rec {
	ib_pnp_rec_t pnp_rec;    /**< Common part of all events. */
	ib_ca_attr_t *p_ca_attr; /**< The adapter. */
};

/** An event of a port. */
typedef struct _ib_pnp_port_rec ib_pnp_port_rec_t;
struct _ib_pnp_port_rec {
	ib_pnp_rec_t pnp_rec;        /**< Common part of all events. */
	ib_ca_attr_t *p_ca_attr;     /**< The adapter. */
	ib_port_attr_t *p_port_attr; /**< The port. */
};

/** An event of an I/O unit. */
typedef struct _ib_pnp_iou_rec ib_pnp_iou_rec_t;
struct _ib_pnp_iou_rec {
	ib_pnp_rec_t pnp_rec; /**< Common part of all events. */
	net64_t guid;         /**< GUID of the unit. */
	net64_t ca_guid;      /**< GUID of the local adapter. */
	net64_t chassis_guid; /**< GUID of the chassis. */
	uint8_t slot;         /**< Slot in the chassis. */
	net32_t vend_id;      /**< Vendor. */
	net16_t dev_id;       /**< Device. */
	net32_t revision;     /**< Hardware revision. */
	char desc[65];        /**< Its name, terminated by a zero byte. */
};

/** An event of an I/O controller. */
typedef struct _ib_pnp_ioc_rec ib_pnp_ioc_rec_t;
struct _ib_pnp_ioc_rec {
	ib_pnp_rec_t pnp_rec;              /**< Common part of all events. */
	net64_t ca_guid;                   /**< GUID of the local adapter. */
	ib_ioc_info_t info;                /**< The controller. */
	ib_svc_entry_t svc_entry_array[1]; /**< Its services; as many as the profile specifies. */
};

/** A path to an I/O controller appeared or disappeared. */
typedef struct _ib_pnp_ioc_path_rec ib_pnp_ioc_path_rec_t;
struct _ib_pnp_ioc_path_rec {
	ib_pnp_rec_t pnp_rec; /**< Common part of all events. */
	net64_t ca_guid;      /**< GUID of the local adapter. */
	net64_t port_guid;    /**< GUID of the local port. */
	ib_path_rec_t path;   /**< The path. */
};

/** Events for which a program registers. */
typedef struct _ib_pnp_req ib_pnp_req_t;
struct _ib_pnp_req {
	ib_pnp_class_t pnp_class;   /**< Which events. */
	const void *pnp_context;    /**< Context of the registration. */
	ib_pfn_pnp_cb_t pfn_pnp_cb; /**< Called for each of them. */
};

/**
 * Text of a plug-and-play event.
 *
 * event: The event.
 *
 * Returns a constant string.
 */
static inline const char *ib_get_pnp_event_str(ib_pnp_event_t event);

/**
 * Register for events of adapters, ports or I/O controllers.
 *
 * h_al: Instance of the access layer.
 * p_pnp_req: The events.
 * ph_pnp (written): The registration.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_UNSUPPORTED: a callback cannot wait for events of I/O units (IB_PNP_FLAG_REG_SYNC)
 * IB_INSUFFICIENT_RESOURCES: the adapter or the kernel has no resources left
 */
ib_api_status_t ib_reg_pnp(ib_al_handle_t h_al, const ib_pnp_req_t *p_pnp_req,
			   ib_pnp_handle_t *ph_pnp);

/**
 * End a registration for events.
 *
 * h_pnp: The registration.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 */
ib_api_status_t ib_dereg_pnp(ib_pnp_handle_t h_pnp, ib_pfn_destroy_cb_t pfn_destroy_cb);

/**
 * Reject an I/O controller that an event reported; no further events of it are reported.
 *
 * h_al: Instance of the access layer.
 * h_ioc_event: The controller, from the event.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_HANDLE: h_ioc_event is not that of an existing controller, or belongs to another
 *     instance
 * IB_INSUFFICIENT_MEMORY: other implementations need memory for it
 * IB_INSUFFICIENT_RESOURCES: other implementations need resources for it
 */
ib_api_status_t ib_reject_ioc(ib_al_handle_t h_al, ib_pnp_handle_t h_ioc_event);

/**
 * Find the GUID of an adapter or port by index or attributes.
 *
 * h_al: Instance of the access layer.
 * index: Index among adapters or ports, from 0; (uint32_t)IB_ANY_INDEX for the first with the
 *     attributes.
 * device_type: IB_PNP_CA or IB_PNP_PORT.
 * attr_mask: Required attributes: IB_DEV_PORT_ACTIVE, an active port; or 0.
 * p_guid (written): The GUID.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_SETTING: device_type or attr_mask is none of these
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_NO_MATCH: the device at the index does not have the attributes, or none has
 * IB_INVALID_INDEX: there is no such index
 */
ib_api_status_t ib_get_guid(ib_al_handle_t h_al, uint32_t index, ib_pnp_class_t device_type,
			    uint64_t attr_mask, ib_net64_t *p_guid);

/*
 * IBAL: connections and service resolution.
 */

/** Wildcards for members of ib_cm_listen_t. */
#define IB_ALL_CAS   0
#define IB_ALL_PORTS 0
#define IB_ALL_LIDS  0
#define IB_ALL_PKEYS 0

/** Whether a reply accepts the alternate path. */
#define IB_FAILOVER_ACCEPT_SUCCESS     0
#define IB_FAILOVER_ACCEPT_UNSUPPORTED 1
#define IB_FAILOVER_ACCEPT_ERROR       2

/** One of IB_FAILOVER_ACCEPT_*. */
typedef uint8_t ib_cm_failover_t;

/** A listener. */
typedef struct _al_listen *ib_listen_handle_t;

/**
 * A request arrived at a listener, or at a peer that had sent one itself.
 *
 * p_cm_req_rec: The request, valid during the call.
 */
typedef void (*ib_pfn_cm_req_cb_t)(ib_cm_req_rec_t *p_cm_req_rec);

/**
 * The reply to a request arrived.
 *
 * p_cm_rep_rec: The reply, valid during the call.
 */
typedef void (*ib_pfn_cm_rep_cb_t)(ib_cm_rep_rec_t *p_cm_rep_rec);

/**
 * A connection is established on the passive side.
 *
 * p_cm_rtu_rec: The connection, valid during the call.
 */
typedef void (*ib_pfn_cm_rtu_cb_t)(ib_cm_rtu_rec_t *p_cm_rtu_rec);

/**
 * A request or reply was rejected, or there was no response.
 *
 * p_cm_rej_rec: The rejection, valid during the call.
 */
typedef void (*ib_pfn_cm_rej_cb_t)(ib_cm_rej_rec_t *p_cm_rej_rec);

/**
 * The peer needs more time.
 *
 * p_cm_mra_rec: The message, valid during the call.
 */
typedef void (*ib_pfn_cm_mra_cb_t)(ib_cm_mra_rec_t *p_cm_mra_rec);

/**
 * The peer requests an alternate path.
 *
 * p_cm_lap_rec: The request, valid during the call.
 */
typedef void (*ib_pfn_cm_lap_cb_t)(ib_cm_lap_rec_t *p_cm_lap_rec);

/**
 * The response to a request for an alternate path arrived.
 *
 * p_cm_apr_rec: The response, valid during the call.
 */
typedef void (*ib_pfn_cm_apr_cb_t)(ib_cm_apr_rec_t *p_cm_apr_rec);

/**
 * The peer ends a connection.
 *
 * p_cm_dreq_rec: The message, valid during the call.
 */
typedef void (*ib_pfn_cm_dreq_cb_t)(ib_cm_dreq_rec_t *p_cm_dreq_rec);

/**
 * The reply to the end of a connection arrived, or there was no response.
 *
 * p_cm_drep_rec: The reply, valid during the call.
 */
typedef void (*ib_pfn_cm_drep_cb_t)(ib_cm_drep_rec_t *p_cm_drep_rec);

/** A connection, or a request for one, as passed to callbacks. It is a value, not a pointer. */
typedef struct _ib_cm_handle ib_cm_handle_t;
struct _ib_cm_handle {
	ib_al_handle_t h_al; /**< Instance of the access layer. */
	ib_qp_handle_t h_qp; /**< Queue pair. */
	net32_t cid;         /**< Number of the connection. */
};

/** A request for a connection or for service resolution that arrived. */
struct _ib_cm_req_rec {
	const void *context; /**< Context of the listener. */
	/** For ib_cm_rep(), ib_cm_rej(), ib_cm_mra() and ib_cm_handoff(). */
	ib_cm_handle_t h_cm_req;
	ib_listen_handle_t h_cm_listen; /**< The listener. */
	const uint8_t *p_req_pdata;     /**< Private data. */
	ib_qp_type_t qp_type;           /**< Type of the queue pair. */
	uint8_t resp_res;               /**< RDMA reads and atomics that it accepts concurrently. */
	boolean_t flow_ctrl;            /**< TRUE if the peer has end-to-end flow control. */
	/** Retries while the receiver is not ready; 7 for no limit. */
	uint8_t rnr_retry_cnt;
	ib_path_rec_t primary_path; /**< The path. */
	ib_path_rec_t alt_path;     /**< The alternate path. */
	ib_net16_t pkey;            /**< P_Key of a request for service resolution. */
	const void *sidr_context;   /**< Context of the program for service resolution. */
};

/** The reply to a request. */
struct _ib_cm_rep_rec {
	const uint8_t *p_rep_pdata; /**< Private data. */
	ib_qp_type_t qp_type;       /**< Type of the queue pair. */
	ib_cm_handle_t h_cm_rep;    /**< For ib_cm_rtu(), ib_cm_rej() and ib_cm_mra(). */
	const void *qp_context;     /**< Context of the queue pair. */
	/** RDMA reads and atomics that it accepts concurrently. */
	uint8_t resp_res;
	boolean_t flow_ctrl;             /**< TRUE if the peer has end-to-end flow control. */
	ib_apr_status_t apr_status;      /**< IB_AP_*. */
	const void *sidr_context;        /**< Context of the program for service resolution. */
	ib_sidr_status_t status;         /**< Of service resolution, IB_SIDR_*. */
	ib_net32_t remote_qp;            /**< Number of the other queue pair. */
	ib_net32_t remote_qkey;          /**< Q_Key of the other queue pair. */
	ib_class_port_info_t class_info; /**< ClassPortInfo, with a redirection. */
};

/** The peer is ready to use the connection. */
struct _ib_cm_rtu_rec {
	const uint8_t *p_rtu_pdata; /**< Private data. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	const void *qp_context;     /**< Context of the queue pair. */
};

/** The peer rejected a request or a reply. */
struct _ib_cm_rej_rec {
	ib_rej_status_t rej_status; /**< Why, IB_REJ_*. */
	const uint8_t *p_ari;       /**< Values that would have been accepted. */
	uint8_t ari_length;         /**< Bytes of it. */
	const uint8_t *p_rej_pdata; /**< Private data. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	const void *qp_context;     /**< Context of the queue pair. */
};

/** The peer needs more time. */
struct _ib_cm_mra_rec {
	const uint8_t *p_mra_pdata; /**< Private data. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	const void *qp_context;     /**< Context of the queue pair. */
};

/** The peer requests an alternate path. */
struct _ib_cm_lap_rec {
	ib_cm_handle_t h_cm_lap;    /**< For ib_cm_apr(). */
	ib_path_rec_t alt_path;     /**< The alternate path. */
	const uint8_t *p_lap_pdata; /**< Private data. */
	const void *qp_context;     /**< Context of the queue pair. */
};

/** The response to a request for an alternate path. */
struct _ib_cm_apr_rec {
	ib_api_status_t cm_status;  /**< IB_SUCCESS, or IB_TIMEOUT without a response. */
	ib_apr_status_t apr_status; /**< IB_AP_*. */
	const uint8_t *p_info;      /**< Additional information. */
	uint8_t info_length;        /**< Bytes of it. */
	const uint8_t *p_apr_pdata; /**< Private data. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	const void *qp_context;     /**< Context of the queue pair. */
};

/** The peer ends the connection. */
struct _ib_cm_dreq_rec {
	ib_cm_handle_t h_cm_dreq;    /**< For ib_cm_drep(). */
	const uint8_t *p_dreq_pdata; /**< Private data. */
	const void *qp_context;      /**< Context of the queue pair. */
};

/** The end of a connection is complete. */
struct _ib_cm_drep_rec {
	ib_api_status_t cm_status;   /**< IB_SUCCESS, or IB_TIMEOUT without a response. */
	const uint8_t *p_drep_pdata; /**< Private data. */
	ib_qp_handle_t h_qp;         /**< Queue pair. */
	const void *qp_context;      /**< Context of the queue pair. */
};

/** Which requests a listener accepts. */
typedef struct _ib_cm_listen ib_cm_listen_t;
struct _ib_cm_listen {
	ib_net64_t svc_id;    /**< Service id. */
	ib_net64_t ca_guid;   /**< GUID of the adapter; IB_ALL_CAS for all. */
	ib_net64_t port_guid; /**< GUID of the port; IB_ALL_PORTS for all. */
	ib_net16_t lid;       /**< LID of the port; IB_ALL_LIDS for all. */
	ib_net16_t pkey;      /**< P_Key; IB_ALL_PKEYS for all. */
	/** Bytes that the private data of a request must have, or NULL. */
	uint8_t *p_compare_buffer;
	uint8_t compare_offset;           /**< Offset in the private data. */
	uint8_t compare_length;           /**< Bytes of p_compare_buffer. */
	ib_pfn_cm_req_cb_t pfn_cm_req_cb; /**< Called for requests. */
	ib_qp_type_t qp_type;             /**< Type of the queue pair. */
	const void *sidr_context;         /**< Context of the program for service resolution. */
};

/** A request to be sent. */
typedef struct _ib_cm_req ib_cm_req_t;
struct _ib_cm_req {
	ib_net64_t svc_id;                /**< Service id. */
	ib_al_flags_t flags;              /**< IB_FLAGS_*. */
	uint8_t max_cm_retries;           /**< Retries of messages. */
	ib_path_rec_t *p_primary_path;    /**< The path. */
	ib_pfn_cm_rep_cb_t pfn_cm_rep_cb; /**< Called for the reply. */
	const uint8_t *p_req_pdata;       /**< Private data. */
	uint8_t req_length;               /**< Bytes of it. */
	ib_qp_type_t qp_type;             /**< Type of the queue pair. */
	ib_qp_handle_t h_qp;              /**< Queue pair. */
	/** Bytes that the private data of a request must have, or NULL. */
	uint8_t *p_compare_buffer;
	uint8_t compare_offset; /**< Offset in the private data. */
	uint8_t compare_length; /**< Bytes of p_compare_buffer. */
	/** RDMA reads and atomics that it accepts concurrently. */
	uint8_t resp_res;
	/** RDMA reads and atomics that it may have outstanding. */
	uint8_t init_depth;
	/** Time that the peer has for a response; 4.096 us * 2^value. */
	uint8_t remote_resp_timeout;
	boolean_t flow_ctrl; /**< TRUE if the peer has end-to-end flow control. */
	/** Time that this side needs for a response, in the same unit. */
	uint8_t local_resp_timeout;
	/** Time that a sender waits if this side has no receive request. */
	uint8_t rnr_nak_timeout;
	/** Retries while the receiver is not ready; 7 for no limit. */
	uint8_t rnr_retry_cnt;
	uint8_t retry_cnt;                /**< Retries. */
	ib_path_rec_t *p_alt_path;        /**< Alternate path, or NULL. */
	ib_pfn_cm_req_cb_t pfn_cm_req_cb; /**< Called for requests. */
	ib_pfn_cm_mra_cb_t pfn_cm_mra_cb; /**< Called when the peer needs more time, or NULL. */
	ib_pfn_cm_rej_cb_t pfn_cm_rej_cb; /**< Called for a rejection. */
	ib_al_handle_t h_al;              /**< Instance of the access layer. */
	const void *sidr_context;         /**< Context of the program for service resolution. */
	uint32_t timeout_ms;              /**< Time to wait for a response, in milliseconds. */
	ib_net16_t pkey;                  /**< P_Key of a request for service resolution. */
};

/** A reply to be sent. */
typedef struct _ib_cm_rep ib_cm_rep_t;
struct _ib_cm_rep {
	ib_al_flags_t flags;        /**< IB_FLAGS_*. */
	const uint8_t *p_rep_pdata; /**< Private data. */
	uint8_t rep_length;         /**< Bytes of it. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	ib_qp_type_t qp_type;       /**< Type of the queue pair. */
	ib_access_t access_ctrl;    /**< Rights, IB_AC_*. */
	uint32_t sq_depth;          /**< Requests in the send queue. */
	uint32_t rq_depth;          /**< Requests in the receive queue. */
	/** RDMA reads and atomics that it may have outstanding. */
	uint8_t init_depth;
	uint8_t target_ack_delay; /**< Time to an acknowledgement; 4.096 us * 2^value. */
	/** IB_FAILOVER_ACCEPT_*: whether the alternate path is accepted. */
	ib_cm_failover_t failover_accepted;
	boolean_t flow_ctrl; /**< TRUE if the peer has end-to-end flow control. */
	/** Time that a sender waits if this side has no receive request. */
	uint8_t rnr_nak_timeout;
	/** Retries while the receiver is not ready; 7 for no limit. */
	uint8_t rnr_retry_cnt;
	ib_pfn_cm_rej_cb_t pfn_cm_rej_cb; /**< Called for a rejection. */
	ib_pfn_cm_mra_cb_t pfn_cm_mra_cb; /**< Called when the peer needs more time, or NULL. */
	ib_pfn_cm_rtu_cb_t pfn_cm_rtu_cb; /**< Called when the connection is established. */
	/** Called when the peer requests an alternate path, or NULL. */
	ib_pfn_cm_lap_cb_t pfn_cm_lap_cb;
	ib_pfn_cm_dreq_cb_t pfn_cm_dreq_cb; /**< Called when the peer ends the connection. */
	/** Receive requests that are posted before the reply, or NULL. */
	ib_recv_wr_t *p_recv_wr;
	ib_recv_wr_t **pp_recv_failure;  /**< Set to the first request that was not posted. */
	ib_sidr_status_t status;         /**< Of service resolution, IB_SIDR_*. */
	ib_class_port_info_t class_info; /**< ClassPortInfo, with a redirection. */
};

/** The last message of the handshake. */
typedef struct _ib_cm_rtu ib_cm_rtu_t;
struct _ib_cm_rtu {
	ib_access_t access_ctrl;            /**< Rights, IB_AC_*. */
	uint32_t sq_depth;                  /**< Requests in the send queue. */
	uint32_t rq_depth;                  /**< Requests in the receive queue. */
	const uint8_t *p_rtu_pdata;         /**< Private data. */
	uint8_t rtu_length;                 /**< Bytes of it. */
	ib_pfn_cm_apr_cb_t pfn_cm_apr_cb;   /**< Called for the response to an alternate path. */
	ib_pfn_cm_dreq_cb_t pfn_cm_dreq_cb; /**< Called when the peer ends the connection. */
};

/** A rejection to be sent. */
typedef struct _ib_cm_rej ib_cm_rej_t;
struct _ib_cm_rej {
	ib_rej_status_t rej_status; /**< Why, IB_REJ_*. */
	ib_ari_t *p_ari;            /**< Values that would have been accepted. */
	uint8_t ari_length;         /**< Bytes of it. */
	const uint8_t *p_rej_pdata; /**< Private data. */
	uint8_t rej_length;         /**< Bytes of it. */
};

/** A request for more time. */
typedef struct _ib_cm_mra ib_cm_mra_t;
struct _ib_cm_mra {
	uint8_t svc_timeout;        /**< Time that is needed; 4.096 us * 2^value. */
	const uint8_t *p_mra_pdata; /**< Private data. */
	uint8_t mra_length;         /**< Bytes of it. */
};

/** A request for an alternate path. */
typedef struct _ib_cm_lap ib_cm_lap_t;
struct _ib_cm_lap {
	ib_al_flags_t flags;        /**< IB_FLAGS_*. */
	const uint8_t *p_lap_pdata; /**< Private data. */
	uint8_t lap_length;         /**< Bytes of it. */
	ib_qp_type_t qp_type;       /**< Type of the queue pair. */
	ib_qp_handle_t h_qp;        /**< Queue pair. */
	/** Time that the peer has for a response; 4.096 us * 2^value. */
	uint8_t remote_resp_timeout;
	ib_path_rec_t *p_alt_path;        /**< Alternate path, or NULL. */
	ib_pfn_cm_apr_cb_t pfn_cm_apr_cb; /**< Called for the response to an alternate path. */
};

/** The response to a request for an alternate path. */
typedef struct _ib_cm_apr ib_cm_apr_t;
struct _ib_cm_apr {
	const uint8_t *p_apr_pdata;  /**< Private data. */
	uint8_t apr_length;          /**< Bytes of it. */
	ib_qp_type_t qp_type;        /**< Type of the queue pair. */
	ib_qp_handle_t h_qp;         /**< Queue pair. */
	ib_apr_status_t apr_status;  /**< IB_AP_*. */
	uint8_t info_length;         /**< Bytes of it. */
	const ib_apr_info_t *p_info; /**< Additional information. */
};

/** The end of a connection, to be sent. */
typedef struct _ib_cm_dreq ib_cm_dreq_t;
struct _ib_cm_dreq {
	ib_al_flags_t flags;                /**< IB_FLAGS_*. */
	uint8_t *p_dreq_pdata;              /**< Private data. */
	uint8_t dreq_length;                /**< Bytes of it. */
	ib_qp_type_t qp_type;               /**< Type of the queue pair. */
	ib_qp_handle_t h_qp;                /**< Queue pair. */
	ib_pfn_cm_drep_cb_t pfn_cm_drep_cb; /**< Called when the connection has ended. */
};

/** The reply to the end of a connection. */
typedef struct _ib_cm_drep ib_cm_drep_t;
struct _ib_cm_drep {
	uint8_t *p_drep_pdata; /**< Private data. */
	uint8_t drep_length;   /**< Bytes of it. */
};

/** Which requests an endpoint accepts. */
typedef struct _ib_cep_listen ib_cep_listen_t;
struct _ib_cep_listen {
	net64_t svc_id;     /**< Service id. */
	net64_t port_guid;  /**< GUID of the port. */
	uint8_t *p_cmp_buf; /**< Bytes that the private data of a request must have, or NULL. */
	uint8_t cmp_len;    /**< Bytes of it. */
	uint8_t cmp_offset; /**< Offset in the private data. */
};

/**
 * Listen for requests for connections or for service resolution.
 *
 * h_al: Instance of the access layer.
 * p_cm_listen: The requests.
 * listen_context: Context for callbacks.
 * ph_cm_listen (written): The listener.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INVALID_GUID: there is no such GUID
 * IB_INVALID_LID: no port has the LID
 * IB_INVALID_PKEY: the port does not have the P_Key
 * IB_UNSUPPORTED: programs cannot use the CM messages of any port
 */
ib_api_status_t ib_cm_listen(ib_al_handle_t h_al, const ib_cm_listen_t *p_cm_listen,
			     const void *listen_context, ib_listen_handle_t *ph_cm_listen);

/**
 * Stop listening.
 *
 * h_cm_listen: Listener.
 * pfn_destroy_cb (may be NULL): Called after the destruction; ib_sync_destroy to wait instead.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 */
ib_api_status_t ib_cm_cancel(ib_listen_handle_t h_cm_listen, ib_pfn_destroy_cb_t pfn_destroy_cb);

/**
 * Send a request for a connection or for service resolution.
 *
 * p_cm_req: The request.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_QP_HANDLE: the handle is not a queue pair
 * IB_INVALID_AL_HANDLE: h_al is not an open instance
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_UNSUPPORTED: pfn_cm_req_cb is set, IB_FLAGS_SYNC is given in a callback, or programs cannot
 *     use the CM messages of the port
 */
ib_api_status_t ib_cm_req(const ib_cm_req_t *p_cm_req);

/**
 * Reply to a request.
 *
 * h_cm_req: The request, from its callback.
 * p_cm_rep: The reply.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_QP_HANDLE: the handle is not a queue pair
 * IB_INVALID_QP_STATE: the queue pair is in the wrong state
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_UNSUPPORTED: IB_FLAGS_SYNC is given in a callback
 */
ib_api_status_t ib_cm_rep(ib_cm_handle_t h_cm_req, const ib_cm_rep_t *p_cm_rep);

/**
 * Finish the handshake on the active side.
 *
 * h_cm_rep: The reply, from its callback.
 * p_cm_rtu: The message.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_UNSUPPORTED: the adapter does not support the negotiated parameters
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_rtu(ib_cm_handle_t h_cm_rep, const ib_cm_rtu_t *p_cm_rtu);

/**
 * Reject a request or a reply.
 *
 * h_cm: The request or reply, from its callback.
 * p_cm_rej: The rejection.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: there is no request or reply that can be rejected
 * IB_INVALID_SETTING: private data or additional information is too long
 */
ib_api_status_t ib_cm_rej(ib_cm_handle_t h_cm, const ib_cm_rej_t *p_cm_rej);

/**
 * Notify the peer that more time is needed.
 *
 * h_cm: The request or reply, from its callback.
 * p_cm_mra: The message.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_mra(ib_cm_handle_t h_cm, const ib_cm_mra_t *p_cm_mra);

/**
 * Request an alternate path.
 *
 * p_cm_lap: The path.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_UNSUPPORTED: IB_FLAGS_SYNC is given in a callback
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_QP_HANDLE: the handle is not a queue pair
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_lap(const ib_cm_lap_t *p_cm_lap);

/**
 * Respond to a request for an alternate path.
 *
 * h_cm_lap: The request for a path, from its callback.
 * p_cm_apr: The response.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_QP_HANDLE: the handle is not a queue pair
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_apr(ib_cm_handle_t h_cm_lap, const ib_cm_apr_t *p_cm_apr);

/**
 * End a connection.
 *
 * p_cm_dreq: The message.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INVALID_QP_HANDLE: the handle is not a queue pair
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_UNSUPPORTED: IB_FLAGS_SYNC is given in a callback
 */
ib_api_status_t ib_cm_dreq(const ib_cm_dreq_t *p_cm_dreq);

/**
 * Reply to the end of a connection.
 *
 * h_cm_dreq: The end of the connection, from its callback.
 * p_cm_drep: The reply.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INVALID_SETTING: inconsistent values
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_drep(ib_cm_handle_t h_cm_dreq, const ib_cm_drep_t *p_cm_drep);

/**
 * Pass a request to another listener.
 *
 * h_cm_req: The request, from its callback.
 * svc_id: Service id of the other listener.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INVALID_STATE: the connection is in the wrong state
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_cm_handoff(ib_cm_handle_t h_cm_req, ib_net64_t svc_id);

/*
 * IBAL: local I/O controllers.
 */

/** A local I/O controller. */
typedef struct _al_ioc *ib_ioc_handle_t;

/** A service entry of a local I/O controller. */
typedef struct _al_svc_entry *ib_svc_handle_t;

/**
 * Describe a local I/O controller.
 *
 * h_ca: Adapter.
 * p_ioc_profile: The controller.
 * ph_ioc (written): The controller.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_CA_HANDLE: h_ca is not an open adapter
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 */
ib_api_status_t ib_create_ioc(ib_ca_handle_t h_ca, const ib_ioc_profile_t *p_ioc_profile,
			      ib_ioc_handle_t *ph_ioc);

/**
 * Remove a local I/O controller.
 *
 * h_ioc: Controller.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 */
ib_api_status_t ib_destroy_ioc(ib_ioc_handle_t h_ioc);

/**
 * Publish a local I/O controller: the ports of its adapter then respond to device management for
 * it.
 *
 * h_ioc: Controller.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: another process responds for the adapter, or 16 controllers are
 *     registered
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_UNSUPPORTED: the adapter has no management datagrams
 * IB_INVALID_PERMISSION: the caller may not send datagrams
 */
ib_api_status_t ib_reg_ioc(ib_ioc_handle_t h_ioc);

/**
 * Add a service to a local I/O controller.
 *
 * h_ioc: Controller.
 * p_svc_entry: The service.
 * ph_svc (written): The service entry.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 * IB_INVALID_PARAMETER: a required pointer is NULL
 * IB_INSUFFICIENT_MEMORY: there is no memory
 * IB_INSUFFICIENT_RESOURCES: the controller already has 255 services
 */
ib_api_status_t ib_add_svc_entry(ib_ioc_handle_t h_ioc, const ib_svc_entry_t *p_svc_entry,
				 ib_svc_handle_t *ph_svc);

/**
 * Remove a service of a local I/O controller.
 *
 * h_svc: Service entry.
 *
 * Returns IB_SUCCESS, or why it failed.
 *
 * IB_INVALID_HANDLE: the handle is not of the required kind
 */
ib_api_status_t ib_remove_svc_entry(ib_svc_handle_t h_svc);

#ifdef __cplusplus
}
#endif

#include <inverbs/iba/al.h>

#endif
