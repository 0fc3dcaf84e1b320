/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints lines of ibv_devinfo, as text or as JSON. */
#include "devinfo_lines.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "tools/document.h"

static bool json;

void devinfo_use_json(void)
{
	json = true;
}

bool devinfo_uses_json(void)
{
	return json;
}

/** The key without its colon, as the name of a JSON member. */
static const char *member(const char *key)
{
	static char name[64];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(key, ":"), key);
	return name;
}

void print_line(const char *key, const char *value)
{
	if (json)
		document_text(member(key), value);
	else
		printf("\t%-31s %s\n", key, value);
}

void print_count(const char *key, long long value)
{
	char text[32];

	if (json) {
		document_number(member(key), value < 0 ? 0 : (uint64_t)value);
		return;
	}
	snprintf(text, sizeof(text), "%lld", value);
	print_line(key, text);
}

void print_hex(const char *key, unsigned long long value, int digits)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%0*llx", digits, value);
	print_line(key, text);
}

void print_guid(const char *key, uint64_t guid)
{
	const uint64_t g = be64toh(guid);
	char text[32];

	snprintf(text, sizeof(text), "%04x:%04x:%04x:%04x", (unsigned int)(g >> 48) & 0xffff,
		 (unsigned int)(g >> 32) & 0xffff, (unsigned int)(g >> 16) & 0xffff,
		 (unsigned int)g & 0xffff);
	print_line(key, text);
}

void print_flags(const char *key, unsigned long long flags, const struct flag_name *names)
{
	if (json)
		document_array(member(key));
	else
		print_hex(key, flags, 8);
	for (; names->name; names++) {
		if (!(flags & names->bit))
			continue;
		if (json)
			document_text(NULL, names->name);
		else
			printf("\t\t\t\t\t%s\n", names->name);
	}
	if (json)
		document_end();
}

void print_named(const char *key, const char *name, long long value)
{
	if (json)
		document_text(member(key), name);
	else
		printf("\t%-31s %s (%lld)\n", key, name, value);
}

void port_line(const char *key, const char *value)
{
	if (json)
		document_text(member(key), value);
	else
		printf("\t\t\t%-23s %s\n", key, value);
}

void port_value(const char *key, const char *name, unsigned long value)
{
	if (json)
		document_text(member(key), name);
	else
		printf("\t\t\t%-23s %s (%lu)\n", key, name, value);
}

void port_count(const char *key, unsigned long value)
{
	if (json)
		document_number(member(key), value);
	else
		printf("\t\t\t%-23s %lu\n", key, value);
}

void port_hex(const char *key, unsigned long value, int digits)
{
	if (json)
		document_format(member(key), "0x%0*lx", digits, value);
	else
		printf("\t\t\t%-23s 0x%0*lx\n", key, digits, value);
}

void port_mtu(const char *key, enum ibv_mtu mtu)
{
	if (json)
		document_number(member(key), mtu_to_bytes(mtu));
	else
		printf("\t\t\t%-23s %u (%d)\n", key, mtu_to_bytes(mtu), (int)mtu);
}
