/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inverbs_perf -t call. Each library has its own program (call/measure.c), because one program
 * cannot be both bound and unbound, or use two libraries that define the same names. The programs
 * run one after the other.
 */
#include "perf_call.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call_report.h"
#include "examples/common/device_facts.h"
#include "examples/common/program.h"
#include "tools/document.h"

/** What is measured, and on which processor. */
struct setting {
	char device[64], adapter[32];
	bool emulated;
	char governor[32]; /**< empty: unknown */
	int processors;    /**< number of processors on which this program may run */
	int processor;     /**< processor on which it is running */
	bool isolated;     /**< the kernel keeps other work from some processors */
	int gid_index;
};

/* --- the machine ------------------------------------------------------------------------- */

static void read_word(const char *path, char *to, size_t room)
{
	FILE *file = fopen(path, "r");

	*to = '\0';
	if (!file)
		return;
	if (fgets(to, (int)room, file))
		to[strcspn(to, "\n")] = '\0';
	fclose(file);
}

static void read_processor_setting(struct setting *s)
{
	char path[128], isolated[64];
	cpu_set_t set;

	s->processor = sched_getcpu();
	s->processors = sched_getaffinity(0, sizeof(set), &set) ? 0 : CPU_COUNT(&set);
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor",
		 s->processor);
	read_word(path, s->governor, sizeof(s->governor));
	read_word("/sys/devices/system/cpu/isolated", isolated, sizeof(isolated));
	s->isolated = *isolated != '\0';
}

static void print_advice(const struct setting *s, const struct call_result *results)
{
	if (s->emulated)
		puts("\nThe device is emulated: no adapter writes into the memory that calls "
		     "read, or takes their doorbells.");
	if (s->processors > 1)
		printf("Not pinned: it may run on %d processors; try: taskset -c %d inverbs_perf "
		       "-t "
		       "call\n",
		       s->processors, s->processor);
	if (!s->isolated)
		puts("No processor is isolated, so p99.9 includes interrupts and other programs; "
		     "try "
		     "the kernel's option isolcpus=");
	if (s->governor[0] && strcmp(s->governor, "performance") != 0)
		printf("The frequency governor is %s; try: cpupower frequency-set -g performance\n",
		       s->governor);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (!results[l].missing[0] && results[l].head.why_not[0]) {
			printf("Instructions are not counted: %s; try: sysctl "
			       "kernel.perf_event_paranoid=2, on hardware\n",
			       results[l].head.why_not);
			return;
		}
	}
}

/* --- running a program ------------------------------------------------------------------- */

/**
 * Find a program beside this one, or where it is installed. Returns false if it is in neither
 * place.
 */
static bool find_program(const char *name, char *path, size_t room)
{
	static const char *const folders[] = {"", "../libexec/inverbs/"};
	char self[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *end;

	if (n <= 0)
		return false;
	self[n] = '\0';
	end = strrchr(self, '/');
	if (!end)
		return false;
	end[1] = '\0';
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		if ((size_t)snprintf(path, room, "%s%s%s", self, folders[i], name) < room &&
		    access(path, X_OK) == 0)
			return true;
	}
	return false;
}

static bool read_fully(FILE *from, void *to, size_t bytes)
{
	return fread(to, 1, bytes, from) == bytes;
}

static int read_result(FILE *from, struct call_result *r)
{
	if (!read_fully(from, &r->head, sizeof(r->head)))
		return -1;
	for (int c = 0; c < CALL_CASES; c++) {
		struct samples *s = &r->samples[c];
		struct call_case about;

		if (!read_fully(from, &about, sizeof(about)) || about.count > CALL_MAX_SAMPLES)
			return -1;
		snprintf(r->name[c], sizeof(r->name[c]), "%.*s", CALL_NAME - 1, about.name);
		if (!about.count)
			continue; /* a poll found fewer completions than expected */
		if (samples_open(s, about.count) ||
		    !read_fully(from, s->ns, about.count * sizeof(*s->ns)))
			return -1;
		s->count = about.count;
		r->ns[c] = samples_percentiles(s);
		r->ns[c].min /= CALL_BATCH;
		r->ns[c].mean /= CALL_BATCH;
		r->ns[c].p50 /= CALL_BATCH;
		r->ns[c].p90 /= CALL_BATCH;
		r->ns[c].p99 /= CALL_BATCH;
		r->ns[c].p999 /= CALL_BATCH;
		r->ns[c].max /= CALL_BATCH;
	}
	return 0;
}

/** Start a program, with its standard output in a pipe. */
static pid_t start_program(char *const argv[], int *out)
{
	int pipes[2];
	pid_t child;

	if (pipe(pipes))
		return -1;
	child = fork();
	if (child == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		execv(argv[0], argv);
		_exit(127);
	}
	close(pipes[1]);
	*out = pipes[0];
	return child;
}

static void measure_program(const struct perf_options *opt, const struct setting *s,
			    const char *program, bool shim, struct call_result *r)
{
	char path[PATH_MAX], run[PATH_MAX], numbers[6][24];
	char *argv[] = {run,        path,       numbers[5], numbers[0], numbers[1],
			numbers[2], numbers[3], numbers[4], NULL,       NULL};
	char device[sizeof(s->device)];
	int out = -1, status = 0;
	FILE *from;
	pid_t child;

	if (!find_program(program, path, sizeof(path))) {
		snprintf(r->missing, sizeof(r->missing), "there is no %s; it is built with %s",
			 program, shim ? "libibverbs-dev" : "inverbs_perf");
		return;
	}
	if (shim && s->emulated && !find_program("softhca-run", run, sizeof(run))) {
		snprintf(r->missing, sizeof(r->missing),
			 "the device is emulated, and there is no softhca-run");
		return;
	}
	snprintf(device, sizeof(device), "%s", s->device);
	snprintf(numbers[0], sizeof(numbers[0]), "%u", opt->plan.port);
	snprintf(numbers[1], sizeof(numbers[1]), "%d", s->gid_index);
	snprintf(numbers[2], sizeof(numbers[2]), "%zu", opt->size);
	snprintf(numbers[3], sizeof(numbers[3]), "%u",
		 opt->duration > 0 ? CALL_MAX_SAMPLES : opt->iters);
	snprintf(numbers[4], sizeof(numbers[4]), "%u", opt->warmup);
	snprintf(numbers[5], sizeof(numbers[5]), "%.3f", opt->duration);
	argv[2] = device;
	argv[3] = numbers[0];
	argv[4] = numbers[1];
	argv[5] = numbers[2];
	argv[6] = numbers[3];
	argv[7] = numbers[4];
	argv[8] = numbers[5];
	child = start_program(shim && s->emulated ? argv : argv + 1, &out);
	from = child > 0 ? fdopen(out, "r") : NULL;
	if (!from || read_result(from, r))
		snprintf(r->missing, sizeof(r->missing), "%s has failed; its message is above",
			 program);
	if (from)
		fclose(from);
	if (child > 0 && (waitpid(child, &status, 0) < 0 || status) && !r->missing[0])
		snprintf(r->missing, sizeof(r->missing), "%s ended with status %d", program,
			 status);
}

/* --- the whole test ---------------------------------------------------------------------- */

static int read_device_setting(const struct perf_options *opt, struct setting *s)
{
	struct ibv_context *ctx = open_device(opt->plan.device);
	struct ibv_port_attr port;
	int err;

	if (!ctx)
		return -1;
	err = ibv_query_port(ctx, opt->plan.port, &port);
	snprintf(s->device, sizeof(s->device), "%s", ibv_get_device_name(ctx->device));
	snprintf(s->adapter, sizeof(s->adapter), "%s", device_adapter(ctx));
	s->emulated = device_is_emulated(ctx);
	s->gid_index = opt->plan.gid_index;
	if (!err && s->gid_index < 0 && port.link_layer == IBV_LINK_LAYER_ETHERNET)
		s->gid_index = 0;
	if (ctx->device->transport_type == IBV_TRANSPORT_IWARP)
		err = EOPNOTSUPP;
	ibv_close_device(ctx);
	return err ? complain_errno(err,
				    "%s: -t call needs a queue pair that is connected to itself",
				    s->device)
		   : 0;
}

static void say_percentiles(const struct percentiles *p)
{
	document_real("min", p->min);
	document_real("mean", p->mean);
	document_real("p50", p->p50);
	document_real("p90", p->p90);
	document_real("p99", p->p99);
	document_real("p99.9", p->p999);
	document_real("max", p->max);
}

static void say_library(const struct call_result *r)
{
	document_object(NULL);
	document_text("name", r->library);
	if (r->missing[0])
		document_text("missing", r->missing);
	document_array("calls");
	for (int c = 0; c < CALL_CASES; c++) {
		if (!r->samples[c].count)
			continue;
		document_object(NULL);
		document_text("call", r->name[c]);
		document_number("samples", r->samples[c].count);
		say_percentiles(&r->ns[c]);
		if (r->head.instructions[c] >= 0)
			document_real("instructions", r->head.instructions[c]);
		document_end();
	}
	document_end();
	document_end();
}

static int print_json(const struct perf_options *opt, const struct setting *s,
		      const struct call_result *results)
{
	document_open();
	document_object("device");
	document_text("name", s->device);
	document_text("adapter", s->adapter);
	document_flag("emulated", s->emulated);
	document_end();
	document_text("test", "call");
	document_number("size", opt->size);
	document_number("calls_per_sample", CALL_BATCH);
	document_text("unit", "ns");
	document_object("processor");
	document_flag("pinned", s->processors == 1);
	document_flag("isolated", s->isolated);
	document_text("governor", s->governor);
	document_end();
	document_array("libraries");
	for (int l = 0; l < CALL_LIBRARIES; l++)
		say_library(&results[l]);
	document_end();
	return document_print();
}

static void print_text(const struct perf_options *opt, const struct setting *s,
		       const struct call_result *results)
{
	printf("calls on %s (%s%s), messages of %zu bytes; nanoseconds of one call, in rows of "
	       "%d:\n",
	       s->device, s->adapter, s->emulated ? ", emulated" : "", opt->size, CALL_BATCH);
	call_print(results);
	if (opt->histogram)
		call_histogram(results);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (results[l].missing[0])
			printf("%s is not measured: %s\n", results[l].library, results[l].missing);
	}
	print_advice(s, results);
}

int perf_call(const struct perf_options *opt)
{
	struct call_result results[CALL_LIBRARIES] = {{.library = "Inverbs, inlined"},
						      {.library = "Inverbs, any"},
						      {.library = "libibverbs"}};
	struct setting setting = {.emulated = false};
	char bound[64];
	const char *const programs[CALL_LIBRARIES] = {bound, "inverbs_call_any",
						      "inverbs_call_libibverbs"};
	int bad = 0, measured = 0;

	if (read_device_setting(opt, &setting))
		return -1;
	read_processor_setting(&setting);
	snprintf(bound, sizeof(bound), "inverbs_call_%s", setting.adapter);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (isatty(STDERR_FILENO))
			fprintf(stderr, "\r%d of %d: %-20s", l + 1, CALL_LIBRARIES,
				results[l].library);
		measure_program(opt, &setting, programs[l], l == CALL_LIBRARIES - 1, &results[l]);
		measured += !results[l].missing[0];
	}
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	if (opt->json)
		bad = print_json(opt, &setting, results);
	else
		print_text(opt, &setting, results);
	if (opt->plot)
		bad |= call_plot(results, opt->plot);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		for (int c = 0; c < CALL_CASES; c++)
			samples_close(&results[l].samples[c]);
	}
	return bad || !measured ? -1 : 0;
}
