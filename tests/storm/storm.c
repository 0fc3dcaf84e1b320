/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fifty processes on one daemon, killed at random moments. storm SOFTHCAD SOFTHCACTL [SECONDS
 * [SEED]]
 *
 * First clients are killed, one after the other, and restarted. For the others everything must work
 * as documented, and in the end the daemon must have the same resources as before. Then the daemon
 * is killed several times: all clients must exit on their own, and a new daemon on the same socket
 * must work.
 */
#include "storm.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	DAEMONS = 3, /* number of daemons that are killed */
	GONE_TENTHS = 300,
	SPARE_MAPS = 24, /* mappings that an allocator may keep */
	KILLS_PER_MAP = 4,
};

struct board *board;

static const char *softhcad, *softhcactl;
static char directory[64], socket_path[96];
static pid_t daemon_pid, pid[CLIENTS];
static uint32_t seed = 1;
static int killed, failed;

static void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void sleep_ms(long ms)
{
	const struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&t, NULL);
}

static void report_failure(const char *what)
{
	printf("%s\n", what);
	failed = 1;
}

/* --- the daemon -------------------------------------------------------------------------- */

static int control(const char *command, char *text, size_t room)
{
	char line[256];
	size_t n;
	FILE *out;

	snprintf(line, sizeof(line), "'%s' --socket '%s' %s 2>&1", softhcactl, socket_path,
		 command);
	out = popen(line, "r");
	if (!out)
		die("popen");
	n = fread(text, 1, room - 1, out);
	text[n] = '\0';
	return pclose(out);
}

static void start_daemon(void)
{
	char text[4096];

	daemon_pid = fork();
	if (!daemon_pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl(softhcad, softhcad, "--socket", socket_path, "--device", "mlx4_0", "--device",
		      "mlx4_1", "--log", "error", (char *)NULL);
		_exit(127);
	}
	for (int i = 0; i < GONE_TENTHS; i++) {
		if (!control("list", text, sizeof(text)))
			return;
		sleep_ms(100);
	}
	kill(daemon_pid, SIGKILL);
	die("softhcad does not respond");
}

static void kill_daemon(void)
{
	kill(daemon_pid, SIGKILL);
	waitpid(daemon_pid, NULL, 0);
}

/** The daemon's resources, from /proc. */
struct holdings {
	int files, threads, maps;
};

static int count_proc_entries(const char *what)
{
	char path[64];
	DIR *dir;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)daemon_pid, what);
	dir = opendir(path);
	if (!dir)
		die(path);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

static struct holdings holdings(void)
{
	struct holdings h = {.files = count_proc_entries("fd"),
			     .threads = count_proc_entries("task")};
	char path[64], line[512];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)daemon_pid);
	maps = fopen(path, "r");
	if (!maps)
		die(path);
	while (fgets(line, sizeof(line), maps))
		h.maps++;
	fclose(maps);
	return h;
}

static bool back_at(const struct holdings *before)
{
	struct holdings now = holdings();
	char text[65536];

	if (control("objects", text, sizeof(text)) ||
	    !strstr(text, "total: contexts 0 objects 0\n"))
		return false;
	/* if each client left a mapping behind, there would be far more */
	return now.files == before->files && now.threads == before->threads &&
	       now.maps <= before->maps + SPARE_MAPS + killed / KILLS_PER_MAP;
}

/** Wait until the objects of clients that have ended are destroyed; report what is left. */
static void expect_clean(const struct holdings *before)
{
	struct holdings now;
	char text[65536];

	for (int i = 0; i < GONE_TENTHS; i++) {
		if (back_at(before))
			return;
		sleep_ms(100);
	}
	now = holdings();
	control("objects", text, sizeof(text));
	printf("left over in the daemon: %d files instead of %d, %d threads instead of %d, %d maps "
	       "instead of %d, and\n%s",
	       now.files, before->files, now.threads, before->threads, now.maps, before->maps,
	       text);
	failed = 1;
}

/* --- clients ----------------------------------------------------------------------------- */

static void start_client(int slot)
{
	struct row *row = &board->row[slot];
	uint32_t number = noise(&seed);

	/* peers that wait for the previous client notice that it is gone */
	__atomic_store_n(&row->open, 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&row->life, 1, __ATOMIC_SEQ_CST);
	fflush(NULL);
	pid[slot] = fork();
	if (pid[slot] < 0)
		die("fork");
	if (!pid[slot]) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		client(slot, number);
	}
}

static void start_clients(void)
{
	memset(board->row, 0, sizeof(board->row));
	__atomic_store_n(&board->stop, false, __ATOMIC_SEQ_CST);
	for (int i = 0; i < CLIENTS; i++)
		start_client(i);
}

/** Check the status of a client that was not killed. */
static void check_exit_status(int slot, int status, int wanted)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == wanted)
		return;
	printf("client %d ended with status 0x%x\n", slot, (unsigned int)status);
	failed = 1;
}

/** Wait until all clients have exited on their own, with this status. */
static void expect_ends(int wanted)
{
	time_t limit = time(NULL) + 2 * HANG_S;

	for (int i = 0; i < CLIENTS; i++) {
		int status;

		while (!waitpid(pid[i], &status, WNOHANG) && time(NULL) < limit)
			sleep_ms(10);
		if (time(NULL) >= limit) {
			printf("client %d hangs\n", i);
			kill(pid[i], SIGKILL);
			waitpid(pid[i], &status, 0);
			failed = 1;
		} else {
			__atomic_fetch_add(&board->row[i].life, 1, __ATOMIC_SEQ_CST);
			check_exit_status(i, status, wanted);
		}
	}
}

static void kill_one(int slot)
{
	int status;

	kill(pid[slot], SIGKILL);
	waitpid(pid[slot], &status, 0);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		killed++;
	else
		check_exit_status(slot, status, ENDED);
	start_client(slot);
}

/* --- faults ------------------------------------------------------------------------------ */

/**
 * Of any four consecutive requests, each rule that costs a retry affects at most one, so that a
 * client's three retries suffice: a connection to a living client does not break.
 */
static const char *const faults[] = {
	"lose request every 5",      "lose response every 6",      "reorder request every 7",
	"duplicate request every 4", "delay 1ms response every 9", "rnr request every 3",
};

enum {
	FAULTS = sizeof(faults) / sizeof(faults[0])
};

static void begin_faults(void)
{
	char command[128], text[4096];

	for (int i = 0; i < FAULTS; i++) {
		snprintf(command, sizeof(command), "fault add %s", faults[i]);
		if (control(command, text, sizeof(text)))
			report_failure(text);
	}
}

/** Whether every rule was applied, and the counters show the effects. */
static bool faults_seen(void)
{
	static const char *const counters[] = {"retries", "sequence_naks", "rnr_naks"};
	char text[16384], none[64];
	bool seen;

	control("fault list", text, sizeof(text));
	seen = !strstr(text, "hit 0\n");
	control("counters", text, sizeof(text));
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
		snprintf(none, sizeof(none), "mlx4_0 port 1 %s 0\n", counters[i]);
		seen = seen && !strstr(text, none);
	}
	return seen;
}

static void expect_faults(void)
{
	char text[16384];

	control("fault list", text, sizeof(text));
	printf("%s", text);
	if (faults_seen())
		return;
	control("counters", text, sizeof(text));
	printf("%s", text);
	report_failure("a rule was not applied, or had no effect");
}

/* --- storms ------------------------------------------------------------------------------ */

static void storm_of_clients(int seconds)
{
	const time_t begin = time(NULL), end = begin + seconds;
	struct holdings before;
	bool faulty = false;

	start_daemon();
	/* a short storm first, after which the daemon has allocated what it keeps permanently */
	start_clients();
	sleep_ms(1000);
	__atomic_store_n(&board->stop, true, __ATOMIC_SEQ_CST);
	expect_ends(ENDED);
	sleep_ms(500);
	before = holdings();
	start_clients();
	/* on a slow machine, continue until every fault has happened */
	while (!failed && (time(NULL) < end || (time(NULL) < end + HANG_S && !faults_seen()))) {
		if (!faulty && time(NULL) >= begin + seconds / 2) {
			begin_faults();
			faulty = true;
		}
		sleep_ms((long)(noise(&seed) % 60));
		kill_one((int)(noise(&seed) % CLIENTS));
	}
	__atomic_store_n(&board->stop, true, __ATOMIC_SEQ_CST);
	expect_ends(ENDED);
	if (faulty)
		expect_faults();
	expect_clean(&before);
	printf("%d clients killed; %llu messages and %llu datagrams arrived, %llu connections "
	       "broke\n",
	       killed, (unsigned long long)board->messages, (unsigned long long)board->datagrams,
	       (unsigned long long)board->lost);
	if (!failed && (!killed || !board->messages || !board->datagrams))
		report_failure("no client was killed, or no message arrived");
	kill_daemon();
}

static void storm_of_daemons(void)
{
	char text[4096];

	start_daemon();
	for (int i = 0; i < DAEMONS && !failed; i++) {
		start_clients();
		sleep_ms(500 + (long)(noise(&seed) % 1500));
		kill_daemon();
		expect_ends(ORPHAN);
		start_daemon();
	}
	/* the last daemon must work like the first one */
	start_clients();
	sleep_ms(1000);
	__atomic_store_n(&board->stop, true, __ATOMIC_SEQ_CST);
	expect_ends(ENDED);
	if (control("stop", text, sizeof(text)))
		report_failure("the last daemon cannot be stopped");
	waitpid(daemon_pid, NULL, 0);
}

/* --- set-up ------------------------------------------------------------------------------ */

static void prepare_storm(void)
{
	snprintf(directory, sizeof(directory), "/tmp/inverbs-storm-XXXXXX");
	if (!mkdtemp(directory))
		die("mkdtemp");
	snprintf(socket_path, sizeof(socket_path), "%s/softhca.sock", directory);
	setenv("INVERBS_EMULATOR", socket_path, 1);
	board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	if (board == MAP_FAILED)
		die("mmap");
	for (int i = 0; i < 2; i++) {
		FILE *file;

		snprintf(board->files[i], sizeof(board->files[i]), "%s/domain%c", directory,
			 'a' + i);
		file = fopen(board->files[i], "w");
		if (!file)
			die(board->files[i]);
		fclose(file);
	}
}

static void tear_down(void)
{
	char path[128];

	for (int i = 0; i < 2; i++)
		unlink(board->files[i]);
	unlink(socket_path);
	snprintf(path, sizeof(path), "%s.lock", socket_path);
	unlink(path);
	rmdir(directory);
}

int main(int argc, char **argv)
{
	int seconds = argc > 3 ? atoi(argv[3]) : 40;

	if (argc < 3) {
		fprintf(stderr, "usage: %s SOFTHCAD SOFTHCACTL [SECONDS [SEED]]\n", argv[0]);
		return 2;
	}
	softhcad = argv[1];
	softhcactl = argv[2];
	seed = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 0) : (uint32_t)time(NULL);
	printf("seed %u\n", seed);
	prepare_storm();
	storm_of_clients(seconds);
	if (!failed)
		storm_of_daemons();
	tear_down();
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
