/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fault injection: rules select messages that are lost, delayed, duplicated or reordered, and
 * commands that fail (docs/testing-your-program.md describes their language). Code that delivers a
 * message or executes a command calls softhca_fault_find_rule() and applies the rule that it
 * returns.
 *
 * Decisions depend neither on time nor on other flows. A flow is a queue pair, an open file, or a
 * port that sends MADs. Each flow has its own counts, and a random decision is a function of the
 * seed, the rule, the flow and its count.
 */
#ifndef EMULATOR_FAULTS_FAULTS_H
#define EMULATOR_FAULTS_FAULTS_H

#include "base/objects.h"

enum {
	SOFTHCA_FAULT_RULES = 64,
	SOFTHCA_FAULT_LINE = 200, /**< bytes of the longest rule, including its NUL */
	SOFTHCA_FAULT_WORDS = 16,
	SOFTHCA_FAULT_ERROR = 200, /**< room for an error message about a rule */
	SOFTHCA_FAULT_COMMAND_NAME = 32,
};

enum softhca_fault {
	SOFTHCA_FAULT_NONE,
	SOFTHCA_FAULT_LOSE,
	SOFTHCA_FAULT_CORRUPT,   /**< dropped on arrival for a bad checksum */
	SOFTHCA_FAULT_DUPLICATE, /**< arrives twice */
	SOFTHCA_FAULT_REORDER,   /**< arrives after the next message */
	SOFTHCA_FAULT_RNR,       /**< the receiver sends an RNR NAK */
	SOFTHCA_FAULT_BREAK,     /**< the queue pair fails; iWARP: its connection ends */
	SOFTHCA_FAULT_DELAY,
	SOFTHCA_FAULT_DOWN,   /**< the message is lost, and a port goes down */
	SOFTHCA_FAULT_REFUSE, /**< a command fails */
};

/** What a rule matches. */
enum softhca_fault_subject {
	SOFTHCA_FAULT_REQUEST,
	SOFTHCA_FAULT_RESPONSE,
	SOFTHCA_FAULT_COMMAND,
	SOFTHCA_FAULT_MAD,
};

/** One end of a path. NULL or 0: any. */
struct softhca_fault_end {
	const struct softhca_dev *device;
	uint32_t port;
	uint32_t qpn;
};

struct softhca_fault_rule {
	enum softhca_fault fault;
	enum softhca_fault_subject subject;
	uint64_t delay;                           /**< nanoseconds */
	int error;                                /**< errno value of a refused command */
	struct softhca_port *port;                /**< port that goes down */
	bool due;                                 /**< `port` is to be taken down */
	char command[SOFTHCA_FAULT_COMMAND_NAME]; /**< empty: any */
	/* which of the matching messages: [first, last], or every n-th, or at random */
	uint32_t first, last;
	uint32_t every;
	uint32_t per_million;
	struct softhca_fault_end from, to;
	uint64_t matched, hit; /**< messages that matched, and that the rule was applied to */
	char text[SOFTHCA_FAULT_LINE];
};

/** The counts of a flow: how many of its messages, commands or MADs each rule has matched. */
struct softhca_fault_counts {
	uint32_t epoch; /**< softhca_faults.epoch when they were allocated */
	uint32_t seen[SOFTHCA_FAULT_RULES];
};

/** softhca.faults; NULL until there is a rule. */
struct softhca_faults {
	uint64_t seed;
	uint32_t epoch; /**< advances when all rules are removed */
	uint32_t count;
	bool due; /**< a port is to be taken down */
	struct softhca_fault_rule rule[SOFTHCA_FAULT_RULES];
};

/** A message or command that rules may match. */
struct softhca_fault_candidate {
	enum softhca_fault_subject subject;
	struct softhca_fault_end from, to;
	bool takes_receive;  /**< it consumes a receive, so an RNR NAK is possible */
	const char *command; /**< name of the command */
	uint64_t flow;       /**< identifies the flow */
	struct softhca_fault_counts **counts; /**< counts of the flow, allocated on first use */
	/* result, if there is a rule */
	uint32_t number; /**< number of the rule, from 0 */
	uint32_t seen; /**< number of messages of the flow that the rule has matched, including this
			  one */
};

/** Returns the first rule that applies, or NULL. Every matching rule counts the message. */
const struct softhca_fault_rule *softhca_fault_find_rule(struct softhca_faults *faults,
							 struct softhca_fault_candidate *candidate);

/**
 * Returns the next port to be taken down, or NULL. The caller takes it down when no message is in
 * progress.
 */
struct softhca_port *softhca_faults_port_down(struct softhca_faults *faults);

/**
 * Add a line of the language, which is parsed in place: a rule, a seed, a comment, or an empty
 * line. Returns 0; or EINVAL, ENOSPC (too many rules) or ENOMEM, with the reason in `error`
 * (SOFTHCA_FAULT_ERROR bytes), and nothing has changed.
 */
int softhca_fault_add(struct softhca *hca, char *line, char *error);
/**
 * Add the lines of a file, all or none. Returns 0 or an errno value; `error` contains file and
 * line.
 */
int softhca_faults_load(struct softhca *hca, const char *path, char *error, size_t room);
/** Remove all rules. */
void softhca_faults_clear(struct softhca *hca);
/**
 * Write seed and rules as lines of the language, with their counts as comments. Returns the length.
 */
size_t softhca_faults_list(const struct softhca *hca, char *text, size_t room);
void softhca_faults_fini(struct softhca *hca);

/* parse.c */

/**
 * Parse words into a rule; the caller sets its text. Returns 0, or EINVAL with the reason in
 * `error`.
 */
int softhca_fault_parse(const struct softhca *hca, char **words, struct softhca_fault_rule *rule,
			char *error);
/** Parse a decimal or hexadecimal whole number up to `max`. */
bool softhca_fault_number(const char *word, uint64_t max, uint64_t *value);

/** Are there fault rules? */
static inline bool softhca_has_fault_rules(const struct softhca *hca)
{
	return __builtin_expect(hca->faults != NULL, false);
}

#endif
