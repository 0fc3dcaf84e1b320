/* SPDX-License-Identifier: BSD-2-Clause */
/* How client and server of inverbs_perf agree on the terms of a measurement. */
#include "perf_terms.h"

#include <stdio.h>
#include <string.h>

#include "examples/common/program.h"
#include "examples/common/rendezvous.h"

enum {
	PROTOCOL_VERSION = 2,
	/*
	 * The length of the address message that the ping-pong programs, and version 1 of this
	 * program, send first. So a greeting from a peer with another protocol is read completely,
	 * without waiting for more.
	 */
	GREETING_BYTES = RENDEZVOUS_ADDRESS_BYTES,
	TERMS_BYTES = 128,
};

static const char greeting_format[] = "inverbs_perf protocol %u";

static int send_greeting(int sock)
{
	char text[GREETING_BYTES] = "";

	snprintf(text, sizeof(text), greeting_format, PROTOCOL_VERSION);
	return rendezvous_send_bytes(sock, text, sizeof(text));
}

static int receive_greeting(int sock)
{
	char text[GREETING_BYTES];
	unsigned int version;

	if (rendezvous_receive_bytes(sock, text, sizeof(text)))
		return complain("the other side is not inverbs_perf, or has another version");
	text[sizeof(text) - 1] = '\0';
	if (sscanf(text, greeting_format, &version) != 1)
		return complain("the other side is not inverbs_perf, or has version 1; this is "
				"version %d",
				PROTOCOL_VERSION);
	if (version != PROTOCOL_VERSION)
		return complain("the other side is inverbs_perf with version %u, this is version "
				"%d",
				version, PROTOCOL_VERSION);
	return 0;
}

int perf_terms_send(int sock, const struct perf_options *opt)
{
	char text[TERMS_BYTES] = "";

	if (send_greeting(sock) || receive_greeting(sock))
		return -1;
	snprintf(text, sizeof(text), "%s %s %zu %u %u %u %u %s", perf_test_name(opt),
		 perf_op_name(opt), opt->size, opt->iters, opt->warmup, opt->window,
		 mtu_to_bytes(opt->plan.mtu), opt->plan.events ? "events" : "poll");
	return rendezvous_send_bytes(sock, text, sizeof(text));
}

/** Parse the terms, which have the names, the order and the limits of the options. */
static int parse_terms(char *text, struct perf_options *opt)
{
	static const char letters[] = "tosnwWm";
	char *rest = text;
	const char *word;

	for (const char *letter = letters; *letter; letter++) {
		word = strtok_r(rest, " ", &rest);
		if (!word || perf_read_option(*letter, word, opt))
			return -1;
	}
	word = strtok_r(rest, " ", &rest);
	opt->plan.events = word && strcmp(word, "events") == 0;
	perf_finish_options(opt);
	return 0;
}

int perf_terms_receive(int sock, struct perf_options *opt)
{
	char text[TERMS_BYTES];

	/*
	 * Both sides send their greeting before they check the other's, so that each can report
	 * what is wrong.
	 */
	if (send_greeting(sock) || receive_greeting(sock) ||
	    rendezvous_receive_bytes(sock, text, sizeof(text)))
		return -1;
	text[sizeof(text) - 1] = '\0';
	return parse_terms(text, opt) ? complain("the client's options are not valid") : 0;
}
