/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compiling is the test, with -D_DEBUG_ and without: code written for another system defines
 * functions whose names POSIX headers also declare, includes few headers, and uses trace macros.
 */
#include <complib/cl_debug.h>
#include <complib/cl_event.h>
#include <complib/cl_mutex.h>
#include <complib/cl_qlist.h>
#include <complib/cl_thread.h>
#include <complib/cl_timer.h>
#include <iba/ib_al.h>

enum {
	LEVEL = 1
};

struct option {
	const char *name;
};

static char *optarg;
uint32_t outside_levels = CL_DBG_ERROR;
char getopt_long(int argc, char *argv[], const char *letters, const struct option *words,
		 void *unused);
ib_api_status_t outside_query(ib_al_handle_t h_al, ib_query_req_t *p_query_req);

char getopt_long(int argc, char *argv[], const char *letters, const struct option *words,
		 void *unused)
{
	UNUSED_PARAM(unused);
	UNUSED_PARAM(letters);
	UNUSED_PARAM(words);
	CL_ENTER(LEVEL, outside_levels)
	optarg = argc > 1 ? argv[1] : NULL;
	CL_PRINT(LEVEL, outside_levels, ("%d words\n", argc));
	CL_TRACE(CL_DBG_ERROR, outside_levels, ("of %s and %p\n", letters, (const void *)words));
	CL_ASSERT(argc >= 0);
	CL_EXIT(LEVEL, outside_levels)
	return optarg ? *optarg : 0;
}

static void AL_API on_query(IN ib_query_rec_t *p_query_rec)
{
	printf("%" PRIdSIZE_T " records, %" PRIx64 "\n", (size_t)p_query_rec->result_cnt,
	       cl_get_time_stamp());
}

/** Uses the memory functions without including their header, and passes NULL for the query's
 * handle. */
ib_api_status_t outside_query(ib_al_handle_t h_al, ib_query_req_t *p_query_req)
{
	uint8_t *memory = (uint8_t *)cl_zalloc(8);

	cl_memclr(memory, memory ? 8 : 0);
	cl_free(memory);
	p_query_req->pfn_query_cb = on_query;
	CL_TRACE_EXIT(LEVEL, outside_levels, ("asked\n"));
	return ib_query(h_al, p_query_req, NULL);
}
