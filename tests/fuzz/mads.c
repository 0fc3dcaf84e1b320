/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Management datagrams: programs open umadN of several ports, register agents, send requests of all
 * classes by LID and by directed route, respond to datagrams, and take links down; on a switch that
 * needs no subnet manager, on a topology that waits for one, or on one that the input describes.
 */
#include <arpa/inet.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/mad/administration.h>
#include <inverbs/mad/performance.h>
#include <inverbs/mad/subnet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/objects.h"
#include "host.h"
#include "mad/topology.h"
#include "target.h"
#include "wire.h"

enum {
	FILES = 5,
	MAX_ACTIONS = 200,
	MAD_ROOM = 1024,
	MILLISECOND = 1000000,
};

static struct wire files[FILES];

static const struct {
	const char *device;
	unsigned int port;
} ports[] = {{"mlx4_0", 1}, {"mlx4_1", 1}, {"mlx4_1", 2},
	     {"mlx4_2", 1}, {"rxe_0", 1},  {"cxgb3_0", 1}};

static const uint8_t classes[] = {MAD_CLASS_SUBNET_DIRECTED,
				  MAD_CLASS_SUBNET,
				  MAD_CLASS_PERFORMANCE,
				  MAD_CLASS_ADMINISTRATION,
				  0x32,
				  MAD_CLASS_DEVICE,
				  MAD_CLASS_COMMUNICATION,
				  0};
static const uint8_t methods[] = {
	MAD_METHOD_GET,    MAD_METHOD_SET,          MAD_METHOD_GET,
	MAD_METHOD_SET,    MAD_METHOD_TRAP,         MAD_METHOD_GET_TABLE,
	MAD_METHOD_REPORT, MAD_METHOD_TRAP_REPRESS, MAD_METHOD_GET_RESPONSE};
static const uint16_t attributes[] = {
	SMP_ATTRIBUTE_NODE_INFO,
	SMP_ATTRIBUTE_PORT_INFO,
	SMP_ATTRIBUTE_NODE_DESCRIPTION,
	SMP_ATTRIBUTE_SWITCH_INFO,
	SMP_ATTRIBUTE_GUID_INFO,
	SMP_ATTRIBUTE_PKEY_TABLE,
	SMP_ATTRIBUTE_SL_TO_VL,
	SMP_ATTRIBUTE_VL_ARBITRATION,
	SMP_ATTRIBUTE_LINEAR_FORWARDING,
	SMP_ATTRIBUTE_MULTICAST_FORWARDING,
	SMP_ATTRIBUTE_SM_INFO,
	SMP_ATTRIBUTE_LED_INFO,
	SMP_ATTRIBUTE_NOTICE,
	SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO,
	PMA_ATTRIBUTE_PORT_COUNTERS,
	PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED,
	PMA_ATTRIBUTE_CLASS_PORT_INFO,
};

#define SOME(in, array) ((array)[input_below(in, sizeof(array) / sizeof((array)[0]))])

/* --- files ---------------------------------------------------------------------------------- */

static void send_ioctl(struct wire *w, uint32_t request, const void *argument, size_t bytes)
{
	const struct wire_message m = {
		.op = SOFTHCA_OP_MAD_IOCTL, .arg = {request}, .payload = argument, .bytes = bytes};

	wire_exchange(w, &m);
}

static void open_file(struct input *in, struct wire *w)
{
	const uint32_t at = input_below(in, sizeof(ports) / sizeof(ports[0]));
	struct wire_message m = {.op = SOFTHCA_OP_OPEN_MAD,
				 .arg = {ports[at].port, input_below(in, 8) == 7},
				 .payload = ports[at].device,
				 .bytes = strlen(ports[at].device)};

	const struct umad_reg_req smi = {.qpn = 0}, gsi = {.qpn = 1, .rmpp_version = 1};

	wire_close(w);
	wire_open(w, true);
	if (wire_exchange(w, &m) || w->taken < 0)
		return;
	w->file = w->taken;
	w->taken = -1;
	if (!input_below(in, 8))
		return;
	/* like most programs: the long header, and an agent for each queue pair */
	send_ioctl(w, UMAD_ENABLE_PKEY, NULL, 0);
	send_ioctl(w, UMAD_REGISTER_AGENT, &smi, sizeof(smi));
	send_ioctl(w, UMAD_REGISTER_AGENT, &gsi, sizeof(gsi));
}

static void register_agent(struct input *in, struct wire *w)
{
	struct umad_reg_req req = {.mgmt_class = SOME(in, classes)};
	struct umad_reg_req2 req2 = {.mgmt_class = req.mgmt_class};

	req.qpn = req.mgmt_class != MAD_CLASS_SUBNET && req.mgmt_class != MAD_CLASS_SUBNET_DIRECTED;
	req.mgmt_class_version = input_below(in, 4)
					 ? 1 + (req.mgmt_class == MAD_CLASS_ADMINISTRATION)
					 : input_u8(in);
	req.rmpp_version = input_below(in, 3);
	req.oui[1] = 0x14;
	req.method_mask[0] = input_u8(in) & 1 ? UINT32_MAX : input_u32(in);
	if (input_u8(in) & 1) {
		send_ioctl(w, UMAD_REGISTER_AGENT, &req, sizeof(req));
		return;
	}
	req2.qpn = req.qpn;
	req2.mgmt_class_version = req.mgmt_class_version;
	req2.rmpp_version = req.rmpp_version;
	req2.oui = (uint32_t)input_u8(in) << 20;
	req2.flags = input_below(in, 3);
	req2.method_mask[0] = req.method_mask[0];
	send_ioctl(w, UMAD_REGISTER_AGENT2, &req2, sizeof(req2) - input_below(in, 2) * 8);
}

/* --- datagrams ------------------------------------------------------------------------------ */

static void write_bytes(struct wire *w, const struct umad_header *header, const uint8_t *mad,
			size_t len)
{
	uint8_t all[sizeof(*header) + MAD_ROOM];
	const struct wire_message m = {
		.op = SOFTHCA_OP_MAD_WRITE, .payload = all, .bytes = sizeof(*header) + len};

	memcpy(all, header, sizeof(*header));
	memcpy(all + sizeof(*header), mad, len);
	wire_exchange(w, &m);
}

static struct umad_header some_header(struct input *in)
{
	struct umad_header header = {
		.id = input_below(in, 4),
		.timeout_ms = input_below(in, 16),
		.retries = input_below(in, 3),
		.qpn = htonl(input_below(in, 2)),
		.lid = htons(input_u8(in) & 1 ? input_u16(in) : input_below(in, 8)),
	};

	header.grh_present = input_below(in, 8) == 7;
	if (header.grh_present) {
		header.gid_index = input_u8(in);
		input_bytes(in, header.gid, sizeof(header.gid));
	}
	return header;
}

/** Data of Set(PortInfo) like a subnet manager's, which ports accept, with some changes. */
static void port_info(struct input *in, uint8_t *data)
{
	struct smp_port_info v = {
		.lid = 1 + input_below(in, 16),
		.sm_lid = 1 + input_below(in, 4),
		.state = input_below(in, 6),
		.phys_state = input_below(in, 5),
		.lmc = input_below(in, 8) == 7,
		.neighbor_mtu = input_below(in, 7),
		.client_reregister = input_u8(in) & 1,
		.m_key = input_below(in, 8) == 7,
		.m_key_protect = input_below(in, 4),
		.gid_prefix = input_u8(in) & 1 ? 0xfe80000000000000 : input_u8(in),
		.width_enabled = input_u8(in),
		.speed_enabled = input_below(in, 16),
		.operational_vls = input_below(in, 6),
		.down_default = input_below(in, 3),
	};

	smp_port_info_put(data, &v);
}

static void fill_mad(struct input *in, uint8_t *mad, uint16_t attribute, uint8_t method)
{
	struct smp_datagram smp = smp_datagram_get(mad);

	smp.hop_count = (uint8_t)(input_below(in, 8) < 7 ? input_below(in, 4) : input_u8(in));
	smp.hop_pointer = input_below(in, 8) == 7 ? input_u8(in) : 0;
	smp.dr_slid = smp.dr_dlid = MAD_PERMISSIVE_LID;
	for (int i = 1; i < 5; i++)
		smp.initial_path[i] = (uint8_t)input_below(in, 6);
	smp.m_key = input_below(in, 8) == 7;
	if (attribute == SMP_ATTRIBUTE_PORT_INFO && method == MAD_METHOD_SET)
		port_info(in, smp.data);
	else
		input_bytes(in, smp.data, input_below(in, sizeof(smp.data) + 1));
	smp_datagram_put(mad, &smp);
}

static void send_request(struct input *in, struct wire *w)
{
	const struct umad_header header = some_header(in);
	struct mad_header head = {
		.base_version = (uint8_t)(input_below(in, 16) == 15 ? 2 : 1),
		.mgmt_class = SOME(in, classes),
		.method = SOME(in, methods),
		.tid = input_below(in, 4),
		.attribute = SOME(in, attributes),
		.modifier = (uint32_t)input_number(in),
	};
	uint8_t mad[MAD_ROOM] = {0};
	size_t len = MAD_BYTES;

	head.class_version = input_below(in, 8) == 7
				     ? 9
				     : 1 + (head.mgmt_class == MAD_CLASS_ADMINISTRATION);
	mad_header_put(mad, &head);
	if (head.mgmt_class == MAD_CLASS_SUBNET || head.mgmt_class == MAD_CLASS_SUBNET_DIRECTED) {
		fill_mad(in, mad, head.attribute, head.method);
	} else {
		const struct mad_rmpp rmpp = {.version = 1, .type = 1, .active = input_u8(in) & 1};

		mad_rmpp_put(mad + MAD_RMPP_AT, &rmpp);
		mad[38] = 0x14;
		mad[PMA_DATA_AT + 1] = (uint8_t)input_below(in, 4);
		input_bytes(in, mad + PMA_DATA_AT + 2, input_below(in, 16));
		if (input_u8(in) & 1)
			len = UMAD_LEAST_BYTES + input_u16(in) % (sizeof(mad) - UMAD_LEAST_BYTES);
	}
	write_bytes(w, &header, mad, len);
}

/** Well-formed requests of subnet managers and diagnostics to agents of nodes. */
static void ask_agent(struct input *in, struct wire *w)
{
	static const struct {
		uint8_t mgmt_class;
		uint16_t attribute;
	} questions[] = {
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_NODE_DESCRIPTION},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_PORT_INFO},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_SWITCH_INFO},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_PKEY_TABLE},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_GUID_INFO},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_SL_TO_VL},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_VL_ARBITRATION},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_LINEAR_FORWARDING},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_MULTICAST_FORWARDING},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_LED_INFO},
		{MAD_CLASS_SUBNET_DIRECTED, SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO},
		{MAD_CLASS_PERFORMANCE, PMA_ATTRIBUTE_CLASS_PORT_INFO},
		{MAD_CLASS_PERFORMANCE, PMA_ATTRIBUTE_PORT_COUNTERS},
		{MAD_CLASS_PERFORMANCE, PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED},
	};
	const uint32_t which = input_below(in, sizeof(questions) / sizeof(questions[0]));
	const bool directed = questions[which].mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
	const uint8_t how = input_u8(in);
	const struct umad_header header = {
		.id = !directed,
		.qpn = htonl(!directed),
		.lid = htons((uint16_t)(1 + (how >> 1 & 7))),
	};
	struct smp_datagram smp = {
		.base_version = 1,
		.mgmt_class = questions[which].mgmt_class,
		.class_version = 1,
		.method = how & 1 ? MAD_METHOD_SET : MAD_METHOD_GET,
		.attribute = questions[which].attribute,
		.modifier = how >> 1 & 7,
		.hop_count = directed ? how >> 4 & 3 : 0,
		.dr_slid = directed ? MAD_PERMISSIVE_LID : 0,
		.dr_dlid = directed ? MAD_PERMISSIVE_LID : 0,
	};
	uint8_t mad[MAD_BYTES];

	if (how & 0x40)
		smp.modifier |= (uint32_t)input_u8(in) << 16;
	for (int i = 1; i < 4 && smp.hop_count; i++)
		smp.initial_path[i] = (uint8_t)(1 + input_below(in, 4));
	if (how & 1 && smp.attribute == SMP_ATTRIBUTE_PORT_INFO)
		port_info(in, smp.data);
	else
		input_bytes(in, smp.data, input_below(in, sizeof(smp.data) + 1));
	smp_datagram_put(mad, &smp);
	write_bytes(w, &header, mad, sizeof(mad));
}

/** The GID of a port, or an unknown one. */
static void some_gid(struct input *in, uint8_t gid[16])
{
	const uint8_t what = input_u8(in);
	const struct softhca *hca = host_emulator();
	const struct softhca_dev *device = hca->devices[what % hca->num_devices];

	memset(gid, 0, 16);
	if (!(what & 0x80))
		memcpy(gid, device->port[(what >> 4) % device->num_ports].gid[0].raw, 16);
}

/** Fills in the record that a request contains. The input supplies the remaining bytes. */
static uint64_t some_record(struct input *in, uint16_t attribute, uint8_t *record)
{
	struct sa_path_record path;
	struct sa_mc_member_record member;
	struct sa_service_record service;

	input_bytes(in, record, input_below(in, 64));
	switch (attribute) {
	case SA_ATTRIBUTE_PATH_RECORD:
		path = sa_path_record_get(record);
		some_gid(in, path.sgid);
		some_gid(in, path.dgid);
		sa_path_record_put(record, &path);
		return 0;
	case SA_ATTRIBUTE_MC_MEMBER_RECORD:
		member = sa_mc_member_record_get(record);
		memset(member.mgid, 0, sizeof(member.mgid));
		member.mgid[15] = (uint8_t)input_below(in, 4);
		member.mgid[0] = member.mgid[15] ? 0xff : 0;
		some_gid(in, member.port_gid);
		member.join_state = 1 + (member.join_state & 7);
		sa_mc_member_record_put(record, &member);
		return SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
		       SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;
	case SA_ATTRIBUTE_SERVICE_RECORD:
		service = sa_service_record_get(record);
		service.id &= 3;
		some_gid(in, service.gid);
		service.lease &= 7;
		sa_service_record_put(record, &service);
		return SA_SERVICE_RECORD_HAS_ID;
	default:
		return 0;
	}
}

/** Well-formed requests for records of the subnet. */
static void ask_administrator(struct input *in, struct wire *w)
{
	static const uint16_t records[] = {
		SA_ATTRIBUTE_CLASS_PORT_INFO,  SA_ATTRIBUTE_NODE_RECORD,
		SA_ATTRIBUTE_PORT_INFO_RECORD, SA_ATTRIBUTE_SWITCH_INFO_RECORD,
		SA_ATTRIBUTE_SM_INFO_RECORD,   SA_ATTRIBUTE_LINK_RECORD,
		SA_ATTRIBUTE_GUID_INFO_RECORD, SA_ATTRIBUTE_PKEY_TABLE_RECORD,
		SA_ATTRIBUTE_PATH_RECORD,      SA_ATTRIBUTE_SERVICE_RECORD,
		SA_ATTRIBUTE_MC_MEMBER_RECORD, SA_ATTRIBUTE_INFORM_INFO,
	};
	static const uint8_t asks[] = {MAD_METHOD_GET_TABLE, MAD_METHOD_GET, MAD_METHOD_SET,
				       MAD_METHOD_DELETE};
	const struct umad_header header = {
		.id = 1, .timeout_ms = input_below(in, 2), .qpn = htonl(1), .lid = htons(1)};
	struct sa_header head = {
		.common = {.base_version = 1,
			   .mgmt_class = MAD_CLASS_ADMINISTRATION,
			   .class_version = 2,
			   .attribute = SOME(in, records),
			   .method = SOME(in, asks)},
	};
	uint8_t mad[MAD_BYTES] = {0};
	const uint8_t how = input_u8(in);

	head.sm_key = how & 1;
	head.components = some_record(in, head.common.attribute, mad + SA_HEADER_SIZE);
	head.components |= how & 2 ? input_u32(in) : 0;
	sa_header_put(mad, &head);
	write_bytes(w, &header, mad, sizeof(mad));
}

/** A message of several datagrams to an agent, which may handle RMPP itself. */
static void long_message(struct input *in, struct wire *w)
{
	const uint8_t how = input_u8(in);
	const struct umad_reg_req server = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.mgmt_class_version = 2,
		.rmpp_version = how & 1,
		.method_mask = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
	};
	const struct umad_header header = {
		.id = 1, .qpn = htonl(1), .lid = htons((uint16_t)(1 + (how >> 1 & 7)))};
	const struct mad_header head = {
		.base_version = 1,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.class_version = 2,
		.method = MAD_METHOD_GET_TABLE,
	};
	const struct mad_rmpp rmpp = {.version = 1, .type = 1, .active = true};
	uint8_t mad[MAD_ROOM] = {0};

	send_ioctl(&files[how >> 4 & 3], UMAD_REGISTER_AGENT, &server, sizeof(server));
	mad_header_put(mad, &head);
	mad_rmpp_put(mad + MAD_RMPP_AT, &rmpp);
	write_bytes(w, &header, mad,
		    UMAD_LEAST_BYTES + input_u16(in) % (sizeof(mad) - UMAD_LEAST_BYTES));
}

/** Configures a node as a subnet manager does: LID, forwarding table, and port states in turn. */
static void bring_up(struct input *in, struct wire *w)
{
	const struct umad_header header = {.id = 0, .timeout_ms = 1};
	struct smp_port_info v = {.lid = 1 + input_below(in, 8), .sm_lid = 1, .neighbor_mtu = 4};
	struct smp_datagram smp = {
		.base_version = 1,
		.mgmt_class = MAD_CLASS_SUBNET_DIRECTED,
		.class_version = 1,
		.method = MAD_METHOD_SET,
		.hop_count = input_below(in, 4),
		.dr_slid = MAD_PERMISSIVE_LID,
		.dr_dlid = MAD_PERMISSIVE_LID,
	};
	uint8_t mad[MAD_BYTES];

	for (int i = 1; i < 4; i++)
		smp.initial_path[i] = (uint8_t)(1 + input_below(in, 4));
	smp.attribute = SMP_ATTRIBUTE_LINEAR_FORWARDING;
	for (int i = 0; i < 9; i++)
		smp.data[i] = (uint8_t)input_below(in, 6);
	smp_datagram_put(mad, &smp);
	write_bytes(w, &header, mad, sizeof(mad));
	smp.attribute = SMP_ATTRIBUTE_PORT_INFO;
	for (v.state = SMP_PORT_STATE_ARMED; v.state <= SMP_PORT_STATE_ACTIVE; v.state++) {
		for (smp.modifier = 0; smp.modifier < 4; smp.modifier++) {
			smp.tid++;
			smp_port_info_put(smp.data, &v);
			smp_datagram_put(mad, &smp);
			write_bytes(w, &header, mad, sizeof(mad));
		}
	}
}

/** Reads a datagram and sends it back, as a response or unchanged. */
static void read_and_respond(struct input *in, struct wire *w)
{
	const struct wire_message m = {.op = SOFTHCA_OP_MAD_READ,
				       .arg = {input_below(in, 4)
						       ? sizeof(struct umad_header) + MAD_ROOM
						       : input_u16(in)}};
	const bool reply = input_u8(in) & 1;
	struct umad_header header;
	struct mad_header head;
	uint8_t mad[MAD_ROOM] = {0};

	if (wire_exchange(w, &m) || w->bytes <= sizeof(header) + UMAD_LEAST_BYTES || !reply)
		return;
	memcpy(&header, w->reply, sizeof(header));
	memcpy(mad, w->reply + sizeof(header),
	       w->bytes - sizeof(header) < sizeof(mad) ? w->bytes - sizeof(header) : sizeof(mad));
	head = mad_header_get(mad);
	head.method ^= MAD_RESPONSE;
	mad_header_put(mad, &head);
	if (head.mgmt_class == MAD_CLASS_SUBNET_DIRECTED) {
		struct smp_datagram smp = smp_datagram_get(mad);

		smp.returning = input_u8(in) & 1;
		smp_datagram_put(mad, &smp);
	}
	write_bytes(w, &header, mad, MAD_BYTES);
}

static void change_link(struct input *in)
{
	static const char *const lines[] = {"port mlx4_0 1 down",
					    "port mlx4_0 1 up",
					    "port mlx4_1 2 down",
					    "port mlx4_1 2 up",
					    "event mlx4_0 lid_change 9",
					    "event mlx4_1 lid_change",
					    "list",
					    "fault add lose mad 2",
					    "fault add duplicate mad every 3",
					    "fault add delay 5ms mad every 2",
					    "fault clear"};
	const char *line = SOME(in, lines);
	const struct wire_message m = {
		.op = SOFTHCA_OP_CONTROL, .payload = line, .bytes = strlen(line)};
	static struct wire control = {.sock = -1, .file = -1, .taken = -1};

	wire_open(&control, true);
	wire_exchange(&control, &m);
	wire_close(&control);
}

static void act(struct input *in)
{
	const uint32_t action = input_below(in, 16);
	struct wire *w = &files[input_below(in, FILES)];
	const uint32_t id = input_below(in, 4);

	switch (action) {
	case 0:
		open_file(in, w);
		break;
	case 1:
		send_ioctl(w, input_u8(in) & 1 ? UMAD_ENABLE_PKEY : UMAD_UNREGISTER_AGENT, &id,
			   sizeof(id));
		break;
	case 2:
	case 3:
		register_agent(in, w);
		break;
	case 4:
	case 5:
	case 6:
	case 7:
		send_request(in, w);
		break;
	case 8:
	case 9:
		read_and_respond(in, w);
		break;
	case 10:
		bring_up(in, w);
		break;
	case 11:
		host_sleep((uint64_t)input_u8(in) * MILLISECOND);
		break;
	case 12:
		change_link(in);
		break;
	case 13:
		ask_agent(in, w);
		break;
	case 14:
		long_message(in, w);
		break;
	default:
		ask_administrator(in, w);
	}
}

/* --- the fabric ------------------------------------------------------------------------------ */

/** Parses the text as a topology file. Returns NULL if it is invalid. */
static struct softhca_topology *parse_topology(const char *text, size_t bytes)
{
	char path[64], error[512];
	int fd = memfd_create("topology", MFD_CLOEXEC);
	struct softhca_topology *t;

	if (fd < 0 || write(fd, text, bytes) != (ssize_t)bytes)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	t = softhca_topology_read(path, error, sizeof(error));
	close(fd);
	return t;
}

static struct softhca_topology *some_topology(struct input *in)
{
	static const char tree[] =
		"switch leaf 4\nswitch spine 2\nlink mlx4_0 leaf:1\nlink mlx4_1:1 leaf:2\n"
		"link leaf:4 spine:1\nlink mlx4_1:2 spine:2\n";
	char text[256];
	size_t bytes;

	switch (input_below(in, 4)) {
	case 0:
		return NULL;
	case 1:
		return parse_topology("link mlx4_0 mlx4_1:2", 20);
	case 2:
		return parse_topology(tree, sizeof(tree) - 1);
	default:
		bytes = input_u8(in);
		bytes = bytes < in->left ? bytes : in->left;
		input_bytes(in, text, bytes);
		return parse_topology(text, bytes);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct softhca_topology *topology = some_topology(&in);

	host_memory_repeats = true;
	if (!host_start_fabric("mlx4_0,mlx4_1:2,mlx4_2,rxe_0,cxgb3_0", topology)) {
		free(topology);
		return 0;
	}
	for (int i = 0; i < FILES; i++)
		files[i].sock = files[i].file = files[i].taken = -1;
	for (int i = 0; i < MAX_ACTIONS && in.left; i++)
		act(&in);
	for (int i = 0; i < FILES; i++)
		wire_close(&files[i]);
	host_stop();
	free(topology);
	return 0;
}
