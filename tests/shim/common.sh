# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2034,SC2154
# Functions for the scripts of this folder, which set bin, work and pids, and also source ../e2e/common.sh.

# result PROGRAM COLUMN pass|fail|skip REASON: see tests/programs.
result() {
	[ -z "${INVERBS_RESULTS:-}" ] || printf '%s\t%s\t%s\t%s\n' "$@" >>"$INVERBS_RESULTS"
}

# why_not PROGRAM: print why Debian's program cannot be run here; print nothing if it can.
why_not() {
	[ -x "/usr/bin/$1" ] || echo "/usr/bin/$1 is not installed"
	[ -e /etc/libibverbs.d/mlx4.driver ] || echo "Debian's ibverbs-providers is not installed"
}

# command_of ours|debian PROGRAM: set `command`. Its output is line-buffered, so that a script can read it at once.
command_of() {
	if [ "$1" = ours ]; then
		command=("$bin/$2")
	else
		command=(stdbuf -oL "$bin/softhca-run" "/usr/bin/$2")
	fi
}

# --- a server and a client ---------------------------------------------------------------------------------------

# set_ends ENDS: choose whose server and whose client to run: debian-debian, ours-debian or debian-ours. Sets server_end,
# client_end, and the column of the results.
set_ends() {
	server_end=${1%-*}
	client_end=${1#*-}
	ends="server $server_end, client $client_end"
	column=mixed.emulator
	[ "$1" != debian-debian ] || column=debian.emulator
}

# is_ready READY: whether the server is ready. READY: tcp (it listens on $port), cm (it listens with the connection manager), or a
# text that it prints.
is_ready() {
	case $1 in
	tcp) cat /proc/net/tcp /proc/net/tcp6 | grep -q "$(printf ':%04X [0-9A-F]*:0000 0A ' "$port")" ;;
	cm) control connections | grep -q listening ;;
	*) grep -q "$1" "$work/server" ;;
	esac
}

# run_pair PROGRAM READY SERVER_ARGUMENT... -- CLIENT_ARGUMENT...: run a pair on the running emulator, with the ends chosen by
# set_ends. PORT in an argument is replaced by a free port. CLIENT: the client's name, if it is different. SERVER_STAYS: stop the
# server when the client has ended. Sets `failure` to a reason if either end fails or a command was malformed.
#
# perftest with -R connects twice. Its client does not wait until the server listens again, and may be refused, as on a real kernel;
# then the pair runs again.
run_pair() {
	local attempt
	for attempt in 1 2 3 4 5; do
		run_pair_once "$@"
		[ -n "$failure" ] && grep -qs 'RDMA_CM_EVENT_REJECTED; error: 8' "$work/client" || return 0
		echo "refused while perftest's server did not listen, attempt $attempt"
	done
}

run_pair_once() {
	local program=$1 ready=$2 tenths=0 server_command argument client_status server_status
	shift 2
	failure=""
	port=$(free_port)
	command_of "$server_end" "$program"
	while [ "$1" != -- ]; do
		command+=("${1/PORT/$port}")
		shift
	done
	shift
	server_command=("${command[@]}")
	command_of "$client_end" "${CLIENT:-$program}"
	for argument in "$@"; do
		command+=("${argument/PORT/$port}")
	done
	timeout 200 "${server_command[@]}" >"$work/server" 2>&1 &
	server=$!
	pids+=("$server")
	until is_ready "$ready"; do
		kill -0 "$server" 2>/dev/null && [ $((tenths += 1)) -lt 600 ] || {
			failure="the server is not ready"
			return
		}
		sleep 0.1
	done
	timeout 200 "${command[@]}" >"$work/client" 2>&1
	client_status=$?
	if [ $client_status -ne 0 ] || [ -n "${SERVER_STAYS:-}" ]; then
		kill "$server" 2>/dev/null
	fi
	wait "$server"
	server_status=$?
	[ -z "${SERVER_STAYS:-}" ] || server_status=0
	pids=("${pids[@]:0:1}")
	if [ $client_status -ne 0 ]; then
		failure="the client ended with status $client_status"
	elif [ $server_status -ne 0 ]; then
		failure="the server ended with status $server_status"
	elif ! control counters | grep -q '^commands_refused 0$'; then
		failure="a command was malformed"
	fi
}

# Print the output of both ends.
show_pair() {
	sed 's/^/server: /' "$work/server"
	[ ! -e "$work/client" ] || sed 's/^/client: /' "$work/client"
}
