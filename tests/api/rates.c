/* SPDX-License-Identifier: BSD-2-Clause */
/* V44: conversion of rates. If Debian's library is installed, it must agree for every number. */
#include <dlfcn.h>
#include <infiniband/verbs.h>
#include <stdio.h>

static int failures;

static void expect(const char *what, int input, int got, int wanted)
{
	if (got == wanted)
		return;
	printf("%s(%d) is %d, not %d\n", what, input, got, wanted);
	failures++;
}

static void multiples_of_the_manual(void)
{
	static const struct {
		enum ibv_rate rate;
		int mult;
	} rows[] = {
		{IBV_RATE_2_5_GBPS, 1}, {IBV_RATE_5_GBPS, 2},   {IBV_RATE_10_GBPS, 4},
		{IBV_RATE_20_GBPS, 8},  {IBV_RATE_30_GBPS, 12}, {IBV_RATE_40_GBPS, 16},
		{IBV_RATE_60_GBPS, 24}, {IBV_RATE_80_GBPS, 32}, {IBV_RATE_120_GBPS, 48},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		expect("ibv_rate_to_mult", (int)rows[i].rate, ibv_rate_to_mult(rows[i].rate),
		       rows[i].mult);
		expect("mult_to_ibv_rate", rows[i].mult, (int)mult_to_ibv_rate(rows[i].mult),
		       (int)rows[i].rate);
	}
	expect("ibv_rate_to_mult", 1, ibv_rate_to_mult((enum ibv_rate)1), -1);
	expect("mult_to_ibv_rate", 3, (int)mult_to_ibv_rate(3), IBV_RATE_MAX);
}

typedef int lookup(int);

static int our_rate_to_mult(int v)
{
	return ibv_rate_to_mult((enum ibv_rate)v);
}

static int our_rate_to_mbps(int v)
{
	return ibv_rate_to_mbps((enum ibv_rate)v);
}

static int our_mult_to_rate(int v)
{
	return (int)mult_to_ibv_rate(v);
}

static int our_mbps_to_rate(int v)
{
	return (int)mbps_to_ibv_rate(v);
}

static void same_as_debian(void)
{
	static const struct {
		const char *name;
		lookup *ours;
		int last;
	} functions[] = {
		{"ibv_rate_to_mult", our_rate_to_mult, 300},
		{"ibv_rate_to_mbps", our_rate_to_mbps, 300},
		{"mult_to_ibv_rate", our_mult_to_rate, 2000},
		{"mbps_to_ibv_rate", our_mbps_to_rate, 1300000},
	};
	void *library = dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		lookup *theirs = (lookup *)dlsym(library, functions[i].name);

		for (int v = -3; theirs && v <= functions[i].last && failures < 20; v++)
			expect(functions[i].name, v, functions[i].ours(v), theirs(v));
	}
	dlclose(library);
}

int main(void)
{
	multiples_of_the_manual();
	same_as_debian();
	return failures != 0;
}
