/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SOFTHCACTL_JSON_H
#define TOOLS_SOFTHCACTL_JSON_H

#include <stdbool.h>

/** There is a JSON form of the response to this command line. */
bool json_has(const char *line);

/** Print the response to this command as JSON. 0, or -1 after an error message. */
int json_response(const char *line, const char *text);

#endif
