/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How two programs exchange queue pair numbers and addresses before RDMA can begin: a TCP
 * connection on which the client sends first. The format is that of the usual ping-pong programs,
 * so ours can talk to others'.
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
 * A connected socket. With a host the program is the client and retries for some seconds, because
 * the two are often started together; without one it waits for a client. -1 after an error message.
 */
int rendezvous_open(const char *host, unsigned int port);

/**
 * For servers of several clients: a listening socket, and one client after the other. -1 after an
 * error message.
 */
int rendezvous_listen(unsigned int port);
int rendezvous_accept(int listener);

/** Send and receive one address; 0, or -1 after an error message. */
int rendezvous_send(int sock, const struct address *addr);
int rendezvous_receive(int sock, struct address *addr);

/** The client's confirmation that it has the server's address, and the server's wait for it. */
int rendezvous_send_done(int sock);
int rendezvous_receive_done(int sock);

/** Fixed-size records of programs that need more than an address. */
int rendezvous_send_bytes(int sock, const void *bytes, size_t len);
int rendezvous_receive_bytes(int sock, void *bytes, size_t len);

/** A GID of 32 hexadecimal digits; -1 for anything else, without an error message. */
int rendezvous_parse_gid(const char *text, union ibv_gid *gid);

/** "  local address: LID ..., QPN ..., PSN ..., GID ..." on stdout. */
void print_address(const char *whose, const struct address *addr);

#endif
