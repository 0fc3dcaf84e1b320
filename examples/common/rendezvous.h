/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How two programs exchange queue pair numbers and addresses before RDMA is possible: over a TCP
 * connection, on which the client sends first. The format is that of the usual ping-pong programs,
 * so ours can communicate with other implementations'.
 */
#ifndef EXAMPLES_RENDEZVOUS_H
#define EXAMPLES_RENDEZVOUS_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

enum {
	/** Wire format of an address: LID:QPN:PSN:GID in hexadecimal and a terminating NUL. */
	RENDEZVOUS_ADDRESS_BYTES = 4 + 1 + 6 + 1 + 6 + 1 + 32 + 1,
};

/** The address of a queue pair. */
struct address {
	unsigned int lid;
	unsigned int qpn;
	unsigned int psn;
	union ibv_gid gid;
};

/**
 * Open a connected socket. With a host, the program is the client and retries for some seconds,
 * because both programs are often started together; without one, it waits for a client. Returns -1
 * after an error message.
 */
int rendezvous_open(const char *host, unsigned int port);

/**
 * For servers with several clients: open a listening socket, and accept clients one after the
 * other. Return -1 after an error message.
 */
int rendezvous_listen(unsigned int port);
int rendezvous_accept(int listener);

/** Send and receive one address. Return 0, or -1 after an error message. */
int rendezvous_send(int sock, const struct address *addr);
int rendezvous_receive(int sock, struct address *addr);

/** The client confirms that it has the server's address, and the server waits for that. */
int rendezvous_send_done(int sock);
int rendezvous_receive_done(int sock);

/** Send and receive fixed-size data, for programs that need more than an address. */
int rendezvous_send_bytes(int sock, const void *bytes, size_t len);
int rendezvous_receive_bytes(int sock, void *bytes, size_t len);

/** Parse a GID of 32 hexadecimal digits. Returns -1 for anything else, without an error message. */
int rendezvous_parse_gid(const char *text, union ibv_gid *gid);

/** Print " local address: LID ..., QPN ..., PSN ..., GID ..." to stdout. */
void print_address(const char *whose, const struct address *addr);

#endif
