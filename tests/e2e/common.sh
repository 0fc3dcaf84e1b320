# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # work is set by the script that sources this
# Functions for the scripts of this folder, which set work (a private directory) and pids (which their cleanup kills).

# note_result PROGRAM STATUS: append a line for the table of programs (tests/programs), if the table has the program.
note_result() {
	local program=${1##*/} outcome=fail
	[ -n "${INVERBS_RESULTS:-}" ] || return 0
	case $program in
	ibv_*pingpong | rping | ucmatose | udaddy | mckey | rdma_server) ;;
	*) return 0 ;;
	esac
	[ "$2" -ne 0 ] || outcome=pass
	printf '%s\tours.emulator\t%s\tstatus %s\n' "$program" "$outcome" "$2" >>"$INVERBS_RESULTS"
}

# start_emulator BIN DEVICE...: start a daemon; returns when it responds.
start_emulator() {
	local device devices=() tenths=0
	bin_dir=$1
	shift
	for device in "$@"; do
		devices+=(--device "$device")
	done
	export INVERBS_EMULATOR=$work/softhca.sock
	"$bin_dir/softhcad" --socket "$INVERBS_EMULATOR" "${devices[@]}" >"$work/softhcad.log" 2>&1 &
	emulator=$!
	pids+=("$emulator")
	until control list >/dev/null 2>&1; do
		kill -0 "$emulator" 2>/dev/null && [ $((tenths += 1)) -lt 200 ] || {
			echo "softhcad did not start:"
			cat "$work/softhcad.log"
			exit 1
		}
		sleep 0.1
	done
}

control() {
	"$bin_dir/softhcactl" --socket "$INVERBS_EMULATOR" "$@"
}

# Stop the daemon, which must exit successfully; with a sanitizer, that includes its leak report.
stop_emulator() {
	control stop >/dev/null || exit 1
	wait "$emulator" || {
		echo "softhcad ended with status $?:"
		cat "$work/softhcad.log"
		exit 1
	}
	pids=()
}

# Print a free TCP port on the loopback network. It is looked up instead of tried by connecting, which a server of another test would
# mistake for its client. Tests that run at the same time choose different ports, because their process ids differ.
free_port() {
	local port=$((20000 + BASHPID % 12000))
	while cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep -q "$(printf ':%04X [0-9A-F]*:0000 0A ' "$port")"; do
		port=$((20000 + (port - 20000 + 1) % 12000))
	done
	echo "$port"
}

# Wait until the emulator has no objects of this test's programs: they are destroyed a moment after a program has ended.
nothing_left() {
	local tenths=0
	until control objects | grep -q '^total: contexts 0 objects 0$'; do
		[ $((tenths += 1)) -lt 50 ] || {
			echo "objects are left in the emulator:"
			control objects
			exit 1
		}
		sleep 0.1
	done
}
