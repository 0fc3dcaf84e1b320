# shellcheck shell=bash
# shellcheck disable=SC2034 # failed is the exit status of the scripts
# SPDX-License-Identifier: BSD-2-Clause
# Sourced by the scripts of this folder, which set `programs` and exit with `failed`: functions that start a daemon with one
# InfiniBand and two iWARP devices, and check what programs print.
work=$(mktemp -d)
failed=0
pids=()
export XDG_RUNTIME_DIR=$work
unset INVERBS_EMULATOR INVERBS_LOG IBV_CONFIG_DIR

programs=${programs:?the folder of programs}

cleanup() {
	local pid
	for pid in "${pids[@]}"; do
		kill -9 "$pid" 2>/dev/null
	done
	"$programs/softhcactl" stop >/dev/null 2>&1
	rm -rf "$work"
}
trap cleanup EXIT

fail() {
	echo "FAILED: $*"
	failed=1
}

# expect CODE TEXT command...: the command must exit with that code and print that text; its whole output is in $said.
expect() {
	local code=$1 text=$2 rc
	shift 2
	said=$(timeout 60 "$@" 2>&1)
	rc=$?
	[ "$rc" -eq "$code" ] || fail "'$*' ended with $rc instead of $code: $said"
	case $said in
	*"$text"*) ;;
	*) fail "'$*' did not say '$text' but: $said" ;;
	esac
}

start_daemon() {
	"$programs/softhcad" -D -l warning -d mlx4_0 -d cxgb3_0 -d cxgb3_1 || fail "the daemon does not start"
}

# server PROGRAM OPTION...: start a server and wait until it listens. Its process is $server, its output $work/server.
server() {
	local i
	timeout 60 "$@" >"$work/server" 2>&1 &
	server=$!
	pids+=("$server")
	for ((i = 0; i < 400; i++)); do
		"$programs/softhcactl" connections | grep -q listening && return
		sleep 0.05
	done
	fail "'$*' does not listen: $(cat "$work/server")"
}

# server_ended CODE: wait for the server, which must exit with that code.
server_ended() {
	wait "$server"
	[ $? -eq "$1" ] || fail "the server ended badly: $(cat "$work/server")"
}
