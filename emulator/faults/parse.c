/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parsing a rule:
 *   FAULT request|response|mad [N|N..M|every N|P%] [from END] [to END]
 *   refuse ERRNO|delay TIME command NAME|any [N|N..M|every N|P%] [from DEVICE]
 * where NAME is a command of verbs or, without a device, of the connection manager; FAULT is lose,
 * corrupt, duplicate, reorder, rnr, break, down DEVICE[:PORT] or delay TIME, TIME a number with us,
 * ms or s, and END is DEVICE[:PORT][/QPN], for mad without QPN.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/ucma.h>

#include "base/devices.h"
#include "faults/faults.h"

enum {
	LAST_QPN = 0xffffff,
	MAX_COMMANDS = 64,
	PER_MILLION = 1000000,
};

enum {
	SUBJECT_REQUEST = 1 << SOFTHCA_FAULT_REQUEST,
	SUBJECT_MESSAGE = SUBJECT_REQUEST | 1 << SOFTHCA_FAULT_RESPONSE,
	SUBJECT_COMMAND = 1 << SOFTHCA_FAULT_COMMAND,
	SUBJECT_MAD = 1 << SOFTHCA_FAULT_MAD,
};

static const uint64_t LONGEST_NS = UINT64_C(60000000000);

static const struct {
	const char *name;
	enum softhca_fault fault;
	unsigned int subjects; /**< bits 1 << enum softhca_fault_subject */
	const char *expected;  /**< the subjects as text */
} faults[] = {
	{"lose", SOFTHCA_FAULT_LOSE, SUBJECT_MESSAGE | SUBJECT_MAD, "request, response or mad"},
	{"corrupt", SOFTHCA_FAULT_CORRUPT, SUBJECT_MESSAGE | SUBJECT_MAD,
	 "request, response or mad"},
	{"duplicate", SOFTHCA_FAULT_DUPLICATE, SUBJECT_REQUEST | SUBJECT_MAD, "request or mad"},
	{"reorder", SOFTHCA_FAULT_REORDER, SUBJECT_REQUEST, "request"},
	{"rnr", SOFTHCA_FAULT_RNR, SUBJECT_REQUEST, "request"},
	{"break", SOFTHCA_FAULT_BREAK, SUBJECT_REQUEST, "request"},
	{"delay", SOFTHCA_FAULT_DELAY, SUBJECT_MESSAGE | SUBJECT_MAD | SUBJECT_COMMAND,
	 "request, response, mad or command"},
	{"down", SOFTHCA_FAULT_DOWN, SUBJECT_REQUEST, "request"},
	{"refuse", SOFTHCA_FAULT_REFUSE, SUBJECT_COMMAND, "command"},
};

enum {
	NUM_FAULTS = sizeof(faults) / sizeof(faults[0])
};

/** The words of a rule, which are read from left to right. */
struct reader {
	const struct softhca *hca;
	char **next;
	char *error;
};

static int report_expected(const struct reader *r, const char *what)
{
	if (*r->next)
		snprintf(r->error, SOFTHCA_FAULT_ERROR, "'%.40s'; expected %s", *r->next, what);
	else
		snprintf(r->error, SOFTHCA_FAULT_ERROR, "the line ends; expected %s", what);
	return EINVAL;
}

static bool take_word(struct reader *r, const char *word)
{
	if (!*r->next || strcmp(*r->next, word) != 0)
		return false;
	r->next++;
	return true;
}

bool softhca_fault_number(const char *word, uint64_t max, uint64_t *value)
{
	const bool hex = word[0] == '0' && word[1] == 'x';
	char *end;

	if (strspn(word + (hex ? 2 : 0), hex ? "0123456789abcdefABCDEF" : "0123456789") !=
		    strlen(word) - (hex ? 2 : 0) ||
	    !word[hex ? 2 : 0])
		return false;
	errno = 0;
	*value = strtoull(word, &end, hex ? 16 : 10);
	return !errno && *value <= max;
}

/* --- ends of the path -------------------------------------------------------------------- */

static int parse_end(struct reader *r, struct softhca_fault_end *end)
{
	static const char what[] = "DEVICE[:PORT][/QPN] of an existing device";
	char name[sizeof(((struct softhca_dev *)0)->name)];
	char *port, *qpn;
	uint64_t value;

	if (!*r->next || strlen(*r->next) >= sizeof(name))
		return report_expected(r, what);
	memcpy(name, *r->next, strlen(*r->next) + 1);
	qpn = strchr(name, '/');
	if (qpn)
		*qpn++ = '\0';
	port = strchr(name, ':');
	if (port)
		*port++ = '\0';
	end->device = softhca_find_device(r->hca, name);
	if (!end->device)
		return report_expected(r, what);
	if (port) {
		if (!softhca_fault_number(port, end->device->num_ports, &value) || !value)
			return report_expected(r, "a port that the device has");
		end->port = (uint32_t)value;
	}
	if (qpn) {
		if (!softhca_fault_number(qpn, LAST_QPN, &value) || !value)
			return report_expected(r, "a queue pair number from 1 to 0xffffff");
		end->qpn = (uint32_t)value;
	}
	r->next++;
	return 0;
}

/** Parse an end of messages of this kind. */
static int parse_end_of(struct reader *r, enum softhca_fault_subject subject,
			struct softhca_fault_end *end)
{
	char **word = r->next;
	int ret = parse_end(r, end);

	if (ret || subject != SOFTHCA_FAULT_MAD || !end->qpn)
		return ret;
	r->next = word;
	return report_expected(r, "DEVICE[:PORT]: management datagrams are sent between ports");
}

/* --- the fault --------------------------------------------------------------------------- */

static int parse_time(struct reader *r, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	char digits[16] = "";
	uint64_t value;
	size_t length = *r->next ? strspn(*r->next, "0123456789") : 0;

	if (length && length < sizeof(digits))
		memcpy(digits, *r->next, length);
	for (size_t i = 0; *digits && i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(*r->next + length, units[i].name) != 0 ||
		    !softhca_fault_number(digits, LONGEST_NS / units[i].ns, &value) || !value)
			continue;
		*ns = value * units[i].ns;
		r->next++;
		return 0;
	}
	return report_expected(r, "a time from 1us to 60s, such as 20ms");
}

/** Parse a port; default: the first. */
static int parse_port(struct reader *r, struct softhca_fault_rule *rule)
{
	struct softhca_fault_end end = {0};
	char **word = r->next;
	int ret = parse_end(r, &end);

	if (ret)
		return ret;
	if (end.qpn) {
		r->next = word;
		return report_expected(r, "DEVICE[:PORT]: only ports can go down");
	}
	/* looked up again, because end.device is const */
	rule->port =
		&softhca_find_device(r->hca, end.device->name)->port[end.port ? end.port - 1 : 0];
	return 0;
}

static int parse_errno(struct reader *r, int *error)
{
	static const struct {
		const char *name;
		int value;
	} known[] = {
		{"EACCES", EACCES}, {"EAGAIN", EAGAIN},       {"EBUSY", EBUSY},
		{"EFAULT", EFAULT}, {"EINTR", EINTR},         {"EINVAL", EINVAL},
		{"EIO", EIO},       {"EMFILE", EMFILE},       {"ENODEV", ENODEV},
		{"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC},       {"EOPNOTSUPP", EOPNOTSUPP},
		{"EPERM", EPERM},   {"ETIMEDOUT", ETIMEDOUT},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!take_word(r, known[i].name))
			continue;
		*error = known[i].value;
		return 0;
	}
	return report_expected(
		r, "an error: EACCES, EAGAIN, EBUSY, EFAULT, EINTR, EINVAL, EIO, EMFILE, "
		   "ENODEV, ENOMEM, ENOSPC, EOPNOTSUPP, EPERM, ETIMEDOUT");
}

static bool is_command(uverbs_lookup *lookup, const char *name)
{
	for (uint32_t n = 0; n < MAX_COMMANDS; n++) {
		const struct uverbs_command_info *info = lookup(n);

		if (info && !(info->flags & UVERBS_NEVER) && !strcmp(info->name, name))
			return true;
	}
	return false;
}

/** NAME|any */
static int parse_command(struct reader *r, struct softhca_fault_rule *rule)
{
	if (take_word(r, "any"))
		return 0;
	if (!*r->next || strlen(*r->next) >= sizeof(rule->command) ||
	    (!is_command(uverbs_command_info, *r->next) &&
	     !is_command(ucma_command_info, *r->next)))
		return report_expected(
			r, "any, or the name of a command in the log, such as CREATE_QP or "
			   "CONNECT");
	memcpy(rule->command, *r->next, strlen(*r->next) + 1);
	r->next++;
	return 0;
}

static int parse_subject(struct reader *r, unsigned int fault, struct softhca_fault_rule *rule)
{
	static const char *const subjects[] = {
		[SOFTHCA_FAULT_REQUEST] = "request",
		[SOFTHCA_FAULT_RESPONSE] = "response",
		[SOFTHCA_FAULT_COMMAND] = "command",
		[SOFTHCA_FAULT_MAD] = "mad",
	};

	for (unsigned int n = 0; n < sizeof(subjects) / sizeof(subjects[0]); n++) {
		if (!(faults[fault].subjects >> n & 1) || !take_word(r, subjects[n]))
			continue;
		rule->subject = (enum softhca_fault_subject)n;
		return n == SOFTHCA_FAULT_COMMAND ? parse_command(r, rule) : 0;
	}
	return report_expected(r, faults[fault].expected);
}

static int parse_fault(struct reader *r, struct softhca_fault_rule *rule)
{
	unsigned int n = 0;
	int ret = 0;

	while (n < NUM_FAULTS && !take_word(r, faults[n].name))
		n++;
	if (n == NUM_FAULTS)
		return report_expected(
			r, "lose, corrupt, duplicate, reorder, rnr, break, delay, down, "
			   "refuse or seed");
	rule->fault = faults[n].fault;
	if (rule->fault == SOFTHCA_FAULT_REFUSE)
		ret = parse_errno(r, &rule->error);
	if (rule->fault == SOFTHCA_FAULT_DELAY)
		ret = parse_time(r, &rule->delay);
	if (rule->fault == SOFTHCA_FAULT_DOWN)
		ret = parse_port(r, rule);
	return ret ? ret : parse_subject(r, n, rule);
}

/* --- which messages ---------------------------------------------------------------------- */

static bool parse_count(const char *word, uint32_t *value)
{
	uint64_t n;

	if (!softhca_fault_number(word, UINT32_MAX - 1, &n) || !n)
		return false;
	*value = (uint32_t)n;
	return true;
}

/** Parse "N" or "N..M". */
static bool parse_range(char *word, struct softhca_fault_rule *rule)
{
	char *dots = strstr(word, "..");
	char first[16];

	if (!dots) {
		rule->every = 0;
		return parse_count(word, &rule->first) && parse_count(word, &rule->last);
	}
	if ((size_t)(dots - word) >= sizeof(first))
		return false;
	memcpy(first, word, (size_t)(dots - word));
	first[dots - word] = '\0';
	rule->every = 0;
	return parse_count(first, &rule->first) && parse_count(dots + 2, &rule->last) &&
	       rule->first <= rule->last;
}

/** Parse "P%", with up to four decimal places, into millionths. */
static bool parse_chance(const char *word, struct softhca_fault_rule *rule)
{
	uint32_t value = 0, digits = 0, unit = PER_MILLION / 100;

	for (; *word >= '0' && *word <= '9' && digits < 3; word++, digits++)
		value = value * 10 + (uint32_t)(*word - '0') * (PER_MILLION / 100);
	if (digits && *word == '.') {
		for (word++; *word >= '0' && *word <= '9' && unit > 1; word++) {
			unit /= 10;
			value += (uint32_t)(*word - '0') * unit;
		}
	}
	rule->every = 0;
	rule->per_million = value;
	return digits && value && value <= PER_MILLION && !strcmp(word, "%");
}

static int parse_selection(struct reader *r, struct softhca_fault_rule *rule)
{
	bool good;

	rule->every = 1;
	if (!*r->next || !strcmp(*r->next, "from") || !strcmp(*r->next, "to"))
		return 0;
	if (take_word(r, "every"))
		good = *r->next && parse_count(*r->next, &rule->every);
	else if (strchr(*r->next, '%'))
		good = parse_chance(*r->next, rule);
	else
		good = parse_range(*r->next, rule);
	if (!good)
		return report_expected(
			r, "a number from 1, a range such as 3..5, every NUMBER, a percentage "
			   "such as 0.5%, from or to");
	r->next++;
	return 0;
}

int softhca_fault_parse(const struct softhca *hca, char **words, struct softhca_fault_rule *rule,
			char *error)
{
	struct reader r = {.hca = hca, .next = words};
	int ret;

	r.error = error;
	ret = parse_fault(&r, rule);
	if (!ret)
		ret = parse_selection(&r, rule);
	if (!ret && *r.next && is_command(ucma_command_info, rule->command))
		return report_expected(
			&r, "the end of the line: connection manager commands belong to no device");
	if (!ret && take_word(&r, "from"))
		ret = parse_end_of(&r, rule->subject, &rule->from);
	if (!ret && rule->subject == SOFTHCA_FAULT_COMMAND) {
		if (rule->from.port || rule->from.qpn) {
			r.next--;
			return report_expected(&r, "from DEVICE: commands have no port");
		}
		return *r.next ? report_expected(&r, "from DEVICE, or the end of the line") : 0;
	}
	if (!ret && take_word(&r, "to"))
		ret = parse_end_of(&r, rule->subject, &rule->to);
	if (!ret && *r.next)
		ret = report_expected(&r, "from END, then to END, or the end of the line");
	return ret;
}
