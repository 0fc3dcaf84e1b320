/* SPDX-License-Identifier: BSD-2-Clause */
/* The JSON output of softhcactl. */
#ifndef TOOLS_SOFTHCACTL_JSON_H
#define TOOLS_SOFTHCACTL_JSON_H

#include <stdbool.h>

/** Whether the response to this command line has a JSON form. */
bool json_knows_command(const char *line);

/** Print the response to a command as JSON. Returns 0, or -1 after an error message. */
int json_response(const char *line, const char *text);

#endif
