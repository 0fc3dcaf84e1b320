/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses hexadecimal dumps. */
#include "hex.h"

#include <string.h>

static int digit_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static const char *add_digit(struct hex *hex, int value)
{
	if (!hex->high) {
		hex->high = value + 1;
		return NULL;
	}
	if (hex->count == sizeof(hex->bytes))
		return "more bytes than any WQE or CQE has";
	hex->bytes[hex->count++] = (uint8_t)((hex->high - 1) << 4 | value);
	hex->high = 0;
	return NULL;
}

const char *hex_add_text(struct hex *hex, const char *text)
{
	const char *wrong = NULL;

	for (; *text && !wrong; text++) {
		int value = digit_value(*text);

		if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && !hex->high)
			text++;
		else if (value >= 0)
			wrong = add_digit(hex, value);
		else if (!strchr(" \t\r\n,:", *text))
			wrong = "not a hexadecimal digit";
		else if (hex->high)
			wrong = "odd number of digits in a group: each byte has two";
	}
	return wrong;
}

const char *hex_add_file(struct hex *hex, FILE *file)
{
	char line[1024];
	const char *wrong = NULL;

	while (!wrong && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "#")] = '\0';
		wrong = hex_add_text(hex, line);
	}
	return wrong;
}

const char *hex_end(const struct hex *hex)
{
	if (hex->high)
		return "odd number of digits in a group: each byte has two";
	return hex->count ? NULL : "there are no bytes";
}
