/* SPDX-License-Identifier: BSD-2-Clause */
/* create_ah. */
#include "create.h"

#include <inverbs/adapters/mlx4.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"
#include "providers/gen/mlx4_ops.h"

/* The case that determines the responses to the provider's queries. */
static const json_t *current;

static int source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index, union ibv_gid *gid)
{
	(void)ctx;
	(void)port;
	(void)index;
	memset(gid, 0, sizeof(*gid));
	copy_bytes(current, "source_gid", gid->raw, sizeof(gid->raw));
	return 0;
}

static int find_neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			  struct inverbs_neighbour *out)
{
	const json_t *response = json_object_get(current, "neighbour_resolution");

	(void)ctx;
	(void)attr;
	copy_bytes(response, "mac", out->mac, sizeof(out->mac));
	out->vlan = (uint16_t)number(response, "vid", INVERBS_NO_VLAN);
	return response ? abs((int)number(response, "ret", 0)) : -1;
}

static void port_answers(struct create *c)
{
	const json_t *port = json_object_get(c->vector, "port");

	if (is_text(port, "link_layer", "ETHERNET"))
		c->kernel.link_layer = IBV_LINK_LAYER_ETHERNET;
	if (number(port, "ip_based_gids", 0))
		c->kernel.port_cap_flags |= IBV_PORT_IP_BASED_GIDS;
	if (number(port, "grh_required", 0))
		c->kernel.port_flags |= IBV_QPF_GRH_REQUIRED;
	c->kernel.pdn = (uint32_t)number(c->vector, "pdn", 0);
}

static void make_ah(struct create *c)
{
	const json_t *json = json_object_get(c->vector, "ah_attr"),
		     *grh = json_object_get(json, "grh");
	struct ibv_ah_attr attr = {
		.port_num = (uint8_t)number(json, "port_num", 0),
		.dlid = (uint16_t)number(json, "dlid", 0),
		.sl = (uint8_t)number(json, "sl", 0),
		.src_path_bits = (uint8_t)number(json, "src_path_bits", 0),
		.static_rate = (uint8_t)number(json, "static_rate", 0),
		.is_global = number(json, "is_global", 0) != 0,
		.grh =
			{
				.flow_label = (uint32_t)number(grh, "flow_label", 0),
				.sgid_index = (uint8_t)number(grh, "sgid_index", 0),
				.hop_limit = (uint8_t)number(grh, "hop_limit", 0),
				.traffic_class = (uint8_t)number(grh, "traffic_class", 0),
			},
	};

	copy_bytes(grh, "dgid", attr.grh.dgid.raw, sizeof(attr.grh.dgid.raw));
	current = c->vector;
	inverbs_facts_of(&c->ctx)->source_gid = source_gid;
	inverbs_facts_of(&c->ctx)->neighbour = find_neighbour;
	c->err = inverbs_provider_mlx4.create_ah(&c->pd, &attr, &c->ah);
}

static void check_av(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	struct bytes expected = expected_bytes(value, r);

	check_bytes(r, "address vector", c->ah.av, expected.data, expected.len);
	free_bytes(&expected);
}

static bool is_undefined(const json_t *value)
{
	return same_text(text_of(value), "undefined");
}

static void check_mac(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	struct bytes expected = {NULL, 0};

	if (!is_undefined(value))
		expected = expected_bytes(value, r);
	check_bytes(r, "MAC", c->ah.mac, expected.data, expected.len);
	free_bytes(&expected);
}

static void check_vlan(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	if (!is_undefined(value))
		check_number(r, "VLAN tag", c->ah.vlan, number_of(value));
}

static const struct expectation ah_expectations[] = {
	{"result", check_result}, {"errno", check_errno}, {"av", check_av},
	{"mac", check_mac},       {"vlan", check_vlan},   {NULL, NULL},
};

void mlx4_replay_create_ah(const json_t *vector, struct report *r)
{
	struct create *c = create_start(vector);

	port_answers(c);
	if (create_open_pd(c, 4, r)) {
		make_ah(c);
		check_expectations(c->expect, ah_expectations, c, r);
	}
	free(c);
}
