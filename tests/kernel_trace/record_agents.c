/* SPDX-License-Identifier: BSD-2-Clause */
/* Records registrations of agents, and which of them are refused. */
#include "record.h"

static void requests(void)
{
	struct file f = open_file();
	uint32_t id;

	enable_pkey(&f);
	rule("U8: the long header");
	control(&f, 0x1b09, NULL, 0);
	rule("U9: no such ioctl");
	control(&f, UMAD_REGISTER_AGENT, NULL, sizeof(struct umad_reg_req));
	control(&f, UMAD_REGISTER_AGENT2, NULL, sizeof(struct umad_reg_req2));
	control(&f, UMAD_UNREGISTER_AGENT, NULL, sizeof(id));
	rule("U10: no argument");
	drop(&f, 0);
	drop(&f, 31);
	drop(&f, 32);
	drop(&f, UINT32_MAX);
	rule("U7: no such agent");
	add(&f, (struct umad_reg_req){.qpn = 2});
	add(&f, (struct umad_reg_req){.qpn = 255, .mgmt_class = 3, .mgmt_class_version = 200});
	add2(&f, (struct umad_reg_req2){.qpn = 2, .flags = 6});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .flags = 6});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .flags = 6, .oui = 1 << 24});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .oui = 1 << 24});
	add2(&f, (struct umad_reg_req2){
			 .qpn = 1, .mgmt_class = 3, .mgmt_class_version = 2, .oui = 1 << 24});
	rule("U10: queue pair, flags, OUI");
	add(&f, (struct umad_reg_req){.qpn = 0});
	add(&f, (struct umad_reg_req){.qpn = 0, .rmpp_version = 2});
	add(&f, (struct umad_reg_req){.qpn = 0, .mgmt_class = 3, .mgmt_class_version = 2});
	add(&f, (struct umad_reg_req){.qpn = 0, .mgmt_class = 0x81, .mgmt_class_version = 1});
	add(&f, (struct umad_reg_req){.qpn = 0, .mgmt_class = 0x01, .mgmt_class_version = 200});
	rule("U1: queue pair 0, which Ethernet has not");
	id = add(&f, (struct umad_reg_req){.qpn = 1, .mgmt_class_version = 200, .rmpp_version = 1});
	drop(&f, id);
	drop(&f, id);
	add(&f, (struct umad_reg_req){.qpn = 1, .rmpp_version = 2});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .rmpp_version = 9, .flags = UMAD_USER_RMPP});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .rmpp_version = 1, .flags = UMAD_USER_RMPP});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .flags = UMAD_USER_RMPP});
	rule("U11: agents that only send");
	control(&f, UMAD_ENABLE_PKEY, NULL, 0);
	rule("U8: too late for another header");
	close_file(&f);
}

static void classes(void)
{
	static const struct {
		uint8_t mgmt_class, version, oui, rmpp;
	} cases[] = {
		{0x03, 2, 0, 0}, {0x03, 2, 0, 1},    {0x03, 2, 0, 2},    {0x03, 7, 0, 0},
		{0x03, 8, 0, 0}, {0x03, 0x82, 0, 0}, {0x03, 0x83, 0, 0}, {0x03, 255, 0, 0},
		{0x04, 1, 0, 0}, {0x04, 1, 0, 1},    {0x01, 1, 0, 0},    {0x81, 1, 0, 0},
		{0x02, 1, 0, 0}, {0x05, 1, 0, 0},    {0x06, 1, 0, 0},    {0x06, 1, 0, 1},
		{0x07, 2, 0, 0}, {0x07, 2, 0, 1},    {0x08, 1, 0, 0},    {0x09, 1, 0, 0},
		{0x09, 1, 0, 1}, {0x0a, 1, 0, 1},    {0x0f, 1, 0, 1},    {0x10, 1, 0, 1},
		{0x11, 1, 0, 1}, {0x12, 1, 0, 1},    {0x1f, 1, 0, 0},    {0x2f, 1, 0, 1},
		{0x30, 1, 0, 0}, {0x30, 1, 0x14, 0}, {0x30, 1, 0x14, 1}, {0x4f, 1, 0x14, 1},
		{0x4f, 1, 0, 0}, {0x50, 1, 0, 0},    {0x50, 1, 0x14, 0}, {0x80, 1, 0, 0},
		{0x82, 1, 0, 0}, {0xff, 1, 0, 0},
	};
	struct file f = open_file();

	enable_pkey(&f);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct umad_reg_req req = agent(cases[i].mgmt_class, cases[i].version, 0);
		struct umad_reg_req undo = req;
		uint32_t id;

		req.oui[1] = cases[i].oui;
		req.rmpp_version = cases[i].rmpp;
		undo = req;
		if (control(&f, UMAD_REGISTER_AGENT, &undo, sizeof(undo)))
			continue;
		id = undo.id;
		drop(&f, id);
	}
	rule("U12: classes, versions, RMPP");
	close_file(&f);
}

static void numbers_of_agents(void)
{
	struct file f = open_file();

	enable_pkey(&f);
	for (int i = 0; i < UMAD_AGENTS_MAX; i++)
		add(&f, agent(0, 0, 0));
	add(&f, agent(0, 0, 0));
	add(&f, agent(0x50, 9, 0));
	add(&f, (struct umad_reg_req){.qpn = 2});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .flags = 6});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .oui = 1 << 24});
	add2(&f, (struct umad_reg_req2){.qpn = 1, .mgmt_class = 3, .oui = 1 << 24});
	add(&f, (struct umad_reg_req){.qpn = 0});
	drop(&f, 7);
	drop(&f, 3);
	add(&f, agent(0, 0, 0));
	add(&f, agent(0, 0, 0));
	rule("U10: 32 agents, the lowest free number");
	close_file(&f);
}

static void methods(void)
{
	struct file f = open_file(), other = open_file();
	struct umad_reg_req req = agent(MAD_CLASS_ADMINISTRATION, 2, 1U << 1 | 1U << 2);
	struct umad_reg_req vendors = vendor_agent(1U << 1);
	uint32_t id;

	enable_pkey(&f);
	enable_pkey(&other);
	add(&f, req);
	add(&f, req);
	add(&other, req);
	req.method_mask[0] = 1U << 2 | 1U << 0x12;
	add(&other, req);
	req.method_mask[0] = 1U << 0x12;
	id = add(&other, req);
	drop(&other, id);
	add(&f, req);
	req.method_mask[0] = 0;
	add(&other, req);
	req.mgmt_class_version = 3;
	req.method_mask[0] = 1U << 1;
	add(&other, req);
	req.method_mask[0] = 0;
	req.method_mask[3] = 1U << 31;
	add(&other, req);
	add(&f, req);
	rule("U12: a method has one agent");
	req = agent(MAD_CLASS_COMMUNICATION, 2, 1U << MAD_METHOD_SEND);
	add(&f, req);
	req.method_mask[0] = 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SEND;
	add(&f, req);
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	add(&f, req);
	req.mgmt_class_version = 1;
	req.method_mask[0] = 1U << MAD_METHOD_SEND;
	add(&f, req);
	req = agent(MAD_CLASS_PERFORMANCE, 1, 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET);
	add(&f, req);
	rule("U13: methods that the kernel has");
	add(&f, vendors);
	add(&other, vendors);
	vendors.oui[0] = 1;
	add(&other, vendors);
	rule("U12: vendors differ by their OUI");
	close_file(&f);
	add(&other, agent(MAD_CLASS_ADMINISTRATION, 2, 1U << 1 | 1U << 2));
	rule("U25: agents go with their file");
	close_file(&other);
}

void record_agents(void)
{
	requests();
	classes();
	numbers_of_agents();
	methods();
}
