/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the plug-and-play events of one class until SIGINT or SIGTERM: adapters, their ports, or
 * the I/O units and controllers of the fabric.
 */
#include <iba/ib_al.h>

#include <complib/cl_byteswap.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/program.h"

static const struct {
	const char *name;
	ib_pnp_class_t pnp_class;
} pnp_classes[] = {
	{"ca", IB_PNP_CA}, {"port", IB_PNP_PORT}, {"iou", IB_PNP_IOU}, {"ioc", IB_PNP_IOC}};

/* Flush each line, for programs that read it from a pipe. */
static ib_api_status_t print_event(ib_pnp_rec_t *rec)
{
	const ib_pnp_ioc_rec_t *ioc = (const ib_pnp_ioc_rec_t *)rec;

	printf("%s", ib_get_pnp_event_str(rec->pnp_event));
	if (rec->guid)
		printf(" 0x%016" PRIx64, CL_NTOH64(rec->guid));
	if (rec->ca_guid && rec->ca_guid != rec->guid)
		printf(" by adapter 0x%016" PRIx64, CL_NTOH64(rec->ca_guid));
	if (rec->pnp_event == IB_PNP_IOC_ADD) {
		printf(" \"%.64s\"", ioc->info.profile.id_string);
		for (unsigned int i = 0; i < ioc->info.profile.num_svc_entries; i++)
			printf(", service \"%.40s\"", ioc->svc_entry_array[i].name);
	}
	printf("\n");
	fflush(stdout);
	return IB_SUCCESS;
}

static ib_pnp_class_t pnp_class_of(const char *name)
{
	for (size_t i = 0; i < sizeof(pnp_classes) / sizeof(pnp_classes[0]); i++)
		if (!strcmp(pnp_classes[i].name, name))
			return pnp_classes[i].pnp_class;
	return 0;
}

static int print_events(ib_al_handle_t al, ib_pnp_class_t pnp_class, const sigset_t *end_signals)
{
	const ib_pnp_req_t req = {.pnp_class = pnp_class | IB_PNP_FLAG_REG_COMPLETE,
				  .pfn_pnp_cb = print_event};
	ib_pnp_handle_t registration;
	ib_api_status_t status = ib_reg_pnp(al, &req, &registration);
	int end_signal;

	if (status != IB_SUCCESS)
		return complain("ib_reg_pnp: %s", ib_get_err_str(status));
	sigwait(end_signals, &end_signal);
	return ib_dereg_pnp(registration, ib_sync_destroy) == IB_SUCCESS ? 0 : -1;
}

int main(int argc, char *argv[])
{
	const ib_pnp_class_t pnp_class = argc == 2 ? pnp_class_of(argv[1]) : 0;
	ib_api_status_t status;
	ib_al_handle_t al;
	sigset_t end_signals;
	int failed;

	if (!pnp_class) {
		fprintf(stderr, "usage: pnp_watch ca|port|iou|ioc\n");
		return EXIT_FAILURE;
	}
	sigemptyset(&end_signals);
	sigaddset(&end_signals, SIGINT);
	sigaddset(&end_signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &end_signals, NULL);
	status = ib_open_al(&al);
	if (status != IB_SUCCESS) {
		complain("ib_open_al: %s", ib_get_err_str(status));
		return EXIT_FAILURE;
	}
	failed = print_events(al, pnp_class, &end_signals);
	ib_close_al(al);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
