/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Acts as an I/O controller with the given services on the first adapter, until SIGINT or SIGTERM:
 * the adapter's ports respond to device management (see `query unit` and `pnp_watch ioc`).
 */
#include <iba/ib_al.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/program.h"

static bool check_status(ib_api_status_t status, const char *what)
{
	if (status == IB_SUCCESS)
		return true;
	complain("%s: %s", what, ib_get_err_str(status));
	return false;
}

static bool add_services(ib_ioc_handle_t ioc, char *names[])
{
	for (unsigned int i = 0; names[i]; i++) {
		ib_svc_entry_t entry = {.id = i};
		ib_svc_handle_t svc;

		snprintf(entry.name, sizeof(entry.name), "%s", names[i]);
		if (!check_status(ib_add_svc_entry(ioc, &entry, &svc), "ib_add_svc_entry"))
			return false;
	}
	return true;
}

static bool register_controller(ib_al_handle_t al, char *names[])
{
	ib_ioc_profile_t profile = {.id_string = "an example"};
	ib_ioc_handle_t ioc;
	ib_ca_handle_t ca;

	if (!check_status(ib_get_guid(al, 0, IB_PNP_CA, 0, &profile.ioc_guid), "ib_get_guid") ||
	    !check_status(ib_open_ca(al, profile.ioc_guid, NULL, NULL, &ca), "ib_open_ca") ||
	    !check_status(ib_create_ioc(ca, &profile, &ioc), "ib_create_ioc"))
		return false;
	return add_services(ioc, names) && check_status(ib_reg_ioc(ioc), "ib_reg_ioc");
}

int main(int argc, char *argv[])
{
	ib_al_handle_t al;
	sigset_t end_signals;
	int end_signal;
	bool registered;

	if (argc < 2) {
		fprintf(stderr, "usage: controller SERVICE...\n");
		return EXIT_FAILURE;
	}
	sigemptyset(&end_signals);
	sigaddset(&end_signals, SIGINT);
	sigaddset(&end_signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &end_signals, NULL);
	if (!check_status(ib_open_al(&al), "ib_open_al"))
		return EXIT_FAILURE;
	registered = register_controller(al, argv + 1);
	if (registered) {
		printf("registered\n");
		fflush(stdout);
		sigwait(&end_signals, &end_signal);
	}
	ib_close_al(al); /* closes everything that was created */
	return registered ? EXIT_SUCCESS : EXIT_FAILURE;
}
