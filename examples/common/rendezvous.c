/* SPDX-License-Identifier: BSD-2-Clause */
/* Exchanges addresses with a peer over TCP. */
#include "rendezvous.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

enum {
	CONNECT_SECONDS = 5,
	BACKLOG = 128, /* clients that may wait to be accepted */
	RETRY_NS = 20 * 1000 * 1000,
};

static const char done_word[] = "done";

static struct addrinfo *resolve_host(const char *host, unsigned int port)
{
	const struct addrinfo hints = {
		.ai_flags = host ? 0 : AI_PASSIVE,
		.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found = NULL;
	char service[16];
	int err;

	snprintf(service, sizeof(service), "%u", port);
	err = getaddrinfo(host, service, &hints, &found);
	if (err) {
		complain("%s port %u: %s", host ? host : "any address", port, gai_strerror(err));
		return NULL;
	}
	return found;
}

static int connect_once(const struct addrinfo *targets)
{
	int err = ECONNREFUSED;

	for (const struct addrinfo *t = targets; t; t = t->ai_next) {
		int sock = socket(t->ai_family, t->ai_socktype | SOCK_CLOEXEC, t->ai_protocol);

		if (sock < 0) {
			err = errno;
			continue;
		}
		if (connect(sock, t->ai_addr, t->ai_addrlen) == 0)
			return sock;
		err = errno;
		close(sock);
	}
	errno = err;
	return -1;
}

static int connect_to(const char *host, unsigned int port)
{
	struct addrinfo *targets = resolve_host(host, port);
	const struct timespec pause = {.tv_nsec = RETRY_NS};
	uint64_t give_up;
	int sock;

	if (!targets)
		return -1;
	give_up = now_ns() + (uint64_t)CONNECT_SECONDS * 1000000000U;
	while ((sock = connect_once(targets)) < 0 && errno == ECONNREFUSED && now_ns() < give_up)
		nanosleep(&pause, NULL);
	if (sock < 0)
		complain_errno(errno, "cannot connect to %s port %u", host, port);
	freeaddrinfo(targets);
	return sock;
}

/** Prefer an IPv6 socket that also accepts IPv4; without IPv6, use IPv4. */
static int listening_socket(unsigned int port)
{
	struct sockaddr_in6 any6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
	struct sockaddr_in any4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	const int on = 1;
	const int off = 0;
	int sock = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool six = sock >= 0;

	if (!six)
		sock = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (sock < 0)
		return -1;
	setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (six)
		setsockopt(sock, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	if (bind(sock, six ? (struct sockaddr *)&any6 : (struct sockaddr *)&any4,
		 six ? sizeof(any6) : sizeof(any4)) == 0 &&
	    listen(sock, BACKLOG) == 0)
		return sock;
	close(sock);
	return -1;
}

int rendezvous_listen(unsigned int port)
{
	int listener = listening_socket(port);

	return listener < 0 ? complain_errno(errno, "cannot listen on port %u", port) : listener;
}

int rendezvous_accept(int listener)
{
	int sock;

	do {
		sock = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	} while (sock < 0 && errno == EINTR);
	return sock < 0 ? complain_errno(errno, "cannot accept a client") : sock;
}

static int accept_one(unsigned int port)
{
	int listener = rendezvous_listen(port);
	int sock;

	if (listener < 0)
		return -1;
	sock = rendezvous_accept(listener);
	close(listener);
	return sock;
}

int rendezvous_open(const char *host, unsigned int port)
{
	return host ? connect_to(host, port) : accept_one(port);
}

int rendezvous_send_bytes(int sock, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t n = send(sock, at, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return complain_errno(errno, "cannot send to the other side");
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

int rendezvous_receive_bytes(int sock, void *bytes, size_t len)
{
	char *at = bytes;

	while (len) {
		ssize_t n = recv(sock, at, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return complain_errno(errno, "cannot receive from the other side");
		if (n == 0)
			return complain("the other side closed the connection");
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

int rendezvous_send(int sock, const struct address *addr)
{
	char text[RENDEZVOUS_ADDRESS_BYTES];
	int at;

	at = snprintf(text, sizeof(text), "%04x:%06x:%06x:", addr->lid & 0xffffU,
		      addr->qpn & 0xffffffU, addr->psn & 0xffffffU);
	for (size_t i = 0; i < sizeof(addr->gid.raw); i++)
		at += snprintf(text + at, sizeof(text) - (size_t)at, "%02x", addr->gid.raw[i]);
	return rendezvous_send_bytes(sock, text, sizeof(text));
}

int rendezvous_parse_gid(const char *text, union ibv_gid *gid)
{
	if (strlen(text) != 2 * sizeof(gid->raw))
		return -1;
	for (size_t i = 0; i < sizeof(gid->raw); i++) {
		char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
		char *end;

		gid->raw[i] = (uint8_t)strtoul(digits, &end, 16);
		if (end != digits + 2)
			return -1;
	}
	return 0;
}

int rendezvous_receive(int sock, struct address *addr)
{
	char text[RENDEZVOUS_ADDRESS_BYTES];
	char gid[33];

	if (rendezvous_receive_bytes(sock, text, sizeof(text)))
		return -1;
	text[sizeof(text) - 1] = '\0';
	if (sscanf(text, "%4x:%6x:%6x:%32s", &addr->lid, &addr->qpn, &addr->psn, gid) != 4 ||
	    rendezvous_parse_gid(gid, &addr->gid))
		return complain("the other side sent '%s', which is not an address", text);
	return 0;
}

int rendezvous_send_done(int sock)
{
	return rendezvous_send_bytes(sock, done_word, sizeof(done_word));
}

int rendezvous_receive_done(int sock)
{
	char word[sizeof(done_word)];

	if (rendezvous_receive_bytes(sock, word, sizeof(word)))
		return -1;
	if (memcmp(word, done_word, sizeof(word)) != 0)
		return complain("the other side did not confirm the addresses");
	return 0;
}

void print_address(const char *whose, const struct address *addr)
{
	char gid[INET6_ADDRSTRLEN];

	inet_ntop(AF_INET6, addr->gid.raw, gid, sizeof(gid));
	printf("  %s address: LID 0x%04x, QPN 0x%06x, PSN 0x%06x, GID %s\n", whose, addr->lid,
	       addr->qpn, addr->psn, gid);
}
