/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Numbers for enumerators of the API, for the emulator. The archive has functions instead. */
#ifndef INVERBS_DEVICE_MAPS_H
#define INVERBS_DEVICE_MAPS_H

#include <infiniband/verbs.h>

/** An enumerator and its number. */
struct inverbs_mapped {
	int value;
	int number;
};

/** The numbers of enum ibv_rate: mult. */
static const struct inverbs_mapped inverbs_ibv_rate_mult[] = {
	{IBV_RATE_2_5_GBPS, 1},   {IBV_RATE_5_GBPS, 2},     {IBV_RATE_10_GBPS, 4},
	{IBV_RATE_20_GBPS, 8},    {IBV_RATE_30_GBPS, 12},   {IBV_RATE_40_GBPS, 16},
	{IBV_RATE_60_GBPS, 24},   {IBV_RATE_80_GBPS, 32},   {IBV_RATE_120_GBPS, 48},
	{IBV_RATE_28_GBPS, 11},   {IBV_RATE_50_GBPS, 20},   {IBV_RATE_400_GBPS, 160},
	{IBV_RATE_600_GBPS, 240}, {IBV_RATE_800_GBPS, 320}, {IBV_RATE_1200_GBPS, 480},
};

/** The numbers of enum ibv_rate: mbps. */
static const struct inverbs_mapped inverbs_ibv_rate_mbps[] = {
	{IBV_RATE_2_5_GBPS, 2500},   {IBV_RATE_5_GBPS, 5000},       {IBV_RATE_10_GBPS, 10000},
	{IBV_RATE_20_GBPS, 20000},   {IBV_RATE_30_GBPS, 30000},     {IBV_RATE_40_GBPS, 40000},
	{IBV_RATE_60_GBPS, 60000},   {IBV_RATE_80_GBPS, 80000},     {IBV_RATE_120_GBPS, 120000},
	{IBV_RATE_14_GBPS, 14062},   {IBV_RATE_56_GBPS, 56250},     {IBV_RATE_112_GBPS, 112500},
	{IBV_RATE_168_GBPS, 168750}, {IBV_RATE_25_GBPS, 25781},     {IBV_RATE_100_GBPS, 103125},
	{IBV_RATE_200_GBPS, 206250}, {IBV_RATE_300_GBPS, 309375},   {IBV_RATE_28_GBPS, 28125},
	{IBV_RATE_50_GBPS, 53125},   {IBV_RATE_400_GBPS, 425000},   {IBV_RATE_600_GBPS, 637500},
	{IBV_RATE_800_GBPS, 850000}, {IBV_RATE_1200_GBPS, 1275000},
};

#endif
