/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* The methods of the ioctl: their numbers, and what each attribute is. */
#ifndef INVERBS_KERNEL_UVERBS_METHODS_H
#define INVERBS_KERNEL_UVERBS_METHODS_H

#include <inverbs/kernel/uverbs.h>
#include <inverbs/kernel/method.h>

/** Kinds of objects. */
enum uverbs_method_object {
	UVERBS_OBJECT_DEVICE = 0,
	UVERBS_OBJECT_PD = 1,
	UVERBS_OBJECT_CQ = 3,
	UVERBS_OBJECT_QP = 4,
	UVERBS_OBJECT_SRQ = 5,
	UVERBS_OBJECT_AH = 6,
	UVERBS_OBJECT_MR = 7,
	UVERBS_OBJECT_MW = 8,
	UVERBS_OBJECT_XRCD = 10,
	UVERBS_OBJECT_ASYNC_EVENT = 16,
};

/** Any command that write() accepts. The address of the response in the request is ignored. */
enum uverbs_device_invoke_write {
	UVERBS_METHOD_DEVICE_INVOKE_WRITE = 0,
	UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN = 0,  /**< The core request without header. */
	UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT = 1, /**< Room for the core response. */
	UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD =
		2, /**< Number of the command as in its header. */
};

/** The response of QUERY_PORT, and more capabilities. */
enum uverbs_device_query_port {
	UVERBS_METHOD_DEVICE_QUERY_PORT = 2,
	UVERBS_ATTR_DEVICE_QUERY_PORT_PORT = 0, /**< Constant. */
	UVERBS_ATTR_DEVICE_QUERY_PORT_RESP = 1, /**< A query_port_resp_ex. */
};

/** Creates the context, but no asynchronous event file. */
enum uverbs_device_get_context {
	UVERBS_METHOD_DEVICE_GET_CONTEXT = 3,
	UVERBS_ATTR_DEVICE_GET_CONTEXT_NUM_COMP_VECTORS = 0, /**< Output, 4 bytes. */
	UVERBS_ATTR_DEVICE_GET_CONTEXT_CORE_SUPPORT =
		1, /**< Bit 0: optional access bits are supported. */
};

/** All GIDs in use, of all ports. */
enum uverbs_device_query_gid_table {
	UVERBS_METHOD_DEVICE_QUERY_GID_TABLE = 5,
	UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRY_SIZE =
		0,                                    /**< Bytes from one gid_entry to the next. */
	UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_FLAGS = 1, /**< Zero. */
	UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRIES =
		2, /**< Array of gid_entry, limited by the room. */
	UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_COUNT = 3, /**< Number of entries. */
};

/** One GID. */
enum uverbs_device_query_gid_entry {
	UVERBS_METHOD_DEVICE_QUERY_GID_ENTRY = 6,
	UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_PORT = 0,  /**< Constant. */
	UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_INDEX = 1, /**< Constant. */
	UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_FLAGS = 2, /**< Zero. */
	UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_ENTRY = 3, /**< A gid_entry. */
};

/** The effective bandwidth of a port; newer than the kernels that the emulator imitates. */
enum uverbs_device_query_port_speed {
	UVERBS_METHOD_DEVICE_QUERY_PORT_SPEED = 7,
	UVERBS_ATTR_DEVICE_QUERY_PORT_SPEED_PORT = 0, /**< Constant. */
	UVERBS_ATTR_DEVICE_QUERY_PORT_SPEED_RESP = 1, /**< In units of 100 Mbit/s. */
};

/** Same as DEALLOC_PD. */
enum uverbs_pd_destroy {
	UVERBS_METHOD_PD_DESTROY = 0,
	UVERBS_ATTR_PD_DESTROY_HANDLE = 0, /**< Handle of a pd. */
};

/** Same as CREATE_CQ. */
enum uverbs_cq_create {
	UVERBS_METHOD_CQ_CREATE = 0,
	UVERBS_ATTR_CQ_CREATE_HANDLE = 0,       /**< New-handle of a cq. */
	UVERBS_ATTR_CQ_CREATE_CQE = 1,          /**< Input, 4 bytes. */
	UVERBS_ATTR_CQ_CREATE_USER_HANDLE = 2,  /**< Input, 8 bytes. */
	UVERBS_ATTR_CQ_CREATE_COMP_CHANNEL = 3, /**< Descriptor. */
	UVERBS_ATTR_CQ_CREATE_COMP_VECTOR = 4,  /**< Input, 4 bytes. */
	UVERBS_ATTR_CQ_CREATE_FLAGS = 5,        /**< Bits. */
	UVERBS_ATTR_CQ_CREATE_RESP_CQE = 6,     /**< Output, 4 bytes. */
	UVERBS_ATTR_CQ_CREATE_EVENT_FILE = 7,   /**< The asynchronous event file of the object. */
};

/** Same as DESTROY_CQ. */
enum uverbs_cq_destroy {
	UVERBS_METHOD_CQ_DESTROY = 1,
	UVERBS_ATTR_CQ_DESTROY_HANDLE = 0, /**< Handle of a cq. */
	UVERBS_ATTR_CQ_DESTROY_RESP = 1,   /**< Output, 8 bytes. */
};

/** Same as CREATE_QP. */
enum uverbs_qp_create {
	UVERBS_METHOD_QP_CREATE = 0,
	UVERBS_ATTR_QP_CREATE_HANDLE = 0,      /**< New-handle of a qp. */
	UVERBS_ATTR_QP_CREATE_XRCD = 1,        /**< Handle of a xrcd. */
	UVERBS_ATTR_QP_CREATE_PD = 2,          /**< Handle of a pd. */
	UVERBS_ATTR_QP_CREATE_SRQ = 3,         /**< Handle of a srq. */
	UVERBS_ATTR_QP_CREATE_SEND_CQ = 4,     /**< Handle of a cq. */
	UVERBS_ATTR_QP_CREATE_RECV_CQ = 5,     /**< Handle of a cq. */
	UVERBS_ATTR_QP_CREATE_USER_HANDLE = 7, /**< Input, 8 bytes. */
	UVERBS_ATTR_QP_CREATE_CAP = 8,         /**< A qp_cap. */
	UVERBS_ATTR_QP_CREATE_TYPE = 9,        /**< Constant. */
	UVERBS_ATTR_QP_CREATE_FLAGS = 10,      /**< Bits. */
	UVERBS_ATTR_QP_CREATE_SOURCE_QPN = 11, /**< Input, 4 bytes. */
	UVERBS_ATTR_QP_CREATE_EVENT_FILE = 12, /**< The asynchronous event file of the object. */
	UVERBS_ATTR_QP_CREATE_RESP_CAP = 13,   /**< A qp_cap. */
	UVERBS_ATTR_QP_CREATE_RESP_QPN = 14,   /**< Output, 4 bytes. */
};

/** Same as DESTROY_QP. */
enum uverbs_qp_destroy {
	UVERBS_METHOD_QP_DESTROY = 1,
	UVERBS_ATTR_QP_DESTROY_HANDLE = 0, /**< Handle of a qp. */
	UVERBS_ATTR_QP_DESTROY_RESP = 1,   /**< Output, 4 bytes. */
};

/** Same as CREATE_XSRQ. */
enum uverbs_srq_create {
	UVERBS_METHOD_SRQ_CREATE = 0,
	UVERBS_ATTR_SRQ_CREATE_HANDLE = 0,        /**< New-handle of a srq. */
	UVERBS_ATTR_SRQ_CREATE_PD = 1,            /**< Handle of a pd. */
	UVERBS_ATTR_SRQ_CREATE_XRCD = 2,          /**< Handle of a xrcd. */
	UVERBS_ATTR_SRQ_CREATE_CQ = 3,            /**< Handle of a cq. */
	UVERBS_ATTR_SRQ_CREATE_USER_HANDLE = 4,   /**< Input, 8 bytes. */
	UVERBS_ATTR_SRQ_CREATE_MAX_WR = 5,        /**< Input, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_MAX_SGE = 6,       /**< Input, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_LIMIT = 7,         /**< Input, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_MAX_NUM_TAGS = 8,  /**< Input, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_TYPE = 9,          /**< Constant. */
	UVERBS_ATTR_SRQ_CREATE_EVENT_FILE = 10,   /**< The asynchronous event file of the object. */
	UVERBS_ATTR_SRQ_CREATE_RESP_MAX_WR = 11,  /**< Output, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_RESP_MAX_SGE = 12, /**< Output, 4 bytes. */
	UVERBS_ATTR_SRQ_CREATE_RESP_SRQN = 13,    /**< Output, 4 bytes. */
};

/** Same as DESTROY_SRQ. */
enum uverbs_srq_destroy {
	UVERBS_METHOD_SRQ_DESTROY = 1,
	UVERBS_ATTR_SRQ_DESTROY_HANDLE = 0, /**< Handle of a srq. */
	UVERBS_ATTR_SRQ_DESTROY_RESP = 1,   /**< Output, 4 bytes. */
};

/** Same as DESTROY_AH. */
enum uverbs_ah_destroy {
	UVERBS_METHOD_AH_DESTROY = 0,
	UVERBS_ATTR_AH_DESTROY_HANDLE = 0, /**< Handle of a ah. */
};

/** Same as DEREG_MR. */
enum uverbs_mr_destroy {
	UVERBS_METHOD_MR_DESTROY = 1,
	UVERBS_ATTR_MR_DESTROY_HANDLE = 0, /**< Handle of a mr. */
};

/** Attributes of a region. */
enum uverbs_mr_query_mr {
	UVERBS_METHOD_MR_QUERY_MR = 3,
	UVERBS_ATTR_MR_QUERY_MR_HANDLE = 0, /**< Handle of a mr. */
	UVERBS_ATTR_MR_QUERY_MR_LKEY = 1,   /**< Output, 4 bytes. */
	UVERBS_ATTR_MR_QUERY_MR_RKEY = 2,   /**< Output, 4 bytes. */
	UVERBS_ATTR_MR_QUERY_MR_LENGTH = 3, /**< Output, 8 bytes. */
	UVERBS_ATTR_MR_QUERY_MR_IOVA = 4,   /**< Output, 8 bytes. */
};

/** Same as DEALLOC_MW. */
enum uverbs_mw_destroy {
	UVERBS_METHOD_MW_DESTROY = 0,
	UVERBS_ATTR_MW_DESTROY_HANDLE = 0, /**< Handle of a mw. */
};

/** Same as CLOSE_XRCD. */
enum uverbs_xrcd_destroy {
	UVERBS_METHOD_XRCD_DESTROY = 0,
	UVERBS_ATTR_XRCD_DESTROY_HANDLE = 0, /**< Handle of a xrcd. */
};

/** An asynchronous event file; the first one is the default of all objects. */
enum uverbs_async_event_alloc {
	UVERBS_METHOD_ASYNC_EVENT_ALLOC = 0,
	UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD = 0, /**< New-descriptor. */
};

/** The table's entry of a method, or NULL. */
static inline const struct uverbs_method_info *uverbs_method_info(uint16_t object, uint16_t method)
{
	static const struct uverbs_attribute_info device_invoke_write[] = {
		{0, 4, UVERBS_KIND_INPUT, UVERBS_ATTR_OPTIONAL | UVERBS_ATTR_ANY, -1, 0, -1},
		{1, 1, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
		{2, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
	};
	static const struct uverbs_attribute_info device_query_port[] = {
		{0, 0, UVERBS_KIND_CONSTANT, 0, 8, 1, -1},
		{1, 48, UVERBS_KIND_OUTPUT, 0, 0, 48, -1},
	};
	static const struct uverbs_attribute_info device_get_context[] = {
		{0, 4, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
		{1, 8, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
	};
	static const struct uverbs_attribute_info device_query_gid_table[] = {
		{0, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
		{1, 0, UVERBS_KIND_BITS, 0, -1, 0, -1},
		{2, 1, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
		{3, 8, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
	};
	static const struct uverbs_attribute_info device_query_gid_entry[] = {
		{0, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
		{1, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
		{2, 0, UVERBS_KIND_BITS, 0, -1, 0, -1},
		{3, 32, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
	};
	static const struct uverbs_attribute_info device_query_port_speed[] = {
		{0, 0, UVERBS_KIND_CONSTANT, 0, -1, 0, -1},
		{1, 8, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
	};
	static const struct uverbs_attribute_info pd_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info cq_create[] = {
		{0, 0, UVERBS_KIND_NEW_HANDLE, 0, 0, 4, -1},
		{1, 4, UVERBS_KIND_INPUT, 0, 8, 4, -1},
		{2, 8, UVERBS_KIND_INPUT, 0, 0, 8, -1},
		{3, 0, UVERBS_KIND_DESCRIPTOR, UVERBS_ATTR_OPTIONAL, 16, 4, -1},
		{4, 4, UVERBS_KIND_INPUT, 0, 12, 4, -1},
		{5, 0, UVERBS_KIND_BITS, UVERBS_ATTR_OPTIONAL, 24, 4, -1},
		{6, 4, UVERBS_KIND_OUTPUT, 0, 4, 4, -1},
		{7, 0, UVERBS_KIND_DESCRIPTOR, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
	};
	static const struct uverbs_attribute_info cq_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 8, 4, -1},
		{1, 8, UVERBS_KIND_OUTPUT, 0, 0, 8, -1},
	};
	static const struct uverbs_attribute_info qp_create[] = {
		{0, 0, UVERBS_KIND_NEW_HANDLE, 0, 0, 4, -1},
		{1, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 8, 4, -1},
		{2, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 8, 4, -1},
		{3, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 20, 4, 46},
		{4, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 12, 4, -1},
		{5, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 16, 4, -1},
		{7, 8, UVERBS_KIND_INPUT, 0, 0, 8, -1},
		{8, 20, UVERBS_KIND_INPUT, 0, 24, 20, -1},
		{9, 0, UVERBS_KIND_CONSTANT, 0, 45, 1, -1},
		{10, 0, UVERBS_KIND_BITS, UVERBS_ATTR_OPTIONAL, 52, 4, -1},
		{11, 4, UVERBS_KIND_INPUT, UVERBS_ATTR_OPTIONAL, 60, 4, -1},
		{12, 0, UVERBS_KIND_DESCRIPTOR, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
		{13, 20, UVERBS_KIND_OUTPUT, 0, 8, 20, -1},
		{14, 4, UVERBS_KIND_OUTPUT, 0, 4, 4, -1},
	};
	static const struct uverbs_attribute_info qp_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 8, 4, -1},
		{1, 4, UVERBS_KIND_OUTPUT, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info srq_create[] = {
		{0, 0, UVERBS_KIND_NEW_HANDLE, 0, 0, 4, -1},
		{1, 0, UVERBS_KIND_HANDLE, 0, 20, 4, -1},
		{2, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 40, 4, -1},
		{3, 0, UVERBS_KIND_HANDLE, UVERBS_ATTR_OPTIONAL, 44, 4, -1},
		{4, 8, UVERBS_KIND_INPUT, 0, 8, 8, -1},
		{5, 4, UVERBS_KIND_INPUT, 0, 24, 4, -1},
		{6, 4, UVERBS_KIND_INPUT, 0, 28, 4, -1},
		{7, 4, UVERBS_KIND_INPUT, 0, 32, 4, -1},
		{8, 4, UVERBS_KIND_INPUT, UVERBS_ATTR_OPTIONAL, 36, 4, -1},
		{9, 0, UVERBS_KIND_CONSTANT, 0, 16, 4, -1},
		{10, 0, UVERBS_KIND_DESCRIPTOR, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
		{11, 4, UVERBS_KIND_OUTPUT, 0, 4, 4, -1},
		{12, 4, UVERBS_KIND_OUTPUT, 0, 8, 4, -1},
		{13, 4, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, 12, 4, -1},
	};
	static const struct uverbs_attribute_info srq_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 8, 4, -1},
		{1, 4, UVERBS_KIND_OUTPUT, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info ah_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info mr_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info mr_query_mr[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, -1, 0, -1},
		{1, 4, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
		{2, 4, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
		{3, 8, UVERBS_KIND_OUTPUT, 0, -1, 0, -1},
		{4, 8, UVERBS_KIND_OUTPUT, UVERBS_ATTR_OPTIONAL, -1, 0, -1},
	};
	static const struct uverbs_attribute_info mw_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info xrcd_destroy[] = {
		{0, 0, UVERBS_KIND_HANDLE, 0, 0, 4, -1},
	};
	static const struct uverbs_attribute_info async_event_alloc[] = {
		{0, 0, UVERBS_KIND_NEW_DESCRIPTOR, 0, -1, 0, -1},
	};
	static const struct uverbs_method_info methods[] = {
		{"DEVICE INVOKE_WRITE", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_INVOKE_WRITE,
		 UVERBS_NO_COMMAND, UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, device_invoke_write, 3},
		{"DEVICE QUERY_PORT", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_PORT,
		 UVERBS_CMD_QUERY_PORT, 0, device_query_port, 2},
		{"DEVICE GET_CONTEXT", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_GET_CONTEXT,
		 UVERBS_NO_COMMAND, UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, device_get_context, 2},
		{"DEVICE QUERY_GID_TABLE", UVERBS_OBJECT_DEVICE,
		 UVERBS_METHOD_DEVICE_QUERY_GID_TABLE, UVERBS_NO_COMMAND, 0, device_query_gid_table,
		 4},
		{"DEVICE QUERY_GID_ENTRY", UVERBS_OBJECT_DEVICE,
		 UVERBS_METHOD_DEVICE_QUERY_GID_ENTRY, UVERBS_NO_COMMAND, 0, device_query_gid_entry,
		 4},
		{"DEVICE QUERY_PORT_SPEED", UVERBS_OBJECT_DEVICE,
		 UVERBS_METHOD_DEVICE_QUERY_PORT_SPEED, UVERBS_NO_COMMAND, 0,
		 device_query_port_speed, 2},
		{"PD DESTROY", UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, UVERBS_CMD_DEALLOC_PD, 0,
		 pd_destroy, 1},
		{"CQ CREATE", UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE,
		 UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED, UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 cq_create, 8},
		{"CQ DESTROY", UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY, UVERBS_CMD_DESTROY_CQ, 0,
		 cq_destroy, 2},
		{"QP CREATE", UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE,
		 UVERBS_EX_CMD_CREATE_QP | UVERBS_EXTENDED, UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 qp_create, 14},
		{"QP DESTROY", UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY, UVERBS_CMD_DESTROY_QP, 0,
		 qp_destroy, 2},
		{"SRQ CREATE", UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE, UVERBS_CMD_CREATE_XSRQ,
		 UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, srq_create, 14},
		{"SRQ DESTROY", UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY,
		 UVERBS_CMD_DESTROY_SRQ, 0, srq_destroy, 2},
		{"AH DESTROY", UVERBS_OBJECT_AH, UVERBS_METHOD_AH_DESTROY, UVERBS_CMD_DESTROY_AH, 0,
		 ah_destroy, 1},
		{"MR DESTROY", UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY, UVERBS_CMD_DEREG_MR, 0,
		 mr_destroy, 1},
		{"MR QUERY_MR", UVERBS_OBJECT_MR, UVERBS_METHOD_MR_QUERY_MR, UVERBS_NO_COMMAND, 0,
		 mr_query_mr, 5},
		{"MW DESTROY", UVERBS_OBJECT_MW, UVERBS_METHOD_MW_DESTROY, UVERBS_CMD_DEALLOC_MW, 0,
		 mw_destroy, 1},
		{"XRCD DESTROY", UVERBS_OBJECT_XRCD, UVERBS_METHOD_XRCD_DESTROY,
		 UVERBS_CMD_CLOSE_XRCD, 0, xrcd_destroy, 1},
		{"ASYNC_EVENT ALLOC", UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC,
		 UVERBS_NO_COMMAND, 0, async_event_alloc, 1},
	};

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (methods[i].object == object && methods[i].method == method)
			return &methods[i];
	}
	return NULL;
}

#endif
