/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes members of the document that inverbs_explain --json prints. */
#ifndef TOOLS_EXPLAIN_JSON_H
#define TOOLS_EXPLAIN_JSON_H

#include <infiniband/verbs.h>
#include <inverbs/print/dump.h>

/** Write number, name and meaning of a status. */
void json_status(const char *key, enum ibv_wc_status status);
void json_syndrome(const struct inverbs_dump *dump, const struct inverbs_dump_syndrome *syndrome);
/** Write the lines of a text as an array. */
void json_lines(const char *key, const char *text);
/** Write decoded WQEs or CQEs, given as text: the name of each format, and its fields. */
void json_entries(const char *adapter, char *text);
/** Write all statuses, and all adapters with their syndromes. */
void json_list(void);

#endif
