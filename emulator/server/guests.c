/* SPDX-License-Identifier: BSD-2-Clause */
#include "server/guests.h"

#include "base/log.h"
#include "base/quota.h"

/** Time for HELLO: programs send it at once, but the machine may be busy. */
static const uint64_t hello_ns = UINT64_C(5000000000);

static struct softhca_client *guest_of(struct softhca_link *link)
{
	return softhca_entry(link, struct softhca_client, in_guests);
}

static void add_guest(struct softhca_client *client)
{
	softhca_list_add_last(&client->server->guests, &client->in_guests);
	client->server->num_guests++;
	if (client->process)
		client->process->idle++;
}

static void remove_guest(struct softhca_client *client)
{
	softhca_link_remove(&client->in_guests);
	client->server->num_guests--;
	if (client->process)
		client->process->idle--;
}

static bool is_guest(const struct softhca_client *client)
{
	return !client->charged;
}

static unsigned int guests_of(const struct softhca_client *client)
{
	return client->process ? client->process->idle : 1;
}

/** Returns the connection that was silent longest, of the process that has most guests. */
static struct softhca_client *guest_to_drop(const struct softhca_server *server)
{
	const struct softhca_link *head = &server->guests;
	struct softhca_client *found = NULL;

	for (struct softhca_link *pos = head->next; pos != head; pos = pos->next) {
		if (!found || guests_of(guest_of(pos)) > guests_of(found))
			found = guest_of(pos);
	}
	return found;
}

struct softhca_client *softhca_guest_connected(struct softhca_client *client)
{
	struct softhca_server *server = client->server;
	struct softhca_client *goes;

	client->accepted_at = softhca_now();
	softhca_list_add_last(&server->lobby, &client->in_lobby);
	add_guest(client);
	if ((client->process && client->process->own) || server->num_guests <= softhca_quota_idle())
		return NULL;
	goes = guest_to_drop(server);
	softhca_log(client->hca, SOFTHCA_LOG_WARNING,
		    "too many connections with nothing open: one of process %d, which has %u, is "
		    "closed",
		    (int)goes->pid, guests_of(goes));
	return goes;
}

void softhca_guest_greeted(struct softhca_client *client)
{
	client->greeted = true;
	softhca_link_remove(&client->in_lobby);
}

void softhca_guest_active(struct softhca_client *client)
{
	if (!is_guest(client))
		return;
	softhca_link_remove(&client->in_guests);
	softhca_list_add_last(&client->server->guests, &client->in_guests);
}

int softhca_guest_promote(struct softhca_client *client)
{
	int ret = softhca_charge(client->process, SOFTHCA_CONNECTIONS, 1, 0);

	if (ret)
		return ret;
	ret = softhca_charge(client->process, SOFTHCA_DESCRIPTORS, 1, 0);
	if (ret) {
		softhca_uncharge(client->process, SOFTHCA_CONNECTIONS, 1);
		return ret;
	}
	remove_guest(client);
	client->charged = true;
	return 0;
}

static void uncharge_client(struct softhca_client *client)
{
	softhca_uncharge(client->process, SOFTHCA_DESCRIPTORS, 1);
	softhca_uncharge(client->process, SOFTHCA_CONNECTIONS, 1);
	client->charged = false;
}

void softhca_guest_demote(struct softhca_client *client)
{
	uncharge_client(client);
	add_guest(client);
}

void softhca_guest_disconnected(struct softhca_client *client)
{
	softhca_link_remove(&client->in_lobby);
	if (is_guest(client))
		remove_guest(client);
	else
		uncharge_client(client);
}

/* --- the time for HELLO ------------------------------------------------------------------ */

static struct softhca_client *first_in_lobby(const struct softhca_server *server)
{
	const struct softhca_link *head = &server->lobby;

	return head->next == head ? NULL
				  : softhca_entry(head->next, struct softhca_client, in_lobby);
}

uint64_t softhca_guests_deadline(const struct softhca_server *server)
{
	const struct softhca_client *client = first_in_lobby(server);

	return client ? client->accepted_at + hello_ns : UINT64_MAX;
}

struct softhca_client *softhca_guest_overdue(const struct softhca_server *server, uint64_t now)
{
	struct softhca_client *client = first_in_lobby(server);

	if (!client || now < client->accepted_at + hello_ns)
		return NULL;
	softhca_log(client->hca, SOFTHCA_LOG_WARNING,
		    "process %d sent no HELLO in time: connection closed", (int)client->pid);
	return client;
}
