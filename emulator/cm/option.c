/* SPDX-License-Identifier: BSD-2-Clause */
/* The command SET_OPTION: options of identifiers. */
#include <errno.h>

#include "cm/internal.h"

static int fetch_option(const struct cm_command *c, uint64_t addr, void *to, size_t bytes)
{
	struct dma_space space = softhca_dma_space_of(c->file->pipe.process);
	int err;

	err = softhca_dma_probe(&space, addr, bytes); /* in-process, a bad address would fault */
	if (!err && softhca_dma_read(&space, to, addr, bytes))
		err = EFAULT;
	softhca_dma_space_fini(&space);
	return err;
}

static int set_byte(const struct cm_command *c, const struct ucma_set_option_req *r, uint8_t *to)
{
	if (r->optlen != sizeof(*to))
		return EINVAL;
	return fetch_option(c, r->optval, to, sizeof(*to));
}

static int set_flag(const struct cm_command *c, const struct ucma_set_option_req *r, bool *to)
{
	int32_t value;
	int err;

	if (r->optlen != sizeof(value))
		return EINVAL;
	err = fetch_option(c, r->optval, &value, sizeof(value));
	if (!err)
		*to = value != 0;
	return err;
}

/* Set an option that affects binding. It must be set before the identifier is bound. */
static int set_bind_flag(const struct cm_command *c, const struct ucma_set_option_req *r,
			 const struct cm_id *id, bool *to)
{
	return id->state == CM_IDLE ? set_flag(c, r, to) : EINVAL;
}

static int set_id_option(const struct cm_command *c, const struct ucma_set_option_req *r,
			 struct cm_id *id)
{
	switch (r->optname) {
	case UCMA_ID_OPTION_TOS:
		return set_byte(c, r, &id->tos);
	case UCMA_ID_OPTION_REUSEADDR:
		return set_bind_flag(c, r, id, &id->reuse_address);
	case UCMA_ID_OPTION_AFONLY:
		return set_bind_flag(c, r, id, &id->family_only);
	case UCMA_ID_OPTION_ACK_TIMEOUT:
		return set_byte(c, r, &id->ack_timeout);
	default:
		return ENOSYS;
	}
}

/* The program sets the path records itself: no need to resolve the route. */
static int set_path(const struct cm_command *c, const struct ucma_set_option_req *r,
		    struct cm_id *id)
{
	struct ucma_path_data first;
	int err;

	if (!r->optlen || r->optlen % sizeof(first))
		return EINVAL;
	err = fetch_option(c, r->optval, &first, sizeof(first));
	if (err)
		return err;
	if (id->state != CM_ADDRESS_KNOWN || !id->port ||
	    (first.flags & UCMA_PATH_FLAGS) != UCMA_PATH_FLAGS)
		return EINVAL;
	softhca_mad_query_cancel(&id->query);
	id->managed = false;
	softhca_cm_set_state(id, CM_ROUTE_KNOWN);
	softhca_cm_queue_event(id, UCMA_EVENT_ROUTE_RESOLVED, 0);
	return 0;
}

int softhca_cm_cmd_set_option(const struct cm_command *c)
{
	struct ucma_set_option_req request;
	struct cm_id *id;
	int err;

	ucma_read_set_option(c->parsed, &request);
	err = softhca_cm_id_find(c->file, request.id, &id);
	if (err)
		return err;
	if (request.level == UCMA_OPTION_LEVEL_ID)
		return set_id_option(c, &request, id);
	if (request.level == UCMA_OPTION_LEVEL_IB && request.optname == UCMA_IB_OPTION_PATH)
		return set_path(c, &request, id);
	return ENOSYS;
}
