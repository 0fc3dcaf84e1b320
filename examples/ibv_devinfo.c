/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows the attributes of devices and their ports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/device_facts.h"
#include "common/devinfo_lines.h"
#include "common/options.h"
#include "common/program.h"
#include "tools/document.h"

/* On AIX, one device is shown unless another is named, and -l must be given alone. */
#ifdef INVERBS_AIX
#define WHICH "the first"
enum {
	FIRST_ONLY = true
};
#else
#define WHICH "all"
enum {
	FIRST_ONLY = false
};
#endif

struct options {
	const char *device; /* NULL: all devices, or the first one */
	unsigned int port;  /* 0: all ports */
	bool list;
	bool verbose;
	bool json;
};

static void print_limits(const struct ibv_device_attr *a)
{
	print_hex("max_mr_size:", a->max_mr_size, 1);
	print_hex("page_size_cap:", a->page_size_cap, 1);
	print_count("max_qp:", a->max_qp);
	print_count("max_qp_wr:", a->max_qp_wr);
	print_flags("device_cap_flags:", a->device_cap_flags, device_flag_names);
	print_count("max_sge:", a->max_sge);
	print_count("max_sge_rd:", a->max_sge_rd);
	print_count("max_cq:", a->max_cq);
	print_count("max_cqe:", a->max_cqe);
	print_count("max_mr:", a->max_mr);
	print_count("max_pd:", a->max_pd);
	print_count("max_qp_rd_atom:", a->max_qp_rd_atom);
	print_count("max_ee_rd_atom:", a->max_ee_rd_atom);
	print_count("max_res_rd_atom:", a->max_res_rd_atom);
	print_count("max_qp_init_rd_atom:", a->max_qp_init_rd_atom);
	print_count("max_ee_init_rd_atom:", a->max_ee_init_rd_atom);
	print_line("atomic_cap:", atomic_cap_name(a->atomic_cap));
	print_count("max_ee:", a->max_ee);
	print_count("max_rdd:", a->max_rdd);
	print_count("max_mw:", a->max_mw);
	print_count("max_raw_ipv6_qp:", a->max_raw_ipv6_qp);
	print_count("max_raw_ethy_qp:", a->max_raw_ethy_qp);
	print_count("max_mcast_grp:", a->max_mcast_grp);
	print_count("max_mcast_qp_attach:", a->max_mcast_qp_attach);
	print_count("max_total_mcast_qp_attach:", a->max_total_mcast_qp_attach);
	print_count("max_ah:", a->max_ah);
	print_count("max_fmr:", a->max_fmr);
	print_count("max_map_per_fmr:", a->max_map_per_fmr);
	print_count("max_srq:", a->max_srq);
	print_count("max_srq_wr:", a->max_srq_wr);
	print_count("max_srq_sge:", a->max_srq_sge);
	print_count("max_pkeys:", a->max_pkeys);
	print_count("local_ca_ack_delay:", a->local_ca_ack_delay);
}

static void print_device(struct ibv_context *ctx, const struct ibv_device_attr *a, bool verbose)
{
	struct ibv_device *device = ctx->device;

	if (devinfo_uses_json()) {
		document_text("name", ibv_get_device_name(device));
		document_text("adapter", device_adapter(ctx));
		document_flag("emulated", device_is_emulated(ctx));
	} else {
		printf("hca_id:\t%s\n", ibv_get_device_name(device));
	}
	print_named("transport:", transport_name(device->transport_type), device->transport_type);
	print_line("fw_ver:", a->fw_ver);
	print_guid("node_guid:", a->node_guid);
	print_guid("sys_image_guid:", a->sys_image_guid);
	print_hex("vendor_id:", a->vendor_id, 4);
	print_count("vendor_part_id:", a->vendor_part_id);
	print_hex("hw_ver:", a->hw_ver, 1);
	print_count("phys_port_cnt:", a->phys_port_cnt);
	if (verbose)
		print_limits(a);
}

/* On Ethernet, a GID's type is RoCE v1 or v2. */
static const char *gid_type(struct ibv_context *ctx, unsigned int port, int index)
{
	struct ibv_gid_entry entry;

	if (ibv_query_gid_ex(ctx, port, (uint32_t)index, &entry, 0))
		return "";
	switch (entry.gid_type) {
	case IBV_GID_TYPE_ROCE_V1:
		return ", RoCE v1";
	case IBV_GID_TYPE_ROCE_V2:
		return ", RoCE v2";
	default:
		return "";
	}
}

static void print_gid(const union ibv_gid *gid, int index, const char *type)
{
	char text[3 * sizeof(gid->raw)];
	size_t used = 0;

	for (unsigned int b = 0; b < sizeof(gid->raw); b++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%02x%s", gid->raw[b],
					 b % 2 && b < sizeof(gid->raw) - 1 ? ":" : "");
	if (!devinfo_uses_json()) {
		printf("\t\t\tGID[%3d]:               %s%s\n", index, text, type);
		return;
	}
	document_object(NULL);
	document_number("index", (uint64_t)index);
	document_text("gid", text);
	if (*type)
		document_text("type", type + strlen(", "));
	document_end();
}

static void print_gids(struct ibv_context *ctx, unsigned int port, int count)
{
	static const union ibv_gid none;
	union ibv_gid gid;

	for (int i = 0; i < count; i++) {
		if (ibv_query_gid(ctx, (uint8_t)port, i, &gid)) {
			complain("port %u: cannot read GID %d", port, i);
			return;
		}
		if (memcmp(gid.raw, none.raw, sizeof(gid.raw)) == 0)
			continue;
		print_gid(&gid, i, gid_type(ctx, port, i));
	}
}

static void print_port_details(struct ibv_context *ctx, unsigned int port,
			       const struct ibv_port_attr *p)
{
	port_hex("max_msg_sz:", p->max_msg_sz, 1);
	port_hex("port_cap_flags:", p->port_cap_flags, 8);
	port_value("max_vl_num:", vl_name(p->max_vl_num), p->max_vl_num);
	port_hex("bad_pkey_cntr:", p->bad_pkey_cntr, 1);
	port_hex("qkey_viol_cntr:", p->qkey_viol_cntr, 1);
	port_count("sm_sl:", p->sm_sl);
	port_count("pkey_tbl_len:", p->pkey_tbl_len);
	port_count("gid_tbl_len:", (unsigned long)p->gid_tbl_len);
	port_count("subnet_timeout:", p->subnet_timeout);
	port_count("init_type_reply:", p->init_type_reply);
	port_value("active_width:", width_name(p->active_width), p->active_width);
	port_value("active_speed:", speed_name(p->active_speed), p->active_speed);
	port_value("phys_state:", phys_state_name(p->phys_state), p->phys_state);
	if (devinfo_uses_json())
		document_array("gids");
	print_gids(ctx, port, p->gid_tbl_len);
	if (devinfo_uses_json())
		document_end();
}

static int print_port(struct ibv_context *ctx, unsigned int port, bool verbose)
{
	struct ibv_port_attr p;
	int err = ibv_query_port(ctx, (uint8_t)port, &p);

	if (err)
		return complain_errno(err, "cannot query port %u", port);
	if (devinfo_uses_json()) {
		document_object(NULL);
		document_number("port", port);
	} else {
		printf("\t\tport:\t%u\n", port);
	}
	port_value("state:", port_state_name(p.state), p.state);
	port_mtu("max_mtu:", p.max_mtu);
	port_mtu("active_mtu:", p.active_mtu);
	port_count("sm_lid:", p.sm_lid);
	port_count("port_lid:", p.lid);
	port_hex("port_lmc:", p.lmc, 2);
	port_line("link_layer:", link_layer_name(p.link_layer));
	if (verbose)
		print_port_details(ctx, port, &p);
	if (devinfo_uses_json())
		document_end();
	return 0;
}

static int print_ports(struct ibv_context *ctx, const struct ibv_device_attr *a,
		       const struct options *opt)
{
	int bad = 0;

	if (opt->port > a->phys_port_cnt)
		return complain("%s has no port %u", ibv_get_device_name(ctx->device), opt->port);
	if (opt->json)
		document_array("ports");
	for (unsigned int port = 1; port <= a->phys_port_cnt; port++) {
		if (!opt->port || opt->port == port)
			bad |= print_port(ctx, port, opt->verbose);
	}
	if (opt->json)
		document_end();
	else
		putchar('\n');
	return bad;
}

static int show_device(struct ibv_device *device, const struct options *opt)
{
	struct ibv_context *ctx = ibv_open_device(device);
	struct ibv_device_attr attr;
	int bad;

	if (!ctx)
		return complain_errno(errno, "cannot open %s", ibv_get_device_name(device));
	bad = ibv_query_device(ctx, &attr);
	if (opt->json)
		document_object(NULL);
	if (bad) {
		complain_errno(bad, "cannot query %s", ibv_get_device_name(device));
	} else {
		print_device(ctx, &attr, opt->verbose);
		bad = print_ports(ctx, &attr, opt);
	}
	if (opt->json)
		document_end();
	ibv_close_device(ctx);
	return bad;
}

static void list_names(struct ibv_device **list, int count)
{
	if (devinfo_uses_json()) {
		for (int i = 0; i < count; i++) {
			document_object(NULL);
			document_text("name", ibv_get_device_name(list[i]));
			document_end();
		}
		return;
	}
	printf("%d HCA%s found:\n", count, count == 1 ? "" : "s");
	for (int i = 0; i < count; i++)
		printf("\t%s\n", ibv_get_device_name(list[i]));
	putchar('\n');
}

static int show(struct ibv_device **list, int count, const struct options *opt)
{
	bool found = false;
	int bad = 0;

	if (opt->list) {
		list_names(list, count);
		return 0;
	}
	for (int i = 0; i < count && !(FIRST_ONLY && found); i++) {
		if (opt->device && strcmp(ibv_get_device_name(list[i]), opt->device) != 0)
			continue;
		found = true;
		bad |= show_device(list[i], opt);
	}
	if (found)
		return bad;
	if (opt->device)
		return complain("there is no device %s", opt->device);
	return complain("no device found");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *opt = state->input;
	unsigned long port;

	switch (key) {
	case 'd':
		opt->device = arg;
		return 0;
	case 'i':
		if (parse_number(arg, "port", 1, 255, &port))
			return EINVAL;
		opt->port = (unsigned int)port;
		return 0;
	case 'l':
		opt->list = true;
		return 0;
	case 'v':
		opt->verbose = true;
		return 0;
	case 'J':
		opt->json = true;
		return 0;
	case 'h':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case ARGP_KEY_END:
		if (FIRST_ONLY && opt->list && (opt->device || opt->port || opt->verbose))
			argp_error(state, "-l cannot be combined with other options");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"ib-dev", 'd', "NAME", 0, "Only this device (default: " WHICH ")", 0},
	{"ib-port", 'i', "PORT", 0, "Only this port (default: all)", 0},
	{"list", 'l', NULL, 0, "Only the names of devices", 0},
	{"verbose", 'v', NULL, 0, "Everything", 0},
	{"json", 'J', NULL, 0, "A JSON object instead of text", 0},
	{NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Show attributes of RDMA devices and their ports.",
};

int main(int argc, char *argv[])
{
	struct options opt = {0};
	struct ibv_device **list;
	int count;
	int verdict;

	read_options(&argp, argc, argv, &opt);
	list = ibv_get_device_list(&count);
	if (!list) {
		complain_errno(errno, "cannot list devices");
		return EXIT_FAILURE;
	}
	if (opt.json) {
		devinfo_use_json();
		document_open();
		document_array("devices");
	}
	verdict = show(list, count, &opt);
	ibv_free_device_list(list);
	if (opt.json && verdict)
		document_discard();
	else if (opt.json)
		verdict = document_print();
	return verdict ? EXIT_FAILURE : EXIT_SUCCESS;
}
