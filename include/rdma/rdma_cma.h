/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/cm.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The connection manager: connections and datagram services between queue pairs, addressed like
 * sockets.
 *
 * Functions return 0, or -1 and errno. With an event channel they start an operation that ends in
 * an event; on an identifier without channel they wait until it is complete, and fail if it fails.
 *
 * Threads: every function may be called from any thread. Destroying an identifier or channel that
 * another call uses is an error that is not detected.
 */
#ifndef RDMA_CMA_H
#define RDMA_CMA_H

#include <infiniband/verbs.h>
#include <infiniband/sa.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <inverbs/api/checkable.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rdma_cm_event;

/*
 * The connection manager: addresses, connections and their events.
 */

/** Port space in a service id. */
#define RDMA_IB_IP_PS_MASK 0xFFFFFFFFFFFF0000ULL

/** Port in a service id. */
#define RDMA_IB_IP_PORT_MASK 0x000000000000FFFFULL

/** Service ids of RDMA_PS_TCP. */
#define RDMA_IB_IP_PS_TCP 0x0000000001060000ULL

/** Service ids of RDMA_PS_UDP. */
#define RDMA_IB_IP_PS_UDP 0x0000000001110000ULL

/** Service ids of RDMA_PS_IB. */
#define RDMA_IB_PS_IB 0x00000000013F0000ULL

/** Queue key of datagrams between IP addresses. */
#define RDMA_UDP_QKEY 0x01234567

/** For a listener. */
#define RAI_PASSIVE 0x00000001

/** node is an address. */
#define RAI_NUMERICHOST 0x00000002

/** Do not resolve the route. */
#define RAI_NOROUTE 0x00000004

/** ai_family is valid. */
#define RAI_FAMILY 0x00000008

/** Events of an identifier. */
enum rdma_cm_event_type {
	/** The address is resolved to a device; verbs and port_num are set. */
	RDMA_CM_EVENT_ADDR_RESOLVED = 0,
	/** The address is not resolved; status is a negative errno value. */
	RDMA_CM_EVENT_ADDR_ERROR = 1,
	RDMA_CM_EVENT_ROUTE_RESOLVED = 2, /**< The route is resolved. */
	/** There is no route; status is a negative errno value. */
	RDMA_CM_EVENT_ROUTE_ERROR = 3,
	RDMA_CM_EVENT_CONNECT_REQUEST = 4, /**< Connection request; id is a new identifier. */
	/** The other side accepted; the program owns the queue pair and calls rdma_establish(). */
	RDMA_CM_EVENT_CONNECT_RESPONSE = 5,
	RDMA_CM_EVENT_CONNECT_ERROR = 6, /**< The connection failed while it was set up. */
	RDMA_CM_EVENT_UNREACHABLE = 7,   /**< The peer does not respond, or refuses datagrams. */
	RDMA_CM_EVENT_REJECTED = 8,      /**< The peer refused; status is the reason. */
	RDMA_CM_EVENT_ESTABLISHED = 9,   /**< The connection is established. */
	RDMA_CM_EVENT_DISCONNECTED = 10, /**< The connection ended. */
	/** The device is being removed; destroy the identifier. */
	RDMA_CM_EVENT_DEVICE_REMOVAL = 11,
	RDMA_CM_EVENT_MULTICAST_JOIN = 12, /**< The group is joined. */
	/** Joining failed, or the membership has ended; status is a negative errno value. */
	RDMA_CM_EVENT_MULTICAST_ERROR = 13,
	RDMA_CM_EVENT_ADDR_CHANGE = 14,   /**< The address moved to another network interface. */
	RDMA_CM_EVENT_TIMEWAIT_EXIT = 15, /**< The queue pair may be used again. */
};

/** Name spaces of ports. */
enum rdma_port_space {
	RDMA_PS_IPOIB = 0x2, /**< IP over InfiniBand. */
	RDMA_PS_TCP = 0x106, /**< Connections, reliable. */
	RDMA_PS_UDP = 0x111, /**< Datagrams. */
	RDMA_PS_IB = 0x13f,  /**< InfiniBand addresses, any type of queue pair. */
};

/** Values of rdma_conn_param that request the maximum of both sides. */
enum {
	RDMA_MAX_RESP_RES = 0xff,   /**< responder_resources. */
	RDMA_MAX_INIT_DEPTH = 0xff, /**< initiator_depth. */
};

/** Members of rdma_cm_join_mc_attr_ex that are valid; both are required. */
enum rdma_cm_join_mc_attr_mask {
	RDMA_CM_JOIN_MC_ATTR_ADDRESS = 1 << 0,    /**< addr. */
	RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS = 1 << 1, /**< join_flags. */
	RDMA_CM_JOIN_MC_ATTR_RESERVED = 1 << 2,   /**< First undefined bit. */
};

/** Types of membership in a multicast group. */
enum rdma_cm_mc_join_flags {
	RDMA_MC_JOIN_FLAG_FULLMEMBER = 0,          /**< To send and to receive. */
	RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER = 1, /**< To send. */
	RDMA_MC_JOIN_FLAG_RESERVED = 2,            /**< First undefined value. */
};

/** Levels of rdma_set_option(). */
enum {
	RDMA_OPTION_ID = 0, /**< Options of the identifier. */
	RDMA_OPTION_IB = 1, /**< Of InfiniBand. */
};

/** Options of level RDMA_OPTION_ID. */
enum {
	RDMA_OPTION_ID_TOS = 0,       /**< Type of service, uint8_t. */
	RDMA_OPTION_ID_REUSEADDR = 1, /**< Other identifiers may bind the same port, int. */
	/** A wildcard address covers only its address family, int. */
	RDMA_OPTION_ID_AFONLY = 2,
	/** Timeout of the queue pair as in ibv_qp_attr, uint8_t. */
	RDMA_OPTION_ID_ACK_TIMEOUT = 3,
};

/** Options of level RDMA_OPTION_IB. */
enum {
	RDMA_OPTION_IB_PATH = 1, /**< The path, struct ibv_path_data[]. */
};

/** InfiniBand addresses of both sides. */
struct rdma_ib_addr {
	union ibv_gid sgid; /**< This side. */
	union ibv_gid dgid; /**< The other side. */
	__be16 pkey;        /**< Partition key. */
};

/** Addresses of both sides. */
struct rdma_addr {
	union {
		struct sockaddr src_addr;            /**< This side. */
		struct sockaddr_in src_sin;          /**< This side, IPv4. */
		struct sockaddr_in6 src_sin6;        /**< This side, IPv6. */
		struct sockaddr_storage src_storage; /**< This side, any family. */
	};
	union {
		struct sockaddr dst_addr;            /**< The other side. */
		struct sockaddr_in dst_sin;          /**< The other side, IPv4. */
		struct sockaddr_in6 dst_sin6;        /**< The other side, IPv6. */
		struct sockaddr_storage dst_storage; /**< The other side, any family. */
	};
	/** The link-layer addresses. */
	union {
		struct rdma_ib_addr ibaddr; /**< InfiniBand and RoCE. */
	} addr;
};

/** Addresses and paths of an identifier. */
struct rdma_route {
	struct rdma_addr addr;            /**< Addresses. */
	struct ibv_sa_path_rec *path_rec; /**< Paths, num_paths of them; NULL if there are none. */
	int num_paths;                    /**< Number of paths. */
};

/** Event channel of identifiers. */
struct rdma_event_channel {
	int fd; /**< Descriptor for poll, select and epoll; readable when an event is pending. */
};

/** An identifier: the counterpart of a socket. The library owns it; programs read its members. */
struct rdma_cm_id {
	/** Open device, NULL until the address is resolved or bound to a device. */
	struct ibv_context *verbs;
	/** Channel of its events; NULL for a synchronous identifier. */
	struct rdma_event_channel *channel;
	/** For the program; the library only stores it. */
	void *context;
	struct ibv_qp *qp;       /**< Queue pair of rdma_create_qp(), or NULL. */
	struct rdma_route route; /**< Addresses and paths. */
	enum rdma_port_space ps; /**< Port space. */
	uint8_t port_num;        /**< Port of the device, from 1. */
	/** Last event of a synchronous identifier, until the next call. */
	struct rdma_cm_event *event;
	/** Channel of send_cq, created by rdma_create_qp(). */
	struct ibv_comp_channel *send_cq_channel;
	/** Completion queue of the send queue, created by rdma_create_qp(). */
	struct ibv_cq *send_cq;
	/** Channel of recv_cq, created by rdma_create_qp(). */
	struct ibv_comp_channel *recv_cq_channel;
	/** Completion queue of the receive queue, created by rdma_create_qp(). */
	struct ibv_cq *recv_cq;
	/** Shared receive queue of rdma_create_srq(), or NULL. */
	struct ibv_srq *srq;
	struct ibv_pd *pd;        /**< Default protection domain. */
	enum ibv_qp_type qp_type; /**< Type of queue pair. */
};

/** Connection parameters of one side. */
struct rdma_conn_param {
	const void *private_data; /**< Bytes for the other side. */
	/** Length of private_data; in an event the size of the message's field. */
	uint8_t private_data_len;
	/** Incoming reads and atomics that this side can process at a time. */
	uint8_t responder_resources;
	uint8_t initiator_depth; /**< Reads and atomics that this side can have outstanding. */
	uint8_t flow_control;    /**< Hardware flow control. */
	uint8_t retry_count;     /**< Number of retransmissions of a lost packet, 0 to 7. */
	/** Number of retransmissions of a message for which no receive was posted; 7: no limit. */
	uint8_t rnr_retry_count;
	/** 1 if a shared receive queue is used; ignored with a queue pair of rdma_create_qp(). */
	uint8_t srq;
	/** Number of the queue pair; ignored with one of rdma_create_qp(). */
	uint32_t qp_num;
};

/** Parameters for sending datagrams to the other side, or to a group. */
struct rdma_ud_param {
	/** Bytes of the other side; of a group's events the context of the join. */
	const void *private_data;
	uint8_t private_data_len;   /**< Length of private_data. */
	struct ibv_ah_attr ah_attr; /**< For ibv_create_ah(). */
	uint32_t qp_num;            /**< Number of the queue pair. */
	uint32_t qkey;              /**< Queue key. */
};

/** An event. It and its private data are valid until rdma_ack_cm_event(). */
struct rdma_cm_event {
	struct rdma_cm_id *id;         /**< The identifier concerned; of a request, the new one. */
	struct rdma_cm_id *listen_id;  /**< Of a request, the listener. */
	enum rdma_cm_event_type event; /**< What happened. */
	int status;                    /**< 0, a negative errno value, or a reason. */
	/** Details, depending on the event. */
	union {
		struct rdma_conn_param conn; /**< Connections. */
		struct rdma_ud_param ud;     /**< Datagrams and groups. */
	} param;
};

/** Addresses for rdma_create_ep(). */
struct rdma_addrinfo {
	int ai_flags;                  /**< RAI_*. */
	int ai_family;                 /**< Address family. */
	int ai_qp_type;                /**< enum ibv_qp_type. */
	int ai_port_space;             /**< enum rdma_port_space. */
	socklen_t ai_src_len;          /**< Bytes of ai_src_addr. */
	socklen_t ai_dst_len;          /**< Bytes of ai_dst_addr. */
	struct sockaddr *ai_src_addr;  /**< This side, or NULL. */
	struct sockaddr *ai_dst_addr;  /**< The other side, or NULL. */
	char *ai_src_canonname;        /**< Name of this side, or NULL. */
	char *ai_dst_canonname;        /**< Name of the other side, or NULL. */
	size_t ai_route_len;           /**< Bytes of ai_route. */
	void *ai_route;                /**< Paths, or NULL. */
	size_t ai_connect_len;         /**< Bytes of ai_connect. */
	void *ai_connect;              /**< Private data that has to be sent first, or NULL. */
	struct rdma_addrinfo *ai_next; /**< The next result. */
};

/** Group to join, and type of membership. */
struct rdma_cm_join_mc_attr_ex {
	uint32_t comp_mask;    /**< enum rdma_cm_join_mc_attr_mask. */
	uint32_t join_flags;   /**< enum rdma_cm_mc_join_flags. */
	struct sockaddr *addr; /**< Address of the group. */
};

/**
 * Open an event channel. Its fd can be polled for reading, and set to O_NONBLOCK.
 *
 * Returns the object, or NULL with errno set.
 *
 * ENODEV: there is no RDMA device
 * ENOMEM: no memory
 * EMFILE: no descriptor is left
 */
INVERBS_CHECKABLE struct rdma_event_channel *rdma_create_event_channel(void);

/**
 * Close a channel. Its identifiers must be destroyed or moved before; unread events are lost.
 *
 * channel: Channel.
 */
INVERBS_CHECKABLE void rdma_destroy_event_channel(struct rdma_event_channel *channel);

/**
 * Create an identifier, the counterpart of a socket. With channel NULL it is synchronous: every
 * later call on it waits until its operation is complete.
 *
 * channel (may be NULL): Channel for its events, or NULL.
 * id (written): Where to store it.
 * context (may be NULL): For the program; id->context.
 * ps: Connections or datagrams.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: ps is not a port space
 * ENODEV: there is no RDMA device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id,
				     void *context, enum rdma_port_space ps);

/**
 * Create a synchronous identifier, bind or resolve it, and create its queue pair: all steps up to
 * rdma_listen() or rdma_connect().
 *
 * id (written): Where to store it.
 * res: From rdma_getaddrinfo().
 * pd (may be NULL): Protection domain, or NULL for the one of the device.
 * qp_init_attr (read and written, may be NULL): Attributes of the queue pair; for a listener, of
 *     the queue pair of each accepted connection. NULL: no queue pair.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: an address or attribute is wrong
 * EADDRINUSE: the port is taken
 * EADDRNOTAVAIL: not an address of this machine
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_ep(struct rdma_cm_id **id, struct rdma_addrinfo *res,
				     struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr);

/**
 * Destroy an identifier of rdma_create_ep(), with its queue pair and shared receive queue.
 *
 * id: Identifier.
 */
INVERBS_CHECKABLE void rdma_destroy_ep(struct rdma_cm_id *id);

/**
 * Destroy an identifier. Its queue pair must be gone. Waits until all of its events are
 * acknowledged.
 *
 * id: Identifier.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the identifier is not known
 */
INVERBS_CHECKABLE int rdma_destroy_id(struct rdma_cm_id *id);

/**
 * Bind to an address of this machine. Port 0 chooses one; an address of a device chooses the
 * device.
 *
 * id: Identifier.
 * addr: Address; may be the wildcard.
 *
 * Returns 0, or -1 with errno set.
 *
 * EPROTONOSUPPORT: the service id of an AF_IB address is not in the port space
 * EADDRNOTAVAIL: not an address of this machine
 * EADDRINUSE: the port is taken
 * EINVAL: bound already, or an unknown address family
 * ENODEV: no RDMA device has the address
 */
INVERBS_CHECKABLE int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr);

/**
 * Find the device that reaches an address. Ends in RDMA_CM_EVENT_ADDR_RESOLVED or _ADDR_ERROR.
 *
 * id: Identifier.
 * src_addr (may be NULL): Source address, or NULL.
 * dst_addr: Destination address.
 * timeout_ms: Milliseconds.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: wrong state or address
 * ENETUNREACH: there is no route
 * ENODEV: no RDMA device leads there
 * ETIMEDOUT: no response (synchronous identifiers)
 */
INVERBS_CHECKABLE int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *src_addr,
					struct sockaddr *dst_addr, int timeout_ms);

/**
 * Find the path to the address. Ends in RDMA_CM_EVENT_ROUTE_RESOLVED or _ROUTE_ERROR.
 *
 * id: Identifier.
 * timeout_ms: Milliseconds.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the address is not resolved
 * ENODEV: the device was removed
 * ETIMEDOUT: no response (synchronous identifiers)
 */
INVERBS_CHECKABLE int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms);

/**
 * Create the queue pair of an identifier, and completion queues that are not given. The library
 * moves it through the states of the connection.
 *
 * id: Identifier.
 * pd (may be NULL): Protection domain, or NULL for the one of the device.
 * qp_init_attr (read and written): Attributes of the queue pair.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the identifier has a queue pair, has no device yet, or pd is of another device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd,
				     struct ibv_qp_init_attr *qp_init_attr);

/**
 * rdma_create_qp() with extended attributes.
 *
 * id: Identifier.
 * qp_init_attr (read and written): Attributes of the queue pair.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the identifier has a queue pair, has no device yet, or pd is of another device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_qp_ex(struct rdma_cm_id *id,
					struct ibv_qp_init_attr_ex *qp_init_attr);

/**
 * Destroy the queue pair of an identifier, and the completion queues that rdma_create_qp() created.
 *
 * id: Identifier.
 */
INVERBS_CHECKABLE void rdma_destroy_qp(struct rdma_cm_id *id);

/**
 * Connect, or look up the peer's datagram queue pair. Ends in RDMA_CM_EVENT_ESTABLISHED, _REJECTED,
 * _UNREACHABLE or _CONNECT_ERROR.
 *
 * id: Identifier.
 * conn_param (may be NULL): Parameters; NULL for the limits of the device.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the route is not resolved, or private data too long, or more resources than the device
 *     has; datagrams on iWARP
 * ECONNREFUSED: the other side refused (synchronous identifiers)
 * ETIMEDOUT: no response (synchronous identifiers)
 */
INVERBS_CHECKABLE int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *conn_param);

/**
 * Confirm the connection to the peer; for programs that own their queue pair, after
 * RDMA_CM_EVENT_CONNECT_RESPONSE.
 *
 * id: Identifier.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the library manages the identifier's queue pair, or wrong state
 */
INVERBS_CHECKABLE int rdma_establish(struct rdma_cm_id *id);

/**
 * Listen for connection requests. Each comes as RDMA_CM_EVENT_CONNECT_REQUEST with a new
 * identifier.
 *
 * id: Identifier.
 * backlog: Maximum number of unread requests; 0 for the limit of the system.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the identifier listens or is connected already
 * EADDRINUSE: the port is taken
 */
INVERBS_CHECKABLE int rdma_listen(struct rdma_cm_id *id, int backlog);

/**
 * Wait for the next request of a listener without a channel.
 *
 * listen: Listener.
 * id (written): The new identifier.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the listener has a channel
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_get_request(struct rdma_cm_id *listen, struct rdma_cm_id **id);

/**
 * Accept a connection request. Ends in RDMA_CM_EVENT_ESTABLISHED.
 *
 * id: Identifier.
 * conn_param (may be NULL): Parameters; NULL for the limits of request and device.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no request, the peer has disconnected or exited, or private data too long
 * ECONNRESET: the peer has disconnected or exited (iWARP)
 */
INVERBS_CHECKABLE int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *conn_param);

/**
 * Reject a connection request; the other side gets RDMA_CM_EVENT_REJECTED.
 *
 * id: Identifier.
 * private_data (may be NULL): For the other side.
 * private_data_len: Length of private_data.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no request, or private data too long
 */
INVERBS_CHECKABLE int rdma_reject(struct rdma_cm_id *id, const void *private_data,
				  uint8_t private_data_len);

/**
 * Reject a connection request because of a vendor's option.
 *
 * id: Identifier.
 * private_data (may be NULL): For the other side.
 * private_data_len: Length of private_data.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no request, or private data too long
 */
INVERBS_CHECKABLE int rdma_reject_ece(struct rdma_cm_id *id, const void *private_data,
				      uint8_t private_data_len);

/**
 * Report an asynchronous event of the queue pair to the connection manager.
 *
 * id: Identifier.
 * event: IBV_EVENT_COMM_EST or IBV_EVENT_PATH_MIG.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: another event, or the event does not apply to the connection's state
 */
INVERBS_CHECKABLE int rdma_notify(struct rdma_cm_id *id, enum ibv_event_type event);

/**
 * End a connection; both sides get RDMA_CM_EVENT_DISCONNECTED. Outstanding requests are flushed.
 *
 * id: Identifier.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: it never was connected
 * ECONNRESET: the connection was reset (iWARP, synchronous identifiers)
 */
INVERBS_CHECKABLE int rdma_disconnect(struct rdma_cm_id *id);

/**
 * Join a group and attach the queue pair. Ends in RDMA_CM_EVENT_MULTICAST_JOIN or _MULTICAST_ERROR.
 *
 * id: Identifier.
 * addr: Address of the group.
 * context (may be NULL): Returned as private_data of the group's events.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no device yet, or not the address of a group
 * ENOSYS: an iWARP device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_join_multicast(struct rdma_cm_id *id, struct sockaddr *addr,
					  void *context);

/**
 * Leave a group and detach the queue pair.
 *
 * id: Identifier.
 * addr: Address of the group.
 *
 * Returns 0, or -1 with errno set.
 *
 * EADDRNOTAVAIL: the group was not joined
 */
INVERBS_CHECKABLE int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *addr);

/**
 * rdma_join_multicast() with a choice of membership.
 *
 * id: Identifier.
 * mc_join_attr: Group and type of membership.
 * context (may be NULL): Returned as private_data of the group's events.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no device yet, not the address of a group, or an unknown mask or flag
 * ENOSYS: an iWARP device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_join_multicast_ex(struct rdma_cm_id *id,
					     struct rdma_cm_join_mc_attr_ex *mc_join_attr,
					     void *context);

/**
 * Read the next event of a channel. Waits for one unless the channel's fd is non-blocking.
 * Acknowledge every event.
 *
 * channel: Channel.
 * event (written): The event.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: an argument is NULL
 * EAGAIN: there is no event and the descriptor is non-blocking
 * EINTR: a signal interrupted the call
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_get_cm_event(struct rdma_event_channel *channel,
					struct rdma_cm_event **event);

/**
 * Acknowledge an event and free its private data.
 *
 * event: The event.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: event is NULL
 */
INVERBS_CHECKABLE int rdma_ack_cm_event(struct rdma_cm_event *event);

/**
 * Port of this side.
 *
 * id: Identifier.
 *
 * Returns the port, 0 when there is none.
 */
INVERBS_CHECKABLE __be16 rdma_get_src_port(struct rdma_cm_id *id);

/**
 * Port of the other side.
 *
 * id: Identifier.
 *
 * Returns the port, 0 when there is none.
 */
INVERBS_CHECKABLE __be16 rdma_get_dst_port(struct rdma_cm_id *id);

/**
 * Address of this side.
 *
 * id: Identifier.
 *
 * Returns pointer to a member of the identifier.
 */
static inline struct sockaddr *rdma_get_local_addr(struct rdma_cm_id *id);

/**
 * Address of the other side.
 *
 * id: Identifier.
 *
 * Returns pointer to a member of the identifier.
 */
static inline struct sockaddr *rdma_get_peer_addr(struct rdma_cm_id *id);

/**
 * Open every device. The contexts are those in the member verbs of identifiers, and stay open until
 * the program ends.
 *
 * num_devices (written, may be NULL): Number of devices.
 *
 * Returns the object, or NULL with errno set.
 *
 * ENODEV: there is none
 * ENOMEM: no memory
 */
struct ibv_context **rdma_get_devices(int *num_devices);

/**
 * Free the array of rdma_get_devices().
 *
 * list: The array.
 */
INVERBS_CHECKABLE void rdma_free_devices(struct ibv_context **list);

/**
 * Text of an event.
 *
 * event: Event.
 *
 * Returns a constant string.
 */
const char *rdma_event_str(enum rdma_cm_event_type event);

/**
 * Set an option of an identifier.
 *
 * id: Identifier.
 * level: RDMA_OPTION_ID or RDMA_OPTION_IB.
 * optname: The option.
 * optval: Its value.
 * optlen: Bytes of the value.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the value has the wrong length, or wrong state
 * ENOSYS: no such level or option
 */
INVERBS_CHECKABLE int rdma_set_option(struct rdma_cm_id *id, int level, int optname, void *optval,
				      size_t optlen);

/**
 * Move an identifier to another channel, with its unread events. Waits until the events that were
 * read are acknowledged. With NULL the identifier becomes synchronous.
 *
 * id: Identifier.
 * channel (may be NULL): The other channel.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: it is synchronous already and channel is NULL
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_migrate_id(struct rdma_cm_id *id, struct rdma_event_channel *channel);

/**
 * Addresses for a name and a service, like getaddrinfo(3).
 *
 * node (may be NULL): Name or address of the machine.
 * service (may be NULL): Name or number of the port.
 * hints (may be NULL): Selection of results.
 * res (written): The result; free it with rdma_freeaddrinfo().
 *
 * Returns 0, or a negative value: 0; -1 and errno; or an EAI_ code of getaddrinfo(3).
 *
 * EINVAL: node, service and hints are NULL
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_getaddrinfo(const char *node, const char *service,
				       const struct rdma_addrinfo *hints,
				       struct rdma_addrinfo **res);

/**
 * Free the result of rdma_getaddrinfo().
 *
 * res (may be NULL): The result.
 */
INVERBS_CHECKABLE void rdma_freeaddrinfo(struct rdma_addrinfo *res);

/**
 * Get the attributes for moving the program's own queue pair to qp_attr->qp_state for this
 * connection.
 *
 * id: Identifier.
 * qp_attr (read and written): The requested state; filled.
 * qp_attr_mask (written): IBV_QP_* bits of the members that were filled.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: not possible in the connection's state
 */
INVERBS_CHECKABLE int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *qp_attr,
					int *qp_attr_mask);

/**
 * Offer a vendor's option with the next request or response.
 *
 * id: Identifier.
 * ece: The option.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: an argument is NULL, or the identifier has a queue pair
 */
INVERBS_CHECKABLE int rdma_set_local_ece(struct rdma_cm_id *id, struct ibv_ece *ece);

/**
 * Get the vendor's option that the other side offered.
 *
 * id: Identifier.
 * ece (written): The option.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: an argument is NULL, or the identifier has a queue pair
 */
INVERBS_CHECKABLE int rdma_get_remote_ece(struct rdma_cm_id *id, struct ibv_ece *ece);

#ifdef __cplusplus
}
#endif

#include <inverbs/api/cm_small.h>

#ifdef INVERBS_CHECKED
#include <inverbs/checked/checked_cm.h>
#endif

#ifdef INVERBS_AIX
#include <inverbs/checked/aix_cm.h>
#endif

#endif
